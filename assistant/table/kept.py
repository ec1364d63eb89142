"""What a map must keep to be played on, whatever the size of the tables: gaps, marches, room and ground."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.inches import Mil


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """Something a map keeps, why, and the rules that would go wrong without it."""

    why: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptGap(_Kept):
    """Two places lie so far apart at least, edge to edge."""

    start: str
    end: str
    apart: Mil


@dataclass(frozen=True, slots=True)
class KeptMarch(_Kept):
    """A company marches from one place to another in so many turns, undisturbed."""

    start: str
    end: str
    who: tuple[str, ...]
    turns: tuple[int, int]
    is_from_edge: bool = False
    """Whether it sets out from the edge of the first place instead of its middle."""
    through: str = ""
    """The inset it passes through from gate to gate, and does not leave."""


@dataclass(frozen=True, slots=True)
class KeptRoom(_Kept):
    """So many figures find room at a place, the rest of them close beside it; or all of them inside."""

    place: str
    who: tuple[tuple[str, int], ...]
    is_inside: bool = False
    is_start: bool = False
    """Whether they are those who begin there: without room for them there is no game."""


@dataclass(frozen=True, slots=True)
class KeptSize(_Kept):
    """A table or inset is so large at least."""

    sheet: str
    width: Mil
    height: Mil


@dataclass(frozen=True, slots=True)
class KeptGround(_Kept):
    """Ground that neither shrinks nor stretches: two corners, west and south of it, east and north of it."""

    sheet: str
    low: tuple[Mil, Mil]
    high: tuple[Mil, Mil]


Kept = KeptGap | KeptMarch | KeptRoom | KeptSize | KeptGround
