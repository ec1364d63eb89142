"""Powers that nobody commands: they come when called, strike, and are gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assistant.kernel.evidence import enforced
from assistant.rules.book import ProfileId
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Aim, Call, Effect, Reason, Spent
from assistant.rules.effects.registry import effect
from assistant.rules.fight.facts import ONLY_STRIKES


@effect("strike-only")
@dataclass(frozen=True)
class StrikeOnly(Effect):
    """AMB-077: it takes no hits and neither wins nor loses; `once` it is gone after it has struck.

    `never_hit` marks those to whom no hit may be given by any reading.
    """

    comes_back = True

    once: int = 0
    never_hit: int = 0

    def cannot_be_hit(self, me: Combatant, scene: Scene) -> Reason | None:
        if self.only_strikes(me, scene) or self.never_hit:
            return self._why(me)
        return None

    def only_strikes(self, me: Combatant, scene: Scene) -> Reason | None:
        return self._why(me) if scene.house["AMB-077"] == "strike-only" else None

    def is_spent(self, me: Combatant, scene: Scene) -> Spent | None:
        return Spent(counts=False, why=self._why(me), condition="dispersed") if self.once else None

    @staticmethod
    def _why(me: Combatant) -> Reason:
        return Reason(ONLY_STRIKES, enforced(next(iter(me.profile.rules), "AMB-077")))


@effect("target-order")
@dataclass(frozen=True)
class TargetOrder(Effect):
    """PLC-FANGORN-06, PPL-WATCHER-01: its hits fall on the kinds of enemy named, in that order."""

    RING: ClassVar[str] = "one-ring"
    BEARER: ClassVar[str] = "ringbearer"
    things = (RING,)

    first: str = ""
    second: str = ""
    third: str = ""

    def prefers(self, me: Combatant, foe: Combatant, scene: Scene) -> int | None:
        for rank, kind in enumerate((self.first, self.second, self.third)):
            if self.RING in foe.bears if kind == self.BEARER else foe.is_of(kind):
                enforced("PPL-WATCHER-01" if kind == self.BEARER else "PLC-FANGORN-06")
                return rank
        return None


@effect("picks-her-prey")
class PicksHerPrey(Effect):
    """PLC-CIRITHUNGOL-07: she sets upon one figure, and all its companions may strike at her."""

    def chooses_victim(self, me: Combatant, scene: Scene) -> Aim | None:
        return Aim(every_hit=True, why=Reason("picks her prey", enforced("PLC-CIRITHUNGOL-07")))


@effect("scatters-ethereals")
class ScattersEthereals(Effect):
    """PPL-EAGLES-02: ethereal enemies are gone before the first blow; CON-087 says which.

    All those of the enemy's forces, or the ringwraiths in the combat itself.
    """

    def scatters(self, me: Combatant, foe: Combatant, scene: Scene) -> Reason | None:
        if not any(trait.name == "ethereal" for trait in foe.profile.traits):
            return None
        if scene.house["CON-087"] == "ringwraiths-only" and not (foe.is_of("wraith") and scene.fights(foe)):
            return None
        return Reason("scattered by the eagles", enforced("PPL-EAGLES-02"))


@effect("eagle-friend")
class EagleFriend(Effect):
    """PPL-EAGLES-01: once in the game he may call the eagles to a fight of a force he is with."""

    def summons(self, me: Combatant, scene: Scene) -> Call | None:
        return Call(ProfileId("eagles"), 1, Reason("the eagles come", enforced("PPL-EAGLES-01")))


@effect("oath-of-the-dead")
class OathOfTheDead(Effect):
    """PPL-DEADARMY-01: who has passed their paths with the sword reforged may call the Dead once."""

    things = ("oath-of-the-dead",)
    used_with = ("anduril",)

    def summons(self, me: Combatant, scene: Scene) -> Call | None:
        # They come to fight beside him: he must be in the fight himself.
        if not {*self.used_with} <= {*me.bears} or not scene.fights(me):
            return None
        number = 1 if scene.house["AMB-057"] == "three-dice" else 10
        why = Reason("the Dead fulfil their oath", enforced("PPL-DEADARMY-01"))
        return Call(ProfileId("army-of-the-dead"), number, why)
