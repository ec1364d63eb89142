"""What a fact changes and what it stands on, by name: so an undo finds what is in its way."""

from __future__ import annotations

from typing import assert_never

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.facts import (
    Called,
    Carried,
    CrewReplaced,
    Dismounted,
    Duelled,
    Enlisted,
    Fact,
    FightEnded,
    GateTried,
    HouseRuleChosen,
    LeftBehind,
    LeftTower,
    LivesLost,
    Mending,
    Mounted,
    Overruled,
    Readied,
    Recovered,
    Retreated,
    Stayed,
    Suffered,
    Turned,
    WallsBroken,
    WallsFell,
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

TURN = "the turn"
RING = "the Ring"
LAST_TURN = "the last turn"
CLERICAL = (
    SeatsTaken, CommandersDone, FigureNamed, PointsGiven, ReminderSwitched, LastTurnSet,
    StandingsShown, HouseRuleChosen,
)  # fmt: skip
OWING = (
    ArrivalHandled, PlaceTaken, CaptiveTaken, RingPassed, PowerUsed, EventCame, ReminderHeeded, ThingPassed,
    ContactEnded,
)  # fmt: skip


def use_of(power: str) -> str:
    """That a power was used."""
    return f"power {power}"


def mind_of(commander: CommanderId) -> str:
    """Whether a commander is ensnared."""
    return f"{commander} mind"


def name_of_player(name: str) -> str:
    """That a player is called so: no other is."""
    return f"player {name.casefold()}"


def name_of_figure(name: str) -> str:
    """That a figure is called so: no other is."""
    return f"name {name.casefold()}"


def ring_with(figure: FigureId) -> str:
    """Whether a figure bears the Ring."""
    return f"Ring with {figure}"


def rests_on(fact: Fact) -> tuple[str, ...]:
    """What must stay for a fact to make sense: all that is played is played on its turn."""
    if isinstance(fact, Overruled):
        # Who stands up again with the Ring has it for nobody else, so it matters who bore it.
        restored = (ring_with(one.figure) for one in fact.figures if one.condition is not None)
        return (*fact.concerns, *restored)
    if isinstance(fact, CLERICAL):
        return ()
    return (TURN, *_in_hands(fact), *(fact.owing if isinstance(fact, OWING) else ()))


def _in_hands(fact: Fact) -> tuple[str, ...]:
    """Who has it, and so whether that one is free; of a captive, whether it has the Ring."""
    match fact:
        case ThingPassed():
            return (fact.to,) if fact.to else ()
        case RingPassed():
            return (fact.bearer,) if fact.bearer else ()
        case CaptiveTaken():
            return (ring_with(fact.figure),)
        case _:
            return ()


def touches(fact: Fact) -> tuple[str, ...]:
    """The figures and switches a fact changes, by name."""
    if isinstance(fact, WarFact):
        return touches_war(fact)
    match fact:
        case Enlisted():
            return tuple(figure.id for figure in fact.figures)
        case Dismounted() | Mounted() | Suffered() | Recovered() | Retreated() | LeftTower():
            return fact.figures
        case LivesLost():
            return (fact.figure, *fact.recruits)
        case GateTried():
            return (fact.figure,)
        case CrewReplaced():
            return (fact.weapon, *fact.figures)
        case WallsBroken():
            return (fact.place, *fact.by) if fact.place else fact.by
        case WallsFell():
            return fact.into_tower
        case FightEnded():
            return fact.fought
        case Duelled():
            return (fact.own, fact.enemy)
        case Overruled():
            return tuple(one.figure for one in fact.figures)
        case Called():
            return (fact.by, *fact.figures)
        case Turned() | Stayed() | Readied() | LeftBehind() | Mending():
            return fact.figures
        case Carried():
            return (*fact.figures, *fact.by)
        case HouseRuleChosen():
            return (fact.rule,)
        case _:
            assert_never(fact)


def touches_war(fact: WarFact) -> tuple[str, ...]:
    """What a fact changes, by name."""
    match fact:
        case SeatsTaken():
            names = (*(seat.player for seat in fact.seats), *fact.before)
            return (*(f"seat {seat.id}" for seat in fact.seats), *map(name_of_player, names))
        case PhaseBegan():
            return (TURN,)
        case CommandersDone():
            return tuple(f"{one} done" for one in fact.commanders)
        case ForceFormed():
            return (fact.force.id, *fact.left, *fact.force.figures)
        case FiguresJoined():
            return (fact.force, *fact.left, *fact.figures)
        case ForceMoved() | ForceHandedOver():
            return (fact.force,)
        case FiguresPlaced():
            return tuple(f"spot of {one}" for one in fact.figures)
        case ForcesMarked():
            return fact.forces
        case ForcesMet():
            return (f"contact {fact.contact.id}", *fact.contact.good, *fact.contact.evil)
        case ContactEnded():
            return (f"contact {fact.contact}",)
        case PlaceTaken() | PlaceClaimed():
            return (fact.place,)
        case EventCame() | EventUnmade():
            return (fact.event,)
        case ChoiceMade():
            return (fact.choice,)
        case ArrivalHandled():
            return (f"arrival {fact.arrival}",)
        case PowerUsed():
            return (use_of(fact.power),)
        case ThingPassed():
            return (fact.thing,)
        case RodeAlong() | MarchFollowed() | LotsKept():
            return fact.figures
        case CaptiveTaken():
            return (fact.figure,)
        case FigureNamed():
            return (fact.figure, *(name_of_figure(one) for one in (fact.name, fact.before) if one))
        case PointsGiven():
            # Points only add up: taking some back does not disturb later ones.
            return ()
        case ReminderHeeded():
            return (f"reminder {fact.reminder}",)
        case ReminderSwitched():
            return (f"reminder {fact.kind_of_reminder}",)
        case LastTurnSet():
            return (LAST_TURN,)
        case StandingsShown():
            return ("the standings",)
        case RingPassed():
            return (RING, *(ring_with(one) for one in (fact.before, fact.bearer) if one))
        case RingWorn():
            return (RING,)
        case CommanderEnsnared():
            return (mind_of(fact.commander),)
        case GameEnded():
            return (TURN,)
        case _:
            assert_never(fact)
