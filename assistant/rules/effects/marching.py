"""What the hooks of the march answer with, besides modifiers and reasons."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.rules.book import PlaceId
from assistant.rules.effects.hooks import Reason


@dataclass(frozen=True, slots=True)
class Need:
    """The lowest roll that succeeds, and why."""

    target: int
    why: Reason


@dataclass(frozen=True, slots=True)
class Flight:
    """Inches over whatever lies below."""

    inches: int
    why: Reason


@dataclass(frozen=True, slots=True)
class Rampart:
    """Walls that face one way: which region lies behind them, and how near who mans them stands."""

    outside: str
    inches: int
    clears: PlaceId
    """What those who did not count leave when it falls."""
    refuge: PlaceId
    """Where they are then, if nobody measures."""
    why: Reason


@dataclass(frozen=True, slots=True)
class Tether:
    """A place that a figure stays in, or within so many inches of."""

    place: str
    inches: int
    why: Reason
