"""Ask the pure hooks once and freeze, per figure, all that the dice will need, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from assistant.kernel.asking import count_of
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import RuleId
from assistant.rules.combat.scene import Combatant, Host, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.effects.hooks import Aim, Effect, Fate, Lives, Modifier, Reason, Reroll
from assistant.rules.effects.registry import auras, in_play

BEST_TARGET = 2
BY_HAND = RuleId("by hand")
WORST_TARGET = 6
NO_DEFENSE = 7
PRINTED = "printed"

Carried = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Save:
    """What one kind of hit asks of one figure: the target, the re-rolls, and what failing means."""

    need: int | None
    reasons: tuple[str, ...]
    again: Reroll | None
    spoiled: Reason | None
    fate: Fate


@dataclass(frozen=True, slots=True)
class Fighter:
    """One figure in one exchange; resolver, odds, explanation and worksheet all read this."""

    me: Combatant
    dice: int
    dice_reasons: tuple[str, ...]
    need: int
    attack_reasons: tuple[str, ...]
    again: Reroll | None
    carries: tuple[str, ...]
    strikes_first: Reason | None
    strikes_extra: Reason | None
    chooses_victim: Aim | None
    only_strikes: Reason | None
    cannot_be_hit: Reason | None
    lives: Lives | None
    saves: Mapping[tuple[str, ...], Save]
    on_foot: Mapping[tuple[str, ...], Save] | None
    """AMB-082: a rider's saves once the mount is lost, where that counts within an exchange."""


@dataclass(frozen=True, slots=True)
class Muster:
    """Both sides, ready for an exchange, in listed order."""

    scene: Scene
    sides: Mapping[FightingSide, tuple[Fighter, ...]]


def muster(scene: Scene, also: Sequence[Carried] = ()) -> Muster:
    """Freeze an exchange of blows; `also` are kinds of hits that come from elsewhere."""
    effects = {one.id: in_play(one, scene) for side in SIDES for one in scene.hosts[side].combatants}
    carried = {
        side: {
            one.id: tuple(found for found in effects[one.id] if found.rides_on_hits(one, scene))
            for one in scene.hosts[side].combatants
        }
        for side in SIDES
    }
    kinds: dict[FightingSide, list[Carried]] = {
        side: list(dict.fromkeys((*carried[side].values(), *also))) for side in SIDES
    }
    return Muster(
        scene,
        {
            side: tuple(
                _fighter(one, scene, effects[one.id], carried[side][one.id], kinds[other(side)])
                for one in scene.hosts[side].combatants
            )
            for side in SIDES
        },
    )


def stand(combatants: Iterable[Combatant], scene: Scene) -> tuple[Combatant, ...]:
    """FOR-05: those whom walls or a place make fight on foot do so."""
    return tuple(
        replace(one, mounted=False)
        if one.mounted and any(found.fights_on_foot(one, scene) for found in in_play(one, scene))
        else one
        for one in combatants
    )


def assemble(scene: Scene, sides: Mapping[FightingSide, Sequence[Combatant]]) -> Scene:
    """The scene with these combatants, standing as they fight."""
    standing = {side: stand(sides[side], scene) for side in SIDES}
    behind = {side: stand(scene.standing_by.get(side, ()), scene) for side in SIDES}
    return replace(
        scene,
        hosts={side: Host.of(standing[side], behind[side]) for side in SIDES},
        standing_by=behind,
        auras=tuple(aura for side in SIDES for aura in auras((*standing[side], *behind[side]))),
    )


