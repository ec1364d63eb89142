"""Those who change a fight by being there, and those who are spent by it, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.rules.book import Book, Profile, ProfileId, Trait
from assistant.rules.game import RingOfPower
from tests.rules.battles import declared, first, fought, one, says
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


def test_a_ship_is_no_corsair_whom_a_bosun_could_steady(fights: Fights) -> None:
    def need(evil: str) -> int | None:
        roll = fights.first_roll("3 knight-of-gondor", evil, "evil", "defense", water=True)
        return next(die.need for die in roll.dice if die.figure == "ship")

    assert need("ship, corsair-bosun") == need("ship")


@pytest.mark.rules("PPL-GAMLING-01")
@pytest.mark.effect("royal-standard")
@pytest.mark.parametrize(("reading", "amount"), [("who-lead-already", 0), ("any-character", 1)])
def test_whether_the_standard_makes_leaders_of_all_rohan_characters_is_a_house_rule(
    fights: Fights, reading: str, amount: int
) -> None:
    # Éowyn is printed without leadership; Théoden's 3 become 4 by either reading.
    house = {"AMB-100": reading}
    alone = fights.setup("gamling, eowyn", "orc", house=house)
    assert fought(fights.game, alone).outcome.good.leadership == amount
    led = fights.setup("gamling, theoden, rohan-foot", "orc", house=house)
    assert fought(fights.game, led).outcome.good.leadership == 4


@pytest.mark.rules("PPL-BOSUN-01")
@pytest.mark.effect("bosun")
@pytest.mark.parametrize(("reading", "leaders"), [("crews-only", 5), ("whole-people", 4)])
def test_whether_a_bosun_steadies_captains_too_is_a_house_rule(
    fights: Fights, reading: str, leaders: int
) -> None:
    # Captain and bosun defend at 5+, and a corsair beside a bosun at 5+ by either reading.
    evil = "corsair, corsair-captain, corsair-bosun"
    roll = fights.first_roll("3 knight-of-gondor", evil, "evil", "defense", house={"AMB-099": reading})
    needs = {die.figure: die.need for die in roll.dice}
    assert needs == {"corsair": 5, "corsair-captain": leaders, "corsair-bosun": leaders}


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


@pytest.mark.rules("ABL-ASSASSIN", "PPL-HASHARIN-01")
@pytest.mark.effect("one-strike")
def test_a_hasharins_owner_names_who_takes_one_of_the_hits(fights: Fights) -> None:
    # Two of four dice hit. The first goes where evil says (Angbor, the first option), the second to the next
    # who has none.
    fight = fights(
        "angbor, rohan-foot",
        "hasharin",
        dice={"evil attack": "3311", "good defense": "3 1"},
        good_allocation=["rohan-foot"],
    )
    assert any("strikes at angbor" in line for line in fight.played.done.log)
    assert fight.figures["rohan-foot"] == "eliminated"


@pytest.mark.rules("PPL-HASHARIN-01")
@pytest.mark.effect("one-strike")
def test_a_hasharins_whole_attack_is_on_the_one_he_touches_where_the_house_says_so(fights: Fights) -> None:
    # AMB-097: two of four dice hit, both on Angbor (3+), whom evil names; the foot, first in order, has none.
    fight = fights(
        "angbor, rohan-foot",
        "hasharin",
        house={"AMB-097": "whole-attack"},
        dice={"evil attack": "3311", "good defense": "4 4"},
        good_allocation=["rohan-foot"],
    )
    assert fight.figures == {"angbor": "unhurt", "rohan-foot": "unhurt", "hasharin": "eliminated"}
    assert any("4 4 for angbor (3+)" in line for line in fight.played.done.log)


@pytest.mark.rules("ABL-ASSASSIN")
@pytest.mark.effect("assassin")
def test_an_assassins_hit_falls_on_whom_its_owner_names(book: Book) -> None:
    # Give the ability to an Uruk-hai: evil names Angbor, though good would give the hit to the foot.
    uruk = book.profiles[ProfileId("uruk-hai")]
    killer = replace(uruk, traits=(*uruk.traits, Trait("assassin")))

    def hit(profile: Profile) -> str:
        game = RingOfPower(replace(book, profiles={**book.profiles, uruk.id: profile}))
        setup = declared(
            game,
            [one("angbor"), one("rohan-foot")],
            [one("uruk-hai")],
            sides={"good": {"allocation": ["rohan-foot", "angbor"]}},
        )
        return first(fought(game, setup, answers={"victim": "angbor"}), "good", "defense").dice[0].figure

    assert (hit(uruk), hit(killer)) == ("rohan-foot", "angbor")


@pytest.mark.rules("PPL-HOBBITS-02")
@pytest.mark.effect("stones")
def test_hobbits_throw_stones_first_and_then_strike_as_well(fights: Fights) -> None:
    # A hobbit (6+) fells one of two goblins with a stone; the other strikes back; the hobbit strikes again.
    fight = fights("hobbit", "2 goblin", dice={"good attack": "6 1", "evil attack": "1"})
    assert fight.figures["goblin.1"] == "eliminated"


def test_stones_are_thrown_in_the_first_round_only(fights: Fights) -> None:
    fights("hobbit", "goblin", resumed=True, dice={"good attack": "1", "evil attack": "1"})


@pytest.mark.rules("MNT-06", "MNT-09")
@pytest.mark.effect("fights-on-foot")
def test_gimli_and_hobbits_never_fight_from_the_saddle(fights: Fights) -> None:
    # A mounted enemy would give the pikeman +2; Gimli and Merry do not count as mounted.
    keys = {"good": "gimli mounted, merry mounted", "evil": "uruk-hai-pikeman"}
    roll = fights.first_roll(keys["good"], keys["evil"], "evil", "defense")
    assert roll.dice[0].need == 5


@pytest.mark.rules("PPL-SHADOWLORD-01")
@pytest.mark.effect("shadows")
def test_the_shadow_lord_darkens_the_field_for_five_orcs(fights: Fights) -> None:
    # Seven orcs at 5+: five strike at 4+. Under darkness all do, and none gains twice.
    roll = fights.first_roll("rohan-foot", "7 orc, shadow-lord", "evil")
    assert [die.need for die in roll.dice] == [4, 4, 4, 4, 4, 5, 5, 3]
    dark = fights.first_roll("rohan-foot", "7 orc, shadow-lord", "evil", darkness=True)
    assert [die.need for die in dark.dice] == [4] * 7 + [3]


@pytest.mark.rules("PPL-SHAMAN-02")
@pytest.mark.effect("shaman")
def test_a_shaman_turns_a_defeat_by_one_into_a_draw_and_is_gone(fights: Fights) -> None:
    # One goblin falls: 1 to 0. The shaman makes it a draw; beaten by two he cannot.
    fight = fights("rohan-foot", "2 goblin, goblin-shaman", dice={"good attack": "4", "evil attack": "11"})
    assert fight.outcome.winner is None
    assert fight.figures["goblin-shaman"] == "eliminated"
    lost = fights("2 rohan-foot", "3 goblin, goblin-shaman", dice={"good attack": "44", "evil attack": "111"})
    assert lost.outcome.winner == "good"


@pytest.mark.rules("PPL-GRISHNAKH-01")
@pytest.mark.effect("spite")
def test_grishnakh_strikes_better_where_hobbits_are(fights: Fights) -> None:
    assert fights.first_roll("pippin, rohan-foot", "grishnakh", "evil").dice[0].need == 3
    assert fights.first_roll("rohan-foot", "grishnakh", "evil").dice[0].need == 4


@pytest.mark.rules("PPL-BERSERKERS-01")
@pytest.mark.effect("wall-stormer")
def test_each_berserker_keeps_one_defender_of_walls_from_doubling(fights: Fights) -> None:
    # Three Rohan foot behind walls would roll 6 dice; two berserkers take two away, but not in a tower.
    walls = fights.first_roll("3 rohan-foot", "2 uruk-hai-berserker", "good", fortress="good")
    assert len(walls.dice) == 4
    tower: dict[str, Any] = {"fortress": "good", "tower": True, "at": "tower"}
    assert len(fights.first_roll("3 rohan-foot", "2 uruk-hai-berserker", "good", **tower).dice) == 6


@pytest.mark.rules("PPL-BERSERKERS-01")
@pytest.mark.effect("wall-stormer")
def test_who_does_not_double_their_dice_the_berserkers_owner_says(game: RingOfPower) -> None:
    # Behind walls Aragorn has 6 dice and a Rohan foot 2. Proposed is Aragorn: 2 + 3; or 1 + 6.
    setup = declared(
        game,
        [one("rohan-foot"), one("aragorn")],
        [one("uruk-hai-berserker"), one("uruk-hai")],
        fortress="good",
    )
    assert len(first(fought(game, setup), "good", "attack").dice) == 5
    named = fought(game, setup, shares={"storm": "rohan-foot"})
    assert len(first(named, "good", "attack").dice) == 7
    assert says(named, "Kept from doubling their dice: rohan-foot, wall-stormers (PPL-BERSERKERS-01).")


def test_where_the_walls_are_broken_berserkers_have_nothing_to_storm(game: RingOfPower) -> None:
    setup = declared(game, [one("rohan-foot")], [one("uruk-hai-berserker")], fortress="good", breached=True)
    fight = fought(game, setup)
    assert len(first(fight, "good", "attack").dice) == 1
    assert not says(fight, "Kept from doubling")
