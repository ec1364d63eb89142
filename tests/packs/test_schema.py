"""The published schemas are current, and agree with what the assistant accepts."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from assistant.packs.schema import FILES, schemas, write_schemas

if TYPE_CHECKING:
    from tests.packs.conftest import Battles, Pack

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "schema"
EXAMPLES = sorted(
    path for path in (ROOT / "tests" / "examples").glob("*.json") if not path.name.endswith(".expected.json")
)


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((PUBLISHED / f"{name}.schema.json").read_text(encoding="utf-8")))


def test_the_published_schemas_are_current(tmp_path: Path) -> None:
    for path in write_schemas(tmp_path):
        assert (PUBLISHED / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_no_schema_is_published_that_is_not_made() -> None:
    assert {path.name for path in PUBLISHED.iterdir()} == {f"{name}.schema.json" for name in FILES}


@pytest.mark.parametrize("name", FILES)
def test_each_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(schemas()[name])


@pytest.mark.parametrize("name", FILES)
def test_each_key_is_explained(name: str) -> None:
    schema = schemas()[name]
    tables = [schema, *schema.get("$defs", {}).values()]
    unexplained = [
        key
        for table in tables
        for key, held in table.get("properties", {}).items()
        if not held.get("description")
    ]
    assert unexplained == []


def test_there_are_seven_worked_battles() -> None:
    assert len(EXAMPLES) == 7


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_worked_battles_fit_the_schema(path: Path) -> None:
    validator("battle").validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("scenario", "scenario.toml"),
        ("places", "places.toml"),
        ("roster", "rosters/rohan.toml"),
        ("roster", "rosters/strangers.toml"),
        ("abilities", "rosters/abilities.toml"),
    ],
)
def test_a_sound_pack_fits_the_schemas(pack: Pack, name: str, file: str) -> None:
    validator(name).validate(tomllib.loads((pack.folder / file).read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", sorted(set(FILES) - {"battle", "roster", "abilities", "movement"}))
def test_the_shipped_scenario_fits_the_schemas(name: str) -> None:
    folder = ROOT / "scenarios" / "war-of-the-ring"
    validator(name).validate(tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")))


def test_the_shipped_charts_fit_the_schema() -> None:
    text = (ROOT / "rosters" / "movement.toml").read_text(encoding="utf-8")
    validator("movement").validate(tomllib.loads(text))


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": 0},
        {"count": None},
        {"count": "2"},
        {"mounted": None},
        {"terrain": "wods"},
        {"mountd": True},
        {"id": ""},
    ],
)
def test_the_battle_schema_refuses_what_the_assistant_refuses(
    battles: Battles, wrong: dict[str, Any]
) -> None:
    battle = battles.sound()
    battle["sides"]["good"]["figures"][0] |= wrong
    assert battles.lines(battle)
    with pytest.raises(ValidationError):
        validator("battle").validate(battle)
