"""Many deeds at one word: everyone arrives who needs no further word, or is set out on the tables."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.campaign.acts import act_of, part_key
from assistant.campaign.areas import is_elsewhere, tables_of
from assistant.campaign.playing import Table
from assistant.campaign.service import Open
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.ledger.records import Entry, Signed
from assistant.rules.core.resources import arrival_of
from assistant.rules.deeds.arriving import Arrive, Forgo, may_come_instead
from assistant.rules.deeds.mustering import offered_places
from assistant.rules.deeds.placing import SetOut
from assistant.rules.kit import Kit
from assistant.rules.measuring import is_measured
from assistant.rules.schedule import Due
from assistant.rules.standing import Awaited, awaited, is_put_off, members
from assistant.rules.war import PHASES, Force, ForceId
from assistant.rules.world import World


def plain_arrivals(kit: Kit, world: World, tables: tuple[str, ...] = ()) -> tuple[Awaited, ...]:
    """SEQ-06: whoever is due on these tables and leaves no choice, neither where they come nor how."""
    if world.war.phase not in PHASES:
        return ()
    return tuple(
        one
        for one in awaited(kit, world)
        if _is_plain(kit, world, one.due)
        and not is_put_off(world, one)
        and not is_elsewhere(tables, tables_of(kit, world, [arrival_of(one.key)]))
    )


def _is_plain(kit: Kit, world: World, due: Due) -> bool:
    if due.lost:
        return True
    if due.shut or due.optional or not due.figures or any(one.is_rolled for one in due.figures):
        return False
    return not has_choice(kit, world, due)


def has_choice(kit: Kit, world: World, due: Due) -> bool:
    """Whether it is for the commander to say where they come, of which kind, mounted, or who else instead."""
    return (
        len(offered_places(kit, world, due)) > 1
        or any(len(one.profiles) > 1 for one in due.figures)
        or bool(due.may_mount)
        or may_come_instead(kit, world, due)
    )


def place_all(here: Table, *, actor: Signed, key: str, tables: tuple[str, ...] = ()) -> tuple[Entry, ...]:
    """Place them one after another, each a deed of one act, on these tables; a retry gets the same answer."""
    if before := tuple(one for one in here.service.entries(here.campaign) if act_of(one) == key):
        return before
    placed: list[Entry] = []
    for one in plain_arrivals(here.kit, here.world, tables):
        deed = Forgo(one.key, "lost") if one.due.lost else Arrive(one.key)
        try:
            done = here.service.begin(
                here.campaign, deed.kind, encode(deed), actor=actor, key=part_key(key, one.key)
            )
        except Illegal:
            # Somebody placed it meanwhile, or it turns out to need a word after all: it stays on the list.
            continue
        assert not isinstance(done, Open)
        placed.append(done)
    return tuple(placed)


@dataclass(frozen=True, slots=True)
class SetOuts:
    """What a round of setting out came to: how many forces, who found no room, and how it goes on."""

    done: int
    left: tuple[str, ...]
    """Whoever could not be set out, and why; and what is to be minded of those who were."""
    waiting: int
    """How many are still to be tried."""
    after: ForceId | None
    """The last that was tried."""


def set_out_all(
    here: Table,
    *,
    actor: Signed,
    key: str,
    tables: tuple[str, ...] = (),
    after: str = "",
    most: int | None = None,
) -> SetOuts:
    """Set everyone out who is not measured yet, or so many of them after one that was tried before."""
    done, left = 0, list[str]()
    waiting = _unmeasured(here, tables, after)
    tried = waiting[:most]
    for force in tried:
        deed = SetOut(force.id)
        try:
            entry = here.service.begin(
                here.campaign, deed.kind, encode(deed), actor=actor, key=part_key(key, force.id)
            )
        except Illegal as refused:
            left.append(f"{force.name}: {refused.sentence}")
        else:
            done += 1
            left += [f"{force.name}: {line}" for line in entry.log]
    return SetOuts(done, tuple(left), len(waiting) - len(tried), tried[-1].id if tried else None)


def _unmeasured(here: Table, tables: tuple[str, ...], after: str) -> list[Force]:
    """Forces that wait to be set out on these tables, in the order in which they came, after one of them."""
    forces = list(here.world.war.forces.values())
    ids = [str(one.id) for one in forces]
    begun = ids.index(after) + 1 if after in ids else 0
    return [
        one
        for one in forces[begun:]
        if members(here.world, one)
        and not is_measured(here.world, one)
        and not is_elsewhere(tables, tables_of(here.kit, here.world, [one.id]))
    ]
