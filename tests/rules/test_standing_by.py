"""Those of a force who have no enemy in reach count where the book speaks of the force (line 271)."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.rules.fight.facts import Called, Retreated
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from tests.rules.battles import asks, declared, first, fought, one, says
from tests.simulate.oracle import assert_near, by_chance


@pytest.mark.rules("PPL-SHAMAN-02")
@pytest.mark.effect("shaman")
def test_a_shaman_out_of_reach_makes_a_draw_of_a_defeat_by_one(game: RingOfPower) -> None:
    # Good hits once, and the orc fails: 1 to 0. The shaman turns that, and is removed.
    setup = declared(
        game, [one("gondor-foot", count=2)], [one("orc", count=3), one("orc-shaman", in_reach=0, count=1)]
    )
    dice = {"good attack": "61", "evil attack": "111", "evil defense": "1"}
    fight = fought(game, setup, dice=dice, answers={"draw": "draw"})
    assert (fight.outcome.winner, fight.outcome.retreats) == (None, None)
    assert fight.figures["orc-shaman.1"] == "eliminated"


def test_the_odds_know_the_shaman_who_stands_by(game: RingOfPower) -> None:
    setup = declared(
        game, [one("gondor-foot", count=2)], [one("orc", count=3), one("orc-shaman", in_reach=0, count=1)]
    )
    found = odds(game, setup, trials=20_000, seed=1)
    assert found.method == "vectorised"
    truth = by_chance(game, setup, 500)
    assert_near(found, truth, 500)


def pike(game: RingOfPower, behind: bool, fortress: str | None = None) -> int | None:
    """What a pikeman needs to defend against an orc, with or without a warg rider behind that."""
    riders = [one("warg-rider", count=1, in_reach=0)] if behind else []
    setup = declared(game, [one("dol-amroth-pikeman")], [one("orc"), *riders], fortress=fortress)
    return first(fought(game, setup), "good", "defense").dice[0].need


@pytest.mark.rules("ABL-PIKES")
@pytest.mark.effect("pikes")
def test_pikes_are_ready_for_riders_behind_the_fighting_line(game: RingOfPower) -> None:
    assert (pike(game, behind=False), pike(game, behind=True)) == (4, 2)


@pytest.mark.rules("FOR-05")
def test_riders_who_would_fight_on_foot_behind_walls_are_none_for_pikes(game: RingOfPower) -> None:
    assert pike(game, behind=True, fortress="evil") == pike(game, behind=False, fortress="evil") == 4


@pytest.mark.rules("PPL-GANDALF-02")
@pytest.mark.effect("wraithbane")
def test_gandalf_doubles_his_dice_against_a_force_with_a_wraith_behind_it(game: RingOfPower) -> None:
    def dice(*behind: str) -> int:
        evil = [one("orc"), *(one(name, count=1, in_reach=0) for name in behind)]
        return len(
            first(fought(game, declared(game, [one("gandalf-the-white")], evil)), "good", "attack").dice
        )

    assert dice("ringwraith") == 2 * dice()


@pytest.mark.rules("PPL-EAGLES-01")
@pytest.mark.effect("eagle-friend")
@pytest.mark.parametrize(("reading", "end"), [("all-ethereals", "dispersed"), ("ringwraiths-only", "unhurt")])
def test_gandalf_calls_the_eagles_to_a_fight_of_his_force(game: RingOfPower, reading: str, end: str) -> None:
    # They drive off every ethereal of the enemy's force; or only the ringwraiths in the combat itself.
    good = [one("gandalf-the-white", count=1, in_reach=0), one("gondor-foot", count=3)]
    evil = [one("orc", count=3), one("ringwraith", count=1, in_reach=0)]
    setup = declared(game, good, evil, house={"CON-087": reading})
    fight = fought(game, setup, answers={"call": "call"})
    assert any(isinstance(fact, Called) for fact in fight.played.done.facts)
    assert fight.figures["ringwraith.1"] == end


@pytest.mark.rules("PPL-DEADARMY-01")
def test_the_dead_come_to_fight_beside_aragorn_and_not_in_his_stead(game: RingOfPower) -> None:
    bears = ["anduril", "oath-of-the-dead"]

    def is_asked(**keys: int) -> bool:
        good = [one("aragorn", bears=bears, count=1, **keys), one("gondor-foot")]
        return "call" in asks(fought(game, declared(game, good, [one("orc")])))

    assert is_asked()
    assert not is_asked(in_reach=0)


@pytest.mark.rules("PPL-GRIMA-07")
@pytest.mark.effect("worms-revenge")
def test_worm_slays_his_master_after_a_defeat_he_only_watched(game: RingOfPower) -> None:
    evil = [one("sharkey", count=1, in_reach=0), one("worm", count=1, in_reach=0), one("ruffian", count=2)]
    setup = declared(game, [one("ranger", count=2)], evil)
    dice = {"good attack": "66", "evil attack": "11", "evil special": "4"}
    fight = fought(game, setup, dice=dice)
    assert fight.figures["sharkey.1"] == "eliminated"
    # The slain do not go back with the others.
    (gone,) = (fact for fact in fight.played.done.facts if isinstance(fact, Retreated))
    assert gone.figures == ("worm.1",)
    assert odds(game, setup, trials=1, seed=1).method == "resolver"


@pytest.mark.rules("PPL-DENETHOR-02")
def test_the_steward_commands_his_city_also_from_behind(game: RingOfPower) -> None:
    # Faramir leads with 2, Denethor with what he has; nobody leads beside him in Minas Tirith.
    def lines(**keys: int) -> bool:
        good = [one("faramir"), one("gondor-foot"), one("denethor", count=1, **keys)]
        site: dict[str, Any] = {"place": "minas-tirith", "holder": "good", "fortress": "good"}
        return says(fought(game, declared(game, good, [one("orc")], **site)), "Denethor commands here")

    assert lines()
    assert lines(in_reach=0)


def test_a_ram_that_loses_crew_to_an_ambush_helps_nobody_any_more(game: RingOfPower) -> None:
    # The elves strike first, two dice each from behind walls: one hit, one of the ram's four crew falls.
    evil = [one("battering-ram"), one("orc", count=4)]
    orders = {"engines": {"battering-ram": {"use": "rerolls"}}, "allocation": ["battering-ram"]}
    setup = declared(game, [one("elf-sentinel", count=3)], evil, fortress="good", sides={"evil": orders})
    dice = {"good attack": "61 11 11", "evil defense": "1", "evil attack": "1111"}
    assert fought(game, setup, dice=dice).crews == {"battering-ram": 2}
