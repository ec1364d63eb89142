"""Allocating hits and defense rolls (lines 137-147)."""

from __future__ import annotations

import pytest

from assistant.kernel.asking import Allocate
from tests.support import Fights


@pytest.mark.rules("ALC-01", "ALC-02", "ALC-03")
def test_hits_go_along_the_owners_order_everyone_once_before_anyone_twice(fights: Fights) -> None:
    # Five hits on three orcs named 3, 1, 2: the third and the first take two, the second takes one.
    dice = {"good attack": "44444", "evil attack": "111", "evil defense": "66666"}
    allocate = next(
        request
        for request in fights.asked("5 rohan-foot", "3 orc", dice=dice, evil_allocation=["orc.3", "orc.1"])
        if isinstance(request, Allocate)
    )
    assert allocate.proposal == ("orc.3", "orc.1", "orc.2", "orc.3", "orc.1")


@pytest.mark.rules("DEF-01")
def test_each_hit_is_saved_at_or_above_the_defense_number(fights: Fights) -> None:
    # Two Gondor foot (4+) take a hit each: 4 saves, 3 fails. Imrahil's leadership 2 keeps the field.
    fight = fights(
        "2 gondor-foot, imrahil",
        "2 orc",
        dice={"good attack": "11 11", "evil attack": "55", "good defense": "43"},
    )
    assert fight.figures["gondor-foot.1"] == "unhurt"
    assert fight.figures["gondor-foot.2"] == "eliminated"


@pytest.mark.rules("DEF-02")
def test_a_figure_hit_twice_must_save_both(fights: Fights) -> None:
    fight = fights(
        "gondor-foot", "2 orc", dice={"good attack": "1", "evil attack": "55", "good defense": "62"}
    )
    assert fight.figures["gondor-foot"] == "eliminated"


@pytest.mark.rules("DEF-03")
def test_a_one_always_fails_however_good_the_defense(fights: Fights) -> None:
    # A Khazad guard prints 2+; behind walls it would be 1+ and stays 2+, so a 1 fails.
    fight = fights(
        "khazad-guard",
        "2 orc",
        fortress="good",
        dice={"good attack": "11", "evil attack": "51", "good defense": "1"},
    )
    assert fight.figures["khazad-guard"] == "eliminated"


@pytest.mark.rules("DEF-04")
def test_a_figure_without_defense_rolls_nothing_and_falls(fights: Fights) -> None:
    fight = fights("rohan-foot", "goblin", dice={"good attack": "4", "evil attack": "1"})
    assert fight.figures["goblin"] == "eliminated"


@pytest.mark.rules("DEF-04", "ABL-BURROWER-2")
@pytest.mark.effect("burrower")
def test_a_goblin_underground_defends_on_six_by_counting_none_as_seven(fights: Fights) -> None:
    dice = {"good attack": "4", "evil attack": "1"}
    saved = fights("rohan-foot", "goblin", terrain="caves", dice={**dice, "evil defense": "6"})
    assert saved.figures["goblin"] == "unhurt"
    lost = fights("rohan-foot", "goblin", terrain="caves", dice=dice, house={"AMB-019": "no-roll"})
    assert lost.figures["goblin"] == "eliminated"


@pytest.mark.rules("DEF-05")
def test_a_rider_who_fails_once_loses_the_horse_and_is_no_casualty(fights: Fights) -> None:
    fight = fights(
        "rider-of-rohan",
        "orc",
        dice={
            "good attack": "11",
            "good attack_reroll": "11",
            "evil attack": "5",
            "good defense": "3",
        },
    )
    assert fight.figures["rider-of-rohan"] == "dismounted"
    assert fight.outcome.evil.casualties_inflicted == 0


def test_a_rider_who_fails_twice_is_eliminated(fights: Fights) -> None:
    # DEF-06: both hits are saved at the mounted 4+, also the second (AMB-082).
    fight = fights(
        "haradrim-cavalry on foot",
        "haradrim-foot",
        dice={"good attack": "1", "evil attack": "1"},
    )
    assert fight.figures["haradrim-cavalry"] == "unhurt"
    fight = fights(
        "knight-of-gondor",
        "2 orc",
        dice={"good attack": "11", "evil attack": "55", "good defense": "22"},
    )
    assert fight.figures["knight-of-gondor"] == "eliminated"
    assert fight.outcome.evil.casualties_inflicted == 1


def test_a_ringwraith_on_a_horse_loses_it_to_the_first_failure(fights: Fights) -> None:
    # AMB-017: no bonus for the horse: 1 die at 4+; a second failure disperses him.
    roll = fights.first_roll("rohan-foot", "ringwraith mounted", "evil")
    assert [die.need for die in roll.dice] == [4]
    fight = fights(
        "rohan-foot",
        "ringwraith mounted",
        dice={"good attack": "4", "evil attack": "1", "evil defense": "3"},
    )
    assert fight.figures["ringwraith"] == "dismounted"
