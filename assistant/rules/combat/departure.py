"""After a defeat: captives are taken, the wounded carried or left, and the beaten go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.carrying import carrying_speed
from assistant.rules.combat.fight import FIT, WOUNDED, Fight, RulesDesk
from assistant.rules.combat.outcome import Outcome, is_apart
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import FightingSide, other
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import Carried, LeftBehind, Retreated, Suffered

CAPTURE = ("leave", "capture")
CARRY = ("carry", "leave")
GO_OR_BLOCKED = ("full-move", "blocked")


def take_revenge(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """PPL-GRIMA-07: one of the beaten may turn on another, in reach of the enemy or not."""
    scene = fight.scene(desk)
    for one in scene.everyone(side):
        for revenge in filter(None, (found.takes_revenge(one, scene) for found in in_play(one, scene))):
            die = Die(one.id, revenge.need, reasons=(str(revenge.why),))
            why = f"{one.id} slays {revenge.victim} on {revenge.need}+"
            (face,) = yield from desk.roll(fight.seat(side), "special", why, [die], asked(revenge.why.rule))
            if face >= revenge.need:
                desk.record(Suffered((revenge.victim,), "eliminated", revenge.why.source))
                desk.say(f"{one.id}, {revenge.why}, slays {revenge.victim}.")
            else:
                desk.say(f"{one.id} holds his hand ({face}).")


def take_captives(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """AMB-058: the victor, or the loser, says whether a wounded one who may be taken alive is captured."""
    scene = fight.lineup(desk)
    chooser = fight.seat(side if fight.house["AMB-058"] == "loser" else other(side))
    told = fight.orders(other(side)).captures
    taken: list[Combatant] = []
    for one in fight.combatants(desk, side, WOUNDED):
        why = next(filter(None, (found.may_be_captured(one, scene) for found in in_play(one, scene))), None)
        if why is None or desk.world.figures[one.id].in_tower:
            continue
        is_taken = told is not None and one.id in told
        if told is None:
            ask = f"{one.id} lies wounded, and {why}: leave, or take captive?"
            answer = yield from desk.choose(chooser, "capture", ask, CAPTURE, asked(why.rule))
            is_taken = answer == "capture"
        if is_taken:
            desk.record(Suffered((one.id,), "captured", why.source))
            desk.say(f"Captured: {one.id}, {why}.")
            taken.append(one)
    if taken:
        _lead_away(desk, fight, other(side), taken)


def _lead_away(desk: RulesDesk, fight: Fight, victor: FightingSide, captives: Sequence[Combatant]) -> None:
    """AMB-059: captives weigh on their captors as the wounded on their friends, or not at all."""
    captors = fight.combatants(desk, victor)
    speed = carrying_speed([one.profile for one in captors], [one.profile for one in captives])
    if fight.house["AMB-059"] == "no-slowing":
        speed = "full"
    names = ", ".join(one.id for one in captives)
    if speed is None:
        desk.say(f"{victor.capitalize()} has too few to carry off {names}.")
        return
    desk.record(Carried(tuple(one.id for one in captives), tuple(one.id for one in captors), speed))
    desk.say(f"{victor.capitalize()} can carry off {names} at {speed} speed ({enforced('ABL-HERO-3')}).")


def depart(desk: RulesDesk, fight: Fight, side: FightingSide, outcome: Outcome) -> Procedure[Outcome]:
    """OUT-07, OUT-08: each beaten force goes a full move away, with its wounded or without them."""
    scene = fight.scene(desk)
    beaten = [
        one
        for one in (*scene.hosts[side].combatants, *fight.reserves(side, desk))
        if not is_apart(one, scene)
    ]
    yield from _carry_wounded(desk, fight, side, beaten)
    yield from _retreat_by_force(desk, fight, side, beaten)
    return replace(outcome, retreats=side) if beaten else outcome


def fall_back_outside(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """OUT-07: those of the beaten who were outside the walls are not lost with these, and retreat."""
    told, scene, figures = fight.orders(side).outside, fight.scene(desk), desk.world.figures
    there = (*scene.hosts[side].combatants, *fight.reserves(side, desk))
    outside = (one for one in there if one.id in told and figures[one.id].condition in FIT)
    yield from _retreat_by_force(desk, fight, side, [one for one in outside if not is_apart(one, scene)])


def _retreat_by_force(
    desk: RulesDesk, fight: Fight, side: FightingSide, beaten: Sequence[Combatant]
) -> Procedure[None]:
    forces = {one.figure: one.force for one in fight.orders(side).everyone}
    for force in dict.fromkeys(forces[one.id] for one in beaten):
        yield from _retreat(desk, fight, side, force, [one.id for one in beaten if forces[one.id] == force])


def _carry_wounded(
    desk: RulesDesk, fight: Fight, side: FightingSide, beaten: Sequence[Combatant]
) -> Procedure[None]:
    """ABL-HERO-3, ABL-HERO-5: characters who can walk carry those who cannot; the others are left there."""
    bearers = [one for one in beaten if one.profile.is_character]
    carried: list[Combatant] = []
    left: list[Combatant] = []
    for one in fight.combatants(desk, side, WOUNDED):
        speed = _speed(bearers, [*carried, one])
        if speed is None:
            left.append(one)
            continue
        ask = f"Carry {one.id} along, at {speed} speed, or leave the wounded behind?"
        answer = yield from desk.choose(fight.seat(side), "carry", ask, CARRY, asked("ABL-HERO-3"))
        (carried if answer == "carry" else left).append(one)
    if carried and (speed := _speed(bearers, carried)):
        names = tuple(one.id for one in carried)
        desk.record(Carried(names, tuple(one.id for one in bearers), speed))
        desk.say(f"Carried along at {speed} speed: {', '.join(names)} ({enforced('ABL-HERO-3')}).")
    if left:
        desk.record(LeftBehind(tuple(one.id for one in left)))
        for end, those in _at_mercy(fight.lineup(desk), left).items():
            desk.say(f"Left behind, to be {end}: {', '.join(those)} ({enforced('ABL-HERO-5')}).")


def _at_mercy(scene: Scene, left: Sequence[Combatant]) -> dict[str, list[FigureId]]:
    """PPL-HOBBITS-01: what the enemy may do to whoever is left behind: some are never slain."""
    found: dict[str, list[FigureId]] = {}
    for one in left:
        alive = any(effect.may_be_captured(one, scene) for effect in in_play(one, scene))
        found.setdefault("captured" if alive else "slain", []).append(one.id)
    return found


def _speed(bearers: Sequence[Combatant], carried: Sequence[Combatant]) -> Literal["full", "half"] | None:
    return carrying_speed([one.profile for one in bearers], [one.profile for one in carried])


def _retreat(
    desk: RulesDesk, fight: Fight, side: FightingSide, force: str, figures: Sequence[FigureId]
) -> Procedure[None]:
    """OUT-07, AMB-033: a full move away; where there is no way out, as far as it goes, or not at all."""
    who = force or side.capitalize()
    reading = fight.house["AMB-033"]
    how = "full-move"
    if reading != "full-move":
        short = "stand where they are" if reading == "blocked" else "go as far as they can"
        how = yield from desk.choose(
            fight.seat(side),
            "retreat",
            f"Move the beaten figures a full move away from the enemy; if the way is blocked they {short}.",
            GO_OR_BLOCKED,
            asked("OUT-07"),
        )
    desk.record(Retreated(tuple(figures), "full-move" if how == "full-move" else "blocked"))
    stuck = "finds no way out, stays" if reading == "blocked" else "retreats as far as they can"
    far = "retreats a full move" if how == "full-move" else stuck
    rules = ", ".join(enforced(rule) for rule in ("OUT-07", "OUT-08", "OUT-11"))
    desk.say(f"{who} {far} and regroups for a turn ({rules}).")
