"""The fights of a game: contacts that wait, fights under way, and those fought last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.campaign.accounts import SETUPS, account_of, outcome_of
from assistant.campaign.desk import Standing, look, may_take_back
from assistant.campaign.due import contact_text, under_way_text
from assistant.campaign.evidence import read_answers, read_evidence
from assistant.campaign.history import at_first
from assistant.campaign.knowing import heard_by, may_follow
from assistant.campaign.naming import Naming, naming
from assistant.campaign.permissions import MASTER, Power, may_lead
from assistant.campaign.playing import Table
from assistant.campaign.rulings import overruled, rulings
from assistant.campaign.views.question import Question, Throw, answered, question, throws
from assistant.kernel.asking import Answer, Request, Roll
from assistant.kernel.errors import ReplayDiverged
from assistant.ledger.records import Entry, Pending, live
from assistant.rules.arrivals import CommanderId
from assistant.rules.combat.setup import SIDES, FightingSide
from assistant.rules.confidences import CREDIT
from assistant.rules.core.resources import contact_of
from assistant.rules.deeds.contacts import is_fought_now
from assistant.rules.standing import where_at
from assistant.rules.war import Contact, ForceId
from assistant.rules.wording import join

LATELY = 120
"""Entries among which the last fights are looked for."""
MOST_SHOWN = 8
EARLIER = 6


@dataclass(frozen=True, slots=True)
class Waiting:
    """A contact that is to be fought."""

    id: str
    where: str
    good: str
    evil: str
    note: str
    is_now: bool
    may_begin: bool
    fight: str
    """The fight it became, while that is under way."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A contact in a line: who against whom, and whether it may be fought by now."""

    id: str
    says: str
    is_now: bool
    may_begin: bool = True


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A deed that waits for an answer."""

    id: str
    title: str
    waits_for: str
    is_mine: bool
    is_fight: bool
    """A march, a search or a rider who mounts again asks questions too, and is no fight."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A fight that is over."""

    seq: int
    title: str
    outcome: str


@dataclass(frozen=True, slots=True)
class FightsView:
    """The list of fights."""

    waiting: tuple[Waiting, ...]
    under_way: tuple[UnderWay, ...]
    ended: tuple[Ended, ...]


def fights_view(here: Table, power: Power) -> FightsView:
    """Everything about fights that somebody may see, their own questions first."""
    pendings = here.service.ledger.pendings(here.campaign.id)
    contacts = here.world.war.contacts.values()
    return FightsView(
        tuple(_waiting(here, power, one, pendings) for one in contacts),
        under_way(here, power, pendings),
        tuple(_ended(here)),
    )


def _waiting(here: Table, power: Power, contact: Contact, pendings: Sequence[Pending]) -> Waiting:
    good, evil = (_forces(here, side) for side in (contact.good, contact.evil))
    held = next((one.id for one in pendings if contact_of(contact.id) in one.holds), "")
    return Waiting(
        contact.id,
        where_at(here.kit, contact.place),
        good,
        evil,
        contact.note,
        is_fought_now(here.world, contact),
        may_begin(here, power, contact),
        held,
    )


def meetings(here: Table, contacts: Sequence[Contact], power: Power = MASTER) -> tuple[Meeting, ...]:
    """Contacts as the first page of a screen lists them, those that may be fought first."""
    found = [
        Meeting(
            one.id,
            contact_text(here.kit, here.world, one),
            is_fought_now(here.world, one),
            may_begin(here, power, one),
        )
        for one in contacts
    ]
    return tuple(sorted(found, key=lambda one: not one.is_now))


def may_begin(here: Table, power: Power, contact: Contact) -> bool:
    """Whether somebody may begin the fight of a contact."""
    if may_lead(power, here.kit, here.world, (*contact.good, *contact.evil)):
        return True
    forces = (here.world.war.forces.get(one) for one in (*contact.good, *contact.evil))
    return any(force is not None and force.commander in power.commanders for force in forces)


def _forces(here: Table, forces: Sequence[ForceId]) -> str:
    return join(here.world.war.forces[one].name for one in forces if one in here.world.war.forces)


def under_way(here: Table, power: Power, pendings: Sequence[Pending]) -> tuple[UnderWay, ...]:
    """What waits for an answer and somebody may look on at, their own questions first."""
    found = (_under_way(here, power, one) for one in pendings if may_follow(here, power, one))
    return tuple(sorted(found, key=lambda one: not one.is_mine))


def _under_way(here: Table, power: Power, pending: Pending) -> UnderWay:
    title = under_way_text(here.kit, here.world, pending)
    try:
        at = look(here, power, pending.id)
    except ReplayDiverged:
        told = "the game master: the rules have changed"
        return UnderWay(pending.id, title, told, power.is_master, is_fight(pending))
    return UnderWay(pending.id, title, waits_for(here, at.asked), at.is_mine, is_fight(pending))


def is_fight(deed: Pending | Entry) -> bool:
    """Whether a deed is fought, or only asks its questions at the same desk."""
    return deed.kind in SETUPS


def waits_for(here: Table, asked: Sequence[str]) -> str:
    """Anna (Rohan): who is asked, by the name of the player and of the commander."""
    said = []
    for one in asked:
        name = here.kit.scenario.commanders[CommanderId(one)].name
        seat = here.world.war.seat_of(CommanderId(one))
        said.append(f"{seat.player} ({name})" if seat else name)
    return join(said, "or") or "the game master"


