"""FRC-05: what a body has done counts for all of it; what each of its figures did itself is kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from assistant.kernel.ids import FigureId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.march.facts import ForcesMarked, LotsKept
from assistant.rules.war import Force, Lot, Mark, Marks

SHARED: tuple[Mark, ...] = ("moved", "fought", "regrouping", "halted")


def turn_of(force: Force, mark: Mark) -> int:
    """The turn that a mark names."""
    match mark:
        case "moved":
            return force.moved
        case "fought":
            return force.fought
        case "regrouping":
            return force.regrouping
        case "hidden":
            return int(force.hidden)
        case "afield":
            return int(force.afield)
        case "halted":
            return force.halted
        case "again":
            return force.again


def own_marks(desk: RulesDesk, *forces: Force) -> Mapping[FigureId, Marks]:
    """What each of these forces' figures has done itself."""
    return {one: desk.world.war.marks_of(force, (one,)) for force in forces for one in force.figures}


def share_lots(desk: RulesDesk, force: Force, own: Mapping[FigureId, Marks]) -> None:
    """The latest move and the longest rest count for the body; what each did itself is kept."""
    shared = reduce(Marks.together, own.values(), force.marks)
    for mark in SHARED:
        if (latest := getattr(shared, mark)) > turn_of(force, mark):
            desk.record(ForcesMarked((force.id,), mark, latest))
    keep_lots(desk, own, shared)


def keep_lots(desk: RulesDesk, own: Mapping[FigureId, Marks], shared: Marks) -> None:
    """Of those who did something else than their body, what they did themselves."""
    alike: dict[Marks, list[FigureId]] = {}
    for figure, marks in own.items():
        if marks != shared:
            alike.setdefault(marks, []).append(figure)
    for marks, figures in alike.items():
        desk.record(LotsKept(tuple(figures), Lot(marks, shared)))
