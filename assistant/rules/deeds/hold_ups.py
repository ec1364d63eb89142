"""What holds up those on their way: a pass that is closed before them, a lair that nobody passes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.effects.entering import guardian_of
from assistant.rules.effects.weather import blocked, who_may_close
from assistant.rules.kit import Kit
from assistant.rules.moving.reaching import FAR, outset, places_on, turns_of, way_by_map
from assistant.rules.standing import place_name
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

OTHERWISE, THROUGH = "another-way", "that-way"


def held_up(
    kit: Kit, desk: RulesDesk, force: Force, going: Sequence[Figure], places: Iterable[str]
) -> Procedure[PlaceId | None]:
    """PLC-CARADHRAS-01: the first place that they leave, pass or come to where someone stops them."""
    for place in dict.fromkeys((str(force.place), *places)):
        if (yield from blocked(kit, desk, force, going, place)):
            return PlaceId(place)
    return None


def passed_by_word(
    kit: Kit, desk: RulesDesk, force: Force, going: Sequence[Figure], to: PlaceId
) -> Procedure[tuple[PlaceId | None, tuple[str, ...]]]:
    """Where those go through whom nobody measured, if the map leads there and it matters.

    First the place where they must halt, if there is one.
    """
    passed: list[str] = []
    for place in _watched(kit, desk.world, force, going, to):
        keeper = guardian_of(kit, desk.world, force, place)
        rule = "PLC-CIRITHUNGOL-02" if keeper else "PLC-CARADHRAS-01"
        name, goal = place_name(kit, PlaceId(place)), place_name(kit, to)
        why = f"By the map {force.does('goes', 'go')} to {goal} by {name}. Is that the way?"
        seat = seat_for(force.commander)
        if (yield from desk.choose(seat, "by-way", why, (THROUGH, OTHERWISE), asked(rule))) == OTHERWISE:
            continue
        if keeper is not None:
            desk.say(f"Nobody passes {name} without a fight against {keeper.name} ({enforced(rule)}).")
            return PlaceId(place), tuple(passed)
        passed.append(place)
    return None, tuple(passed)


def _watched(kit: Kit, world: World, force: Force, going: Sequence[Figure], to: PlaceId) -> tuple[str, ...]:
    """The places on their way by the map at which someone may stop them."""
    alert = [
        str(one)
        for one in kit.book.places
        if one not in (force.place, to)
        and (guardian_of(kit, world, force, one) or who_may_close(kit, world, force, going, one)[0])
    ]
    begun = outset(kit, world, force, going) if alert else None
    if begun is None or kit.scenario.atlas.sheet_of(to) is None:
        return ()
    try:
        turns = turns_of(kit, begun, FAR) or {}
    except Illegal:
        # Some of them do not move at all; whoever lets them march all the same knows that.
        return ()
    # What is further away than where they go does not lie on their way.
    near = [one for one in alert if turns.get(one, FAR + 1) <= turns.get(to, FAR + 1)]
    by_map = way_by_map(kit, world, force, going, to) if near else None
    return tuple(one for one in places_on(kit, by_map) if one in near)
