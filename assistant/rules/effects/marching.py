"""What the hooks of the march answer with, besides modifiers and reasons."""

from __future__ import annotations

from dataclasses import dataclass

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
class Tether:
    """A place that a figure stays in, or within so many inches of."""

    place: str
    inches: int
    why: Reason
