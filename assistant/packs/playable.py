"""What a map must keep to be played on, measured: gaps, turns of marches, room for armies, sizes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Point
from assistant.rules.book import Book, PlaceId, Profile, ProfileId
from assistant.rules.house import HouseRules
from assistant.rules.measuring import FOOT_MM, base_of
from assistant.rules.moving.rates import Walker
from assistant.rules.moving.routes import going_of, journey, kept_at_start
from assistant.rules.moving.travel import Traveller
from assistant.rules.scenario import Scenario
from assistant.table.atlas import Atlas
from assistant.table.bases import Base
from assistant.table.ground import ground
from assistant.table.kept import Kept, KeptGap, KeptGround, KeptMarch, KeptRoom, KeptSize
from assistant.table.setting_out import in_place
from assistant.table.ways import Way, find_way, spot_near, spots_at

CREW = "crew"
"""In a list of who finds room: one of the crew of a weapon, on foot."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured of something a map must keep: whether it holds, of what, and in words."""

    kept: Kept
    holds: bool
    about: str
    told: str
    is_vital: bool = False
    """Whether there is no game without it: a march that has lost its way, or a start without room."""

    @property
    def sentence(self) -> str:
        """What was measured and, where that is not enough, what goes wrong for it by which rules."""
        rules = f" ({', '.join(self.kept.rules)})" if self.kept.rules else ""
        why = f": {self.kept.why}{rules}" if self.kept.why and not self.holds else ""
        return f"{self.about}: {self.told}{why}"


def requirements(book: Book, scenario: Scenario) -> tuple[Kept, ...]:
    """All that a map is measured by: what its file lists, and room for everyone where they start."""
    return (*scenario.atlas.kept, *_starts(book, scenario))


def unkept(book: Book, scenario: Scenario) -> Iterator[Found]:
    """Everything that does not hold."""
    for one in requirements(book, scenario):
        if (found := measured(book, scenario, one)) and not found.holds:
            yield found


def measured(book: Book, scenario: Scenario, one: Kept) -> Found | None:
    """How something the map must keep stands; nothing for ground, which only fitting can spoil."""
    if isinstance(one, KeptGround):
        return None
    about, places = _about(scenario, one)
    if lost := [place for place in places if scenario.atlas.sheet_of(place) is None]:
        nowhere = _named(scenario, PlaceId(lost[0]))
        return Found(one, False, about, f"{nowhere} lies nowhere on the tables")
    match one:
        case KeptGap():
            return _gap(scenario, one, about)
        case KeptMarch():
            return _march(book, scenario, one, about)
        case KeptRoom():
            return _room(book, scenario, one, about)
        case KeptSize():
            return _size(scenario, one, about)


def _about(scenario: Scenario, one: Kept) -> tuple[str, tuple[str, ...]]:
    """What it is about, in names, and its places."""
    match one:
        case KeptGap() | KeptMarch():
            places: tuple[str, ...] = (one.start, one.end)
        case KeptRoom():
            places = (one.place,)
        case _:
            sheet = scenario.atlas.sheets.get(one.sheet)
            return (sheet.name if sheet else one.sheet), ()
    names = [_named(scenario, PlaceId(place)) for place in places]
    return (" to " if isinstance(one, KeptMarch) else " and ").join(names), places


def _named(scenario: Scenario, place: PlaceId) -> str:
    """A place or a spot as the table calls it."""
    spot = scenario.spots.get(place)
    return scenario.place_names.get(place) or (spot.name if spot else place)


def _gap(scenario: Scenario, one: KeptGap, about: str) -> Found:
    sheet, other = scenario.atlas.sheet_of(one.start), scenario.atlas.sheet_of(one.end)
    if sheet is None or sheet is not other:
        return Found(one, True, about, "on different tables")
    gap = ground(sheet).gap(one.start, one.end)
    needed = "" if gap >= one.apart else f', and {one.apart / 1000:g}" at least are needed'
    return Found(one, gap >= one.apart, about, f'{gap / 1000:g}" apart{needed}')


def _march(book: Book, scenario: Scenario, one: KeptMarch, about: str) -> Found:
    company = company_of(book, one)
    if not company:
        return Found(one, False, about, f"there is nobody called {', '.join(one.who)!r} to march")
    least, most = one.turns
    wanted = f"{least}" if least == most else f"{least} to {most}"
    whose = " and ".join(profile.name for profile in company)
    way = way_of(book, scenario, one, company)
    if way is None:
        told = f"no way leads there for {whose}, as planned in {wanted}"
        return Found(one, False, about, told, is_vital=True)
    holds = least <= way.turns <= most
    instead = "" if holds else f" instead of {wanted}"
    from_edge = " from its edge" if one.is_from_edge else ""
    turns = f"{way.turns} turn{'s' * (way.turns != 1)}"
    told = f"{whose} take{'s' * (len(company) == 1)} {turns}{from_edge}{instead}"
    return Found(one, holds, about, told)


