"""Who may do what in a running game: the written table, and the one place where it is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.campaign.areas import is_elsewhere, refuse_deed_elsewhere, refuse_elsewhere, tables_of
from assistant.campaign.evidence import NOBODY, Myself, began, read_answers
from assistant.kernel.asking import Request, Roll, Rolled
from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Entry, Pending
from assistant.rules.arrivals import CommanderId
from assistant.rules.combat.setup import SIDES
from assistant.rules.deeds import read_deed
from assistant.rules.deeds.arriving import Forgo, is_given_up
from assistant.rules.deeds.battles import Battle
from assistant.rules.deeds.meeting import Meet
from assistant.rules.effects.campaign_powers import powers_in_play
from assistant.rules.kit import Kit
from assistant.rules.reminders import due_as
from assistant.rules.standing import awaited
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


def _force(world: World, *forces: ForceId) -> Owners:
    return [world.war.forces[one].commander if one in world.war.forces else None for one in forces]


def _figures(world: World, figures: Iterable[FigureId]) -> Owners:
    held = [world.war.force_of(one) for one in figures]
    return [one.commander if one else None for one in held]


def _arrival(kit: Kit, world: World, key: str) -> Owners:
    return [one.due.commander for one in awaited(kit, world) if one.key == key]


def _forgone(kit: Kit, world: World, deed: Forgo) -> Owners:
    """Who must come and finds no way in is not its owner's to give up."""
    found = [one.due for one in awaited(kit, world) if one.key == deed.arrival]
    if any(is_given_up(one, deed.how) for one in found):
        raise not_yours(is_somebodys=False)
    return [one.commander for one in found]


def _reminder(kit: Kit, world: World, key: str) -> Owners:
    found = due_as(kit, world, key)
    return [found.commander] if found else []


def _contact(world: World, contact: str) -> Owners:
    """Everybody in it; one of them is enough to begin."""
    met = world.war.contacts.get(contact)
    return _force(world, *met.good, *met.evil) if met else []


def _meeting(kit: Kit, world: World, deed: Meet) -> Owners:
    """Anyone in it; who marches for it does so by its commander's word, against a rule by the master's."""
    if deed.overruled:
        return []
    known = all(one in world.war.forces for one in (*deed.good, *deed.evil))
    coming = {one.commander for one in deed.elsewhere(kit, world)} if known else set()
    if len(coming) > 1:
        return []
    return coming or _force(world, *deed.good, *deed.evil)


# What a seat may do by itself: all of these owners must be its commanders.
OWN: Mapping[str, Callable[[Kit, World, Any], Owners]] = {
    "withdraw": lambda kit, world, deed: _force(world, deed.force),
    "ride-along": lambda kit, world, deed: _figures(world, deed.figures),
    "divide": lambda kit, world, deed: _force(world, deed.force),
    "unite": lambda kit, world, deed: _force(world, *deed.forces),
    "hand-over": lambda kit, world, deed: _force(world, deed.force),
    "hide": lambda kit, world, deed: _force(world, deed.force),
    "set-out": lambda kit, world, deed: _force(world, deed.force),
    "tidy": lambda kit, world, deed: _force(world, deed.force),
    "fall-back": lambda kit, world, deed: _force(world, deed.force),
    "lift": lambda kit, world, deed: _force(world, deed.force),
    # What a rule forbids only the game master lets pass.
    "march": lambda kit, world, deed: [] if deed.overruled else _force(world, deed.force),
    "shift": lambda kit, world, deed: [] if deed.overruled else _force(world, deed.force),
    "search": lambda kit, world, deed: _force(world, deed.seekers),
    "leave-company": lambda kit, world, deed: _figures(world, deed.figures),
    "arrive": lambda kit, world, deed: _arrival(kit, world, deed.arrival),
    "forgo": lambda kit, world, deed: _forgone(kit, world, deed),
    "declare": lambda kit, world, deed: [deed.commander],
    "decide": lambda kit, world, deed: [
        one.commander for one in kit.scenario.supplies if one.key == deed.choice
    ],
    "use-power": lambda kit, world, deed: [
        one.commander for one in powers_in_play(kit, world) if one.id == deed.power
    ],
    "heed": lambda kit, world, deed: _reminder(kit, world, deed.reminder),
    "say-done": lambda kit, world, deed: deed.commanders,
    "bring-home": lambda kit, world, deed: [world.war.captives.get(deed.captive)],
    "take-along": lambda kit, world, deed: [
        world.war.captives.get(deed.captive),
        *_force(world, deed.force),
    ],
    "set-free": lambda kit, world, deed: [world.war.captives.get(deed.captive)],
}

