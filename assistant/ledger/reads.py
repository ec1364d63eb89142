"""Questions to the database, each within a session that is given."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from sqlmodel import Session, and_, col, func, select

from assistant.kernel.errors import Illegal, Stale
from assistant.ledger import chain
from assistant.ledger.naming import did_you_mean
from assistant.ledger.records import Campaign, Checkpoint, Entry, Pending, Written
from assistant.ledger.tables import (
    CampaignRow,
    EntryRow,
    PendingRow,
    campaign_record,
    entry_record,
    pending_record,
    put_by_whole,
    set_up_as,
    stored_hash,
)

_LAST = (
    select(func.max(EntryRow.seq)).where(EntryRow.campaign == CampaignRow.id).correlate(CampaignRow)
).scalar_subquery()
# Built once: every page asks these, and SQLAlchemy takes longer to build them than SQLite to answer.
_CAMPAIGNS = (
    select(CampaignRow, EntryRow.seq, EntryRow.hash)
    .outerjoin(EntryRow, and_(EntryRow.campaign == CampaignRow.id, EntryRow.seq == _LAST))
    .order_by(col(CampaignRow.created_at), col(CampaignRow.id))
)
_HEADS = select(CampaignRow.id, func.coalesce(_LAST, 0)).order_by(
    col(CampaignRow.created_at), col(CampaignRow.id)
)
_UNDER_WAY = select(PendingRow.campaign, PendingRow.kind, func.count()).group_by(
    PendingRow.campaign, PendingRow.kind
)


# What every command asks is asked of the driver: the mapper takes ten times as long for one row.
_HEAD = "SELECT seq, hash FROM entry WHERE campaign = ? ORDER BY seq DESC LIMIT 1"
_GENESIS = "SELECT genesis FROM campaign WHERE id = ?"
_BY_KEY = "SELECT seq FROM entry WHERE campaign = ? AND key = ?"
_ANY_PENDING = "SELECT 1 FROM pending WHERE campaign = ? LIMIT 1"
_CAMPAIGN = """
    SELECT id, name, game, created_at, setup, origin, genesis FROM campaign WHERE id = ?
    """
_STORED = "SELECT * FROM entry WHERE campaign = ? ORDER BY seq"
_PUT_BY = """
    SELECT put.seq, put.hash, CAST(put.world AS BLOB) FROM checkpoint AS put
    JOIN entry ON entry.campaign = put.campaign AND entry.seq = put.seq AND entry.hash = put.hash
    WHERE put.campaign = ? AND put.version = ? ORDER BY put.seq DESC
    """
_WRITTEN = "SELECT seq, undoes, facts FROM entry WHERE campaign = ? AND seq > ? AND seq <= ? ORDER BY seq"


def head(session: Session, campaign_id: str, start: str) -> tuple[int, str]:
    """The number and hash of the last entry, or 0 and the genesis."""
    found = _first(session, _HEAD, campaign_id)
    return (found[0], found[1]) if found else (0, start)


def _first(session: Session, statement: str, *given: str) -> Sequence[Any] | None:
    """The first row that the driver finds."""
    return session.connection().exec_driver_sql(statement, given).fetchone()


def with_head(session: Session, row: CampaignRow) -> Campaign:
    """The campaign in a row, with where its ledger stands."""
    return campaign_record(row, *head(session, row.id, row.genesis))


def genesis(session: Session, campaign_id: str) -> str:
    """What the first entry of a campaign follows; the campaign must be there."""
    found = _first(session, _GENESIS, campaign_id)
    if found is None:
        raise unknown_campaign(session, campaign_id)
    return str(found[0])


def campaigns(session: Session) -> tuple[Campaign, ...]:
    """All campaigns, the oldest first."""
    return tuple(
        campaign_record(row, seq, digest) if seq else campaign_record(row, 0, row.genesis)
        for row, seq, digest in session.exec(_CAMPAIGNS).all()
    )


def heads(session: Session) -> dict[str, int]:
    """The number of the last entry of each campaign, the oldest campaign first."""
    return {campaign_id: int(seq) for campaign_id, seq in session.exec(_HEADS).all()}


def under_way(session: Session, kinds: Collection[str]) -> Counter[str]:
    """How many deeds of these kinds are under way, for each campaign that has any."""
    found = Counter[str]()
    for campaign_id, kind, count in session.exec(_UNDER_WAY).all():
        found[campaign_id] += int(count) if kind in kinds else 0
    return found


def campaign_row(session: Session, campaign_id: str) -> CampaignRow:
    """The row of a campaign that must be there."""
    row = session.get(CampaignRow, campaign_id)
    if row is None:
        raise unknown_campaign(session, campaign_id)
    return row


def campaign(session: Session, ref: str) -> Campaign:
    """A campaign by its id, else by its name if only one has it."""
    found = _first(session, _CAMPAIGN, ref)
    if found is None:
        return with_head(session, _named(session, ref))
    id_, name, game, created_at, setup, origin, start = found
    seq, digest = head(session, id_, start)
    return Campaign(id_, name, game, created_at, set_up_as(setup), seq, digest, origin, start)


def unknown_campaign(session: Session, ref: str) -> Illegal:
    """The refusal that says which campaigns there are."""
    rows = session.exec(select(CampaignRow.id, CampaignRow.name)).all()
    if not rows:
        return Illegal(
            "unknown-campaign",
            f'There is no campaign "{ref}": there are none at all yet.',
            do="Make one with `assistant campaign new`.",
        )
    hint = did_you_mean(ref, [word for row in rows for word in row])
    return Illegal(
        "unknown-campaign",
        f'There is no campaign "{ref}".',
        do=f"{hint} `assistant campaign list` shows all campaigns.".strip(),
    )


def entries(session: Session, campaign_id: str, after: int) -> tuple[Entry, ...]:
    """The entries after a number, in order."""
    genesis(session, campaign_id)
    return tuple(entry_record(row) for row in _entry_rows(session, campaign_id, after))


def written(session: Session, campaign_id: str, after: int, upto: int | None) -> tuple[Written, ...]:
    """What entries after a number made of the world, without all the rest that they hold."""
    genesis(session, campaign_id)
    last = sys.maxsize if upto is None else upto
    rows = session.connection().exec_driver_sql(_WRITTEN, (campaign_id, after, last)).fetchall()
    # In one go: thousands of small texts take twice as long one by one.
    facts = json.loads(f"[{','.join([row[2] for row in rows])}]")
    return tuple([Written(row[0], row[1], told) for row, told in zip(rows, facts, strict=True)])


def checkpoints(session: Session, campaign_id: str, version: str) -> Iterator[Checkpoint]:
    """Worlds put by that still stand on the chain as it is, the newest first."""
    found = session.connection().exec_driver_sql(_PUT_BY, (campaign_id, version))
    for seq, digest, world in found:
        # A damaged one is passed over: the chain holds all that it would save reading.
        if (whole := put_by_whole(world.decode(errors="replace"))) is not None:
            yield Checkpoint(seq, digest, version, json.loads(whole))


def entry(session: Session, campaign_id: str, seq: int) -> Entry:
    """One entry that must be there."""
    # A number that no database has room for is no entry either.
    row = session.get(EntryRow, (campaign_id, seq)) if seq <= sys.maxsize else None
    if row is None:
        last, _ = head(session, campaign_id, genesis(session, campaign_id))
        raise Illegal(
            "unknown-entry",
            f"There is no entry {seq} in this campaign: the last one is {last}.",
            do="`assistant campaign show` lists the entries with their numbers.",
        )
    return entry_record(row)


def entry_by_key(session: Session, campaign_id: str, key: str) -> Entry | None:
    """The entry that a command with this key wrote, if it did."""
    found = _first(session, _BY_KEY, campaign_id, key)
    return entry(session, campaign_id, found[0]) if found else None


def entry_by_pending(session: Session, pending_id: str) -> Entry | None:
    """The entry that a deed under way became; its id is the entry's key, in whichever campaign."""
    row = session.exec(select(EntryRow).where(EntryRow.key == pending_id)).first()
    return entry_record(row) if row else None


