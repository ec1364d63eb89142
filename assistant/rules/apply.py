"""The only writer of state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, assert_never

from assistant.kernel.ids import FigureId
from assistant.rules.apply_war import write_war
from assistant.rules.draft import Draft
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
    Turned,
    WallsBroken,
    WallsFell,
)
from assistant.rules.war import Reread
from assistant.rules.war_facts import WarFact
from assistant.rules.world import OFF_TABLE, Condition, Figure, World


def apply(world: World, fact: Fact) -> World:
    """The world after this happened."""
    return fold(world, (fact,))


def fold(world: World, facts: Iterable[Fact]) -> World:
    """The world after all this happened, copied once."""
    draft = Draft(world)
    for fact in facts:
        write(draft, fact)
    return draft.done_writing()


def write(world: Draft, fact: Fact) -> None:
    """Put down what happened."""
    if isinstance(fact, WarFact):
        write_war(world.war, fact)
        return
    match fact:
        case Enlisted():
            world.figures.update((figure.id, figure) for figure in fact.figures)
        case Dismounted():
            lost = {"unhorsed": fact.how == "in-combat", "unhorsed_in": world.war.turn}
            _change(world, fact.figures, mounted=False, **lost)
        case Mounted():
            again = {"remounted_in": world.war.turn} if fact.again else {}
            _change(world, fact.figures, mounted=True, unhorsed=False, **again)
        case Suffered():
            _remember_wounds(world, fact.figures, fact.condition)
            _change(world, fact.figures, condition=fact.condition)
            world.war.since.update(dict.fromkeys(fact.figures, world.war.turn))
            _fall_out(world, fact.figures, fact.condition)
        case Recovered():
            _change(world, fact.figures, condition="fit", hurt=False, left_behind=False, mending_at=None)
            _set_down(world, fact.figures)
        case Retreated():
            _change(world, fact.figures, regrouping=True)
        case FightEnded():
            world.fights += 1
            if fact.turn is not None:
                _change(world, fact.fought, fought_in=fact.turn, fought_after=fact.attacker)
        case Called():
            world.called.append(fact.what)
        case Stayed():
            _change(world, fact.figures, stays=True)
        case Turned():
            _change(world, fact.figures, side=fact.side)
        case Readied():
            _change(world, fact.figures, stays=False, regrouping=False)
        case LeftBehind():
            _change(world, fact.figures, left_behind=True)
            _set_down(world, fact.figures)
        case Carried():
            _change(world, fact.figures, left_behind=False)
            _set_down(world, fact.figures)
            if fact.by:
                world.war.carried.update(dict.fromkeys(fact.figures, fact.by))
        case Mending():
            _change(world, fact.figures, mending_at=fact.place)
        case LivesLost():
            _lose_lives(world, fact)
        case CrewReplaced():
            recruits = (*world.figures[fact.weapon].recruits, *fact.figures)
            _change(world, (fact.weapon,), recruits=recruits)
            _change(world, fact.figures, condition="serving")
        case GateTried():
            _change(world, (fact.figure,), tries=world.figures[fact.figure].tries + 1)
        case WallsBroken():
            if fact.place and fact.place not in world.breached:
                world.breached.append(fact.place)
        case WallsFell():
            _change(world, fact.into_tower, in_tower=True)
        case LeftTower():
            _change(world, fact.figures, in_tower=False)
        case Duelled():
            pass
        case Overruled():
            _correct(world, fact.figures)
        case HouseRuleChosen():
            _settle(world, fact)
        case _:
            assert_never(fact)


def _change(world: Draft, figures: Iterable[FigureId], **changes: Any) -> None:
    for figure in figures:
        world.figures[figure] = replace(world.figures[figure], **changes)


def _settle(world: Draft, fact: HouseRuleChosen) -> None:
    """What was due by the former reading stays due: a new one counts from the next turn start on."""
    war = world.war
    if war.turn:
        last = war.turn - (war.phase == "start" and not fact.too_late)
        war.reread.append(Reread(fact.rule, world.house_rules.get(fact.rule, ""), last, tuple(war.events)))
    world.house_rules[fact.rule] = fact.reading


def _remember_wounds(world: Draft, figures: Iterable[FigureId], condition: Condition) -> None:
    """ABL-HERO: who is taken captive wounded is wounded still, and who is anything else is only that."""
    for one in figures:
        _change(world, (one,), hurt=condition == "captured" and _is_hurt(world.figures[one]))


def _is_hurt(one: Figure) -> bool:
    return one.condition == "wounded" or one.hurt


def _set_down(world: Draft, figures: Iterable[FigureId]) -> None:
    """Nobody carries these any longer."""
    for figure in figures:
        world.war.carried.pop(figure, None)


def _fall_out(world: Draft, figures: Sequence[FigureId], condition: Condition) -> None:
    """Who is gone stands nowhere, and no force is called after him."""
    if condition not in OFF_TABLE:
        return
    homes, forces = world.war.homes, world.war.forces
    for figure in figures:
        world.war.spots.pop(figure, None)
    for home in dict.fromkeys(homes[one] for one in figures if one in homes):
        if (force := forces.get(home)) is not None:
            left = [one for one in force.figures if world.figures[one].condition not in OFF_TABLE]
            forces[home] = force.called_among(left)


def _lose_lives(world: Draft, fact: LivesLost) -> None:
    """Recruits go first: as long as one of the first crew lives, others may step in."""
    figure = world.figures[fact.figure]
    fallen, left = figure.recruits[: fact.number], figure.recruits[fact.number :]
    lost = figure.lives_lost + fact.number - len(fallen)
    _change(world, (fact.figure,), recruits=left, lives_lost=lost)
    _change(world, fallen, condition="eliminated")


def _correct(world: Draft, corrections: Iterable[Correction]) -> None:
    for one in corrections:
        was = world.figures[one.figure]
        said = {"condition": one.condition, "mounted": one.mounted, "regrouping": one.regrouping}
        _change(world, (one.figure,), **{name: value for name, value in said.items() if value is not None})
        if one.mounted is not None:
            # By whatever mishap it lost its mount, it may have another where riders mount again.
            unhorsed = not one.mounted and (was.mounted or was.unhorsed)
            _change(world, (one.figure,), unhorsed=unhorsed)
        if one.condition is not None:
            _change(world, (one.figure,), hurt=one.condition == "captured" and _is_hurt(was))
            world.war.since[one.figure] = world.war.turn
            _change(world, (one.figure,), left_behind=False)
            _fall_out(world, (one.figure,), one.condition)
