"""Abilities that come alive on certain ground."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from assistant.kernel.evidence import enforced
from assistant.rules.book import Terrain
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.registry import effect, in_play
from assistant.rules.house import HouseRules
from assistant.rules.moving.travel import Traveller

MINED: dict[str, tuple[Terrain, ...]] = {
    "tunnels-rocks-hills": ("caves", "rocky", "hills"),
    "caves-tunnels-mountains": ("caves", "mountain"),
    "any-of-these": ("caves", "rocky", "hills", "mountain"),
}
TUNNELLED: tuple[Terrain, ...] = ("caves", "rocky", "hills")
UNDERGROUND: tuple[Terrain, ...] = ("caves", "mountain")


@effect("woodsmen")
class Woodsmen(Effect):
    """ABL-WOODSMEN: double dice in woods."""

    def finds_clear(self, me: Combatant, house: HouseRules) -> bool:
        return me.terrain == "woods"

    def walks_clear(self, me: Traveller, ground: str) -> Reason | None:
        return Reason("woodsmen", enforced("MOV-15")) if ground == "woods" else None

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("woodsmen", enforced("ABL-WOODSMEN")) if me.terrain == "woods" else None


@effect("miners")
class Miners(Effect):
    """ABL-MINERS: double dice in the ground dwarves call home; CON-059 says which that is."""

    def finds_clear(self, me: Combatant, house: HouseRules) -> bool:
        return me.terrain in TUNNELLED

    def walks_clear(self, me: Traveller, ground: str) -> Reason | None:
        return _at_home("miners", ground)

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        if me.terrain not in MINED[scene.house["CON-059"]]:
            return None
        return Reason("miners", enforced("ABL-MINERS"))


@effect("burrower")
class Burrower(Effect):
    """ABL-BURROWER-2: better defended underground, and at home there if CON-058 says so."""

    def finds_clear(self, me: Combatant, house: HouseRules) -> bool:
        if me.terrain not in TUNNELLED or house["CON-058"] == "defence-only":
            return False
        return bool(enforced("ABL-BURROWER"))

    def walks_clear(self, me: Traveller, ground: str) -> Reason | None:
        return None if me.house["CON-058"] == "defence-only" else _at_home("burrower", ground)

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.terrain in UNDERGROUND:
            yield Modifier(+1, "burrower", enforced("ABL-BURROWER-2"))


@effect("ranger")
class Ranger(Effect):
    """ABL-RANGER: hard to hurt in rough ground, or where CON-061 says so in cover.

    PRF-N02: of some the chart prints a footnote that says the same of cover, by any reading.
    """

    FOOTNOTE: ClassVar[str] = "PRF-N02"

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if self.FOOTNOTE in me.profile.rules and me.cover:
            yield Modifier(+2, "in cover", enforced(self.FOOTNOTE))
        elif me.cover if scene.house["CON-061"] == "cover" else is_in_cover(me, scene):
            yield Modifier(+2, "ranger", enforced("ABL-RANGER"))


@effect("camels")
class Camels(Effect):
    """ABL-CAMELS: soft sand is clear ground to those who ride them."""

    def finds_clear(self, me: Combatant, house: HouseRules) -> bool:
        return me.mounted and me.terrain == "sand" and bool(enforced("ABL-CAMELS"))

    def walks_clear(self, me: Traveller, ground: str) -> Reason | None:
        return Reason("camels", enforced("ABL-CAMELS")) if me.mounted and ground == "sand" else None


@effect("weaker-outside")
@dataclass(frozen=True)
class WeakerOutside(Effect):
    """PLC-MORIA-14: away from home, dice, attack and defense are each worse."""

    place: str = ""
    by: int = 1

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.site.place != self.place:
            yield Modifier(-self.by, "away from home", enforced("PLC-MORIA-14"))

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        return self.dice_modifiers(me, scene)

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        return self.dice_modifiers(me, scene)


def _at_home(who: str, ground: str) -> Reason | None:
    """MOV-15, TER-04: tunnels are clear ground to those who dig, and so are rocks and hills."""
    if ground not in TUNNELLED:
        return None
    return Reason(who, enforced("TER-04" if ground == "caves" else "MOV-15"))


def is_in_cover(me: Combatant, scene: Scene) -> bool:
    """AMB-091: difficult ground shelters also those who move over it as if it were clear, or not them."""
    if not me.on_difficult:
        return False
    if scene.house["AMB-091"] == "still-difficult":
        return True
    return not any(found.finds_clear(me, scene.house) for found in in_play(me, scene))
