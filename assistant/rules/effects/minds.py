"""What weighs on the mind: a palantír that ensnares its user, and the loss of someone dear."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier
from assistant.rules.effects.registry import effect


@effect("ensnared", standing=True)
class Ensnared(Effect):
    """ITM-PALANTIR-03: whose commander was ensnared again fights worse; AMB-056 says in what."""

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.ensnared and scene.house["AMB-056"] == "minus-one-to-rolls":
            yield Modifier(-1, "ensnared", enforced("ITM-PALANTIR-03"))

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        return self.attack_modifiers(me, scene)

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.ensnared and scene.house["AMB-056"] == "one-die-fewer":
            yield Modifier(-1, "ensnared", enforced("ITM-PALANTIR-03"))


@effect("bereaved")
@dataclass(frozen=True)
class Bereaved(Effect):
    """PPL-ARWEN-03: leads worse once someone dear has been slain."""

    loss: str = ""
    leadership: int = 2

    def leadership_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if self.loss in scene.slain:
            yield Modifier(-self.leadership, "bereaved", enforced("PPL-ARWEN-03"))
