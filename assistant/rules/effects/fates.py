"""What becomes of those who are not simply slain."""

from __future__ import annotations

from assistant.kernel.evidence import enforced
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Fate, Reason
from assistant.rules.effects.registry import effect


@effect("ethereal")
class Ethereal(Effect):
    """ABL-ETHEREAL: dispersed, unless a magic weapon is there to slay it (CON-067 says how near)."""

    comes_back = True

    def fate(self, me: Combatant, scene: Scene, carried: tuple[str, ...]) -> Fate | None:
        if scene.house["CON-067"] == "hit-by-it":
            slain = "magic-weapon" in carried
        else:
            slain = scene.faces_magic_weapon(me)
        if me.is_of("wraith"):
            enforced("PPL-RINGWRAITH-03")
        if slain:
            return Fate("eliminated", Reason("slain by a magic weapon", enforced("ABL-ETHEREAL-3")))
        return Fate("dispersed", Reason("ethereal", enforced("ABL-ETHEREAL")))


@effect("hero", standing=True)
class Hero(Effect):
    """ABL-HERO-2: good characters are wounded, not killed (CON-056 says who is a hero)."""

    def fate(self, me: Combatant, scene: Scene, carried: tuple[str, ...]) -> Fate | None:
        labelled = any(trait.name == self.name for trait in me.profile.traits)
        if not labelled and scene.house["CON-056"] == "labelled":
            return None
        if not (labelled or (me.profile.is_character and me.profile.side == "good")):
            return None
        return Fate("wounded", Reason("hero", enforced("ABL-HERO" if labelled else "ABL-HERO-2")))


@effect("taken-alive")
class TakenAlive(Effect):
    """PPL-HOBBITS-01: a hobbit of the losing side is captured or wounded, never killed (AMB-035, AMB-058)."""

    def may_be_captured(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("hobbits are taken alive", enforced("PPL-HOBBITS-01"))

    def overruns(self, me: Combatant, scene: Scene) -> Fate | None:
        if scene.house["AMB-035"] != "hobbits-captured":
            return None
        return Fate("captured", Reason("hobbits are taken alive", enforced("PPL-HOBBITS-01")))
