"""Ground that harms or holds those who are in it: they roll each turn, and fall, are hurt or stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place, PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.placing import set_out_again
from assistant.rules.deeds.recruiting import form, seat_for
from assistant.rules.deeds.ring_passing import take_up_ring
from assistant.rules.effects.weather import is_closed
from assistant.rules.fight.facts import Stayed, Suffered
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved, ForcesMarked
from assistant.rules.measuring import is_measured
from assistant.rules.moving.reaching import within_a_move
from assistant.rules.names import names_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import is_on_table, members, side_of, still_in
from assistant.rules.war import Force
from assistant.rules.world import Condition, Figure, World

EVERY_TURN, STAYS, LOSES_NEXT = "every-turn", "no-move", "lose-next-move"
DROWNS = "drowned-ringbearer"


def given_at(kit: Kit, place: str, trait: str) -> tuple[Params, ...]:
    """What the data tells a rule at a place, once for each time it is named there."""
    known = kit.book.places[PlaceId(place)]
    return tuple(dict(one.params) for one in known.traits if one.name == trait)


def words(given: Params, name: str) -> tuple[str, ...]:
    """The names that the data lists under a word."""
    return tuple(str(given.get(name, "")).split())


@upkeep("hazards", "Deadly ground", phase="movement", trait="hazard-roll")
class Hazards(Upkeep):
    """PLC-DEADMARSHES-02, PLC-MORIA-10, PLC-CARADHRAS-05: each turn those roll who do not know the ground."""

    is_owed = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        if given["at"] != EVERY_TURN and not is_closed(world, place.id):
            return
        for force in world.war.within(place.id):
            if those := _at_risk(kit, world, force, given):
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{force.name} in {place.name}: a roll for each who does not know the way",
                    commander=force.commander,
                    rules=rules(str(given["rule"])),
                    figures=tuple(one.id for one in those),
                    place=place.id,
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (given,) = given_at(kit, reminder.here, self.trait)
        most, rule = int(given["fails_on"]), str(given["rule"])
        why = f"{kit.book.places[reminder.here].name}: on 1 to {most} they come to harm."
        if most == 1:
            why = why.replace("on 1 to 1", "on a 1")
        dice = [Die(one, most + 1) for one in reminder.figures]
        faces = yield from desk.roll(seat_for(reminder.commander), self.name, why, dice, asked(rule))
        struck = [
            desk.world.figures[one] for one, face in zip(reminder.figures, faces, strict=True) if face <= most
        ]
        if not struck:
            desk.say("Nobody comes to harm.")
        for one in struck:
            _befall(kit, desk, one, given, reminder.here)


def _at_risk(kit: Kit, world: World, force: Force, given: Params) -> tuple[Figure, ...]:
    """Who rolls: not those whose ground it is, nor characters whom someone leads who knows it."""
    there = members(world, force)
    if force.commander is not None and force.commander == given.get("spared_commander"):
        return ()
    is_led = any(one.profile in words(given, "spared_led_by") for one in there)
    homely = words(given, "spared_profile")

    def is_spared(one: Figure) -> bool:
        profile = kit.book.profiles[one.profile]
        if profile.race in words(given, "spared_race") or one.profile in homely:
            return True
        return (profile.is_character and is_led) or profile.pace.over == "air"

    return tuple(one for one in there if one.condition == "fit" and not is_spared(one))


def _befall(kit: Kit, desk: RulesDesk, one: Figure, given: Params, place: str) -> None:
    """TER-15: what the ground does to a figure; a character is only wounded where it says so."""
    profile, rule = kit.book.profiles[one.profile], str(given["rule"])
    fate = str(given.get("character" if profile.is_character else "army", "eliminated"))
    enforced("TER-15")
    condition: Condition = "wounded" if fate == "wounded" else "eliminated"
    name = names_of(kit, desk.world, [one])
    if condition == "wounded" and _drowns(kit, desk.world, one, place):
        _drown(kit, desk, one, name, place)
        return
    desk.record(Suffered((one.id,), condition, kit.book.places[PlaceId(place)].name))
    if condition == "wounded":
        desk.say(f"{name} is wounded ({enforced(rule)}).")
    else:
        desk.say(f"{name} is lost there ({enforced(rule)}).")


def _drowns(kit: Kit, world: World, one: Figure, place: str) -> bool:
    """CON-079: the ringbearer drowns if nobody is there who can carry him."""
    if world.war.ring.bearer != one.id or not given_at(kit, place, DROWNS):
        return False
    enforced("CON-079")
    reading = kit.house(world)["CON-079"]
    if reading == "wounded":
        return False
    force = world.war.force_of(one.id)
    others = [other for other in members(world, force) if other.id != one.id] if force else []
    able = [
        other
        for other in others
        if other.condition == "fit" and kit.book.profiles[other.profile].is_character
    ]
    return reading == "drowns" or not able


def _drown(kit: Kit, desk: RulesDesk, one: Figure, name: str, place: str) -> None:
    """PLC-DEADMARSHES-03: he is lost, and whom the data names has the Ring if he lives."""
    (given,) = given_at(kit, place, DROWNS)
    desk.record(Suffered((one.id,), "eliminated", kit.book.places[PlaceId(place)].name))
    desk.say(f"{name} drowns ({enforced('CON-079')}).")
    taker = next(
        (who for who in desk.world.figures.values() if who.profile == given["taker"] and is_on_table(who)),
        None,
    )
    if taker is None:
        return
    take_up_ring(desk, taker.id)
    who = names_of(kit, desk.world, [taker])
    desk.say(f"{who} has the Ring, and puts it on next turn ({enforced('PLC-DEADMARSHES-03')}).")


@upkeep("bogged", "Stuck in the swamp", phase="movement", trait="slow-roll")
class Bogged(Upkeep):
    """PLC-ENTWASH-03: each who would move there rolls, and on a low roll stays this turn."""

    comes_before_moves = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        if given["result"] != STAYS:
            return
        for force, still in _still(world, place):
            those = [
                one
                for one in still
                if one.condition == "fit" and kit.book.profiles[one.profile].pace.over != "air"
            ]
            if those:
                yield _reminder(self, world, force, place, given, "each rolls before it moves", those)

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        given = _told(kit, reminder, self.trait, STAYS)
        most, rule = int(given["fails_on"]), str(given["rule"])
        why = f"{reminder.title}: on 1 to {most} it stays this turn."
        dice = [Die(one, most + 1) for one in reminder.figures]
        faces = yield from desk.roll(seat_for(reminder.commander), self.name, why, dice, asked(rule))
        stuck = tuple(one for one, face in zip(reminder.figures, faces, strict=True) if face <= most)
        if stuck:
            desk.record(Stayed(stuck, kit.book.places[reminder.here].name))
            who = names_of(kit, desk.world, [desk.world.figures[one] for one in stuck])
            desk.say(f"{who} {'stays' if len(stuck) == 1 else 'stay'} this turn ({enforced(rule)}).")
        else:
            desk.say("All get through.")


@upkeep("snowbound", "The upper pass", phase="movement", trait="slow-roll")
class Snowbound(Upkeep):
    """PLC-HIGHPASS-01, AMB-046: a force rolls before it crosses: back, or halted for two turns, or over."""

    comes_before_moves = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        if given["result"] != LOSES_NEXT:
            return
        for force, still in _still(world, place):
            yield _reminder(self, world, force, place, given, "a roll to get over the pass", still)

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        given = _told(kit, reminder, self.trait, LOSES_NEXT)
        back, most, rule = int(given.get("back_on", 0)), int(given["fails_on"]), str(given["rule"])
        force, turn = _by_themselves(kit, desk, reminder.figures), desk.world.war.turn
        them, their = force.agrees("it", "them"), force.agrees("its", "their")
        halts = f"{most} halts {them} and costs {their} next move"
        why = f"{reminder.title}: {back} throws {them} back a full move, {halts}."
        dice = [Die(reminder.figures[0], most + 1)]
        (face,) = yield from desk.roll(seat_for(reminder.commander), self.name, why, dice, asked(rule))
        if face > most:
            desk.say(f"{face}: {force.does('gets', 'get')} across ({enforced('AMB-046')}).")
        elif face <= back:
            came = f"the way {force.agrees('it', 'they')} came"
            desk.say(f"{face}: {force.does('falls', 'fall')} back a full move {came} ({enforced(rule)}).")
            yield from self._back(kit, desk, force, rule)
        else:
            desk.record(ForcesMarked((force.id,), "moved", turn))
            desk.record(ForcesMarked((force.id,), "halted", turn + 1))
            stops = force.does("stops, and loses its next move", "stop, and lose their next move")
            desk.say(f"{face}: {stops} ({enforced(rule)}).")

    def _back(self, kit: Kit, desk: RulesDesk, force: Force, rule: str) -> Procedure[None]:
        """The table knows which way it came: it names the place, and that was its move of this turn."""
        near = _free_nearby(kit, desk.world, force)
        turn, stay = desk.world.war.turn, str(force.place)
        does, stays = force.agrees("does", "do"), force.agrees("it stays", "they stay")
        came = f"the way {force.agrees('it', 'they')} came"
        why = f"Where {does} {force.name} fall back to, {came}? Of places within a move; or {stays}."
        to = yield from desk.choose(seat_for(force.commander), self.name, why, (*near, stay), asked(rule))
        if to == stay:
            desk.record(ForcesMarked((force.id,), "moved", turn))
            return
        was_measured = is_measured(desk.world, force)
        desk.record(ForceMoved(force.id, PlaceId(to), turn))
        if was_measured:
            set_out_again(kit, desk, force.id)
        desk.say(f"{force.does('is', 'are')} at {kit.scenario.place_names[PlaceId(to)]} now.")


def _free_nearby(kit: Kit, world: World, force: Force) -> tuple[str, ...]:
    """The places within a move at which no enemy stands."""
    own = side_of(kit, world, force)
    held = {
        one.place
        for one in world.war.forces.values()
        if members(world, one) and side_of(kit, world, one) != own and not one.hidden
    }
    near = within_a_move(kit, world, force)
    return tuple(sorted(one for one in near if one != force.place and one not in held))


def _still(world: World, place: Place) -> Iterator[tuple[Force, tuple[Figure, ...]]]:
    """Forces there of whom some have not moved this turn and may, and who these are."""
    for force in world.war.within(place.id):
        if those := still_in(world, force):
            yield force, those


def _reminder(
    rule: Upkeep,
    world: World,
    force: Force,
    place: Place,
    given: Params,
    what: str,
    those: Sequence[Figure],
) -> Reminder:
    return rule.each_turn(
        world,
        force.id,
        title=f"{force.name} in {place.name}: {what}",
        commander=force.commander,
        rules=rules(str(given["rule"])),
        figures=tuple(one.id for one in those),
        place=place.id,
    )


def _by_themselves(kit: Kit, desk: RulesDesk, those: Sequence[FigureId]) -> Force:
    """Their force; without those of it who have moved already, whom the roll is none of."""
    force = desk.world.war.force_of(those[0])
    assert force is not None
    if any(one.id not in those for one in members(desk.world, force)):
        away = form(kit, desk, force.commander, force.place, those)
        return desk.world.war.forces[away]
    return force


def _told(kit: Kit, reminder: Reminder, trait: str, result: str) -> Params:
    return next(one for one in given_at(kit, reminder.here, trait) if one["result"] == result)
