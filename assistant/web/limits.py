"""How much one may ask for: bounds at the door, all of them settings of the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from assistant.kernel.errors import Malformed
from assistant.kernel.near import nearest
from assistant.web.bounds import SocketBounds
from assistant.web.hub import StreamSettings

MOST = 10_000_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Whole numbers, each with a default for one table of ten players behind one address."""

    deeds_per_minute: int = 120
    """Commands of one seat, in the long run."""
    deeds_at_once: int = 60
    """Commands of one seat in one go, before that pace counts."""
    leading_deeds_per_minute: int = 600
    """The same for an assistant, and for everybody in demos from one address together."""
    leading_deeds_at_once: int = 300
    wrong_codes: int = 20
    """Wrong tries in a row that cost nothing: a hall behind one address, where ten people mistype twice."""
    seconds_per_wrong_code: int = 20
    """Until one wrong try is forgotten: who has used up the free ones has one in so many seconds."""
    wrong_codes_of_all_per_minute: int = 60
    """Wrong tries of everybody together; beyond them, whoever was wrong waits after each."""
    long_tasks_at_once: int = 2
    """Long tasks at work: PDFs, maps, quick fights, odds, searches, demos."""
    long_tasks_of_visitors_at_once: int = 1
    """So many of them are of those who have not joined a game that is played."""
    long_tasks_each: int = 4
    """At work or waiting, of one seat, or of one address that has not joined."""
    long_tasks_of_visitors: int = 12
    """At work or waiting, of all who have not joined."""
    long_tasks: int = 24
    """At work or waiting, of everybody."""
    seconds_in_line: int = 20
    """The longest that a long task waits for its turn."""
    demos_per_hour_each: int = 6
    """Demos begun from one address; nobody's count for another."""
    demos: int = 60
    """Demos in one database."""
    live_screens: int = 600
    """Pages that hear of news at once; others ask every few seconds."""
    live_screens_of_guests: int = 16
    """So many of them are of those who have not joined a game that is played."""
    live_screens_of_visitors: int = 8
    """So many of those have not joined anything."""
    live_screens_of_visitors_each: int = 4
    """The same from one address."""
    live_screens_of_one_seat: int = 8


def screens_in(limits: Limits) -> StreamSettings:
    """How many live screens there may be."""
    return StreamSettings(
        most=limits.live_screens,
        guests=limits.live_screens_of_guests,
        visitors=limits.live_screens_of_visitors,
        from_one_address=limits.live_screens_of_visitors_each,
        of_one_seat=limits.live_screens_of_one_seat,
    )


def named(name: str) -> str:
    """How a setting is called outside: deeds-per-minute."""
    return name.replace("_", "-")


NAMES: Mapping[str, type[Limits] | type[SocketBounds]] = {
    named(one.name): kind for kind in (Limits, SocketBounds) for one in fields(kind)
}


def limits_of(said: Iterable[str]) -> tuple[Limits, SocketBounds]:
    """The usual limits, but for those that are said as `NAME=NUMBER`."""
    changed: dict[type, dict[str, int]] = {Limits: {}, SocketBounds: {}}
    for one in said:
        name, number = _read(one)
        changed[NAMES[name]][name.replace("-", "_")] = number
    return Limits(**changed[Limits]), SocketBounds(**changed[SocketBounds])


def _read(said: str) -> tuple[str, int]:
    name, _, number = (part.strip() for part in said.partition("="))
    if name not in NAMES:
        near = nearest(name, NAMES)
        raise Malformed(
            "no-such-limit",
            f'There is no limit called "{name[:60]}".',
            do=f'Did you mean "{near}"?' if near else f"Name one of: {', '.join(NAMES)}.",
        )
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:16]) <= MOST):
        raise Malformed(
            "bad-limit", f"{name} must be a whole number from 1 to {MOST}.", do=f"Say it so: {name}=100"
        )
    return name, int(number)
