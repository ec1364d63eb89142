"""Each way a schedule can be wrong, and the line that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assistant.packs.figures import contingent
from tests.packs.small import SCHEDULE

if TYPE_CHECKING:
    from tests.packs.conftest import Pack


def arrival(**keys: str) -> str:
    """A sound arrival with these keys (as TOML) over it."""
    sound = {"id": '"column"', "commander": '"rohan"', "figures": '["eomer"]', "turn": "3"}
    rows = [f"{key} = {value}" for key, value in {**sound, **keys}.items() if value]
    return SCHEDULE + "\n[[scheduled]]\n" + "\n".join(rows)


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"commander": '"rohn"'}, ".commander: unknown commander 'rohn'; did you mean 'rohan'?"),
        ({"places": '["bre"]'}, ".places[0]: unknown place 'bre'; did you mean 'bree'?"),
        ({"figures": '["eomr"]'}, ".figures[0]: unknown profile 'eomr'; did you mean 'eomer'?"),
        (
            {"figures": '["1 eomer or eomr"]'},
            ".figures[0]: unknown profile 'eomr'; did you mean 'eomer'?",
        ),
        (
            {"figures": '["eomer x 2"]'},
            ".figures[0]: 'eomer x 2' does not say which figures; write them like '12 orc', 'eomer mounted', "
            "'1 knight-of-gondor or ranger' or 'denethor with palantir'",
        ),
        (
            {"figures": '["0 eomer"]'},
            ".figures[0]: there cannot be 0 figures of a kind; from 1 to 1000 will do",
        ),
        (
            {"figures": '["1001 rider-of-rohan"]'},
            ".figures[0]: there cannot be 1001 figures of a kind; from 1 to 1000 will do",
        ),
        (
            {"figures": "[3]"},
            ".figures[0]: figures[0] must be text, not 3",
        ),
        (
            {"figures": '["uruk-hai"]'},
            ".figures[0]: uruk-hai is evil and rohan is good; figures fight for their commander's side",
        ),
        ({"turn": "0"}, ".turn: turn must be a whole number from 1 to 100, not 0"),
        ({"turn": "101"}, ".turn: turn must be a whole number from 1 to 100, not 101"),
        ({"turn": ""}, ": turn is missing; give the turn they come on"),
        ({"trun": "3"}, ": unknown key 'trun'; did you mean 'turn'?"),
        (
            {"readings": '[{ rule = "CON-9", reading = "turn-above" }]'},
            ".readings[0].rule: unknown house rule 'CON-9'; did you mean 'CON-099'?",
        ),
        (
            {"readings": '[{ rule = "CON-009", reading = "turn-abov", turn = 2 }]'},
            ".readings[0].reading: CON-009 has no reading 'turn-abov'; did you mean 'turn-above'?",
        ),
        (
            {"readings": '[{ rule = "CON-009", reading = "turn-above", figures = ["saruman"] }]'},
            ".readings[0].figures[0]: saruman is evil and rohan is good; "
            "figures fight for their commander's side",
        ),
        (
            {"under": '{ rule = "CON-009", reading = "charts" }'},
            ".under.reading: CON-009 has no reading 'charts'; did you mean 'chart-turns'?",
        ),
        ({"note_until": '"wra"'}, ".note_until: unknown event 'wra'; did you mean 'war'?"),
        ({"may_mount": '["eomr"]'}, ".may_mount[0]: unknown profile 'eomr'; did you mean 'eomer'?"),
        ({"rules": '["REI-R1"]'}, ".rules[0]: unknown rule 'REI-R1'; did you mean 'REI-R21'?"),
    ],
)
def test_a_wrong_arrival_gets_one_line(whole: Pack, keys: dict[str, str], line: str) -> None:
    whole.write("schedule.toml", arrival(**keys))
    assert whole.lines() == ["schedule.toml: scheduled[0] (column)" + line]


def test_an_arrival_id_used_twice_is_found_across_the_three_tables(whole: Pack) -> None:
    whole.write("schedule.toml", arrival(id='"riders"'))
    assert whole.lines() == [
        "schedule.toml: scheduled[0] (riders): the id 'riders' is used twice; "
        "it is already at schedule.toml: regular[0]"
    ]


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (
            '[[after]]\nid = "x"\ncommander = "rohan"\nevent = "wra"',
            "after[0] (x).event: unknown event 'wra'; did you mean 'war'?",
        ),
        (
            '[[after]]\nid = "x"\ncommander = "rohan"\nevent = "war"\ndelay = -1',
            "after[0] (x).delay: delay must be a whole number from 0 to 100, not -1",
        ),
        (
            '[[event]]\nid = "war"\nname = "Again"',
            "event[1] (war): the id 'war' is used twice; it is already at schedule.toml: event[0]",
        ),
        (
            '[[event]]\nid = "peace"\nname = "Peace"\ntable = "onl"',
            "event[1] (peace).table: unknown table 'onl'; did you mean 'only'?",
        ),
        (
            '[[stop]]\ncommander = "rohan"\ntext = "No."',
            "stop[0]: it must name a place, an event or a supply; give one of place, event, scarce",
        ),
        (
            '[[stop]]\ncommander = "rohan"\ntext = "No."\nplace = "bree"\nevent = "war"',
            "stop[0]: it must name a place, an event or a supply; give one of place, event, scarce",
        ),
        (
            '[[supply]]\nid = "wood"\ncommander = "saruman"\nname = "Wood?"\nfull = "yes"\nscarce = "no"\n'
            'default = "perhaps"\nrhythm = {}\ncount = 1\nshare = [1, 2]',
            "supply[0] (wood): 'perhaps' is no answer here; use yes or no",
        ),
        (
            '[[supply]]\nid = "wood"\ncommander = "saruman"\nname = "Wood?"\nfull = "yes"\nscarce = "no"\n'
            'default = "no"\nrhythm = {}\ncount = 1\nshare = [1]',
            "supply[0] (wood).share: share must be a list of 2, not of 1",
        ),
    ],
)
def test_a_wrong_row_of_the_schedule_gets_one_line(whole: Pack, rows: str, line: str) -> None:
    whole.write("schedule.toml", SCHEDULE + "\n" + rows)
    assert whole.lines() == ["schedule.toml: " + line]


@pytest.mark.parametrize(
    ("text", "profiles", "count", "mounted", "carries"),
    [
        ("eomer", ("eomer",), 1, None, ()),
        ("12 orc", ("orc",), 12, None, ()),
        ("eomer mounted", ("eomer",), 1, True, ()),
        ("6 knight-of-gondor on foot", ("knight-of-gondor",), 6, False, ()),
        ("1 knight-of-gondor or ranger", ("knight-of-gondor", "ranger"), 1, None, ()),
        ("gamling mounted with royal-standard", ("gamling",), 1, True, ("royal-standard",)),
        ("2 dwarf with axe and helm", ("dwarf",), 2, None, ("axe", "helm")),
    ],
)
def test_figures_are_read_as_written(
    text: str, profiles: tuple[str, ...], count: int, mounted: bool | None, carries: tuple[str, ...]
) -> None:
    read = contingent(text)
    assert (read.profiles, read.count, read.mounted, read.carries) == (profiles, count, mounted, carries)


def test_a_number_of_figures_may_be_rolled() -> None:
    rolled = contingent("1d6 ruffian")
    assert (rolled.profiles, rolled.count, rolled.is_rolled, rolled.number) == (("ruffian",), 6, True, "1d6")


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (
            'figures = ["1 rider-of-rohan"]',
            "",
            "regular[0] (riders): it does not say who comes; give figures = [...]",
        ),
        (
            'places = ["bree"]',
            "places = []",
            "regular[0] (riders): it does not say where they come; give places = [...]",
        ),
        (
            'figures = ["1 rider-of-rohan"]',
            'figures = ["eomer with palntir"]',
            "regular[0] (riders).figures[0]: unknown thing 'palntir'; did you mean 'palantir'?",
        ),
    ],
)
def test_a_wrong_rate_gets_one_line(whole: Pack, before: str, after: str, line: str) -> None:
    assert before in SCHEDULE
    whole.write("schedule.toml", SCHEDULE.replace(before, after))
    assert whole.lines() == [f"schedule.toml: {line}"]
