"""What the game master's console shows: what is due, who is waited for, how it stands, and what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from assistant.campaign.acts import act_of, called, counting_together, undone_together, wholes
from assistant.campaign.aims import Aim, aims
from assistant.campaign.areas import is_elsewhere, tables_of, tables_of_deed
from assistant.campaign.bulk import plain_arrivals
from assistant.campaign.due import Item, items, under_way_text, unfought
from assistant.campaign.history import history, is_free, redoable, touched, undoable
from assistant.campaign.naming import naming
from assistant.campaign.permissions import MASTER, Power, may_lead
from assistant.campaign.playing import Table
from assistant.campaign.prisoners import Prisoner, prisoners
from assistant.campaign.ringbearer import ring_line
from assistant.campaign.views.actions import Action, actions, rules_of
from assistant.campaign.views.clock import ClockShown, clock_shown
from assistant.campaign.views.fights import Meeting, UnderWay, meetings, under_way
from assistant.campaign.views.standings import standings_shown
from assistant.kernel.codec import kind_of
from assistant.kernel.ids import RuleId
from assistant.ledger.records import Entry, Pending
from assistant.rules.agenda import Agenda, agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Side
from assistant.rules.core.resources import arrival_of
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.turning import NAMES, GoOn, after, at_stake, owed_by_kind, still_open, unfinished
from assistant.rules.effects import darkness
from assistant.rules.limits import said_of
from assistant.rules.reminders import Upkeep, silenced
from assistant.rules.standing import Awaited, in_play, members
from assistant.rules.war import Contact

SHOWN = 60
AT_HAND = 20
"""Deeds among which one key finds what it takes back."""
BEGINNING, NEXT_PHASE = kind_of(BeginGame), kind_of(GoOn)


@dataclass(frozen=True, slots=True)
class DueShown:
    """One thing that is due, and what can be done about it."""

    key: str
    kind: str
    says: str
    actions: tuple[Action, ...]
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class CommanderShown:
    """One commander on the roll: who plays, whether done, how many figures and points."""

    id: CommanderId
    name: str
    side: Side
    player: str
    is_done: bool
    figures: int
    points: int


@dataclass(frozen=True, slots=True)
class DeedShown:
    """One line of the history."""

    seq: int
    title: str
    actor: str
    at: str
    log: tuple[str, ...]
    counts: bool
    is_undo: bool
    may: bool = True
    """Whether whoever looks at it may take it back, or let it count again."""
    others: int = 0
    """How many others were done, or undone, at the same word."""
    may_whole: bool = True
    """Whether they may do so with all of these."""
    act: str = ""
    """The same for all that was done at one word."""
    parts: tuple[DeedShown, ...] = ()
    """The others of its act that stand right behind it."""


@dataclass(frozen=True, slots=True)
class ActShown:
    """What a button takes back, or lets count again: a deed, and all that was done at the same word."""

    seq: int
    title: str


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the turn stands: the phase, the next one, and what is left before it."""

    turn: int
    phase: str
    following: str
    left: tuple[str, ...]
    """In a word each; how much is owed is told by kind."""
    is_running: bool
    stake: str = ""
    """What whoever goes on all the same gives away."""
    owed: tuple[Owed, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """What the rules demand before the next phase, of one kind."""

    kind: str
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConsoleView:
    """Everything on the console."""

    stage: Stage
    clock: ClockShown | None
    musts: tuple[DueShown, ...]
    mays: tuple[DueShown, ...]
    elsewhere: tuple[DueShown, ...]
    """What is due on a table where somebody who is limited to another does not help."""
    silenced: tuple[DueShown, ...]
    """Kinds of reminder that are off, to be switched on again."""
    roll: tuple[CommanderShown, ...]
    waiting: tuple[str, ...]
    contacts: tuple[Meeting, ...]
    under_way: tuple[UnderWay, ...]
    limits: tuple[str, ...]
    news: tuple[str, ...]
    ring: str
    """Who bears the Ring, for those who lead."""
    aims: tuple[Aim, ...]
    standings: tuple[tuple[str, int], ...]
    """Everybody's points, once they are for all to see."""
    captives: tuple[Prisoner, ...]
    history: tuple[DeedShown, ...]
    undo: ActShown | None
    """What would be undone next, by whoever looks at it, and what would be redone."""
    redo: ActShown | None
    backup_trouble: str
    plain_arrivals: int


def console_view(here: Table, power: Power = MASTER) -> ConsoleView:
    """The console as the game stands, for the game master or for an assistant."""
    kit, world, ledger = here.kit, here.world, here.service.ledger
    now = agenda(kit, world)
    entries = here.service.entries(here.campaign)
    pendings = ledger.pendings(here.campaign.id)
    # Contacts and what is under way have lists of their own, with the fights.
    listed = [one for one in items(kit, world, now, pendings) if not isinstance(one.about, Contact | Pending)]
    due = [(_is_for(here, power, one), due_shown(here, one)) for one in listed]
    return ConsoleView(
        stage=stage(here),
        clock=clock_shown(entries, world.war, kit.scenario.turns),
        musts=tuple(one for is_ones_own, one in due if is_ones_own and one.kind == "must"),
        mays=tuple(one for is_ones_own, one in due if is_ones_own and one.kind == "may"),
        elsewhere=tuple(one for is_ones_own, one in due if not is_ones_own and one.kind == "must"),
        silenced=tuple(map(_silenced, silenced(world))),
        roll=roll(here),
        waiting=waited_for(here, now.waiting),
        contacts=meetings(here, unfought(now, pendings), power),
        under_way=under_way(here, power, pendings),
        limits=limit_lines(here, now),
        news=weather(here, now),
        ring=ring_line(kit, world) if world.war.seats else "",
        aims=aims(kit, now.progress),
        standings=standings_shown(here, now),
        captives=captives_for(here, power),
        history=folded(deeds(here, entries, power=power)),
        undo=_act(here, power, entries, _at_hand(undoable(entries)), counting_together),
        redo=_act(here, power, entries, redoable(entries, after=_phase_began(entries)), undone_together),
        backup_trouble=here.service.backup_trouble,
        plain_arrivals=len(plain_arrivals(kit, world, power.tables)),
    )


def waited_for(here: Table, waiting: Sequence[CommanderId]) -> tuple[str, ...]:
    """Whom to call: players by name, with the commanders meant unless it is all of several."""
    names, seats = here.kit.scenario.commanders, here.world.war.seats.values()
    found: list[str] = []
    for seat in seats:
        left = [names[one].name for one in seat.commanders if one in waiting]
        if left and len(left) == len(seat.commanders) > 1:
            found.append(seat.player)
        elif left:
            found.append(f"{seat.player} ({', '.join(left)})")
    seated = {one for seat in seats for one in seat.commanders}
    return (*found, *(names[one].name for one in waiting if one not in seated))


def captives_for(here: Table, power: Power) -> tuple[Prisoner, ...]:
    """Every captive; those of another table are told of, and left to whoever helps there."""
    kit, world = here.kit, here.world
    return tuple(
        replace(one, may=one.may and may_lead(power, kit, world, [one.figure]))
        for one in prisoners(kit, world)
    )


def leads_about(here: Table, power: Power, deed: Entry) -> bool:
    """Whether somebody leads where a deed was done."""
    if power.is_master and not power.tables:
        return True
    return deed.kind != BEGINNING and may_lead(power, here.kit, here.world, touched(here.service.game, deed))


def _is_for(here: Table, power: Power, item: Item) -> bool:
    """Whether somebody may see to a thing that is due; limited to a table, not to what lies on another."""
    if not power.tables:
        return True
    kit, world = here.kit, here.world
    match item.about:
        case Awaited(key=key):
            found = tables_of(kit, world, [arrival_of(key)])
        case _:
            first = next((one for one in actions(kit, world, item) if one.deed), None)
            found = tables_of_deed(kit, world, first.deed, first.setup) if first else frozenset()
    return not is_elsewhere(power.tables, found)


def due_shown(here: Table, item: Item) -> DueShown:
    """One thing on the list with its buttons, in names; its rules stand behind it as links."""
    cited, says = rules_of(here.kit, item), naming(here.kit, here.world).told(item.says)
    says = says.removesuffix(f" ({', '.join(cited)})")
    return DueShown(item.key, item.kind, says, actions(here.kit, here.world, item), cited)


def _silenced(one: Upkeep) -> DueShown:
    on = Action("Remind again", "switch-reminder", {"about": one.name, "on": True}, is_main=False)
    return DueShown(f"silenced {one.name}", "may", one.title, (on,), ())


def stage(here: Table) -> Stage:
    """Where the turn stands."""
    war = here.world.war
    is_running = war.phase in ("start", "movement", "combat")
    if not is_running:
        return Stage(war.turn, NAMES[war.phase], "", (), is_running)
    turn, phase = after(war)
    following = NAMES[phase] if turn == war.turn else f"Turn {turn}"
    told = naming(here.kit, here.world).told
    pendings = here.service.ledger.pendings(here.campaign.id)
    open_deeds = [told(under_way_text(here.kit, here.world, one)) for one in pendings]
    return Stage(
        war.turn,
        NAMES[war.phase],
        following,
        (*unfinished(here.kit, here.world), *still_open(open_deeds)),
        is_running,
        at_stake(here.kit, here.world, open_deeds),
        tuple(
            Owed(kind, tuple(map(told, things)))
            for kind, things in owed_by_kind(here.kit, here.world).items()
        ),
    )


def _act(
    here: Table,
    power: Power,
    entries: Sequence[Entry],
    deeds: Iterable[Entry],
    whole: Callable[[Sequence[Entry], Entry], tuple[Entry, ...]],
) -> ActShown | None:
    """The first act of which somebody leads every deed, and that nothing later stands upon."""
    game, world = here.service.game, here.world
    for one in deeds:
        act = whole(entries, one)
        if all(leads_about(here, power, each) for each in act) and is_free(game, world, entries, act):
            return ActShown(one.seq, called(act, one))
    return None


def _at_hand(deeds: Sequence[Entry]) -> Iterator[Entry]:
    """The last few, which one key may take back; how the game began is undone from the history alone."""
    return (one for one in deeds[:AT_HAND] if one.kind != BEGINNING)


def _phase_began(entries: Sequence[Entry]) -> int:
    """The entry that began this phase: what was undone before it comes back from the history alone."""
    return next((one.seq for one in undoable(entries) if one.kind == NEXT_PHASE), 0)


def roll(here: Table) -> tuple[CommanderShown, ...]:
    """Every commander in the order of play."""
    kit, war = here.kit, here.world.war
    sizes: Counter[CommanderId | None] = Counter()
    for force in war.forces.values():
        sizes[force.commander] += len(members(here.world, force))
    seats = {one: seat for seat in war.seats.values() for one in seat.commanders}
    return tuple(
        CommanderShown(
            one,
            kit.scenario.commanders[one].name,
            kit.scenario.commanders[one].side,
            seats[one].player,
            one in war.done,
            sizes[one],
            war.total(one),
        )
        for one in in_play(kit, here.world)
    )


def limit_lines(here: Table, now: Agenda) -> tuple[str, ...]:
    """What binds commanders until their wars, and who may be beyond it."""
    known = here.kit.scenario
    bound = [_cited(f"Until the {known.events[one.until].name}: {one.text}", one.rules) for one in now.limits]
    away = [_cited(said_of(here.kit, here.world, one), one.limit.rules) for one in now.strains]
    ban = darkness.ban_of(here.kit, now.darkness) if now.darkness else ""
    return (*away, *((ban,) if ban else ()), *bound)


def _cited(line: str, rules: Sequence[RuleId]) -> str:
    """With the rules it goes by, for a screen to link."""
    return f"{line} ({', '.join(rules)})" if rules else line


def weather(here: Table, now: Agenda) -> tuple[str, ...]:
    """Wars that have been declared, and the darkness while it lasts."""
    known = here.kit.scenario.events
    told = [
        f"{known[one].name} since turn {turn}"
        for one, turn in here.world.war.events.items()
        if one in known and known[one].declared_by
    ]
    if dark := now.darkness:
        told.append(darkness.said_of(here.kit, dark))
    return tuple(told)


def deeds(
    here: Table, entries: Sequence[Entry], most: int = SHOWN, power: Power = MASTER
) -> tuple[DeedShown, ...]:
    """The newest deeds first, with names in what is told of them."""
    lines, names = history(entries)[-most:], naming(here.kit, here.world)
    acts, by_number = wholes(entries), {one.seq: one for one in entries}

    @cache
    def may(seq: int) -> bool:
        return leads_about(here, power, by_number[seq])

    return tuple(
        DeedShown(
            line.entry.seq,
            line.entry.title,
            line.entry.actor,
            line.entry.at,
            tuple(map(names.told, line.account)),
            line.counts,
            line.entry.undoes is not None,
            may(line.entry.seq),
            len(acts.get(line.entry.seq, (line.entry.seq,))) - 1,
            all(map(may, acts.get(line.entry.seq, (line.entry.seq,)))),
            act_of(line.entry),
        )
        for line in reversed(lines)
    )


def folded(shown: Iterable[DeedShown]) -> tuple[DeedShown, ...]:
    """What was done at one word in one line that undoes all of it, with the others behind it."""
    acts = ([*act] for _, act in groupby(shown, key=lambda one: (one.act, one.counts)))
    return tuple(
        replace(first, parts=tuple(replace(one, may_whole=False) for one in others))
        for first, *others in acts
    )
