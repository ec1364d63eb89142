"""The only writer of state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, assert_never

from assistant.kernel.ids import FigureId
from assistant.rules.apply_war import apply_war, touches_war
from assistant.rules.facts import (
    Called,
    Carried,
    Correction,
    CrewReplaced,
    Dismounted,
    Duelled,
    Enlisted,
    Fact,
    FightEnded,
    GateTried,
    HouseRuleChosen,
    LeftBehind,
    LeftTower,
    LivesLost,
    Mending,
    Mounted,
    Overruled,
    Readied,
    Recovered,
    Retreated,
    Stayed,
    Suffered,
    WallsBroken,
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
        case Suffered():
            since = {**world.war.since, **dict.fromkeys(fact.figures, world.war.turn)}
            hurt = _change(world, fact.figures, condition=fact.condition)
            return replace(hurt, war=replace(world.war, since=since))
        case Recovered():
            well = _change(world, fact.figures, condition="fit", left_behind=False, mending_at=None)
            return _set_down(well, fact.figures)
        case Retreated():
            return _change(world, fact.figures, regrouping=True)
        case FightEnded():
            fought = _change(world, fact.fought, fought_in=fact.turn) if fact.turn is not None else world
            return replace(fought, fights=world.fights + 1)
        case Called():
            return replace(world, called=(*world.called, fact.what))
        case Stayed():
            return _change(world, fact.figures, stays=True)
        case Readied():
            return _change(world, fact.figures, stays=False, regrouping=False)
        case LeftBehind():
            return _set_down(_change(world, fact.figures, left_behind=True), fact.figures)
        case Carried():
            carried = {**world.war.carried, **dict.fromkeys(fact.figures, fact.by)}
            borne = _change(world, fact.figures, left_behind=False)
            return replace(borne, war=replace(world.war, carried=carried))
        case Mending():
            return _change(world, fact.figures, mending_at=fact.place)
        case LivesLost():
            return _lose_lives(world, fact)
        case CrewReplaced():
            recruits = (*world.figures[fact.weapon].recruits, *fact.figures)
            served = _change(world, (fact.weapon,), recruits=recruits)
            return _change(served, fact.figures, condition="serving")
        case GateTried():
            return _change(world, (fact.figure,), tries=world.figures[fact.figure].tries + 1)
        case WallsBroken():
            broken = (fact.place,) if fact.place and fact.place not in world.breached else ()
            return replace(world, breached=(*world.breached, *broken))
        case WallsFell():
            return _change(world, fact.into_tower, in_tower=True)
        case LeftTower():
            return _change(world, fact.figures, in_tower=False)
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


def _set_down(world: World, figures: Sequence[FigureId]) -> World:
    """Nobody carries these any longer."""
    if not any(one in world.war.carried for one in figures):
        return world
    carried = {one: by for one, by in world.war.carried.items() if one not in figures}
    return replace(world, war=replace(world.war, carried=carried))


def _lose_lives(world: World, fact: LivesLost) -> World:
    """Recruits go first: as long as one of the first crew lives, others may step in."""
    figure = world.figures[fact.figure]
    fallen, left = figure.recruits[: fact.number], figure.recruits[fact.number :]
    lost = figure.lives_lost + fact.number - len(fallen)
    worn = _change(world, (fact.figure,), recruits=left, lives_lost=lost)
    return _change(worn, fallen, condition="eliminated")


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
        case Dismounted() | Mounted() | Suffered() | Recovered() | Retreated():
            return fact.figures
        case LeftTower():
            return fact.figures
        case LivesLost() | GateTried():
            return (fact.figure,)
        case CrewReplaced():
            return (fact.weapon, *fact.figures)
        case WallsBroken():
            return (fact.place, *fact.by) if fact.place else fact.by
        case WallsFell():
            return fact.into_tower
        case FightEnded():
            return fact.fought
        case Duelled():
            return (fact.own, fact.enemy)
        case Overruled():
            return tuple(dict.fromkeys([*(one.figure for one in fact.figures), *fact.concerns]))
        case Called():
            return (fact.by, *fact.figures)
        case Stayed() | Readied() | LeftBehind() | Mending():
            return fact.figures
        case Carried():
            return (*fact.figures, *fact.by)
        case HouseRuleChosen():
            return (fact.rule,)
        case _:
            assert_never(fact)
