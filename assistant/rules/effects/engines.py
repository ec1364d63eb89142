"""Engines of war: what they may be used against, and how gates and walls are broken."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Charge, Effect, Ramming, Reason, Reroll
from assistant.rules.effects.registry import effect


@effect("siege-weapon")
@dataclass(frozen=True)
class SiegeWeapon(Effect):
    """ART-05, ART-08, ART-11: shoots only into a fortress or tower, or out of the one it garrisons."""

    rule: str = "ART-08"

    def cannot_strike(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.is_behind_walls("good") or scene.is_behind_walls("evil"):
            return None
        return Reason("no fortress is assaulted", enforced(self.rule), (enforced("ART-05"),))


@effect("garrison-weapon")
@dataclass(frozen=True)
class GarrisonWeapon(Effect):
    """ART-05, ART-14: shoots only at those who assault the fortress it garrisons."""

    rule: str = "ART-14"

    def cannot_strike(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.is_walled(me):
            return None
        return Reason("not in an assaulted fortress", enforced(self.rule), (enforced("ART-05"),))


@effect("no-engines")
@dataclass(frozen=True)
class NoEngines(Effect):
    """PLC-MINASTIRITH-03: too high for any engine but those named."""

    at: str = "tower"
    spared_profile: str = ""

    def cannot_strike(self, me: Combatant, scene: Scene) -> Reason | None:
        if me.profile.kind != "artillery" or me.profile.id in self.spared_profile.split():
            return None
        if scene.site.at != self.at or scene.is_behind_walls(me.side):
            return None
        return Reason("out of reach of engines", enforced("PLC-MINASTIRITH-03"))


@effect("ram")
@dataclass(frozen=True)
class Ram(Effect):
    """ART-18..ART-20: at a gate it helps some to strike, or smashes it; or its crew drop it and fight."""

    figures: int = 4
    target: int = 11
    dice: int = 2
    easier: int = 2
    crew: str = ""

    def rams(self, me: Combatant, scene: Scene) -> Ramming | None:
        why = Reason("battering ram", enforced("ART-18"))
        return Ramming(self.figures, self.target, self.dice, self.easier, self.crew, why)


@effect("beside-a-ram", standing=True)
class BesideARam(Effect):
    """ART-18: those whom the owner of a ram chose to help roll misses again; that makes nobody a ram.

    ART-17: a ram whose crew is no longer whole helps nobody any more.
    """

    def rerolls_attack(self, me: Combatant, scene: Scene) -> Reroll | None:
        helping = {ram for ram, helped in scene.helped.items() if me.id in helped}
        rams = [one for one in scene.friends(me).combatants if one.id in helping]
        if not any(one.has_full_crew for one in rams):
            return None
        return Reroll("missed", Reason("battering ram", enforced("ART-18")))


@effect("demolition")
@dataclass(frozen=True)
class Demolition(Effect):
    """ART-21..ART-23: two set a charge, which breaks a gate or a weak wall, and both die (CON-055)."""

    target: int = 3

    def blows_up(self, me: Combatant, scene: Scene) -> Charge | None:
        anyone = scene.house["CON-055"] == "engineer-and-special"
        return Charge(self.target, anyone, Reason("demolition charge", enforced("ART-21")))
