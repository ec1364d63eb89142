"""Who may do what in a running game: the written table, and the one place where it is looked up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.campaign.areas import is_elsewhere, refuse_deed_elsewhere, refuse_elsewhere, tables_of
from assistant.campaign.evidence import NOBODY, Myself, began, read_answers
from assistant.kernel.asking import Request, Roll, Rolled
from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Entry, Pending
from assistant.rules.arrivals import CommanderId
from assistant.rules.combat.setup import SIDES
from assistant.rules.core.deed import DEEDS, not_yours, owners_of_figures, read_deed
from assistant.rules.kit import Kit
from assistant.rules.war import ForceId
from assistant.rules.world import World

Owners = Iterable[CommanderId | None]


@dataclass(frozen=True, slots=True)
class Power:
    """What somebody may do: everything, or all on some tables, and what concerns these commanders."""

    commanders: tuple[CommanderId, ...] = ()
    is_master: bool = False
    tables: tuple[str, ...] = ()
    """The tables that somebody who helps lead is limited to; none is no limit."""
    me: Myself = NOBODY
    """By what their own deeds are known."""


MASTER = Power(is_master=True)
NOTHING = Power()


def refuse_unless_may(power: Power, kit: Kit, world: World, kind: str, setup: Json) -> None:
    """Whether somebody may do a deed; what stands in neither table is the game master's."""
    if not power.is_master:
        _refuse_unless_ones_own(power, kit, world, kind, setup)
    elif power.tables and not may_as_seat(power, kit, world, kind, setup):
        refuse_deed_elsewhere(power.tables, kit, world, kind, setup)


def may_as_seat(power: Power, kit: Kit, world: World, kind: str, setup: Json) -> bool:
    """Whether somebody may do a deed by their seats alone, whatever else they are."""
    if not power.commanders:
        return False
    try:
        _refuse_unless_ones_own(power, kit, world, kind, setup)
    except Illegal:
        return False
    return True


def _refuse_unless_ones_own(power: Power, kit: Kit, world: World, kind: str, setup: Json) -> None:
    if not is_of_seats(kind):
        raise not_yours(is_somebodys=False)
    deed = read_deed(kind, setup)
    owners, mine = set(deed.owners(kit, world)), set(power.commanders)
    if not (owners and owners <= mine) and not (deed.done_by == "any-owner" and owners & mine):
        raise not_yours(is_somebodys=True)
    deed.refuse_from_seat(kit, world, mine, setup)


def is_of_seats(kind: str) -> bool:
    """Whether players do such deeds, each for their own commanders."""
    return kind in DEEDS and DEEDS[kind].done_by != "game-master"


def who_answers(kit: Kit, world: World, pending: Pending, request: Request) -> tuple[CommanderId, ...]:
    """Whose question it is: one commander's, or that of all on a side of a fight; else the game master's."""
    if (named := CommanderId(request.seat)) in kit.scenario.commanders:
        return (named,)
    if request.seat not in SIDES:
        return ()
    figures = {FigureId(die.figure) for die in request.dice} if isinstance(request, Roll) else set()
    rolling = [one for one in owners_of_figures(world, sorted(figures)) if one is not None]
    if rolling:
        return tuple(dict.fromkeys(rolling))
    held = [world.war.forces[ForceId(one)] for one in pending.holds if one in world.war.forces]
    return tuple(
        dict.fromkeys(
            force.commander
            for force in held
            if force.commander and kit.scenario.commanders[force.commander].side == request.seat
        )
    )


def may_answer(power: Power, kit: Kit, world: World, pending: Pending, request: Request) -> bool:
    """Whether somebody may answer the question that is open."""
    if may_lead(power, kit, world, pending.holds):
        return True
    return bool(set(power.commanders) & set(who_answers(kit, world, pending, request)))


def may_lead(power: Power, kit: Kit, world: World, about: Iterable[str]) -> bool:
    """Whether somebody leads where these forces, figures and places are."""
    return power.is_master and not is_elsewhere(power.tables, tables_of(kit, world, about))


def refuse_unless_leads(power: Power, kit: Kit, world: World, about: Iterable[str]) -> None:
    """Refuse what only those do who lead there; who leads at another table is told that it is another."""
    if not power.is_master:
        raise not_yours(is_somebodys=False)
    refuse_elsewhere(power.tables, tables_of(kit, world, about))


def refuse_unless_answers(power: Power, kit: Kit, world: World, pending: Pending, request: Request) -> None:
    """Refuse an answer to somebody else's question."""
    if may_answer(power, kit, world, pending, request):
        return
    if power.is_master:
        refuse_unless_leads(power, kit, world, pending.holds)
    raise not_yours(is_somebodys=True)


def whose_deed(kit: Kit, world: World, kind: str, setup: Json) -> frozenset[CommanderId | None]:
    """The commanders whom a deed of a seat is about."""
    return frozenset(read_deed(kind, setup).owners(kit, world)) if is_of_seats(kind) else frozenset()


def may_undo(deed: Entry, me: Myself) -> bool:
    """A player takes back what they did themselves, as long as no die was cast in it."""
    return (
        is_of_seats(deed.kind)
        and DEEDS[deed.kind].is_taken_back
        and began(deed, me)
        and not any(isinstance(one, Rolled) for one in read_answers(deed.answers))
    )


def kinds_of_seats() -> tuple[str, ...]:
    """Every deed a seat may do, for the documented table."""
    return tuple(sorted(filter(is_of_seats, DEEDS)))
