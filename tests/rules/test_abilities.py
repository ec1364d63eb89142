"""Each ability in a fight of its own, worked by hand from lines 229-299."""

from __future__ import annotations

import pytest

from tests.support import Fights


@pytest.mark.rules("ABL-AMBUSH")
@pytest.mark.effect("ambush")
def test_whoever_an_ambush_fells_does_not_strike_back(fights: Fights) -> None:
    # A sentinel (3+) ambushes one of two orcs, who fails; only the other strikes back. The sentinel is done.
    fight = fights(
        "elf-sentinel",
        "2 orc",
        dice={"good attack": "3", "evil defense": "5", "evil attack": "1"},
    )
    assert fight.figures["orc.1"] == "eliminated"


def test_a_rider_thrown_by_an_ambush_fights_the_rest_on_foot(fights: Fights) -> None:
    # The warg rider (2 dice at 4+, 5+) fails once in the ambush; on foot it is 1 die at 5+.
    fight = fights(
        "elf-sentinel",
        "warg-rider",
        dice={"good attack": "3", "evil defense": "4", "evil attack": "4"},
    )
    assert fight.figures["warg-rider"] == "dismounted"
    assert fight.figures["elf-sentinel"] == "unhurt"


def test_hits_taken_in_the_ambush_count_towards_once_before_twice(fights: Fights) -> None:
    # The first orc took the ambush hit, so the next hit goes to the second; separately it would be the first.
    dice = {"good attack": "3 4", "evil defense": "6 6", "evil attack": "1 1"}
    together = fights("elf-sentinel, rohan-foot", "2 orc", dice=dice)
    hits = [request for request in together.played.requests if request.purpose == "hits"]
    assert hits[1].proposal == ("orc.2",)  # type: ignore[union-attr]
    apart = fights("elf-sentinel, rohan-foot", "2 orc", dice=dice, house={"AMB-092": "separately"})
    hits = [request for request in apart.played.requests if request.purpose == "hits"]
    assert hits[1].proposal == ("orc.1",)  # type: ignore[union-attr]


@pytest.mark.rules("ABL-AXES")
@pytest.mark.effect("axes")
def test_axes_make_defense_one_worse(fights: Fights) -> None:
    # An Uruk-hai (5+) hit by an axeman needs 6; hit by a Rohan foot it needs 5.
    dice = {"good attack": "3", "evil attack": "1", "evil defense": "5"}
    assert fights("axeman-of-lossarnach", "uruk-hai", dice=dice).figures["uruk-hai"] == "eliminated"
    dice["good attack"] = "4"
    assert fights("rohan-foot", "uruk-hai", dice=dice).figures["uruk-hai"] == "unhurt"


def test_axes_against_an_orc_leave_nothing_to_roll(fights: Fights) -> None:
    # 6+ with -1 would be 7: no die is rolled and the hit stands.
    fight = fights("axeman-of-lossarnach", "orc", dice={"good attack": "3", "evil attack": "1"})
    assert fight.figures["orc"] == "eliminated"


@pytest.mark.rules("WAR-15")
@pytest.mark.effect("darkness")
def test_orcs_strike_better_under_darkness(fights: Fights) -> None:
    # 5+ becomes 4+; Rohan foot are no better for it.
    assert fights.first_roll("rohan-foot", "orc", "evil", darkness=True).dice[0].need == 4
    assert fights.first_roll("rohan-foot", "orc", "evil").dice[0].need == 5
    assert fights.first_roll("rohan-foot", "orc", "good", darkness=True).dice[0].need == 4


@pytest.mark.rules("ABL-FURIOUSCHARGE")
@pytest.mark.effect("furious-charge")
def test_furious_charge_rolls_every_miss_again_once(fights: Fights) -> None:
    # Two clansmen at 3+ roll 2 and 3: the miss is rolled again, 1, and stands.
    fight = fights(
        "2 clansman-of-lamedon",
        "2 orc",
        dice={"good attack": "23", "good attack_reroll": "1", "evil attack": "11", "evil defense": "6"},
    )
    assert fight.outcome.good.casualties_inflicted == 0