def _ended(here: Table) -> Iterator[Ended]:
    service, head = here.service, here.seen
    counting = live(service.ledger.entries(here.campaign.id, max(0, head - LATELY)))
    fought = [one for one in counting if one.kind in SETUPS][-MOST_SHOWN:]
    ruled = rulings(here.game, counting)
    for entry in reversed(fought):
        told = outcome_of(here.game, here.kit.book, entry, ruled.get(entry.seq, ()))
        yield Ended(entry.seq, entry.title, " ".join(told))


# ---- one fight -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that counted: to which question, by whom, and what it came to."""

    step: int
    by: str
    """As a sentence begins with it; nothing where nobody signed."""
    what: str


@dataclass(frozen=True, slots=True)
class FightView:
    """A deed under way, as somebody sees it."""

    at: Standing
    title: str
    is_fight: bool
    sides: tuple[tuple[FightingSide, str], ...]
    """Everybody who fights, side by side."""
    question: Question
    side: str
    waits_for: str
    by_hand: bool
    """Whether whoever is asked rolls real dice."""
    may_take_back: bool
    takes_back: str
    """What the last answer was."""
    throws: tuple[Throw, ...]
    """What was just rolled."""
    earlier: tuple[Throw, ...]
    log: tuple[str, ...]
    begun_by: str
    given: tuple[Given, ...]
    """The last answers, for whoever was still at one of these questions."""


def _thrown(given: Sequence[tuple[Request, Answer]], names: Naming) -> Iterator[Throw]:
    for request, answer in given:
        yield from throws(request, answer, names)


def fight_view(here: Table, power: Power, fight: str) -> FightView:
    """Where a fight stands."""
    at = look(here, power, fight)
    pending = here.service.ledger.pending(fight)
    stand, requests = here.service.so_far(pending)
    names = naming(here.kit, here.world, stand.facts)
    given = [*zip(requests, read_answers(pending.answers), strict=False)]
    asked = question(at.request, names)
    return FightView(
        at,
        under_way_text(here.kit, here.world, pending),
        is_fight(pending),
        tuple(_sides(pending, names)),
        asked,
        _side(here, at.request.seat),
        waits_for(here, at.asked),
        isinstance(at.request, Roll) and rolls_by_hand(here, at.asked),
        bool(given) and may_take_back(here, power, fight),
        question(given[-1][0], names).step if given else "",
        tuple(_thrown(given[-1:], names)),
        tuple(_thrown(given[-1 - EARLIER : -1], names)),
        tuple(map(names.told, at.log)),
        at_first(pending.actor),
        tuple(_given(power, pending, given, names))[-EARLIER:],
    )


def _sides(pending: Pending, names: Naming) -> Iterator[tuple[FightingSide, str]]:
    """Éomer, 3 Riders of Rohan: who came, all of them."""
    if not is_fight(pending):
        return
    setup = SETUPS[pending.kind](pending.setup)
    for side in SIDES:
        yield side, join(names.several(one.figure for one in setup.side(side).figures))


def _given(
    power: Power, pending: Pending, given: Sequence[tuple[Request, Answer]], names: Naming
) -> Iterator[Given]:
    signed = read_evidence(pending.answers)
    for step, ((request, answer), by) in enumerate(zip(given, signed, strict=True)):
        # Whose the points are only those hear who lead.
        is_told = power.is_master or request.purpose != CREDIT
        yield Given(step, at_first(by.by), answered(request, answer, names) if is_told else "")


def rolls_by_hand(here: Table, asked: Sequence[str]) -> bool:
    """Whether anybody of those who are asked has said that their dice are rolled on the table."""
    held = (here.world.war.seat_of(CommanderId(one)) for one in asked)
    return any(seat is not None and seat.dice == "by-hand" for seat in held)


def _side(here: Table, seat: str) -> str:
    commander = here.kit.scenario.commanders.get(CommanderId(seat))
    return commander.side if commander else seat


@dataclass(frozen=True, slots=True)
class FoughtView:
    """A deed that is over, told."""

    seq: int
    title: str
    is_fight: bool
    story: tuple[str, ...]
    luck: tuple[str, ...]
    doubt: str
    throws: tuple[Throw, ...]
    log: tuple[str, ...]
    counts: bool
    """Whether nobody has taken it back."""
    last_by: str
    """Who gave the last answer in it."""


def fought_view(here: Table, power: Power, entry: Entry) -> FoughtView:
    """How a fight came out."""
    names, log = naming(here.kit, here.world), heard_by(here, power, entry.log)
    told = account_of(here.service, entry)
    later = live(here.service.ledger.entries(here.campaign.id, entry.seq - 1))
    given = zip(told.account.requests, told.account.answers, strict=True) if told else ()
    return FoughtView(
        entry.seq,
        entry.title,
        is_fight(entry),
        told.account.story(here.kit.book) if told else (),
        tuple(told.account.luck().lines()) if told and not told.doubt else (),
        told.doubt if told else "",
        tuple(throw for request, answer in given for throw in throws(request, answer, names)),
        tuple(map(names.told, (*overruled(later).get(entry.seq, ()), *log))),
        any(one.seq == entry.seq for one in later),
        next((at_first(one.by) for one in reversed(read_evidence(entry.answers))), ""),
    )