def pendings(session: Session, campaign_id: str) -> tuple[Pending, ...]:
    """What is under way in a campaign."""
    if _first(session, _ANY_PENDING, campaign_id) is None:
        return ()
    rows = session.exec(
        select(PendingRow).where(PendingRow.campaign == campaign_id).order_by(col(PendingRow.id))
    )
    return tuple(pending_record(row) for row in rows.all())


def pending_row(session: Session, pending_id: str) -> PendingRow:
    """The row of a pending deed that must still be open."""
    row = session.get(PendingRow, pending_id)
    if row is None:
        raise pending_closed()
    return row


def pending_closed() -> Stale:
    """The refusal of what is under way no longer, or never was."""
    return Stale(
        "pending-closed",
        "This is no longer under way: it was finished or called off.",
        do="Look at the campaign again.",
    )


def chain_faults(
    session: Session, campaign_id: str, is_unwanted: Callable[[], bool] = lambda: False
) -> Iterator[str]:
    """Sentences on everything in a campaign that is not as it was written; it ends where nobody waits."""
    campaign = campaign_row(session, campaign_id)
    if not _vouches_for(campaign):
        yield "The campaign's game, setup or date was altered after it was created."
    unreadable: list[str] = []

    def links() -> Iterator[chain.Link]:
        for row in session.connection().exec_driver_sql(_STORED, (campaign_id,)):
            if is_unwanted():
                return
            stored = row._asdict()
            try:
                is_sealed = stored_hash(stored) == row.hash or chain.is_sealed(
                    entry_record(EntryRow(**stored))
                )
                yield chain.Link(row.seq, row.key, row.undoes, row.previous, row.hash, is_sealed)
            except (ValueError, RecursionError):
                unreadable.append(f"Entry {row.seq} was altered after it was written: it cannot be read.")

    found = [sentence for _, sentence in chain.faults_of(campaign.genesis, links())]
    yield from (*unreadable, *found)


def _vouches_for(row: CampaignRow) -> bool:
    try:
        setup = json.loads(row.setup)
    except (ValueError, TypeError, RecursionError):
        return False
    wanted = chain.genesis(game=row.game, setup=setup, created_at=row.created_at, origin=row.origin)
    return wanted == row.genesis


def _entry_rows(session: Session, campaign_id: str, after: int) -> list[EntryRow]:
    wanted = select(EntryRow).where(EntryRow.campaign == campaign_id, EntryRow.seq > after)
    return list(session.exec(wanted.order_by(col(EntryRow.seq))).all())


def _named(session: Session, name: str) -> CampaignRow:
    rows = session.exec(select(CampaignRow)).all()
    found = [row for row in rows if row.name.casefold() == name.casefold().strip()]
    if not found:
        raise unknown_campaign(session, name)
    if len(found) > 1:
        raise Illegal(
            "ambiguous-campaign",
            f'{len(found)} campaigns are called "{name}".',
            do=f"Name one by its id: {', '.join(sorted(row.id for row in found))}.",
        )
    return found[0]
