"""What the table should see to now, in one look: every screen, phone and terminal reads this."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.kernel.evidence import warned
from assistant.rules.arrivals import CommanderId, Limit, Supply
from assistant.rules.confidences import openly
from assistant.rules.effects.campaign_powers import may_declare, powers_in_play, why_not
from assistant.rules.effects.darkness import Darkness, darkness_now
from assistant.rules.effects.keepers import as_kept
from assistant.rules.kit import Kit
from assistant.rules.limits import Strain, binding, strains
from assistant.rules.reminders import Reminder, due_now
from assistant.rules.scenario import Power
from assistant.rules.schedule import Due
from assistant.rules.scoring import standings
from assistant.rules.standing import Awaited, awaited, preview, waited_for
from assistant.rules.victory import Progress, Verdict, verdict, watch
from assistant.rules.war import Contact, Phase
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Declaration:
    """A war that a commander may declare now."""

    event: str
    name: str
    commander: CommanderId


@dataclass(frozen=True, slots=True)
class Agenda:
    """Where the game stands and what is to be done, for all commanders or for some."""

    turn: int
    phase: Phase
    arrivals: tuple[Awaited, ...]
    coming: tuple[Due, ...]
    reminders: tuple[Reminder, ...]
    contacts: tuple[Contact, ...]
    waiting: tuple[CommanderId, ...]
    limits: tuple[Limit, ...]
    strains: tuple[Strain, ...]
    declarations: tuple[Declaration, ...]
    choices: tuple[Supply, ...]
    powers: tuple[Power, ...]
    darkness: Darkness | None
    progress: tuple[Progress, ...]
    verdict: Verdict | None
    is_whole: bool
    """Whether it is that of those who lead, and nothing is kept from it."""
    standings: tuple[tuple[CommanderId, int], ...]


def agenda(kit: Kit, world: World, commanders: tuple[CommanderId, ...] | None = None) -> Agenda:
    """The agenda of some commanders, or of the game master."""
    kit = as_kept(kit, world)
    everyone = tuple(kit.scenario.commanders) if commanders is None else commanders
    # Nobody has anything to see to in a game that is over.
    mine = everyone if world.war.phase != "over" else ()
    is_running = world.war.phase in ("start", "movement", "combat")
    limits = tuple(one for one in binding(kit, world) if set(one.commanders) & set(mine))
    for rule in (rule for limit in limits for rule in limit.rules):
        warned(rule)
    return Agenda(
        turn=world.war.turn,
        phase=world.war.phase,
        arrivals=tuple(one for one in awaited(kit, world) if one.due.commander in mine),
        coming=tuple(one for one in preview(kit, world) if one.commander in mine) if is_running else (),
        reminders=tuple(
            one
            for one in due_now(kit, world)
            if one.commander in mine or (one.commander is None and commanders is None)
        ),
        contacts=tuple(one for one in world.war.contacts.values() if _concerns(world, one, mine)),
        waiting=waited_for(kit, world) if is_running else (),
        limits=limits,
        strains=tuple(one for one in strains(kit, world) if one.commander in mine and one.may_be_broken),
        declarations=tuple(_declarations(kit, world, mine)) if is_running else (),
        choices=tuple(
            one for one in kit.scenario.supplies if one.commander in mine and one.key not in world.war.choices
        ),
        powers=tuple(
            one
            for one in powers_in_play(kit, world)
            if one.commander in mine and not why_not(kit, world, one)
        ),
        darkness=darkness_now(kit, world) if is_running else None,
        progress=tuple(_known(world, one, commanders) for one in watch(kit, world)),
        verdict=_told(kit, world, is_whole=commanders is None) if is_running else None,
        is_whole=commanders is None,
        standings=standings(kit, world),
    )


def _known(world: World, one: Progress, commanders: tuple[CommanderId, ...] | None) -> Progress:
    """VIC-03: that the Ring is where it wins is known to its captor, and to all once it has won."""
    captor = world.war.ring.captor
    if commanders is None or one.met or not one.is_of_ring or captor in commanders:
        return one
    return replace(one, state="not yet", is_begun=False)


def _told(kit: Kit, world: World, *, is_whole: bool) -> Verdict | None:
    found = verdict(kit, world)
    if found is None or is_whole:
        return found
    return replace(found, words=openly(kit, world.war, found.words))


def _declarations(kit: Kit, world: World, mine: tuple[CommanderId, ...]) -> list[Declaration]:
    return [
        Declaration(event.id, event.name, commander)
        for event in kit.scenario.events.values()
        for commander in event.declared_by
        if commander in mine and not may_declare(kit, world, event, commander)
    ]


def _concerns(world: World, contact: Contact, mine: tuple[CommanderId, ...]) -> bool:
    forces = (world.war.forces.get(one) for one in (*contact.good, *contact.evil))
    return any(force is not None and force.commander in mine for force in forces)
