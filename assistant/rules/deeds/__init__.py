"""The deeds by the names under which they are stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from assistant.kernel.codec import Json, decode
from assistant.kernel.errors import Illegal
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.deed import Deed, Table
from assistant.rules.deeds.fighting import Combat
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.deeds.settling import SettleHouseRule


def _stored_as(deed: type[Any]) -> Callable[[Json], Deed]:
    return lambda setup: cast(Deed, decode(deed, setup))


DEEDS: dict[str, Callable[[Json], Deed]] = {
    "fight": lambda setup: Combat(decode(FightSetup, setup)),
    "reported-fight": _stored_as(ReportedFight),
    "ruling": _stored_as(Ruling),
    "house-rule": _stored_as(SettleHouseRule),
}


def read_deed(kind: str, setup: Json) -> Deed:
    """A deed from its stored form."""
    if kind not in DEEDS:
        raise Illegal("unknown-deed", f"{kind!r} is not something that can be done in this game.")
    return DEEDS[kind](setup)


__all__ = ["DEEDS", "Deed", "Table", "read_deed"]
