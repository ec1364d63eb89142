"""REI-E03: who takes another's place has what he had: his force, his things, and what his turn has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.book import ProfileId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.lots import keep_lots
from assistant.rules.deeds.mustering import on_table
from assistant.rules.deeds.placing import stand_with
from assistant.rules.deeds.recruiting import forces_left
from assistant.rules.fight.facts import Suffered
from assistant.rules.kit import Kit
from assistant.rules.march.facts import FiguresJoined, FiguresPlaced, ForcesMarked
from assistant.rules.measuring import is_measured
from assistant.rules.names import name_of, name_with
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.war import Force, ForceId, ForceName
from assistant.rules.world import World


def those_replaced(world: World, profiles: Sequence[ProfileId]) -> tuple[FigureId, ...]:
    """Whose place is taken, in the order in which others come for them."""
    return tuple(one.id for profile in profiles for one in on_table(world, (profile,)))


def force_taken_over(world: World, profiles: Sequence[ProfileId]) -> Force | None:
    """The force of the first of those who are replaced."""
    replaced = those_replaced(world, profiles)
    return world.war.force_of(replaced[0]) if replaced else None


def why_not_elsewhere(kit: Kit, world: World, profiles: Sequence[ProfileId]) -> Illegal:
    """Why those who take another's place can stand nowhere else."""
    who = name_of(kit, world, world.figures[those_replaced(world, profiles)[0]])
    return Illegal(
        "takes-the-place",
        f"They take the place of {who}, and are in that force ({enforced('REI-E03')}).",
        do="Place them there; in movement they may part.",
    )


def take_over(
    kit: Kit, desk: RulesDesk, force_id: ForceId, replaced: Sequence[FigureId], figures: Sequence[FigureId]
) -> None:
    """Newcomers are in the force of whom they replace: moved, met and beaten as he is, with his captives."""
    force, successors = desk.world.war.forces[force_id], dict(zip(replaced, figures, strict=False))
    was_measured, own = is_measured(desk.world, force), desk.world.war.marks_of(force, replaced[:1])
    after = _called(name_with(kit, desk.world, force, figures), successors)
    desk.record(FiguresJoined(tuple(figures), force_id, forces_left(desk.world.war, figures), after))
    keep_lots(desk, dict.fromkeys(figures, own), force.marks)
    if force.hidden:
        # The newcomers do not hide.
        desk.record(ForcesMarked((force_id,), "hidden", 0))
    _stand_where_they_stood(desk, force, successors)
    take_the_place_of(desk, replaced, figures)
    if was_measured:
        stand_with(kit, desk, force_id, [one for one in figures if one not in desk.world.war.spots])


def _called(after: ForceName | None, successors: Mapping[FigureId, FigureId]) -> ForceName | None:
    """Whom the force is called after: each newcomer as early as the one whose place he takes."""
    if after is None:
        return None
    ranks = {one.figure: rank for rank, one in enumerate(after.leaders)}
    ranks |= {new: ranks[old] for old, new in successors.items() if old in ranks and new in ranks}
    return replace(after, leaders=tuple(sorted(after.leaders, key=lambda one: ranks[one.figure])))


def _stand_where_they_stood(desk: RulesDesk, force: Force, successors: Mapping[FigureId, FigureId]) -> None:
    """On the very spot, for whom of that force the table has measured."""
    for old, new in successors.items():
        if old in force.figures and (spot := desk.world.war.spots.get(old)):
            desk.record(FiguresPlaced((new,), spot.table, ((spot.x, spot.y, spot.facing),)))


def take_the_place_of(desk: RulesDesk, replaced: Sequence[FigureId], figures: Sequence[FigureId]) -> None:
    """What they had, those who come have; they themselves are gone."""
    for old, new in zip(replaced, figures, strict=False):
        for thing, bearer in [*desk.world.war.things.items()]:
            if bearer == old:
                desk.record(ThingPassed(thing, new))
    desk.record(Suffered(tuple(replaced), "eliminated", "replaced"))