@pytest.mark.rules("ABL-FURIOUSCHARGE-2")
@pytest.mark.parametrize("ground", [{"terrain": "woods"}, {"fortress": "evil"}])
def test_furious_charge_is_spent_on_rough_ground_and_walls(fights: Fights, ground: dict[str, str]) -> None:
    dice = {"good attack": "2", "evil attack": "1" * (2 if "fortress" in ground else 1)}
    fights("clansman-of-lamedon", "orc", dice=dice, **ground)


def test_furious_charge_holds_while_any_enemy_stands_in_the_open(fights: Fights) -> None:
    roll = fights.first_roll("clansman-of-lamedon", "orc", "good", evil_terrain="hills")
    assert any("no furious charge" in reason for reason in roll.dice[0].reasons)
    roll = fights.first_roll("clansman-of-lamedon", "orc", "good", good_terrain="hills")
    assert any("misses rolled again" in reason for reason in roll.dice[0].reasons)


def test_where_woods_are_clear_to_elves_they_do_not_break_a_charge(fights: Fights) -> None:
    # AMB-091 clear-for-all: wood elves call woods clear, so the charge holds; orcs there still break it.
    clear = {"AMB-091": "clear-for-all"}
    roll = fights.first_roll("wood-elf", "feral-uruk-hai", "evil", terrain="woods", house=clear)
    assert any("misses rolled again" in reason for reason in roll.dice[0].reasons)
    roll = fights.first_roll("wood-elf", "feral-uruk-hai", "evil", terrain="woods")
    assert any("no furious charge" in reason for reason in roll.dice[0].reasons)


def test_a_rider_on_foot_does_not_charge(fights: Fights) -> None:
    fights("rider-of-rohan on foot", "orc", dice={"good attack": "3", "evil attack": "1"})


@pytest.mark.rules("ABL-POISON")
@pytest.mark.effect("poison")
def test_poisoned_weapons_roll_attack_ones_again_and_no_other_miss(fights: Fights) -> None:
    # Three serpent guards at 4+ roll 1 2 3: only the 1 again, 4, a hit; the Rohan foot fails with 4.
    fight = fights(
        "rohan-foot",
        "3 serpent-guard",
        dice={"good attack": "1", "evil attack": "123", "evil attack_reroll": "4", "good defense": "4"},
    )
    assert fight.figures["rohan-foot"] == "eliminated"


def test_where_the_house_says_so_poison_saves_from_a_defense_of_one(fights: Fights) -> None:
    # AMB-080: a serpent guard (4+) rolls 1 and again 4.
    fight = fights(
        "rohan-foot",
        "serpent-guard",
        dice={"good attack": "4", "evil attack": "2", "evil defense": "1", "evil defense_reroll": "4"},
        house={"AMB-080": "every-die"},
    )
    assert fight.figures["serpent-guard"] == "unhurt"


@pytest.mark.rules("ABL-TERROR")
@pytest.mark.effect("terror")
def test_terror_makes_a_saved_die_roll_again(fights: Fights) -> None:
    # A mounted Morgul knight hits (3+); the Gondor foot saves with 4, must roll again, 3, and falls.
    fight = fights(
        "gondor-foot",
        "morgul-knight",
        dice={"good attack": "1", "evil attack": "31", "good defense": "4", "good defense_reroll": "3"},
    )
    assert fight.figures["gondor-foot"] == "eliminated"


def test_a_morgul_knight_on_foot_frightens_nobody(fights: Fights) -> None:
    # AMB-090: on foot it is a Black Numenorean, 1/3+/4+ and tough.
    fight = fights(
        "gondor-foot",
        "morgul-knight on foot",
        dice={"good attack": "1", "evil attack": "3", "good defense": "4"},
    )
    assert fight.figures["gondor-foot"] == "unhurt"


@pytest.mark.rules("ABL-TOUGH")
@pytest.mark.effect("tough")
def test_tough_rolls_a_failed_defense_again_once(fights: Fights) -> None:
    # A Black Numenorean (4+) rolls 3 and again 4.
    fight = fights(
        "rohan-foot",
        "black-numenorean",
        dice={"good attack": "4", "evil attack": "1", "evil defense": "3", "evil defense_reroll": "4"},
    )
    assert fight.figures["black-numenorean"] == "unhurt"


