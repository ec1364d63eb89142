"""What a commander's phone shows: what is due, my forces, what comes, my points and my fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice, takewhile

from assistant.campaign.aims import Aim, aims
from assistant.campaign.due import foreseen_text, items, unfought
from assistant.campaign.evidence import NOBODY, Myself
from assistant.campaign.permissions import Power, kinds_of_seats, may_undo
from assistant.campaign.playing import Table
from assistant.campaign.prisoners import Prisoner, prisoners
from assistant.campaign.views.console import DueShown, due_shown, limit_lines, weather
from assistant.campaign.views.fights import LATELY, Meeting, UnderWay, meetings, under_way
from assistant.campaign.views.forces import OwnForce, own_forces
from assistant.campaign.views.standings import standings_shown
from assistant.kernel.codec import kind_of
from assistant.ledger.records import Pending, live
from assistant.rules.agenda import Agenda, agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Side
from assistant.rules.deeds.turning import GoOn
from assistant.rules.order import before_them
from assistant.rules.standing import is_put_off
from assistant.rules.war import Points

MOST_UNDONE = 4
SEATS_DO = kinds_of_seats()
NEXT_PHASE = kind_of(GoOn)


@dataclass(frozen=True, slots=True)
class Head:
    """One of the commanders of a phone."""

    id: CommanderId
    name: str
    side: Side
    is_done: bool
    points: int
    due: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """Everything on one phone, for all its commanders or for the one that is chosen."""

    heads: tuple[Head, ...]
    shown: tuple[CommanderId, ...]
    musts: tuple[DueShown, ...]
    mays: tuple[DueShown, ...]
    under_way: tuple[UnderWay, ...]
    contacts: tuple[Meeting, ...]
    news: tuple[str, ...]
    limits: tuple[str, ...]
    waiting: tuple[str, ...]
    standings: tuple[tuple[str, int], ...]
    """Everybody's points, once they are for all to see."""
    captives: tuple[Prisoner, ...]
    """Those whom one's own forces have taken."""
    taken: tuple[Prisoner, ...]
    """One's own figures in the hands of others."""
    lately: tuple[tuple[int, str], ...]
    """What this phone did last and may take back, by its number."""

    @property
    def is_done(self) -> bool:
        """Whether everyone shown is done with the phase."""
        return all(one.is_done for one in self.heads if one.id in self.shown)

    @property
    def names(self) -> Mapping[CommanderId, str]:
        """The commanders by name."""
        return {one.id: one.name for one in self.heads}


def seat_view(
    here: Table, mine: tuple[CommanderId, ...], shown: tuple[CommanderId, ...], me: Myself = NOBODY
) -> SeatView:
    """The first page of a phone as the game stands, for whoever holds it."""
    kit, world, ledger = here.kit, here.world, here.service.ledger
    now = agenda(kit, world, shown)
    pendings = ledger.pendings(here.campaign.id)
    due = tuple(_as_ones_own(here, shown, due_shown(here, item)) for item in items(kit, world, now, pendings))
    names, held = kit.scenario.commanders, prisoners(kit, world)
    return SeatView(
        heads=tuple(_head(here, one, now, shown) for one in mine),
        shown=shown,
        # Contacts and what is under way have lists of their own, with the fights.
        musts=tuple(
            one for one in due if one.kind == "must" and not one.key.startswith(("Contact ", "Pending "))
        ),
        mays=tuple(one for one in due if one.kind == "may"),
        under_way=_own_deeds(here, shown, pendings),
        contacts=meetings(here, unfought(now, pendings)),
        news=(*weather(here, now), *_order(here, shown)),
        limits=limit_lines(here, now),
        waiting=tuple(names[one].name for one in now.waiting),
        standings=standings_shown(here, now),
        captives=tuple(replace(one, is_ours=len(shown) == 1) for one in held if one.captor in shown),
        taken=tuple(one for one in held if one.owner in shown and one.captor not in shown),
        lately=_lately(here, me),
    )


def _order(here: Table, shown: tuple[CommanderId, ...]) -> Iterator[str]:
    """SCN-20: whom those wait for who do not move first, until they are done themselves."""
    left = [one for one in shown if one not in here.world.war.done]
    lines = (before_them(here.kit, here.world, one) for one in left)
    yield from dict.fromkeys(f"{line[0].upper()}{line[1:]}" for line in lines if line)


