"""What a fight asks and says fits what happens in it."""

from __future__ import annotations

import pytest

from assistant.kernel.asking import Allocate, Choose
from assistant.rules.fight.facts import WallsFell
from assistant.rules.game import RingOfPower
from tests.rules.battles import declared, fought, one, says
from tests.support import Fights


@pytest.mark.rules("PPL-MUMAKIL-02")
def test_a_mumak_tramples_its_own_side_once_however_many_rounds_are_fought(game: RingOfPower) -> None:
    # Its last crewman falls and it tramples for 1, which the orc's 6 saves; a foot is felled: 1 to 1.
    # In round 2 a foot fells the orc, and nothing tramples any more.
    setup = declared(
        game,
        [one("rohan-foot", count=2)],
        [one("mumak"), one("orc")],
        house={"AMB-088": "several-rounds"},
        sides={"evil": {"engines": {"mumak": {"crew": 1}}, "allocation": ["mumak", "orc"]}},
    )
    dice = {
        "good attack": "41 4",
        "evil attack": "51 1",
        "good defense": "1",
        "evil defense": "1 6 1",
        "evil special": "1",
    }
    fight = fought(game, setup, dice=dice, answers={"round": "another-round"})
    assert sum("on its own side" in line for line in fight.played.done.log) == 1


def test_a_draw_goes_on_next_turn_only_when_no_other_round_is_fought_at_once(game: RingOfPower) -> None:
    setup = declared(game, [one("rohan-foot")], [one("orc")], house={"AMB-088": "several-rounds"})
    dice = {"good attack": "11", "evil attack": "11"}
    answers = {"round": ["another-round", "stop"]}
    log = list(fought(game, setup, dice=dice, answers=answers).played.done.log)
    told = [number for number, line in enumerate(log) if line.startswith("A draw; the fight goes on")]
    assert len(told) == 1
    assert told[0] > log.index("Round 2 (AMB-088).")


@pytest.mark.rules("MAG-04", "MAG-05")
def test_a_neutralised_wizard_may_still_improve_his_defense_and_nothing_else(fights: Fights) -> None:
    # Gandalf 2 + 3 beats Saruman 2 + 2; he strikes no blow, but each of his points may go to his defense.
    fight = fights(
        "gandalf-the-white",
        "saruman",
        good_duels=[["gandalf-the-white", "saruman"]],
        dice={"good duel": "2", "evil duel": "2", "good attack": "11"},
    )
    points = [
        request
        for request in fight.played.requests
        if isinstance(request, Choose) and request.seat == "evil" and request.purpose == "wizardry"
    ]
    assert [request.options for request in points] == [("defense", "keep")]


@pytest.mark.rules("MAG-06")
def test_wizardry_on_defense_stops_at_two(fights: Fights) -> None:
    # Gandalf the White defends at 3+; three points would make it 0+.
    roll = fights.first_roll(
        "gandalf-the-white",
        "3 orc",
        "good",
        "defense",
        good_wizardry={"gandalf-the-white": {"defense": 3}},
    )
    assert roll.dice[0].need == 2
    assert "never better than 2+ (MAG-06)" in roll.dice[0].reasons


@pytest.mark.rules("PRF-C21")
def test_one_wound_of_a_ship_is_one(fights: Fights) -> None:
    fight = fights("2 gondor-foot", "ship", dice={"good attack": "41", "evil defense": "2"})
    assert says(fight, "ship loses 1 wound, 2 left")


@pytest.mark.rules("OUT-06")
def test_who_alone_can_be_lost_is_not_asked_for(fights: Fights) -> None:
    # Lurtz, hit once, saves at 4+ and has lost 0 + 0 to 0 + 2; he is all there is to lose.
    fight = fights(
        "eomer, theoden",
        "lurtz",
        dice={"good attack": "31 11", "evil attack": "1", "evil defense": "4"},
    )
    assert fight.outcome.extra_losses == ("lurtz",)
    assert not [one for one in fight.played.requests if isinstance(one, Allocate) and one.purpose == "losses"]


@pytest.mark.rules("PLC-MINASTIRITH-02")
@pytest.mark.effect("tower-for")
def test_the_citadel_takes_in_army_figures_of_gondor_and_no_others(fights: Fights) -> None:
    # The pikeman falls to Gothmog, and two foot stand by: only Gondor's finds room.
    fight = fights(
        "dol-amroth-pikeman, 0 of 1 gondor-foot, 0 of 1 rohan-foot",
        "gothmog",
        place="minas-tirith",
        holder="good",
        dice={"good attack": "11", "evil attack": "41", "good defense": "1"},
    )
    (fell,) = (fact for fact in fight.played.done.facts if isinstance(fact, WallsFell))
    assert fell.into_tower == ("gondor-foot.1",)
    assert fight.figures["rohan-foot.1"] == "eliminated"
    assert not says(fight, "not resolved here")


@pytest.mark.rules("PPL-CITADELGUARD-01")
@pytest.mark.effect("tower-for")
def test_army_figures_other_than_its_guards_are_in_the_citadel_only_by_retreat(fights: Fights) -> None:
    fight = fights(
        "citadel-guard, gondor-foot, beregond",
        "orc",
        place="minas-tirith",
        holder="good",
        at="tower",
        dice={"good attack": "11 11 11", "evil attack": "1"},
    )
    assert says(fight, "Not stationed in the tower: gondor-foot, others are there only by retreat")
    assert not says(fight, "citadel-guard, gondor-foot")
