"""Help that reaches those who stand near, or in a certain place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier, Reason, Reroll
from assistant.rules.effects.registry import effect


@effect("beregond-guard")
@dataclass(frozen=True)
class BeregondGuard(Effect):
    """PPL-BEREGOND-02: a hobbit near him has one more die."""

    scope = "near"

    inches: int = 2
    dice: int = 1

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return me.is_of("hobbit")

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.is_of("hobbit"):
            yield Modifier(self.dice, "guarded", enforced("PPL-BEREGOND-02"))


@effect("elrond-lore")
@dataclass(frozen=True)
class ElrondLore(Effect):
    """PPL-ELROND-03: elves near him roll failed defense dice again."""

    scope = "near"

    inches: int = 2

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return me.is_of("elf")

    def rerolls_defense(self, me: Combatant, scene: Scene) -> Reroll | None:
        return Reroll("failed", Reason("elven lore", enforced("PPL-ELROND-03")))


@effect("horn")
@dataclass(frozen=True)
class Horn(Effect):
    """PPL-HOBBITS-03: hobbits near one of theirs with a horn strike better."""

    scope = "near"
    things = ("horn",)
    used_by = ("hobbit",)

    inches: int = 6
    attack: int = 1

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return me.is_of("hobbit") and holder.is_of("hobbit")

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.is_of("hobbit"):
            yield Modifier(self.attack, "horn", enforced("PPL-HOBBITS-03"))


@effect("galadriel-light")
@dataclass(frozen=True)
class GaladrielLight(Effect):
    """PPL-GALADRIEL-02: elves in her wood roll missed attacks again while she is there."""

    place: str = ""

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return me.is_of("elf") and scene.site.place == self.place

    def rerolls_attack(self, me: Combatant, scene: Scene) -> Reroll | None:
        if scene.site.place != self.place:
            return None
        return Reroll("missed", Reason("the light of the Lady", enforced("PPL-GALADRIEL-02")))


@effect("phial")
@dataclass(frozen=True)
class Phial(Effect):
    """ITM-PHIAL-01: better at all combat rolls against spiders, and underground."""

    bonus: int = 2

    def _shines(self, me: Combatant, scene: Scene) -> bool:
        return me.terrain == "caves" or any(foe.is_of("spider") for foe in scene.foes(me).combatants)

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if self._shines(me, scene):
            yield Modifier(self.bonus, "phial", enforced("ITM-PHIAL-01"))

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        return self.attack_modifiers(me, scene)


@effect("spider-lair")
@dataclass(frozen=True)
class SpiderLair(Effect):
    """PPL-SHELOB-01: many times her dice at home; CON-080 says whether at its porch too."""

    place: str = ""
    porch: str = ""
    times: int = 3

    def _is_home(self, scene: Scene) -> bool:
        at_porch = scene.site.place == self.porch and scene.site.terrain == "caves"
        return scene.site.place == self.place or (at_porch and scene.house["CON-080"] != "single-outside")

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if self._is_home(scene):
            yield Modifier(me.line.dice * (self.times - 1), "in her lair", enforced("PPL-SHELOB-01"))


@effect("drums")
@dataclass(frozen=True)
class Drums(Effect):
    """PPL-DRUMMERS-01: with drum and drummers in a stronghold, each goblin of the force has one more die.

    CON-096 says whether that is one more, or twice as many. PPL-DRUMMERS-02: nobody takes a drummer's place.
    """

    STRONGHOLDS = ("moria", "goblin-town")
    scope = "force"

    drummers: int = 2
    dice: int = 1

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return me.is_of("goblin")

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if self._are_complete(me, scene) and scene.house["CON-096"] == "one-more-die":
            yield Modifier(self.dice, "drums", enforced("PPL-DRUMMERS-01"))

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        if not self._are_complete(me, scene) or scene.house["CON-096"] != "double-dice":
            return None
        return Reason("drums", enforced("PPL-DRUMMERS-01"))

    def _are_complete(self, me: Combatant, scene: Scene) -> bool:
        drummers = sum(
            any(trait.name == self.name for trait in one.profile.traits) for one in scene.force_of(me)
        )
        if scene.site.place not in self.STRONGHOLDS:
            return False
        return drummers >= self.drummers or not enforced("PPL-DRUMMERS-02")
