"""What to bring to a game: every model that can come to the table, terrain, markers, and the set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from assistant.kernel.evidence import printed
from assistant.rules.arrivals import Contingent, EventId, in_force
from assistant.rules.book import Book, Place, PlaceId, Profile, ProfileId
from assistant.rules.house import HouseRules, place_under, profile_under
from assistant.rules.scenario import MarkedThing, Marker, Scenario, Start
from assistant.rules.schedule import Choice, schedule
from assistant.rules.starts import starts


@dataclass(frozen=True, slots=True)
class Needed:
    """A figure: how many at most, from where they come, and in which models.

    Start, on schedule or by events, regularly, and by rules of places and powers. Whoever rides is brought
    `mounted` and `on_foot`; who starts on foot only so. `special` are models on a mount of another kind.
    """

    profile: ProfileId
    name: str
    start: int
    expected: int
    regular: int
    called: int
    mounted: int
    on_foot: int
    special: Mapping[str, int]
    crew: int
    stands_for: tuple[str, ...]

    @property
    def total(self) -> int:
        """The most that can be on the table at once: all there can be, if nobody falls."""
        return self.start + self.expected + self.regular + self.called

    @property
    def models(self) -> int:
        """All models of it, with those on foot or mounted that replace another."""
        ridden = self.mounted + self.on_foot if self.mounted else self.total
        return ridden + sum(self.special.values()) + self.crew


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of terrain: a place, and what it needs."""

    place: Place
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkersNeeded:
    """So many of a marker."""

    marker: Marker
    number: int


@dataclass(frozen=True, slots=True)
class PackingList:
    """Everything to bring, and the set-up sheet place by place."""

    turns: int
    figures: tuple[Needed, ...]
    terrain: tuple[Piece, ...]
    artifacts: tuple[str, ...]
    gear: Mapping[str, int]
    markers: tuple[MarkersNeeded, ...]
    setup: tuple[Start, ...]


