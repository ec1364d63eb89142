"""Palantíri: what their users do with them, what that does to their minds, and who defies the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.effects.campaign_powers import CampaignPower, Numbers, campaign_power
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.steering import Steering
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForcesMarked
from assistant.rules.names import name_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.ring.facts import CommanderEnsnared
from assistant.rules.scenario import Artifact, Power, Thing
from assistant.rules.standing import is_on_table, members, side_of
from assistant.rules.sways import Case, Sway, sway
from assistant.rules.vicinity import stands_close
from assistant.rules.war import Force, ForceId
from assistant.rules.world import Figure, World

STONE, CLAIM = "palantir", "claims-a-stone"
MOVE_AGAIN, DENY = "move-again", "deny"


@campaign_power(STONE)
class Palantir(CampaignPower):
    """ITM-PALANTIR-01..03: a friendly group moves again, or an enemy one loses a move, at a risk."""

    def offered(self, kit: Kit, world: World, thing: Thing, numbers: Numbers) -> Power | None:
        if not isinstance(thing, Artifact):
            return None
        bearer = _bearer(world, thing)
        force = world.war.force_of(bearer.id) if bearer else None
        if force is None or force.commander is None or force.commander in str(numbers["denied"]).split():
            return None
        traits = tuple(one for one in thing.traits if one.name == STONE)
        return Power(
            thing.id, thing.name, force.commander, thing.text, kit.scenario.turns, thing.rules, traits
        )

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        if world.war.phase != "movement":
            return "It is used in movement."
        if world.war.turn in world.war.powers.get(power.id, ()):
            return "It was used this turn."
        if _foes(kit, world, power.commander) or _friends(kit, world, power.commander, numbers):
            return ""
        return "Nobody could be moved or halted by it."

    def act(self, kit: Kit, desk: RulesDesk, power: Power, numbers: Numbers) -> Procedure[None]:
        seat, rule = seat_for(power.commander), asked("ITM-PALANTIR-01")
        groups = {
            MOVE_AGAIN: _friends(kit, desk.world, power.commander, numbers),
            DENY: _foes(kit, desk.world, power.commander),
        }
        ways = [way for way, found in groups.items() if found]
        ask = f"{power.name}: does a friendly group move again, or an enemy group lose its next move?"
        way = yield from desk.choose(seat, STONE, ask, ways, rule)
        close = f" It moves all within {numbers['inches']} inches of each other." if way == MOVE_AGAIN else ""
        ask, there = f"{power.name}: which group?{close}", [one.id for one in groups[way]]
        chosen = desk.world.war.forces[ForceId((yield from desk.choose(seat, STONE, ask, there, rule)))]
        if way == MOVE_AGAIN:
            desk.record(ForcesMarked((chosen.id,), "again", desk.world.war.turn))
            desk.say(f"{chosen.name} may move once more this turn ({enforced('ITM-PALANTIR-01')}).")
        else:
            turn = _next_move(desk.world, chosen)
            desk.record(ForcesMarked((chosen.id,), "halted", turn))
            desk.say(f"{chosen.does('does', 'do')} not move on turn {turn} ({enforced('ITM-PALANTIR-01')}).")
        yield from _risk(kit, desk, power, numbers)


def _bearer(world: World, thing: Thing) -> Figure | None:
    """Who has a thing, if that one is on the table and no captive."""
    figure = world.figures.get(FigureId(world.war.things.get(thing.id, "")))
    return figure if figure is not None and is_on_table(figure) else None


def _friends(kit: Kit, world: World, commander: CommanderId, numbers: Numbers) -> tuple[Force, ...]:
    """Groups of the same side that could move, the user's own first."""
    side, turn = kit.scenario.commanders[commander].side, world.war.turn
    found = [
        force
        for force in _on_table(world)
        if side_of(kit, world, force) == side
        and force.regrouping < turn
        and force.halted != turn
        and force.again != turn
        and world.war.contact_of(force.id) is None
        and stands_close(kit, world, force, int(numbers["inches"]))
    ]
    return tuple(sorted(found, key=lambda one: one.commander != commander))


