"""Each way a battle file can be wrong, and the line that says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assistant.kernel.errors import Malformed
from assistant.packs.battle import read_battle
from assistant.rules.book import TERRAINS, Book

if TYPE_CHECKING:
    from tests.packs.conftest import Battles

Spoiled = Callable[[Callable[[dict[str, Any]], object]], list[str]]


def good(battle: dict[str, Any]) -> dict[str, Any]:
    side: dict[str, Any] = battle["sides"]["good"]
    return side


def with_figure(**keys: Any) -> Callable[[dict[str, Any]], object]:
    """A fourth good figure with these keys over sound ones."""
    return lambda battle: good(battle)["figures"].append({"id": "x", "profile": "eomer", **keys})


def with_good(**keys: Any) -> Callable[[dict[str, Any]], object]:
    return lambda battle: good(battle).update(keys)


def with_site(**keys: Any) -> Callable[[dict[str, Any]], object]:
    return lambda battle: battle["site"].update(keys)


def test_a_sound_battle_has_no_faults(spoiled: Spoiled) -> None:
    assert spoiled(lambda battle: None) == []


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"profile": "eomir"}, ".profile: unknown profile 'eomir'; did you mean 'eomer'?"),
        ({"profile": "Uruk Hai"}, ".profile: unknown profile 'Uruk Hai'; did you mean 'uruk-hai'?"),
        ({"profile": 7}, ".profile: profile must be text, not 7"),
        ({"count": 0}, ".count: count must be a whole number from 1 to 1000, not 0"),
        ({"count": -3}, ".count: count must be a whole number from 1 to 1000, not -3"),
        ({"count": 1001}, ".count: count must be a whole number from 1 to 1000, not 1001"),
        ({"count": True}, ".count: count must be a whole number from 1 to 1000, not true"),
        ({"count": "2"}, ".count: count must be a whole number from 1 to 1000, not '2'"),
        ({"count": 2.0}, ".count: count must be a whole number from 1 to 1000, not 2.0"),
        ({"count": None}, ".count: count must be a whole number from 1 to 1000, not null"),
        ({"mounted": 1}, ".mounted: mounted must be true or false, not 1"),
        ({"terrain": "wods"}, ".terrain: unknown terrain 'wods'; did you mean 'woods'?"),
        ({"terrain": "lava"}, f".terrain: unknown terrain 'lava'; use one of: {', '.join(TERRAINS)}"),
        ({"id": ""}, ".id: id must be text of 1 to 60 characters, not ''"),
        ({"id": "y" * 61}, f".id: id must be text of 1 to 60 characters, not '{'y' * 57}...'"),
        ({"id": "a\nb"}, ".id: the id 'a\\nb' cannot be printed; use letters, digits and hyphens"),
        ({"id": " a"}, ".id: the id ' a' cannot be printed; use letters, digits and hyphens"),
        ({"id": "\ud800"}, ".id: id has characters that cannot be printed; use ordinary letters"),
        (
            {"profile": "siege-ballista", "mounted": True},
            ".mounted: Siege Ballista is a weapon and cannot be mounted; leave the key out",
        ),
        (
            {"profile": "watcher", "mounted": True},
            ".mounted: Watcher is a creature and cannot be mounted; leave the key out",
        ),
        ({"id": "eomer"}, ".id: the id 'eomer' is used twice; it is already at sides.good.figures[0]; "
                          "give each figure its own"),
        ({"id": "r.2"}, ".id: the id 'r.2' is used twice; it is already at sides.good.figures[1]; "
                        "give each figure its own"),
        ({"mountd": True}, ": unknown key 'mountd'; did you mean 'mounted'?"),
    ],
)  # fmt: skip
def test_a_wrong_figure_gets_one_line(spoiled: Spoiled, keys: dict[str, Any], line: str) -> None:
    assert spoiled(with_figure(**keys)) == ["b.json: sides.good.figures[3]" + line]


def test_a_figure_without_profile_or_id_is_told_what_to_give(spoiled: Spoiled) -> None:
    assert spoiled(lambda battle: good(battle)["figures"].append({})) == [
        "b.json: sides.good.figures[3]: id is missing; give a name of your choice",
        "b.json: sides.good.figures[3]: profile is missing; give a profile's id, such as rider-of-rohan",
    ]


def test_a_figure_cannot_fight_on_both_sides(spoiled: Spoiled) -> None:
    def change(battle: dict[str, Any]) -> None:
        battle["sides"]["evil"]["figures"].append({"id": "r.1", "profile": "uruk-hai"})

    assert spoiled(change) == [
        "b.json: sides.evil.figures[2].id: the id 'r.1' is used twice; "
        "it is already at sides.good.figures[1]; give each figure its own"
    ]


def test_more_than_a_thousand_figures_a_side_are_refused(spoiled: Spoiled) -> None:
    assert spoiled(with_figure(count=1000)) == [
        "b.json: sides.good.figures: the good side has 1005 figures; 1000 a side at most"
    ]


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"figures": []}, ".figures: figures is empty; it must be a list of 1 to 1000"),
        ({"figures": {}}, ".figures: figures must be a list of 1 to 1000, not a table"),
        ({"terrain": "hils"}, ".terrain: unknown terrain 'hils'; did you mean 'hills'?"),
        ({"allocation": ["r.4"]}, ".allocation[0]: no figure 'r.4' on the good side; did you mean 'r.3'?"),
        (
            {"allocation": ["r"]},
            ".allocation[0]: no figure 'r' on the good side; name them one by one, r.1 to r.3",
        ),
        ({"allocation": ["u.1"]}, ".allocation[0]: no figure 'u.1' on the good side; did you mean 'r.1'?"),
        (
            {"allocation": ["nazgul"]},
            ".allocation[0]: no figure 'nazgul' on the good side; name a figure listed under figures",
        ),
        ({"allocation": ["r.1", "r.1"]}, ".allocation[1]: 'r.1' is named twice; name each figure once"),
        ({"allocation": "r.1"}, ".allocation: allocation must be a list of at most 1000, not 'r.1'"),
        ({"allocation": [1]}, ".allocation[0]: allocation[0] must be text, not 1"),
        (
            {"extra_losses": ["eomr"]},
            ".extra_losses[0]: no figure 'eomr' on the good side; did you mean 'eomer'?",
        ),
        (
            {"extra_losses": ["eomer", "eomer"]},
            ".extra_losses[1]: 'eomer' is named twice; name each figure once",
        ),
        (
            {"wizardry": {"gandlaf": {"dice": 1}}},
            ".wizardry.gandlaf: no figure 'gandlaf' on the good side; did you mean 'gandalf'?",
        ),
        (
            {"wizardry": {"gandalf": {"dice": -1}}},
            ".wizardry.gandalf.dice: dice must be a whole number from 0 to 30, not -1",
        ),
        (
            {"wizardry": {"gandalf": {"dcie": 1}}},
            ".wizardry.gandalf: unknown key 'dcie'; did you mean 'dice'?",
        ),
        ({"wizardry": {"gandalf": 2}}, ".wizardry.gandalf: gandalf must be an object in braces, not 2"),
        (
            {"duels": [["gandalf", "sarumn"]]},
            ".duels[0][1]: no figure 'sarumn' on the evil side; did you mean 'saruman'?",
        ),
        (
            {"duels": [["saruman", "saruman"]]},
            ".duels[0][0]: no figure 'saruman' on the good side; name a figure listed under figures",
        ),
        ({"duels": [["gandalf"]]}, ".duels[0]: duels[0] must be a list of 2, not of 1"),
        ({"duels": [["gandalf", "saruman", "u.1"]]}, ".duels[0]: duels[0] must be a list of 2, not of 3"),
        (
            {"duels": [["gandalf", "saruman"], ["gandalf", "saruman"]]},
            ".duels[1][0]: 'gandalf' duels twice; one duel for each wizard",
        ),
        ({"dice": {"attack": [0]}}, ".dice.attack[0]: attack[0] must be a whole number from 1 to 6, not 0"),
        (
            {"dice": {"defense": [1, 7]}},
            ".dice.defense[1]: defense[1] must be a whole number from 1 to 6, not 7",
        ),
        ({"dice": {"duel": [True]}}, ".dice.duel[0]: duel[0] must be a whole number from 1 to 6, not true"),
        (
            {"dice": {"special": ["6"]}},
            ".dice.special[0]: special[0] must be a whole number from 1 to 6, not '6'",
        ),
        ({"dice": {"defence": [1]}}, ".dice: unknown key 'defence'; did you mean 'defense'?"),
        ({"dice": None}, ".dice: dice must be an object in braces, not null"),
        ({"alocation": []}, ": unknown key 'alocation'; did you mean 'allocation'?"),
    ],
)
def test_a_wrong_side_gets_one_line(spoiled: Spoiled, keys: dict[str, Any], line: str) -> None:
    assert spoiled(with_good(**keys)) == ["b.json: sides.good" + line]


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"terrain": "wood"}, ".terrain: unknown terrain 'wood'; did you mean 'woods'?"),
        ({"terrain": None}, f".terrain: terrain must be one of {', '.join(TERRAINS)}, not null"),
        ({"place": "dolamroth"}, ".place: unknown place 'dolamroth'; did you mean 'dol-amroth'?"),
        ({"place": "zzz"}, ".place: unknown place 'zzz'; use one of: bree, dol-amroth, easterling-city"),
        ({"holder": "god"}, ".holder: unknown holder 'god'; did you mean 'good'?"),
        ({"fortress": True}, ".fortress: fortress must be one of good, evil or null, not true"),
        ({"fortress": "uncontrolled"}, ".fortress: unknown fortress 'uncontrolled'; use one of: good, evil"),
        ({"tower": "yes"}, ".tower: tower must be true or false, not 'yes'"),
        ({"at": "wall"}, ".at: unknown 'wall' for at; did you mean 'walls'?"),
        ({"at": "walls"}, ".at: nobody holds a fortress to fight at its walls; name who holds it"),
        ({"at": "tower"}, ".at: nobody holds a fortress to fight at its tower; name who holds it"),
        ({"at": "tower", "fortress": "good"}, ".at: there is no tower to fight at; add tower: true"),
        ({"darkness": 0}, ".darkness: darkness must be true or false, not 0"),
        ({"zzz": 1}, ": unknown key 'zzz'; use one of: terrain, place, holder, fortress, tower, at, "
                     "darkness, resumed, water, attacker, breached, weak_wall"),
    ],
)  # fmt: skip
def test_a_wrong_site_gets_one_line(spoiled: Spoiled, keys: dict[str, Any], line: str) -> None:
    assert spoiled(with_site(**keys)) == ["b.json: site" + line]


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ({"CON-33": "booklet"}, "house_rules.CON-33: unknown house rule 'CON-33'; did you mean 'CON-033'?"),
        (
            {"nonsense": "booklet"},
            "house_rules.nonsense: unknown house rule 'nonsense'; see `assistant scenario house-rules`",
        ),
        ({"CON-033": "zzz"}, "house_rules.CON-033: CON-033 has no reading 'zzz'; use one of: "),
        (
            {"CON-033": "bookelt"},
            "house_rules.CON-033: CON-033 has no reading 'bookelt'; did you mean 'booklet'?",
        ),
        ({"CON-033": 1}, "house_rules.CON-033: CON-033 must be text, not 1"),
        (["CON-033"], "house_rules: house_rules must be an object in braces, not a list"),
    ],
)
def test_a_wrong_house_rule_gets_one_line(spoiled: Spoiled, rules: object, line: str) -> None:
    (only,) = spoiled(lambda battle: battle.update(house_rules=rules))
    assert only.startswith("b.json: " + line)


def test_a_missing_side_is_told(spoiled: Spoiled) -> None:
    assert spoiled(lambda battle: battle["sides"].pop("evil")) == [
        "b.json: sides: evil is missing; give the evil side with its figures"
    ]


def test_missing_sides_are_told(spoiled: Spoiled) -> None:
    assert spoiled(lambda battle: battle.pop("sides")) == [
        "b.json: sides is missing; give the two sides, good and evil"
    ]


def test_a_side_without_figures_is_told(spoiled: Spoiled) -> None:
    assert spoiled(lambda battle: good(battle).pop("figures")) == [
        "b.json: sides.good: figures is missing; give at least one figure"
    ]


def test_a_third_side_is_an_unknown_key(spoiled: Spoiled) -> None:
    assert spoiled(lambda battle: battle["sides"].update(uncontrolled={})) == [
        "b.json: sides: unknown key 'uncontrolled'; use one of: good, evil"
    ]


@pytest.mark.parametrize(("text", "what"), [("[]", "a list"), ("3", "3"), ('"x"', "'x'"), ("null", "null")])
def test_a_file_that_is_no_object_is_told(battles: Battles, text: str, what: str) -> None:
    assert battles.lines_of(text) == [f"b.json: the file must be an object in braces, not {what}"]


def test_all_faults_are_listed_at_once(spoiled: Spoiled) -> None:
    def change(battle: dict[str, Any]) -> None:
        battle["site"] = {"terrain": "wods", "place": "bre"}
        battle["house_rules"] = {"CON-033": "bookelt"}
        good(battle)["figures"][1]["count"] = 0
        good(battle)["figures"].append({"id": "eomer", "profile": "eomir"})
        good(battle)["allocation"] = ["r.1", "eomr"]
        battle["sides"]["evil"]["dice"] = {"attack": [7]}
        battle["sides"]["evil"]["figures"].append({"id": "gandalf", "profile": "gandalf"})

    assert [line.split(": ")[1] for line in spoiled(change)] == [
        "site.terrain",
        "site.place",
        "sides.good.figures[1].count",
        "sides.good.figures[3].profile",
        "sides.evil.dice.attack[0]",
        "house_rules.CON-033",
        "sides.good.figures[3].id",
        "sides.evil.figures[2].id",
        "sides.good.allocation[1]",
    ]


def test_figures_of_a_doubtful_count_are_not_reported_missing_as_well(spoiled: Spoiled) -> None:
    def change(battle: dict[str, Any]) -> None:
        good(battle)["figures"][1]["count"] = "three"
        good(battle)["allocation"] = ["r.1", "r.2", "r.3", "eomer"]

    (line,) = spoiled(change)
    assert "sides.good.figures[1].count" in line


def test_a_bad_file_is_refused_as_malformed_with_its_name(book: Book, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"The battle in .*no\.json cannot be fought") as refusal:
        read_battle(tmp_path / "no.json", book)
    assert refusal.value.code == "bad-battle"
    assert refusal.value.lines() == (f"{tmp_path}/no.json: there is no such file; check its name and folder",)


def test_broken_text_is_refused_with_its_place(battles: Battles) -> None:
    assert battles.lines_of('{"sides": }') == [
        "b.json: line 1, column 11: broken JSON: a value is missing here; text stands in double quotes"
    ]


def test_a_line_stays_one_line_whatever_stands_in_the_file(battles: Battles) -> None:
    odd = "a\r\nb\u2028\x1b[31m\x00"
    battle = battles.sound()
    battle[odd] = 1
    battle["site"][odd] = odd
    battle["sides"]["good"]["wizardry"] = {odd: {odd: odd}}
    battle["sides"]["good"]["figures"].append({"id": odd, "profile": odd, odd: odd})
    lines = battles.lines(battle)
    assert len(lines) >= 6
    assert all(line.isprintable() for line in lines)


def test_half_a_character_as_a_key_is_told(battles: Battles) -> None:
    assert battles.lines({"\ud800": 1}) == [
        "b.json: the file has characters that cannot be printed; use ordinary letters"
    ]


def test_of_a_file_that_is_wrong_throughout_only_the_first_faults_are_listed(battles: Battles) -> None:
    battle = battles.sound()
    battle["sides"]["good"]["figures"] = [{"id": f"f{n}", "profile": f"rider-{n}"} for n in range(1000)]
    lines = battles.lines_of(json.dumps(battle))
    assert len(lines) == 201
    assert lines[-1] == "b.json: there are more faults than these; mend them first"


def test_millions_of_figures_are_refused_without_calling_each(battles: Battles) -> None:
    battle = battles.sound()
    battle["sides"]["good"]["figures"] = [
        {"id": f"f{n}", "profile": "eomer", "count": 1000} for n in range(10_000)
    ]
    assert battles.lines_of(json.dumps(battle)) == [
        "b.json: sides.good.figures: figures must be a list of 1 to 1000, not of 10000",
        "b.json: sides.good.figures: the good side has 10000000 figures; 1000 a side at most",
    ]


def test_whoever_is_stood_near_must_be_of_the_side_and_is_told_with_other_faults(spoiled: Spoiled) -> None:
    def spoil(battle: dict[str, Any]) -> None:
        good(battle)["figures"][0]["near"] = ["zz"]
        good(battle)["allocation"] = ["nobody"]

    told = spoiled(spoil)
    assert any("sides.good.figures[0].near[0]: no figure 'zz' on the good side" in line for line in told)
    assert any("sides.good.allocation[0]" in line for line in told)
