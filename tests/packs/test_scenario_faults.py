"""Each way the files of a scenario beyond its rosters can be wrong, and the line that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assistant.packs.load import load_scenario
from tests.packs.small import COMMANDERS, SCHEDULE

if TYPE_CHECKING:
    from tests.packs.conftest import Pack


def test_a_sound_scenario_has_no_faults(whole: Pack) -> None:
    assert whole.lines() == []


def test_a_scenario_needs_none_of_these_files(pack: Pack) -> None:
    assert load_scenario(pack.folder, effects={"shelter": ("defense",)}).commanders == {}


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
    whole.write("schedule.toml", SCHEDULE.replace("every = 2", "every = 0"))
    whole.write("victory.toml", "turns = 0")
    whole.write("things.toml", "x = 1")
    whole.profile(dice="-1")
    assert [line.split(":")[0] for line in whole.lines()] == [
        "rosters/rohan.toml", "commanders.toml", "starts.toml", "schedule.toml", "schedule.toml",
        "victory.toml", "things.toml",
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


def test_a_base_that_falls_with_its_parts_is_no_part_of_itself(whole: Pack) -> None:
    whole.write("victory.toml", '[[whole]]\nplace = "bree"\nparts = ["bree"]\n')
    assert whole.lines() == [
        "victory.toml: whole[0]: it falls only when it falls: bree, bree; take one part out"
    ]


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (
            '["grima", "saruman", "grima"]',
            "moving.order[2]: 'grima' is named twice; name each commander once",
        ),
        (
            '["grima"]',
            "moving.order: it leaves out saruman; name every commander of the evil side, or none",
        ),
        (
            '["grima", "rohan", "saruman"]',
            "moving.order[1]: rohan is not of the evil side; order only those who move first: the evil side",
        ),
    ],
)
def test_an_order_of_movement_names_everyone_of_its_side_once(whole: Pack, order: str, line: str) -> None:
    whole.write("commanders.toml", f'{COMMANDERS}\n[moving]\nfirst = "evil"\norder = {order}')
    assert whole.lines() == [f"commanders.toml: {line}"]


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (
            '["rohan"]',
            "order[0]: rohan is not of the evil side; order only those who move first: the evil side",
        ),
        ('["grima", "grima"]', "order[1]: 'grima' is named twice; name each commander once"),
        ('["grimma"]', "order[0]: unknown commander 'grimma'; did you mean 'grima'?"),
    ],
)
def test_an_order_under_a_reading_is_held_to_the_same(whole: Pack, order: str, line: str) -> None:
    moving = '\n[moving]\nfirst = "evil"\nreadings = [{ rule = "AMB-064", reading = "printed-eight", order = '
    whole.write("commanders.toml", f"{COMMANDERS}{moving}{order} }}]")
    assert whole.lines() == [f"commanders.toml: moving.readings[0].{line}"]


def test_an_artifact_is_with_a_figure_or_at_a_place(whole: Pack) -> None:
    things = ("eomer", "bree", "", "eomr")
    rows = (
        f'[[artifact]]\nid = "a-{n}"\nname = "A"\ntext = "A."\nbearer = "{who}"'
        for n, who in enumerate(things)
    )
    whole.write(
        "things.toml", '[[artifact]]\nid = "anduril"\nname = "Andúril"\ntext = "A."\n' + "\n".join(rows)
    )
    assert whole.lines() == [
        "things.toml: artifact[4] (a-3).bearer: 'eomr' is neither a figure nor a place; did you mean 'eomer'?"
    ]