def test_a_die_is_rolled_again_once_at_most_unless_terror_strikes_again(fights: Fights) -> None:
    # Osgiliath veterans are tough (4+); terror: fails 3, again 4, saved. AMB-018 may force a third roll: 1.
    dice = {"good attack": "1", "evil attack": "31", "good defense": "3", "good defense_reroll": "4"}
    once = fights("osgiliath-veteran", "morgul-knight", dice=dice)
    assert once.figures["osgiliath-veteran"] == "unhurt"
    again = fights(
        "osgiliath-veteran",
        "morgul-knight",
        dice={**dice, "good defense_reroll": "4 1"},
        house={"AMB-018": "terror-again"},
    )
    assert again.figures["osgiliath-veteran"] == "eliminated"


@pytest.mark.rules("ABL-PIKES")
@pytest.mark.effect("pikes")
def test_pikes_defend_two_better_against_any_mounted_enemy(fights: Fights) -> None:
    # An Uruk-hai pikeman 5+: against a rider 3+, against foot 5+.
    dice = {"good attack": "31", "good attack_reroll": "1", "evil attack": "1", "evil defense": "3"}
    assert fights("rider-of-rohan", "uruk-hai-pikeman", dice=dice).figures["uruk-hai-pikeman"] == "unhurt"
    foot = {"good attack": "4", "evil attack": "1", "evil defense": "3"}
    assert fights("rohan-foot", "uruk-hai-pikeman", dice=foot).figures["uruk-hai-pikeman"] == "eliminated"


@pytest.mark.rules("ABL-WOODSMEN")
@pytest.mark.effect("woodsmen")
def test_woodsmen_double_their_dice_in_woods_alone(fights: Fights) -> None:
    assert len(fights.first_roll("wood-elf", "orc", "good", terrain="woods").dice) == 2
    assert len(fights.first_roll("wood-elf", "orc", "good", terrain="hills").dice) == 1


@pytest.mark.rules("ABL-MINERS")
@pytest.mark.effect("miners")
@pytest.mark.parametrize(
    ("terrain", "reading", "dice"),
    [
        ("caves", "any-of-these", 2),
        ("hills", "any-of-these", 2),
        ("mountain", "any-of-these", 2),
        ("woods", "any-of-these", 1),
        ("mountain", "tunnels-rocks-hills", 1),
        ("rocky", "tunnels-rocks-hills", 2),
        ("rocky", "caves-tunnels-mountains", 1),
        ("caves", "caves-tunnels-mountains", 2),
    ],
)
def test_miners_double_their_dice_on_the_ground_the_house_says(
    fights: Fights, terrain: str, reading: str, dice: int
) -> None:
    fights.first_roll("dwarf-warrior", "orc", "good", terrain="caves")
    roll = fights.first_roll("dwarf-warrior", "orc", "good", terrain=terrain, house={"CON-059": reading})
    assert len(roll.dice) == dice


@pytest.mark.rules("ABL-RANGER")
@pytest.mark.effect("ranger")
def test_rangers_defend_two_better_in_rough_ground_even_in_the_woods_they_know(fights: Fights) -> None:
    # A ranger 4+: in hills 2+, in woods 2+ although a woodsman (AMB-091), in the open 4+.
    dice = {"good attack": "11", "evil attack": "5", "good defense": "2"}
    assert fights("ranger", "orc", terrain="woods", dice=dice).figures["ranger"] == "unhurt"
    clear = {**dice, "good attack": "1"}
    assert fights("ranger", "orc", terrain="hills", dice=clear).figures["ranger"] == "unhurt"
    assert fights("ranger", "orc", dice=clear).figures["ranger"] == "eliminated"
    strict = {"AMB-091": "clear-for-all"}
    assert fights("ranger", "orc", terrain="woods", dice=dice, house=strict).figures["ranger"] == "eliminated"


@pytest.mark.rules("ABL-ETHEREAL")
@pytest.mark.effect("ethereal")
def test_an_ethereal_figure_is_dispersed_and_counts_as_a_casualty(fights: Fights) -> None:
    fight = fights(
        "rohan-foot",
        "ringwraith",
        dice={"good attack": "4", "evil attack": "1", "evil defense": "3"},
    )
    assert fight.figures["ringwraith"] == "dispersed"
    assert fight.outcome.good.casualties_inflicted == 1


