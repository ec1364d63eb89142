"""Persons who hold others where they are, by counsel, voice or despair; those who never part, or depart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.coming_upon import known, part
from assistant.rules.deeds.recruiting import form, seat_for
from assistant.rules.effects.campaign_powers import CampaignPower, Numbers, campaign_power
from assistant.rules.effects.hooks import Reason
from assistant.rules.fight.facts import Suffered
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved, ForcesMarked
from assistant.rules.names import name_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.scenario import Power, Thing
from assistant.rules.standing import forces_of, is_on_table, members, place_name, side_of, where_at
from assistant.rules.sways import Case, Sway, sway
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

COUNSEL, MIND, NEVER_PART = "counsel", "holds-a-mind", "never-part"
HOLD = "hold"


def _at_table(world: World, profile: object) -> Figure | None:
    figure = known(world, str(profile))
    return figure if figure is not None and is_on_table(figure) else None


def _place(world: World, figure: Figure | None) -> PlaceId | None:
    force = world.war.force_of(figure.id) if figure else None
    return force.inside if force else None


# ---- an evil counsellor --------------------------------------------------------------------------------


def _counsels(world: World, given: Params) -> bool:
    """PPL-GRIMA-01: whether he is at his lord's side, in the place where he has his ear."""
    who, lord = _at_table(world, given["who"]), _at_table(world, given["beside"])
    return _place(world, who) == _place(world, lord) == given["place"]


@sway(COUNSEL)
class Counsel(Sway):
    """PPL-GRIMA-01, PPL-GRIMA-04, PPL-GRIMA-05: whom he keeps where they are, and where he has to be."""

    def stays(self, case: Case, force: Force, going: Sequence[Figure]) -> Reason | None:
        profiles = {str(one.profile) for one in going}
        who, lord, world = case.word("who"), case.word("beside"), case.world
        if _counsels(world, case.given):
            if profiles & {who, lord}:
                return Reason(f"{self._name(case, who)} keeps his lord's ear", enforced("PPL-GRIMA-01"))
            if case.word("stills") in {str(one.profile) for one in members(world, force)}:
                why = f"{self._name(case, who)} counsels against it"
                return Reason(why, enforced("PPL-GRIMA-04"))
            return None
        master = _at_table(world, case.word("master"))
        if who in profiles and master is not None and master.profile not in profiles:
            return Reason(f"he stays with {self._name(case, master.profile)}", enforced("PPL-GRIMA-05"))
        return None

    def spares(self, case: Case, seekers: Force, target: Force) -> Reason | None:
        if not _counsels(case.world, case.given):
            return None
        both = (*members(case.world, seekers), *members(case.world, target))
        if not any(one.profile == case.word("who") for one in both):
            return None
        return Reason("nobody raises a hand against his lord's counsellor", enforced("PPL-GRIMA-01"))

    def _name(self, case: Case, profile: str) -> str:
        return next(one.name for one in case.kit.book.profiles.values() if one.id == profile)


@upkeep("banishing", "An evil counsellor is banished", phase=None, thing=COUNSEL)
class Banishing(Upkeep):
    """PPL-GRIMA-02, PPL-GRIMA-03, PPL-GRIMA-05: by a wizard's coming, or when war comes to the place."""

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        who = _at_table(world, given["who"])
        if who is None or not _counsels(world, given):
            return
        wizard, why, rule, note = _at_table(world, given["banished_by"]), "", "", ""
        if wizard is not None and _place(world, wizard) == given["place"]:
            lord = kit.book.profiles[next(one for one in kit.book.profiles if one == given["beside"])].name
            why, rule = f"{name_of(kit, world, wizard)} has come", "PPL-GRIMA-02"
            note = f"Only if his base touches that of {lord}."
        elif attacked := self._attacked(kit, world, given):
            why, rule = f"{place_name(kit, attacked)} is attacked", "PPL-GRIMA-03"
        if why:
            yield Reminder(
                key=f"{self.name} {who.id} {rule}@{world.war.turn}",
                about=self.name,
                title=f"{name_of(kit, world, who)} is banished: {why}",
                commander=None,
                rules=rules(rule, "PPL-GRIMA-05"),
                figures=(who.id,),
                place=PlaceId(str(given["to"])),
                note=note,
            )

    def _attacked(self, kit: Kit, world: World, given: Params) -> PlaceId | None:
        """Where an enemy stands in contact, or has fought this turn, of the places named."""
        for place in map(PlaceId, str(given["attacked"]).split()):
            there = world.war.at(place)
            fought = [one for one in there if one.fought == world.war.turn or world.war.contact_of(one.id)]
            if len({side_of(kit, world, one) for one in fought}) > 1:
                return place
            if any(one.place == place and one.attacker != "good" for one in world.war.contacts.values()):
                return place
        return None

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        force, goal = desk.world.war.force_of(figure), reminder.here
        assert force is not None
        form(kit, desk, force.commander, goal, (figure,))
        cited = ", ".join(map(enforced, reminder.rules))
        who = name_of(kit, desk.world, desk.world.figures[figure])
        desk.say(f"{reminder.title}. {who} is {where_at(kit, goal)} and stays with his master ({cited}).")
        yield from ()


