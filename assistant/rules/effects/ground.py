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
UNDERGROUND: tuple[Terrain, ...] = ("caves", "mountain")


@effect("woodsmen")
class Woodsmen(Effect):
    """ABL-WOODSMEN: double dice in woods."""

    clears: tuple[Terrain, ...] = ("woods",)

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("woodsmen", enforced("ABL-WOODSMEN")) if me.terrain == "woods" else None


@effect("miners")
class Miners(Effect):
    """ABL-MINERS: double dice in the ground dwarves call home; CON-059 says which that is."""

    clears: tuple[Terrain, ...] = ("caves", "rocky", "hills")

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        if me.terrain not in MINED[scene.house["CON-059"]]:
            return None
        return Reason("miners", enforced("ABL-MINERS"))


@effect("burrower")
class Burrower(Effect):
    """ABL-BURROWER-2: better defended underground."""

    clears: tuple[Terrain, ...] = ("caves", "rocky", "hills")

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.terrain in UNDERGROUND:
            yield Modifier(+1, "burrower", enforced("ABL-BURROWER-2"))


@effect("ranger")
class Ranger(Effect):
    """ABL-RANGER: hard to hurt in rough ground; AMB-091 says whether woods one calls clear still count."""

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if not is_difficult(me.terrain):
            return
        if scene.house["AMB-091"] == "clear-for-all" and _is_at_home(me, scene):
            return
        yield Modifier(+2, "ranger", enforced("ABL-RANGER"))


def _is_at_home(me: Combatant, scene: Scene) -> bool:
    return any(me.terrain in getattr(one, "clears", ()) for one in in_play(me, scene))