def _lately(here: Table, me: Myself) -> tuple[tuple[int, str], ...]:
    """The newest deeds of this phase first that somebody did alone and without dice."""
    if me == NOBODY:
        return ()
    entries = live(here.service.ledger.entries(here.campaign.id, max(0, here.seen - LATELY)))
    # What an earlier phase was built on hardly anything can be taken from; the game master may try.
    phase = takewhile(lambda one: one.kind != NEXT_PHASE, reversed(entries))
    own = ((one.seq, one.title) for one in phase if one.undoes is None and may_undo(one, me))
    return tuple(islice(own, MOST_UNDONE))


def _as_ones_own(here: Table, shown: tuple[CommanderId, ...], one: DueShown) -> DueShown:
    """Who plays one commander need not be told whose it is, nor offered what only the game master does."""
    may = tuple(
        each for each in one.actions if not each.is_masters and (not each.deed or each.deed in SEATS_DO)
    )
    return replace(one, says=_unnamed(here, shown, one.says), actions=may)


def _unnamed(here: Table, shown: tuple[CommanderId, ...], text: str) -> str:
    if len(shown) > 1:
        return text
    name = here.kit.scenario.commanders[shown[0]].name
    may = f"{name} may declare "
    # It stands under "You may".
    return f"Declare {text.removeprefix(may)}" if text.startswith(may) else text.removeprefix(f"{name}: ")


def _own_deeds(
    here: Table, shown: tuple[CommanderId, ...], pendings: Sequence[Pending]
) -> tuple[UnderWay, ...]:
    """What is under way with one's own forces and figures, or waits for one's own answer."""
    forces = [one for one in here.world.war.forces.values() if one.commander in shown]
    own = {str(one.id) for one in forces} | {str(figure) for one in forces for figure in one.figures}
    held = {one.id for one in pendings if own.intersection(one.holds)}
    found = under_way(here, Power(shown), pendings)
    return tuple(one for one in found if one.is_mine or one.id in held)


def _head(here: Table, one: CommanderId, now: Agenda, shown: tuple[CommanderId, ...]) -> Head:
    found = here.kit.scenario.commanders[one]
    arrivals = (each for each in now.arrivals if not each.due.shut and not is_put_off(here.world, each))
    due = sum(1 for each in (*arrivals, *now.reminders) if _whose(each) == one) if one in shown else 0
    war = here.world.war
    return Head(one, found.name, found.side, one in war.done, war.total(one), due)


def _whose(one: object) -> CommanderId | None:
    owner = getattr(one, "commander", None) or getattr(getattr(one, "due", None), "commander", None)
    return CommanderId(owner) if owner else None


def forces_view(
    here: Table, shown: tuple[CommanderId, ...]
) -> tuple[tuple[CommanderId, tuple[OwnForce, ...]], ...]:
    """Everyone's forces, commander by commander."""
    return tuple((one, own_forces(here, one)) for one in shown)


def coming_view(here: Table, shown: tuple[CommanderId, ...]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """What arrives on the next turns, turn by turn."""
    coming = agenda(here.kit, here.world, shown).coming
    return tuple(
        (turn, tuple(_unnamed(here, shown, foreseen_text(here.kit, here.world, one)) for one in due))
        for turn, due in groupby(coming, key=lambda one: one.turn)
    )


@dataclass(frozen=True, slots=True)
class Goals:
    """What a commander plays for, and how it goes."""

    commander: CommanderId
    name: str
    side: Side
    objectives: tuple[str, ...]
    points: tuple[Points, ...]
    total: int
    aims: tuple[Aim, ...]


def goals_view(here: Table, shown: tuple[CommanderId, ...]) -> tuple[Goals, ...]:
    """Objectives, points with their reasons, and how far the ways to win have come."""
    war, known = here.world.war, here.kit.scenario.commanders
    progress = agenda(here.kit, here.world, shown).progress
    return tuple(
        Goals(
            one,
            known[one].name,
            known[one].side,
            known[one].objectives,
            tuple(each for each in war.points if each.commander == one),
            war.total(one),
            aims(here.kit, progress, one),
        )
        for one in shown
    )
