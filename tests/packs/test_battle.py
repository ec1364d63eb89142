"""A battle file means what the documentation says it means."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assistant.packs.battle import read_battle
from assistant.rules.book import Book
from assistant.rules.combat.setup import Boost, Site

if TYPE_CHECKING:
    from tests.packs.conftest import Battles


def with_site(battles: Battles, **site: Any) -> Site:
    """The site of a sound battle fought there."""
    return battles.parse({**battles.sound(), "site": site}).setup.site


def test_count_makes_numbered_figures_in_listed_order(battles: Battles) -> None:
    setup = battles.parse(battles.sound()).setup
    assert [one.figure for one in setup.good.figures] == ["eomer", "r.1", "r.2", "r.3", "gandalf"]


def test_a_count_of_one_is_numbered_too(battles: Battles) -> None:
    battle = battles.sound()
    battle["sides"]["evil"]["figures"] = [{"id": "u", "profile": "uruk-hai", "count": 1}]
    assert [one.figure for one in battles.parse(battle).setup.evil.figures] == ["u.1"]


def test_a_profile_with_a_dismounted_line_starts_mounted_and_others_on_foot(battles: Battles) -> None:
    setup = battles.parse(battles.sound()).setup
    assert [one.mounted for one in setup.good.figures] == [False, True, True, True, False]


@pytest.mark.parametrize(("profile", "mounted"), [("rider-of-rohan", False), ("eomer", True)])
def test_mounted_is_as_the_file_says(battles: Battles, profile: str, mounted: bool) -> None:
    battle = battles.sound()
    battle["sides"]["good"]["figures"] = [{"id": "x", "profile": profile, "mounted": mounted}]
    assert battles.parse(battle).setup.good.figures[0].mounted is mounted


def test_a_figure_stands_on_its_own_ground_else_its_side_s_else_the_site_s(battles: Battles) -> None:
    battle = battles.sound()
    battle["site"] = {"terrain": "marsh"}
    battle["sides"]["good"]["terrain"] = "hills"
    battle["sides"]["good"]["figures"] = [
        {"id": "a", "profile": "eomer", "terrain": "clear"},
        {"id": "b", "profile": "eomer"},
    ]
    setup = battles.parse(battle).setup
    assert [one.terrain for one in setup.good.figures] == ["clear", "hills"]
    assert setup.evil.figures[0].terrain == "marsh"


def test_a_battle_without_a_site_is_fought_in_the_open(battles: Battles) -> None:
    battle = battles.sound()
    del battle["site"]
    assert battles.parse(battle).setup.site == Site()


def test_every_key_of_the_site_may_be_null_where_the_contract_shows_it(battles: Battles) -> None:
    site = {"terrain": "clear", "place": None, "holder": None, "fortress": None, "tower": False, "at": None}
    assert with_site(battles, **site, darkness=False, resumed=False) == Site()


def test_walls_are_fought_at_if_there_is_a_fortress(battles: Battles) -> None:
    assert with_site(battles, fortress="evil", tower=True) == Site(fortress="evil", tower=True, at="walls")


def test_a_fight_may_be_in_the_field_or_at_the_tower_of_a_fortress(battles: Battles) -> None:
    assert with_site(battles, fortress="good", at="field").at == "field"
    assert with_site(battles, fortress="good", tower=True, at="tower").at == "tower"


def test_darkness_and_resumption_are_kept(battles: Battles) -> None:
    site = with_site(battles, darkness=True, resumed=True)
    assert (site.darkness, site.resumed) == (True, True)


def test_a_fortress_is_held_by_whoever_holds_the_place(battles: Battles) -> None:
    site = with_site(battles, place="dol-amroth", holder="good")
    assert site == Site(place=site.place, holder="good", fortress="good", tower=True, at="walls")


def test_a_fortress_set_to_null_is_none_whatever_the_place(battles: Battles) -> None:
    site = with_site(battles, place="dol-amroth", holder="good", fortress=None, tower=False)
    assert (site.fortress, site.tower, site.at) == (None, False, "field")


def test_nobody_holds_the_walls_of_a_place_without_a_fighting_holder(battles: Battles) -> None:
    assert with_site(battles, place="dol-amroth").fortress is None
    assert with_site(battles, place="dol-amroth", holder="uncontrolled").fortress is None


def test_a_place_without_a_tower_brings_none(battles: Battles) -> None:
    assert with_site(battles, place="easterling-city", holder="evil").tower is False


def test_what_a_side_decides_beforehand_is_kept(battles: Battles) -> None:
    battle = battles.sound()
    battle["house_rules"] = {"CON-033": "booklet"}
    battle["sides"]["good"] |= {
        "allocation": ["r.2", "eomer"],
        "extra_losses": ["r.3"],
        "wizardry": {"gandalf": {"dice": 1, "defense": 2}},
        "duels": [["gandalf", "saruman"]],
    }
    setup = battles.parse(battle).setup
    assert setup.house_rules == {"CON-033": "booklet"}
    assert setup.good.allocation == ("r.2", "eomer")
    assert setup.good.extra_losses == ("r.3",)
    assert dict(setup.good.wizardry.items()) == {"gandalf": Boost(dice=1, defense=2)}
    assert setup.good.duels == (("gandalf", "saruman"),)


def test_a_battle_without_dice_has_none(battles: Battles) -> None:
    assert battles.parse(battles.sound()).dice is None


def test_dice_of_one_side_leave_the_other_with_empty_lists(battles: Battles) -> None:
    battle = battles.sound()
    battle["sides"]["good"]["dice"] = {"attack": [1, 6], "special": [3]}
    dice = battles.parse(battle).dice
    assert dice is not None
    assert dice["good"]["attack"] == (1, 6)
    assert dice["good"]["special"] == (3,)
    assert dice["good"]["defense_reroll"] == ()
    assert set(dice["evil"]) == {"attack", "attack_reroll", "defense", "defense_reroll", "duel", "special"}
    assert set(dice["evil"].values()) == {()}


def test_names_may_have_accents_and_spaces(battles: Battles) -> None:
    battle = battles.sound()
    battle["sides"]["good"]["figures"].append({"id": "Théoden König", "profile": "eomer"})
    assert battles.parse(battle).setup.good.figures[-1].figure == "Théoden König"


def test_a_thousand_figures_a_side_are_welcome(battles: Battles) -> None:
    battle = battles.sound()
    battle["sides"]["evil"]["figures"] = [{"id": "u", "profile": "uruk-hai", "count": 1000}]
    assert len(battles.parse(battle).setup.evil.figures) == 1000


def test_a_battle_is_read_from_a_file(battles: Battles, book: Book, tmp_path: Path) -> None:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(battles.sound()), encoding="utf-8")
    assert read_battle(path, book) == battles.parse(battles.sound())