# ---- a voice -------------------------------------------------------------------------------------------


def _is_held(world: World, given: Numbers) -> bool:
    """PPL-RADAGAST-01, PPL-RADAGAST-02: for the first turns, until somebody attacks him."""
    held = _at_table(world, given["who"])
    if held is None or world.war.turn > int(given["turns"]):
        return False
    attacked = held.fought_in is not None and held.fought_after != held.side
    if attacked:
        enforced("PPL-RADAGAST-02")
    return not attacked


@campaign_power(MIND)
class HoldsAMind(CampaignPower):
    """PPL-RADAGAST-01: once on each of the first turns he is moved, not into combat, or held idle."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        last, cited = int(numbers["turns"]), enforced("PPL-RADAGAST-01")
        name = next(one.name for one in kit.book.profiles.values() if one.id == numbers["who"])
        if world.war.turn > last:
            return f"{power.name}: it lasted for the first {last} turns ({cited})."
        if _at_table(world, numbers["who"]) is None:
            return f"{name} is not on the table ({cited})."
        if not _is_held(world, numbers):
            return f"An attack on {name} has broken the spell ({enforced('PPL-RADAGAST-02')})."
        if world.war.turn in world.war.powers.get(power.id, ()):
            return f"{power.name}: once on each turn, and it was used on this one ({cited})."
        return ""

    def is_over(self, world: World, numbers: Numbers) -> bool:
        return not _is_held(world, numbers)

    def act(self, kit: Kit, desk: RulesDesk, power: Power, numbers: Numbers) -> Procedure[None]:
        held = _at_table(desk.world, numbers["who"])
        assert held is not None
        home, name = desk.world.war.force_of(held.id), name_of(kit, desk.world, held)
        assert home is not None
        goals = (HOLD, *self._peaceful(kit, desk.world, home, held))
        ask, rule = f"{name}: held idle, or moved where, within his move?", asked("PPL-RADAGAST-01")
        goal = yield from desk.choose(seat_for(power.commander), MIND, ask, goals, rule)
        moving = part(kit, desk, (held.id,), home.commander)
        if goal == HOLD:
            desk.record(ForcesMarked((moving,), "halted", desk.world.war.turn))
            desk.say(f"{name} is held idle this turn ({rule}).")
            return
        desk.record(ForceMoved(moving, PlaceId(goal), desk.world.war.turn))
        desk.say(f"{name} is moved to {place_name(kit, PlaceId(goal))} ({rule}).")

    def _peaceful(self, kit: Kit, world: World, home: Force, held: Figure) -> Iterator[PlaceId]:
        """Places of his table where no enemy of his stands."""
        here = kit.book.places.get(home.place)
        for place in kit.book.places.values():
            if place.id == home.place or (here is not None and place.table != here.table):
                continue
            enemies = (one for one in world.war.at(place.id) if side_of(kit, world, one) != held.side)
            if not any(members(world, one) for one in enemies):
                yield place.id


@sway(MIND)
class UnderASpell(Sway):
    """PPL-RADAGAST-01: meanwhile he does nothing of his own."""

    def stays(self, case: Case, force: Force, going: Sequence[Figure]) -> Reason | None:
        if not any(one.profile == case.word("who") for one in going) or not _is_held(case.world, case.given):
            return None
        return Reason("he is under a spell", enforced("PPL-RADAGAST-01"))


# ---- a despairing steward ------------------------------------------------------------------------------


@upkeep("despairing", "A steward despairs", thing="despair")
class Despairing(Upkeep):
    """PPL-DENETHOR-03, PPL-DENETHOR-04: a low roll each turn, and the forces at his place stand still."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        who = _at_table(world, given["who"])
        if who is None or who.condition != "fit" or _place(world, who) != given["place"]:
            return
        if EventId(str(given["until"])) in world.war.events:
            enforced("PPL-DENETHOR-03")
            return
        yield self.each_turn(
            world,
            who.id,
            title=f"{name_of(kit, world, who)} may despair",
            commander=CommanderId(str(given["commander"])),
            rules=rules("PPL-DENETHOR-04"),
            figures=(who.id,),
            given={"people": thing.id},
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        people = next(one for one in kit.scenario.peoples if one.id == reminder.word("people"))
        given = next(dict(one.params) for one in people.traits if one.name == self.thing)
        (figure,), most = reminder.figures, int(given["fails_on"])
        place, commander = PlaceId(str(given["place"])), CommanderId(str(given["commander"]))
        where, seat = place_name(kit, place), seat_for(commander)
        near = f"within {given['inches']} inches of {where}"
        why = f"{reminder.title}: on {most} no force of theirs {near} moves this turn."
        rule = asked("PPL-DENETHOR-04")
        (face,) = yield from desk.roll(seat, self.name, why, [Die(figure, most + 1)], rule)
        stilled = tuple(one.id for one in forces_of(desk.world, commander) if one.place == place)
        who = name_of(kit, desk.world, desk.world.figures[figure])
        if face > most or not stilled:
            desk.title = f"{who} bears up"
            desk.say(f"{face}: {who} bears up.")
            return
        desk.record(ForcesMarked(stilled, "halted", desk.world.war.turn))
        desk.title = f"{who} despairs"
        stays = f"no force of {kit.scenario.commanders[commander].name} at {where} moves this turn"
        desk.say(f"{face}: {desk.title}, and {stays} ({enforced('PPL-DENETHOR-04')}).")


# ---- those who never part, and those who go for good ---------------------------------------------------


@sway(NEVER_PART)
class NeverPart(Sway):
    """PPL-ELVENTWINS-01: who go together stay together."""

    def clings(self, case: Case, force: Force, leaving: Sequence[Figure]) -> Reason | None:
        names = case.words("who")
        together = [one for one in members(case.world, force) if one.profile in names]
        parted = [one for one in together if one not in leaving]
        if len(together) < 2 or not parted or len(parted) == len(together):
            return None
        return Reason("the brothers may not separate", enforced("PPL-ELVENTWINS-01"))


@upkeep("departing", "Grief drives someone over the sea", phase=None, thing="departs")
class Departing(Upkeep):
    """PPL-ARWEN-02, AMB-040: someone dear is slain, and he leaves with his figures for good."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        dear, who = known(world, str(given["loss"])), _at_table(world, given["who"])
        if dear is None or who is None or dear.condition != "eliminated":
            return
        names = name_of(kit, world, dear), name_of(kit, world, who)
        yield Reminder(
            key=f"{self.name} {who.id}",
            about=self.name,
            title=f"{names[0]} is slain: {names[1]} leaves for the Undying Lands",
            commander=None,
            rules=rules("PPL-ARWEN-02"),
            figures=(who.id,),
            place=PlaceId(str(given["place"])),
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,), place = reminder.figures, reminder.here
        home = desk.world.war.force_of(figure)
        assert home is not None
        everyone = kit.house(desk.world)["AMB-040"] == "all-his-figures"
        enforced("AMB-040")
        going = [
            one.id
            for force in desk.world.war.forces.values()
            if force.commander == home.commander and (everyone or force.place == place or force.id == home.id)
            for one in members(desk.world, force)
        ]
        desk.record(Suffered(tuple(going), "eliminated", "gone over the sea"))
        desk.say(f"{reminder.title}, and {len(going) - 1} go with him ({enforced('PPL-ARWEN-02')}).")
        yield from ()


@upkeep("standing-in", "A lieutenant stands in", thing="lieutenants")
class StandingIn(Upkeep):
    """PPL-RINGWRAITH-02: while a minion who is a ringwraith is dispersed, his lieutenant runs his forces."""

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        for name in str(given["of"]).split():
            minion = known(world, name)
            if minion is None or minion.condition != "dispersed":
                continue
            since = world.war.since.get(minion.id, 0)
            deputy = self._deputy(kit, world, CommanderId(name))
            # It is news at the first turn start after it befell, and nothing has to be done.
            if deputy is not None and world.war.turn <= since + 1:
                yield Reminder(
                    key=f"{self.name} {minion.id}@{since}",
                    about=self.name,
                    title=f"{name_of(kit, world, minion)} is dispersed: {deputy} runs his forces",
                    commander=CommanderId(name),
                    rules=rules("PPL-RINGWRAITH-02"),
                )

    def _deputy(self, kit: Kit, world: World, commander: CommanderId) -> str | None:
        """The best leader whom he has left."""
        captains = [
            one
            for force in forces_of(world, commander)
            for one in members(world, force)
            if kit.book.profiles[one.profile].is_character
        ]
        best = max(captains, key=lambda one: kit.book.profiles[one.profile].leadership, default=None)
        return name_of(kit, world, best) if best else None

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        desk.say(f"{reminder.title} ({enforced('PPL-RINGWRAITH-02')}).")
        yield from ()
