"""Distances are whole thousandths of an inch, so that "within 1 inch" is exact."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.errors import Malformed
from assistant.kernel.inches import MILS_PER_INCH, Mil, Point, inches, mils


def test_fifty_figures_exactly_an_inch_apart_are_one_chain() -> None:
    # In floats 0.1 + 49 would drift; a tenth of an inch off the grid makes it hard.
    spots = [Point(mils(f"{0.1 + number:.1f}"), mils("7.3")) for number in range(50)]
    inch = mils(1)
    assert all(one.is_within(inch, other) for one, other in pairwise(spots))
    assert not any(one.is_within(inch, other) for one, other in zip(spots, spots[2:], strict=False))


def test_the_limit_is_within_and_a_thousandth_more_is_not() -> None:
    here = Point(mils(0), mils(0))
    assert here.is_within(mils(5), Point(mils(3), mils(4)))
    assert not here.is_within(mils(5), Point(mils(3), mils("4.001")))


def test_the_far_corners_of_the_world_are_measured_exactly() -> None:
    corner, other = Point(mils(-10_000), mils(-10_000)), Point(mils(10_000), mils(-10_000))
    assert corner.is_within(mils(10_000), Point(mils(0), mils(-10_000)))
    assert not corner.is_within(Mil(19_999_999), other)
    assert corner.is_within(Mil(20_000_000), other)


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ("10.5", 10_500),
        (" 1 ", 1000),
        (0.1, 100),
        (Decimal("0.001"), 1),
        (-3, -3000),
        ("1e1", 10_000),
        ("0", 0),
    ],
)
def test_inches_are_read(given_: str | float | Decimal, expected: int) -> None:
    assert mils(given_) == expected


@pytest.mark.parametrize(
    "bad",
    ["", "abc", "nan", "sNaN", "inf", "-inf", "10001", "-10000.5", "1e99999", "1e999999999999999999999",
     "1,5", "0x10", "1 2", "1_0", True, float("nan"), float("inf")],
)  # fmt: skip
def test_what_is_no_distance_is_malformed(bad: str | float) -> None:
    with pytest.raises(Malformed) as caught:
        mils(bad)
    assert caught.value.code == "bad-distance"
    assert "10.5" in caught.value.do


@pytest.mark.parametrize(
    ("mil", "text"), [(10_500, "10.5"), (1000, "1"), (10_000_000, "10000"), (1, "0.001"), (0, "0")]
)
def test_distances_are_written_short(mil: int, text: str) -> None:
    assert inches(Mil(mil)) == text


@given(st.integers(-10_000 * MILS_PER_INCH, 10_000 * MILS_PER_INCH).map(Mil))
def test_what_is_written_is_read_back_the_same(distance: Mil) -> None:
    assert mils(inches(distance)) == distance


@given(st.integers(-9999, 9999), st.integers(-9999, 9999), st.integers(-9999, 9999), st.integers(-9999, 9999))
def test_within_is_mutual(x: int, y: int, other_x: int, other_y: int) -> None:
    one, other = Point(Mil(x), Mil(y)), Point(Mil(other_x), Mil(other_y))
    assert one.is_within(mils(6), other) == other.is_within(mils(6), one)
