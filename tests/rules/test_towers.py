"""Fortresses that fall, towers that hold, and walls that stay broken (lines 189-197)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.kernel.asking import Roll
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.packs.load import load_book
from assistant.rules.book import ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.fight.facts import LeftTower, WallsBroken, WallsFell
from assistant.rules.world import Figure, World
from assistant.simulate.answerers import accepting
from assistant.simulate.resolve import resolve_with
from tests.support import Fights

ANGBOR = FigureId("angbor")
ONES = accepting(lambda roll: (1,) * len(roll.dice))


def in_the_tower() -> World:
    """Angbor has withdrawn into a tower."""
    angbor = Figure(ANGBOR, "good", ProfileId("angbor"), mounted=False, in_tower=True)
    return World({ANGBOR: angbor})


@pytest.mark.rules("FOR-07", "FOR-08")
def test_a_citadel_takes_in_as_many_army_figures_as_it_holds(fights: Fights) -> None:
    # Minas Tirith holds 6. Of 8 foot one falls to a 2 at 3+: evil 1 + 2 to 0; of 7 left the first 6 get in.
    # The trebuchet's crew cannot carry it there.
    fight = fights(
        "8 gondor-foot, trebuchet, angbor",
        "gothmog",
        place="minas-tirith",
        holder="good",
        dice={"good attack": "1" * 30, "evil attack": "41", "good defense": "2"},
    )
    saved = {name for name, end in fight.figures.items() if end == "unhurt"} - {"gothmog"}
    assert saved == {"angbor", *(f"gondor-foot.{number}" for number in range(2, 8))}
    (fell,) = (fact for fact in fight.played.done.facts if isinstance(fact, WallsFell))
    assert len(fell.into_tower) == 7


@pytest.mark.rules("FOR-08")
def test_a_small_garrison_all_gets_into_the_citadel(fights: Fights) -> None:
    fight = fights(
        "2 gondor-foot",
        "gothmog",
        place="minas-tirith",
        holder="good",
        dice={"good attack": "1111", "evil attack": "41", "good defense": "2"},
    )
    assert fight.figures["gondor-foot.2"] == "unhurt"


@pytest.mark.rules("TOW-01")
def test_a_tower_for_characters_takes_no_army_figures(fights: Fights) -> None:
    # Dol Amroth: the second foot has nowhere to go.
    fight = fights(
        "2 gondor-foot, angbor",
        "gothmog",
        place="dol-amroth",
        holder="good",
        dice={"good attack": "111111", "evil attack": "41", "good defense": "2"},
    )
    assert fight.figures["gondor-foot.2"] == "eliminated"
    assert fight.figures["angbor"] == "unhurt"


@pytest.mark.parametrize(
    ("place", "army", "room"),
    [
        pytest.param("dol-amroth", 1, "no", marks=pytest.mark.rules("TOW-01")),
        pytest.param("minas-tirith", 7, "6", marks=pytest.mark.rules("TOW-02")),
    ],
)
def test_too_many_army_figures_in_a_tower_are_said(fights: Fights, place: str, army: int, room: str) -> None:
    setup = fights.setup(f"{army} gondor-foot", "orc", place=place, holder="good", at="tower")
    log = resolve_with(fights.game, setup, ONES, World()).played.done.log
    assert any(f"holds {room} army figures, not {army}" in line for line in log)


@pytest.mark.rules("TOW-03")
def test_characters_in_a_tower_are_safe_while_only_the_walls_are_assaulted(fights: Fights) -> None:
    walls = fights.setup("angbor", "gothmog", fortress="good", tower=True)
    with pytest.raises(Illegal, match="TOW-03") as refused:
        resolve_with(fights.game, walls, ONES, in_the_tower())
    assert refused.value.code == "in-the-tower"
    tower = fights.setup("angbor", "gothmog", fortress="good", tower=True, at="tower")
    assert resolve_with(fights.game, tower, ONES, in_the_tower()).figures["angbor"] == "eliminated"


@pytest.mark.rules("TOW-04")
def test_whoever_comes_out_of_a_tower_is_told_whom_to_fight(fights: Fights) -> None:
    field = fights.setup("angbor", "gothmog", fortress="good", tower=True, at="field")
    fight = resolve_with(fights.game, field, ONES, in_the_tower())
    assert LeftTower((ANGBOR,)) in fight.played.done.facts
    assert any('within 2"' in line for line in fight.played.done.log)


def test_those_who_withdraw_are_in_the_tower_from_then_on(fights: Fights) -> None:
    world = replace(in_the_tower(), figures={ANGBOR: replace(in_the_tower().figures[ANGBOR], in_tower=False)})
    inside = fights.game.apply(world, WallsFell("good", (ANGBOR,)))
    assert inside.figures[ANGBOR].in_tower
    assert not fights.game.apply(inside, LeftTower((ANGBOR,))).figures[ANGBOR].in_tower


@pytest.mark.effect("fortress")
def test_a_breach_stays_and_its_walls_help_nobody_later(fights: Fights) -> None:
    # Declared, or remembered from an earlier fight: Angbor has one die instead of two.
    def dice(world: World, **keys: Any) -> int:
        setup = fights.setup("angbor", "gothmog", place="dol-amroth", holder="good", **keys)
        requests = resolve_with(fights.game, setup, ONES, world).played.requests
        return len(next(one for one in requests if isinstance(one, Roll) and one.seat == "good").dice)

    broken = fights.game.apply(World(), WallsBroken("dol-amroth", "gate", ()))
    assert dice(World()) == 2
    assert dice(World(), breached=True) == 1
    assert dice(broken) == 1
    assert fights.game.apply(broken, WallsBroken("dol-amroth", "gate", ())).breached == ("dol-amroth",)


def test_walls_that_are_breached_can_still_be_lost(fights: Fights) -> None:
    # One die at 3+ misses, and he saves a 3 at his own 3+: good 0 + 1, evil 0 + 2.
    fight = fights(
        "angbor",
        "gothmog",
        fortress="good",
        breached=True,
        dice={"good attack": "1", "evil attack": "41", "good defense": "3"},
    )
    assert fight.outcome.walls_fell
    assert fight.figures["angbor"] == "eliminated"


@pytest.mark.rules("FOR-02", "FOR-09", "ART-01", "ART-06", "ART-09", "ART-13", "ART-15", "ART-16")
def test_most_fortresses_have_a_tower_and_one_has_none() -> None:
    book = load_book(effects=parameters())
    walled = [place for place in book.places.values() if place.is_fortress]
    assert [place.id for place in walled if not place.has_tower] == ["easterling-city"]


@pytest.mark.parametrize(
    ("place", "rule", "reading", "dice", "end"),
    [
        # Angbor alone: 2 dice behind walls, 1 elsewhere; he is saved where there is a tower.
        ("dol-amroth", "AMB-087", "all-but-easterling-city", 2, "unhurt"),
        ("dol-amroth", "AMB-087", "only-those-mentioned", 2, "eliminated"),
        ("easterling-city", "CON-072", "eight-and-easterling-city", 2, "eliminated"),
        ("easterling-city", "CON-072", "eight-named", 1, "wounded"),
        ("grey-havens", "AMB-039", "defence-only", 1, "wounded"),
        ("grey-havens", "AMB-039", "fortress-bonus-too", 2, "eliminated"),
        ("thranduils-palace", "CON-072", "all-called-fortress", 2, "eliminated"),
    ],
)
def test_house_rules_say_which_places_have_walls_and_towers(
    fights: Fights, place: str, rule: str, reading: str, dice: int, end: str
) -> None:
    # Gothmog misses and wins by leadership, 2 to 1; in the field the only one left is lost, and so wounded.
    fight = fights(
        "angbor",
        "gothmog",
        place=place,
        holder="good",
        house={rule: reading},
        dice={"good attack": "1" * dice, "evil attack": "11"},
    )
    assert fight.figures["angbor"] == end
