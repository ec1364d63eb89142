"""The only writer of state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, assert_never

from assistant.kernel.ids import FigureId
from assistant.rules.apply_war import apply_war, touches_war
from assistant.rules.facts import (
    Correction,
    Dismounted,
    Duelled,
    Enlisted,
    Fact,
    FightEnded,
    HouseRuleChosen,
    Mounted,
    Overruled,
    Recovered,
    Regrouped,
    Retreated,
    Suffered,
    WallsFell,
)
from assistant.rules.war_facts import WarFact
from assistant.rules.world import World


def apply(world: World, fact: Fact) -> World:
    """The world after this happened."""
    if isinstance(fact, WarFact):
        return replace(world, war=apply_war(world.war, fact))
    match fact:
        case Enlisted():
            return replace(world, figures={**world.figures, **{figure.id: figure for figure in fact.figures}})
        case Dismounted():
            return _change(world, fact.figures, mounted=False)
        case Mounted():
            return _change(world, fact.figures, mounted=True)
        case Regrouped():
            return _change(world, fact.figures, regrouping=False)
        case Suffered():
            since = {**world.war.since, **dict.fromkeys(fact.figures, world.war.turn)}
            hurt = _change(world, fact.figures, condition=fact.condition)
            return replace(hurt, war=replace(world.war, since=since))
        case Recovered():
            return _change(world, fact.figures, condition="fit")
        case Retreated():
            return _change(world, fact.figures, regrouping=True)
        case FightEnded():
            return replace(world, fights=world.fights + 1)
        case WallsFell():
            return world
        case Duelled():
            return world
        case Overruled():
            return _correct(world, fact.figures)
        case HouseRuleChosen():
            return replace(world, house_rules={**world.house_rules, fact.rule: fact.reading})
        case _:
            assert_never(fact)


def _change(world: World, figures: Iterable[FigureId], **changes: Any) -> World:
    changed = {figure: replace(world.figures[figure], **changes) for figure in figures}
    return replace(world, figures={**world.figures, **changed})


def _correct(world: World, corrections: Iterable[Correction]) -> World:
    for one in corrections:
        said = {"condition": one.condition, "mounted": one.mounted, "regrouping": one.regrouping}
        changes = {name: value for name, value in said.items() if value is not None}
        world = _change(world, (one.figure,), **changes)
    return world


def touches(fact: Fact) -> tuple[str, ...]:
    """The figures and switches a fact changes, by name."""
    if isinstance(fact, WarFact):
        return touches_war(fact)
    match fact:
        case Enlisted():
            return tuple(figure.id for figure in fact.figures)
        case Dismounted() | Mounted() | Regrouped() | Suffered() | Recovered() | Retreated():
            return fact.figures
        case WallsFell():
            return fact.into_tower
        case FightEnded():
            return fact.fought
        case Duelled():
            return (fact.own, fact.enemy)
        case Overruled():
            return tuple(dict.fromkeys([*(one.figure for one in fact.figures), *fact.concerns]))
        case HouseRuleChosen():
            return (fact.rule,)
        case _:
            assert_never(fact)
