"""A game as far as arrivals depend on it, in the words of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from assistant.packs.catalogue import house_rules
from assistant.rules.arrivals import EventId
from assistant.rules.book import PlaceId, Side
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.schedule import Choice, Due, Held, held, schedule

TWENTY = range(1, 21)
ODD = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
EVEN = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20)


@dataclass(frozen=True)
class Course:
    """A game as far as arrivals depend on it, asked for in the words of a table."""

    war: Scenario
    events: Mapping[str, int] = field(default_factory=dict)
    choices: Mapping[str, Choice] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)
    held: tuple[Held, ...] = ()

    def dues(self, turns: range = TWENTY) -> list[Due]:
        found = schedule(
            self.war,
            turns,
            house=HouseRules(house_rules(), self.house),
            events={EventId(event): turn for event, turn in self.events.items()},
            choices=self.choices,
            control=held(self.held),
        )
        assert [turn.turn for turn in found] == list(turns)
        return [one for turn in found for one in turn.arrivals]

    def of(self, commander: str) -> dict[int, list[str]]:
        """What comes for a commander on each of twenty turns; turns on which nothing comes are left out."""
        table: dict[int, list[str]] = {}
        for one in self.dues():
            if one.commander == commander and not one.lost:
                table.setdefault(one.turn, []).append(figures(one))
        return table

    def one(self, arrival: str) -> Due:
        """The only time an arrival is due."""
        (found,) = [one for one in self.dues() if one.id == arrival]
        return found

    def turns_of(self, arrival: str) -> list[int]:
        return [one.turn for one in self.dues() if one.id == arrival and not one.lost]


def figures(one: Due) -> str:
    """`4 goblin`, `1 grishnakh + 5 orc`, `1 knight-of-dol-amroth/knight-of-gondor`."""
    return " + ".join(f"{each.count} {'/'.join(each.profiles)}" for each in one.figures)


def total(table: dict[int, list[str]], profile: str) -> int:
    """All figures of a profile in a table."""
    counted: Counter[str] = Counter()
    for rows in table.values():
        for each in (part for row in rows for part in row.split(" + ")):
            count, _, name = each.partition(" ")
            counted[name] += int(count)
    return counted[profile]


def each(turns: Iterable[int], *rows: str) -> dict[int, list[str]]:
    """The same on each of these turns."""
    return {turn: list(rows) for turn in turns}


def taken(place: str, side: Side, first: int = 1, last: int | None = None) -> Held:
    return Held(PlaceId(place), side, first, last)
