"""The codes with which people come in: read, issued and taken away, each within a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session, col, select

from assistant.ledger import reads
from assistant.ledger.clock import utc_now
from assistant.ledger.records import Pass
from assistant.ledger.tables import PassRow, pass_record
from assistant.ledger.trouble import no_text

# Asked with every request, so asked of the driver.
_BY_CODE = "SELECT code, campaign, role, seat, area, label, issued_at FROM pass WHERE code = ?"


def find(session: Session, code: str) -> Pass | None:
    """The pass of this code, if there is one."""
    row = session.connection().exec_driver_sql(_BY_CODE, (code,)).fetchone()
    return Pass(*row) if row is not None else None


def of_campaign(session: Session, campaign_id: str) -> tuple[Pass, ...]:
    """All passes into a campaign, in the order in which they were issued."""
    wanted = select(PassRow).where(PassRow.campaign == campaign_id)
    rows = session.exec(wanted.order_by(col(PassRow.issued_at), col(PassRow.code))).all()
    return tuple(pass_record(row) for row in rows)


@dataclass(frozen=True, slots=True)
class Issued:
    """The passes that were issued, and every campaign into which fewer or more lead now."""

    passes: tuple[Pass, ...]
    campaigns: tuple[str, ...]


def issue(session: Session, wanted: Sequence[Pass], instead_of: Sequence[str]) -> Issued:
    """Issue passes, and take those away that they replace; who holds one of these is out."""
    _refuse_half_letters(wanted)
    taken = []
    for code in instead_of:
        if (row := session.get(PassRow, code)) is not None:
            taken.append(row.campaign)
            session.delete(row)
    issued = tuple(replace(one, issued_at=one.issued_at or utc_now()) for one in wanted)
    for one in issued:
        reads.genesis(session, one.campaign)
        session.add(
            PassRow(
                code=one.code,
                campaign=one.campaign,
                role=one.role,
                seat=one.seat,
                area=one.area,
                label=one.label,
                issued_at=one.issued_at,
            )
        )
    return Issued(issued, tuple(dict.fromkeys((*taken, *(one.campaign for one in issued)))))


def _refuse_half_letters(wanted: Sequence[Pass]) -> None:
    """Before anything is written: a row that fails while it is written takes its neighbors with it."""
    try:
        for one in wanted:
            one.label.encode()
    except UnicodeEncodeError as error:
        raise no_text() from error
