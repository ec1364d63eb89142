"""The opening on a measured table (lines 655-656): who touches whom at Amon Hen, and who looks on."""

from __future__ import annotations

from math import hypot

import pytest

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.deeds.placing import SetOut
from assistant.rules.measuring import apart, encounters, survey_of
from assistant.rules.standing import is_measured, members
from assistant.rules.war import Force, Spot
from assistant.rules.world import Condition
from assistant.table.ground import ground
from tests.running.table import Running

INCH = 1000


@pytest.fixture
def amon_hen(game_on: Running) -> Running:
    """Everyone of the opening set out, in the order of the forces."""
    return set_out(game_on, "boromir", "aragorn", "frodo", "lurtz")


def set_out(running: Running, *figures: str) -> Running:
    for figure in figures:
        running.do(SetOut(running.force_with(figure).id))
    return running


def gap(running: Running, a: Force, b: Force) -> int:
    found = apart(running.game.kit, running.world, a, b)
    assert found is not None
    return found


def spots_of(running: Running, force: Force) -> list[Point]:
    found = (running.world.war.spots[one.id] for one in members(running.world, force))
    return [Point(Mil(one.x), Mil(one.y)) for one in found]


def spot_of(running: Running, name: str) -> Spot:
    return running.world.war.spots[FigureId(name)]


def middle_of(running: Running, place: str) -> tuple[float, float]:
    at = ground(running.game.kit.scenario.atlas.sheets["south"]).footprint(place).centroid
    return at.x, at.y


def forces(running: Running) -> list[Force]:
    return [running.force_with(name) for name in ("boromir", "aragorn", "lurtz")]


@pytest.mark.rules("FEL-04")
def test_boromir_and_the_hobbits_stand_within_an_inch_of_lurtz_and_his_scouts(amon_hen: Running) -> None:
    boromir, _, lurtz = forces(amon_hen)
    assert gap(amon_hen, boromir, lurtz) <= INCH
    met = encounters(amon_hen.game.kit, amon_hen.world)
    assert [(one.good, one.evil) for one in met] == [((boromir.id,), (lurtz.id,))]


@pytest.mark.rules("FEL-05")
def test_aragorn_who_was_set_out_before_boromir_stands_six_inches_off_him_afterwards(
    game_on: Running,
) -> None:
    set_out(game_on, "aragorn", "lurtz", "boromir")
    assert game_on.said[-1].startswith("Aragorn stands off from them now")
    boromir, aragorn, lurtz = forces(game_on)
    assert 6 * INCH <= gap(game_on, boromir, aragorn) <= 6 * INCH + 2
    assert gap(game_on, boromir, lurtz) <= INCH


@pytest.mark.rules("FEL-04")
def test_the_order_in_which_they_are_set_out_does_not_matter(game_on: Running) -> None:
    boromir, aragorn, lurtz = forces(set_out(game_on, "lurtz", "boromir", "aragorn"))
    assert gap(game_on, boromir, lurtz) <= INCH
    assert 6 * INCH <= gap(game_on, boromir, aragorn) <= 6 * INCH + 2
    assert gap(game_on, aragorn, lurtz) > INCH


@pytest.mark.rules("FEL-05")
def test_aragorn_legolas_and_gimli_stand_six_inches_from_boromirs_force(amon_hen: Running) -> None:
    boromir, aragorn, lurtz = forces(amon_hen)
    assert 6 * INCH <= gap(amon_hen, boromir, aragorn) <= 6 * INCH + 2
    assert gap(amon_hen, aragorn, lurtz) > INCH
    spots = spots_of(amon_hen, aragorn)
    # On Boromir's bank: neither lake nor river lies between them.
    land, start = ground(amon_hen.game.kit.scenario.atlas.sheets["south"]), spots_of(amon_hen, boromir)[0]
    crossed = {piece.kind for one in spots for piece in land.pieces([start, one])}
    assert not crossed & {"river", "lake", "falls", "mountain"}
    assert max(hypot(one.x - spots[0].x, one.y - spots[0].y) for one in spots) < 3 * INCH


def test_frodo_and_sam_are_still_on_the_east_bank(amon_hen: Running) -> None:
    assert amon_hen.force_with("frodo").place == "rauros-east-bank"
    assert amon_hen.world.war.spots[FigureId("frodo")].table == "south"


@pytest.mark.parametrize("name", ["boromir", "aragorn", "lurtz"])
def test_everyone_of_the_opening_is_still_at_amon_hen(amon_hen: Running, name: str) -> None:
    assert amon_hen.force_with(name).place == "amon-hen"


@pytest.mark.rules("FEL-08", "FRC-01")
def test_who_joins_boromir_stands_with_him(amon_hen: Running) -> None:
    amon_hen.report("opening-1", {"lurtz": "eliminated"}, winner="good")
    together = amon_hen.force_with("boromir")
    assert amon_hen.force_with("aragorn") == together
    # Line 656 set them 6 inches apart; by line 661 they are one force now, every figure of which stands
    # within 1 inch of another (FRC-01).
    surveyed = survey_of(amon_hen.game.kit, amon_hen.world).forces
    six = {one.id for one in members(amon_hen.world, together)}
    assert six in [set(one.figures) for one in surveyed]


@pytest.mark.rules("FEL-07", "MOV-01")
def test_lurtz_runs_towards_isengard_as_far_as_one_move_leads(amon_hen: Running) -> None:
    stood, (east, north) = spot_of(amon_hen, "lurtz"), middle_of(amon_hen, "isengard")
    taken: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}
    amon_hen.report("opening-1", taken, "towards", "isengard", winner="evil")
    stands = spot_of(amon_hen, "lurtz")
    # Line 50: an uruk-hai goes 10 inches, and a scout twice as far. It is difficult ground in part, so
    # it is less than 20 inches as the crow flies, but farther than half of that.
    assert 10 * INCH < hypot(stands.x - stood.x, stands.y - stood.y) <= 20 * INCH
    assert hypot(stands.x - east, stands.y - north) < hypot(stood.x - east, stood.y - north) - 10 * INCH
    lurtz = amon_hen.force_with("lurtz")
    assert (lurtz.afield, lurtz.moved) == (True, 0)
    assert is_measured(amon_hen.world, lurtz)
