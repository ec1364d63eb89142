"""VIC-06, VIC-08, HEA-03 and the commands: the rulebook's lists of names, each name on its own."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.packs.load import load_both
from assistant.rules.book import PlaceId, Side
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.seats import seats
from assistant.rules.victory import verdict
from tests.running.table import Running

# Lines 430-431 and 432-434.
OF_GOOD = ["rivendell", "lothlorien", "thranduils-palace", "erebor", "iron-hills", "grey-havens", "shire"]
OF_GOOD += ["helms-deep", "minas-tirith", "dol-amroth"]
OF_EVIL = ["goblin-town", "moria", "dol-guldur", "easterling-city", "carn-dum"]
OF_EVIL += ["minas-morgul", "black-gate", "isengard", "khandish-encampment"]
# Line 638; Fangorn heals only in hobbits' company (line 959).
HEALING = ["rivendell", "lothlorien", "ithilien", "erebor", "dol-amroth", "minas-tirith"]
MINIONS = {
    "mouth-of-sauron",
    "khamul",
    "witch-king",
    "sulladan",
    "easterling-king",
    "king-of-khand",
    "buhrdur",
}
# Lines 444-452, each as it is whole: the minions up to eight players, the hobbits by themselves from ten on.
COMMANDS = [
    ("SCN-05", 10, {"fellowship"}),
    ("SCN-06", 8, MINIONS),
    ("SCN-07", 9, {"saruman"}),
    ("SCN-08", 9, {"gondor", "gondor-fiefdoms"}),
    ("SCN-09", 9, {"rohan"}),
    ("SCN-10", 9, {"goblin-king"}),
    ("SCN-11", 9, {"high-elves", "wood-elves"}),
    ("SCN-12", 9, {"dwarves"}),
    ("SCN-13", 10, {"eriador"}),
]


def fallen(game_on: Running, *places: str) -> Running:
    """These bases taken by the enemy, everything else as on the first morning."""
    for place in map(PlaceId, places):
        enemy: Side = "evil" if game_on.world.war.holder(place) == "good" else "good"
        game_on.do(TakePlace(place, enemy))
    return game_on


@pytest.mark.rules("VIC-06")
@pytest.mark.parametrize("last", OF_GOOD)
def test_any_of_the_ten_bases_of_good_may_be_the_fifth_to_fall(game_on: Running, last: str) -> None:
    others = [one for one in OF_GOOD if one != last][:4]
    assert verdict(game_on.game.kit, fallen(game_on.copy(), *others).world) is None
    won = verdict(game_on.game.kit, fallen(game_on, *others, last).world)
    assert won is not None
    assert won.winner == "evil"


@pytest.mark.parametrize("other", ["edoras", "pelargir", "osgiliath", "edhellond", "bree"])
def test_no_other_place_of_good_is_a_fifth_base(game_on: Running, other: str) -> None:
    assert verdict(game_on.game.kit, fallen(game_on, *OF_GOOD[:4], other).world) is None


@pytest.mark.rules("VIC-08")
@pytest.mark.parametrize("last", OF_EVIL)
def test_any_of_the_nine_bases_of_evil_may_be_the_third_beside_barad_dur(game_on: Running, last: str) -> None:
    others = [one for one in OF_EVIL if one != last][:2]
    assert verdict(game_on.game.kit, fallen(game_on.copy(), "barad-dur", *others).world) is None
    assert verdict(game_on.game.kit, fallen(game_on.copy(), *others, last).world) is None
    won = verdict(game_on.game.kit, fallen(game_on, "barad-dur", *others, last).world)
    assert won is not None
    assert won.winner == "good"


@pytest.mark.rules("HEA-03")
@pytest.mark.parametrize("place", HEALING)
def test_a_hero_recovers_at_every_place_of_healing(game_on: Running, place: str) -> None:
    assert recovers(game_on, "aragorn", place)


@pytest.mark.parametrize("place", ["edoras", "pelargir", "helms-deep", "osgiliath", "fangorn"])
def test_a_man_recovers_at_no_other_place(game_on: Running, place: str) -> None:
    assert not recovers(game_on, "faramir", place)


def recovers(game_on: Running, who: str, place: str) -> bool:
    """Wounded on turn 1 and left in peace there until the start of turn 3."""
    game_on.set_war(contacts={})
    game_on.do(Adjust((FigureId(who),), "a wound", condition="wounded", place=PlaceId(place)))
    return bool(game_on.go_to(3).told("healing"))


@pytest.mark.parametrize(
    ("players", "commands"),
    [pytest.param(*case, id=rule, marks=pytest.mark.rules(rule)) for rule, *case in COMMANDS],
)
def test_a_player_has_the_whole_of_a_command(players: int, commands: set[str]) -> None:
    book, scenario = load_both(effects=parameters())
    chairs = seats(scenario, players, house=HouseRules(book.house_rules, {})).chairs
    assert commands in [set(one.commands) for one in chairs]


@pytest.mark.rules("SCN-18")
def test_evil_has_the_minions_of_the_list_and_buhrdur() -> None:
    _, scenario = load_both(effects=parameters())
    evil = {one.id for one in scenario.commanders.values() if one.side == "evil"}
    assert evil == MINIONS | {"saruman", "goblin-king"}