def company_of(book: Book, one: KeptMarch) -> tuple[Profile, ...]:
    """Who marches; nobody if one of them does not exist."""
    company = [book.profiles.get(ProfileId(who)) for who in one.who]
    found = tuple(profile for profile in company if profile)
    return found if len(found) == len(company) else ()


def way_of(book: Book, scenario: Scenario, one: KeptMarch, company: Sequence[Profile]) -> Way | None:
    """The way of a march as a company goes it that meets nobody, as everyone stands at the start."""
    house = HouseRules(book.house_rules, {})
    walkers = [
        Walker(
            FigureId(str(who.id)),
            Traveller(who, who.starts_mounted or who.printed_mounted, house, tuple(company)),
        )
        for who in company
    ]
    atlas = scenario.atlas
    if one.through:
        return _through(book, atlas, walkers, one)
    kept = kept_at_start(scenario, house, company[0].side)
    if one.is_from_edge:
        rim, end = (spots_at(atlas, place, touching=True) for place in (one.start, one.end))
        return find_way(atlas, going_of(book, atlas, walkers, kept)[0], rim, end)
    return journey(book, atlas, walkers, one.start, one.end, kept).way


def _through(book: Book, atlas: Atlas, walkers: Sequence[Walker], one: KeptMarch) -> Way | None:
    """From gate to gate of an inset that is a map by itself."""
    ends = [_gate(atlas, place, one.through) for place in (one.start, one.end)]
    inset = Atlas({one.through: atlas.sheets[one.through]})
    if None in ends:
        return None
    start, end = (spot_near(inset, one.through, gate) for gate in ends if gate is not None)
    return find_way(inset, going_of(book, inset, walkers, ())[0], [start], [end])


def _gate(atlas: Atlas, place: str, inset: str) -> Point | None:
    """Where one comes into an inset from a place: by the link that lies nearest to it."""
    sheet = atlas.sheet_of(place)
    ways = [link for link in atlas.links_from(sheet.id) if link.to == inset] if sheet else []
    return (
        min(ways, key=lambda link: ground(sheet).gap_to(link.start, place)).to_start
        if sheet and ways
        else None
    )


def _room(book: Book, scenario: Scenario, one: KeptRoom, about: str) -> Found:
    sheet = scenario.atlas.sheet_of(one.place)
    assert sheet is not None
    bases = [base for who, count in one.who for base in [_base(book, who)] * count]
    land = ground(sheet)
    found = in_place(land, one.place, bases, ()) or []
    spots = [spot for spot in found if not one.is_inside or one.place in land.places_at(spot)]
    lost = len(bases) - len(spots)
    told = f"room for {len(bases)}" if not lost else f"no room for {lost} of {len(bases)} figures"
    # Of some who stand beside their home one is warned; without room there either nobody can play.
    return Found(one, not lost, about, told, is_vital=one.is_start and not found)


def _base(book: Book, who: str) -> Base:
    profile = book.profiles.get(ProfileId(who))
    return (
        base_of(profile, profile.starts_mounted or profile.printed_mounted) if profile else Base.of(FOOT_MM)
    )


def _starts(book: Book, scenario: Scenario) -> Iterator[KeptRoom]:
    """Everyone who starts somewhere has room inside, the crews of weapons too."""
    homes: dict[str, Counter[str]] = defaultdict(Counter)
    for start in scenario.starts:
        for figures in start.figures if start.place is not None else ():
            profile = book.profiles[figures.profiles[0]]
            homes[str(start.place)][str(profile.id)] += figures.count
            if profile.crew:
                homes[str(start.place)][CREW] += profile.crew.size
    for place, who in homes.items():
        if scenario.atlas.sheet_of(place) is not None:
            yield KeptRoom(
                place, tuple(who.items()), is_inside=True, is_start=True,
                why="not all who start there could stand there",
            )  # fmt: skip


def _size(scenario: Scenario, one: KeptSize, about: str) -> Found:
    sheet = scenario.atlas.sheets.get(one.sheet)
    if sheet is None:
        return Found(one, False, about, "there is no such table")
    holds = sheet.width >= one.width and sheet.height >= one.height
    told = f'{sheet.width / 1000:g}" by {sheet.height / 1000:g}"'
    needed = "" if holds else f', and {one.width / 1000:g}" by {one.height / 1000:g}" at least are needed'
    return Found(one, holds, about, told + needed)