@pytest.mark.rules("ABL-ETHEREAL-3")
def test_a_character_with_a_magic_weapon_makes_it_mortal(fights: Fights) -> None:
    # Haldir carries a magic weapon; that the Rohan foot struck the blow does not matter (CON-067).
    dice = {"good attack": "1 4", "evil attack": "1", "evil defense": "3"}
    assert fights("haldir, rohan-foot", "ringwraith", dice=dice).figures["ringwraith"] == "eliminated"
    by_hit = {"CON-067": "hit-by-it"}
    spared = fights("haldir, rohan-foot", "ringwraith", dice=dice, house=by_hit)
    assert spared.figures["ringwraith"] == "dispersed"


@pytest.mark.effect("magic-weapon")
def test_by_the_other_reading_only_the_magic_weapons_own_hit_slays(fights: Fights) -> None:
    fight = fights(
        "haldir, rohan-foot",
        "ringwraith",
        dice={"good attack": "3 1", "evil attack": "1", "evil defense": "3"},
        house={"CON-067": "hit-by-it"},
    )
    assert fight.figures["ringwraith"] == "eliminated"


@pytest.mark.rules("ABL-MAGICWEAPON")
def test_a_magic_weapon_is_in_the_printed_attack_unless_the_house_adds_it(fights: Fights) -> None:
    assert fights.first_roll("haldir", "orc", "good").dice[0].need == 3
    roll = fights.first_roll("haldir", "orc", "good", house={"AMB-014": "added-on-top"})
    assert roll.dice[0].need == 2


@pytest.mark.rules("ABL-HERO-2")
@pytest.mark.effect("hero")
def test_good_characters_are_wounded_and_evil_ones_eliminated(fights: Fights) -> None:
    # Both fail: Angbor (3+) with 2, Lurtz (4+) with 3. Both are casualties: 1 + 1 each, a draw.
    fight = fights(
        "angbor",
        "lurtz",
        dice={"good attack": "3", "evil attack": "4", "good defense": "2", "evil defense": "3"},
    )
    assert fight.figures == {"angbor": "wounded", "lurtz": "eliminated"}
    assert fight.outcome.winner is None


def test_where_only_labelled_heroes_count_nobody_is_one(fights: Fights) -> None:
    fight = fights(
        "angbor",
        "orc",
        dice={"good attack": "1", "evil attack": "5", "good defense": "2"},
        house={"CON-056": "labelled"},
    )
    assert fight.figures["angbor"] == "eliminated"


@pytest.mark.rules("ABL-ELITE", "ABL-HEAVYARMOUR")
@pytest.mark.effect("elite")
@pytest.mark.effect("heavy-armor")
def test_armor_and_training_are_printed_unless_the_house_adds_them(fights: Fights) -> None:
    # A citadel guard prints 3+ as elite; a Morannon orc 5+ in heavy armor. AMB-012 on top: 2+ and 4+.
    on_top = {"AMB-012": "added-on-top"}
    assert fights.first_roll("citadel-guard", "morannon-orc", "good").dice[0].need == 3
    assert fights.first_roll("citadel-guard", "morannon-orc", "good", house=on_top).dice[0].need == 2
    assert fights.first_roll("citadel-guard", "morannon-orc", "evil", "defense").dice[0].need == 5
    roll = fights.first_roll("citadel-guard", "morannon-orc", "evil", "defense", house=on_top)
    assert roll.dice[0].need == 4


@pytest.mark.rules("ABL-UNARMOURED")
@pytest.mark.effect("unarmored")
def test_the_unarmored_print_their_weakness_unless_the_house_adds_it(fights: Fights) -> None:
    # Haradrim foot print 6+; AMB-012 on top makes it 7: no die.
    dice = {"good attack": "4", "evil attack": "1"}
    fights("rohan-foot", "haradrim-foot", dice={**dice, "evil defense": "6"})
    lost = fights("rohan-foot", "haradrim-foot", dice=dice, house={"AMB-012": "added-on-top"})
    assert lost.figures["haradrim-foot"] == "eliminated"


@pytest.mark.rules("ABL-RABBLE")
@pytest.mark.effect("rabble")
def test_rabble_print_their_weakness_unless_the_house_adds_it(fights: Fights) -> None:
    # A ruffian prints 5+; on top 6+.
    assert fights.first_roll("rohan-foot", "ruffian", "evil").dice[0].need == 5
    roll = fights.first_roll("rohan-foot", "ruffian", "evil", house={"AMB-012": "added-on-top"})
    assert roll.dice[0].need == 6
