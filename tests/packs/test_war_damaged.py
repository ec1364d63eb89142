"""The War of the Ring with one word or number wrong: found with its file, its key and what was meant."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from assistant.packs.load import check_scenario
from assistant.packs.where import home
from assistant.rules.effects.registry import parameters

WAR = "scenarios/war-of-the-ring"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club's own copy of all rosters and scenarios."""
    for folder in ("rosters", "scenarios"):
        shutil.copytree(home() / folder, tmp_path / folder)
    return tmp_path


def lines_after(club: Path, file: str, before: str, after: str) -> list[str]:
    """What is said of the war after the first of these words was changed in a file."""
    path = club / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    faults = check_scenario(club / WAR, effects=parameters())
    return [str(fault).replace(f"{club}/", "") for fault in faults]


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        (
            "rosters/dwarves.toml",
            'place = "erebor"',
            'place = "erbor"',
            "(dain).abilities[1].place: unknown place 'erbor'; did you mean 'erebor'?",
        ),
        (
            "rosters/fellowship.toml",
            'what = "anduril"',
            'what = "andruil"',
            "(aragorn).alternatives[0].what: unknown thing 'andruil'; did you mean 'anduril'?",
        ),
        (
            "rosters/fellowship.toml",
            'what = "heavy-armor"',
            'what = "heavy-armour"',
            "(aragorn).alternatives[1].what: unknown thing 'heavy-armour'; did you mean 'heavy-armor'?",
        ),
        (
            "rosters/elves.toml",
            'what = "mirkwood"',
            'what = "mirkwod"',
            ".what: unknown place 'mirkwod'; did you mean 'mirkwood'?",
        ),
        (
            "rosters/rohan.toml",
            'race = "man"',
            'race = "mann"',
            "(rider-of-rohan).race: unknown race 'mann'; did you mean 'man'?",
        ),
        (
            f"{WAR}/starts.toml",
            "denethor with palantir",
            "denethor with palntir",
            ".figures[0]: unknown thing 'palntir'; did you mean 'palantir'?",
        ),
        (
            f"{WAR}/schedule.toml",
            "with royal-standard",
            "with royal-standart",
            ".figures[1]: unknown thing 'royal-standart'; did you mean 'royal-standard'?",
        ),
        (
            f"{WAR}/starts.toml",
            '"dain", "12',
            '"2 dain", "12',
            "start[0].figures[0]: there is only one Dáin; leave the number out",
        ),
        (
            f"{WAR}/starts.toml",
            '"12 orc", "troll"',
            '"12 orc mounted", "troll"',
            ": Orc has no mounted version; leave 'mounted' out",
        ),
        (
            f"{WAR}/starts.toml",
            '["brand", "10 man-of-dale"]',
            '["brand", "dain", "10 man-of-dale"]',
            f"[1].figures[1]: Dáin comes twice; there is only one, already at {WAR}/starts.toml: start[0]",
        ),
        (
            f"{WAR}/things.toml",
            'bearer = "gamling"',
            'bearer = "gamlin"',
            "(royal-standard).bearer: 'gamlin' is neither a figure nor a place; did you mean 'gamling'?",
        ),
        (
            f"{WAR}/things.toml",
            "inches = 8, turns = 5",
            "inches = 80, turns = 5",
            "(creeping-darkness).effects[0].inches: inches must be a whole number from 1 to 60, not 80",
        ),
        (
            f"{WAR}/things.toml",
            'event = "war-of-saruman"',
            'event = "war-of-sarumann"',
            ".effects[0].event: unknown event 'war-of-sarumann'; did you mean 'war-of-saruman'?",
        ),
        (
            f"{WAR}/places.toml",
            'led_by = "gandalf-the-white radagast celeborn"',
            'led_by = "gandalf-the-white radagast celeborm"',
            "(dol-guldur).effects[0].led_by: unknown profile 'celeborm'; did you mean 'celeborn'?",
        ),
        (
            f"{WAR}/places.toml",
            "closes_on = 3",
            "close_on = 3",
            "effects[2]: weather-duel has no parameter 'close_on'; did you mean 'closes_on'?",
        ),
        (
            f"{WAR}/places.toml",
            'outside = "mordor"',
            'outside = "mordoor"',
            "(black-gate).effects[0].outside: unknown place 'mordoor'; did you mean 'mordor'?",
        ),
        (
            f"{WAR}/commanders.toml",
            'order = [\n    "goblin-king", ',
            'order = [\n    "saruman", "goblin-king", ',
            "moving.order[2]: 'saruman' is named twice; name each commander once",
        ),
    ],
)
def test_one_wrong_word_is_found(club: Path, file: str, before: str, after: str, said: str) -> None:
    (fitting, *_) = [line for line in lines_after(club, file, before, after) if line.endswith(said)] or [""]
    assert fitting.startswith(f"{file}: ")


def test_a_misspelled_file_is_found_and_what_it_held_is_missed(club: Path) -> None:
    (club / WAR / "starts.toml").rename(club / WAR / "strats.toml")
    (fault,) = check_scenario(club / WAR, effects=parameters())
    assert str(fault) == (
        f"{club / WAR}/strats.toml: a scenario has no file of this name; did you mean 'starts.toml'?"
    )


def test_every_parameter_an_effect_has_is_declared_in_the_data() -> None:
    declared = {
        row["id"]: row.get("takes", {})
        for file, key in (("rosters/abilities.toml", "ability"), (f"{WAR}/place-rules.toml", "rule"))
        for row in tomllib.loads((home() / file).read_text(encoding="utf-8"))[key]
    }
    undeclared = {
        name: sorted(set(fields) - set(declared[name]))
        for name, fields in parameters().items()
        if name in declared and set(fields) - set(declared[name])
    }
    assert undeclared == {}
