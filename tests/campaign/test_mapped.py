"""The map of a running game: measured figures where they stand, everyone else in ranks at their place."""

from __future__ import annotations

import pytest

from assistant.campaign.mapped import scene_of, set_down
from assistant.campaign.positions import as_sheet, read_sheet
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.book import PlaceId
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import Measure, Measured, SetOut
from assistant.rules.game import RingOfPower
from assistant.rules.measuring import is_measured
from assistant.rules.war import Spot
from assistant.rules.world import Condition
from tests.running.table import Running


@pytest.fixture(scope="module")
def begun(war: RingOfPower) -> Running:
    return Running.begun(war)


def test_a_measured_figure_stands_where_it_was_measured_and_the_others_at_their_place(begun: Running) -> None:
    eomer, begun = FigureId("eomer"), begun.copy()
    begun.do(Measure((Measured(eomer, Spot("south", mils(40), mils(55), 90)),)))
    kit = begun.game.kit
    scene = scene_of(kit, begun.world)
    stands = {token.standing.id: token.standing for token in scene.tokens}
    assert (stands[eomer].at.x, stands[eomer].at.y, stands[eomer].facing) == (40_000, 55_000, 90)
    riders = [stands[one] for one in begun.force_with("eomer").figures if one != eomer]
    assert len(riders) == 4
    assert all((one.at.x - 38_400) ** 2 + (one.at.y - 47_600) ** 2 < 3_500**2 for one in riders)


def test_a_march_sets_out_anew_only_those_near_where_it_began_and_ended(begun: Running) -> None:
    kit, running = begun.game.kit, begun.copy().go_to(1, "movement")
    scene_of(kit, running.world)
    before = set_down.cache_info().misses
    running.do(March(running.force_with("theodred").id, PlaceId("edoras")))
    scene = scene_of(kit, running.world)
    # Of some forty places: Edoras and the Eastfold beside it, Isengard and Fangorn near the fords they left.
    assert 2 <= set_down.cache_info().misses - before <= 4
    # What was kept is what would be found afresh.
    set_down.cache_clear()
    assert scene_of(kit, running.world) == scene


@pytest.fixture
def carried_off(begun: Running) -> Running:
    """Amon Hen on a measured table: Boromir is slain, Lurtz has Merry and Pippin and stays."""
    running = begun.copy()
    for figure in ("boromir", "lurtz"):
        running.do(SetOut(running.force_with(figure).id))
    ends: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}
    return running.report("opening-1", ends, "stay", winner="evil")


def test_captives_are_shown_close_to_their_captors_wherever_these_go(carried_off: Running) -> None:
    running, hobbits = carried_off.go_to(1, "movement"), (FigureId("merry"), FigureId("pippin"))
    lurtz = running.force_with("lurtz")
    assert set(hobbits) <= set(lurtz.figures)
    running.do(SetOut(lurtz.id, "south", mils(38), mils(62)))
    stands = {token.standing.id: token.standing for token in scene_of(running.game.kit, running.world).tokens}
    for one in hobbits:
        near = min(
            (
                (stands[one].at.x - stands[other].at.x) ** 2 + (stands[one].at.y - stands[other].at.y) ** 2
                for other in lurtz.figures
                if other not in hobbits
            ),
        )
        # A pace from the nearest guard, and on nobody's base: two bases of 25 mm are 0.98 inches across.
        assert 980**2 <= near <= 2_000**2
    assert len({(one.at.x, one.at.y) for one in stands.values()}) == len(stands)


def test_a_sheet_of_positions_has_neither_slain_nor_captives_and_is_measured_again(
    carried_off: Running,
) -> None:
    running = carried_off
    text = as_sheet(running.game.book, running.world)
    names = {row.partition(",")[0] for row in text.splitlines()[1:]}
    # Thirteen were with Lurtz; all of Boromir's are slain or taken.
    assert names == {one for one in running.force_with("lurtz").figures if one not in ("merry", "pippin")}
    running.do(read_sheet(running.game.kit, running.world, text, "positions.csv"))
    assert as_sheet(running.game.book, running.world) == text


@pytest.mark.rules("FEL-07")
def test_who_makes_off_with_the_captives_is_measured_where_they_come_to(begun: Running) -> None:
    running = begun.copy()
    for figure in ("boromir", "lurtz"):
        running.do(SetOut(running.force_with(figure).id))
    ends: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}
    running.report("opening-1", ends, "fangorn", winner="evil")
    lurtz = running.force_with("lurtz")
    assert (lurtz.place, is_measured(running.world, lurtz)) == ("fangorn", True)


@pytest.mark.rules("MOV-13")
def test_whoever_is_pinned_or_touches_an_enemy_by_measure_is_marked_before_anyone_has_said_so(
    begun: Running,
) -> None:
    # Théoden is set out at Edoras, and Shelob put a base's breadth beside him, at less than an inch.
    running = begun.copy().go_to(1, "movement")
    theoden = running.do(SetOut(running.force_with("theoden").id)).force_with("theoden")
    spot = running.world.war.spots[FigureId("theoden")]
    kit, recorded = running.game.kit, len(running.world.war.contacts)
    assert scene_of(kit, running.world).pinned == frozenset()
    beside = Spot("south", spot.x + mils(2), spot.y)
    running.do(Measure((Measured(FigureId("shelob"), beside),)))
    scene = scene_of(kit, running.world)
    shelob = running.force_with("shelob")
    assert {"theoden", "shelob"} <= scene.pinned
    assert scene.contacts[recorded:] == ((theoden.id, shelob.id),)
    assert len(running.world.war.contacts) == recorded
