"""What ground is to those who move over it, and how far along a way they get (lines 47-104)."""

from __future__ import annotations

import pytest

from assistant.rules.book import Book
from tests.rules.wayfaring import go, going, halts, over

# ---- how far -------------------------------------------------------------------------------------------


@pytest.mark.rules("MOV-01")
def test_a_man_walks_ten_inches_in_the_open_and_not_a_thousandth_more(book: Book) -> None:
    man = going(book, "rohan-foot")
    assert go(book, man, over("clear", 10)).is_allowed
    assert halts(go(book, man, over("clear", 10.001))) == ("rohan-foot", 10, "MOV-01")


@pytest.mark.rules("MOV-12")
def test_a_rider_is_no_faster_than_a_walker_in_the_woods(book: Book) -> None:
    rider, man = going(book, "rider-of-rohan"), going(book, "rohan-foot")
    assert go(book, rider, over("clear", 15)).is_allowed
    for one in (rider, man):
        assert halts(go(book, one, over("woods", 8)))[1:] == (7, "MOV-01")


@pytest.mark.rules("FRC-02")
def test_a_force_goes_as_far_as_its_slowest(book: Book) -> None:
    force = going(book, "rider-of-rohan", "rohan-foot")
    assert halts(go(book, force, over("clear", 15)))[:2] == ("rohan-foot", 10)


def test_once_in_difficult_ground_the_whole_move_is_capped(book: Book) -> None:
    # Seven inches at most if any of them is in the wood; whoever has gone eight stays out of it.
    man = going(book, "rohan-foot")
    assert go(book, man, over("clear", 5), over("woods", 2)).is_allowed
    assert halts(go(book, man, over("clear", 5), over("woods", 3)))[1] == 7
    assert halts(go(book, man, over("clear", 8), over("woods", 1)))[1] == 8


def test_by_the_other_reading_each_inch_costs_what_its_ground_costs(book: Book) -> None:
    # Half a move of 10 in the open leaves half a move of 7 in the wood.
    man = going(book, "rohan-foot", house={"AMB-029": "pro-rata"})
    assert go(book, man, over("clear", 5), over("woods", 3.5)).is_allowed
    assert halts(go(book, man, over("clear", 5), over("woods", 4)))[1] == 8.5


@pytest.mark.rules("ABL-SCOUTS")
@pytest.mark.effect("scouts")
def test_scouts_go_twice_as_far(book: Book) -> None:
    assert go(book, going(book, "uruk-hai-scout"), over("clear", 20)).is_allowed


@pytest.mark.rules("FEL-09")
@pytest.mark.effect("make-haste")
def test_the_fellowship_makes_haste(book: Book) -> None:
    assert go(book, going(book, "frodo", "sam"), over("clear", 16)).is_allowed


@pytest.mark.rules("ITM-ROPE-01")
@pytest.mark.effect("elven-rope")
def test_sams_rope_helps_three_characters_and_not_four(book: Book) -> None:
    # A hobbit in haste goes 14 inches in rough ground; the rope gives two more.
    rocks = over("rocky", 16)
    assert go(book, going(book, "frodo", "sam"), rocks).is_allowed
    assert halts(go(book, going(book, "frodo", "sam", "merry", "pippin"), rocks))[1] == 14


@pytest.mark.rules("PPL-ORCDRUMMER-01")
@pytest.mark.effect("orc-drummer")
def test_a_drum_drives_orcs_an_inch_further_every_other_turn(book: Book) -> None:
    for turn, inches in ((1, 9), (2, 8), (3, 9)):
        orcs = going(book, "orc", "orc-drummer", turn=turn)
        assert halts(go(book, orcs, over("clear", 20)))[1] == inches


def test_who_carries_too_much_goes_half_as_far(book: Book) -> None:
    assert halts(go(book, going(book, "rohan-foot", is_halved=True), over("clear", 20)))[1] == 5


@pytest.mark.rules("PPL-FELLBEAST-02", "MOV-07")
@pytest.mark.effect("fell-beast")
def test_a_wraith_on_a_fell_beast_flies_twenty_inches_over_anything(book: Book) -> None:
    wraith = going(book, "witch-king", mounted=True, bears=frozenset({"fell-beast"}))
    assert go(book, wraith, over("mountain", 10), over("river", 2), over("wall", 8)).is_allowed
    assert halts(go(book, wraith, over("clear", 21)))[1] == 20


