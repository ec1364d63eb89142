"""Combat outcome (lines 155-165): the score, further losses, retreat."""

from __future__ import annotations

import pytest

from assistant.kernel.asking import Allocate, Choose
from assistant.kernel.ids import FigureId
from assistant.rules.fight.facts import Retreated
from tests.support import Fights


@pytest.mark.rules("OUT-04")
def test_equal_scores_are_a_draw_and_nobody_retreats(fights: Fights) -> None:
    fight = fights("rohan-foot", "orc", dice={"good attack": "1", "evil attack": "1"})
    assert fight.outcome.winner is None
    assert fight.outcome.retreats is None
    assert fight.outcome.extra_losses == ()


@pytest.mark.rules("OUT-04")
def test_a_draw_that_leaves_nobody_on_a_side_is_not_said_to_go_on(fights: Fights) -> None:
    # Both fall, 1 to 1; or neither does.
    dice = {"good attack": "4", "evil attack": "5", "good defense": "1", "evil defense": "1"}
    both = fights("rohan-foot", "orc", dice=dice)
    assert "A draw; nobody is left to fight (OUT-04)." in both.played.done.log
    neither = fights("rohan-foot", "orc", dice={"good attack": "1", "evil attack": "1"})
    assert any("goes on next turn" in line for line in neither.played.done.log)


@pytest.mark.rules("OUT-01", "OUT-03")
def test_the_highest_leadership_alone_is_added(fights: Fights) -> None:
    # Imrahil 2 and Angbor 1 lead good: 2 counts. Gothmog leads evil with 2, a Gondor foot falls: 2 to 3.
    fight = fights(
        "imrahil, angbor, gondor-foot",
        "gothmog",
        dice={
            "good attack": "11 1 1",
            "evil attack": "41",
            "good defense": "1",
        },
        good_allocation=["gondor-foot"],
    )
    assert (fight.outcome.good.total, fight.outcome.evil.total) == (2, 3)
    assert fight.outcome.winner == "evil"


@pytest.mark.rules("PRF-N04", "OUT-01")
def test_a_leader_of_one_people_leads_only_beside_them(fights: Fights) -> None:
    # Éomer's 2 is for Rohan: alone or beside Gondor it is nothing, beside a Rohan foot it counts.
    quiet = {"good attack": "11 1", "evil attack": "1"}
    assert fights("eomer", "orc", dice={**quiet, "good attack": "11"}).outcome.good.leadership == 0
    assert fights("eomer, gondor-foot", "orc", dice=quiet).outcome.good.leadership == 0
    assert fights("eomer, rohan-foot", "orc", dice=quiet).outcome.good.leadership == 2


@pytest.mark.rules("PRF-N04", "OUT-01")
def test_the_log_says_who_leads_by_how_much_and_why(fights: Fights) -> None:
    # Éomer 2 for Rohan, and 1 more by the standard beside him; Gothmog's 2 is for everyone.
    fight = fights("eomer, gamling", "gothmog", dice={"good attack": "11 11", "evil attack": "11"})
    log = fight.played.done.log
    why = "2 printed; +1 royal standard (PPL-GAMLING-01); leads rohan figures (PRF-N04)"
    assert f"Good is led by eomer: leadership 3 [{why}]." in log
    assert "Evil is led by gothmog: leadership 2." in log


@pytest.mark.parametrize(
    ("good", "house", "why"),
    [
        ("eomer, gondor-foot", {}, "no other rohan figures in the force (PRF-N04)"),
        (
            "eomer, gondor-foot",
            {"AMB-030": "whole-force"},
            "not all in the force are rohan figures (PRF-N04)",
        ),
    ],
)
def test_the_log_says_why_a_leader_does_not_lead(
    fights: Fights, good: str, house: dict[str, str], why: str
) -> None:
    fight = fights(good, "orc", dice={"good attack": "11 1", "evil attack": "1"}, house=house)
    assert f"eomer does not lead: {why}." in fight.played.done.log


def test_the_log_says_that_a_fallen_leader_leads_no_more(fights: Fights) -> None:
    dice = {"good attack": "44", "evil attack": "11", "evil defense": "11"}
    lost = fights("2 rohan-foot", "gothmog", dice=dice, house={"AMB-081": "lost"})
    assert "gothmog does not lead: fell in this fight (AMB-081)." in lost.played.done.log


def test_other_readings_of_a_peoples_leader(fights: Fights) -> None:
    quiet = {"good attack": "11", "evil attack": "1"}
    alone = fights("eomer", "orc", dice=quiet, house={"AMB-030": "in-the-force"})
    assert alone.outcome.good.leadership == 2
    mixed = fights(
        "eomer, rohan-foot, gondor-foot",
        "orc",
        dice={"good attack": "11 1 1", "evil attack": "1"},
        house={"AMB-030": "whole-force"},
    )
    assert mixed.outcome.good.leadership == 0


def test_a_leader_who_falls_still_counts_unless_the_house_says_otherwise(fights: Fights) -> None:
    # Gothmog (mounted, 4+) takes two hits and fails both; AMB-081.
    dice = {"good attack": "44", "evil attack": "11", "evil defense": "11"}
    assert fights("2 rohan-foot", "gothmog", dice=dice).outcome.evil.leadership == 2
    lost = fights("2 rohan-foot", "gothmog", dice=dice, house={"AMB-081": "lost"})
    assert lost.outcome.evil.leadership == 0


