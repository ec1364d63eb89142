"""What a table has one of is one row under every reading; and files that are no files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.packs.small import SCHEDULE

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

RECORD = '[[status_record]]\ncolumns = ["saruman"]\nunder = {{ rule = "CON-091", reading = "{}" }}\n'
AWARD = '[[award]]\nid = "{}"\nname = "Take Bree"\npoints = 20\n'
SUPPLY = """
[[supply]]
id = "wood"
commander = "saruman"
name = "Wood?"
full = "yes"
scarce = "no"
default = "no"
rhythm = {{ every = 2 }}
count = 1
share = {share}
"""


def test_two_records_under_one_reading_and_none_under_another_are_both_told(whole: Pack) -> None:
    readings = ("nine-charts", "nine-charts", "six-minions")
    whole.write("victory.toml", "".join(map(RECORD.format, readings)))
    assert whole.lines() == [
        "victory.toml: status_record[1]: it can hold together with status_record[0]; "
        "give each of them `under` another reading of one rule",
        "victory.toml: status_record: none holds where a table reads CON-091 as 'eight-rivals'; "
        "add a row for it",
    ]


def test_a_record_under_every_reading_is_in_order(whole: Pack) -> None:
    readings = ("nine-charts", "eight-rivals", "six-minions")
    whole.write("victory.toml", "".join(map(RECORD.format, readings)))
    assert whole.lines() == []


def test_a_deed_that_lost_its_reading_would_be_paid_twice(whole: Pack) -> None:
    under = 'under = { rule = "AMB-061", reading = "tower-or-citadel" }\n'
    whole.write("victory.toml", AWARD.format("one") + AWARD.format("other") + under)
    assert whole.lines() == [
        "victory.toml: award[1] (other): it can hold together with award[0]; "
        "give each of them `under` another reading of one rule"
    ]


def test_a_deed_may_be_paid_to_different_commanders_at_once(whole: Pack) -> None:
    rows = AWARD.format("one") + 'only = ["saruman"]\n' + AWARD.format("other") + 'only = ["grima"]\n'
    whole.write("victory.toml", rows)
    assert whole.lines() == []


def test_a_share_is_at_most_everything(whole: Pack) -> None:
    whole.write("schedule.toml", SCHEDULE + SUPPLY.format(share="[3, 2]"))
    assert whole.lines() == [
        "schedule.toml: supply[0] (wood).share: 3 of 2 is more than there are; write [1, 2] for half"
    ]


def test_a_choice_between_a_figure_and_itself_is_none(whole: Pack) -> None:
    whole.write(
        "schedule.toml", SCHEDULE.replace('"1 rider-of-rohan"', '"3 rider-of-rohan or rider-of-rohan"')
    )
    assert whole.lines() == [
        "schedule.toml: regular[0] (riders).figures[0]: "
        "'rider-of-rohan' or rider-of-rohan is no choice; name it once"
    ]


@pytest.mark.parametrize("file", ["scenario.toml", "starts.toml"])
def test_a_pipe_in_place_of_a_file_is_told_and_not_waited_for(whole: Pack, file: str) -> None:
    (whole.folder / file).unlink(missing_ok=True)
    os.mkfifo(whole.folder / file)
    assert f"{file}: this is no ordinary file; put a text file there" in whole.lines()


def test_a_file_that_is_a_link_to_itself_is_not_taken_for_a_missing_one(whole: Pack) -> None:
    (whole.folder / "starts.toml").symlink_to("starts.toml")
    (line,) = whole.lines()
    assert line.startswith("starts.toml: it cannot be read: too many levels of symbolic links")


def test_a_scenario_on_the_shelf_has_the_name_of_its_folder(whole: Pack) -> None:
    shelf = whole.folder / "scenarios"
    folder = shelf / "battle"
    folder.mkdir(parents=True)
    for path in whole.folder.glob("*.toml"):
        path.rename(folder / path.name)
    lines = type(whole)(folder).lines()
    assert lines == ["scenario.toml: id: the id is 'skirmish', but the folder 'battle'; call them the same"]
