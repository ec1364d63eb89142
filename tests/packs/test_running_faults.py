"""What a running game reads of the files, and the line that says what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.packs.small import SCHEDULE

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

STARTS = """
[[start]]
commander = "rohan"
place = "bree"
figures = ["eomer"]

[[start]]
commander = "saruman"
place = "bree"
figures = ["saruman"]

[[contact]]
place = "bree"
good = "eomer"
evil = "saruman"
"""

THINGS = """
[[artifact]]
id = "the-ring"
name = "The Ring"
text = "One."

[[artifact]]
id = "anduril"
name = "Anduril"
text = "A sword."
"""


def test_two_forces_may_be_set_down_in_contact(whole: Pack) -> None:
    whole.write("starts.toml", STARTS)
    assert whole.lines() == []


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ('good = "eomer"', 'good = "eomr"', ".good: unknown profile 'eomr'; did you mean 'eomer'?"),
        (
            'good = "eomer"',
            'good = "rider-of-rohan"',
            ".good: rider-of-rohan does not start at bree; name someone of a [[start]] there",
        ),
        ('good = "eomer"', 'good = "saruman"', ".good: saruman is evil; name someone of the good force"),
        ('evil = "saruman"', 'evl = "saruman"', ": unknown key 'evl'; did you mean 'evil'?"),
        (
            'evil = "saruman"',
            'evil = "saruman"\njoined_by = "rider-of-rohan"',
            ".joined_by: rider-of-rohan does not start at bree; name someone of a [[start]] there",
        ),
    ],
)
def test_a_wrong_contact_gets_a_line(whole: Pack, before: str, after: str, line: str) -> None:
    whole.write("starts.toml", STARTS.replace(before, after))
    assert f"starts.toml: contact[0]{line}" in whole.lines()


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (
            '[[award]]\nid = "a"\nname = "A"\npoints = 1\non = "place-takn"',
            "award[0] (a).on: unknown on 'place-takn'; did you mean 'place-taken'?",
        ),
        (
            '[[ring]]\nwinner = "good"\nplace = "bree"\noverall = "side"\nthing = "the-rng"',
            "ring[0].thing: unknown artifact 'the-rng'; did you mean 'the-ring'?",
        ),
    ],
)
def test_a_wrong_award_or_ring_gets_one_line(whole: Pack, row: str, line: str) -> None:
    whole.write("things.toml", THINGS)
    whole.write("victory.toml", row)
    assert whole.lines() == [f"victory.toml: {line}"]


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (
            '[[event]]\nid = "e"\nname = "E"\nreached = { places = ["bree"] }',
            "event[1] (e).reached: it must say who comes there; give who = [...] or a race, not both",
        ),
        (
            '[[event]]\nid = "e"\nname = "E"\nreached = { who = ["eomr"], places = ["bree"] }',
            "event[1] (e).reached.who[0]: unknown profile 'eomr'; did you mean 'eomer'?",
        ),
        (
            '[[march]]\ncommander = "rohan"\nstart = ["bree"]\nto = "bre"\nuntil = "war"\ntext = "Go."',
            "march[0].to: unknown place 'bre'; did you mean 'bree'?",
        ),
        (
            '[[march]]\ncommander = "rohan"\nstart = ["bree"]\nto = "bree"\nuntil = "wra"\ntext = "Go."',
            "march[0].until: unknown event 'wra'; did you mean 'war'?",
        ),
    ],
)
def test_a_wrong_event_or_march_gets_one_line(whole: Pack, row: str, line: str) -> None:
    whole.write("schedule.toml", SCHEDULE + "\n" + row)
    assert whole.lines() == [f"schedule.toml: {line}"]