@pytest.mark.rules("OUT-05")
@pytest.mark.parametrize(("orcs", "losses"), [(2, 1), (11, 1), (12, 2)])
def test_the_loser_gives_one_more_for_every_ten_left_rounded_up(
    fights: Fights, orcs: int, losses: int
) -> None:
    # One orc falls to the blow, so orcs - 1 are left: 1 loses 1, 10 lose 1, 11 lose 2.
    fight = fights(
        "rohan-foot",
        f"{orcs} orc",
        dice={"good attack": "4", "evil attack": "1" * orcs, "evil defense": "1"},
    )
    assert len(fight.outcome.extra_losses) == losses


@pytest.mark.rules("OUT-05", "OUT-06")
def test_a_character_is_lost_only_when_no_army_is_left(fights: Fights) -> None:
    # Lurtz and an Uruk-hai: the Uruk-hai falls to the blow, so Lurtz is the further loss (evil: eliminated).
    fight = fights(
        "2 knight-of-gondor",
        "lurtz, uruk-hai",
        dice={"good attack": "3311", "evil attack": "11", "evil defense": "4 1"},
        evil_allocation=["uruk-hai", "lurtz"],
    )
    assert fight.outcome.good.casualties_inflicted == 1
    assert fight.outcome.winner is None
    fight = fights(
        "3 knight-of-gondor, imrahil",
        "lurtz, uruk-hai",
        dice={"good attack": "311111 11", "evil attack": "11", "evil defense": "1"},
        evil_allocation=["uruk-hai", "lurtz"],
    )
    assert fight.outcome.extra_losses == ("lurtz",)
    assert fight.figures["lurtz"] == "eliminated"


def test_a_good_character_lost_by_defeat_is_wounded_unless_the_house_says_slain(fights: Fights) -> None:
    # Legolas alone against Gothmog: nobody falls, leadership 0 to 2, so Legolas is the loss (AMB-027).
    dice = {"good attack": "1", "evil attack": "11"}
    assert fights("legolas", "gothmog", dice=dice).figures["legolas"] == "wounded"
    slain = fights("legolas", "gothmog", dice=dice, house={"AMB-027": "slain"})
    assert slain.figures["legolas"] == "eliminated"


def test_the_owner_may_name_the_further_losses_beforehand(fights: Fights) -> None:
    fight = fights(
        "rohan-foot",
        "3 orc",
        dice={"good attack": "4", "evil attack": "111", "evil defense": "1"},
        evil_extra_losses=["orc.3"],
    )
    assert fight.outcome.extra_losses == ("orc.3",)


@pytest.mark.rules("OUT-07", "OUT-08")
def test_the_beaten_are_asked_to_retreat_and_then_regroup(fights: Fights) -> None:
    fight = fights(
        "rohan-foot",
        "3 orc",
        dice={"good attack": "4", "evil attack": "111", "evil defense": "1"},
    )
    last = fight.played.requests[-1]
    assert isinstance(last, Choose)
    assert (last.seat, last.options) == ("evil", ("full-move", "blocked"))
    assert fight.outcome.retreats == "evil"
    assert fight.played.done.facts[-1] == Retreated((FigureId("orc.3"),), "full-move")


def test_a_side_with_nobody_left_does_not_retreat(fights: Fights) -> None:
    fight = fights("rohan-foot", "orc", dice={"good attack": "4", "evil attack": "1", "evil defense": "1"})
    assert fight.outcome.winner == "good"
    assert fight.outcome.retreats is None
    assert not any(isinstance(request, Choose) for request in fight.played.requests)


def test_further_losses_are_offered_only_among_the_army_while_there_is_one(fights: Fights) -> None:
    # One of three Uruk-hai falls, 1 to 1 for Lurtz, and Imrahil's 2 decide: one more, of the army.
    fight = fights(
        "knight-of-gondor, imrahil on foot",
        "lurtz, 3 uruk-hai",
        dice={"good attack": "32 1", "evil attack": "1111", "evil defense": "1"},
        evil_allocation=["uruk-hai.1", "uruk-hai.2", "uruk-hai.3", "lurtz"],
    )
    picks = [request for request in fight.played.requests if isinstance(request, Allocate)]
    assert [taker.figure for taker in picks[-1].takers] == ["uruk-hai.2", "uruk-hai.3"]


def test_by_the_other_reading_only_the_slain_are_casualties(fights: Fights) -> None:
    # AMB-026: Angbor is wounded (3+, rolls 2) and does not count: evil 0 + 0 against good 0 + 1.
    dice = {"good attack": "1", "evil attack": "5", "good defense": "2"}
    assert fights("angbor", "orc", dice=dice).outcome.evil.total == 1
    other = fights("angbor", "orc", dice=dice, house={"AMB-026": "do-not-count"})
    assert other.outcome.evil.total == 0


def test_a_house_rule_that_changed_nothing_is_said_to_have_changed_nothing(fights: Fights) -> None:
    dice = {"good attack": "1", "evil attack": "1"}
    fight = fights("rohan-foot", "orc", dice=dice, house={"CON-068": "after-turn-15"})
    assert (
        fight.played.done.log[-1] == "House rule CON-068 (after-turn-15) was not asked about in this fight."
    )
