"""Figures served by a crew, and what becomes of them when it is lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Brood, Effect, Lives, Modifier, Reason
from assistant.rules.effects.registry import effect


@effect("served-by-crew", standing=True)
class Crewed(Effect):
    """ART-02, ART-03: the crew take the hits; the fewer they are, the fewer dice, and at last it is gone.

    A weapon's crewmen are figures, hit and counted one by one. A beast is one figure that loses its crew.
    """

    def lives(self, me: Combatant, scene: Scene) -> Lives | None:
        if me.profile.crew is None:
            return None
        apart = me.profile.kind == "artillery"
        why = Reason("its crew take the hits", enforced("ART-02")) if apart else self._loss(me)
        return Lives(me.crew_left, "crew", apart, why)

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        crew = me.profile.crew
        lost = crew.size - me.crew_left if crew else 0
        if crew and lost > 0 and crew.dice_each:
            yield Modifier(-crew.dice_each * lost, f"crew lost, {lost} of {crew.size}", enforced(crew.rule))

    def cannot_strike(self, me: Combatant, scene: Scene) -> Reason | None:
        """ART-15: light artillery shoots anywhere; heavier weapons say themselves where they may not."""
        if me.profile.kind == "artillery" and me.profile.movement == "light-artillery":
            enforced("ART-15")
        return None

    @staticmethod
    def _loss(me: Combatant) -> Reason:
        return Reason("fights by its crew", enforced(me.profile.crew.rule if me.profile.crew else "ART-03"))


@effect("full-crew")
@dataclass(frozen=True)
class FullCrew(Effect):
    """ART-12, ART-17: of no use without its whole crew, unless a reading of a house rule waives that."""

    rule: str = "ART-12"
    waived_by: str = ""
    reading: str = ""

    def cannot_strike(self, me: Combatant, scene: Scene) -> Reason | None:
        crew = me.profile.crew
        if crew is None or me.has_full_crew:
            return None
        if self.waived_by and scene.house[self.waived_by] == self.reading:
            return None
        return Reason(f"{me.crew_left} of {crew.size} crew, and it needs them all", enforced(self.rule))


@effect("stampede")
class Stampede(Effect):
    """PPL-MUMAKIL-02: without a crew it tramples its own side, and is removed."""

    def runs_amok(self, me: Combatant, scene: Scene) -> Reason | None:
        if me.profile.crew is None or me.crew_left > 0:
            return None
        return Reason("stampede", enforced("PPL-MUMAKIL-02"))


@effect("hull")
@dataclass(frozen=True)
class Hull(Effect):
    """PRF-C21: sinks after so many wounds."""

    wounds: int = 3

    def lives(self, me: Combatant, scene: Scene) -> Lives | None:
        left = self.wounds - me.lives_lost
        return Lives(left, "wound", apart=False, why=Reason("hull", enforced("PRF-C21")), several="wounds")


@effect("spawns-swarms")
@dataclass(frozen=True)
class SpawnsSwarms(Effect):
    """PLC-MIRKWOOD-05: brings forth swarms after each round of combat, to a limit."""

    die: int = 3
    most: int = 3
    brood: str = "spider-swarm"

    def spawns(self, me: Combatant, scene: Scene) -> Brood | None:
        return Brood(self.brood, self.die, self.most, Reason("spider queen", enforced("PLC-MIRKWOOD-05")))
