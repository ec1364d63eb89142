"""Those who change a fight by being there, and those who are spent by it, worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.rules.book import Book, ProfileId, Trait
from assistant.rules.game import RingOfPower
from tests.support import Fights


@pytest.mark.rules("ABL-BERSERK", "PPL-BERSERKERS-02")
@pytest.mark.effect("berserk")
def test_a_berserker_strikes_better_takes_no_hit_and_is_gone_after(fights: Fights) -> None:
    # 4+ with +1 (AMB-015): a 3 hits. The Rohan foot's hit finds nobody. A berserker does not count (AMB-093).
    fight = fights(
        "rohan-foot",
        "uruk-hai-berserker",
        dice={"good attack": "6", "evil attack": "3", "good defense": "5"},
    )
    assert fight.figures == {"rohan-foot": "unhurt", "uruk-hai-berserker": "eliminated"}
    assert fight.outcome.good.casualties_inflicted == 0


def test_where_the_house_counts_them_a_spent_berserker_is_a_casualty(fights: Fights) -> None:
    fight = fights(
        "rohan-foot",
        "uruk-hai-berserker",
        dice={"good attack": "1", "evil attack": "3", "good defense": "5"},
        house={"AMB-093": "both-count"},
    )
    assert fight.outcome.winner == "good"


@pytest.mark.rules("PPL-HASHARIN-02")
@pytest.mark.effect("one-strike")
def test_a_hasharin_strikes_first_and_is_lost(fights: Fights) -> None:
    # 4 dice at 3+ in the ambush: one hit, the Rohan foot falls, striking nobody. The Hasharin counts: 1 to 1.
    fight = fights("rohan-foot", "hasharin", dice={"evil attack": "3111", "good defense": "1"})
    assert fight.figures == {"rohan-foot": "eliminated", "hasharin": "eliminated"}
    assert fight.outcome.winner is None


@pytest.mark.rules("ABL-PARALYZE", "ABL-PARALYZE-2")
@pytest.mark.effect("paralyze")
def test_the_paralyzed_recover_if_their_side_wins_and_are_lost_if_not(fights: Fights) -> None:
    # Two Gondor foot against a giant spider (4+, 6+): one is bitten; the other kills it: 1 to 1, a draw.
    dice = {"good attack": "44", "evil attack": "4", "good defense": "1", "evil defense": "11"}
    drawn = fights("2 gondor-foot", "giant-spider", dice=dice)
    assert drawn.figures["gondor-foot.1"] == "eliminated"
    # With Imrahil (leadership 2) good wins 3 to 1, and the bitten man lives.
    won = fights("2 gondor-foot, imrahil", "giant-spider", dice={**dice, "good attack": "44 11"})
    assert won.figures["gondor-foot.1"] == "paralyzed"


@pytest.mark.rules("ABL-CRUSHING")
@pytest.mark.effect("crushing-attack")
def test_a_crushing_attack_undoes_the_walls_and_more(book: Book) -> None:
    # No figure has it; give it to a troll (3+). A Gondor foot behind walls (3+) defends at 5+ against it.
    troll = replace(book.profiles[ProfileId("troll")], traits=(Trait("crushing-attack"),))
    fights = Fights(RingOfPower(replace(book, profiles={**book.profiles, troll.id: troll})))
    roll = fights.first_roll("gondor-foot", "troll", "good", "defense", fortress="good")
    assert roll.dice[0].need == 5


@pytest.mark.rules("PPL-BOSUN-01")
@pytest.mark.effect("bosun")
def test_a_bosun_makes_the_corsairs_of_his_force_harder_to_kill(fights: Fights) -> None:
    # A corsair defends at 6+, beside a bosun at 5+; the bosun himself stays at 5+, Haradrim at 6+.
    roll = fights.first_roll("3 knight-of-gondor", "corsair, corsair-bosun, haradrim-foot", "evil", "defense")
    needs = {die.figure: die.need for die in roll.dice}
    assert needs == {"corsair": 5, "corsair-bosun": 5, "haradrim-foot": 6}


@pytest.mark.rules("PPL-GAMLING-01")
@pytest.mark.effect("royal-standard")
def test_the_royal_standard_lifts_the_lords_of_rohan(fights: Fights) -> None:
    # Éomer 2 for Rohan, beside Gamling 3.
    quiet = {"good attack": "11 11", "evil attack": "1"}
    assert fights("eomer, gamling", "orc", dice=quiet).outcome.good.leadership == 3
    assert fights("imrahil, gamling", "orc", dice=quiet).outcome.good.leadership == 2


@pytest.mark.rules("PPL-OSGILIATHVETS-01")
@pytest.mark.effect("osgiliath-veterans")
def test_osgiliath_veterans_strike_double_under_faramir_unless_another_leads_better(fights: Fights) -> None:
    # Faramir leads with 2: 2 dice each. Beside Théoden (3) he does not lead: 1 die.
    def dice_of(good: str) -> int:
        roll = fights.first_roll(good, "orc", "good")
        return sum(die.figure == "osgiliath-veteran" for die in roll.dice)

    assert dice_of("osgiliath-veteran, faramir") == 2
    assert dice_of("osgiliath-veteran, faramir, theoden") == 1
    assert dice_of("osgiliath-veteran") == 1


@pytest.mark.rules("PPL-TASKMASTER-01")
@pytest.mark.effect("taskmaster")
def test_a_taskmaster_has_three_missed_orc_attacks_rolled_again(fights: Fights) -> None:
    # Five orcs at 5+ and a troll at 3+ miss; only three orcs roll again: 5 5 1, two hits.
    fight = fights(
        "6 gondor-foot",
        "5 orc, troll, orc-taskmaster",
        dice={
            "good attack": "111111",
            "evil attack": "11111 11 1",
            "evil attack_reroll": "551",
            "good defense": "44",
        },
    )
    assert any("2 hits" in line for line in fight.played.done.log)


@pytest.mark.rules("PPL-DARKMARSHAL-01")
@pytest.mark.effect("dark-leadership")
def test_the_dark_marshal_has_five_failed_defenses_rolled_again(fights: Fights) -> None:
    # Six orcs (6+) take six hits and fail all; five roll again: 6 6 6 6 1. Two fall.
    fight = fights(
        "6 gondor-foot",
        "6 orc, dark-marshal",
        dice={
            "good attack": "444444",
            "evil attack": "111111 1",
            "evil defense": "111111",
            "evil defense_reroll": "66661",
        },
    )
    assert fight.outcome.good.casualties_inflicted == 2


@pytest.mark.rules("PPL-GANDALF-02")
@pytest.mark.effect("wraithbane")
def test_gandalf_strikes_double_where_wraiths_are(fights: Fights) -> None:
    assert len(fights.first_roll("gandalf-the-white", "ringwraith", "good").dice) == 4
    assert len(fights.first_roll("gandalf-the-white", "orc", "good").dice) == 2


@pytest.mark.rules("PPL-RADAGAST-03")
@pytest.mark.effect("beast-friend")
def test_radagast_strikes_double_in_the_woods(fights: Fights) -> None:
    assert len(fights.first_roll("radagast", "orc", "good", terrain="woods").dice) == 2
    assert len(fights.first_roll("radagast", "orc", "good").dice) == 1
