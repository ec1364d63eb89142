"""PLC-LOTHLORIEN-05, PLC-LOTHLORIEN-06: boats that carry characters down a river from a haven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.inches import Mil, Point
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place, PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.placing import about, put, set_out_again
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.stillness import why_held
from assistant.rules.kit import Kit
from assistant.rules.march.facts import FiguresPlaced, ForceMoved
from assistant.rules.measuring import is_measured
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import members, place_name, side_of
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.war import Force
from assistant.rules.world import World
from assistant.table.banks import bank_near

STAY, GO = "stay", "by boat"
AFLOAT, ASHORE, MEASURED = "afloat", "ashore", "afloat, measured"
NEEDS = "depends-on"


def _key(force: Force) -> str:
    return f"{force.id} boats"


@upkeep("river-boats", "Boats down the river", phase="movement", trait="boats")
class RiverBoats(Upkeep):
    """PLC-LOTHLORIEN-05: after a turn there characters take boats, and land on the next."""

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        for force in world.war.forces.values():
            there = members(world, force)
            if not there or max(force.moved, force.regrouping, force.halted) >= world.war.turn:
                continue
            if force.inside == place.id and self._may_board(kit, world, force, place, given):
                yield self._reminder(world, force, f"{force.name} may take boats down the river", place)
            elif force.inside == given["river"] and _is_afloat(world, force):
                yield self._reminder(world, force, f"{force.does('comes', 'come')} down the river", place)

    def _reminder(self, world: World, force: Force, title: str, place: Place) -> Reminder:
        return self.each_turn(
            world,
            force.id,
            title=title,
            commander=force.commander,
            rules=rules("PLC-LOTHLORIEN-05"),
            figures=force.figures,
            place=place.id,
        )

    def _may_board(self, kit: Kit, world: World, force: Force, place: Place, given: Params) -> bool:
        """Those of the side and kind, after so many full turns there, while its lady is."""
        there = members(world, force)
        if side_of(kit, world, force) != given["side"]:
            return False
        if not all(kit.book.profiles[one.profile].kind == given["kind"] for one in there):
            return False
        came = max(force.moved, *(world.war.since.get(one.id, 0) for one in there))
        # Who enters may leave so: those who live there never came, and whoever is held does not go.
        if not came or world.war.turn - came <= int(given["after_turns"]) or not _is_blessed(world, place):
            return False
        return why_held(kit, world, force) is None

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = desk.world.war.force_of(reminder.figures[0])
        assert force is not None
        place = kit.book.places[reminder.here]
        given: Params = next(dict(one.params) for one in place.traits if one.name == self.trait)
        if force.place == place.id:
            yield from self._board(kit, desk, force, given)
        else:
            yield from self._land(kit, desk, force, given)

    def _board(self, kit: Kit, desk: RulesDesk, force: Force, given: Params) -> Procedure[None]:
        river = PlaceId(str(given["river"]))
        far = f'{given["inches"]}" a turn, not past {place_name(kit, PlaceId(str(given["not_past"])))}'
        why = f"{force.name} may go down {place_name(kit, river)} by boat, {far}; it takes their move."
        if (yield from self._choose(desk, force, "boats", why, (STAY, GO))) == STAY:
            return
        how = MEASURED if is_measured(desk.world, force) else AFLOAT
        bank = self._bank(kit, desk.world, force, river) if how == MEASURED else None
        desk.record(ForceMoved(force.id, river, desk.world.war.turn))
        desk.record(ChoiceMade(_key(force), how, desk.world.war.turn))
        if how == MEASURED:
            self._moor(kit, desk, force, bank)
        desk.say(f"{force.does('is', 'are')} on the water, {far} ({enforced('PLC-LOTHLORIEN-05')}).")

    def _bank(self, kit: Kit, world: World, force: Force, river: PlaceId) -> tuple[str, Point] | None:
        """Where the boats are drawn up for the night: on the bank that they come to."""
        spot = world.war.spots[members(world, force)[0].id]
        return bank_near(kit.scenario.atlas, river, spot.table, Point(Mil(spot.x), Mil(spot.y)))

    def _moor(self, kit: Kit, desk: RulesDesk, force: Force, bank: tuple[str, Point] | None) -> None:
        """They stand beside the water; where the map has no such bank, only their place is known."""
        moored = desk.world.war.forces[force.id]
        try:
            spots = about(kit, desk.world, moored, *bank) if bank else None
        except Illegal:
            spots = None
        if spots is None or bank is None:
            desk.record(FiguresPlaced(force.figures, "", ()))
        else:
            put(desk, members(desk.world, moored), bank[0], spots)

    def _land(self, kit: Kit, desk: RulesDesk, force: Force, given: Params) -> Procedure[None]:
        shores = str(given["lands"]).split()
        why = f"{force.does('comes', 'come')} down the river: where do they land?"
        where = yield from self._choose(desk, force, "landing", why, (STAY, *shores))
        if where == STAY:
            return
        was = desk.world.war.choices[_key(force)].value
        desk.record(ForceMoved(force.id, PlaceId(where), desk.world.war.turn))
        desk.record(ChoiceMade(_key(force), ASHORE, desk.world.war.turn))
        if was == MEASURED:
            set_out_again(kit, desk, force.id)
        shore = place_name(kit, PlaceId(where))
        desk.say(f"{force.does('lands', 'land')} at {shore} ({enforced('PLC-LOTHLORIEN-05')}).")

    def _choose(
        self, desk: RulesDesk, force: Force, purpose: str, why: str, options: Sequence[str]
    ) -> Procedure[str]:
        rule = asked("PLC-LOTHLORIEN-05")
        return (yield from desk.choose(seat_for(force.commander), purpose, why, tuple(options), rule))


def _is_afloat(world: World, force: Force) -> bool:
    said = world.war.choices.get(_key(force))
    return said is not None and said.value != ASHORE and said.turn < world.war.turn


def _is_blessed(world: World, place: Place) -> bool:
    """PLC-LOTHLORIEN-06: whether everyone on whom a place depends is there, and not slain."""
    needed = {str(dict(one.params)["who"]) for one in place.traits if one.name == NEEDS}
    there = {str(one.profile) for force in world.war.within(place.id) for one in members(world, force)}
    if needed:
        enforced("PLC-LOTHLORIEN-06")
    return needed <= there
