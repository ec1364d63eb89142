"""Twenty rules drawn at random from the book, each worked by hand from its text and run."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import AssistantError
from assistant.simulate.resolve import Resolution
from tests.support import Fights


def score(told: Resolution) -> tuple[int, int]:
    return told.outcome.good.total, told.outcome.evil.total


@pytest.mark.rules("OUT-05")
def test_eleven_left_lose_two_more(fights: Fights) -> None:
    # Aragorn hits once with three dice at 4+; the orc's 1 fails. 1 + 3 against 0: eleven are left, two go.
    told = fights(
        "aragorn", "12 orc", dice={"good attack": "611", "evil attack": "1" * 12, "evil defense": "1"}
    )
    assert score(told) == (4, 0)
    assert told.outcome.extra_losses == ("orc.2", "orc.3")


@pytest.mark.rules("ABL-POISON")
def test_a_serpent_rider_rolls_his_one_again_and_not_his_two(fights: Fights) -> None:
    # Two dice at 3+: the 1 becomes a 3 and hits, the 2 stays. The foot's 4 fails 5+.
    told = fights(
        "rohan-foot", "serpent-rider",
        dice={"good attack": "1", "evil attack": "12", "evil attack_reroll": "3", "good defense": "4"},
    )  # fmt: skip
    assert (score(told), told.figures["rohan-foot"]) == ((0, 1), "eliminated")
    assert told.outcome.retreats is None


@pytest.mark.rules("FOR-03", "FOR-04", "FOR-05")
def test_a_rider_behind_walls_fights_as_one_on_foot_and_doubled(fights: Fights) -> None:
    # Dismounted 1 die at 4+ and defense 5+: two dice, 4+, and no charge. 4 hits, 3 does not; his 4 saves.
    told = fights(
        "rider-of-rohan", "uruk-hai", fortress="good",
        dice={"good attack": "43", "evil attack": "4", "good defense": "4", "evil defense": "4"},
    )  # fmt: skip
    assert (score(told), told.figures["rider-of-rohan"]) == ((1, 0), "unhurt")


@pytest.mark.rules("TOW-05")
def test_a_tower_helps_like_a_fortress(fights: Fights) -> None:
    # Boromir on foot: 2 dice at 3+ and 4+ become four dice and 3+. The orc at 5+ hits, and his 3 saves.
    told = fights(
        "boromir on foot", "orc", fortress="good", tower=True, at="tower",
        dice={"good attack": "2222", "evil attack": "5", "good defense": "3"},
    )  # fmt: skip
    assert told.figures["boromir"] == "unhurt"


@pytest.mark.rules("ART-07")
def test_a_ballista_with_two_of_three_crew_has_one_die_less(fights: Fights) -> None:
    told = fights(
        "rohan-foot", "siege-ballista, orc", fortress="good",
        evil_engines={"siege-ballista": {"crew": 2}},
        dice={"good attack": "11", "evil attack": "11 1"},
    )  # fmt: skip
    assert score(told) == (0, 0)


@pytest.mark.rules("ART-05")
def test_heavy_artillery_is_silent_in_the_field_and_a_bolt_shooter_is_not(fights: Fights) -> None:
    # Of the ballista no die; of the bolt shooter one for each of its crew of three, or of two (CON-050).
    fights("rohan-foot", "siege-ballista, orc", dice={"good attack": "1", "evil attack": "1"})
    fights("rohan-foot", "bolt-shooter, orc", dice={"good attack": "1", "evil attack": "111 1"})
    house = {"CON-050": "crew-of-two"}
    fights("rohan-foot", "bolt-shooter, orc", house=house, dice={"good attack": "1", "evil attack": "11 1"})


@pytest.mark.rules("MAG-02", "MAG-03")
def test_a_duel_that_is_tied_has_no_effect(fights: Fights) -> None:
    # 2 + 3 against 3 + 2. Both strike, two dice each at 3+, and miss; 0 + 2 against 0 + 2.
    told = fights(
        "gandalf-the-white", "saruman", good_duels=[["gandalf-the-white", "saruman"]],
        dice={"good duel": "2", "evil duel": "3", "good attack": "22", "evil attack": "22"},
    )  # fmt: skip
    assert (score(told), told.outcome.winner) == ((2, 2), None)


@pytest.mark.rules("PPL-GANDALF-04", "PRF-N01")
def test_gandalf_on_shadowfax_charges(fights: Fights) -> None:
    # Mounted three dice at 2+; both ones are rolled again, one becomes a 2. Two hits, and the orc's 5s fail.
    told = fights(
        "gandalf-the-white mounted", "orc",
        dice={"good attack": "112", "good attack_reroll": "12", "evil attack": "1", "evil defense": "55"},
    )  # fmt: skip
    assert score(told) == (3, 0)


@pytest.mark.rules("PPL-GRISHNAKH-01")
def test_grishnakh_hates_hobbits(fights: Fights) -> None:
    # 4+ is 3+ against Pippin, whose 4 fails 5+; wounded, he is a casualty.
    dice = {"good attack": "1", "evil attack": "3", "good defense": "4"}
    assert score(fights("pippin", "grishnakh", dice=dice)) == (0, 1)
    assert score(fights("rohan-foot", "grishnakh", dice={"good attack": "1", "evil attack": "3"})) == (0, 0)


@pytest.mark.rules("ABL-TERROR")
def test_a_save_against_a_morgul_knight_is_made_twice(fights: Fights) -> None:
    # Two dice at 3+, one hit; the foot saves 5+ with a 5 and must roll again: the 4 fails.
    told = fights(
        "rohan-foot", "morgul-knight",
        dice={"good attack": "1", "evil attack": "31", "good defense": "5", "good defense_reroll": "4"},
    )  # fmt: skip
    assert told.figures["rohan-foot"] == "eliminated"


@pytest.mark.rules("ABL-ETHEREAL")
def test_a_wraith_is_dispersed_by_ordinary_weapons(fights: Fights) -> None:
    # On foot it has no horse to lose; its 3 fails 4+.
    dice = {"good attack": "4", "evil attack": "1", "evil defense": "3"}
    assert fights("rohan-foot", "ringwraith", dice=dice).figures["ringwraith"] == "dispersed"


@pytest.mark.rules("ABL-ETHEREAL-3")
def test_a_wraith_is_slain_by_a_magic_weapon(fights: Fights) -> None:
    dice = {"good attack": "3", "evil attack": "1", "evil defense": "3"}
    assert fights("haldir", "ringwraith", dice=dice).figures["ringwraith"] == "eliminated"


@pytest.mark.rules("CMB-02")
def test_only_those_in_reach_strike(fights: Fights) -> None:
    # Nine of sixteen: nine dice, and a defeat costs one of the nine who fought, not two of sixteen.
    told = fights("eomer", "9 of 16 uruk-hai", dice={"good attack": "11", "evil attack": "1" * 9})
    # Éomer's leadership is for men of Rohan, and none fights beside him: a draw.
    assert score(told) == (0, 0)


@pytest.mark.rules("PPL-GALADRIEL-02")
def test_elves_in_lorien_roll_misses_again_beside_the_lady(fights: Fights) -> None:
    # A wood elf's one die: his 1 becomes a 6. Elsewhere it would stay a 1.
    dice = {"good attack": "1", "evil attack": "1"}
    assert score(fights("galadriel, wood-elf", "orc", dice=dice)) == (4, 0)
    again = {**dice, "good attack_reroll": "6", "evil defense": "1"}
    assert score(fights("galadriel, wood-elf", "orc", place="lothlorien", dice=again)) == (5, 0)


@pytest.mark.rules("PPL-THRANDUIL-01")
def test_thranduil_has_magic_in_mirkwood_only(fights: Fights) -> None:
    # Two dice at 3+; with his point on dice three.
    spent = {"thranduil": {"dice": 1}}
    fights(
        "thranduil", "orc", place="mirkwood", good_wizardry=spent,
        dice={"good attack": "111", "evil attack": "1"},
    )  # fmt: skip
    with pytest.raises(AssistantError):
        fights("thranduil", "orc", good_wizardry=spent, dice={"good attack": "111", "evil attack": "1"})


@pytest.mark.rules("ABL-VENERABLE")
def test_dain_rests_after_a_fight(fights: Fights) -> None:
    told = fights("dain", "orc", dice={"good attack": "1", "evil attack": "1"})
    assert "dain does not move next turn, venerable (ABL-VENERABLE)." in told.played.done.log


@pytest.mark.rules("FOR-06")
def test_walls_that_fall_without_a_tower_take_all_with_them(fights: Fights) -> None:
    # Three trolls hit six times, twice each: Angbor saves 2+ with both, the foot fail. 2 beats Angbor's 1.
    told = fights(
        "angbor, 2 rohan-foot", "3 troll", fortress="good", tower=False,
        dice={"good attack": "11 11 11", "evil attack": "33 33 33", "good defense": "22 11 11"},
    )  # fmt: skip
    assert score(told) == (1, 2)
    assert told.figures["angbor"] == "eliminated"
    assert (told.outcome.retreats, told.outcome.extra_losses) == (None, ())


@pytest.mark.rules("ABL-BULLIES")
def test_bullies_attack_hobbits_and_those_they_outnumber(fights: Fights) -> None:
    dice = {"good attack": "1", "evil attack": "1"}
    with pytest.raises(AssistantError):
        fights("rohan-foot", "ruffian", attacker="evil", dice=dice)
    fights("pippin", "ruffian", attacker="evil", dice=dice)
    fights("rohan-foot", "2 ruffian", attacker="evil", dice={**dice, "evil attack": "11"})


@pytest.mark.rules("CMB-04", "CMB-05")
def test_characters_who_hide_are_found_on_four(fights: Fights) -> None:
    told = fights("aragorn", "orc", good_hides=True, dice={"evil special": "3"})
    assert told.outcome.evaded == "good"
    dice = {"evil special": "4", "good attack": "111", "evil attack": "1"}
    assert fights("aragorn", "orc", good_hides=True, dice=dice).outcome.evaded is None


@pytest.mark.rules("PPL-DRUMMERS-01", "PPL-DRUMMERS-02")
def test_goblins_strike_once_more_while_both_drummers_live(fights: Fights) -> None:
    # In Moria with two drummers each of the four has two dice; with one left, one each.
    both = {"good attack": "1", "evil attack": "11" * 4}
    fights("rohan-foot", "2 goblin, 2 goblin-drummer", place="moria", holder="evil", dice=both)
    one = {"good attack": "1", "evil attack": "1" * 3}
    fights("rohan-foot", "2 goblin, goblin-drummer", place="moria", holder="evil", dice=one)


@pytest.mark.rules("PPL-BERSERKERS-01", "PPL-BERSERKERS-02")
def test_a_berserker_spoils_the_doubling_of_one_at_walls_and_of_none_at_a_tower(fights: Fights) -> None:
    # Two foot have four dice behind walls; against a berserker three. There is no charge against walls, so
    # his 1 stays. Nobody may hit him, and he is gone without counting.
    told = fights(
        "2 rohan-foot",
        "uruk-hai-berserker",
        fortress="good",
        dice={"good attack": "66 6", "evil attack": "1"},
    )
    assert (score(told), told.figures["uruk-hai-berserker"]) == ((0, 0), "eliminated")
    fights(
        "2 boromir", "uruk-hai-berserker", fortress="good", tower=True, at="tower",
        dice={"good attack": "1111 1111", "evil attack": "1"},
    )  # fmt: skip
