"""AMB-028: what a figure stands on: a round base, or a rectangular one that faces somewhere.

Lengths on a base are counted in grains of a ten-thousandth of a millimetre, of which a thousandth of an inch
has exactly 254: millimetres and inches meet without rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import cos, hypot, radians, sin

from assistant.kernel.inches import Mil, Point

GRAINS_PER_MM = 10_000
GRAINS_PER_MIL = 254
FULL_TURN = 360

Corner = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Base:
    """A round base by its diameter, or a rectangular one by its width and its length, in grains."""

    width: int = 0
    length: int = 0

    @classmethod
    def of(cls, width_mm: int | Decimal, length_mm: int | Decimal = 0) -> Base:
        """A base by its millimetres; without a length it is round, and of 0 it is a point."""
        return _base(width_mm, length_mm)

    @property
    def is_round(self) -> bool:
        return not self.length

    @property
    def inner(self) -> int:
        """The radius of the largest circle that fits in it; a half grain is left out."""
        return (self.width if self.is_round else min(self.width, self.length)) // 2

    @property
    def outer(self) -> int:
        """The radius of the smallest circle it fits in."""
        return self.width // 2 if self.is_round else int(hypot(self.width, self.length) / 2) + 1

    def corners(self, at: Point, facing: int) -> tuple[Corner, ...]:
        """The corners of a rectangular base in grains; 0 degrees faces north, 90 east."""
        ahead, aside = radians(facing), radians(facing + 90)
        centre_x, centre_y = at.x * GRAINS_PER_MIL, at.y * GRAINS_PER_MIL
        half_length, half_width = self.length / 2, self.width / 2
        return tuple(
            (
                round(centre_x + along * half_length * sin(ahead) + across * half_width * sin(aside)),
                round(centre_y + along * half_length * cos(ahead) + across * half_width * cos(aside)),
            )
            for along, across in ((1, -1), (1, 1), (-1, 1), (-1, -1))
        )


@cache
def _base(width_mm: int | Decimal, length_mm: int | Decimal) -> Base:
    return Base(_grains(width_mm), _grains(length_mm))


def _grains(mm: int | Decimal) -> int:
    # An even number, so that half of it, the radius, is a whole number too.
    return int((Decimal(mm) * GRAINS_PER_MM / 2).to_integral_value()) * 2


POINT = Base()


@dataclass(frozen=True, slots=True)
class Standing:
    """A figure where it stands on a table."""

    id: str
    side: str
    table: str
    at: Point
    base: Base = POINT
    facing: int = 0
    is_character: bool = False
    leadership: int = 0
    leads: bool = False


def at(x: str | int | float, y: str | int | float) -> Point:
    """A point by its inches."""
    from assistant.kernel.inches import mils

    return Point(mils(x), mils(y))


def moved(point: Point, x: int, y: int) -> Point:
    """A point so many thousandths further."""
    return Point(Mil(point.x + x), Mil(point.y + y))
