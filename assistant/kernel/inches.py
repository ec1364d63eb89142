"""Positions and distances in whole thousandths of an inch, so that "within 1 inch" is exact."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import NewType

from assistant.kernel.errors import Malformed

Mil = NewType("Mil", int)
"""A thousandth of an inch."""

MILS_PER_INCH = 1000
FARTHEST_INCHES = 10_000


def mils(inches: str | int | float | Decimal) -> Mil:
    """Whole thousandths of an inch from a number of inches; what lies between is rounded half to even."""
    text = str(inches).strip()
    try:
        # Decimal reads 1_0 as ten, which nobody at a table would.
        value = Decimal("NaN" if "_" in text else text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or abs(value) > FARTHEST_INCHES:
        raise Malformed(
            "bad-distance",
            f"{inches!r} is not a distance in inches.",
            do=f"Give a number between -{FARTHEST_INCHES} and {FARTHEST_INCHES}, such as 10.5.",
        )
    return Mil(int((value * MILS_PER_INCH).to_integral_value()))


def inches(distance: Mil) -> str:
    """The shortest way to write a distance for people: 10500 is 10.5."""
    return f"{Decimal(distance) / MILS_PER_INCH:f}"


@dataclass(frozen=True, slots=True)
class Point:
    """A point on a table."""

    x: Mil
    y: Mil

    def is_within(self, reach: Mil, other: Point) -> bool:
        """The limit itself is within; compared as squared integers, so nothing is lost to rounding."""
        return (self.x - other.x) ** 2 + (self.y - other.y) ** 2 <= reach**2
