"""A chart on a screen says in words what paper shows by ticks, and asks for no pen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.printing.blocks import Boxes, Lines
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_charts import chart
from assistant.printing.sheets_lore import TURN_BY_TURN
from assistant.printing.sheets_on_screen import on_screen, state_of
from assistant.printing.sheets_source import Material
from tests.printing.material import COMMANDERS, chart_of, commander, section, words
from tests.printing.test_sheets_now import game as game
from tests.printing.test_sheets_now import now as now


@pytest.mark.parametrize("name", COMMANDERS)
def test_nothing_on_a_screen_is_to_be_ticked_or_has_a_star(name: str) -> None:
    said = words(on_screen(chart_of(name)))
    assert "tick" not in said.lower().split()
    assert "Tick its turns" not in said
    assert "A star by a turn" not in said


def test_points_stand_by_the_deeds_that_earned_them_and_add_up(now: Material) -> None:
    # The demo: two hobbits brought to Isengard, Boromir slain, one figure of an army.
    deeds = section(on_screen(chart(now, coming(now), commander("saruman"))), "Status points").blocks
    said = [one.state for one in deeds if isinstance(one, Boxes) and one.state]
    assert said == ["40 so far", "8 so far"]
    assert [one.label for one in deeds if isinstance(one, Lines)] == ["Total, 49 so far:"]
    assert sum(one.earned for one in deeds if isinstance(one, Boxes)) == 49


def test_what_was_taken_back_ticks_no_box_and_earns_nothing(now: Material) -> None:
    assert now.now is not None
    (boromir,) = [one for one in now.now.points if one.reason == "Boromir slain"]
    points = (*now.now.points, replace(boromir, points=-boromir.points, reason="Boromir was not slain"))
    later = replace(now, now=replace(now.now, points=points))
    deeds = section(chart(later, coming(later), commander("saruman")), "Status points").blocks
    (box,) = [one for one in deeds if isinstance(one, Boxes) and "character" in one.label]
    assert (box.ticked, box.earned, state_of(box)) == (0, 0, "")
    assert [one.label for one in deeds if isinstance(one, Lines)] == ["Total, 41 so far:"]


def test_before_the_game_there_is_no_line_to_write_a_total_on() -> None:
    deeds = section(on_screen(chart_of("saruman")), "Status points").blocks
    assert not [one for one in deeds if isinstance(one, Lines)]


def test_powers_are_done_or_over_once_they_cannot_be_used_again(now: Material) -> None:
    powers = section(on_screen(chart(now, coming(now), commander("saruman"))), "Powers").blocks
    said = {one.label: one.state for one in powers if isinstance(one, Boxes) and one.state}
    assert said == {
        "Declare the War of Saruman": "done",
        "Despoil Fangorn": "done",
        "Spell on Radagast": "over",
    }


@pytest.mark.parametrize(
    ("box", "state"),
    [
        (Boxes("Sally", 3), ""),
        (Boxes("Sally", 3, ticked=2), "2 of 3 used"),
        (Boxes("Sally", 3, ticked=3), "done"),
        (Boxes("Darkness", 5, note=f"It creeps. {TURN_BY_TURN}", ticked=2), "turn 2 of 5"),
        (Boxes("Lose your home base", 1, points="−25", ticked=1, earned=-25), "−25 so far"),
        (Boxes("Eliminate a figure: 3 so far", 0, points="1", strokes=2, earned=3), ""),
    ],
)
def test_ticks_are_read_out(box: Boxes, state: str) -> None:
    assert state_of(box) == state
