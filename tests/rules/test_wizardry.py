"""Magic in combat (lines 175-181)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.kernel.asking import Choose
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.game import RingOfPower
from tests.rules.battles import asks, declared, first, fought, one, says
from tests.support import Fights

DUEL: dict[str, Any] = {"good_duels": [["gandalf-the-white", "saruman"]]}


@pytest.mark.rules("MAG-01", "MAG-04")
def test_the_loser_of_a_duel_neither_strikes_nor_leads(fights: Fights) -> None:
    # Gandalf 2 + 3 = 5 beats Saruman 2 + 2 = 4: Saruman's 2 dice stay in the cup and his leadership is 0.
    fight = fights(
        "gandalf-the-white",
        "saruman",
        **DUEL,
        dice={"good duel": "2", "evil duel": "2", "good attack": "11"},
    )
    assert fight.outcome.evil.leadership == 0
    assert fight.outcome.winner == "good"


@pytest.mark.rules("MAG-02")
def test_a_tied_duel_changes_nothing(fights: Fights) -> None:
    # 1 + 3 against 2 + 2.
    fight = fights(
        "gandalf-the-white",
        "saruman",
        **DUEL,
        dice={"good duel": "1", "evil duel": "2", "good attack": "11", "evil attack": "11"},
    )
    assert fight.outcome.evil.leadership == 2


@pytest.mark.rules("MAG-03")
def test_only_those_with_wizardry_may_duel(fights: Fights) -> None:
    with pytest.raises(Illegal, match="eomer has no wizardry"):
        fights("eomer", "saruman", good_duels=[["eomer", "saruman"]])


def test_a_wizardry_of_nothing_is_still_wizardry_unless_the_house_denies_it(fights: Fights) -> None:
    # Celeborn prints 0 (AMB-031): he may duel and adds nothing: 6 against 1 + 2.
    keys: dict[str, Any] = {"good_duels": [["celeborn", "saruman"]]}
    dice = {"good duel": "6", "evil duel": "1", "good attack": "1"}
    assert fights("celeborn", "saruman", dice=dice, **keys).outcome.evil.leadership == 0
    with pytest.raises(Illegal, match="celeborn has no wizardry"):
        fights("celeborn", "saruman", house={"AMB-031": "none"}, **keys)


@pytest.mark.rules("MAG-05", "MAG-06")
def test_wizardry_points_buy_dice_attack_and_defense_for_one_fight(fights: Fights) -> None:
    # Gandalf 2 dice at 3+, 3+: one point each makes 3 dice at 2+ and defense 2+.
    spent: dict[str, Any] = {"good_wizardry": {"gandalf-the-white": {"dice": 1, "attack": 1, "defense": 1}}}
    fight = fights(
        "gandalf-the-white",
        "orc",
        dice={"good attack": "211", "evil attack": "5", "good defense": "2", "evil defense": "1"},
        **spent,
    )
    assert fight.figures == {"gandalf-the-white": "unhurt", "orc": "eliminated"}
    all_in: dict[str, Any] = {"good_wizardry": {"gandalf-the-white": {"attack": 3}}}
    assert fights.first_roll("gandalf-the-white", "orc", "good", **all_in).dice[0].need == 2


@pytest.mark.rules("MAG-05")
def test_nobody_spends_more_wizardry_than_they_have(fights: Fights) -> None:
    with pytest.raises(Illegal, match="has 3 wizardry to spend, not 4"):
        fights("gandalf-the-white", "orc", good_wizardry={"gandalf-the-white": {"dice": 4}})
    with pytest.raises(Illegal, match="has 0 wizardry to spend, not 1"):
        fights("eomer", "orc", good_wizardry={"eomer": {"dice": 1}})


def test_a_neutralised_wizard_challenges_nobody_after(fights: Fights) -> None:
    # Saruman has challenged too, but Gandalf's duel comes first and he loses it.
    fight = fights(
        "gandalf-the-white",
        "saruman",
        **DUEL,
        evil_duels=[["saruman", "gandalf-the-white"]],
        dice={"good duel": "6", "evil duel": "1", "good attack": "11"},
    )
    assert any("no duel is fought" in line for line in fight.played.done.log)


@pytest.mark.rules("MAG-01", "MAG-03", "MAG-04")
def test_wizards_without_orders_are_asked_whom_they_challenge(game: RingOfPower) -> None:
    # Gandalf 4 + 3 = 7 against Saruman 3 + 2 = 5; Saruman, neutralised, is not asked in turn.
    setup = declared(game, [one("gandalf-the-white"), one("rohan-foot")], [one("saruman"), one("orc")])
    fight = fought(
        game,
        setup,
        dice={"good duel": "4", "evil duel": "3", "good attack": "111", "evil attack": "1"},
        answers={"duel": "saruman"},
    )
    assert asks(fight)[:2] == ["call", "duel"]
    assert says(fight, "saruman is neutralised")


@pytest.mark.rules("MAG-05", "MAG-06")
def test_wizards_without_orders_are_asked_for_each_point(game: RingOfPower) -> None:
    # Line 181: Gandalf's 3+ gets 2+ by the first point, which nothing can better: the others go elsewhere.
    setup = declared(game, [one("gandalf-the-white")], [one("orc")])
    fight = fought(game, setup, answers={"wizardry": ["attack", "defense", "dice"]})
    asked = [one for one in fight.played.requests if isinstance(one, Choose) and one.purpose == "wizardry"]
    assert [one.options for one in asked] == [
        ("dice", "attack", "defense", "keep"),
        ("dice", "defense", "keep"),
        ("dice", "keep"),
    ]
    assert "Attack is 2+ and gets no better (MAG-06)." in asked[1].why
    assert [die.need for die in first(fight, "good", "attack").dice] == [2, 2, 2]
    assert says(fight, "spends wizardry: 1 on dice, 1 on attack, 1 on defense")
    assert asks(fought(game, setup, answers={"wizardry": "keep"})).count("wizardry") == 1


@pytest.mark.rules("MAG-05")
def test_who_never_strikes_is_offered_a_better_defense_until_it_is_the_best(game: RingOfPower) -> None:
    # Lines 1401, 181: Galadriel prints no dice and no attack, defense 4+ and wizardry: two points make it 2+.
    setup = declared(game, [one("galadriel")], [one("orc")])
    fight = fought(
        game, setup, answers={"wizardry": "defense"}, dice={"evil attack": "5", "good defense": "2"}
    )
    asked = [one for one in fight.played.requests if isinstance(one, Choose) and one.purpose == "wizardry"]
    assert [one.options for one in asked] == [("defense", "keep")] * 2
    assert fight.figures["galadriel"] == "unhurt"


@pytest.mark.rules("MAG-05")
def test_the_table_is_proposed_what_strikes_most_and_a_file_without_orders_keeps_its_points(
    game: RingOfPower,
) -> None:
    # Gandalf has 2 dice at 3+, 8/6 hits. One more die is 12/6, one better 10/6: dice come first.
    setup = declared(game, [one("gandalf-the-white")], [one("orc")])
    kept = fought(game, setup)
    (asked,) = (one for one in kept.played.requests if isinstance(one, Choose) and one.purpose == "wizardry")
    assert asked.options == ("dice", "attack", "defense", "keep")
    assert len(first(kept, "good", "attack").dice) == 2


@pytest.mark.rules("MAG-03")
def test_without_an_enemy_wizard_nobody_is_challenged(game: RingOfPower) -> None:
    any_character = {"AMB-032": "any-character"}
    setup = declared(game, [one("gandalf-the-white")], [one("lurtz")], house=any_character)
    assert "duel" not in asks(fought(game, setup))
    ordered = replace(
        setup, good=replace(setup.good, duels=((FigureId("gandalf-the-white"), FigureId("lurtz")),))
    )
    with pytest.raises(Illegal) as refused:
        fought(game, ordered)
    assert refused.value.code == "no-wizard"