def _fighter(
    me: Combatant, scene: Scene, effects: Carried, carried: Carried, kinds: Sequence[Carried]
) -> Fighter:
    dice, dice_reasons = _dice(me, scene, effects)
    need, attack_reasons = _attack(me, scene, effects)
    return Fighter(
        me=me,
        dice=dice,
        dice_reasons=dice_reasons,
        need=need,
        attack_reasons=attack_reasons,
        again=_first(found.rerolls_attack(me, scene) for found in effects),
        carries=tuple(found.name for found in carried),
        strikes_first=next(filter(None, (found.strikes_first(me, scene) for found in effects)), None),
        strikes_extra=next(filter(None, (found.strikes_extra(me, scene) for found in effects)), None),
        chooses_victim=_aim([aim for found in effects if (aim := found.chooses_victim(me, scene))]),
        only_strikes=next(filter(None, (found.only_strikes(me, scene) for found in effects)), None),
        cannot_be_hit=next(filter(None, (found.cannot_be_hit(me, scene) for found in effects)), None),
        lives=next(filter(None, (found.lives(me, scene) for found in effects)), None),
        saves=_saves(me, scene, effects, kinds),
        on_foot=_saves_on_foot(me, scene, kinds),
    )


def _aim(aims: Sequence[Aim]) -> Aim | None:
    """Several reasons to choose a victim are one choice."""
    if not aims:
        return None
    sources = ", ".join(dict.fromkeys(aim.why.source for aim in aims))
    return Aim(any(aim.every_hit for aim in aims), Reason(sources, aims[0].why.rule))


def _saves(
    me: Combatant, scene: Scene, effects: Carried, kinds: Sequence[Carried]
) -> Mapping[tuple[str, ...], Save]:
    return {tuple(found.name for found in kind): _save(me, scene, effects, kind) for kind in kinds}


def _saves_on_foot(
    me: Combatant, scene: Scene, kinds: Sequence[Carried]
) -> Mapping[tuple[str, ...], Save] | None:
    if not me.mounted or scene.house["AMB-082"] == "mounted-value":
        return None
    walker = replace(me, mounted=False)
    return _saves(walker, scene, in_play(walker, scene), kinds)


def _first(rerolls: Iterable[Reroll | None]) -> Reroll | None:
    """The most generous re-roll; a reason why there is none counts last."""
    found = [reroll for reroll in rerolls if reroll is not None]
    order = ("missed", "failed", "ones", "nothing")
    return min(found, key=lambda reroll: order.index(reroll.which), default=None)


def _dice(me: Combatant, scene: Scene, effects: Carried) -> tuple[int, tuple[str, ...]]:
    if me.neutralised:
        return 0, (f"neutralised by a wizard's duel ({enforced('MAG-04')})", *_in_vain(me))
    if me.line.attack is None:
        return 0, (f"has no attack ({enforced('CMB-09')})", *_in_vain(me))
    if barred := next(filter(None, (found.cannot_strike(me, scene) for found in effects)), None):
        return 0, (str(barred), *_in_vain(me))
    added = [modifier for found in effects for modifier in found.dice_modifiers(me, scene)]
    if _has_mounted_bonus(me, scene):
        added.append(Modifier(+1, "mounted", enforced("PRF-N01")))
    if me.boost.dice:
        added.append(Modifier(me.boost.dice, "wizardry", enforced("MAG-05")))
    added += _by_hand(me, "dice")
    doubled = [why for found in effects if (why := found.doubles_dice(me, scene))]
    times = len(doubled) if scene.house["AMB-078"] == "every-doubling" else min(1, len(doubled))
    dice = max(0, me.line.dice + sum(modifier.amount for modifier in added)) * 2**times
    reasons = (*map(str, added), *(f"doubled: {why}" for why in doubled[:times]))
    return dice, (_printed(me, "dice", count_of(me.line.dice, "die", "dice")), *reasons)


def _in_vain(me: Combatant) -> tuple[str, ...]:
    """MAG-05: points on the blows of somebody who strikes none."""
    lost = me.boost.dice + me.boost.attack
    said = f"{count_of(lost, 'point', 'points')} of wizardry in vain"
    return (f"{said} ({enforced('MAG-05')})",) if lost else ()


