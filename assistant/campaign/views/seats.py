"""Every seat of a game with its code, and who is connected with it now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.campaign.passes import seat_passes
from assistant.campaign.playing import Table
from assistant.kernel.codec import decode
from assistant.kernel.errors import AssistantError
from assistant.ledger.records import Pass
from assistant.rules.war import SeatHeld


@dataclass(frozen=True, slots=True)
class CodeShown:
    """A code, whom it lets in and as what, and on how many screens it is in use."""

    code: str
    role: str
    name: str
    what: str
    side: str = ""
    seat: str = ""
    first: str = ""
    dice: str = ""
    area: str = ""
    screens: int = 0


@dataclass(frozen=True, slots=True)
class SeatsView:
    """All codes of a campaign, by what they are for."""

    seats: tuple[CodeShown, ...]
    projector: CodeShown
    assistants: tuple[CodeShown, ...]
    tables: tuple[tuple[str, str], ...]
    """The tables an assistant may be limited to, with their names."""

    @property
    def everyone(self) -> tuple[CodeShown, ...]:
        """Every code in the order of the cards."""
        return (*self.seats, self.projector, *self.assistants)

    @property
    def connected(self) -> int:
        """How many seats are in use now."""
        return sum(1 for one in self.seats if one.screens)


def seats_view(here: Table, in_use: Iterable[str]) -> SeatsView:
    """The codes as they are now; each code stands in `in_use` once for every screen it came in with."""
    held, used = here.world.war.seats, list(in_use)
    passes = seat_passes(here.service.ledger, here.campaign, held.values())
    tables = tuple((one.id, one.name) for one in here.kit.scenario.tables.values())
    of_seats = {one.seat: one for one in passes if one.role == "seat"}
    return SeatsView(
        tuple(_seat(here, seat, of_seats[seat.id], used) for seat in held.values()),
        next(_other(one, "what everybody may see", used) for one in passes if one.role == "projector"),
        tuple(
            _other(one, f"the {dict(tables).get(one.area, one.area)}" if one.area else "both tables", used)
            for one in passes
            if one.role == "assistant"
        ),
        tables,
    )


def planned_seats(here: Table) -> tuple[CodeShown, ...]:
    """The seats that a campaign was made with, before anybody has sat down; codes come later."""
    try:
        planned: tuple[SeatHeld, ...] = decode(tuple[SeatHeld, ...], here.campaign.setup.get("seats", []))
    except AssistantError:
        return ()
    if any(one not in here.kit.scenario.commanders for seat in planned for one in seat.commanders):
        return ()
    return tuple(_seat(here, seat, Pass("", here.campaign.id, "seat"), []) for seat in planned)


def _seat(here: Table, seat: SeatHeld, letter: Pass, used: list[str]) -> CodeShown:
    names = [here.kit.scenario.commanders[one].name for one in seat.commanders]
    return CodeShown(
        letter.code,
        "seat",
        seat.player,
        ", ".join(names),
        seat.side,
        seat.id,
        next(iter(seat.commanders), ""),
        seat.dice,
        screens=used.count(letter.code),
    )


def _other(letter: Pass, what: str, used: list[str]) -> CodeShown:
    return CodeShown(
        letter.code, letter.role, letter.label, what, area=letter.area, screens=used.count(letter.code)
    )
