"""Each way the files of a scenario beyond its rosters can be wrong, and the line that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assistant.packs.figures import contingent
from assistant.packs.load import load_scenario

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

COMMANDERS = """
[[commander]]
id = "rohan"
name = "Rohan"
side = "good"
home = ["bree"]

[[commander]]
id = "saruman"
name = "Saruman"
side = "evil"

[[commander]]
id = "grima"
name = "Gríma"
side = "evil"

[[command]]
number = 1
name = "Rohan"
commanders = ["rohan"]

[[command]]
number = 2
name = "Isengard"
commanders = ["saruman", "grima"]

[[split]]
command = 2
groups = [["saruman"], ["grima"]]

[[next_player]]
command = 1

[[next_player]]
command = 2

[[next_player]]
command = 2
into = 2
"""

SCHEDULE = """
[[event]]
id = "war"
name = "War"
declared_by = ["saruman"]
table = "only"

[[regular]]
id = "riders"
commander = "rohan"
places = ["bree"]
figures = ["1 rider-of-rohan"]
every = 2
doubling = { event = "war" }
"""


@pytest.fixture
def whole(pack: Pack) -> Pack:
    """A sound scenario with commanders and a schedule."""
    pack.write("commanders.toml", COMMANDERS)
    pack.write("schedule.toml", SCHEDULE)
    return pack


def arrival(**keys: str) -> str:
    """A sound arrival with these keys (as TOML) over it."""
    sound = {"id": '"column"', "commander": '"rohan"', "figures": '["eomer"]', "turn": "3"}
    rows = [f"{key} = {value}" for key, value in {**sound, **keys}.items() if value]
    return SCHEDULE + "\n[[scheduled]]\n" + "\n".join(rows)


def test_a_sound_scenario_has_no_faults(whole: Pack) -> None:
    assert whole.lines() == []


def test_a_scenario_needs_none_of_these_files(pack: Pack) -> None:
    assert load_scenario(pack.folder, effects={"shelter": ("defense",)}).commanders == {}


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
    ("before", "after", "lines"),
    [
        (
            'commanders = ["saruman", "grima"]',
            'commanders = ["saruman"]',
            [
                "commander[2] (grima): it is in no command; add it to a [[command]]",
                "split[0]: 'grima' is not in command 2; leave it out",
            ],
        ),
        (
            'commanders = ["rohan"]',
            'commanders = ["rohan", "grima"]',
            [
                "command[0]: its commanders are of both sides; a command belongs to one side",
                "command[1]: 'grima' is in command 1 already; a commander belongs to one command",
            ],
        ),
        (
            "number = 2\n",
            "number = 1\n",
            [
                "command[1]: there is a command 1 already; number it otherwise",
                "split[0]: there is no command 2; use the number of a [[command]]",
                "next_player[1]: there is no command 2; use the number of a [[command]]",
                "next_player[2]: there is no command 2; use the number of a [[command]]",
            ],
        ),
        (
            'groups = [["saruman"], ["grima"]]',
            'groups = [["saruman"], ["grima", "saruman"]]',
            ["split[0]: 'saruman' is in two groups; keep it in one"],
        ),
        (
            "into = 2",
            "into = 3",
            ["next_player[2]: command 2 is never divided into 3; add a [[split]] with so many groups"],
        ),
        (
            'home = ["bree"]',
            'home = ["edoras"]',
            [
                "commander[0] (rohan).home[0]: unknown place 'edoras'; "
                "use one of: bree, dol-amroth, easterling-city"
            ],
        ),
        (
            'id = "grima"',
            'id = "saruman"',
            [
                "command[1].commanders[1]: unknown commander 'grima'; use one of: rohan, saruman",
                "split[0].groups[1][0]: unknown commander 'grima'; use one of: rohan, saruman",
                "commander[2] (saruman): the id 'saruman' is used twice; "
                "it is already at commanders.toml: commander[1]",
            ],
        ),
    ],
)
def test_commands_that_do_not_fit_together_are_found(
    whole: Pack, before: str, after: str, lines: list[str]
) -> None:
    assert before in COMMANDERS
    whole.write("commanders.toml", COMMANDERS.replace(before, after))
    assert whole.lines() == [f"commanders.toml: {line}" for line in lines]


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (
            'commander = "rohan"\nplace = "edoras"\nfigures = ["eomer"]',
            ".place: unknown place 'edoras'; use one of: bree, dol-amroth, easterling-city",
        ),
        (
            'commander = "rohan"\nplace = "bree"\nfigures = []',
            ".figures: figures is empty; it must be a list of at least 1",
        ),
        (
            'commander = "saruman"\nplace = "bree"\nfigures = ["saruman", "eomer"]',
            ".figures[1]: eomer is good and saruman is evil; figures fight for their commander's side",
        ),
        (
            'commander = "rohan"\nplace = "bree"\nfigures = ["eomer"]\n[[start.readings]]\n'
            'rule = "CON-021"\nreading = "twenty"\ncommander = "saruman"\nfigures = ["eomer"]',
            ".readings[0].figures[0]: eomer is good and saruman is evil; "
            "figures fight for their commander's side",
        ),
    ],
)
def test_a_wrong_start_gets_one_line(whole: Pack, row: str, line: str) -> None:
    whole.write("starts.toml", "[[start]]\n" + row)
    assert whole.lines() == ["starts.toml: start[0]" + line]


def test_figures_that_nobody_controls_may_serve_anyone(whole: Pack) -> None:
    whole.write("starts.toml", '[[start]]\ncommander = "rohan"\nplace = "bree"\nfigures = ["watcher"]')
    assert whole.lines() == []


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (
            '[[conquest]]\nwinner = "evil"\nany_of = ["bree"]\nnumber = 2\noverall = "side"',
            "conquest[0].number: 2 of 1 bases cannot fall; use at most 1",
        ),
        (
            '[[ring]]\nwinner = "evl"\nplace = "bree"\noverall = "side"',
            "ring[0].winner: unknown winner 'evl'; did you mean 'evil'?",
        ),
        (
            '[[award]]\nid = "x"\nname = "X"\npoints = 1\ndoubled_for = { rohn = ["bree"] }',
            "award[0] (x).doubled_for.rohn: unknown commander 'rohn'; did you mean 'rohan'?",
        ),
        ("turns = 0", "turns: turns must be a whole number from 1 to 100, not 0"),
        (
            "[[stars]]\nturns = [101]",
            "stars[0].turns[0]: turns[0] must be a whole number from 1 to 100, not 101",
        ),
    ],
)
def test_a_wrong_victory_gets_one_line(whole: Pack, rows: str, line: str) -> None:
    whole.write("victory.toml", rows)
    assert whole.lines() == ["victory.toml: " + line]


def test_things_name_commanders_that_exist(whole: Pack) -> None:
    whole.write(
        "things.toml",
        '[[power]]\nid = "horn"\nname = "Horn"\ncommander = "rohn"\ntext = "Loud."\n'
        '[[people]]\nid = "riders"\nname = "Riders"\ncommanders = ["rohann"]\n'
        '[[artifact]]\nid = "anduril"\nname = "Andúril"\ntext = "Bright."',
    )
    assert whole.lines() == [
        "things.toml: power[0] (horn).commander: unknown commander 'rohn'; did you mean 'rohan'?",
        "things.toml: people[0] (riders).commanders[0]: unknown commander 'rohann'; did you mean 'rohan'?",
    ]


def test_a_spot_may_not_have_the_name_of_a_place(whole: Pack) -> None:
    whole.write("scenario.toml", 'id = "x"\nname = "X"\n[[tables]]\nid = "only"\nname = "T"\nwidth_feet = 6\n'
                'height_feet = 4\n[[spot]]\nid = "bree"\nname = "Near Bree"')  # fmt: skip
    assert whole.lines() == [
        "scenario.toml: spot[0] (bree): the id 'bree' is used twice; it is already at places.toml: place[0]"
    ]


def test_a_place_effect_must_stand_among_the_place_rules(whole: Pack) -> None:
    whole.write("place-rules.toml", '[[rule]]\nid = "shelters"\ntitle = "Shelter"\ntext = "Better defense."')
    assert whole.lines() == [
        "places.toml: place[0] (bree).effects[0].name: unknown effect 'shelter'; did you mean 'shelters'?"
    ]


def test_a_place_rule_need_not_be_one_the_assistant_resolves(whole: Pack) -> None:
    whole.write(
        "place-rules.toml",
        '[[rule]]\nid = "shelter"\ntitle = "Shelter"\ntext = "Better defense."\n'
        '[[rule]]\nid = "flood"\ntitle = "Flood"\ntext = "The river rises."\nin_combat = true\n'
        'takes = { dice = "1 to 30" }',
    )
    whole.write(
        "places.toml", '[[place]]\nid = "bree"\nname = "Bree"\neffects = [{ name = "flood", dice = 5 }]'
    )
    rule = whole.load().place_rules["flood"]
    assert (rule.title, rule.in_combat) == ("Flood", True)


def test_a_place_lies_on_a_table_there_is(whole: Pack) -> None:
    whole.write("places.toml", '[[place]]\nid = "bree"\nname = "Bree"\ntable = "north"\nhealing = "al"')
    assert whole.lines() == [
        "places.toml: place[0] (bree).table: unknown table 'north'; use one of: only",
        "places.toml: place[0] (bree).healing: unknown healing 'al'; did you mean 'all'?",
    ]


def test_a_broken_file_is_the_only_fault_it_causes(whole: Pack) -> None:
    whole.write("commanders.toml", "[[commander]")
    whole.write("starts.toml", '[[start]]\ncommander = "nobody"\nplace = "bree"\nfigures = ["eomer"]')
    (line,) = whole.lines()
    assert line.startswith("commanders.toml: line 1, column 12: broken TOML")


def test_faults_in_all_files_are_listed_at_once(whole: Pack) -> None:
    whole.write("commanders.toml", COMMANDERS + "\n[moving]\nfirst = 3")
    whole.write("starts.toml", "start = 3")
    whole.write("schedule.toml", arrival(turn="0"))
    whole.write("victory.toml", "turns = 0")
    whole.write("things.toml", "x = 1")
    whole.profile(dice="-1")
    assert [line.split(":")[0] for line in whole.lines()] == [
        "rosters/rohan.toml", "commanders.toml", "starts.toml", "schedule.toml", "schedule.toml",
        "schedule.toml", "victory.toml", "things.toml",
    ]  # fmt: skip


@pytest.mark.parametrize("file", ["commanders", "starts", "schedule", "victory", "things", "place-rules"])
@pytest.mark.parametrize(
    "text",
    [
        "", "commander = 1", "command = [1]", "start = [[]]", "event = { id = 1 }", "regular = [[]]",
        "[[commander]]\nid = []\nside = {}", "[[command]]\nnumber = []\ncommanders = [[]]",
        "[[split]]\ncommand = {}\ngroups = [3, [4]]", "[[next_player]]\ncommand = []\ninto = {}",
        "[[start]]\ncommander = []\nfigures = [[]]\nreadings = [3]", "[[after]]\nfigures = 3\nreadings = 3",
        "[[regular]]\nid = {}\nfigures = [{}]", "[[award]]\nid = []\ndoubled_for = []",
    ],
)  # fmt: skip
def test_no_file_however_odd_breaks_the_reader(whole: Pack, file: str, text: str) -> None:
    whole.write(f"{file}.toml", text)
    told = "\n".join(whole.lines())
    assert not any(word in told for word in ("Input", "pydantic", "http", "type=", "_error"))


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


def test_a_base_that_falls_with_its_parts_is_no_part_of_itself(whole: Pack) -> None:
    whole.write("victory.toml", '[[whole]]\nplace = "bree"\nparts = ["bree"]\n')
    assert whole.lines() == [
        "victory.toml: whole[0]: it falls only when it falls: bree, bree; take one part out"
    ]
