"""What is wrong with a map is told with its file and place, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.packs.load import check_scenario
from assistant.packs.where import home
from assistant.rules.effects.registry import parameters

SCENARIO = """
id = "skirmish"
name = "Skirmish"
[[tables]]
id = "field"
name = "Field"
width_feet = 4
height_feet = 4
"""
PLACES = '[[place]]\nid = "mill"\nname = "Mill"\ntable = "field"\nrank = "town"\n'
SOUND = '[[place]]\nid = "mill"\ntable = "field"\nat = "10,10"\nradius = 2\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "skirmish"
    made.mkdir()
    (made / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    (made / "places.toml").write_text(PLACES, encoding="utf-8")
    return made


def faults(folder: Path, tables: str) -> list[str]:
    (folder / "tables.toml").write_text(tables, encoding="utf-8")
    found = check_scenario(folder, rosters=home() / "rosters", effects=parameters())
    return [str(fault).replace(str(folder), "DIR") for fault in found]


def test_a_sound_map_has_no_faults(folder: Path) -> None:
    assert faults(folder, SOUND) == []


def test_a_scenario_needs_no_map(folder: Path) -> None:
    assert check_scenario(folder, rosters=home() / "rosters", effects=parameters()) == ()


def feature(**keys: str) -> str:
    rows = {"id": '"wood"', "table": '"field"', "kind": '"woods"', "area": '"1,1 2,2 3,1"'} | keys
    return "[[feature]]\n" + "".join(f"{key} = {value}\n" for key, value in rows.items() if value) + SOUND


def kept(**keys: str) -> str:
    return "[[kept]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (feature(area='"1,1 2;2 3,1"'), "feature[0] (wood).area: '2;2' is not a spot on the table"),
        (feature(area='"1,1 2,2"'), "feature[0] (wood): an area has less than three points"),
        (feature(area='"1,1 2,2 3,9999"'), "'3,9999' is far off the table"),
        (feature(kind='"wods"'), "unknown kind 'wods'"),
        (feature(table='"feld"'), "feature[0] (wood).table: unknown table 'feld'; did you mean 'field'?"),
        (feature(line='"1,1 2,2"', width="1"), "feature[0] (wood): it has area and line"),
        (feature(area="", line='"1,1 2,2"'), "feature[0] (wood): a line has no width"),
        (feature(kind='"river"'), "a river is a line"),
        (feature(kind='"ford"'), "a ford is no area"),
        (feature(area="", at='"1,1"'), "a woods is more than a spot"),
        (feature(area="", line='"1,1 2,2"', width='"wide"'), "(wood).width: 'wide' is not a size"),
        (SOUND.replace("radius = 2", "radius = -2"), "(mill).radius: -2 is not a size; write inches"),
        (feature(widht="3"), "unknown key 'widht'; did you mean 'width'?"),
        (feature() + feature().split("[[place]]")[0], "the id 'wood' is used twice"),
        (SOUND + SOUND, "'mill' lies in two places"),
        ("", "the place 'mill' lies nowhere; add a [[place]] for it"),
        (SOUND.replace("radius = 2\n", ""), "place[0] (mill): radius is missing"),
        (SOUND.replace('at = "10,10"\nradius = 2', 'feature = "wod"'), "unknown feature 'wod'"),
        (SOUND.replace('"mill"', '"mil"'), "unknown place 'mil'; did you mean 'mill'?"),
        (
            SOUND + '[[link]]\ntable = "field"\nto = "field"\nat = "1,1"\n',
            "neither a whole edge nor a pair of spots",
        ),
        (SOUND + 'tower = "10,10"\n', "tower_radius is missing"),
        (SOUND + kept(between='["mill", "mill"]'), "kept[0]: it has nothing to keep; give one of apart"),
        (SOUND + kept(apart="3"), "kept[0]: between is missing; say of what apart is meant"),
        (SOUND + kept(apart="3", turns="[1, 2]"), "kept[0]: it has apart and turns"),
        (SOUND + kept(between='["mill", "mill"]', turns="[1, 2]"), "kept[0]: who is missing"),
        (
            SOUND + kept(between='["mill", "mill"]', who='["orc"]', turns="[3, 2]"),
            "[3, 2] is no range of turns; write the fewest first",
        ),
        (SOUND + kept(between='["mill", "mil"]', apart="3"), "unknown place 'mil'; did you mean 'mill'?"),
        (SOUND + kept(at='["mill"]', who='["ork"]', figures="3"), "unknown profile 'ork'"),
        (SOUND + kept(table='"feld"', size="[3, 3]"), "kept[0].table: unknown table 'feld'"),
        (SOUND + kept(table='"field"', stays='"3,3"'), "kept[0]: stays has not two corners"),
    ],
)
def test_a_fault_is_told_with_its_place_and_what_would_be_right(folder: Path, tables: str, said: str) -> None:
    found = faults(folder, tables)
    assert any(said in one for one in found), found
    assert all(one.startswith("DIR/tables.toml: ") or "tables.toml" in one for one in found)
