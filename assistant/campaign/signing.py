"""Who did a deed: seats, helpers and the game master as the ledger knows them, whatever they are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count

from assistant.campaign.lookalikes import refuse_look_alikes
from assistant.kernel.errors import Illegal
from assistant.ledger.records import Actor, Pass
from assistant.rules.arrivals import CommanderId
from assistant.rules.deeds.calling import RESERVED
from assistant.rules.deeds.renaming import ChangeSeat
from assistant.rules.war import SeatHeld

MASTER = "game-master"
THE_MASTER = Actor("game master", (MASTER,))
NAMELESS = "Assistant"


def seat_who(seat: str) -> str:
    """A seat, whoever sits there under which name."""
    return f"seat {seat}"


def helper_who(one: Pass) -> str:
    """Somebody who helps the game master; of a pass from before passes had a mark only the name is known."""
    return f"helper {one.seat}" if one.seat else f"assistant {one.label}"


def as_seats(seats: Sequence[SeatHeld]) -> Actor:
    """How a phone signs with some of its seats."""
    players = dict.fromkeys(one.player for one in seats)
    return Actor(" and ".join(players) or "somebody", tuple(seat_who(one.id) for one in seats))


def concerned(
    seats: Sequence[SeatHeld], commanders: Iterable[CommanderId | None], who: Iterable[str] = ()
) -> Sequence[SeatHeld]:
    """The seats whose commanders a deed is about, or which did it."""
    about, did = set(commanders), set(who)
    return [one for one in seats if about & {*one.commanders} or seat_who(one.id) in did]


def refuse_others_name(passes: Iterable[Pass], seats: Iterable[SeatHeld], deed: object) -> None:
    """A player is not called as an assistant is, nor so that it reads as anybody else's name."""
    if not isinstance(deed, ChangeSeat):
        return
    helpers = [one.label for one in passes if one.role == "assistant"]
    _refuse_if_taken(deed.player, helpers)
    players = {one.id: one.player for one in seats}
    if deed.player != players.pop(deed.seat, ""):
        # Who has the very same name is refused in words of its own.
        same = " ".join(deed.player.split()).casefold()
        others = (one for one in (*helpers, *players.values()) if one.casefold() != same)
        refuse_look_alikes(deed.player, others)


def refuse_players_name(label: str, seats: Iterable[SeatHeld]) -> None:
    """Nor an assistant as a player is, or as the game master."""
    if label.casefold() in RESERVED:
        raise Illegal(
            "reserved-name", f"No assistant is called {label}.", do="Give the assistant's own name."
        )
    players = [one.player for one in seats]
    _refuse_if_taken(label, players)
    refuse_look_alikes(label, players)


def free_label(wanted: str, passes: Iterable[Pass], seats: Iterable[SeatHeld]) -> str:
    """What a new assistant is called: as somebody wants if nobody else is, else by the next number."""
    others = [one.label for one in passes if one.role == "assistant"]
    players = [one.player for one in seats]
    if wanted:
        _refuse_if_taken(wanted, others)
        refuse_look_alikes(wanted, others)
        return wanted
    taken = {*map(str.casefold, (*others, *players))}
    numbered = (f"{NAMELESS} {number}" for number in count(2))
    return next(one for one in chain((NAMELESS,), numbered) if one.casefold() not in taken)


def _refuse_if_taken(name: str, others: Iterable[str]) -> None:
    tidy = " ".join(name.split())
    if tidy.casefold() in map(str.casefold, others):
        raise Illegal(
            "name-taken", f"Somebody else here is called {tidy}.", do="Tell them apart: Anna M., Anna K."
        )
