"""Files that are missing, misnamed or left out on purpose."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from assistant.cli import cli
from assistant.packs.load import absent, check_scenario
from assistant.packs.where import home
from assistant.rules.effects.registry import parameters

if TYPE_CHECKING:
    from tests.packs.conftest import Pack


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("strats.toml", "starts.toml"),
        ("place.toml", "places.toml"),
        ("Schedule.toml", "schedule.toml"),
        ("victory.toml.txt", "victory.toml"),
    ],
)
def test_a_misnamed_file_is_found(whole: Pack, name: str, meant: str) -> None:
    whole.write(name, "")
    assert whole.lines() == [f"{name}: a scenario has no file of this name; did you mean '{meant}'?"]


def test_a_file_of_notes_is_left_alone(whole: Pack) -> None:
    whole.write("README.md", "Ours.")
    whole.write("map.png", "")
    assert whole.lines() == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        (
            "commanders.toml",
            "commanders.toml: this file is missing; other files name a commander of it 2 times",
        ),
        ("places.toml", "places.toml: this file is missing; other files name a place of it 2 times"),
    ],
)
def test_a_missing_file_is_one_fault_however_many_names_stand_in_it(
    whole: Pack, file: str, line: str
) -> None:
    (whole.folder / file).unlink()
    assert whole.lines() == [line]


def test_the_war_without_its_places_has_one_fault(tmp_path: Path) -> None:
    for folder in ("rosters", "scenarios"):
        shutil.copytree(home() / folder, tmp_path / folder)
    war = tmp_path / "scenarios" / "war-of-the-ring"
    (war / "places.toml").unlink()
    (fault,) = check_scenario(war, effects=parameters())
    assert str(fault).startswith(f"{war}/places.toml: this file is missing; other files name a place of it ")


def test_the_check_does_not_call_a_scenario_in_order_that_goes_without(whole: Pack) -> None:
    whole.write("starts.toml", "")
    whole.write("things.toml", '[[artifact]]\nid = "anduril"\nname = "Andúril"\ntext = "Bright."')
    shown = CliRunner().invoke(cli, ["scenario", "check", str(whole.folder)])
    assert (shown.exit_code, shown.output) == (
        0,
        f"{whole.folder} is in order, as far as it goes:\n  there is no victory.toml: nobody can win\n",
    )


def test_what_a_scenario_goes_without_is_said(whole: Pack) -> None:
    assert absent(whole.folder) == {
        "starts.toml": "nobody is on the table when the game begins",
        "victory.toml": "nobody can win",
        "things.toml": "there are no artifacts, powers or peoples with rules of their own",
    }
