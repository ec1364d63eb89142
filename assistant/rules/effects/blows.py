"""Abilities that change how blows are struck and what hits carry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import other
from assistant.rules.effects.ground import is_in_cover
from assistant.rules.effects.hooks import Aim, Effect, Fate, Modifier, Reason, Reroll, Spent
from assistant.rules.effects.registry import effect, in_play


@effect("ambush")
class Ambush(Effect):
    """ABL-AMBUSH: strikes before the enemy; whom it fells does not strike back."""

    def strikes_first(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("ambush", enforced("ABL-AMBUSH"))


@effect("assassin")
class Assassin(Effect):
    """ABL-ASSASSIN: its owner chooses who takes one of its hits."""

    def chooses_victim(self, me: Combatant, scene: Scene) -> Aim | None:
        return Aim(every_hit=False, why=Reason("assassin", enforced("ABL-ASSASSIN")))


@effect("stones")
class Stones(Effect):
    """PPL-HOBBITS-02: hobbits throw stones before the first round of a fight, and then strike as usual.

    AMB-094 says whether that is an attack like any other, or one die more in the ordinary one.
    """

    def strikes_extra(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.site.resumed or scene.house["AMB-094"] == "one-extra-die":
            return None
        return Reason("stones", enforced("PPL-HOBBITS-02"))

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if not scene.site.resumed and scene.house["AMB-094"] == "one-extra-die":
            yield Modifier(+1, "stones", enforced("PPL-HOBBITS-02"))


@effect("axes")
class Axes(Effect):
    """ABL-AXES: its hits are harder to defend."""

    def rides_on_hits(self, me: Combatant, scene: Scene) -> bool:
        return True

    def harms_defense(self, victim: Combatant, scene: Scene) -> Iterable[Modifier]:
        yield Modifier(-1, "axes", enforced("ABL-AXES"))


@effect("berserk")
class Berserk(Effect):
    """ABL-BERSERK: strikes better, cannot be given hits, and is gone after the fight."""

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.house["AMB-015"] == "applied":
            yield Modifier(+1, "berserk", enforced("ABL-BERSERK"))

    def cannot_be_hit(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("berserk", enforced("ABL-BERSERK"))

    def is_spent(self, me: Combatant, scene: Scene) -> Spent | None:
        counts = scene.house["AMB-093"] == "both-count"
        return Spent(counts, Reason("berserk", enforced("PPL-BERSERKERS-02")))


@effect("crushing-attack")
class CrushingAttack(Effect):
    """ABL-CRUSHING: walls and shelters do not help against it, and defense is one worse."""

    def rides_on_hits(self, me: Combatant, scene: Scene) -> bool:
        return True

    def harms_defense(self, victim: Combatant, scene: Scene) -> Iterable[Modifier]:
        yield Modifier(-1, "crushing attack", enforced("ABL-CRUSHING"))
        for found in in_play(victim, scene):
            if found.is_fortification:
                for bonus in found.defense_modifiers(victim, scene):
                    yield Modifier(-bonus.amount, f"{bonus.source} crushed", enforced("ABL-CRUSHING"))


@effect("paralyze")
class Paralyze(Effect):
    """ABL-PARALYZE: whoever fails against it is paralyzed, and lost unless their side wins."""

    def rides_on_hits(self, me: Combatant, scene: Scene) -> bool:
        return True

    def inflicts(self, victim: Combatant, scene: Scene) -> Fate | None:
        return Fate("paralyzed", Reason("paralyzing hit", enforced("ABL-PARALYZE")))


@effect("darkness")
class Darkness(Effect):
    """WAR-15: orcs and trolls strike better under darkness."""

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.site.darkness:
            yield Modifier(+1, "darkness", enforced("WAR-15"))


@effect("furious-charge")
@dataclass(frozen=True)
class FuriousCharge(Effect):
    """ABL-FURIOUSCHARGE: misses are rolled again, but not against figures in rough ground or behind walls."""

    rule: str = "ABL-FURIOUSCHARGE"

    def rerolls_attack(self, me: Combatant, scene: Scene) -> Reroll | None:
        sheltered = all(is_in_cover(foe, scene) for foe in scene.foes(me).combatants)
        if sheltered or scene.is_behind_walls(other(me.side)):
            return Reroll("nothing", Reason("no furious charge here", enforced("ABL-FURIOUSCHARGE-2")))
        if scene.house["CON-064"] == "no-reroll":
            return None
        return Reroll("missed", Reason("furious charge", enforced(self.rule)))


@effect("poison")
class Poison(Effect):
    """ABL-POISON: ones are rolled again; AMB-080 says whether on defense dice too."""

    def rerolls_attack(self, me: Combatant, scene: Scene) -> Reroll | None:
        return Reroll("ones", Reason("poisoned weapons", enforced("ABL-POISON")))

    def rerolls_defense(self, me: Combatant, scene: Scene) -> Reroll | None:
        if scene.house["AMB-080"] != "every-die":
            return None
        return Reroll("ones", Reason("poisoned weapons", enforced("ABL-POISON")))


@effect("sailors")
class Sailors(Effect):
    """ABL-SAILORS: strikes better near navigable water."""

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.site.water:
            yield Modifier(+1, "near water", enforced("ABL-SAILORS"))


@effect("terror")
@dataclass(frozen=True)
class Terror(Effect):
    """ABL-TERROR: whoever it hits must roll a successful defense again; `on_foot` asks if riders keep it."""

    on_foot: str = ""

    def rides_on_hits(self, me: Combatant, scene: Scene) -> bool:
        return not self.on_foot or me.mounted or scene.house[self.on_foot] == "kept"

    def spoils_defense(self, victim: Combatant, scene: Scene) -> Reason | None:
        return Reason("terror", enforced("ABL-TERROR"))


@effect("elite")
class Elite(Effect):
    """ABL-ELITE: already in the printed attack, unless AMB-012 says otherwise."""

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.house["AMB-012"] == "added-on-top":
            yield Modifier(+1, "elite", enforced("ABL-ELITE"))


@effect("magic-weapon", standing=True)
class MagicWeapon(Effect):
    """ABL-MAGICWEAPON: already in the printed attack, unless AMB-014 says otherwise."""

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.profile.magic_weapon and scene.house["AMB-014"] == "added-on-top":
            yield Modifier(+1, "magic weapon", enforced("ABL-MAGICWEAPON"))

    def rides_on_hits(self, me: Combatant, scene: Scene) -> bool:
        if not me.profile.magic_weapon or scene.house["CON-067"] != "hit-by-it":
            return False
        return bool(enforced("PRF-N03"))
