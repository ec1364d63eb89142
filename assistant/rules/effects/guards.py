"""Abilities and armor that keep a figure from harm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier, Reason, Reroll
from assistant.rules.effects.registry import effect
from assistant.rules.house import HouseRules


@effect("tough")
@dataclass(frozen=True)
class Tough(Effect):
    """ABL-TOUGH: failed defense dice are rolled again; `unless` names a reading that knows nothing of it."""

    OTHERWISE: ClassVar[str] = "osgiliath-lines"

    unless: str = ""

    def rerolls_defense(self, me: Combatant, scene: Scene) -> Reroll | None:
        if self.unless and scene.house[self.unless] == self.OTHERWISE:
            return None
        return Reroll("failed", Reason("tough", enforced("ABL-TOUGH")))


@effect("hardened-veterans")
class HardenedVeterans(Effect):
    """ABL-VETERANS: the same under another name (CON-057)."""

    def rerolls_defense(self, me: Combatant, scene: Scene) -> Reroll | None:
        return Reroll("failed", Reason("hardened veterans", enforced("ABL-VETERANS")))


@effect("pikes")
class Pikes(Effect):
    """ABL-PIKES: well defended when the enemy's force has any mounted figure, in reach or not."""

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.foes(me).has_mounted:
            yield Modifier(+2, "pikes", enforced("ABL-PIKES"))

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        yield Modifier(-2, "pikes", enforced("MOV-15"))


class _Armor(Effect):
    """AMB-012: what a figure wears is already in its printed defense, unless the table adds it on top."""

    amount = 0
    source = ""
    rule = ""

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.house["AMB-012"] == "added-on-top":
            enforced("DEF-07")
            yield Modifier(self.amount, self.source, enforced(self.rule))


@effect("heavy-armor")
class HeavyArmor(_Armor):
    """ABL-HEAVYARMOUR."""

    amount, source, rule = +1, "heavy armor", "ABL-HEAVYARMOUR"

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if profile.race != "dwarf":
            yield Modifier(-1, "heavy armor", enforced("ABL-HEAVYARMOUR"))


@effect("unarmored")
class Unarmored(_Armor):
    """ABL-UNARMOURED."""

    amount, source, rule = -1, "unarmored", "ABL-UNARMOURED"


@effect("rabble")
class Rabble(_Armor):
    """ABL-RABBLE: worse at striking too."""

    amount, source, rule = -1, "rabble", "ABL-RABBLE"

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        return self.defense_modifiers(me, scene)
