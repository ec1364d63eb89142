"""Who would be helped by standing near whom: only the table knows who does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, Profile
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.scene import Scene
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.effects.hooks import Effect
from assistant.rules.effects.registry import brought_by, is_reached, resolve
from assistant.rules.house import HouseRules


@dataclass(frozen=True, slots=True)
class Help:
    """A friend who helps those that stand so near, and everyone of the side whom that would help."""

    side: FightingSide
    holder: FigureId
    inches: int
    helped: tuple[FigureId, ...]


def help_on_offer(book: Book, setup: FightSetup) -> Iterator[Help]:
    """Both sides' helpers, in listed order."""
    scene = Fight(book, setup, HouseRules(book.house_rules, setup.house_rules)).declared()
    for side in SIDES:
        fighting = {one.figure for one in setup.side(side).figures}
        for holder, found in scene.auras:
            if holder.side == side and found.scope == "near":
                helped = tuple(one for one in _reached(scene, holder.id, found, side) if one in fighting)
                if helped:
                    yield Help(side, holder.id, found.inches, helped)


def _reached(scene: Scene, holder: FigureId, found: Effect, side: FightingSide) -> Iterator[FigureId]:
    near = next(one for one in scene.hosts[side].combatants if one.id == holder)
    for me in scene.hosts[side].combatants:
        if is_reached(near, found, replace(me, near=(holder,)), scene):
            yield me.id


def unsaid_help(book: Book, setup: FightSetup) -> tuple[Help, ...]:
    """The helpers near whom nobody is said to stand."""
    near = {friend for side in SIDES for one in setup.side(side).figures for friend in one.near}
    return tuple(one for one in help_on_offer(book, setup) if one.holder not in near)


def helpers_by_figure(book: Book, setup: FightSetup, side: FightingSide) -> Mapping[str, tuple[str, ...]]:
    """For each figure of a side, the friends who would help it if it stood near them."""
    found: dict[str, dict[str, None]] = {}
    for one in help_on_offer(book, setup):
        for figure in one.helped if one.side == side else ():
            found.setdefault(figure, {})[one.holder] = None
    return {figure: tuple(helpers) for figure, helpers in found.items()}


def helps_the_near(profile: Profile, bears: Iterable[str]) -> bool:
    """Whether standing near such a figure can make a difference to anybody."""
    effects = (resolve(trait) for trait in (*profile.traits, *brought_by(bears)))
    return any(found is not None and found.scope == "near" for found in effects)
