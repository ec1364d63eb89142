"""Who commands what with two to seventeen players, each number written out by hand."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.packs.catalogue import house_rules
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.seats import seats
from assistant.rules.starts import starts
from tests.rules.seating import (
    ALL_MINIONS,
    DEFAULT,
    IN_FOUR,
    IN_THREE,
    IN_TWO,
    SEATS,
    handed_out,
)


@pytest.mark.parametrize("players", SEATS)
def test_commands_are_handed_out_as_worked_out_by_hand(war: Scenario, players: int) -> None:
    assert handed_out(seats(war, players, house=DEFAULT)) == SEATS[players]


@pytest.mark.parametrize("players", SEATS)
def test_every_commander_has_one_seat_and_no_seat_both_sides(war: Scenario, players: int) -> None:
    chairs = seats(war, players, house=DEFAULT).chairs
    assert [chair.player for chair in chairs] == list(range(1, players + 1))
    assert sorted(one for chair in chairs for one in chair.commands) == sorted(war.commanders)
    assert all(war.commanders[one].side == chair.side for chair in chairs for one in chair.commands)


@pytest.mark.rules("SCN-03")
def test_leftovers_go_to_whoever_of_their_side_has_the_fewest_commanders(war: Scenario) -> None:
    assert handed_out(seats(war, 7, house=DEFAULT))[0] == "fellowship dwarves"


@pytest.mark.rules("SCN-04", "SCN-14", "SCN-15")
def test_above_eight_players_the_minions_are_separated_first(war: Scenario) -> None:
    assert handed_out(seats(war, 9, house=DEFAULT))[1:3] == list(IN_TWO)


@pytest.mark.rules("SCN-16")
def test_eleven_players_have_three_for_the_minions(war: Scenario) -> None:
    assert handed_out(seats(war, 11, house=DEFAULT))[1:4] == list(IN_THREE)


@pytest.mark.rules("SCN-17")
def test_twelve_players_have_four_for_the_minions(war: Scenario) -> None:
    assert handed_out(seats(war, 12, house=DEFAULT))[1:5] == list(IN_FOUR)


def test_a_table_may_fill_all_nine_commands_before_it_divides_any(war: Scenario) -> None:
    house = HouseRules(house_rules(), {"CON-103": "split-after-nine"})
    assert handed_out(seats(war, 9, house=house)) == [
        "fellowship",
        ALL_MINIONS,
        "saruman",
        "gondor gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves wood-elves",
        "dwarves",
        "eriador",
    ]
    assert handed_out(seats(war, 10, house=house)) == SEATS[10]


def test_buhrdur_may_have_the_first_seat_of_his_own_among_the_minions(war: Scenario) -> None:
    house = HouseRules(house_rules(), {"AMB-085": "own-seat"})
    nine = handed_out(seats(war, 9, house=house))
    assert nine[1:3] == [
        "khamul easterling-king mouth-of-sauron witch-king king-of-khand sulladan",
        "buhrdur",
    ]


def test_buhrdur_may_be_a_leftover_like_any_other(war: Scenario) -> None:
    # He goes to the evil player with the fewest commanders: Saruman, who stands above the goblins.
    house = HouseRules(house_rules(), {"AMB-085": "no-seat"})
    nine = handed_out(seats(war, 9, house=house))
    assert nine[1:4] == [
        "khamul easterling-king mouth-of-sauron",
        "witch-king king-of-khand sulladan",
        "saruman buhrdur",
    ]


@pytest.mark.parametrize("players", [-1, 0, 1, 18, 1000])
def test_fewer_than_two_or_more_than_seventeen_players_are_refused(war: Scenario, players: int) -> None:
    with pytest.raises(Illegal, match=f"There are seats for 2 to 17 players, not for {players}"):
        seats(war, players, house=DEFAULT)


def commander_at(war: Scenario, place: str, players: int, reading: str) -> str | None:
    house = HouseRules(house_rules(), {"CON-031": reading})
    groups = [chair.commands for chair in seats(war, players, house=house).chairs]
    (found,) = [start for start in starts(war, house=house, seats=groups) if start.place == place]
    return found.commander


@pytest.mark.rules("SCN-19")
@pytest.mark.parametrize(
    ("players", "reading", "ithilien", "edhellond"),
    [
        # One player has all of Gondor, and one all elves: the charts have the say.
        (10, "list-when-split", "gondor", "high-elves"),
        (13, "list-when-split", "gondor-fiefdoms", "high-elves"),
        (14, "list-when-split", "gondor-fiefdoms", "wood-elves"),
        (14, "charts", "gondor", "high-elves"),
        (10, "player-list", "gondor-fiefdoms", "wood-elves"),
    ],
)
def test_ithilien_and_edhellond_go_by_the_list_where_their_commands_are_divided(
    war: Scenario, players: int, reading: str, ithilien: str, edhellond: str
) -> None:
    assert commander_at(war, "ithilien", players, reading) == ithilien
    assert commander_at(war, "edhellond", players, reading) == edhellond
