"""Determining hits (rulebook lines 131-135), and what changes the dice and the target."""

from __future__ import annotations

import pytest

from assistant.kernel.asking import Roll
from assistant.rules.combat.strike import is_hit
from tests.support import Fights


def needs(roll: Roll) -> list[int | None]:
    return [die.need for die in roll.dice]


@pytest.mark.rules("CMB-10")
def test_a_face_at_or_above_the_attack_number_hits(fights: Fights) -> None:
    # Two Rohan foot at 4+ roll 3 and 4: one hit, which the orc (6+) fails with 5.
    fight = fights("2 rohan-foot", "orc", dice={"good attack": "34", "evil attack": "1", "evil defense": "5"})
    assert fight.outcome.good.casualties_inflicted == 1


def test_a_natural_six_always_hits() -> None:
    assert is_hit(6, 6)
    assert is_hit(7, 6)
    assert not is_hit(6, 5)


@pytest.mark.rules("CMB-11")
def test_a_six_hits_for_the_clumsiest(fights: Fights) -> None:
    # Two goblins at 6+ roll 5 and 6: one hit, on which the Rohan foot (5+) fails with 4.
    dice = {"good attack": "1", "evil attack": "56", "good defense": "4"}
    fight = fights("rohan-foot", "2 goblin", dice=dice)
    assert fight.figures["rohan-foot"] == "eliminated"


@pytest.mark.rules("CMB-12")
def test_all_dice_of_a_side_are_one_handful_in_listed_order(fights: Fights) -> None:
    # An axeman at 3+, a Gondor foot at 4+, two knights with 2 dice each at 3+.
    roll = fights.first_roll("axeman-of-lossarnach, gondor-foot, 2 knight-of-gondor", "orc", "good")
    assert needs(roll) == [3, 4, 3, 3, 3, 3]
    assert [die.figure for die in roll.dice][-2:] == ["knight-of-gondor.2"] * 2


def test_a_figure_without_an_attack_rolls_no_dice(fights: Fights) -> None:
    # Galadriel prints no dice and no attack.
    fight = fights("galadriel", "orc", dice={"evil attack": "1"})
    assert fight.outcome.good.casualties_inflicted == 0


def test_the_fallen_strike_before_they_are_removed(fights: Fights) -> None:
    # Orc and Rohan foot kill each other: both hit, both fail.
    fight = fights(
        "rohan-foot",
        "orc",
        dice={"good attack": "6", "evil attack": "6", "good defense": "1", "evil defense": "1"},
    )
    assert fight.figures == {"rohan-foot": "eliminated", "orc": "eliminated"}
    assert fight.outcome.winner is None


@pytest.mark.rules("PRF-N01")
def test_a_character_with_the_footnote_strikes_better_from_the_saddle(fights: Fights) -> None:
    # Boromir 2 dice at 3+; mounted 3 dice at 2+.
    assert needs(fights.first_roll("boromir", "orc", "good")) == [3, 3]
    assert needs(fights.first_roll("boromir mounted", "orc", "good")) == [2, 2, 2]


def test_a_character_without_the_footnote_gains_nothing_from_a_horse(fights: Fights) -> None:
    # Haldir 1 die at 3+, mounted or not (AMB-016); under the other reading 2 dice at 2+.
    assert needs(fights.first_roll("haldir mounted", "orc", "good")) == [3]
    other = fights.first_roll("haldir mounted", "orc", "good", house={"AMB-016": "any-character"})
    assert needs(other) == [2, 2]


def test_bonuses_never_make_a_target_better_than_two(fights: Fights) -> None:
    # A knight of Dol Amroth prints 2+ as elite; adding it on top would make 1+ (AMB-079).
    elite = fights.first_roll("knight-of-dol-amroth", "orc", "good", house={"AMB-012": "added-on-top"})
    assert needs(elite) == [2, 2]
    assert any("never better than 2+" in reason for reason in elite.dice[0].reasons)
    free = fights.first_roll(
        "knight-of-dol-amroth", "orc", "good", house={"AMB-012": "added-on-top", "AMB-079": "one-plus"}
    )
    assert needs(free) == [1, 1]
