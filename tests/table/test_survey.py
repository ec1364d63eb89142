"""Who stands together, who fights and who is pinned, beside the slow way of measuring every pair."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from math import sqrt
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.kernel.inches import Mil, Point
from assistant.table.bases import POINT, Base, Standing, at
from assistant.table.survey import Survey, survey
from tests.effort import effort
from tests.table.twin import Told, twin

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
INCH_WIDE = Base.of(Decimal("25.4"))
CHARIOT = Base.of(Decimal("50.8"), Decimal("101.6"))


def told(seen: Survey) -> Told:
    """A survey as the twin tells it."""
    return (
        sorted(sorted(force.figures) for force in seen.forces),
        sorted(sorted(one for _, who in combat.fighters for one in who) for combat in seen.combats),
        sorted(seen.pinned),
    )


def good(name: str, x: float, y: float, base: Base = POINT, **more: object) -> Standing:
    return Standing(name, "good", "south", at(x, y), base, **more)  # type: ignore[arg-type]


def evil(name: str, x: float, y: float, base: Base = POINT, **more: object) -> Standing:
    return Standing(name, "evil", "south", at(x, y), base, **more)  # type: ignore[arg-type]


def test_the_worked_case_of_thirty_five_figures() -> None:
    with (EXAMPLES / "figures.csv").open(encoding="utf-8") as file:
        figures = [
            Standing(row["id"], row["side"], row["table"], at(row["x"], row["y"]))
            for row in csv.DictReader(file)
        ]
    expected = json.loads((EXAMPLES / "figures.expected.json").read_text(encoding="utf-8"))
    assert told(survey(figures)) == (expected["forces"], expected["combats"], expected["pinned"])


@pytest.mark.rules("FRC-01")
def test_fifty_figures_exactly_an_inch_apart_are_one_force() -> None:
    # In float inches such a chain falls into many.
    chain = [good(f"g{number}", round(0.1 + number, 1), 7.3) for number in range(50)]
    assert len(survey(chain).forces) == 1


@pytest.mark.rules("FRC-01")
def test_a_thousandth_over_an_inch_parts_two_friends() -> None:
    assert len(survey([good("a", 0, 0), good("b", 0.6, 0.8)]).forces) == 1
    assert len(survey([good("a", 0, 0), good("b", 0.6, 0.801)]).forces) == 2


@pytest.mark.rules("FRC-01", "CMB-01", "MOV-13")
def test_bases_are_measured_edge_to_edge_unless_centres_are_asked_for() -> None:
    # Two bases an inch wide with an inch between them: their centres are two inches apart.
    figures = [good("a", 0, 0, INCH_WIDE), evil("b", 2, 0, INCH_WIDE)]
    assert survey(figures).pinned == ("a", "b")
    assert survey(figures, "centre").pinned == ()


@pytest.mark.rules("CMB-01", "CMB-02")
def test_six_inches_are_in_reach_and_a_thousandth_more_is_not() -> None:
    column = [good("front", 0, 0), *(good(f"g{step}", -step, 0) for step in range(1, 6))]
    at_six, beyond = good("six", -5, 0.0), good("beyond", -5.001, 0)
    (combat,) = survey([*column, at_six, beyond, evil("orc", 1, 0)]).combats
    fighters = dict(combat.fighters)
    assert "six" in fighters["good"]
    assert "beyond" not in fighters["good"]


@pytest.mark.rules("CMB-02")
def test_the_rulebooks_raid_near_edoras_is_fought_by_four_riders_nine_uruk_hai_and_lurtz() -> None:
    # Sixteen Uruk-hai in a column 0.6 inches apart with Lurtz among the first; the riders stand before them.
    uruks = [evil(f"u{number}", 0, round(-0.6 * number, 1)) for number in range(16)]
    lurtz = evil("lurtz", 0.5, 0)
    riders = [good(f"r{number}", number - 1, 1.9) for number in range(3)]
    eomer = good("eomer", 0, 1)
    seen = survey([*uruks, lurtz, *riders, eomer])
    (combat,) = seen.combats
    fighters = dict(combat.fighters)
    assert sorted(fighters["good"]) == ["eomer", "r0", "r1", "r2"]
    assert sorted(fighters["evil"]) == sorted(["lurtz", *(f"u{number}" for number in range(9))])


@pytest.mark.rules("FRC-04")
def test_characters_alone_stand_where_the_best_leader_stands() -> None:
    frodo = good("frodo", 0, 0, is_character=True, leadership=0)
    aragorn = good("aragorn", -1, 0, is_character=True, leadership=3)
    orc = evil("orc", 1, 0)
    seen = survey([frodo, aragorn, orc])
    assert seen.forces[0].characters_only
    assert seen.forces[0].lead == "aragorn"
    assert (seen.combats, seen.pinned) == ((), ())


@pytest.mark.rules("FRC-04", "MOV-13")
def test_whoever_is_named_leads_and_then_all_are_pinned_with_him() -> None:
    frodo = good("frodo", 0, 0, is_character=True, leads=True)
    aragorn = good("aragorn", -1, 0, is_character=True, leadership=3)
    seen = survey([frodo, aragorn, evil("orc", 1, 0)])
    assert seen.pinned == ("frodo", "aragorn", "orc")
    assert dict(seen.combats[0].fighters)["good"] == ("frodo", "aragorn")


@pytest.mark.rules("FRC-01", "MOV-13")
def test_one_soldier_among_the_characters_and_everyone_stands_where_he_stands() -> None:
    frodo = good("frodo", 0, 0, is_character=True)
    aragorn = good("aragorn", -1, 0, is_character=True, leadership=3)
    seen = survey([frodo, aragorn, good("rider", -2, 0), evil("orc", 1, 0)])
    assert seen.pinned == ("frodo", "orc")
    assert len(seen.combats) == 1


@pytest.mark.rules("FRC-03")
def test_three_forces_that_touch_in_a_row_fight_one_combat() -> None:
    seen = survey([good("west", 0, 0), evil("middle", 1, 0), good("east", 2, 0)])
    (combat,) = seen.combats
    assert combat.forces == ("F1", "F2", "F3")
    assert dict(combat.fighters) == {"good": ("west", "east"), "evil": ("middle",)}


def test_the_uncontrolled_oppose_both_sides() -> None:
    shelob = Standing("shelob", "uncontrolled", "south", at(1, 0), is_character=True)
    (combat,) = survey([good("sam", 0, 0), shelob, evil("gorbag", 2, 0)]).combats
    assert set(dict(combat.fighters)) == {"good", "uncontrolled", "evil"}


def test_the_same_spot_on_another_table_is_another_world() -> None:
    north = Standing("n", "evil", "north", at(0, 0))
    seen = survey([good("s", 0, 0), north])
    assert (len(seen.forces), seen.combats, seen.pinned) == (2, (), ())


def test_an_enemy_of_another_combat_next_door_brings_nobody_into_this_one() -> None:
    # The rear of the first combat is near an orc who fights elsewhere, and far from its own enemy.
    first = [evil("orc", 0, 0), *(good(f"g{step}", step, 0) for step in range(1, 10))]
    second = [evil("other", 9, 2), good("alone", 9, 3)]
    (one, _) = survey([*first, *second]).combats
    assert dict(one.fighters)["good"] == tuple(f"g{step}" for step in range(1, 7))


def test_a_chariot_reaches_as_far_as_its_nearest_side() -> None:
    # Two inches wide and four long, facing east: its pole is 2 inches from its middle, its wheels 1 inch.
    east = evil("chariot", 0, 0, CHARIOT, facing=90)
    assert survey([east, good("before", 3, 0)]).pinned == ("chariot", "before")
    assert survey([east, good("before", 3.001, 0)]).pinned == ()
    assert survey([east, good("beside", 0, 2)]).pinned == ("chariot", "beside")
    assert survey([east, good("beside", 0, 2.001)]).pinned == ()


def test_a_chariot_turned_by_half_a_right_angle_reaches_by_its_corner() -> None:
    turned = evil("chariot", 0, 0, CHARIOT, facing=45)
    # The corner ahead on the left of 45 degrees: 2 along north-east and 1 across, to the north-west.
    corner = ((2 - 1) / sqrt(2), (2 + 1) / sqrt(2))
    assert survey([turned, good("near", round(corner[0], 3), round(corner[1] + 0.999, 3))]).pinned
    assert not survey([turned, good("far", round(corner[0], 3), round(corner[1] + 1.001, 3))]).pinned


SMALL = st.integers(-12, 12).map(lambda quarters: quarters * 200)
LARGE = st.integers(-9_000, 9_000)
BASES = st.sampled_from(
    [POINT, POINT, Base.of(25), INCH_WIDE, Base.of(40), Base.of(Decimal("50.8")), CHARIOT, Base.of(60, 100)]
)


@st.composite
def tables(draw: st.DrawFn) -> list[Standing]:
    """Up to thirty figures; on a grid of a fifth of an inch exact inches and 3-4-5 triangles are common."""
    spread = draw(st.sampled_from([SMALL, LARGE]))
    count = draw(st.integers(0, 30))
    return [
        Standing(
            f"f{number}",
            draw(st.sampled_from(["good", "evil", "good", "evil", "uncontrolled"])),
            draw(st.sampled_from(["south", "south", "south", "north"])),
            Point(Mil(draw(spread)), Mil(draw(spread))),
            draw(BASES),
            draw(st.sampled_from([0, 90, 180, 270])),
            draw(st.booleans()),
            draw(st.integers(0, 2)),
            draw(st.booleans()),
        )
        for number in range(count)
    ]


@settings(max_examples=150)
@given(tables(), st.sampled_from(["edge", "centre"]))
def test_any_table_is_told_as_the_slow_way_tells_it(figures: list[Standing], measure: str) -> None:
    assert told(survey(figures, measure)) == twin(figures, measure)  # type: ignore[arg-type]


@settings(max_examples=10)
@given(st.randoms(use_true_random=False), st.integers(300, 1500), st.sampled_from([0, 25, 60]))
def test_a_crowd_is_told_as_the_slow_way_tells_it(random: Random, width: int, mm: int) -> None:
    # More than fit in a square inch, so that figures are gathered into nodes; some stand a little off.
    crowd = [
        Standing(
            f"f{number}",
            random.choice(["good", "evil"]),
            "south",
            Point(
                Mil(random.randrange(width) + random.choice([0, 0, 0, 1900, 7100])),
                Mil(random.randrange(width)),
            ),
            Base.of(random.choice([0, mm])),
            is_character=random.random() < 0.2,
        )
        for number in range(110)
    ]
    assert told(survey(crowd)) == twin(crowd)


@pytest.mark.parametrize("spread", [1, 300, 3000])
@pytest.mark.parametrize("sides", [["good"], ["good", "evil"]])
def test_five_thousand_figures_on_a_heap_are_measured_at_once(spread: int, sides: list[str]) -> None:
    random = Random(5)
    heap = [
        Standing(
            f"f{number}",
            random.choice(sides),
            "south",
            Point(Mil(random.randrange(spread)), Mil(random.randrange(spread))),
            Base.of(random.randrange(100)),
        )
        for number in range(5000)
    ]
    seen, calls = effort(lambda: survey(heap))
    # Every pair would be more than twelve millions.
    assert calls < 100_000
    assert len(seen.forces) == len(set(sides))
    assert len(seen.pinned) == (5000 if len(sides) > 1 else 0)


def test_figures_far_outside_are_measured_as_exactly() -> None:
    corner = [good("a", 10_000, 10_000), evil("b", 9_999, 10_000), good("c", -10_000, -10_000)]
    assert survey(corner).pinned == ("a", "b")
    assert survey([corner[0], evil("b", 9_998.999, 10_000)]).pinned == ()


def test_an_empty_table_has_no_forces() -> None:
    assert survey([]) == Survey((), (), ())