# ---- the terrain chart ---------------------------------------------------------------------------------


@pytest.mark.rules("TER-01")
def test_walls_are_closed_and_their_gates_open(book: Book) -> None:
    orc = going(book, "orc")
    assert halts(go(book, orc, over("clear", 2), over("wall", 0.3), over("clear", 1))) == ("orc", 2, "TER-01")
    assert go(book, orc, over("clear", 2), over("gate", 0.3), over("clear", 1)).is_allowed


@pytest.mark.parametrize(
    ("ground", "rule"),
    [
        pytest.param("hills", "TER-02", marks=pytest.mark.rules("TER-02")),
        pytest.param("marsh", "TER-03", marks=pytest.mark.rules("TER-03")),
        pytest.param("caves", "TER-04", marks=pytest.mark.rules("TER-04")),
        pytest.param("sand", "TER-06", marks=pytest.mark.rules("TER-06")),
        pytest.param("rocky", "TER-10", marks=pytest.mark.rules("TER-10")),
        pytest.param("woods", "TER-12", marks=pytest.mark.rules("TER-12")),
        pytest.param("rough", "TER-13", marks=pytest.mark.rules("TER-13")),
    ],
)
def test_rough_ground_is_gone_at_the_difficult_rate(book: Book, ground: str, rule: str) -> None:
    assert halts(go(book, going(book, "orc"), over(ground, 8)))[:2] == ("orc", 6)
    # A chariot has a dash there, and the ground is named as what stops it.
    assert halts(go(book, going(book, "khand-chariot"), over("clear", 3), over(ground, 1)))[1:] == (3, rule)


@pytest.mark.rules("TER-05")
def test_mountains_are_closed_but_for_a_path_which_is_rough(book: Book) -> None:
    man = going(book, "rohan-foot")
    assert halts(go(book, man, over("clear", 1), over("mountain", 1)))[1:] == (1, "TER-05")
    assert halts(go(book, man, over("path", 9)))[1] == 7


@pytest.mark.rules("TER-07")
def test_a_tower_takes_in_characters_only(book: Book) -> None:
    assert go(book, going(book, "eomer"), over("clear", 1), over("tower", 1)).is_allowed
    assert halts(go(book, going(book, "orc"), over("clear", 1), over("tower", 1)))[1:] == (1, "TER-07")


@pytest.mark.rules("TER-01")
def test_a_gate_that_an_enemy_keeps_is_closed_but_to_those_inside_and_in_the_air(book: Book) -> None:
    in_and_on = (over("clear", 3), over("gate", 0.3, "keep", feature="keep"), over("clear", 2, "keep"))
    frodo = going(book, "frodo")
    assert go(book, frodo, *in_and_on).is_allowed
    assert go(book, frodo, *in_and_on, kept=frozenset({"elsewhere"})).is_allowed
    shut = go(book, frodo, *in_and_on, kept=frozenset({"keep"}))
    assert halts(shut) == ("frodo", 3, "TER-01")
    assert shut.first is not None
    assert shut.first.instead == "assault the walls from there, or go round"
    assert go(book, frodo, *reversed(in_and_on), kept=frozenset({"keep"})).is_allowed
    assert go(book, going(book, "bat-swarm"), *in_and_on, kept=frozenset({"keep"})).is_allowed


@pytest.mark.rules("TER-08")
def test_a_river_is_closed_its_bridge_is_free_and_its_ford_takes_a_whole_move(book: Book) -> None:
    man = going(book, "rohan-foot")
    assert halts(go(book, man, over("clear", 3), over("river", 1)))[1:] == (3, "TER-08")
    assert go(book, man, over("clear", 4), over("bridge", 1), over("clear", 5)).is_allowed
    for crossing in ("ford", "shallows"):
        assert go(book, man, over("clear", 1), over(crossing, 2), over("clear", 1)).is_allowed
        tried = go(book, man, over("clear", 4), over(crossing, 1), over("clear", 1))
        assert halts(tried)[1:] == (4, "TER-08")
        assert tried.first is not None
        assert tried.first.instead == "go to the water now, and cross next turn"
        assert halts(go(book, man, over(crossing, 1), over("clear", 3)))[1] == 2


