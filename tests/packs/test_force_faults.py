"""Forces that cannot be: characters in two places, riders of nothing, races and lines that are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

GUARD = "rosters/rohan.toml: profile[0] (guard)"


def starts(*figures: str) -> str:
    """A start for each list of figures."""
    return "\n".join(f'[[start]]\ncommander = "rohan"\nplace = "bree"\nfigures = [{one}]' for one in figures)


@pytest.mark.parametrize(
    ("figures", "line"),
    [
        ('"2 eomer"', "there is only one Eomer; leave the number out"),
        ('"12 gandalf mounted"', "there is only one Gandalf; leave the number out"),
        ('"gandalf mounted"', "Gandalf has no mounted version; leave 'mounted' out"),
        ('"eomer with palntir"', "unknown thing 'palntir'; did you mean 'palantir'?"),
    ],
)
def test_figures_that_cannot_be_get_a_line(whole: Pack, figures: str, line: str) -> None:
    whole.write("starts.toml", starts(figures))
    assert whole.lines()[0] == f"starts.toml: start[0].figures[0]: {line}"


def test_army_figures_without_a_mounted_line_cannot_ride(whole: Pack) -> None:
    force = '[[start]]\ncommander = "saruman"\nplace = "bree"\nfigures = ["12 uruk-hai mounted"]'
    whole.write("starts.toml", force)
    assert whole.lines() == [
        "starts.toml: start[0].figures[0]: Uruk-hai has no mounted version; leave 'mounted' out"
    ]


def test_riders_and_characters_who_gain_by_a_mount_may_be_mounted(whole: Pack) -> None:
    whole.write("starts.toml", starts('"eomer mounted", "3 rider-of-rohan mounted"'))
    assert whole.lines() == []


def test_a_character_cannot_start_in_two_places(whole: Pack) -> None:
    whole.write("starts.toml", starts('"eomer"', '"3 rider-of-rohan", "eomer"'))
    assert whole.lines() == [
        "starts.toml: start[1].figures[1]: "
        "Eomer comes twice; there is only one, already at starts.toml: start[0]"
    ]


def test_a_character_who_is_there_does_not_arrive_again(whole: Pack) -> None:
    whole.write("starts.toml", starts('"eomer"'))
    schedule = (whole.folder / "schedule.toml").read_text(encoding="utf-8")
    again = (
        '[[scheduled]]\nid = "again"\ncommander = "rohan"\nplaces = ["bree"]\nfigures = ["eomer"]\nturn = 3'
    )
    whole.write("schedule.toml", f"{schedule}\n{again}")
    assert whole.lines() == [
        "schedule.toml: scheduled[0] (again).figures[0]: "
        "Eomer comes twice; there is only one, already at starts.toml: start[0]"
    ]


def test_a_character_may_stand_elsewhere_under_a_house_rule(whole: Pack) -> None:
    under = 'under = { rule = "CON-021", reading = "twenty" }'
    whole.write("starts.toml", starts('"eomer"') + "\n" + starts('"eomer"') + "\n" + under)
    assert whole.lines() == []


def test_there_can_be_many_of_a_nameless_captain(whole: Pack) -> None:
    rohan = (whole.folder / "rosters" / "rohan.toml").read_text(encoding="utf-8")
    captain = 'id = "captain"\nname = "Captain"\nrace = "man"\nkind = "character"\nmany = true\ndice = 1'
    whole.write("rosters/rohan.toml", f"{rohan}\n[[profile]]\n{captain}")
    whole.write("starts.toml", starts('"2 captain"', '"captain"'))
    assert whole.lines() == []


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (
            {"crew": "{ size = 3, dice_each = 1, to_move = 4 }"},
            ".crew.to_move: it takes 4 to move the weapon, but its crew is 3; use at most 3",
        ),
        ({"lines": '"1,2"'}, ".lines: '1,2' does not name lines; write them like '1371;2109' or '93-104'"),
        ({"lines": '"soon"'}, ".lines: 'soon' does not name lines; write them like '1371;2109' or '93-104'"),
    ],
)  # fmt: skip
def test_a_wrong_profile_gets_one_line(pack: Pack, keys: dict[str, str], line: str) -> None:
    pack.profile(**keys)
    assert pack.lines() == [GUARD + line]


@pytest.mark.parametrize("lines", ["", "1371", "1371;2109", "93-104", "93-104;350"])
def test_lines_of_the_rulebook_are_numbers_and_ranges(pack: Pack, lines: str) -> None:
    pack.profile(lines=f'"{lines}"')
    assert pack.lines() == []


def with_lists(pack: Pack, text: str) -> None:
    """Lists of words before the abilities."""
    path = pack.folder / "rosters" / "abilities.toml"
    path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")


def test_a_race_that_is_not_listed_is_a_fault(pack: Pack) -> None:
    with_lists(pack, 'races = ["man", "elf"]\n')
    pack.profile(race='"mann"')
    assert pack.lines() == [f"{GUARD}.race: unknown race 'mann'; did you mean 'man'?"]


def test_a_people_that_is_not_listed_is_a_fault(pack: Pack) -> None:
    with_lists(pack, 'peoples = ["rohan", "gondor"]\n')
    pack.profile(people='"gondro"')
    assert pack.lines() == [f"{GUARD}.people: unknown people 'gondro'; did you mean 'gondor'?"]


@pytest.mark.parametrize(
    ("condition", "what", "line"),
    [
        ("within", "brree", "unknown place 'brree'; did you mean 'bree'?"),
        ("bearing", "andruil", "unknown thing 'andruil'; did you mean 'anduril'?"),
        ("wearing", "palntir", "unknown thing 'palntir'; did you mean 'palantir'?"),
        ("against", "mann", "unknown people or race 'mann'; did you mean 'man'?"),
    ],
)
def test_the_word_after_a_condition_must_mean_something(
    pack: Pack, condition: str, what: str, line: str
) -> None:
    pack.write("things.toml", '[[artifact]]\nid = "anduril"\nname = "Andúril"\ntext = "Bright."')
    pack.profile(alternatives=f'[{{ if = "{condition}", what = "{what}", dice = 2 }}]')
    assert pack.lines() == [f"{GUARD}.alternatives[0].what: {line}"]


def test_a_roster_may_name_a_place_of_another_scenario_beside_this_one(pack: Pack) -> None:
    neighbour = pack.folder.parent / "neighbour"
    neighbour.mkdir()
    (neighbour / "scenario.toml").write_text('id = "n"\nname = "N"', encoding="utf-8")
    (neighbour / "places.toml").write_text('[[place]]\nid = "moria"\nname = "Moria"', encoding="utf-8")
    pack.profile(alternatives='[{ if = "within", what = "moria", dice = 2 }]')
    assert pack.lines() == []