# What concerns several: one of these owners is enough.
SHARED: Mapping[str, Callable[[Kit, World, Any], Owners]] = {
    "meet": lambda kit, world, deed: _meeting(kit, world, deed),
    "battle": lambda kit, world, deed: _contact(world, deed.contact),
}

# Of these, what whoever did it may take back.
TAKEN_BACK = frozenset({"meet"})


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
    mine, deed = set(power.commanders), read_deed(kind, setup) if kind in OWN or kind in SHARED else None
    if kind in OWN:
        owners = tuple(OWN[kind](kit, world, deed))
        if owners and set(owners) <= mine:
            return
    if kind in SHARED and mine & set(SHARED[kind](kit, world, deed)):
        if isinstance(deed, Battle):
            _refuse_unless_known(kit, world, deed, setup)
        if isinstance(deed, Battle | Meet):
            _refuse_attack_of_others(mine, kit, world, deed)
        return
    raise not_yours(is_somebodys=kind in OWN or kind in SHARED)


def _refuse_unless_known(kit: Kit, world: World, deed: Battle, setup: Json) -> None:
    """Refuse a fight of which a seat says what it may not; what is left out says nothing."""
    if deed.is_changed_by_hand:
        raise not_yours(is_somebodys=False)
    raw: Any = setup
    if deed.is_on_other_ground(kit, world, raw["setup"].get("site", ())):
        raise Illegal(
            "for-the-master",
            "Walls, towers, darkness and who attacks are for the game master to say.",
            do="Ask at the game master's table, or begin the fight on the ground as it is known.",
        )


def _refuse_attack_of_others(mine: set[CommanderId], kit: Kit, world: World, deed: Battle | Meet) -> None:
    """CMB-01: that a side moved into contact is for itself to say, where no move on record shows who did."""
    attacker = deed.attacker if isinstance(deed, Meet) else deed.names_attacker(world)
    if attacker is None:
        return
    forces = deed.on(attacker) if isinstance(deed, Meet) else world.war.contacts[deed.contact].on(attacker)
    if (isinstance(deed, Meet) and deed.is_against_moves(kit, world)) or not mine & set(
        _force(world, *forces)
    ):
        raise Illegal(
            "for-the-master",
            "You can say that your own side moved into contact, if no move on record shows who did.",
            do="Leave it out, or ask at the game master's table.",
        )


def not_yours(*, is_somebodys: bool) -> Illegal:
    """The refusal of what is for somebody else to do."""
    if is_somebodys:
        return Illegal(
            "not-yours",
            "That belongs to another commander.",
            do="Ask that commander, or let the game master do it.",
        )
    return Illegal(
        "for-the-master", "That is for the game master to do.", do="Ask at the game master's table."
    )


def who_answers(kit: Kit, world: World, pending: Pending, request: Request) -> tuple[CommanderId, ...]:
    """Whose question it is: one commander's, or that of all on a side of a fight; else the game master's."""
    if (named := CommanderId(request.seat)) in kit.scenario.commanders:
        return (named,)
    if request.seat not in SIDES:
        return ()
    figures = {FigureId(die.figure) for die in request.dice} if isinstance(request, Roll) else set()
    rolling = [one for one in _figures(world, sorted(figures)) if one is not None]
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
    owners = OWN.get(kind) or SHARED.get(kind)
    return frozenset(owners(kit, world, read_deed(kind, setup))) if owners else frozenset()


def may_undo(deed: Entry, me: Myself) -> bool:
    """A player takes back what they did themselves, as long as no die was cast in it."""
    return (
        (deed.kind in OWN or deed.kind in TAKEN_BACK)
        and began(deed, me)
        and not any(isinstance(one, Rolled) for one in read_answers(deed.answers))
    )


def kinds_of_seats() -> tuple[str, ...]:
    """Every deed a seat may do, for the documented table."""
    return tuple(sorted({*OWN, *SHARED}))
