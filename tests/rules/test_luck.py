"""Luck: what was to be expected of the dice, what came, and who rolled them."""

from __future__ import annotations

from fractions import Fraction

from assistant.kernel.asking import Answer, Die, Request, Roll, Rolled
from assistant.kernel.ids import Seat
from assistant.rules.combat.luck import Fortune, Luck, chance, luck_of
from tests.support import Fights

WORKED = {
    "good attack": "1 2 3 3 4 4 5 6",
    "evil attack": "1 2 3 3 4 4 5 6 6 1",
    "good defense": "4 23 1 5",
    "evil defense": "1 2 3 4 4 6",
}


def worked(fights: Fights) -> Luck:
    played = fights(
        "eomer, 3 rider-of-rohan",
        "9 uruk-hai, lurtz",
        dice=WORKED,
        good_allocation=["rider-of-rohan.1", "rider-of-rohan.2", "rider-of-rohan.3", "eomer"],
    ).played
    return luck_of(played.requests, played.answers)


def rolled(purpose: str, need: int, faces: tuple[int, ...], **how: object) -> tuple[Request, Answer]:
    roll = Roll(Seat("good"), purpose, "", tuple(Die("g", need) for _ in faces))
    return roll, Rolled(faces, **how)  # type: ignore[arg-type]


def luck(*throws: tuple[Request, Answer]) -> Luck:
    return luck_of([request for request, _ in throws], [answer for _, answer in throws])


def test_the_worked_example_was_a_little_lucky_for_good_s_blows(fights: Fights) -> None:
    # Eight dice at 3+ hit 8 x 4/6 = 5 1/3 times, and 3 3 4 4 5 6 are six hits.
    assert worked(fights).of("good", "hits") == Fortune(8, Fraction(16, 3), 6)
    # Ten dice at 4+ hit 10 x 3/6 = 5 times, and 4 4 5 6 6 are five.
    assert worked(fights).of("evil", "hits") == Fortune(10, Fraction(5), 5)


def test_the_worked_example_was_unlucky_for_both_sides_saves(fights: Fights) -> None:
    # Five dice at 4+ save 2 1/2, and 4 and 5 are two; six at 5+ save 2, and only the 6 does.
    assert worked(fights).of("good", "saves") == Fortune(5, Fraction(5, 2), 2)
    assert worked(fights).of("evil", "saves") == Fortune(6, Fraction(2), 1)


def test_a_six_always_hits_and_a_one_never_saves() -> None:
    assert chance("hits", 7) == Fraction(1, 6)
    assert chance("saves", 1) == Fraction(5, 6)


def test_a_die_rolled_again_counts_again() -> None:
    found = luck(rolled("attack", 4, (1, 5)), rolled("attack_reroll", 4, (6,)))
    # Three throws at 4+: one and a half to be expected, and the 5 and the 6 hit.
    assert found.of("good", "hits") == Fortune(3, Fraction(3, 2), 2)


def test_dice_of_the_app_and_of_the_hand_are_counted_apart() -> None:
    found = luck(
        rolled("attack", 4, (6, 6)),
        rolled("attack", 4, (1, 2, 3), by_hand=True),
        rolled("attack", 4, (5, 1), by_hand=True, by_app=(0,)),
    )
    # The app threw 6 6 and 5, the hand 1 2 3 and 1.
    assert found.of("good", "hits", "app") == Fortune(3, Fraction(3, 2), 3)
    assert found.of("good", "hits", "hand") == Fortune(4, Fraction(2), 0)
    assert found.of("good", "hits") == Fortune(7, Fraction(7, 2), 3)


def test_dice_without_a_target_and_dice_of_duels_are_nobody_s_luck() -> None:
    roll = Roll(Seat("good"), "duel", "", (Die("gandalf-the-white"),))
    assert luck((roll, Rolled((6,)))) == Luck()


def test_the_luck_of_several_fights_adds_up(fights: Fights) -> None:
    once = worked(fights)
    assert (once + once).of("good", "hits") == Fortune(16, Fraction(32, 3), 12)
    assert (once + Luck()).to_json() == once.to_json()


def test_luck_is_told_in_sentences(fights: Fights) -> None:
    assert list(worked(fights).lines()) == [
        "Good: 6 hits of 8 dice rolled by hand, 5.3 expected (+0.7).",
        "Good: 2 saves of 5 dice rolled by hand, 2.5 expected (-0.5).",
        "Evil: 5 hits of 10 dice rolled by hand, 5.0 expected (+0.0).",
        "Evil: 1 save of 6 dice rolled by hand, 2.0 expected (-1.0).",
    ]
