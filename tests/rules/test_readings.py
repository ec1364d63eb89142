"""Other readings of the rules of combat, each worked by hand beside the usual one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.kernel.asking import Roll
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import Alternative, Book, Numbers, ProfileId, Trait
from assistant.rules.fight.facts import FightEnded
from assistant.rules.game import RingOfPower
from assistant.rules.world import Figure, World
from assistant.simulate.resolve import Resolution
from tests.rules.battles import asks, declared, first, fought, one, says
from tests.support import Fights


def test_a_rider_hit_twice_saves_the_second_on_foot_where_the_house_says_so(game: RingOfPower) -> None:
    # AMB-082: a rider of Rohan saves at 4+, on foot at 5+. He fails with 1, then 4 is not enough any more.
    good, evil = [one("rider-of-rohan")], [one("uruk-hai", count=2)]
    dice = {"good attack": "11", "good attack_reroll": "11", "evil attack": "44", "good defense": "14"}
    usual = fought(game, declared(game, good, evil), dice=dice)
    assert not says(usual, "Eliminated: rider-of-rohan")
    setup = declared(game, good, evil, house={"AMB-082": "foot-value-after"})
    assert fought(game, setup, dice=dice).figures["rider-of-rohan"] == "eliminated"
    # While he keeps his seat he saves as a rider: 4 and 4 are enough.
    kept = fought(game, setup, dice={**dice, "good defense": "44"})
    assert kept.outcome.winner is None


def test_once_thrown_a_rider_saves_the_other_hits_in_one_handful(game: RingOfPower) -> None:
    # AMB-082: four hits; 4 keeps the seat, 1 loses it, and the last two are rolled together at 5+.
    setup = declared(
        game, [one("rider-of-rohan")], [one("uruk-hai", count=4)], house={"AMB-082": "foot-value-after"}
    )
    fight = fought(game, setup, dice={
        "good attack": "11", "good attack_reroll": "11", "evil attack": "4444", "good defense": "4 1 55",
    })  # fmt: skip
    defended = [
        [die.need for die in request.dice]
        for request in fight.played.requests
        if isinstance(request, Roll) and request.purpose == "defense"
    ]
    assert defended == [[4], [4], [5, 5]]
    assert fight.figures["rider-of-rohan"] == "dismounted"


@pytest.mark.rules("PPL-DARKMARSHAL-01")
def test_dark_leadership_helps_only_the_beaten_where_the_house_says_so(game: RingOfPower) -> None:
    # AMB-038: six orcs (6+) fall, 6 to leadership 2. Then five dice again: 6 6 6 6 1. Four get up, the score
    # stands, and of the marshal and four orcs one more is lost.
    setup = declared(
        game,
        [one("gondor-foot", count=6)],
        [one("orc", count=6), one("dark-marshal")],
        house={"AMB-038": "lost-combat-only"},
    )
    fight = fought(game, setup, dice={
        "good attack": "444444", "evil attack": "111111 1", "evil defense": "111111",
        "evil defense_reroll": "66661",
    })  # fmt: skip
    assert (fight.outcome.winner, fight.outcome.good.total) == ("good", 6)
    assert list(fight.figures.values()).count("eliminated") == 3
    won = fought(game, setup, dice={
        "good attack": "411111", "evil attack": "111111 1", "evil defense": "1",
    })  # fmt: skip
    assert won.outcome.winner == "evil"


def test_an_unhorsed_rider_is_a_casualty_only_by_the_worked_examples_count(game: RingOfPower) -> None:
    # CON-063.
    dice = {"good attack": "11", "good attack_reroll": "11", "evil attack": "4", "good defense": "1"}
    for reading, kills in (("one-kill", 0), ("two-kills", 1)):
        setup = declared(game, [one("rider-of-rohan")], [one("uruk-hai")], house={"CON-063": reading})
        assert fought(game, setup, dice=dice).outcome.evil.casualties_inflicted == kills


@pytest.mark.rules("PPL-HOBBITS-02")
def test_stones_are_an_attack_of_their_own_or_one_die_more(game: RingOfPower) -> None:
    # AMB-094: first one die, then one; or two at once, but not when the fight is carried on.
    setup = declared(game, [one("hobbit")], [one("goblin")], house={"AMB-094": "one-extra-die"})
    assert len(first(fought(game, setup), "good", "attack").dice) == 2
    later = declared(game, [one("hobbit")], [one("goblin")], house={"AMB-094": "one-extra-die"}, resumed=True)
    assert len(first(fought(game, later), "good", "attack").dice) == 1


@pytest.mark.rules("PPL-DRUMMERS-01")
def test_drums_give_one_more_die_or_twice_as_many(game: RingOfPower) -> None:
    # CON-096: three goblins of 1 die each in Moria have 2 each either way.
    evil = [one("goblin"), one("goblin-drummer", count=2)]
    for reading in ("one-more-die", "double-dice"):
        setup = declared(game, [one("rohan-foot")], evil, place="moria", house={"CON-096": reading})
        fight = fought(game, setup)
        assert len(first(fight, "evil", "attack").dice) == 6
        assert says(fight, "doubled: drums") == (reading == "double-dice")


def test_what_osgiliath_veterans_are(game: RingOfPower) -> None:
    # CON-057: tough and double under Faramir; or only tough; or only double.
    good, evil = [one("osgiliath-veteran"), one("faramir")], [one("orc", count=3)]
    for reading, dice, tough in (
        ("both-together", 2, True),
        ("one-reroll", 1, True),
        ("osgiliath-lines", 2, False),
    ):
        fight = fought(game, declared(game, good, evil, house={"CON-057": reading}))
        struck = first(fight, "good", "attack").dice
        assert sum(die.figure == "osgiliath-veteran" for die in struck) == dice
        assert says(fight, "tough (ABL-TOUGH)") == tough


@pytest.mark.rules("ABL-RANGER")
def test_rangers_are_safe_in_rough_ground_or_where_the_house_says_so_in_cover(game: RingOfPower) -> None:
    # CON-061: 4+ with +2 is 2+.
    def need(house: dict[str, str], **keys: object) -> int | None:
        setup = declared(game, [one("ranger", **keys)], [one("orc")], house=house)
        return first(fought(game, setup), "good", "defense").dice[0].need

    assert need({}, terrain="woods") == 2
    assert need({}, cover=True) == 4
    assert need({"CON-061": "cover"}, cover=True) == 2
    assert need({"CON-061": "cover"}, terrain="woods") == 4


@pytest.mark.rules("ABL-BURROWER")
def test_burrowers_are_at_home_in_rocks_only_where_the_book_is_read_so(game: RingOfPower) -> None:
    # CON-058 with AMB-091: a charge falls on goblins in rocky ground if that is clear ground to them.
    def charges(house: dict[str, str]) -> bool:
        setup = declared(
            game,
            [one("rider-of-rohan")],
            [one("goblin", terrain="rocky")],
            house={"AMB-091": "clear-for-all", **house},
        )
        return not says(fought(game, setup), "no furious charge here")

    assert charges({})
    assert not charges({"CON-058": "defence-only"})


@pytest.mark.rules("ABL-CAMELS")
@pytest.mark.effect("camels")
def test_soft_sand_is_clear_ground_to_camel_riders(book: Book) -> None:
    # Give camels to Haradrim cavalry. A charge falls on them in the sand, but not once they stand on foot.
    rider = book.profiles[ProfileId("haradrim-cavalry")]
    camel = replace(rider, traits=(*rider.traits, Trait("camels")))
    game = RingOfPower(replace(book, profiles={**book.profiles, camel.id: camel}))

    def charges(**keys: object) -> bool:
        setup = declared(
            game,
            [one("rider-of-rohan")],
            [one("haradrim-cavalry", terrain="sand", **keys)],
            house={"AMB-091": "clear-for-all"},
        )
        return not says(fought(game, setup), "no furious charge here")

    assert charges()
    assert not charges(mounted=False)


@pytest.mark.rules("PPL-SHELOB-01")
def test_shelob_has_three_dice_at_home_and_by_most_readings_at_her_porch(game: RingOfPower) -> None:
    # CON-080: the porch is a cave of the pass. One die in the open.
    def dice(reading: str, **site: Any) -> int:
        setup = declared(game, [one("sam")], [one("shelob")], house={"CON-080": reading}, **site)
        return len(first(fought(game, setup), "evil", "attack").dice)

    for reading, porch in (("by-place", 3), ("triple-at-porch", 3), ("single-outside", 1)):
        assert dice(reading, place="shelobs-lair") == 3
        assert dice(reading, place="cirith-ungol", terrain="caves") == porch
        assert dice(reading, place="cirith-ungol") == 1


@pytest.mark.rules("DEF-07")
def test_where_armor_is_added_on_top_it_changes_the_printed_defense(fights: Fights) -> None:
    # AMB-012: Gondor foot in heavy armor 4+ would be 3+, unarmored Haradrim 6+ none at all.
    added = {"AMB-012": "added-on-top"}
    assert fights.first_roll("gondor-foot", "orc", "good", "defense", house=added).dice[0].need == 3
    fight = fights("rohan-foot", "haradrim-foot", house=added, dice={"good attack": "4", "evil attack": "1"})
    assert fight.figures["haradrim-foot"] == "eliminated"


@pytest.mark.rules("PPL-HOBBITS-03")
@pytest.mark.effect("horn")
def test_a_horn_heartens_the_hobbits_near_it(game: RingOfPower) -> None:
    # A hobbit strikes at 6+, near a horn (his own or another's) at 5+.
    good = [
        one("hobbit", id="blower", bears=["horn"]),
        one("hobbit", id="near", near=["blower"]),
        one("hobbit", id="far"),
    ]
    dice = first(fought(game, declared(game, good, [one("orc", count=3)])), "good", "attack").dice
    assert {die.figure: die.need for die in dice} == {"blower": 5, "near": 5, "far": 6}


def test_other_numbers_hold_near_water_and_in_cover(book: Book) -> None:
    # A corsair who strikes at 2+ near water and defends at 3+ in cover, besides what sailors have.
    corsair = book.profiles[ProfileId("corsair")]
    told = replace(
        corsair,
        traits=(),
        alternatives=(
            Alternative("near-water", "", Numbers(attack=2)),
            Alternative("in-cover", "", Numbers(defense=3)),
        ),
    )
    game = RingOfPower(replace(book, profiles={**book.profiles, corsair.id: told}))

    def numbers(water: bool, **keys: object) -> tuple[int | None, int | None]:
        setup = declared(game, [one("rohan-foot")], [one("corsair", **keys)], water=water)
        fight = fought(game, setup)
        return first(fight, "evil", "attack").dice[0].need, first(fight, "evil", "defense").dice[0].need

    assert numbers(False) == (5, 6)
    assert numbers(True, cover=True) == (2, 3)
    assert numbers(False, terrain="woods") == (5, 3)


ROUNDS = {"AMB-088": "several-rounds"}


def test_where_the_house_fights_on_a_drawn_round_is_followed_by_another(game: RingOfPower) -> None:
    # Round 1: nobody hits, 0 to 0. Round 2: the orc falls, 1 to 0. By the usual reading it stays a draw.
    good, evil = [one("rohan-foot")], [one("orc")]
    first_round = {"good attack": "1", "evil attack": "1"}
    usual = fought(game, declared(game, good, evil), dice=first_round)
    assert usual.outcome.winner is None
    setup = declared(game, good, evil, house=ROUNDS)
    dice = {"good attack": "1 4", "evil attack": "1 1", "evil defense": "1"}
    fight = fought(game, setup, dice=dice)
    assert (fight.outcome.winner, fight.outcome.good.total, fight.outcome.evil.total) == ("good", 1, 0)
    assert asks(fight) == ["round"]
    stopped = fought(game, setup, dice=first_round, answers={"round": "stop"})
    assert stopped.outcome.winner is None


def test_casualties_of_all_rounds_add_up(game: RingOfPower) -> None:
    # Round 1: one falls on each side, 1 to 1. Round 2: the second orc falls, 2 to 1.
    setup = declared(game, [one("rohan-foot", count=2)], [one("orc", count=2)], house=ROUNDS)
    fight = fought(game, setup, dice={
        "good attack": "41 4", "evil attack": "51 1", "good defense": "1", "evil defense": "1 1",
    })  # fmt: skip
    assert (fight.outcome.good.casualties_inflicted, fight.outcome.evil.casualties_inflicted) == (2, 1)


@pytest.mark.rules("PPL-HOBBITS-02")
def test_stones_fly_in_the_first_round_only(game: RingOfPower) -> None:
    # The hobbit throws one die, then strikes with one; in round 2 he only strikes, and the goblin falls.
    setup = declared(game, [one("hobbit")], [one("goblin")], house=ROUNDS)
    dice = {"good attack": "1 1 6", "evil attack": "1 1"}
    assert fought(game, setup, dice=dice).outcome.winner == "good"


@pytest.mark.rules("PLC-MIRKWOOD-05")
def test_swarms_that_come_forth_fight_in_the_next_round(game: RingOfPower) -> None:
    # Queen 4 dice, no swarm yet: a 3 on the die is two swarms of 3 dice each (1d3), so 10 dice in round 2.
    # A 6 on the last of them hits the foot, whose 1 fails: paralyzed and beaten, lost. Then no more than 3.
    setup = declared(game, [one("gondor-foot")], [one("spider-queen")], house=ROUNDS)
    fight = fought(game, setup, dice={
        "good attack": "1 1", "evil attack": "1111 1111 111 116", "good defense": "1", "evil special": "3 6",
    })  # fmt: skip
    assert fight.figures["gondor-foot"] == "eliminated"
    assert [name for name in fight.figures if name.startswith("spider-swarm")] == [
        "spider-swarm.1", "spider-swarm.2", "spider-swarm.3",
    ]  # fmt: skip


def test_a_fight_that_nobody_can_win_ends_after_five_rounds(game: RingOfPower) -> None:
    # Four times asked, and all dice are ones.
    setup = declared(game, [one("rohan-foot")], [one("orc")], house=ROUNDS)
    fight = fought(game, setup, dice={"good attack": "1" * 5, "evil attack": "1" * 5})
    assert (fight.outcome.winner, len(asks(fight))) == (None, 4)


def test_where_each_side_fights_after_its_own_movement_a_figure_may_fight_twice(game: RingOfPower) -> None:
    # AMB-024: the foot fought after good had moved; it may after evil has, but not after good a second time.
    foot = Figure(FigureId("rohan-foot"), "good", ProfileId("rohan-foot"), mounted=False)
    tired = World({foot.id: replace(foot, fought_in=4, fought_after="good")})
    house = {"AMB-024": "after-each-side"}

    def fight(attacker: str, **keys: Any) -> Resolution:
        setup = declared(game, [one("rohan-foot")], [one("orc")], turn=4, attacker=attacker, **keys)
        return fought(game, setup, world=tired)

    assert len(first(fight("evil", house=house), "good", "attack").dice) == 1
    with pytest.raises(Illegal, match="has fought in turn 4"):
        fight("good", house=house)
    with pytest.raises(Illegal, match="has fought in turn 4"):
        fight("evil")


def test_whose_movement_led_to_a_fight_is_remembered(game: RingOfPower) -> None:
    setup = declared(game, [one("rohan-foot")], [one("orc")], turn=4, attacker="evil")
    ended = next(fact for fact in fought(game, setup).played.done.facts if isinstance(fact, FightEnded))
    assert (ended.turn, ended.attacker) == (4, "evil")


def test_where_fortresses_have_a_limit_the_table_is_told_how_many_are_inside(game: RingOfPower) -> None:
    # AMB-036: no number is printed; Erebor holds any number by its own words.
    def told(place: str, reading: str) -> bool:
        setup = declared(
            game,
            [one("gondor-foot", count=2), one("angbor")],
            [one("orc")],
            place=place,
            holder="good",
            house={"AMB-036": reading},
        )
        return says(fought(game, setup), "2 army figures hold")

    assert told("minas-tirith", "limited")
    assert not told("minas-tirith", "no-limit")
    assert not told("erebor", "limited")


@pytest.mark.rules("PRF-EC14")
@pytest.mark.effect("walks-underground")
def test_the_great_goblin_leaves_his_warg_outside(game: RingOfPower) -> None:
    # AMB-069: 2 dice at 4+ on the warg, 1 at 5+ in caves, unless the house lets him ride there.
    def needs(**keys: Any) -> list[int | None]:
        setup = declared(game, [one("rohan-foot")], [one("great-goblin")], **keys)
        return [die.need for die in first(fought(game, setup), "evil", "attack").dice]

    assert needs() == [4, 4]
    assert needs(terrain="caves") == [5]
    assert needs(terrain="caves", house={"AMB-069": "on-warg"}) == [4, 4]


@pytest.mark.rules("PPL-URUKSCOUTS-01")
@pytest.mark.effect("tracker")
def test_uruk_hai_scouts_find_those_who_hide_on_three_unless_the_house_knows_only_other_bonuses(
    game: RingOfPower,
) -> None:
    # AMB-023: 4+ with +1 is 3+.
    for reading, need in (("all-together", 3), ("tracker-only", 3), ("others-only", 4)):
        setup = declared(
            game,
            [one("merry")],
            [one("uruk-hai-scout")],
            house={"AMB-023": reading},
            sides={"good": {"hides": True}},
        )
        assert first(fought(game, setup), "evil", "special").dice[0].need == need
