"""What one does for a force it does for that force only, though others of its side fight the same combat."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.combat.setup import FightSetup
from assistant.rules.game import RingOfPower
from tests.rules.battles import Rows, declared, first, fought, one, says


def needs(game: RingOfPower, setup: FightSetup, side: str, purpose: str) -> Mapping[str, int | None]:
    """What each figure of a side needs in its first handful."""
    return {str(die.figure): die.need for die in first(fought(game, setup), side, purpose).dice}


@pytest.mark.rules("PPL-GAMLING-01")
@pytest.mark.effect("royal-standard")
def test_the_standard_lifts_only_the_lords_of_gamlings_own_force(game: RingOfPower) -> None:
    # Théoden leads Rohan with 3, beside Gamling with 4.
    def led(theoden: str) -> int:
        rohan = [
            one("gamling", force="A"),
            one("theoden", force=theoden),
            one("rohan-foot", force="A"),
        ]
        return fought(game, declared(game, rohan, [one("orc")])).outcome.good.leadership

    assert (led("A"), led("B")) == (4, 3)


@pytest.mark.rules("PPL-GAMLING-01", "CMB-02")
@pytest.mark.effect("royal-standard")
def test_gamling_is_of_the_force_also_with_no_enemy_in_reach(game: RingOfPower) -> None:
    rohan = [one("gamling", count=1, in_reach=0), one("theoden"), one("rohan-foot")]
    assert fought(game, declared(game, rohan, [one("orc")])).outcome.good.leadership == 4


@pytest.mark.rules("PPL-OSGILIATHVETS-01")
@pytest.mark.effect("osgiliath-veterans")
def test_the_veterans_captain_must_lead_their_own_force(game: RingOfPower) -> None:
    # One die each, two under Faramir (2). Théoden (3) in another force takes nothing away; in theirs he does.
    def dice(*others: Mapping[str, str]) -> int:
        setup = declared(game, [one("osgiliath-veteran", force="A"), *others], [one("orc")])
        roll = first(fought(game, setup), "good", "attack")
        return sum(die.figure == "osgiliath-veteran" for die in roll.dice)

    assert dice(one("faramir", force="A")) == 2
    assert dice(one("faramir", force="B")) == 1
    assert dice(one("faramir", force="A"), one("theoden", force="B")) == 2
    assert dice(one("faramir", force="A"), one("theoden", force="A")) == 1


@pytest.mark.rules("PPL-BOSUN-01")
@pytest.mark.effect("bosun")
def test_a_bosun_holds_together_only_the_corsairs_beside_him(game: RingOfPower) -> None:
    # Corsairs defend at 6+, those of his force at 5+.
    evil = [
        one("corsair", force="X"),
        one("corsair", id="with-him", force="Y"),
        one("corsair-bosun", force="Y"),
    ]
    found = needs(game, declared(game, [one("knight-of-gondor", count=3)], evil), "evil", "defense")
    assert (found["corsair"], found["with-him"]) == (6, 5)


@pytest.mark.rules("PPL-SHADOWLORD-01")
@pytest.mark.effect("shadows")
def test_shadows_fall_on_five_of_the_shadow_lords_own_force(game: RingOfPower) -> None:
    # Orcs at 5+, in shadow at 4+: the six of another force, listed first, take none of the five places.
    evil = [
        one("orc", id="far", count=6, force="B"),
        one("orc", id="dark", count=6, force="A"),
        one("shadow-lord", force="A"),
    ]
    found = needs(game, declared(game, [one("rohan-foot")], evil), "evil", "attack")
    assert [found[f"far.{number}"] for number in range(1, 7)] == [5] * 6
    assert [found[f"dark.{number}"] for number in range(1, 7)] == [4, 4, 4, 4, 4, 5]


@pytest.mark.rules("PPL-TASKMASTER-01")
@pytest.mark.effect("taskmaster")
def test_each_force_has_its_own_taskmaster_or_none(game: RingOfPower) -> None:
    # All miss: 3 of A roll again by its taskmaster, 3 of B by its own, nobody of C.
    evil = [
        one("orc", id="a", count=4, force="A"),
        one("orc-taskmaster", id="master-a", force="A"),
        one("orc", id="b", count=4, force="B"),
        one("orc-taskmaster", id="master-b", force="B"),
        one("orc", id="c", count=4, force="C"),
    ]
    dice = {
        "good attack": "1", "evil attack": "1111 1 1111 1 1111", "evil attack_reroll": "555 551",
        "good defense": "55555",
    }  # fmt: skip
    fight = fought(game, declared(game, [one("rohan-foot")], evil), dice=dice)
    again = first(fight, "evil", "attack_reroll")
    assert [str(die.figure) for die in again.dice] == ["a.1", "a.2", "a.3", "b.1", "b.2", "b.3"]
    assert says(fight, "5 hits")


@pytest.mark.rules("PPL-DARKMARSHAL-01")
@pytest.mark.effect("dark-leadership")
@pytest.mark.parametrize("reading", ["any-combat", "lost-combat-only"])
def test_dark_leadership_raises_nobody_of_another_force(game: RingOfPower, reading: str) -> None:
    # Two orcs fail at 6+; only the one of the Marshal's force rolls again.
    evil = [one("orc", id="far", force="B"), one("orc", id="his", force="A"), one("dark-marshal", force="A")]
    good = [one("gondor-foot", count=2), one("imrahil")]
    dice = {
        "good attack": "44 11", "evil attack": "111", "evil defense": "11", "evil defense_reroll": "6",
    }  # fmt: skip
    fight = fought(game, declared(game, good, evil, house={"AMB-038": reading}), dice=dice)
    assert [str(die.figure) for die in first(fight, "evil", "defense_reroll").dice] == ["his"]


@pytest.mark.rules("PPL-DRUMMERS-01")
@pytest.mark.effect("drums")
def test_drums_and_both_drummers_are_in_the_force_that_hears_them(game: RingOfPower) -> None:
    # A goblin has 1 die, 2 with the drums; one drummer in each of two forces is no drum at all.
    def dice(*forces: str) -> list[int]:
        names = ("goblin", "goblin-drummer", "goblin-drummer")
        ids = ("goblin", "first", "second")
        evil: Rows = [
            one(name, id=known, force=force) for name, known, force in zip(names, ids, forces, strict=True)
        ]
        setup = declared(game, [one("rohan-foot")], evil, place="moria", holder="evil", terrain="caves")
        roll = first(fought(game, setup), "evil", "attack")
        return [sum(die.figure == known for die in roll.dice) for known in ids]

    assert dice("A", "A", "A") == [2, 2, 2]
    assert dice("B", "A", "A") == [1, 2, 2]
    assert dice("A", "A", "B") == [1, 1, 1]


@pytest.mark.rules("ABL-BULLIES", "PPL-RUFFIANS-01")
@pytest.mark.effect("bullies")
def test_bullies_count_their_own_force_and_all_of_the_enemys(game: RingOfPower) -> None:
    # Two ruffians fear two men of Dale, whoever else comes; three do not, though one has nobody in reach.
    dale = [one("man-of-dale", count=2)]
    for_two = [one("ruffian", count=2, force="A"), one("orc", count=9, force="B")]
    with pytest.raises(Illegal) as refused:
        fought(game, declared(game, dale, for_two, attacker="evil"))
    assert refused.value.code == "will-not-attack"
    fought(game, declared(game, dale, [one("ruffian", count=3, in_reach=2)], attacker="evil"))
    many = declared(
        game, [one("man-of-dale", count=4, in_reach=2)], [one("ruffian", count=3)], attacker="evil"
    )
    with pytest.raises(Illegal):
        fought(game, many)


@pytest.mark.rules("PPL-ELROND-03")
@pytest.mark.effect("elrond-lore")
def test_nearness_crosses_forces_and_comes_from_those_who_stand_by(game: RingOfPower) -> None:
    # Two inches are two inches, whatever force Elrond is of, and whether or not he reaches an enemy.
    good = [
        one("armored-elf", force="A", near=["elrond.1"]),
        one("elrond", count=1, in_reach=0, force="B"),
    ]
    dice = {"good attack": "1", "evil attack": "6", "good defense": "1", "good defense_reroll": "6"}
    fight = fought(game, declared(game, good, [one("orc")]), dice=dice)
    assert fight.figures["armored-elf"] == "unhurt"


@pytest.mark.rules("PLC-MIRKWOOD-05", "OUT-07")
def test_whoever_comes_in_the_middle_of_a_fight_is_of_the_force_that_brought_them(game: RingOfPower) -> None:
    # A drawn round brings 3 swarms; in the next one of them falls, and the others go with their queen.
    setup = declared(
        game,
        [one("rohan-foot", count=3)],
        [one("spider-queen", force="Her brood")],
        house={"AMB-088": "several-rounds"},
    )
    dice = {
        "good attack": "111 144", "evil attack": "1111 1111 111 111 111", "evil special": "6",
        "evil defense": "6",
    }  # fmt: skip
    fight = fought(game, setup, dice=dice, answers={"round": "another-round"})
    assert says(fight, "Her brood retreats")
    assert not says(fight, "Evil retreats")
