"""Determining hits: each figure rolls its dice; a face at or above its attack number is a hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from assistant.kernel.asking import Die, Item, count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import RuleId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.loans import borrowed
from assistant.rules.combat.muster import Fighter
from assistant.rules.combat.setup import FightingSide
from assistant.rules.combat.telling import told
from assistant.rules.effects.hooks import AGAIN

NATURAL_HIT = 6


def strike(
    desk: RulesDesk, fight: Fight, side: FightingSide, strikers: Sequence[Fighter], *, ambush: bool = False
) -> Procedure[tuple[Item, ...]]:
    """CMB-10..CMB-12: one handful a side, and a second for the dice that are rolled again."""
    dice = [(fighter, _die(fighter)) for fighter in strikers for _ in range(fighter.dice)]
    if not dice:
        return ()
    desk.say(f"{side.capitalize()} strikes with {_summary(strikers)}.")
    faces = yield from desk.roll(
        fight.seat(side), "attack", "to hit", [die for _, die in dice], *_rules(strikers, ambush)
    )
    again = {
        index: str(fighter.again.why)
        for index, (fighter, _) in enumerate(dice)
        if fighter.again and is_rolled_again(fighter, faces[index])
    }
    missed = {
        index: fighter.me
        for index, (fighter, _) in enumerate(dice)
        if index not in again and not is_hit(fighter.need, faces[index])
    }
    again |= borrowed(fight, desk, side, "missed", missed, easiest=lambda index: dice[index][0].need)
    second = yield from desk.roll(
        fight.seat(side),
        "attack_reroll",
        f"again, {', '.join(dict.fromkeys(again.values()))}",
        [dice[index][1] for index in sorted(again)],
    )
    final = list(faces)
    for index, face in zip(sorted(again), second, strict=True):
        final[index] = face
    hits = tuple(
        Item(fighter.me.id, fighter.carries)
        for (fighter, _), face in zip(dice, final, strict=True)
        if is_hit(fighter.need, face)
    )
    needs = [fighter.need for fighter, _ in dice]
    repeated = _faces([needs[index] for index in sorted(again)], second)
    desk.say(
        f"{side.capitalize()} rolls {_faces(needs, faces)}"
        + (f", again {repeated} [{'; '.join(dict.fromkeys(again.values()))}]" if second else "")
        + f": {count_of(len(hits), 'hit', 'hits')} ({enforced('CMB-10')})."
    )
    return hits


def _rules(strikers: Sequence[Fighter], ambush: bool) -> Iterator[RuleId]:
    """What governs this handful: whoever will fall strikes first, but for an ambush."""
    yield asked("CMB-12")
    yield enforced("CMB-11")
    yield enforced("CMB-08") if ambush else enforced("CMB-07")
    if any(fighter.me.profile.is_character for fighter in strikers):
        yield enforced("CMB-14")
    if len({fighter.me.profile.is_character for fighter in strikers if fighter.dice}) > 1:
        yield enforced("CMB-13")


def is_hit(need: int, face: int) -> bool:
    """CMB-10, CMB-11: at or above the attack number; a natural 6 always hits."""
    return face >= need or face == NATURAL_HIT


def is_rolled_again(fighter: Fighter, face: int) -> bool:
    match fighter.again:
        case None:
            return False
        case again if again.which == "missed":
            return not is_hit(fighter.need, face)
        case again if again.which == "ones":
            return face == 1
    return False


def _die(fighter: Fighter) -> Die:
    again = (str(fighter.again),) if fighter.again else ()
    kinds = [*fighter.carries]
    if fighter.again and fighter.again.which in AGAIN:
        kinds.append(f"{AGAIN[fighter.again.which]} again")
    reasons = (*fighter.dice_reasons, *fighter.attack_reasons, *again)
    return Die(fighter.me.id, fighter.need, ", ".join(kinds), reasons)


def _summary(strikers: Sequence[Fighter]) -> str:
    """8 dice at 3+, 2 at 4+: as players gather them."""
    by_need = sorted((fighter.need, fighter.dice) for fighter in strikers if fighter.dice)
    groups = [
        (need, sum(dice for _, dice in group)) for need, group in groupby(by_need, key=lambda pair: pair[0])
    ]
    return ", ".join(f"{count_of(dice, 'die', 'dice')} at {need}+" for need, dice in groups)


def _faces(needs: Sequence[int], faces: Sequence[int]) -> str:
    """1 4 6, or 1 4 at 3+, 6 2 at 4+: so that anyone can count the hits as the dice are gathered."""
    groups = {
        need: told([face for one, face in zip(needs, faces, strict=True) if one == need])
        for need in sorted(set(needs))
    }
    return ", ".join(f"{run} at {need}+" if len(groups) > 1 else run for need, run in groups.items())
