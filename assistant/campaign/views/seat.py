"""What a commander's phone shows."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.campaign.due import Item, items
from assistant.campaign.playing import Table
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.deeds.marching import pace
from assistant.rules.names import names_of
from assistant.rules.standing import forces_of, members, place_name
from assistant.rules.war import ForceId


@dataclass(frozen=True, slots=True)
class ForceShown:
    """A force in a few words: who, where, how far, and what keeps it."""

    id: ForceId
    name: str
    place: str
    who: str
    pace: str
    marks: tuple[str, ...]
    may_move: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """Everything on one commander's phone."""

    commander: CommanderId
    name: str
    side: str
    is_done: bool
    due: tuple[Item, ...]
    forces: tuple[ForceShown, ...]
    points: int


def seat_view(here: Table, commander: CommanderId) -> SeatView:
    """The phone of one commander as the game stands."""
    kit, world = here.kit, here.world
    now = agenda(kit, world, (commander,))
    return SeatView(
        commander,
        kit.scenario.commanders[commander].name,
        kit.scenario.commanders[commander].side,
        commander in world.war.done,
        items(kit, world, now, ()),
        tuple(_forces(here, commander)),
        world.war.total(commander),
    )


def _forces(here: Table, commander: CommanderId) -> list[ForceShown]:
    kit, world, turn = here.kit, here.world, here.world.war.turn
    shown: list[ForceShown] = []
    for force in forces_of(world, commander):
        marks = [
            *(["moved"] if force.moved == turn else []),
            *(["fought"] if force.fought == turn else []),
            *(["regrouping"] if force.regrouping >= turn else []),
            *(["hidden"] if force.hidden else []),
        ]
        shown.append(
            ForceShown(
                force.id,
                force.name,
                place_name(kit, force.place),
                names_of(kit, world, members(world, force)),
                str(pace(kit, world, force)),
                tuple(marks),
                world.war.phase == "movement" and force.moved != turn and force.regrouping < turn,
            )
        )
    return shown
