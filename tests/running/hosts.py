"""Hosts as the rulebook's tables write them: `Dain, 12 warriors` typed as `dain, 12 dwarf-warrior`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from assistant.rules.arrivals import Contingent
from assistant.rules.standing import members
from tests.running.table import Running


def host(typed: str) -> Counter[str]:
    """How many of each kind."""
    found = Counter[str]()
    for part in filter(None, typed.split(", ")):
        number, _, kind = part.rpartition(" ")
        found[kind] += int(number or 1)
    return found


def standing(game_on: Running, commander: str | None, place: str) -> Counter[str]:
    """Everyone a commander, or nobody, has at a place."""
    forces = [one for one in game_on.world.war.forces.values() if one.commander == commander]
    there = [one for force in forces if force.place == place for one in members(game_on.world, force)]
    return Counter(str(one.profile) for one in there)


def coming(figures: Iterable[Contingent]) -> Counter[str]:
    """What an arrival brings; of several kinds the first."""
    found = Counter[str]()
    for one in figures:
        found[str(one.profiles[0])] += one.count
    return found
