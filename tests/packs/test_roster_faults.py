"""Each way a roster, ability, scenario or place file can be wrong, and the line that says so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from assistant.kernel.errors import BadPack
from assistant.packs.load import check_scenario, load_book

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

GUARD = "rosters/rohan.toml: profile[0] (guard)"


def test_a_sound_pack_has_no_faults(pack: Pack) -> None:
    assert pack.lines() == []


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("dice", "-1", ".dice: dice must be a whole number from 0 to 30, not -1"),
        ("dice", "31", ".dice: dice must be a whole number from 0 to 30, not 31"),
        ("dice", "true", ".dice: dice must be a whole number from 0 to 30, not true"),
        ("dice", '"2"', ".dice: dice must be a whole number from 0 to 30, not '2'"),
        ("dice", "2.0", ".dice: dice must be a whole number from 0 to 30, not 2.0"),
        ("dice", "nan", ".dice: dice must be a whole number from 0 to 30, not nan"),
        (
            "dice",
            "0x" + "f" * 5000,
            ".dice: dice must be a whole number from 0 to 30, not a number that large",
        ),
        ("dice", "2001-01-01", ".dice: dice must be a whole number from 0 to 30, not a date or time"),
        ("attack", "7", ".attack: attack must be a whole number from 1 to 6, not 7"),
        ("defense", "0", ".defense: defense must be a whole number from 1 to 6, not 0"),
        ("leadership", "10", ".leadership: leadership must be a whole number from 0 to 9, not 10"),
        ("wizardry", "-1", ".wizardry: wizardry must be a whole number from 0 to 9, not -1"),
        ("base_mm", "201", ".base_mm: base_mm must be a whole number from 0 to 200, not 201"),
        ("name", "3", ".name: name must be text of 1 to 2000 characters, not 3"),
        ("name", '""', ".name: name must be text of 1 to 2000 characters, not ''"),
        ("race", '"Tall Man"', ".race: race must be lower-case words joined by hyphens, not 'Tall Man'"),
        ("magic_weapon", "1", ".magic_weapon: magic_weapon must be true or false, not 1"),
        ("kind", '"amry"', ".kind: unknown kind 'amry'; did you mean 'army'?"),
        ("kind", "3", ".kind: kind must be one of army, character, artillery, creature, not 3"),
        ("side", '"neutral"', ".side: unknown side 'neutral'; use one of: good, evil, uncontrolled"),
        ("movement", '"dwarfs"', ".movement: unknown movement 'dwarfs'; did you mean 'dwarf'?"),
        ("abilities", '"swift"', ".abilities: abilities must be a list, not 'swift'"),
        ("abilities", "[3]", ".abilities[0]: abilities[0] must be a name, or a table with a name, not 3"),
        ("abilities", '["swfit"]', ".abilities[0]: unknown ability 'swfit'; did you mean 'swift'?"),
        (
            "abilities",
            '["mithril"]',
            ".abilities[0]: unknown ability 'mithril'; use one of: furious-charge, ranger, swift",
        ),
        (
            "abilities",
            '[{ name = "swift", when = "mountd" }]',
            ".abilities[0].when: unknown 'mountd' for when; did you mean 'mounted'?",
        ),
        (
            "abilities",
            '[{ name = "ranger", dcie = 2 }]',
            ".abilities[0]: ranger has no parameter 'dcie'; did you mean 'dice'?",
        ),
        (
            "abilities",
            '[{ name = "ranger", dice = true }]',
            ".abilities[0].dice: a parameter must be a whole number or text, not true",
        ),
        (
            "abilities",
            '[{ when = "mounted" }]',
            ".abilities[0]: name is missing; give an ability of abilities.toml",
        ),
        ("dismounted", "{ attack = 4 }", ".dismounted: dice is missing; give attack dice"),
        (
            "dismounted",
            "{ dice = 1, defence = 4 }",
            ".dismounted: unknown key 'defence'; did you mean 'defense'?",
        ),
        ("dismounted", "4", ".dismounted: dismounted must be a table of keys, not 4"),
        (
            "leadership_scope",
            '"rohn"',
            ".leadership_scope: unknown people or race 'rohn'; did you mean 'rohan'?",
        ),
        (
            "printed_move",
            "{ clear = 61 }",
            ".printed_move.clear: clear must be a whole number from 0 to 60, not 61",
        ),
        ("rules", '["PRF-GA2"]', ".rules[0]: unknown rule 'PRF-GA2'; did you mean 'PRF-GA29'?"),
        ("rules", '["nonsense"]', ".rules[0]: unknown rule 'nonsense'; search for it with `assistant rules`"),
        (
            "house",
            '[{ rule = "CON-33", reading = "booklet" }]',
            ".house[0].rule: unknown house rule 'CON-33'; did you mean 'CON-033'?",
        ),
        (
            "house",
            '[{ rule = "CON-033", reading = "bookelt" }]',
            ".house[0].reading: CON-033 has no reading 'bookelt'; did you mean 'booklet'?",
        ),
        (
            "alternatives",
            '[{ if = "baring", what = "anduril" }]',
            ".alternatives[0].if: unknown 'baring' for if; did you mean 'bearing'?",
        ),
        (
            "alternatives",
            '[{ if = "bearing" }]',
            ".alternatives[0]: what is missing; give the thing, place or enemy the condition is about",
        ),
        ("leadrship", "2", ": unknown key 'leadrship'; did you mean 'leadership'?"),
        ("name", "", ": name is missing; give the name players read"),
        ("dice", "", ": dice is missing; give its attack dice, 0 for none, or its crew"),
    ],
)
def test_a_wrong_profile_gets_one_line_that_says_what_and_where(
    pack: Pack, key: str, value: str, line: str
) -> None:
    pack.profile(**{key: value})
    assert pack.lines() == [GUARD + line]


def test_an_unknown_key_without_a_near_miss_lists_the_keys_there_are(pack: Pack) -> None:
    pack.profile(crew="{ size = 3, dice_each = 1, to_move = 2, zzz = 1 }")
    assert pack.lines() == [f"{GUARD}.crew: unknown key 'zzz'; use one of: size, dice_each, to_move, rule"]


def test_all_faults_of_one_profile_are_listed_at_once(pack: Pack) -> None:
    pack.profile(dice="-1", abilities='["swfit"]', leadership_scope='"rohn"', spede="3", rules='["X"]')
    assert [line.partition(GUARD)[2].partition(":")[0] for line in pack.lines()] == [
        ".dice",
        ".leadership_scope",
        ".abilities[0]",
        ".rules[0]",
        "",
    ]


def test_faults_in_all_files_are_listed_at_once(pack: Pack) -> None:
    pack.write("scenario.toml", 'id = "x"\nname = 3')
    pack.write("places.toml", '[[place]]\nid = "bree"\nname = "Bree"\neffects = ["shelterr"]')
    pack.write("rosters/abilities.toml", "[[ability]\n")
    pack.profile(dice="-1")
    assert [line.split(":")[0] for line in pack.lines()] == [
        "rosters/abilities.toml",
        "scenario.toml",
        "places.toml",
        "rosters/rohan.toml",
    ]


def test_a_roster_without_profiles_is_refused(pack: Pack) -> None:
    pack.write("rosters/empty.toml", "")
    pack.write("rosters/none.toml", "profile = []")
    assert pack.lines() == [
        "rosters/empty.toml: profile is missing; give one [[profile]] for each figure type",
        "rosters/none.toml: profile: profile is empty; it must be a list of at least 1",
    ]


def test_an_id_used_in_two_rosters_is_found(pack: Pack) -> None:
    pack.write(
        "rosters/strangers.toml",
        'side = "evil"\npeople = "orc"\n'
        '[[profile]]\nid = "eomer"\nname = "E"\nrace = "orc"\nkind = "army"\ndice = 1',
    )
    (line,) = pack.lines()
    assert line == (
        "rosters/strangers.toml: profile[0] (eomer): the id 'eomer' is used twice; "
        "it is already at rosters/rohan.toml: profile[1]"
    )


def test_a_profile_needs_a_side_and_a_people_from_somewhere(pack: Pack) -> None:
    pack.write(
        "rosters/lost.toml", '[[profile]]\nid = "x"\nname = "X"\nrace = "man"\nkind = "army"\ndice = 1'
    )
    assert pack.lines() == [
        "rosters/lost.toml: profile[0] (x): side is missing; give it here or at the top, as side = ...",
        "rosters/lost.toml: profile[0] (x): people is missing; give it here or at the top, as people = ...",
    ]


def test_an_ability_described_twice_is_found(pack: Pack) -> None:
    row = '[[ability]]\nid = "swift"\ntitle = "Swift"\ntext = "Fast."\n'
    pack.write("rosters/abilities.toml", row + row)
    pack.profile()
    (line,) = pack.lines()
    assert "ability[1] (swift): the id 'swift' is used twice" in line


def test_an_unreadable_ability_file_is_the_only_fault_it_causes(pack: Pack) -> None:
    (pack.folder / "rosters" / "abilities.toml").unlink()
    assert pack.lines() == ["rosters/abilities.toml: there is no such file; check its name and folder"]


def test_an_unreadable_roster_is_the_only_fault_it_causes(pack: Pack) -> None:
    pack.write("rosters/rohan.toml", "[[profile]")
    (line,) = pack.lines()
    assert line.startswith("rosters/rohan.toml: line 1, column 10: broken TOML")


def test_a_scenario_names_rosters_that_exist(pack: Pack) -> None:
    pack.write("scenario.toml", 'id = "x"\nname = "X"\nrosters = ["rohann", "strangers"]')
    (line,) = pack.lines()
    assert line == "scenario.toml: rosters[0]: unknown roster 'rohann'; did you mean 'rohan'?"


def test_a_folder_without_rosters_is_told_so(pack: Pack, tmp_path: Path) -> None:
    pack.write("rosters/rohan.toml", "")
    for path in (pack.folder / "rosters").glob("*.toml"):
        path.unlink()
    assert "rosters: there are no rosters here; add a .toml file per people" in pack.lines()[1]


@pytest.mark.parametrize("name", ["nowhere", "x" * 5000])
def test_a_scenario_folder_that_is_not_there_is_a_fault(tmp_path: Path, name: str) -> None:
    faults = check_scenario(tmp_path / name, rosters=tmp_path / name, effects={})
    assert str(faults[0]).startswith(f"{tmp_path / name}/scenario.toml: ")


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ('effects = ["sheltre"]', ".effects[0]: unknown effect 'sheltre'; did you mean 'shelter'?"),
        (
            'effects = [{ name = "shelter", defence = 1 }]',
            ".effects[0]: shelter has no parameter 'defence'; did you mean 'defense'?",
        ),
        ("tower_room = 6", ".tower_room: there is room in a tower, but no tower; add tower = true"),
        ("fortres = true", ": unknown key 'fortres'; did you mean 'fortress'?"),
        ("fortress = 1", ".fortress: fortress must be true or false, not 1"),
    ],
)
def test_a_wrong_place_gets_one_line(pack: Pack, row: str, line: str) -> None:
    pack.write("places.toml", f'[[place]]\nid = "bree"\nname = "Bree"\n{row}')
    assert pack.lines() == ["places.toml: place[0] (bree)" + line]


def test_a_place_listed_twice_is_found(pack: Pack) -> None:
    pack.write("places.toml", '[[place]]\nid = "bree"\nname = "Bree"\n' * 2)
    (line,) = pack.lines()
    assert line.startswith("places.toml: place[1] (bree): the id 'bree' is used twice; it is already at ")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name = "X"', "scenario.toml: id is missing; give lower-case words joined by hyphens, such as"),
        ('id = "x"\nname = "X"\ntabels = []', "scenario.toml: unknown key 'tabels'; did you mean 'tables'?"),
        (
            'id = "x"\nname = "X"\n[[tables]]\nid = "a"\nname = "A"\nwidth_feet = 0\nheight_feet = 6',
            "scenario.toml: tables[0] (a).width_feet: width_feet must be a whole number from 1 to 100, not 0",
        ),
    ],
)
def test_a_wrong_scenario_gets_one_line(pack: Pack, text: str, line: str) -> None:
    pack.write("scenario.toml", text)
    (only,) = pack.lines()
    assert only.startswith(line)


def test_loading_a_bad_pack_refuses_with_every_fault(pack: Pack) -> None:
    pack.profile(dice="-1", attack="9")
    with pytest.raises(
        BadPack, match=r"The scenario or its rosters have 2 faults\. Mend what is listed"
    ) as refusal:
        load_book(pack.folder, effects={"shelter": ("defense",)})
    assert refusal.value.code == "bad-pack"
    assert len(refusal.value.lines()) == 2


def test_no_line_speaks_the_checker_s_own_language(pack: Pack) -> None:
    pack.profile(dice='"x"', name="3", kind="[]", abilities="[[]]", dismounted="[]", lines="1", rules="{}")
    told = "\n".join(pack.lines())
    assert len(told.splitlines()) == 7
    assert not any(word in told for word in ("Input", "valid", "pydantic", "http", "type=", "_error"))
