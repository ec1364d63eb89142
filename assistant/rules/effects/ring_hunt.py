"""What the Ring does to those near it, to those who hold its bearer captive, and to whoever gains it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place, PlaceId, Profile
from assistant.rules.captives import guards_of, owner_of
from assistant.rules.companies import company_of
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.coming_upon import set_upon
from assistant.rules.deeds.recruiting import NOBODY, form, seat_for
from assistant.rules.deeds.ring_passing import take_up_ring
from assistant.rules.effects.regions import is_in, lies_in
from assistant.rules.effects.ring_nearness import CORRUPTS, has_stayed
from assistant.rules.effects.ring_worn import bearer_of, bearers_force
from assistant.rules.equipped import equipped
from assistant.rules.fight.facts import Suffered, Turned
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.names import name_of, names_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.scenario import Thing
from assistant.rules.scoring import homes_of
from assistant.rules.standing import members, place_name
from assistant.rules.vicinity import near
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

ON_THE_WAY = "on-the-way"
FACES = 6


@upkeep("corrupting", "The Ring overcomes those near it", thing=CORRUPTS)
class Corrupting(Upkeep):
    """HUN-02..05: good figures that stay near the ringbearer may be overcome, and attack him."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        bearer, force = bearer_of(world), bearers_force(world)
        if bearer is None or force is None or world.war.contact_of(force.id):
            return
        tempted = self._tempted(kit, world, bearer, given)
        if not tempted or self._is_spared(kit, force, given):
            return
        yield Reminder(
            key=f"{self.name}@{world.war.turn}",
            about=self.name,
            title=f"{len(tempted)} near {name_of(kit, world, bearer)} may be overcome by the Ring",
            commander=None,
            rules=rules("HUN-02", "HUN-03"),
            figures=tuple(one.id for one in tempted),
            given={"fails_on": given["fails_on"]},
            note=f"Those who were within {given['inches']} inches of him a turn ago, and still are.",
        )

    def _is_spared(self, kit: Kit, force: Force, given: Params) -> bool:
        """HUN-05: some places are proof against it."""
        spared = any(is_in(kit, force, PlaceId(one)) for one in str(given["spared"]).split())
        return spared and bool(enforced("HUN-05"))

    def _tempted(self, kit: Kit, world: World, bearer: Figure, given: Params) -> tuple[Figure, ...]:
        """Good figures outside the company who did not come only in the turn before."""
        return tuple(
            one
            for one in near(kit, world, bearer.id, int(given["inches"]))
            if one.side == bearer.side
            and one.condition == "fit"
            and company_of(kit, world, one) is None
            and has_stayed(world, one, int(given["turns"]))
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        most, figures = reminder.number("fails_on"), reminder.figures
        why = f"{reminder.title}: on 1 to {most} each attacks him."
        faces = yield from desk.roll(
            NOBODY, self.name, why, [Die(one, most + 1) for one in figures], asked("HUN-03")
        )
        overcome = [one for one, face in zip(figures, faces, strict=True) if face <= most]
        victims = bearers_force(desk.world)
        if not overcome or victims is None:
            desk.title = "Nobody is overcome by the Ring"
            desk.say(f"Nobody is overcome ({enforced('HUN-03')}).")
            return
        names = names_of(kit, desk.world, [desk.world.figures[one] for one in overcome])
        desk.title = f"Overcome by the Ring: {names}"
        desk.record(Turned(tuple(overcome), "uncontrolled"))
        own = form(kit, desk, None, victims.place, overcome, "Overcome by the Ring")
        set_upon(desk, own, victims.id, "they turn on their own")
        desk.say(f"Overcome, they attack the ringbearer: {names} ({enforced('HUN-02')}).")
        if len(overcome) > 1:
            desk.say(f"Whoever has the Ring then is set upon by the next of them ({enforced('HUN-04')}).")


@upkeep("coming-to", "The overcome come to their senses")
class ComingTo(Upkeep):
    """HUN-03: whoever was overcome, lives, and has not won the Ring is himself again on the next turn."""

    is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for force in world.war.forces.values():
            turned = [one for one in members(world, force) if self._is_turned(kit, world, one)]
            if not turned or world.war.contact_of(force.id) or force.fought == world.war.turn:
                continue
            yield self.each_turn(
                world,
                force.id,
                title=f"{names_of(kit, world, turned)}: the Ring has let go of them",
                commander=None,
                rules=rules("HUN-03"),
                figures=tuple(one.id for one in turned),
            )

    def _is_turned(self, kit: Kit, world: World, one: Figure) -> bool:
        own = kit.book.profiles[one.profile].side
        return one.side == "uncontrolled" != own and one.id != world.war.ring.bearer

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        for figure in reminder.figures:
            one, home = desk.world.figures[figure], desk.world.war.force_of(figure)
            owner = owner_of(kit, desk.world, figure)
            assert home is not None
            side = kit.scenario.commanders[owner].side if owner else kit.book.profiles[one.profile].side
            desk.record(Turned((figure,), side))
            form(kit, desk, owner, home.place, (figure,))
        desk.say(f"{reminder.title} ({enforced('HUN-03')}).")
        yield from ()


@upkeep("resting", "The ringbearer may not stay", phase="movement", trait="ring-rest")
class Resting(Upkeep):
    """HUN-06: two full turns in a haven, then the ringbearer must go."""

    is_owed = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        bearer, force = bearer_of(world), bearers_force(world)
        if bearer is None or force is None or not is_in(kit, force, place.id):
            return
        if force.moved > world.war.turn - 1 - int(given["turns"]) or force.moved == world.war.turn:
            return
        yield self.each_turn(
            world,
            place.id,
            title=f"{name_of(kit, world, bearer)} must leave {place.name} this turn",
            commander=force.commander,
            rules=rules("HUN-06"),
            note=f"The ringbearer may stay {given['turns']} full turns there.",
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        desk.say(f"{reminder.title} ({enforced('HUN-06')}).")
        yield from ()


@upkeep("challenging", "The captors fall out over the Ring", thing="ring-challenge")
class Challenging(Upkeep):
    """HUN-07, HUN-08, AMB-055: without a ringwraith a random captor challenges their leader."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        bearer = world.war.ring.bearer
        force = guards_of(kit, world, bearer) if bearer in world.war.captives and bearer else None
        if force is None or bearer is None or bearer in world.war.kept:
            return
        there = self._fit(world, force)
        spared = [one for one in there if self._profile(kit, one).race == given["spared_race"]]
        if len(there) < 2 or spared:
            return
        yield self.each_turn(
            world,
            force.id,
            title=f"One of {force.name} challenges {force.agrees('its', 'their')} leader for the Ring",
            commander=force.commander,
            rules=rules("HUN-07", "HUN-08"),
            figures=tuple(one.id for one in there),
            note="Each adds attack number and leadership to 1d6; the lower dies, on a tie the challenger.",
        )

    def _fit(self, world: World, force: Force) -> tuple[Figure, ...]:
        return tuple(one for one in members(world, force) if one.condition == "fit")

    def _profile(self, kit: Kit, one: Figure) -> Profile:
        return kit.book.profiles[one.profile]

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        figures = [desk.world.figures[one] for one in reminder.figures]
        leader = max(figures, key=lambda one: self._profile(kit, one).leadership)
        others = [one for one in figures if one.id != leader.id]
        challenger = yield from _one_at_random(desk, reminder, others)
        seat = seat_for(reminder.commander)
        names = [name_of(kit, desk.world, one) for one in (challenger, leader)]
        why = f"{names[0]} challenges {names[1]} for the Ring."
        dice = [Die(one.id, reasons=(self._said(kit, desk.world, one),)) for one in (challenger, leader)]
        faces = yield from desk.roll(seat, self.name, why, dice, asked("HUN-07"))
        totals = [
            face + self._worth(kit, desk.world, one)
            for face, one in zip(faces, (challenger, leader), strict=True)
        ]
        loser = leader if totals[0] > totals[1] else challenger
        desk.record(Suffered((loser.id,), "eliminated", "slain over the Ring"))
        told = f"{names[0]} {totals[0]}, {names[1]} {totals[1]}"
        desk.say(f"{told}: {name_of(kit, desk.world, loser)} is killed ({enforced('HUN-08')}).")

    def _worth(self, kit: Kit, world: World, one: Figure) -> int:
        profile = equipped(kit, world, one)
        attack = profile.line.attack or 0
        enforced("AMB-055")
        if attack and kit.house(world)["AMB-055"] == "lower-is-better":
            attack = FACES + 1 - attack
        return attack + profile.leadership

    def _said(self, kit: Kit, world: World, one: Figure) -> str:
        return f"+{self._worth(kit, world, one)} attack and leadership"


def _one_at_random(desk: RulesDesk, reminder: Reminder, those: Sequence[Figure]) -> Procedure[Figure]:
    """HUN-07: dice pick one fairly: read as a number, and rolled again where it names nobody."""
    count, dice, span = len(those), 0, 1
    while span < count:
        dice, span = dice + 1, span * FACES
    seat, why = seat_for(reminder.commander), f"{reminder.title}: which of {count}? The dice pick."
    while dice:
        faces = yield from desk.roll(seat, "pick", why, [Die(those[0].id)] * dice, asked("HUN-07"))
        number = 0
        for face in faces:
            number = number * FACES + face - 1
        if number < span - span % count:
            return those[number % count]
        desk.say("The dice name nobody: again.")
    return those[0]


@upkeep("homing", "Whoever gained the Ring makes for home", phase="movement", thing="ring-passes")
class Homing(Upkeep):
    """ITM-RING-08: a bearer who is no hobbit at once tries to take it to the home base."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        bearer, force = bearer_of(world), bearers_force(world)
        if bearer is None or force is None or force.commander is None or force.has_moved(world.war.turn):
            return
        # MOV-13: who has met the enemy fights first.
        if world.war.contact_of(force.id) is not None:
            return
        homes = homes_of(kit, world, force.commander)
        race = kit.book.profiles[bearer.profile].race
        if race in str(given["spared_race"]).split() or not homes or lies_in(kit, force.inside, homes):
            return
        where = " or ".join(place_name(kit, one) for one in homes)
        yield self.each_turn(
            world,
            bearer.id,
            title=f"{name_of(kit, world, bearer)} has the Ring and makes for {where}",
            commander=force.commander,
            rules=rules("ITM-RING-08"),
            figures=(bearer.id,),
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = bearers_force(desk.world)
        assert force is not None
        assert force.commander is not None
        seat, ask = seat_for(force.commander), f"{reminder.title}: does this move bring them there?"
        options = (ON_THE_WAY, *homes_of(kit, desk.world, force.commander))
        goal = yield from desk.choose(seat, self.name, ask, options, asked("ITM-RING-08"))
        if goal == ON_THE_WAY:
            desk.say(f"{force.does('is', 'are')} on the way ({enforced('ITM-RING-08')}).")
            return
        desk.record(ForceMoved(force.id, PlaceId(goal), desk.world.war.turn))
        desk.say(
            f"{force.does('goes', 'go')} to {place_name(kit, PlaceId(goal))} ({enforced('ITM-RING-08')})."
        )


@upkeep("naming-bearer", "Who bears the Ring", thing="ring-passes")
class NamingBearer(Upkeep):
    """ITM-RING-09, CON-084: by the older reading the player names a hobbit before the first turn."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        if world.war.turn != 1 or world.fights or kit.house(world)["CON-084"] != "any-hobbit":
            return
        bearer, force = bearer_of(world), bearers_force(world)
        if bearer is None or force is None:
            return
        able = self._able(kit, world, force, str(given["spared_race"]))
        yield Reminder(
            key=self.name,
            about=self.name,
            title="Which hobbit bears the Ring",
            commander=force.commander,
            rules=rules("ITM-RING-09"),
            figures=able,
        )

    def _able(self, kit: Kit, world: World, force: Force, race: str) -> tuple[FigureId, ...]:
        """The race's figures of that commander, whoever bears it now first."""
        return tuple(
            one.id
            for home in (force, *world.war.forces.values())
            if home.commander == force.commander and (home.id != force.id or home is force)
            for one in members(world, home)
            if kit.book.profiles[one.profile].race == race
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        seat, options = seat_for(reminder.commander), tuple(dict.fromkeys(reminder.figures))
        named = yield from desk.choose(seat, self.name, f"{reminder.title}?", options, asked("ITM-RING-09"))
        take_up_ring(desk, FigureId(named))
        who = name_of(kit, desk.world, desk.world.figures[FigureId(named)])
        desk.say(f"{who} bears the Ring ({enforced('ITM-RING-09')}).")
