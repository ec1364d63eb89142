"""What one more company, a leader or the walls would change."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.campaign.chances import changed
from assistant.kernel.ids import FigureId
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from assistant.simulate.odds_what_if import WhatIf, variations, what_if
from tests.support import Fights


def asked(game: RingOfPower, fights: Fights, good: str, evil: str, **keys: Any) -> dict[str, WhatIf]:
    setup = fights.setup(good, evil, **keys)
    found = what_if(game.book, setup, odds(game, setup), lambda one: odds(game, one))
    return {one.change: one for one in found}


def test_every_question_is_asked_of_a_fight_in_the_open(game: RingOfPower, fights: Fights) -> None:
    found = asked(game, fights, "eomer, 3 rohan-foot, gondor-foot", "5 orc, lurtz")
    assert list(found) == [
        "one more Rohan Foot for good",
        "one more Orc for evil",
        "Théoden leading good",
        "good without Éomer",
        "evil without Lurtz",
        "good behind walls",
        "evil behind walls",
    ]


def test_each_change_helps_whom_it_should(game: RingOfPower, fights: Fights) -> None:
    found = asked(game, fights, "eomer, 3 rohan-foot", "8 orc, lurtz")
    assert found["one more Rohan Foot for good"].gain > 0
    assert found["one more Orc for evil"].gain > 0
    assert found["good without Éomer"].gain < 0
    assert found["good behind walls"].gain > 0


def test_walls_that_are_there_are_taken_away(game: RingOfPower, fights: Fights) -> None:
    found = asked(game, fights, "3 rohan-foot", "8 orc", fortress="good")
    assert found["good without walls"].gain < 0
    assert "good behind walls" not in found


def test_the_change_is_the_difference_of_the_chances(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("3 rohan-foot", "3 orc")
    before = odds(game, setup)
    more = fights.setup("4 rohan-foot", "3 orc")
    first, *_ = what_if(game.book, setup, before, lambda one: odds(game, one))
    after = odds(game, more)
    assert first.after == after
    assert first.to_json() == {
        "change": "one more Rohan Foot for good",
        "side": "good",
        "win": dict(after.win),
        "difference": {result: after.win[result] - before.win[result] for result in after.win},
    }


def test_a_leader_left_out_is_named_in_no_order(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup(
        "gandalf-the-white, 2 rohan-foot",
        "saruman, 2 orc",
        good_allocation=["gandalf-the-white"],
        good_extra_losses=["gandalf-the-white"],
        good_wizardry={"gandalf-the-white": {"dice": 1}},
        good_duels=[["gandalf-the-white", "saruman"]],
        evil_duels=[["saruman", "gandalf-the-white"]],
    )
    left = {one.change: one.setup for one in variations(game.book, setup)}["good without Gandalf the White"]
    assert [one.figure for one in left.good.figures] == ["rohan-foot.1", "rohan-foot.2"]
    assert (left.good.allocation, left.good.extra_losses) == ((), ())
    assert (dict(left.good.wizardry), left.good.duels, left.evil.duels) == ({}, (), ())


def test_one_more_stands_after_those_like_it(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("2 rohan-foot, eomer", "orc")
    first = next(variations(game.book, setup)).setup.good.figures
    assert [one.figure for one in first] == ["rohan-foot.1", "rohan-foot.2", "one-more-0", "eomer"]
    assert FigureId("one-more-0") not in setup.good.allocation


def test_a_lone_leader_is_not_taken_away(game: RingOfPower, fights: Fights) -> None:
    assert "good without Aragorn" not in asked(game, fights, "aragorn", "orc")


def test_an_army_without_a_leader_is_asked_what_one_would_change(game: RingOfPower, fights: Fights) -> None:
    # Théoden adds 3 to the score of men of Rohan, and two dice of his own.
    found = asked(game, fights, "4 rohan-foot", "4 orc")
    assert found["Théoden leading good"].gain > 0.2


def test_no_leader_is_added_where_none_leads_better(game: RingOfPower, fights: Fights) -> None:
    assert not any(
        change.endswith("leading good") for change in asked(game, fights, "theoden, 3 rohan-foot", "orc")
    )


def test_without_their_friend_the_eagles_do_not_come(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("gandalf-the-white, eagles, 2 rohan-foot", "4 orc")
    left = {one.change: one.setup for one in variations(game.book, setup)}["good without Gandalf the White"]
    assert [one.figure for one in left.good.figures] == ["rohan-foot.1", "rohan-foot.2"]


@pytest.mark.rules("CMB-04")
def test_who_hides_is_not_also_behind_walls_and_keeps_the_odds(game: RingOfPower, fights: Fights) -> None:
    # Line 116: only characters in the open hide. Walls for evil are no hiding place of theirs either.
    found = asked(game, fights, "radagast", "saruman, 4 orc", good_hides=True)
    assert "good behind walls" not in found
    assert found["evil without Saruman"].before.no_fight == 0.5
    assert {"one more Orc for evil", "evil without Saruman"} <= found.keys()


@pytest.mark.rules("ABL-BULLIES")
def test_bullies_too_few_without_their_leader_are_not_asked_about(game: RingOfPower, fights: Fights) -> None:
    # Line 242: four against three they come, three against three they do not.
    found = asked(game, fights, "3 gondor-foot", "lurtz, 3 ruffian", attacker="evil")
    assert "evil without Lurtz" not in found
    assert "one more Gondor Foot for good" not in found
    assert found["one more Ruffian for evil"].gain > 0


def test_small_changes_point_the_right_way_also_where_fights_are_fought_one_by_one(
    game: RingOfPower, fights: Fights
) -> None:
    # Fights of an assassin are resolved blow by blow. With the same dice for everyone who is in both, one
    # more of the foot can only help his side, a hundred pairs of fights or not.
    setup = fights.setup("3 gondor-foot", "hasharin, 4 orc")
    before = odds(game, setup, trials=100, seed=1)
    found = what_if(game.book, setup, before, lambda one: odds(game, one, trials=100, seed=1))
    gains = {one.change: one.gain for one in found}
    assert before.method == "resolver"
    assert gains["one more Gondor Foot for good"] > 0
    assert gains["one more Orc for evil"] > 0


def test_the_error_of_a_difference_is_that_of_the_fights_that_end_otherwise(
    game: RingOfPower, fights: Fights
) -> None:
    setup = fights.setup("3 gondor-foot", "hasharin, 4 orc")
    before, after = (odds(game, setup, trials=50, seed=seed) for seed in (1, 1))
    gain, error = before.difference(after, "good")
    # All 50 pairs end alike; two of 54 are taken to end otherwise: the root of (2/54)/54 is 0.026.
    assert gain == 0
    assert round(error, 3) == 0.026


def test_a_change_that_luck_may_have_brought_is_not_told_as_one(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("3 gondor-foot", "hasharin, 4 orc")
    same = odds(game, setup, trials=50, seed=1)
    nothing = WhatIf("nothing else", "good", same, odds(game, setup, trials=50, seed=1))
    assert not nothing.is_clear
    assert changed(nothing) == "Nothing else: no clear change."
    assert nothing.to_json()["clear"] is False


def test_a_computed_change_is_always_clear(game: RingOfPower, fights: Fights) -> None:
    found = asked(game, fights, "3 rohan-foot", "4 orc")
    assert all(one.is_clear and "clear" not in one.to_json() for one in found.values())
