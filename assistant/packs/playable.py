"""What a map must keep to be played on: gaps between places and turns of marches, measured."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, PlaceId, ProfileId
from assistant.rules.house import HouseRules
from assistant.rules.moving.rates import Walker
from assistant.rules.moving.routes import journey, kept_at_start
from assistant.rules.moving.travel import Traveller
from assistant.rules.scenario import Scenario
from assistant.table.atlas import Kept
from assistant.table.ground import ground


def unkept(book: Book, scenario: Scenario) -> Iterator[str]:
    """Every condition of the map that does not hold, in a sentence with what was measured."""
    for one in scenario.atlas.kept:
        names = [scenario.place_names.get(PlaceId(place), place) for place in (one.start, one.end)]
        if lost := [place for place in (one.start, one.end) if scenario.atlas.sheet_of(place) is None]:
            yield f"{' and '.join(names)}: {lost[0]!r} lies nowhere on the tables"
            continue
        told = _march(book, scenario, one) if one.who else _gap(scenario, one)
        if told:
            yield f"{' and '.join(names)}: {told}"


def _gap(scenario: Scenario, one: Kept) -> str:
    sheet, other = scenario.atlas.sheet_of(one.start), scenario.atlas.sheet_of(one.end)
    if sheet is None or sheet is not other:
        return ""
    gap = ground(sheet).gap(one.start, one.end)
    return "" if gap >= one.apart else f'{gap / 1000:g}" apart, and {one.apart / 1000:g}" at least are needed'


def _march(book: Book, scenario: Scenario, one: Kept) -> str:
    profile = book.profiles.get(ProfileId(one.who))
    if profile is None:
        return f"there is no profile {one.who!r} to march"
    house = HouseRules(book.house_rules, {})
    rides = profile.starts_mounted or profile.printed_mounted
    walker = Walker(FigureId(one.who), Traveller(profile, rides, house, (profile,)))
    kept = kept_at_start(scenario, house, profile.side)
    way = journey(book, scenario.atlas, (walker,), one.start, one.end, kept).way
    least, most = one.turns
    wanted = f"{least}" if least == most else f"{least} to {most}"
    if way is None:
        return f"no way leads there for {profile.name}, as planned in {wanted}"
    if least <= way.turns <= most:
        return ""
    return f"{profile.name} takes {way.turns} turn{'s' * (way.turns != 1)} instead of {wanted}"