def _foes(kit: Kit, world: World, commander: CommanderId) -> tuple[Force, ...]:
    """Enemy groups that are in sight and have a move to lose."""
    side = kit.scenario.commanders[commander].side
    return tuple(
        force
        for force in _on_table(world)
        if force.commander is not None
        and side_of(kit, world, force) != side
        and not force.hidden
        and force.halted < _next_move(world, force)
    )


def _on_table(world: World) -> Iterator[Force]:
    return (force for force in world.war.forces.values() if members(world, force))


def _next_move(world: World, force: Force) -> int:
    """The turn of the next move a force has: this one, unless that is over for it."""
    turn = world.war.turn
    is_over = force.has_moved(turn) or force.regrouping >= turn or force.commander in world.war.done
    return turn + 1 if is_over else turn


def _risk(kit: Kit, desk: RulesDesk, power: Power, numbers: Numbers) -> Procedure[None]:
    """ITM-PALANTIR-02, ITM-PALANTIR-03: the enemy may ensnare the user's mind."""
    turn, who = desk.world.war.turn, kit.scenario.commanders[power.commander].name
    need, rule = int(numbers["needs"]), asked("ITM-PALANTIR-02")
    why = f"{who} has used the {power.name}: ensnared on {need} or more."
    bearer = desk.world.war.things[power.id]
    (face,) = yield from desk.roll(seat_for(power.commander), "mind", why, [Die(bearer, need)], rule)
    if face < need:
        desk.say(f"{who} rolls {face} and is not ensnared.")
        return
    before = desk.world.war.ensnared.get(power.commander)
    worse = (before.times if before else 0) + 1 >= int(numbers["worse_from"])
    desk.record(CommanderEnsnared(power.commander, turn, worse))
    desk.say(f"{who} is ensnared ({face}): no figure of theirs moves on turn {turn + 1} ({rule}).")
    if worse:
        by = numbers["worse_by"]
        desk.say(f"On that turn they also have -{by} to all combat rolls ({enforced('ITM-PALANTIR-03')}).")


@sway(STONE)
class EnsnaredMind(Sway):
    """ITM-PALANTIR-02: on the turn after, no figure of an ensnared commander moves."""

    def stays(self, case: Case, force: Force, going: Sequence[Figure]) -> Reason | None:
        snare = case.world.war.ensnared.get(force.commander) if force.commander else None
        if snare is None or not snare.turn < case.world.war.turn <= snare.turn + case.number("turns"):
            return None
        return Reason("their commander is ensnared", enforced("ITM-PALANTIR-02"))


# ---- defying the enemy through a stone -----------------------------------------------------------------


@upkeep("defying", "The enemy's figures are led astray", phase="movement", thing=CLAIM)
class Defying(Upkeep):
    """ITM-PALANTIR-04: the turn after, figures of each of the enemies named go where he wills."""

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        used = world.war.powers.get(thing.id, ())
        if not isinstance(thing, Power) or world.war.turn - int(given["after_turns"]) not in used:
            return
        leader = next((one for one in world.figures.values() if one.profile == given["who"]), None)
        who = name_of(kit, world, leader) if leader else thing.name
        for commander in map(CommanderId, str(given["of"]).split()):
            if not Steering.of(kit, world, commander, int(given["figures"])).forces:
                continue
            enemy = kit.scenario.commanders[commander].name
            yield self.each_turn(
                world,
                commander,
                title=f"{who} moves up to {given['figures']} figures of {enemy}",
                commander=thing.commander,
                rules=rules("ITM-PALANTIR-04"),
                given={"commander": commander, "figures": given["figures"]},
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        steering = Steering.of(
            kit, desk.world, CommanderId(reminder.word("commander")), reminder.number("figures")
        )
        yield from steering.steer(desk, seat_for(reminder.commander), reminder.title, reminder.rules[0])
