"""What to bring to a game: figures mounted and on foot, terrain, markers, and where all stands at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import printed
from assistant.rules.arrivals import Contingent, EventId
from assistant.rules.book import Book, Place, PlaceId, ProfileId
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario, Start
from assistant.rules.schedule import Choice, schedule
from assistant.rules.starts import starts

MARKERS = ("regrouping", "wounded", "captive", "paralyzed", "hidden", "gate broken", "edge of darkness")


@dataclass(frozen=True, slots=True)
class Needed:
    """How many of a figure to bring: at the start, on schedule and by events, and by regular arrivals."""

    profile: ProfileId
    name: str
    start: int
    expected: int
    regular: int
    on_foot: int
    crew: int

    @property
    def total(self) -> int:
        return self.start + self.expected + self.regular


@dataclass(frozen=True, slots=True)
class PackingList:
    """Everything to bring, and the set-up sheet place by place."""

    turns: int
    figures: tuple[Needed, ...]
    places: tuple[Place, ...]
    things: tuple[str, ...]
    markers: tuple[str, ...]
    setup: tuple[Start, ...]


def packing_list(scenario: Scenario, book: Book, house: HouseRules, turns: int) -> PackingList:
    """SCN-19: enough for all wars declared on the first turn, so that nothing can be missing on the day."""
    setup = starts(scenario, house=house)
    start = _count(force.figures for force in setup)
    expected, regular = Counter[ProfileId](), Counter[ProfileId]()
    at_once: dict[EventId, int] = dict.fromkeys(scenario.events, 1)
    plenty = {supply.key: Choice(supply.full) for supply in scenario.supplies}
    for turn in schedule(scenario, range(1, turns + 1), house=house, events=at_once, choices=plenty):
        for one in turn.arrivals:
            counted = regular if one.source == "regular" else expected
            counted.update(_count([one.figures]))
    wanted = {profile for counter in (start, expected, regular) for profile in counter}
    figures = (
        _needed(book, profile, start, expected, regular) for profile in book.profiles if profile in wanted
    )
    printed("SCN-19")
    return PackingList(
        turns=turns,
        figures=tuple(figures),
        places=tuple(book.places.values()),
        things=tuple(artifact.name for artifact in scenario.artifacts),
        markers=MARKERS,
        setup=setup,
    )


def _count(forces: Iterable[Iterable[Contingent]]) -> Counter[ProfileId]:
    """Figures by profile; where the owner chooses, as many of each are brought."""
    counted = Counter[ProfileId]()
    for force in forces:
        for contingent in force:
            counted.update(dict.fromkeys(contingent.profiles, contingent.count))
    return counted


def _needed(
    book: Book,
    profile: ProfileId,
    start: Counter[ProfileId],
    expected: Counter[ProfileId],
    regular: Counter[ProfileId],
) -> Needed:
    found = book.profiles[profile]
    total = start[profile] + expected[profile] + regular[profile]
    return Needed(
        profile=profile,
        name=found.name,
        start=start[profile],
        expected=expected[profile],
        regular=regular[profile],
        on_foot=total if found.dismounted is not None else 0,
        crew=total * found.crew.size if found.crew else 0,
    )


def by_place(setup: Iterable[Start]) -> dict[PlaceId | None, list[Start]]:
    """The set-up sheet: the forces at each place, in the scenario's order."""
    places: dict[PlaceId | None, list[Start]] = {}
    for force in setup:
        places.setdefault(force.place, []).append(force)
    return places
