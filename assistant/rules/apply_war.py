"""The only writer of how a game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar, assert_never

from assistant.kernel.ids import FigureId
from assistant.rules.draft import WarDraft
from assistant.rules.numbering import new_contact, number_of_contact, number_of_force
from assistant.rules.tenures import Tenure, lasting
from assistant.rules.war import (
    Contact,
    Decision,
    Force,
    ForceId,
    Holding,
    Lot,
    Ring,
    Snare,
    Spot,
    Stay,
)
from assistant.rules.war_facts import (
    ArrivalHandled,
    CaptiveTaken,
    ChoiceMade,
    CommanderEnsnared,
    CommandersDone,
    ContactEnded,
    EventCame,
    EventUnmade,
    FigureNamed,
    FiguresJoined,
    FiguresPlaced,
    ForceFormed,
    ForceHandedOver,
    ForceMoved,
    ForcesMarked,
    ForcesMet,
    GameEnded,
    LastTurnSet,
    LotsKept,
    MarchFollowed,
    PhaseBegan,
    PlaceClaimed,
    PlaceTaken,
    PointsGiven,
    PowerUsed,
    ReminderHeeded,
    ReminderSwitched,
    RingPassed,
    RingWorn,
    RodeAlong,
    SeatsTaken,
    StandingsShown,
    ThingPassed,
    WarFact,
)

K = TypeVar("K")
V = TypeVar("V")


def write_war(war: WarDraft, fact: WarFact) -> None:
    """How the game stands after this happened."""
    match fact:
        case SeatsTaken():
            war.seats.update((seat.id, seat) for seat in fact.seats)
        case PhaseBegan():
            _begin_phase(war, fact)
        case CommandersDone():
            others = [one for one in war.done if one not in fact.commanders]
            war.done = [*others, *fact.commanders] if fact.done else others
        case ForceFormed():
            war.formed = max(war.formed + 1, number_of_force(fact.force))
            _regroup(war, fact.force.figures, fact.force)
        case FiguresJoined():
            joined = war.forces[fact.force]
            newcomers = tuple(one for one in fact.figures if one not in joined.figures)
            figures, after = (*joined.figures, *newcomers), fact.after or joined.after
            _regroup(war, newcomers, replace(joined.called_as_before(after), figures=figures))
        case LotsKept():
            war.lots.update(dict.fromkeys(fact.figures, fact.lot))
        case ForceMoved():
            moved = war.forces[fact.force]
            left = 0 if moved.moved == fact.turn else moved.again
            war.forces[fact.force] = replace(
                moved, place=fact.place, moved=fact.turn, again=left, afield=fact.afield
            )
            # Who is only told where they stand has not moved; who moves a second time has.
            if fact.turn != moved.moved or moved.again == fact.turn:
                _befall(war, moved, "moved", fact.turn)
            if (moved.place, moved.afield) != (fact.place, fact.afield):
                war.came[fact.force] = fact.turn
            if moved.place != fact.place:
                _lift(war, moved.figures)
                if war.ring.kept_at and war.ring.bearer in moved.figures:
                    # Who bears it himself takes it along; the captive who has it is kept behind.
                    war.ring = replace(war.ring, kept_at=None)
        case FiguresPlaced():
            _lift(war, fact.figures)
            for figure, (x, y, facing) in zip(fact.figures, fact.at, strict=False):
                war.spots[figure] = Spot(fact.table, x, y, facing)
        case ForceHandedOver():
            war.forces[fact.force] = replace(war.forces[fact.force], commander=fact.commander)
        case ForcesMarked():
            _mark(war, fact)
        case ForcesMet():
            contact = _unlike_others(war, fact.contact)
            war.met = max(war.met + 1, number_of_contact(contact.id))
            war.contacts[contact.id] = contact
        case ContactEnded():
            war.contacts.pop(fact.contact, None)
        case PlaceTaken():
            _take(war, fact)
        case PlaceClaimed():
            war.holdings[fact.place] = replace(war.holdings[fact.place], by=fact.by)
        case EventCame():
            _come_about(war, fact)
        case EventUnmade():
            war.events.pop(fact.event, None)
            war.tenures = [row for row in war.tenures if row.event != fact.event]
        case ChoiceMade():
            war.choices[fact.choice] = Decision(fact.value, fact.turn, fact.after)
        case ArrivalHandled():
            war.arrivals[fact.arrival] = fact.how
            _put(war.put_off, fact.arrival, fact.turn or None)
        case PowerUsed():
            war.powers[fact.power] = (*war.powers.get(fact.power, ()), fact.turn)
        case ThingPassed():
            war.things[fact.thing] = fact.to
        case RodeAlong():
            for figure in fact.figures:
                _put(war.riding, figure, fact.rider)
        case MarchFollowed():
            war.marching.update(dict.fromkeys(fact.figures, fact.turn))
        case CaptiveTaken():
            _take_captive(war, fact)
        case FigureNamed():
            _put(war.names, fact.figure, fact.name or None)
        case PointsGiven():
            war.points.append(fact.points)
        case ReminderHeeded():
            war.heeded[fact.reminder] = fact.how
        case ReminderSwitched():
            others_off = [one for one in war.silenced if one != fact.kind_of_reminder]
            war.silenced = others_off if fact.on else [*others_off, fact.kind_of_reminder]
        case LastTurnSet():
            war.last_turn = fact.turn
        case StandingsShown():
            war.standings_shown = fact.shown
        case RingPassed():
            _pass_ring(war, fact)
        case RingWorn():
            war.ring = replace(war.ring, worn=fact.turn if fact.on else 0)
        case CommanderEnsnared():
            before = war.ensnared.get(fact.commander)
            times = before.times + 1 if before else 1
            war.ensnared[fact.commander] = Snare(fact.turn, times, fact.fights_worse)
        case GameEnded():
            war.ending, war.phase = fact.ending, "over"
        case _:
            assert_never(fact)


def _lift(war: WarDraft, figures: Sequence[FigureId]) -> None:
    """Whoever has gone elsewhere stands no longer where it was measured."""
    for one in figures:
        war.spots.pop(one, None)


def _regroup(war: WarDraft, newcomers: Sequence[FigureId], force: Force) -> None:
    """A force with its newcomers, who leave the forces they were in; a force without figures is gone."""
    leaving = set(newcomers)
    for left in dict.fromkeys(war.homes[one] for one in newcomers if one in war.homes):
        if left == force.id:
            continue
        if staying := tuple(one for one in war.forces[left].figures if one not in leaving):
            war.forces[left] = replace(war.forces[left].called_among(staying), figures=staying)
        else:
            del war.forces[left]
            _leave_contacts(war, left)
    war.forces[force.id] = force
    war.homes.update(dict.fromkeys(force.figures, force.id))


def _leave_force(war: WarDraft, figure: FigureId) -> None:
    """Whoever is locked up goes with nobody."""
    if (home := war.homes.pop(figure, None)) is None:
        return
    staying = tuple(one for one in war.forces[home].figures if one != figure)
    if staying:
        war.forces[home] = replace(war.forces[home].called_among(staying), figures=staying)
    else:
        del war.forces[home]
        _leave_contacts(war, home)


def _leave_contacts(war: WarDraft, gone: ForceId) -> None:
    """A force that is no more meets nobody; where a side has none left, there is no contact."""
    for contact in [*war.contacts.values()]:
        good, evil = (tuple(one for one in side if one != gone) for side in (contact.good, contact.evil))
        if not good or not evil:
            del war.contacts[contact.id]
        else:
            war.contacts[contact.id] = replace(contact, good=good, evil=evil)


def _unlike_others(war: WarDraft, contact: Contact) -> Contact:
    """Others may have met while the deed was under way that gave the same name: these get the next one."""
    known = war.contacts.get(contact.id)
    if known is None or not {*known.good, *known.evil}.isdisjoint((*contact.good, *contact.evil)):
        return contact
    return replace(contact, id=new_contact(war.met, contact.turn))


def _mark(war: WarDraft, fact: ForcesMarked) -> None:
    for force_id in fact.forces:
        if (force := war.forces.get(force_id)) is None:
            continue
        match fact.mark:
            case "moved":
                war.forces[force_id] = replace(force, moved=fact.turn)
            case "fought":
                war.forces[force_id] = replace(force, fought=fact.turn)
            case "regrouping":
                war.forces[force_id] = replace(force, regrouping=fact.turn)
            case "hidden":
                war.forces[force_id] = replace(force, hidden=fact.turn > 0)
            case "afield":
                war.forces[force_id] = replace(force, afield=fact.turn > 0)
            case "halted":
                war.forces[force_id] = replace(force, halted=fact.turn)
            case "again":
                war.forces[force_id] = replace(force, again=fact.turn)
            case _:
                assert_never(fact.mark)
        if fact.mark in ("moved", "fought", "regrouping", "halted"):
            _befall(war, force, fact.mark, fact.turn)


def _befall(
    war: WarDraft, force: Force, mark: Literal["moved", "fought", "regrouping", "halted"], turn: int
) -> None:
    """FRC-05: what befalls a force befalls all in it; a mark that falls away was none of some already."""
    for one in force.figures:
        if (lot := war.lots.get(one)) is not None:
            mine = turn if turn >= getattr(force, mark) else min(turn, getattr(lot.own, mark))
            war.lots[one] = Lot(replace(lot.own, **{mark: mine}), replace(lot.shared, **{mark: turn}))


def _begin_phase(war: WarDraft, fact: PhaseBegan) -> None:
    """HUN-02: at a turn's start it shows who has stayed near the ringbearer, and who has only come."""
    war.turn, war.phase, war.done = fact.turn, fact.phase, []
    if fact.phase == "start":
        war.beside = {one: war.beside.get(one, fact.turn) for one in fact.beside}