@dataclass(slots=True)
class _Tally:
    """Figures as they are counted, by where they come from and in which models."""

    book: Book
    start: Counter[ProfileId] = field(default_factory=Counter)
    expected: Counter[ProfileId] = field(default_factory=Counter)
    regular: Counter[ProfileId] = field(default_factory=Counter)
    called: Counter[ProfileId] = field(default_factory=Counter)
    mounted: Counter[ProfileId] = field(default_factory=Counter)
    on_foot: Counter[ProfileId] = field(default_factory=Counter)
    special: dict[ProfileId, Counter[str]] = field(default_factory=dict)
    gear: Counter[str] = field(default_factory=Counter)

    def add(self, counter: Counter[ProfileId], figures: Iterable[Contingent]) -> None:
        """So many more of each; where the owner chooses between figures, as many of either."""
        for one in figures:
            for thing in one.carries:
                # CON-055: two engineers serve one bomb.
                self.gear[thing] += -(-one.count // self.book.carriers.get(thing, 1))
            for profile in one.profiles:
                counter[profile] += one.count
                self.on_foot[profile] += one.count
                if self._rides(self.book.profiles[profile], one):
                    self.mounted[profile] += one.count

    def _rides(self, profile: Profile, one: Contingent) -> bool:
        """A figure that can ride does, unless it comes on foot."""
        return profile.starts_mounted or profile.printed_mounted if one.mounted is None else one.mounted

    def add_versions(self, figures: Iterable[Contingent]) -> None:
        """Other models of figures that are counted already."""
        for one in figures:
            for profile in one.profiles:
                if one.mounted:
                    self.mounted[profile] = max(self.mounted[profile], one.count)

    def may_mount(self, riders: Iterable[ProfileId], mount: str) -> None:
        for profile in riders:
            self.special.setdefault(profile, Counter())[mount or "another mount"] = 1

    @property
    def profiles(self) -> set[ProfileId]:
        return {*self.start, *self.expected, *self.regular, *self.called}


def packing_list(scenario: Scenario, book: Book, house: HouseRules, turns: int) -> PackingList:
    """SCN-19: enough for all wars declared on the first turn, so that nothing can be missing on the day."""
    setup = starts(scenario, house=house)
    tally = _Tally(book)
    for force in setup:
        tally.add(tally.start, force.figures)
    _add_arrivals(tally, scenario, house, turns)
    for called in in_force(scenario.called, house):
        if called.version:
            tally.add_versions(called.figures)
        else:
            tally.add(tally.called, called.figures)
    figures = tuple(
        _needed(tally, profile, house) for profile in book.profiles.values() if _has_model(tally, profile)
    )
    places = [place_under(house, place) for place in book.places.values()]
    printed("SCN-19")
    return PackingList(
        turns=turns,
        figures=figures,
        terrain=tuple(map(_piece, places)),
        artifacts=tuple(artifact.name for artifact in scenario.artifacts),
        gear=_plain_gear(tally, scenario),
        markers=tuple(_markers(scenario, book, figures, places)),
        setup=setup,
    )


def _add_arrivals(tally: _Tally, scenario: Scenario, house: HouseRules, turns: int) -> None:
    """All that can come in so many turns; what one course of the game would stop comes in another."""
    at_once: dict[EventId, int] = dict.fromkeys(scenario.events, 1)
    plenty = {supply.key: Choice(supply.full) for supply in scenario.supplies}
    instead: set[ProfileId] = set()
    for turn in schedule(scenario, range(1, turns + 1), house=house, events=at_once, choices=plenty):
        for one in turn.arrivals:
            tally.add(tally.regular if one.source == "regular" else tally.expected, one.figures)
            tally.may_mount(one.may_mount, one.mount)
            instead.update(one.instead)
    # What may come in place of another figure does so only while there is none: one is enough.
    for profile in sorted(instead - tally.profiles):
        tally.add(tally.expected, [Contingent((profile,))])


def _has_model(tally: _Tally, profile: Profile) -> bool:
    """Whether it is brought as itself: not where another model stands for it."""
    return profile.id in tally.profiles and (profile.model is None or profile.model not in tally.profiles)


def _needed(tally: _Tally, profile: Profile, house: HouseRules) -> Needed:
    one = profile.id
    crew = profile_under(house, profile).crew
    total = tally.start[one] + tally.expected[one] + tally.regular[one] + tally.called[one]
    return Needed(
        profile=one,
        name=profile.name,
        start=tally.start[one],
        expected=tally.expected[one],
        regular=tally.regular[one],
        called=tally.called[one],
        mounted=tally.mounted[one],
        on_foot=tally.on_foot[one] if tally.mounted[one] else 0,
        special=dict(tally.special.get(one, {})),
        crew=total * crew.size if crew else 0,
        stands_for=tuple(
            other.name
            for other in tally.book.profiles.values()
            if other.model == one and other.id in tally.profiles
        ),
    )


def _plain_gear(tally: _Tally, scenario: Scenario) -> dict[str, int]:
    """What figures carry that is not on the list of artifacts, neither itself nor as one of its sort."""
    listed = [artifact.id for artifact in scenario.artifacts]
    return {
        thing: count
        for thing, count in tally.gear.items()
        if not any(one == thing or one.startswith(f"{thing}-") for one in listed)
    }


def _piece(place: Place) -> Piece:
    """What a place needs on the table, as far as its rules tell."""
    parts = ["walls"] if place.is_fortress else []
    if place.has_tower:
        parts.append(f"tower with room for {place.tower_room} figures" if place.tower_room else "tower")
    parts += [str(ground) for trait in place.traits for key, ground in trait.params if key == "terrain"]
    return Piece(place, tuple(dict.fromkeys(parts)))


def _markers(
    scenario: Scenario, book: Book, figures: Iterable[Needed], places: Iterable[Place]
) -> Iterable[MarkersNeeded]:
    """As many of each marker as there are figures, bases or wars it is for."""
    brought = [(book.profiles[one.profile], one.total) for one in figures]
    each: dict[MarkedThing, int] = {
        "good-character": sum(
            count for profile, count in brought if profile.is_character and profile.side == "good"
        ),
        "base": len({place for one in scenario.conquests for place in (*one.all_of, *one.any_of)}),
        "fortress": sum(place.is_fortress for place in places),
        "war": sum(bool(event.declared_by) for event in scenario.events.values()),
    }
    for marker in scenario.markers:
        times = each[marker.each] if marker.each else 1
        if marker.ability:
            able = [count for profile, count in brought if marker.ability in _abilities(profile)]
            times = sum(able)
        yield MarkersNeeded(marker, marker.number * times)


def _abilities(profile: Profile) -> set[str]:
    return {trait.name for trait in profile.traits}


def by_place(setup: Iterable[Start]) -> dict[PlaceId | None, list[Start]]:
    """The set-up sheet: the forces at each place, in the scenario's order."""
    places: dict[PlaceId | None, list[Start]] = {}
    for force in setup:
        places.setdefault(force.place, []).append(force)
    return places
