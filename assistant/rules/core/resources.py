"""What a deed locks and a fact changes or rests on, by name: the only place where such names are made.

Locks and records keep them, so a name never changes its spelling.
"""

from __future__ import annotations

from typing import Literal, NewType, get_args

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId

Resource = NewType("Resource", str)
"""A figure, force, place, event, thing or house rule goes by its own id, all else by one of these."""

TURN = Resource("the turn")
RING = Resource("the Ring")
LAST_TURN = Resource("the last turn")
STANDINGS = Resource("the standings")

# fmt: off
Kind = Literal[
    "seat", "player", "name", "contact", "arrival", "power", "reminder", "kept", "spot of", "Ring with",
    "done", "mind", "company", "number",
]
# fmt: on
"""Of what sort something is that has no id of its own."""
SAID_AFTER: tuple[Kind, ...] = ("done", "mind", "company", "number")
SAID_BEFORE = tuple(one for one in get_args(Kind) if one not in SAID_AFTER)


def seat_of(seat: str) -> Resource:
    """Who sits there."""
    return Resource(f"seat {seat}")


def name_of_player(name: str) -> Resource:
    """That a player is called so: no other is."""
    return Resource(f"player {name.casefold()}")


def name_of_figure(name: str) -> Resource:
    """That a figure is called so: no other is."""
    return Resource(f"name {name.casefold()}")


def contact_of(contact: str) -> Resource:
    """That forces have met, and whether they fight it out."""
    return Resource(f"contact {contact}")


def arrival_of(arrival: str) -> Resource:
    """What becomes of figures that are due."""
    return Resource(f"arrival {arrival}")


def use_of(power: str) -> Resource:
    """That a power was used."""
    return Resource(f"power {power}")


def reminder_of(reminder: str) -> Resource:
    """Whether something due has been seen to, or a kind of it is off."""
    return Resource(f"reminder {reminder}")


def place_on_table(figure: FigureId) -> Resource:
    """Where a figure stands on a measured table."""
    return Resource(f"spot of {figure}")


def ring_with(figure: FigureId) -> Resource:
    """Whether a figure bears the Ring."""
    return Resource(f"Ring with {figure}")


def done_of(commander: CommanderId) -> Resource:
    """Whether a commander is done with the phase."""
    return Resource(f"{commander} done")


def mind_of(commander: CommanderId) -> Resource:
    """Whether a commander is ensnared."""
    return Resource(f"{commander} mind")


def membership_of(figure: FigureId) -> Resource:
    """Whether a figure has left its company, or joined one."""
    return Resource(f"{figure} company")


def number_of(arrival: str) -> Resource:
    """How many a die has brought."""
    return Resource(f"{arrival} number")


def kept_back(cause: str, force: str) -> Resource:
    """Whether a force may leave where it is."""
    return Resource(f"kept {cause} {force}")


def taken_apart(name: str) -> tuple[Kind | None, str]:
    """Of what sort a resource is, and whose; what goes by its own id is of none."""
    for kind in SAID_BEFORE:
        if name.startswith(f"{kind} "):
            return kind, name.removeprefix(f"{kind} ")
    for kind in SAID_AFTER:
        if name.endswith(f" {kind}"):
            return kind, name.removesuffix(f" {kind}")
    return None, name