def _take_captive(war: WarDraft, fact: CaptiveTaken) -> None:
    """STA-02: where a captive has been is remembered until it is free, whoever passes it on to whom."""
    been = war.been.get(fact.figure, ()) if fact.captor is not None else ()
    _put(war.captives, fact.figure, fact.captor)
    _put(war.kept, fact.figure, fact.kept_at)
    if fact.kept_at is not None:
        if fact.captor is not None:
            been = tuple(dict.fromkeys((*been, Stay(fact.captor, fact.kept_at))))
        _leave_force(war, fact.figure)
    _put(war.been, fact.figure, been or None)


def _pass_ring(war: WarDraft, fact: RingPassed) -> None:
    """VIC-03: in the same hands at the same place it is kept on, whichever captive has it.

    STA-01: where it has been is remembered until good has it back, whoever passes it on to whom.
    """
    was = war.ring
    been = was.been if fact.captor is not None else ()
    stays = fact.captor == was.captor and fact.kept_at is not None and fact.kept_at == was.kept_at
    since = was.since if been and stays else fact.turn
    if fact.kept_at is not None and fact.captor is not None:
        been = tuple(dict.fromkeys((*been, Stay(fact.captor, fact.kept_at))))
    war.ring = Ring(fact.bearer, fact.captor, fact.kept_at, since, fact.destroyed, been=been)


