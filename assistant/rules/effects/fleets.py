"""NAV-04: who came by sea may put to sea again, and land elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.evidence import asked
from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.inches import Mil, Point
from assistant.kernel.procedure import Procedure
from assistant.rules import scenario
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.placing import set_out_again
from assistant.rules.deeds.recruiting import form, seat_for
from assistant.rules.kit import Kit
from assistant.rules.landing import landings
from assistant.rules.march.facts import ForceMoved
from assistant.rules.measuring import is_measured, pinned_by_measure
from assistant.rules.reminders import Reminder, Upkeep, upkeep
from assistant.rules.standing import members, where_at
from assistant.rules.war import Force, Spot
from assistant.rules.world import Figure, World
from assistant.table.ground import ground

STAY = "stay"
ABOARD = 3000
"""NAV-04: within three inches of a boat."""


@upkeep("boats", "Fleets put to sea again", phase="movement")
class Boats(Upkeep):
    """NAV-04: with boat models, who came by sea and stands within 3 inches of one may land elsewhere."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        sailors, shores = self._sailors(kit), self._shores(kit, world)
        for force in world.war.forces.values():
            if max(force.moved, force.regrouping) >= world.war.turn:
                continue
            if not any(force.place in shore for shore in shores):
                continue
            came = [one for one in members(world, force) if one.profile in sailors and one.condition == "fit"]
            able = self._beside_boats(kit, world, force, came)
            if not able:
                continue
            yield self.each_turn(
                world,
                force.id,
                title=f"{force.name} may put to sea again",
                commander=force.commander,
                rules=(RuleId("NAV-04"),),
                figures=tuple(able),
                given={"force": force.id},
                note="Only with boat models, and only figures within 3 inches of one; it takes their move.",
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = next(one for one in desk.world.war.forces.values() if one.id == reminder.word("force"))
        shore = next(one for one in self._shores(kit, desk.world) if force.place in one)
        options = (STAY, *(one for one in shore if one != force.place))
        why = f"{reminder.title}: where do they land? It takes their whole move."
        rule = asked("NAV-04")
        answer = yield from desk.choose(seat_for(reminder.commander), "landing", why, options, rule)
        if answer == STAY:
            return
        was_measured = is_measured(desk.world, force)
        fleet = force.id
        if len(reminder.figures) < len(members(desk.world, force)):
            fleet = form(kit, desk, force.commander, force.place, reminder.figures)
        desk.record(ForceMoved(fleet, PlaceId(answer), desk.world.war.turn))
        if was_measured:
            set_out_again(kit, desk, fleet)
        landed = desk.world.war.forces[fleet]
        desk.say(f"{landed.does('lands', 'land')} {where_at(kit, PlaceId(answer))} ({rule}).")

    def _beside_boats(
        self, kit: Kit, world: World, force: Force, came: Sequence[Figure]
    ) -> tuple[FigureId, ...]:
        """Who may go aboard: nobody who has met an enemy; by measure those near water that ships sail."""
        if world.war.contact_of(force.id) is not None or pinned_by_measure(kit, world, force, came):
            return ()
        return tuple(one.id for one in came if self._is_by_the_water(kit, world.war.spots.get(one.id)))

    def _is_by_the_water(self, kit: Kit, spot: Spot | None) -> bool:
        """Boats lie at the shore: whoever is within 3 inches of one is that near to water, or nearer."""
        sheet = kit.scenario.atlas.sheets.get(spot.table) if spot else None
        if spot is None or sheet is None:
            return True
        gap = ground(sheet).gap_to_ships(Point(Mil(spot.x), Mil(spot.y)))
        return gap is not None and gap <= ABOARD

    def _sailors(self, kit: Kit) -> frozenset[str]:
        """Who comes by sea in this scenario."""
        return frozenset(
            profile
            for arrival in kit.scenario.arrivals
            if any(kit.scenario.spots[one].lands for one in arrival.places if one in kit.scenario.spots)
            for each in arrival.figures
            for profile in each.profiles
        )

    def _shores(self, kit: Kit, world: World) -> tuple[tuple[PlaceId, ...], ...]:
        """For each sea all places to land: a fleet that lies at one of them may go to the others."""
        house = kit.house(world)
        seas = (landings(one, house, lambda port: world.war.holder(port) == "evil") for one in _seas(kit))
        return tuple(filter(None, seas))


def _seas(kit: Kit) -> Iterator[scenario.Spot]:
    return (spot for spot in kit.scenario.spots.values() if spot.lands)
