"""What figures may do with others: ride along, leave their company, go to another commander."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.campaign.playing import Table
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.companies import company_of
from assistant.rules.deeds.riding import riders_for
from assistant.rules.names import name_of
from assistant.rules.standing import in_play, members, side_of
from assistant.rules.war import Force


@dataclass(frozen=True, slots=True)
class Lift:
    """MNT-06, MNT-08: a figure that may be carried on another's mount: on whose it is, or could be."""

    id: FigureId
    name: str
    now: FigureId | None
    riders: tuple[tuple[FigureId, str], ...]


@dataclass(frozen=True, slots=True)
class Companion:
    """FEL-10: a figure of a company, which it may leave for good."""

    id: FigureId
    name: str
    company: str


def lifts(here: Table, force: Force) -> Iterator[Lift]:
    """Who of a force rides along, or could."""
    kit, world = here.kit, here.world
    for one in members(world, force):
        riders = riders_for(kit, world, one)
        now = world.war.riding.get(one.id)
        if riders:
            names = tuple((each.id, name_of(kit, world, each)) for each in riders)
            yield Lift(one.id, name_of(kit, world, one), now if now in dict(names) else None, names)


def companions(here: Table, force: Force) -> Iterator[Companion]:
    """Who of a force belongs to a company."""
    kit, world = here.kit, here.world
    for one in members(world, force):
        if (company := company_of(kit, world, one)) is not None:
            yield Companion(one.id, name_of(kit, world, one), company.name)


def takers(here: Table, force: Force) -> tuple[tuple[CommanderId, str], ...]:
    """The other commanders of its side, to whom a force may be handed over."""
    kit, world = here.kit, here.world
    side, known = side_of(kit, world, force), kit.scenario.commanders
    others = (one for one in in_play(kit, world) if one != force.commander and known[one].side == side)
    return tuple((one, known[one].name) for one in others)