def _take(war: WarDraft, fact: PlaceTaken) -> None:
    """AMB-070: that a base was ever lost is remembered, whoever holds it later, or nobody did between."""
    before = war.holdings.get(fact.place)
    have_had_it = {row.side for row in lasting(war.tenures) if row.place == fact.place}
    if {fact.side, *have_had_it} >= {"good", "evil"} and fact.place not in war.overrun:
        war.overrun.append(fact.place)
    # Who is back in a place of his own side has not taken it: it is theirs for as long as before.
    since = before.since if before is not None and before.side == fact.side else fact.turn
    war.holdings[fact.place] = Holding(fact.side, since, fact.by)
    # What is taken during a turn was not held when its arrivals were due; what is said at its start was.
    first = fact.turn if war.phase == "start" else fact.turn + 1
    war.tenures.append(Tenure(fact.place, fact.side, first, awaits=fact.awaits))


def _come_about(war: WarDraft, fact: EventCame) -> None:
    """SEQ-07: who comes at once finds the places as they are now, though its turn began otherwise."""
    war.events[fact.event] = fact.turn
    for place in fact.changed:
        if (held := war.holdings.get(place)) is not None:
            war.tenures.append(Tenure(place, held.side, fact.turn, fact.event))


def _put(mapping: dict[K, V], key: K, value: V | None) -> None:
    """Enter it, or strike it out when there is no value."""
    if value is None:
        mapping.pop(key, None)
    else:
        mapping[key] = value
