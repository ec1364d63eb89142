"""Ringwraiths, what they ride, and who stands up to the fear of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.marching import Flight
from assistant.rules.effects.registry import effect
from assistant.rules.moving.travel import Traveller
from assistant.rules.spotting import Hunt


@effect("ringwraith")
class Ringwraith(Effect):
    """PPL-RINGWRAITH-01: they ride; AMB-017 says whether their horse helps, is lost first, or is nothing."""

    def fights_on_foot(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.house["AMB-017"] != "printed-line":
            return None
        return Reason("the printed line has no horse", enforced("PPL-RINGWRAITH-01"))

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.mounted and scene.house["AMB-017"] == "with-bonus":
            yield Modifier(+1, "mounted", enforced("PPL-RINGWRAITH-01"))

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        return self.dice_modifiers(me, scene)

    def finds(self, me: Profile, hunt: Hunt) -> Iterable[Modifier]:
        if hunt.has_ring and all(one.is_character for one in hunt.hidden):
            yield Modifier(+1, "senses the Ring", enforced("PPL-RINGWRAITH-06"))


@effect("fell-beast")
class FellBeast(Effect):
    """PPL-FELLBEAST-02: a ringwraith who rides one causes terror."""

    things = ("fell-beast",)
    used_by = ("wraith",)

    def rides_on_hits(self, me: Combatant, scene: Scene) -> bool:
        return me.mounted and me.is_of("wraith") and self.name in me.bears

    def spoils_defense(self, victim: Combatant, scene: Scene) -> Reason | None:
        return Reason("terror of the fell beast", enforced("PPL-FELLBEAST-02"))

    def lifts(self, me: Traveller) -> Flight | None:
        if not (me.mounted and self.name in me.bears):
            return None
        return Flight(20, Reason("on a fell beast", enforced("PPL-FELLBEAST-02")))


@effect("shield-from-fear")
@dataclass(frozen=True)
class ShieldFromFear(Effect):
    """PPL-GANDALF-03: he and those near him do not fear fell beasts; AMB-020 says whether that is terror."""

    scope = "near"

    inches: int = 8

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return any(FellBeast.name in foe.bears for foe in scene.foes(me).combatants)

    def shields(self, me: Combatant, scene: Scene, carried: Effect) -> Reason | None:
        if carried.name != FellBeast.name or scene.house["AMB-020"] == "fear-apart":
            return None
        return Reason("shielded from fear", enforced("PPL-GANDALF-03"))
