"""The deeds by the names under which they are stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, cast

from assistant.kernel.codec import Json, decode
from assistant.kernel.errors import Illegal
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.battles import Battle, ReportedBattle
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.declaring import Decide, Declare, UsePower
from assistant.rules.deeds.deed import Deed
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.fighting import Combat
from assistant.rules.deeds.gathering import Divide, HandOver, Hide, Unite
from assistant.rules.deeds.holding import BringHome, CorrectPoints, SetFree, TakePlace
from assistant.rules.deeds.last_turn import SetLastTurn
from assistant.rules.deeds.leading_on import TakeAlong
from assistant.rules.deeds.leaving import LeaveCompany
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.placing import Lift, Measure, SetOut
from assistant.rules.deeds.reminding import Heed, SwitchReminder
from assistant.rules.deeds.renaming import ChangeSeat, Rename
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.retreating import FallBack, Withdraw
from assistant.rules.deeds.riding import RideAlong
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.deeds.searching import Search
from assistant.rules.deeds.setting_right import HandThing, SettleEvent
from assistant.rules.deeds.settling import SettleHouseRule
from assistant.rules.deeds.shifting import Confront, Shift, Tidy
from assistant.rules.deeds.showing import ShowStandings
from assistant.rules.deeds.turning import GoOn, SayDone
from assistant.rules.effects import (  # noqa: F401 - registers what is due, and what may be done
    agreements,
    beaten,
    beginnings,
    changing_hands,
    counsels,
    deadly_ground,
    disguises,
    encounters,
    fleets,
    gollum,
    hazards,
    leading_on,
    losing_the_way,
    meetings,
    mercy,
    neighbours,
    newcomers,
    outfits,
    ring_hunt,
    ring_worn,
    river_boats,
    stones,
    supplies,
    upkeep,
    watchers,
    weather,
)


def kind_of(deed: type[Any]) -> str:
    """The name under which a deed is stored: the default of its `kind`."""
    return next(str(one.default) for one in fields(deed) if one.name == "kind")


# fmt: off
STORED_AS: dict[str, type[Any]] = {
    "fight": FightSetup,
    "reported-fight": ReportedFight,
    "ruling": Ruling,
    "house-rule": SettleHouseRule,
    **{
        kind_of(deed): deed
        for deed in (
            BeginGame, GoOn, SayDone, SetLastTurn, EndGame,
            March, Withdraw, RideAlong, Divide, Unite, HandOver, Hide, Search, LeaveCompany,
            Measure, SetOut, Lift, Shift, Tidy, FallBack, Confront,
            Meet, Part, Battle, ReportedBattle,
            Arrive, Forgo, Declare, Decide, UsePower,
            TakePlace, BringHome, TakeAlong, SetFree, PassRing, CorrectPoints,
            Heed, SwitchReminder, ShowStandings,
            Adjust, AddFigures, Rename, ChangeSeat, HandThing, SettleEvent,
        )
    },
}
# fmt: on
"""What each deed is stored as: its own record, and of a fight what it starts from."""


def _reader(kind: str, stored: type[Any]) -> Callable[[Json], Deed]:
    if kind == "fight":
        return lambda setup: Combat(decode(FightSetup, setup))
    return lambda setup: cast(Deed, decode(stored, setup))


DEEDS: dict[str, Callable[[Json], Deed]] = {kind: _reader(kind, deed) for kind, deed in STORED_AS.items()}


def read_deed(kind: str, setup: Json) -> Deed:
    """A deed from its stored form."""
    if kind not in DEEDS:
        raise Illegal("unknown-deed", f"{kind!r} is not something that can be done in this game.")
    return DEEDS[kind](setup)


__all__ = ["DEEDS", "STORED_AS", "Deed", "read_deed"]
