"""AMB-068: whom a company may meet by chance on the road, and who may come to its help."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, Contingent
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.companies import company_of
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.coming_upon import known, set_upon
from assistant.rules.deeds.recruiting import NOBODY, enlist, form, seat_for
from assistant.rules.effects.entering import GUARDIAN
from assistant.rules.kit import Kit
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.names import name_of
from assistant.rules.numbering import new_contact
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.scenario import Thing
from assistant.rules.standing import is_on_table, members, where_at
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.wording import counted, many
from assistant.rules.world import Figure, World
from assistant.table.ground import ground

TRAIT = "met-at-random"
NOTHING, MET = "nothing", "met"
STAY, HELP = "stay", "help"
MIL = 1000


@upkeep("encountering", "Chance meetings", phase="movement", thing=TRAIT)
class Encountering(Upkeep):
    """AMB-068: by the reading with encounters, those of a company who have moved where others roam."""

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        enforced("AMB-068")
        if kit.house(world)["AMB-068"] != "encounters":
            return
        roamed = str(given["at"]).split()
        for force in world.war.forces.values():
            haunt = _haunt(kit, world, force)
            is_out = force.inside in roamed or haunt is not None
            if not is_out or force.moved != world.war.turn or world.war.contact_of(force.id):
                continue
            if any(company_of(kit, world, one) for one in members(world, force)):
                whom = haunt.name if haunt else _kind(kit, given)
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{force.name} may meet {whom} {where_at(kit, force.place)}",
                    commander=None,
                    rules=rules("PPL-RUFFIANS-03", "AMB-068"),
                    figures=force.figures,
                    given={"people": thing.id},
                    note="No table is printed, so the game master says whether they do.",
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = desk.world.war.force_of(reminder.figures[0])
        assert force is not None
        given = _given(kit, reminder.word("people"))
        rule, why = asked("PPL-RUFFIANS-03"), f"{reminder.title}: do they?"
        if (yield from desk.choose(NOBODY, self.name, why, (NOTHING, MET), rule)) == NOTHING:
            desk.title = f"{force.does('meets', 'meet')} nobody"
            desk.say(f"{desk.title}.")
            return
        if (haunt := _haunt(kit, desk.world, force)) is not None:
            set_upon(desk, haunt.id, force.id, f"whoever is met there is {haunt.name}")
            desk.title = f"{force.does('meets', 'meet')} {haunt.name} {where_at(kit, force.place)}"
            desk.say(f"{desk.title}: they fight this turn ({enforced('PLC-MORIA-06')}).")
            return
        ask = f"How many {_kind(kit, given)} are there?"
        (face,) = yield from desk.roll(NOBODY, "numbers", ask, [Die(reminder.figures[0])], rule)
        foes = self._foes(kit, desk, force.place, given, face)
        helped = yield from self._helped(kit, desk, force, given)
        war = desk.world.war
        met = Contact(new_contact(war.met, war.turn), (force.id, *helped), (foes,), force.place, war.turn)
        desk.record(ForcesMet(met))
        number = counted(kit.book.profiles[ProfileId(str(given["profile"]))], face)
        desk.title = f"{force.does('meets', 'meet')} {number} {where_at(kit, force.place)}"
        desk.say(f"{desk.title}: they fight this turn ({enforced('PPL-RUFFIANS-03')}).")

    def _foes(self, kit: Kit, desk: RulesDesk, place: PlaceId, given: Params, number: int) -> ForceId:
        """They are led by their master where somebody plays him, and by the game master where nobody does."""
        master = CommanderId(str(given["under"]))
        owner = master if desk.world.war.seat_of(master) else None
        contingent = Contingent((ProfileId(str(given["profile"])),), number)
        return form(kit, desk, owner, place, enlist(kit, desk, owner, [contingent]))

    def _helped(
        self, kit: Kit, desk: RulesDesk, force: Force, given: Params
    ) -> Procedure[tuple[ForceId, ...]]:
        """PPL-GILDOR-01: a friend who stands elsewhere may come to their help, if he is free to."""
        friend = desk.world.figures.get(FigureId(str(given["helper"])))
        home = desk.world.war.force_of(friend.id) if friend else None
        if friend is None or home is None or not _is_free(desk.world, friend, home) or home.id == force.id:
            return ()
        who, rule = name_of(kit, desk.world, friend), asked("PPL-GILDOR-01")
        met = f"{force.does('has', 'have')} met enemies {where_at(kit, force.place)}"
        why = f"{met}: does {who} come to help?"
        if (yield from desk.choose(seat_for(home.commander), self.name, why, (STAY, HELP), rule)) == STAY:
            return ()
        desk.say(f"{who} comes to their help ({enforced('PPL-GILDOR-01')}).")
        return (form(kit, desk, home.commander, force.place, (friend.id,)),)


def _haunt(kit: Kit, world: World, force: Force) -> Force | None:
    """PLC-MORIA-06: the guardian of a place nearby whom one meets there instead of anybody else."""
    for place in kit.book.places.values():
        for given in (dict(one.params) for one in place.traits if one.name == GUARDIAN):
            inches = int(given.get("encounters_inches", 0))
            if inches and _is_near(kit, world, force, place.id, inches):
                keeper = known(world, str(given["profile"]))
                return world.war.force_of(keeper.id) if keeper and is_on_table(keeper) else None
    return None


def _is_near(kit: Kit, world: World, force: Force, place: PlaceId, inches: int) -> bool:
    """By measuring, or by the name of the place where nobody has measured."""
    spots = [spot for one in force.figures if (spot := world.war.spots.get(one)) is not None]
    sheet = kit.scenario.atlas.sheet_of(place)
    if not spots or sheet is None:
        return force.place == place
    here = [Point(Mil(one.x), Mil(one.y)) for one in spots if one.table == sheet.id]
    return any(ground(sheet).gap_to(at, place) <= inches * MIL for at in here)


def _is_free(world: World, friend: Figure, home: Force) -> bool:
    """Fit, and in no fight of his own this turn."""
    is_busy = world.war.contact_of(home.id) is not None or home.fought == world.war.turn
    return friend.condition == "fit" and not friend.regrouping and not is_busy


def _given(kit: Kit, thing: str) -> Params:
    found = (trait for one in kit.scenario.peoples if one.id == thing for trait in one.traits)
    return next(dict(trait.params) for trait in found if trait.name == TRAIT)


def _kind(kit: Kit, given: Params) -> str:
    return many(kit.book.profiles[ProfileId(str(given["profile"]))])