def _attack(me: Combatant, scene: Scene, effects: Carried) -> tuple[int, tuple[str, ...]]:
    if me.line.attack is None:
        return WORST_TARGET, ()
    modifiers = [modifier for found in effects for modifier in found.attack_modifiers(me, scene)]
    if _has_mounted_bonus(me, scene):
        modifiers.append(Modifier(+1, "mounted", enforced("PRF-N01")))
    if me.boost.attack:
        modifiers.append(Modifier(me.boost.attack, "wizardry", enforced("MAG-05")))
    modifiers += _by_hand(me, "attack")
    best = 1 if scene.house["AMB-079"] == "one-plus" and not me.boost.attack else BEST_TARGET
    wanted = me.line.attack - sum(modifier.amount for modifier in modifiers)
    reasons = (_printed(me, "attack", f"attack {me.line.attack}+"), *map(str, modifiers))
    if wanted > WORST_TARGET:
        return WORST_TARGET, (*reasons, f"a 6 always hits ({enforced('CMB-11')})")
    if wanted < best:
        rule = enforced("MAG-06") if me.boost.attack else "AMB-079"
        return best, (*reasons, f"never better than {best}+ ({rule})")
    return wanted, reasons


def _save(me: Combatant, scene: Scene, effects: Carried, kind: Carried) -> Save:
    shielded = [found for found in kind if any(one.shields(me, scene, found) for one in effects)]
    felt = tuple(found for found in kind if found not in shielded)
    modifiers = [
        *(modifier for found in effects for modifier in found.defense_modifiers(me, scene)),
        *(modifier for found in felt for modifier in found.harms_defense(me, scene)),
    ]
    if me.boost.defense:
        modifiers.append(Modifier(me.boost.defense, "wizardry", enforced("MAG-05")))
    modifiers += _by_hand(me, "defense")
    carried = tuple(found.name for found in kind)
    fates = (
        *(found.inflicts(me, scene) for found in felt),
        *(found.fate(me, scene, carried) for found in effects),
    )
    need, reasons = _defense(me, scene, modifiers)
    return Save(
        need=need,
        reasons=reasons,
        again=_first(found.rerolls_defense(me, scene) for found in effects),
        spoiled=next(filter(None, (found.spoils_defense(me, scene) for found in felt)), None),
        fate=next(filter(None, fates), Fate("eliminated")),
    )


def _defense(
    me: Combatant, scene: Scene, modifiers: Sequence[Modifier]
) -> tuple[int | None, tuple[str, ...]]:
    printed = me.line.defense
    if printed is None and scene.house["AMB-019"] == "no-roll":
        return None, (f"no defense ({enforced('DEF-04')})",)
    wanted = (NO_DEFENSE if printed is None else printed) - sum(modifier.amount for modifier in modifiers)
    reasons = (
        _printed(me, "defense", f"{printed}+") if printed is not None else "no defense, as 7+",
        *map(str, modifiers),
    )
    if wanted > WORST_TARGET:
        return None, (*reasons, f"no die can save it ({enforced('DEF-04')})")
    if wanted < BEST_TARGET:
        rule = enforced("MAG-06" if me.boost.defense else "DEF-03")
        return BEST_TARGET, (*reasons, f"never better than {BEST_TARGET}+ ({rule})")
    return wanted, reasons


def _by_hand(me: Combatant, number: Literal["dice", "attack", "defense"]) -> Iterator[Modifier]:
    """What the game master adds where a rule of the table is not resolved here."""
    if me.by_hand is not None and (amount := getattr(me.by_hand, number)):
        yield Modifier(amount, me.by_hand.why, BY_HAND)


def _has_mounted_bonus(me: Combatant, scene: Scene) -> bool:
    """PRF-N01, AMB-016: characters with the footnote strike better from the saddle."""
    if not me.mounted or me.profile.dismounted is not None or not me.profile.is_character:
        return False
    return me.profile.mounted_bonus or scene.house["AMB-016"] == "any-character"


def _printed(me: Combatant, number: str, value: str) -> str:
    """The number one starts from, and the circumstances if it is not the printed one."""
    reasons = [why for what, why in me.circumstances if what == number]
    return f"{value} {', '.join(reasons)}" if reasons else f"{value} {PRINTED}"
