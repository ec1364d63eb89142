"""Where a force may march to, sorted by how far the map says it is: told before anybody chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from assistant.campaign.playing import Table
from assistant.kernel.errors import Illegal
from assistant.rules.book import PlaceId
from assistant.rules.deeds.stillness import going_of
from assistant.rules.effects.hooks import Reason
from assistant.rules.game import RingOfPower
from assistant.rules.measuring import is_measured
from assistant.rules.moving.reaching import FAR, Outset, deaths_of, outset, too_far, turns_of
from assistant.rules.retreats import is_open_water
from assistant.rules.scenario import Scenario
from assistant.rules.war import Force, ForceId
from assistant.table.atlas import Atlas
from assistant.table.ways import spots_at

ALL_THE_SAME = "March there only if your table measures otherwise."
NOT_SO_FAR = "They are measured, so only the game master can let them."


@dataclass(frozen=True, slots=True)
class Range:
    """Places that are equally far, and what to say to somebody who would march there now."""

    label: str
    places: tuple[tuple[PlaceId, str], ...]
    warning: str = ""
    told: str = ""
    """How far that is, said beside each name: a closed list shows no labels."""


def ranges(here: Table, force: Force) -> tuple[Range, ...]:
    """MOV-01: everywhere a force may march, nearest first; without a map by name."""
    named = [
        one
        for one in destinations(here.kit.scenario)
        if (one[0] != force.place or force.afield) and not is_open_water(here.kit, one[0])
    ]
    known = _known(here, force)
    if known.turns is None:
        return (Range("", tuple(named)),)
    advice = NOT_SO_FAR if is_measured(here.world, force) else ALL_THE_SAME
    safe = [one for one in named if one[0] not in known.deaths]
    found = (*_sorted(here.kit.scenario, safe, known.turns, advice), *_deadly(named, known, advice))
    return tuple(one for one in found if one.places)


def _deadly(named: list[tuple[PlaceId, str]], known: Known, advice: str) -> Iterator[Range]:
    """PLC-PATHSOFTHEDEAD-02: where they would die comes last, each place with the reason."""
    turns = known.turns or {}
    for place, name in named:
        if (why := known.deaths.get(place)) is not None:
            far = turns.get(place, FAR + 1)
            off = f" {too_far(turns.get(place))} {advice}" if far > 1 else ""
            yield Range("Death to them", ((place, name),), f"Mind: {name} is death to them: {why}.{off}")


def _sorted(
    scenario: Scenario, named: list[tuple[PlaceId, str]], turns: Mapping[str, int], advice: str
) -> Iterator[Range]:
    def at(*wanted: int) -> tuple[tuple[PlaceId, str], ...]:
        return tuple(one for one in named if turns.get(one[0]) in wanted)

    yield Range("Within this turn's move", at(0, 1))
    for number in range(2, FAR + 1):
        yield Range(
            f"{number} turns away",
            at(number),
            f"{too_far(number)} {advice}",
            f"{number} turns",
        )
    far = [one for one in named if one[0] not in turns]
    off = [one for one in far if scenario.atlas.sheet_of(one[0]) is None]
    yield Range(
        "Farther, or no way there",
        tuple(one for one in far if one not in off),
        f"{too_far(None)} {advice}",
    )
    yield Range("Not on the map", tuple(off), "The map does not know how far that is: measure on the table.")


@dataclass(frozen=True, slots=True)
class Known:
    """What the map knows of a force's marches: the turns to all that is near, and where it would die."""

    turns: Mapping[str, int] | None = None
    deaths: Mapping[str, Reason] = field(default_factory=dict)


def _known(here: Table, force: Force) -> Known:
    """How many turns everything is away, from where they stand; no turns where nobody can say."""
    begun = outset(here.kit, here.world, force, going_of(here.kit, here.world, force))
    if begun is None:
        return Known()
    asked = (begun, here.kit.book.places)
    kept = _kept.get((here.campaign.id, force.id))
    if kept is not None and kept[0][0] == begun and kept[0][1] is here.kit.book.places:
        return kept[1]
    try:
        found = Known(turns_of(here.kit, begun, FAR), deaths_of(here.kit, begun))
    except Illegal:
        # Some of them do not move at all; the march itself says who.
        found = Known()
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
    _kept[here.campaign.id, force.id] = asked, found
    return found


# Every deed of anybody makes every phone ask again, and hardly any changes how far this force goes.
_kept: dict[tuple[str, ForceId], tuple[tuple[Outset, object], Known]] = {}
MOST_KEPT = 1024


def destinations(scenario: Scenario) -> tuple[tuple[PlaceId, str], ...]:
    """Every place that one can march to, by name; "anywhere west of the mountains" is none."""
    named = (
        (place, name)
        for place, name in scenario.place_names.items()
        if place not in scenario.spots or _is_somewhere(scenario.atlas, place)
    )
    return tuple(sorted(named, key=lambda one: one[1]))


def _is_somewhere(atlas: Atlas, place: PlaceId) -> bool:
    sheet = atlas.sheet_of(place)
    return sheet is not None and sheet.footprints[place].at is not None


def survey(game: RingOfPower, is_over: Callable[[], bool]) -> None:
    """Read the tables beforehand, so that the first phone to ask does not wait for it."""
    atlas = game.scenario.atlas
    for place, _ in destinations(game.scenario):
        if is_over():
            return
        spots_at(atlas, place, touching=True)
