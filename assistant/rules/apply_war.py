"""The only writer of how a game stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from assistant.kernel.ids import FigureId
from assistant.rules.war import Decision, Force, ForceId, Holding, Ring, Tenure, War
from assistant.rules.war_facts import (
    ArrivalHandled,
    CaptiveTaken,
    ChoiceMade,
    CommandersDone,
    ContactEnded,
    EventCame,
    FigureNamed,
    FiguresJoined,
    ForceFormed,
    ForceHandedOver,
    ForceMoved,
    ForcesMarked,
    ForcesMet,
    GameEnded,
    PhaseBegan,
    PlaceTaken,
    PointsGiven,
    PowerUsed,
    ReminderHeeded,
    ReminderSwitched,
    RingPassed,
    SeatsTaken,
    ThingPassed,
    WarFact,
)

K = TypeVar("K")
V = TypeVar("V")


def apply_war(war: War, fact: WarFact) -> War:
    """How the game stands after this happened."""
    match fact:
        case SeatsTaken():
            return replace(war, seats={**war.seats, **{seat.id: seat for seat in fact.seats}})
        case PhaseBegan():
            return replace(war, turn=fact.turn, phase=fact.phase, done=())
        case CommandersDone():
            others = tuple(one for one in war.done if one not in fact.commanders)
            return replace(war, done=(*others, *fact.commanders) if fact.done else others)
        case ForceFormed():
            formed = replace(war, formed=war.formed + 1)
            return _regrouped(formed, fact.force.figures, fact.force)
        case FiguresJoined():
            joined = war.forces[fact.force]
            newcomers = tuple(one for one in fact.figures if one not in joined.figures)
            return _regrouped(war, newcomers, replace(joined, figures=(*joined.figures, *newcomers)))
        case ForceMoved():
            return _with_force(war, replace(war.forces[fact.force], place=fact.place, moved=fact.turn))
        case ForceHandedOver():
            return _with_force(war, replace(war.forces[fact.force], commander=fact.commander))
        case ForcesMarked():
            return _marked(war, fact)
        case ForcesMet():
            return replace(war, contacts={**war.contacts, fact.contact.id: fact.contact})
        case ContactEnded():
            return replace(war, contacts=_without(war.contacts, fact.contact))
        case PlaceTaken():
            return _taken(war, fact)
        case EventCame():
            return replace(war, events={**war.events, fact.event: fact.turn})
        case ChoiceMade():
            return replace(war, choices={**war.choices, fact.choice: Decision(fact.value, fact.turn)})
        case ArrivalHandled():
            return replace(war, arrivals={**war.arrivals, fact.arrival: fact.how})
        case PowerUsed():
            used = (*war.powers.get(fact.power, ()), fact.turn)
            return replace(war, powers={**war.powers, fact.power: used})
        case ThingPassed():
            return replace(war, things={**war.things, fact.thing: fact.to})
        case CaptiveTaken():
            return replace(war, captives=_put(war.captives, fact.figure, fact.captor))
        case FigureNamed():
            return replace(war, names=_put(war.names, fact.figure, fact.name or None))
        case PointsGiven():
            return replace(war, points=(*war.points, fact.points))
        case ReminderHeeded():
            return replace(war, heeded={**war.heeded, fact.reminder: fact.how})
        case ReminderSwitched():
            others_off = tuple(one for one in war.silenced if one != fact.kind_of_reminder)
            return replace(war, silenced=others_off if fact.on else (*others_off, fact.kind_of_reminder))
        case RingPassed():
            ring = Ring(fact.bearer, fact.captor, fact.kept_at, fact.turn, fact.destroyed)
            return replace(war, ring=ring)
        case GameEnded():
            return replace(war, ending=fact.ending, phase="over")
        case _:
            assert_never(fact)


def _regrouped(war: War, newcomers: tuple[FigureId, ...], force: Force) -> War:
    """A force with its newcomers, who leave the forces they were in; a force without figures is gone."""
    leaving = set(newcomers)
    forces: dict[ForceId, Force] = {}
    for held in war.forces.values():
        if held.id != force.id and leaving.intersection(held.figures):
            held = replace(held, figures=tuple(one for one in held.figures if one not in leaving))
        if held.figures or held.id == force.id:
            forces[held.id] = held
    return replace(war, forces={**forces, force.id: force})


def _with_force(war: War, force: Force) -> War:
    return replace(war, forces={**war.forces, force.id: force})


def _marked(war: War, fact: ForcesMarked) -> War:
    forces = dict(war.forces)
    for force_id in fact.forces:
        if (force := forces.get(force_id)) is None:
            continue
        match fact.mark:
            case "moved":
                forces[force_id] = replace(force, moved=fact.turn)
            case "fought":
                forces[force_id] = replace(force, fought=fact.turn)
            case "regrouping":
                forces[force_id] = replace(force, regrouping=fact.turn)
            case "hidden":
                forces[force_id] = replace(force, hidden=fact.turn > 0)
            case _:
                assert_never(fact.mark)
    return replace(war, forces=forces)


def _taken(war: War, fact: PlaceTaken) -> War:
    """AMB-070: that a base was ever lost is remembered, whoever holds it later."""
    before = war.holdings.get(fact.place)
    lost = before is not None and before.side != fact.side and fact.place not in war.overrun
    holding = Holding(fact.side, fact.turn, fact.by)
    return replace(
        war,
        holdings={**war.holdings, fact.place: holding},
        # What is taken during a turn was not held when the turn's arrivals were due.
        tenures=(*war.tenures, Tenure(fact.place, fact.side, fact.turn + 1)),
        overrun=(*war.overrun, fact.place) if lost else war.overrun,
    )


def _put(mapping: Mapping[K, V], key: K, value: V | None) -> Mapping[K, V]:
    """The mapping with the entry, or without it when there is no value."""
    return _without(mapping, key) if value is None else {**mapping, key: value}


def _without(mapping: Mapping[K, V], key: K) -> Mapping[K, V]:
    return {held: value for held, value in mapping.items() if held != key}


def touches_war(fact: WarFact) -> tuple[str, ...]:
    """What a fact changes, by name."""
    match fact:
        case SeatsTaken():
            return tuple(f"seat {seat.id}" for seat in fact.seats)
        case PhaseBegan():
            return ("turn",)
        case CommandersDone():
            return ("turn", *fact.commanders)
        case ForceFormed():
            return (fact.force.id, *fact.force.figures)
        case FiguresJoined():
            return (fact.force, *fact.figures)
        case ForceMoved() | ForceHandedOver():
            return (fact.force,)
        case ForcesMarked():
            return fact.forces
        case ForcesMet():
            return (*fact.contact.good, *fact.contact.evil)
        case ContactEnded():
            return (f"contact {fact.contact}",)
        case PlaceTaken():
            return (fact.place,)
        case EventCame():
            return (fact.event,)
        case ChoiceMade():
            return (fact.choice,)
        case ArrivalHandled():
            return (f"arrival {fact.arrival}",)
        case PowerUsed():
            return (f"power {fact.power}",)
        case ThingPassed():
            return (fact.thing,)
        case CaptiveTaken() | FigureNamed():
            return (fact.figure,)
        case PointsGiven():
            # Points only add up: taking some back does not disturb later ones.
            return ()
        case ReminderHeeded():
            return (f"reminder {fact.reminder}",)
        case ReminderSwitched():
            return (f"reminder {fact.kind_of_reminder}",)
        case RingPassed():
            return ("the Ring",)
        case GameEnded():
            return ("turn",)
        case _:
            assert_never(fact)
