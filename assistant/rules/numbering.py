"""New names for forces and contacts: beyond every number that counts, so that an undo frees none in use."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.war import Force, ForceId, War


def new_force(war: War, commander: CommanderId | None, figures: Sequence[FigureId]) -> ForceId:
    """The name of a force that is formed of these figures.

    The figure makes it unlike that of a force which is formed elsewhere while this deed still asks.
    """
    return ForceId(f"{commander or 'nobody'}-{war.formed + 1}-{figures[0]}")


def number_of_force(force: Force) -> int:
    """The number in the name of a force as it was formed; 0 where it has none."""
    return _number(force.id.removesuffix(f"-{force.figures[0]}") if force.figures else force.id)


def new_contact(met: int, turn: int) -> str:
    """The name of a contact that is to be fought on a turn, after the last number given to one."""
    return f"{turn}-{met + 1}"


def resumed_contact(contact: str, turn: int) -> str:
    """OUT-04: a contact that goes on keeps its number: several may be fought to a draw side by side."""
    return f"{turn}-{number_of_contact(contact)}"


def number_of_contact(contact: str) -> int:
    """The number in the name of a contact; 0 where it has none."""
    return _number(contact)


def _number(name: str) -> int:
    last = name.rpartition("-")[2]
    return int(last) if last.isdecimal() else 0
