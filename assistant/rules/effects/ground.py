"""Abilities that come alive on certain ground."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.kernel.evidence import enforced
from assistant.rules.book import Terrain, is_difficult
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.registry import effect, in_play

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

    def finds_clear(self, me: Combatant) -> bool:
        return me.terrain == "woods"

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("woodsmen", enforced("ABL-WOODSMEN")) if me.terrain == "woods" else None


@effect("miners")
class Miners(Effect):
    """ABL-MINERS: double dice in the ground dwarves call home; CON-059 says which that is."""

    def finds_clear(self, me: Combatant) -> bool:
        return me.terrain in TUNNELLED

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        if me.terrain not in MINED[scene.house["CON-059"]]:
            return None
        return Reason("miners", enforced("ABL-MINERS"))


@effect("burrower")
class Burrower(Effect):
    """ABL-BURROWER-2: better defended underground."""

    def finds_clear(self, me: Combatant) -> bool:
        return me.terrain in TUNNELLED

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.terrain in UNDERGROUND:
            yield Modifier(+1, "burrower", enforced("ABL-BURROWER-2"))


@effect("ranger")
class Ranger(Effect):
    """ABL-RANGER: hard to hurt in rough ground; AMB-091 says whether woods one calls clear still count."""

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if is_in_cover(me, scene):
            yield Modifier(+2, "ranger", enforced("ABL-RANGER"))


def is_in_cover(me: Combatant, scene: Scene) -> bool:
    """AMB-091: difficult ground shelters also those who move over it as if it were clear, or not them."""
    if not is_difficult(me.terrain):
        return False
    if scene.house["AMB-091"] == "still-difficult":
        return True
    return not any(found.finds_clear(me) for found in in_play(me, scene))
