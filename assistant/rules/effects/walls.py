"""Fortresses, towers and lesser shelters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from assistant.kernel.evidence import enforced, warned
from assistant.rules.book import Place, PlaceId
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import other
from assistant.rules.effects.hooks import Effect, Fate, Modifier, Reason
from assistant.rules.effects.marching import Rampart
from assistant.rules.effects.registry import effect, resolve


@effect("fortress", standing=True)
class Fortress(Effect):
    """FOR-03..FOR-06, TOW-05: its holders fight on foot with double dice and better defense, or lose all."""

    is_fortification = True

    def fights_on_foot(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.is_walled(me):
            return Reason("fights on foot behind walls", enforced("FOR-05"))
        return None

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        if not self._help(me, scene) or me.id in scene.stormed:
            return None
        return Reason(self._walls(scene), enforced("TOW-05" if scene.site.at == "tower" else "FOR-03"))

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if self._help(me, scene):
            yield Modifier(
                +1, self._walls(scene), enforced("TOW-05" if scene.site.at == "tower" else "FOR-04")
            )

    def overruns(self, me: Combatant, scene: Scene) -> Fate | None:
        if me.profile.is_character and scene.house["AMB-035"] == "heroes-wounded":
            return Fate("wounded", Reason("the walls fell", enforced("FOR-06")))
        return Fate("eliminated", Reason("the walls fell", enforced("FOR-06")))

    @staticmethod
    def _help(me: Combatant, scene: Scene) -> bool:
        """Whether walls stand between me and the enemy, unbroken."""
        return scene.is_walled(me) and not scene.site.breached

    @staticmethod
    def _walls(scene: Scene) -> str:
        return "tower" if scene.site.at == "tower" else "fortress"


@effect("wall-stormer")
class WallStormer(Effect):
    """PPL-BERSERKERS-01: each keeps one defender of walls, but not of a tower, from doubling its dice."""

    def storms(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.site.breached or scene.site.at != "walls" or not scene.is_behind_walls(other(me.side)):
            return None
        return Reason("wall-stormers", enforced("PPL-BERSERKERS-01"))


@effect("shelter")
@dataclass(frozen=True)
class Shelter(Effect):
    """FOR-10: a place that gives its defenders a bonus of its own without being a full fortress."""

    is_fortification: ClassVar[bool] = True

    defense: int = 1

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.place and scene.site.holder == me.side:
            rule = next(iter(scene.place.rules), enforced("FOR-10"))
            yield Modifier(self.defense, scene.place.name, enforced(rule))


@effect("worse-attack")
@dataclass(frozen=True)
class WorseAttack(Effect):
    """PLC-DUNHARROW-02, PLC-ITHILIEN-06: a place whose attackers hit worse; its own do not."""

    rules: ClassVar[tuple[str, ...]] = ("PLC-DUNHARROW-02", "PLC-ITHILIEN-06")

    attack: int = 1

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.place and scene.site.holder == other(me.side):
            rule = next((rule for rule in self.rules if rule in scene.place.rules), "FOR-10")
            yield Modifier(-self.attack, scene.place.name, enforced(rule))


@effect("tower-for")
@dataclass(frozen=True)
class TowerFor(Effect):
    """PLC-MINASTIRITH-02: of army figures only those of one people are taken into the tower.

    PPL-CITADELGUARD-01: before the walls fall, only those named are in it.
    """

    people: str = ""
    stationed: str = ""

    def turned_from_tower(self, me: Combatant, scene: Scene) -> Reason | None:
        if me.profile.is_character:
            return None
        if scene.site.at == "tower":
            if not self.stationed or me.profile.id in self.stationed.split():
                return None
            return Reason("others are there only by retreat", warned("PPL-CITADELGUARD-01"))
        if me.is_of(self.people):
            return None
        return Reason(f"not of {self.people}", enforced("PLC-MINASTIRITH-02"))


@effect("sally-when-lost")
@dataclass(frozen=True)
class SallyWhenLost(Effect):
    """PLC-HELMSDEEP-04: those beaten here are not lost, but must come out and fight."""

    at: str = "tower"

    def withstands_overrun(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.site.at != self.at:
            return None
        return Reason("must sally and fight in the field next turn", enforced("PLC-HELMSDEEP-04"))


@effect("one-sided-fortress")
@dataclass(frozen=True)
class OneSidedFortress(Effect):
    """PLC-BLACKGATE-01..04, CON-071: a fortress against those who come from outside a region only."""

    outside: str = ""
    inches: int = 4
    others: str = "retreat-full-move"
    toward: str = "east-edge"
    clears: str = ""
    refuge: str = ""

    def rampart(self) -> Rampart | None:
        why = Reason("a fortress from outside", enforced("PLC-BLACKGATE-01"))
        return Rampart(self.outside, self.inches, PlaceId(self.clears), PlaceId(self.refuge), why)

    def withstands_overrun(self, me: Combatant, scene: Scene) -> Reason | None:
        if any(me.id == one.id for one in scene.hosts[me.side].combatants):
            return None
        return Reason("out of reach of the fight", enforced("PLC-BLACKGATE-04"))


def is_defensible(place: Place) -> bool:
    """FOR-01, FOR-10: whether a place helps those who hold it against attack."""
    effects = map(resolve, place.traits)
    return place.is_fortress or any(found is not None and found.is_fortification for found in effects)
