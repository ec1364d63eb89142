"""What leads back to itself: events that imply each other, bases and places that are parts of each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.kernel.errors import Fault
from assistant.packs.faults import Source, Step
from assistant.packs.pack import Pack, Raw, rows


@dataclass(frozen=True, slots=True)
class Link:
    """From one name to others, as a row has it; perhaps under a reading of a house rule only."""

    start: str
    ends: Sequence[str]
    source: Source
    here: tuple[Step, ...]
    readings: Mapping[str, str] = field(default_factory=dict)


def circles(pack: Pack) -> Iterator[Fault]:
    """Every row of events, bases and places from which the way leads back to where it began."""
    for links, wrong, right in (
        (_implied(pack.files.get("schedule")), "it happens only after it has happened", "take one out"),
        (_wholes(pack.files.get("victory")), "it falls only when it falls", "take one part out"),
        (_enclosed(pack), "it lies inside itself", "take one out"),
    ):
        known = tuple(links)
        for link in known:
            if way := _way_back(link, known):
                yield link.source.fault(link.here, f"{wrong}: {', '.join(way)}", right)


def _way_back(first: Link, links: Sequence[Link]) -> list[str]:
    """From a row over others back to its start; a table that reads one rule in two ways is no way."""
    ways = [([first.start], [first])]
    while ways:
        names, taken = ways.pop()
        for end in taken[-1].ends:
            if end == first.start:
                return [*names, end]
            if end not in names:
                onward = (one for one in links if one.start == end and _agree((*taken, one)))
                ways.extend(([*names, end], [*taken, one]) for one in onward)
    return []


def _agree(links: Sequence[Link]) -> bool:
    """Whether all these rows can hold at the same table."""
    read: dict[str, str] = {}
    return all(read.setdefault(rule, how) == how for link in links for rule, how in link.readings.items())


def _implied(source: Source | None) -> Iterator[Link]:
    for number, row in rows(source, "event"):
        if source is not None:
            yield Link(str(row.get("id")), _texts(row.get("implies")), source, ("event", number, "implies"))


def _wholes(source: Source | None) -> Iterator[Link]:
    for number, row in rows(source, "whole"):
        if source is not None:
            parts = _texts(row.get("parts"))
            yield Link(str(row.get("place")), parts, source, ("whole", number), _readings(row))


def _enclosed(pack: Pack) -> Iterator[Link]:
    """Which place lies in which, by the rules of places that say so."""
    around = {str(row.get("id")): row.get("nested") for _, row in pack.rows("place-rules", "rule")}
    for number, row in pack.rows("places", "place"):
        effects = row.get("effects")
        for index, use in enumerate(effects if isinstance(effects, list) else ()):
            key = around.get(str(use.get("name"))) if isinstance(use, dict) else None
            if isinstance(key, str):
                here = ("place", number, "effects", index)
                yield Link(str(row.get("id")), [str(use.get(key))], pack.files["places"], here)


def _readings(row: Raw) -> dict[str, str]:
    under = row.get("under")
    return {str(under.get("rule")): str(under.get("reading"))} if isinstance(under, dict) else {}


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