def test_by_the_other_reading_a_ford_is_as_good_as_a_bridge(book: Book) -> None:
    man = going(book, "rohan-foot", house={"CON-065": "shallows-only"})
    assert go(book, man, over("clear", 4), over("ford", 1), over("clear", 5)).is_allowed


@pytest.mark.rules("TER-09")
def test_a_road_cancels_the_wood_it_runs_through_and_adds_two_inches_if_kept_to(book: Book) -> None:
    man = going(book, "rohan-foot")
    assert go(book, man, over("road", 12)).is_allowed
    assert halts(go(book, man, over("road", 12.001)))[1] == 12
    assert halts(go(book, man, over("road", 9), over("clear", 2)))[1] == 10
    assert go(book, man, over("clear", 2), over("road", 8)).is_allowed


@pytest.mark.rules("TER-11")
def test_a_stream_takes_a_whole_move_from_bank_to_bank(book: Book) -> None:
    man = going(book, "rohan-foot")
    assert go(book, man, over("clear", 0.8), over("stream", 0.3), over("clear", 0.9)).is_allowed
    assert halts(go(book, man, over("clear", 5), over("stream", 0.3)))[1:] == (5, "TER-11")


def test_who_cannot_even_reach_the_water_halts_before_it(book: Book) -> None:
    assert halts(go(book, going(book, "rohan-foot"), over("clear", 14), over("stream", 0.3)))[1] == 10


# ---- abilities -----------------------------------------------------------------------------------------


@pytest.mark.rules("MOV-15")
@pytest.mark.effect("woodsmen")
def test_woodsmen_find_woods_clear(book: Book) -> None:
    assert go(book, going(book, "wood-elf"), over("woods", 10)).is_allowed


@pytest.mark.rules("MOV-15", "TER-04")
@pytest.mark.effect("miners")
def test_dwarves_find_rocks_hills_and_tunnels_clear(book: Book) -> None:
    dwarf = going(book, "dwarf-warrior")
    for ground in ("rocky", "hills", "caves"):
        assert go(book, dwarf, over(ground, 8)).is_allowed
    assert not go(book, dwarf, over("woods", 8)).is_allowed


@pytest.mark.rules("TER-04")
@pytest.mark.effect("burrower")
def test_goblins_find_tunnels_clear_unless_the_table_says_no(book: Book) -> None:
    assert go(book, going(book, "goblin"), over("caves", 8)).is_allowed
    assert not go(book, going(book, "goblin", house={"CON-058": "defence-only"}), over("caves", 8)).is_allowed


@pytest.mark.rules("ABL-PONDEROUS")
@pytest.mark.effect("ponderous")
def test_a_bolt_shooter_enters_the_wood_by_road_only(book: Book) -> None:
    shooter = going(book, "gondor-bolt-shooter")
    assert halts(go(book, shooter, over("clear", 1), over("woods", 1)))[1:] == (1, "ABL-PONDEROUS")
    assert go(book, shooter, over("clear", 1), over("road", 4)).is_allowed


@pytest.mark.rules("ABL-IMMOBILE")
def test_a_trebuchet_stays(book: Book) -> None:
    assert halts(go(book, going(book, "trebuchet"), over("clear", 1)))[1] == 0


@pytest.mark.rules("NAV-02", "MOV-11")
def test_a_ship_keeps_to_navigable_water(book: Book) -> None:
    ship = going(book, "ship")
    assert go(book, ship, over("sea", 20, navigable=True), over("river", 4, navigable=True)).is_allowed
    assert halts(go(book, ship, over("sea", 5, navigable=True), over("river", 4)))[1:] == (5, "NAV-02")
    assert halts(go(book, ship, over("clear", 1)))[1:] == (0, "NAV-02")
    assert halts(go(book, going(book, "corsair"), over("clear", 1), over("sea", 1)))[1] == 1
