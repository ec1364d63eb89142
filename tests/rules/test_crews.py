"""Crews: who takes the hits, what is lost with them, and who steps in (lines 203-219, 323-328, 1268)."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.kernel.asking import Allocate, Answer, Choose, Chosen, Request
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, ProfileId
from assistant.rules.core.facts import Enlisted
from assistant.rules.fight.facts import CrewReplaced, LivesLost
from assistant.rules.house import HouseRules
from assistant.rules.movement import allowance
from assistant.rules.world import Figure, World
from assistant.simulate.answerers import accepting
from assistant.simulate.resolve import resolve_with
from tests.support import Fights


@pytest.mark.rules("ART-02")
@pytest.mark.effect("served-by-crew")
def test_each_crewman_is_a_figure_that_takes_a_hit_and_defends_by_himself(fights: Fights) -> None:
    # Four hits on an orc and a bolt shooter of 3: one each. The orc saves at 6+; of 2 3 3 at 3+ the 2 fails.
    # Good 1 casualty + 0 = 1, evil 0; of 1 orc and 2 crew one more is lost, the orc as listed first.
    fight = fights(
        "4 gondor-foot",
        "orc, bolt-shooter",
        dice={"good attack": "4444", "evil attack": "1 111", "evil defense": "6 233"},
    )
    (shared,) = (one for one in fight.played.requests if isinstance(one, Allocate) and one.purpose == "hits")
    assert shared.proposal == ("orc", "bolt-shooter", "bolt-shooter", "bolt-shooter")
    assert fight.outcome.good.casualties_inflicted == 1
    assert fight.figures["bolt-shooter"] == "unhurt"
    assert fight.crews == {"bolt-shooter": 2}
    assert fight.outcome.extra_losses == ("orc",)


@pytest.mark.rules("ART-03")
def test_with_its_last_crewman_a_weapon_is_removed_and_its_crew_are_counted(fights: Fights) -> None:
    fight = fights(
        "3 gondor-foot",
        "bolt-shooter",
        dice={"good attack": "444", "evil attack": "111", "evil defense": "222"},
    )
    assert fight.figures["bolt-shooter"] == "eliminated"
    assert fight.outcome.good.casualties_inflicted == 3


def test_a_crewman_may_be_the_one_more_who_is_lost_by_defeat(fights: Fights) -> None:
    # One falls to a 2 at 3+; good wins 1 to 0, and of two left one more goes: one of three stays.
    fight = fights(
        "gondor-foot", "bolt-shooter", dice={"good attack": "4", "evil attack": "111", "evil defense": "2"}
    )
    assert fight.outcome.extra_losses == ("bolt-shooter",)
    assert fight.crews == {"bolt-shooter": 1}


def test_crewmen_count_towards_one_in_ten(fights: Fights) -> None:
    # Nine orcs and 3 crew are 12; one orc falls, and for 11 left two more are lost.
    fight = fights(
        "gondor-foot",
        "9 orc, bolt-shooter",
        dice={"good attack": "4", "evil attack": "1" * 12, "evil defense": "1"},
    )
    assert len(fight.outcome.extra_losses) == 2


@pytest.mark.parametrize(
    ("weapon", "crew", "dice"),
    [
        pytest.param("siege-ballista", 2, 2, marks=pytest.mark.rules("ART-07")),
        pytest.param("siege-catapult", 1, 2, marks=pytest.mark.rules("ART-10")),
        pytest.param("bolt-shooter", 2, 2, marks=pytest.mark.rules("ART-16")),
        pytest.param("dwarf-ballista", 1, 1, marks=pytest.mark.rules("ART-03")),
    ],
)
def test_every_crewman_lost_costs_his_dice(fights: Fights, weapon: str, crew: int, dice: int) -> None:
    # Three crew at 1 die each (catapult 2): 3 - 1, 6 - 2 * 2, 3 - 1, 3 - 2 * 1.
    sides = ("gondor-foot", weapon) if weapon != "dwarf-ballista" else (weapon, "orc")
    side = "good" if weapon == "dwarf-ballista" else "evil"
    keys: dict[str, Any] = {
        f"{side}_engines": {weapon: {"crew": crew}},
        "fortress": "evil" if side == "good" else "good",
    }
    assert len(fights.first_roll(*sides, side, **keys).dice) == dice


@pytest.mark.parametrize(
    ("weapon", "rule", "reading", "crew", "dice", "need"),
    [
        ("siege-ballista", "CON-047", "core-text", 3, 3, 4),
        ("siege-ballista", "CON-047", "core-chart", 2, 4, 4),
        ("siege-ballista", "CON-047", "core-chart", 1, 2, 4),
        ("siege-catapult", "CON-048", "four-less-losses", 3, 4, 4),
        ("siege-catapult", "CON-048", "four-less-losses", 1, 2, 4),
        ("bolt-shooter", "CON-050", "crew-of-two", 2, 2, 3),
        ("bolt-shooter", "CON-050", "crew-of-two", 1, 1, 3),
        ("mumak", "CON-046", "three-dice", 1, 3, 3),
        ("mumak", "CON-046", "up-to-four-crew", 4, 4, 3),
        ("mumak", "CON-046", "crew-of-three", 2, 2, 3),
    ],
)
def test_house_rules_say_how_many_dice_a_crew_has(
    fights: Fights, weapon: str, rule: str, reading: str, crew: int, dice: int, need: int
) -> None:
    keys: dict[str, Any] = {
        "evil_engines": {weapon: {"crew": crew}},
        "house": {rule: reading},
        "fortress": "good",
    }
    roll = fights.first_roll("gondor-foot", weapon, "evil", **keys)
    assert [die.need for die in roll.dice] == [need] * dice


def test_a_crew_defends_by_the_weapons_line_or_by_its_own(fights: Fights) -> None:
    # The bolt shooter prints 3+; its orcs by themselves have 6+ (CON-101).
    def needs(house: dict[str, str]) -> set[int | None]:
        roll = fights.first_roll("gondor-foot", "bolt-shooter", "evil", "defense", house=house)
        return {die.need for die in roll.dice}

    assert needs({}) == {3}
    assert needs({"CON-101": "own-defence"}) == {6}


def test_nobody_comes_with_more_crew_than_there_is(fights: Fights) -> None:
    with pytest.raises(Illegal, match="crew of 3") as refused:
        fights.first_roll("gondor-foot", "mumak", "evil", evil_engines={"mumak": {"crew": 4}})
    assert refused.value.code == "no-such-crew"


@pytest.mark.rules("ART-04")
def test_infantry_steps_in_for_lost_crew_and_does_not_fight_itself(fights: Fights) -> None:
    # One of 2 orcs serves the third place: 1 die of the other orc and 3 of the weapon.
    fight = fights(
        "gondor-foot",
        "2 orc, bolt-shooter",
        evil_engines={"bolt-shooter": {"crew": 2, "recruits": ["orc.1"]}},
        dice={"good attack": "1", "evil attack": "1 111"},
    )
    # He is unhurt, in the words that a result has; the log says that he serves.
    assert fight.figures["orc.1"] == "unhurt"
    assert any(
        "Now serving bolt-shooter instead of fighting: orc.1" in line for line in fight.played.done.log
    )
    assert fight.crews == {"bolt-shooter": 3}
    assert CrewReplaced(FigureId("bolt-shooter"), (FigureId("orc.1"),)) in fight.played.done.facts


@pytest.mark.rules("ART-04")
def test_the_owner_is_asked_how_many_step_in_and_who(fights: Fights) -> None:
    setup = fights.setup("gondor-foot", "2 orc, bolt-shooter", evil_engines={"bolt-shooter": {"crew": 1}})
    taking = accepting(lambda roll: (1,) * len(roll.dice))

    def answer(request: Request) -> Answer:
        is_crew = isinstance(request, Choose) and request.purpose == "crew"
        return Chosen("2") if is_crew else taking(request)

    fight = resolve_with(fights.game, setup, answer, World())
    (asked,) = (one for one in fight.played.requests if isinstance(one, Choose) and one.purpose == "crew")
    assert asked.options == ("nobody", "1", "2")
    assert CrewReplaced(FigureId("bolt-shooter"), (FigureId("orc.1"), FigureId("orc.2"))) in (
        fight.played.done.facts
    )


def _worn(lost: int) -> World:
    """A bolt shooter that has lost some of its first crew and has one orc in their place."""
    weapon, orc = FigureId("bolt-shooter"), FigureId("orc.9")
    return World(
        {
            weapon: Figure(
                weapon, "evil", ProfileId("bolt-shooter"), False, lives_lost=lost, recruits=(orc,)
            ),
            orc: Figure(orc, "evil", ProfileId("orc"), False, condition="serving"),
        }
    )


@pytest.mark.rules("ART-04")
def test_nobody_steps_in_once_the_first_crew_is_dead(fights: Fights) -> None:
    setup = fights.setup("gondor-foot", "2 orc, bolt-shooter")
    fight = resolve_with(fights.game, setup, accepting(lambda roll: (1,) * len(roll.dice)), _worn(3))
    assert any("None of the first crew" in line for line in fight.played.done.log)
    assert not any(isinstance(one, Choose) and one.purpose == "crew" for one in fight.played.requests)
    ordered = fights.setup(
        "gondor-foot", "orc, bolt-shooter", evil_engines={"bolt-shooter": {"recruits": ["orc"]}}
    )
    with pytest.raises(Illegal) as refused:
        resolve_with(fights.game, ordered, accepting(lambda roll: (1,) * len(roll.dice)), _worn(3))
    assert refused.value.code == "no-crew-left"


def test_those_who_stepped_in_are_lost_before_the_first_crew(fights: Fights) -> None:
    world = fights.game.apply(_worn(1), LivesLost(FigureId("bolt-shooter"), 2, "hit"))
    weapon = world.figures[FigureId("bolt-shooter")]
    assert (weapon.lives_lost, weapon.recruits) == (2, ())
    assert world.figures[FigureId("orc.9")].condition == "eliminated"


@pytest.mark.parametrize(
    ("recruits", "code"), [(["orc.1", "orc.2"], "too-many-crew"), (["gothmog"], "cannot-serve")]
)
def test_no_more_step_in_than_are_missing_and_only_infantry(
    fights: Fights, recruits: list[str], code: str
) -> None:
    with pytest.raises(Illegal) as refused:
        fights.first_roll(
            "gondor-foot",
            "2 orc, gothmog, bolt-shooter",
            "evil",
            evil_engines={"bolt-shooter": {"crew": 2, "recruits": recruits}},
        )
    assert refused.value.code == code


@pytest.mark.rules("ART-12")
@pytest.mark.effect("full-crew")
def test_a_trebuchet_shoots_only_with_its_whole_crew(fights: Fights) -> None:
    # Behind walls all is doubled: foot 2 dice, trebuchet 12; with two of three crew it is silent.
    keys: dict[str, Any] = {"fortress": "good"}
    assert len(fights.first_roll("gondor-foot, trebuchet", "orc", "good", **keys).dice) == 14
    short: dict[str, Any] = {"good_engines": {"trebuchet": {"crew": 2}}, "fortress": "good"}
    assert len(fights.first_roll("gondor-foot, trebuchet", "orc", "good", **short).dice) == 2
    # CON-049: 3 dice doubled; or 2 a crewman also when some are lost: 4 doubled.
    three = {"CON-049": "three-dice-full-crew"}
    assert len(fights.first_roll("trebuchet", "orc", "good", house=three, **keys).dice) == 6
    two = {"CON-049": "two-per-crewman"}
    assert len(fights.first_roll("trebuchet", "orc", "good", house=two, **short).dice) == 8


@pytest.mark.rules("ART-03", "ART-07", "ART-16")
def test_a_weapon_moves_only_with_enough_crew(book: Book) -> None:
    def inches(weapon: str, crew: int, reading: str = "scenario-numbers") -> int | None:
        house = HouseRules(book.house_rules, {"CON-051": reading})
        return allowance(book.profiles[ProfileId(weapon)], False, house, crew).clear

    assert inches("bolt-shooter", 2) == 6
    assert inches("bolt-shooter", 1) is None
    assert inches("siege-ballista", 2) is None
    assert inches("bolt-shooter", 2, "full-crew") is None
    assert inches("dwarf-ballista", 1) is None


@pytest.mark.rules("PPL-MUMAKIL-01")
@pytest.mark.effect("served-by-crew")
def test_a_failed_defense_costs_a_mumak_a_crewman_and_is_no_casualty(fights: Fights) -> None:
    # One hit, a 2 at 3+ fails: 2 of 3 crew are left. Nobody falls, and it is a draw.
    fight = fights(
        "gondor-foot", "mumak", dice={"good attack": "4", "evil attack": "111", "evil defense": "2"}
    )
    assert fight.figures["mumak"] == "unhurt"
    assert fight.crews == {"mumak": 2}
    assert fight.outcome.winner is None


@pytest.mark.rules("PPL-MUMAKIL-02", "PPL-MUMAKIL-03")
@pytest.mark.effect("stampede")
def test_a_mumak_without_crew_tramples_its_own_side_and_is_a_casualty(fights: Fights) -> None:
    # Its last crewman falls to a 2 at 3+. The stampede's 2 hits go to the orcs: 6 saves at 6+, 5 does not.
    # Good: mumak and orc = 2 casualties. Of the one orc left, one more is lost.
    fight = fights(
        "gondor-foot",
        "mumak, 2 orc",
        evil_engines={"mumak": {"crew": 1}},
        dice={"good attack": "4", "evil attack": "1 1 1", "evil defense": "2 65", "evil special": "2"},
    )
    assert fight.figures["mumak"] == "eliminated"
    assert fight.outcome.good.casualties_inflicted == 2
    assert fight.figures["orc.2"] == "eliminated"


def test_one_stampede_may_set_off_the_next(fights: Fights) -> None:
    # The first mumak's last crewman falls; its 1 hit goes to the second, whose last falls too (2 at 3+); the
    # second tramples the orc with 1 hit, and he saves with a 6.
    fight = fights(
        "gondor-foot",
        "2 mumak, orc",
        evil_engines={"mumak.1": {"crew": 1}, "mumak.2": {"crew": 1}},
        dice={"good attack": "4", "evil attack": "1 1 1", "evil defense": "2 2 6", "evil special": "1 1"},
    )
    assert fight.outcome.good.casualties_inflicted == 2


@pytest.mark.rules("PRF-C21")
@pytest.mark.effect("hull")
def test_a_ship_sinks_after_three_wounds(fights: Fights) -> None:
    afloat = fights("2 gondor-foot", "ship", dice={"good attack": "44", "evil defense": "22"})
    assert afloat.figures["ship"] == "unhurt"
    assert afloat.outcome.winner is None
    sunk = fights("3 gondor-foot", "ship", dice={"good attack": "444", "evil defense": "222"})
    assert sunk.figures["ship"] == "eliminated"
    assert sunk.outcome.good.casualties_inflicted == 1


@pytest.mark.rules("PLC-MIRKWOOD-05")
@pytest.mark.effect("spawns-swarms")
def test_the_spider_queen_brings_forth_swarms_after_the_fight(fights: Fights) -> None:
    # 1d3 on a die of six: 3 or 4 is two.
    fight = fights(
        "gondor-foot", "spider-queen", dice={"good attack": "1", "evil attack": "1111", "evil special": "3"}
    )
    born = [one.id for fact in fight.played.done.facts if isinstance(fact, Enlisted) for one in fact.figures]
    assert born[-2:] == ["spider-swarm.1", "spider-swarm.2"]
    assert fight.figures["spider-swarm.2"] == "unhurt"


@pytest.mark.rules("PLC-MIRKWOOD-05")
def test_never_more_than_three_swarms_are_in_play(fights: Fights) -> None:
    # Two are there and roll 3 dice each at 6+; a 6 would be three more, and one comes.
    fight = fights(
        "gondor-foot",
        "spider-queen, 2 spider-swarm",
        dice={"good attack": "1", "evil attack": "1111 111 111", "evil special": "6"},
    )
    assert fight.figures["spider-swarm.3"] == "unhurt"
    assert "spider-swarm.4" not in fight.figures
    full = fights(
        "gondor-foot",
        "spider-queen, 3 spider-swarm",
        dice={"good attack": "1", "evil attack": "1111 111 111 111"},
    )
    assert "spider-swarm.4" not in full.figures


@pytest.mark.rules("ART-02")
def test_a_crewman_hit_twice_falls_once_however_often_he_fails(fights: Fights) -> None:
    # Five hits on 3 crew: the first two take two each. The first fails both, the others save: one falls.
    # Good 1 to 0; of 2 left one more is lost.
    fight = fights(
        "5 gondor-foot",
        "bolt-shooter",
        dice={"good attack": "44444", "evil attack": "111", "evil defense": "2 3 3 2 3"},
    )
    assert fight.outcome.good.casualties_inflicted == 1
    assert fight.crews == {"bolt-shooter": 1}
