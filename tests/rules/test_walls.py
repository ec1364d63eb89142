"""Fortresses, towers and places (lines 183-197)."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.fight.facts import WallsFell
from tests.support import Fights


@pytest.mark.rules("FOR-03", "FOR-04")
@pytest.mark.effect("fortress")
def test_holders_of_walls_double_their_dice_and_defend_one_better(fights: Fights) -> None:
    # A Rohan foot 1/4+/5+ behind walls: 2 dice at 4+, defense 4+.
    dice = {"good attack": "11", "evil attack": "5", "good defense": "4"}
    fight = fights("rohan-foot", "orc", fortress="good", dice=dice)
    assert fight.figures["rohan-foot"] == "unhurt"


@pytest.mark.rules("FOR-05")
def test_riders_behind_walls_fight_on_foot_with_the_bonuses(fights: Fights) -> None:
    # A rider on foot is 1/4+/5+: 2 dice at 4+; one failure at 4+ removes him, for he is not mounted now.
    roll = fights.first_roll("rider-of-rohan", "orc", "good", fortress="good")
    assert [die.need for die in roll.dice] == [4, 4]
    fight = fights(
        "rider-of-rohan",
        "orc",
        fortress="good",
        dice={"good attack": "11", "evil attack": "5", "good defense": "3"},
    )
    assert fight.figures["rider-of-rohan"] == "eliminated"


def test_attackers_may_stay_mounted_before_the_walls(fights: Fights) -> None:
    roll = fights.first_roll("rider-of-rohan", "orc", "good", fortress="evil")
    assert [die.need for die in roll.dice] == [3, 3]


def test_pikes_behind_walls_do_not_fear_riders_of_their_own_side_fighting_on_foot(fights: Fights) -> None:
    # The knight holds the walls on foot, so the pikeman before them has no mounted enemy: 5+ stays 5+.
    fight = fights(
        "knight-of-gondor",
        "uruk-hai-pikeman",
        fortress="good",
        dice={"good attack": "41", "evil attack": "1", "evil defense": "4"},
    )
    assert fight.figures["uruk-hai-pikeman"] == "eliminated"


@pytest.mark.rules("FOR-06", "FOR-07")
def test_when_walls_fall_the_army_is_lost_and_characters_reach_the_tower(fights: Fights) -> None:
    # Two Gondor foot and Angbor hold; one foot falls at 3+ with a 2. Evil 1 + Gothmog 2 = 3 against 0 + 1.
    fight = fights(
        "2 gondor-foot, angbor",
        "gothmog",
        fortress="good",
        tower=True,
        dice={"good attack": "11 11 11", "evil attack": "41", "good defense": "2"},
    )
    assert fight.outcome.walls_fell
    assert fight.outcome.retreats is None
    assert fight.outcome.extra_losses == ()
    assert fight.figures == {
        "gondor-foot.1": "eliminated",
        "gondor-foot.2": "eliminated",
        "angbor": "unhurt",
        "gothmog": "unhurt",
    }
    assert WallsFell("good", (FigureId("angbor"),)) in fight.played.done.facts


def test_without_a_tower_the_characters_are_lost_too(fights: Fights) -> None:
    dice = {"good attack": "11 11", "evil attack": "41", "good defense": "2"}
    fight = fights("gondor-foot, angbor", "gothmog", fortress="good", dice=dice)
    assert fight.figures["angbor"] == "eliminated"
    spared = fights(
        "gondor-foot, angbor", "gothmog", fortress="good", dice=dice, house={"AMB-035": "heroes-wounded"}
    )
    assert spared.figures["angbor"] == "wounded"


@pytest.mark.rules("PPL-HOBBITS-01")
@pytest.mark.effect("taken-alive")
def test_a_hobbit_character_is_captured_where_others_are_lost_with_the_walls(fights: Fights) -> None:
    fight = fights(
        "gondor-foot, pippin",
        "gothmog",
        fortress="good",
        dice={"good attack": "11 11", "evil attack": "41", "good defense": "2"},
    )
    assert fight.figures["pippin"] == "captured"


@pytest.mark.rules("TOW-05")
def test_a_tower_is_assaulted_as_a_fortress_and_has_no_further_refuge(fights: Fights) -> None:
    # Angbor (3+) in the tower: 2 dice at 3+, defense 2+. He saves, and loses 0 + 1 to 0 + 2.
    fight = fights(
        "angbor",
        "gothmog",
        fortress="good",
        tower=True,
        at="tower",
        dice={"good attack": "11", "evil attack": "41", "good defense": "2"},
    )
    assert fight.outcome.evil.total == 2
    assert fight.outcome.good.total == 1
    assert fight.figures["angbor"] == "eliminated"


def test_in_the_field_before_the_walls_nobody_has_their_benefit(fights: Fights) -> None:
    roll = fights.first_roll("rohan-foot", "orc", "good", fortress="good", at="field")
    assert len(roll.dice) == 1


def test_dice_are_doubled_once_however_many_reasons_there_are(fights: Fights) -> None:
    # Wood elves in woods behind walls: 2 dice each, or 4 where every doubling counts (AMB-078).
    keys = {"terrain": "woods", "fortress": "good"}
    assert len(fights.first_roll("wood-elf", "orc", "good", **keys).dice) == 2
    every = {"AMB-078": "every-doubling"}
    assert len(fights.first_roll("wood-elf", "orc", "good", house=every, **keys).dice) == 4


@pytest.mark.rules("PLC-BREE-01", "FOR-10")
@pytest.mark.effect("shelter")
def test_a_lesser_place_gives_its_defenders_their_bonus_alone(fights: Fights) -> None:
    # Bree: a man of Bree (5+) defends at 4+ with one die; the attackers gain nothing.
    fight = fights(
        "man-of-bree",
        "orc",
        place="bree",
        holder="good",
        dice={"good attack": "1", "evil attack": "5", "good defense": "4"},
    )
    assert fight.figures["man-of-bree"] == "unhurt"
    assert fights.first_roll("man-of-bree", "orc", "evil", place="bree", holder="good").dice[0].need == 5


@pytest.mark.effect("shelter")
@pytest.mark.parametrize(
    ("place", "need"),
    [
        pytest.param(place, need, marks=pytest.mark.rules(rule))
        for place, need, rule in (
            ("dale", 3, "PLC-DALE-01"),
            ("edoras", 3, "PLC-EDORAS-01"),
            ("osgiliath", 3, "PLC-OSGILIATH-01"),
            ("pelargir", 3, "PLC-PELARGIR-01"),
            ("cair-andros", 3, "PLC-CAIRANDROS-03"),
            ("iron-hills", 3, "PLC-IRONHILLS-01"),
            ("edhellond", 3, "PLC-EDHELLOND-01"),
            ("grey-havens", 2, "PLC-GREYHAVENS-01"),
            ("glittering-caves", 3, "PLC-GLITTERINGCAVES-01"),
            ("dunharrow", 3, "PLC-DUNHARROW-03"),
        )
    ],
)
def test_who_holds_such_a_place_saves_at_three_instead_of_four_and_in_the_havens_at_two(
    fights: Fights, place: str, need: int
) -> None:
    # A man of Gondor defends at 4+ in the open: one better behind such defenses, two better in the Havens.
    roll = fights.first_roll("gondor-foot", "3 orc", "good", purpose="defense", place=place, holder="good")
    assert {die.need for die in roll.dice} == {need}
    away = fights.first_roll("gondor-foot", "3 orc", "good", purpose="defense", place=place, holder="evil")
    assert {die.need for die in away.dice} == {4}


@pytest.mark.effect("worse-attack")
@pytest.mark.parametrize(
    "place",
    [
        pytest.param("ithilien", marks=pytest.mark.rules("PLC-ITHILIEN-06")),
        pytest.param("dunharrow", marks=pytest.mark.rules("PLC-DUNHARROW-02")),
    ],
)
def test_who_attacks_the_hideout_or_dunharrow_hits_at_five_instead_of_four(
    fights: Fights, place: str
) -> None:
    # Lines 907 and 1013: Uruk-hai attack at 4+ in the open, at 5+ here; a man of Gondor inside at 4+ as ever.
    uruks = fights.first_roll("gondor-foot", "3 uruk-hai", "evil", place=place, holder="good")
    assert {die.need for die in uruks.dice} == {5}
    inside = fights.first_roll("gondor-foot", "3 uruk-hai", "good", place=place, holder="good")
    assert {die.need for die in inside.dice} == {4}
    for holder in ("evil", None):
        free = fights.first_roll("gondor-foot", "3 uruk-hai", "evil", place=place, holder=holder)
        assert {die.need for die in free.dice} == {4}


@pytest.mark.rules("PLC-ITHILIEN-06")
def test_a_fight_for_the_hideout_leaves_nothing_of_its_strength_to_the_table(fights: Fights) -> None:
    # A 4 of the Uruk-hai would hit in the open: here nobody is hit, and nobody defends.
    dice = {"good attack": "1", "evil attack": "4"}
    fight = fights("gondor-foot", "uruk-hai", place="ithilien", holder="good", dice=dice)
    assert not [line for line in fight.played.done.log if "Hard to attack" in line]


@pytest.mark.rules("FOR-06")
def test_those_out_of_reach_are_lost_with_the_walls_too(fights: Fights) -> None:
    # Two of six Rohan foot are in reach; both are hit at 4+ and fail at 4+: 2 to 0, and all six are lost.
    fight = fights(
        "2 of 6 rohan-foot",
        "2 uruk-hai",
        fortress="good",
        dice={"good attack": "11 11", "evil attack": "44", "good defense": "33"},
    )
    assert fight.outcome.walls_fell
    assert {fight.figures[f"rohan-foot.{number}"] for number in range(1, 7)} == {"eliminated"}


@pytest.mark.rules("FOR-07", "FOR-08")
def test_the_tower_takes_in_characters_and_army_figures_who_stood_by(fights: Fights) -> None:
    # Helm's Deep has room for six: of the eight foot who stood by six get in, with Gamling, who stood by too.
    fight = fights(
        "1 of 9 rohan-foot, 0 of 1 gamling",
        "2 uruk-hai",
        place="helms-deep",
        holder="good",
        dice={"good attack": "11", "evil attack": "44", "good defense": "33"},
    )
    (fell,) = (fact for fact in fight.played.done.facts if isinstance(fact, WallsFell))
    foot = [FigureId(f"rohan-foot.{number}") for number in range(2, 8)]
    assert set(fell.into_tower) == {*foot, FigureId("gamling.1")}
    assert [fight.figures[f"rohan-foot.{number}"] for number in (1, 8, 9)] == ["eliminated"] * 3
