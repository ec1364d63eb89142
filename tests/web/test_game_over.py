"""When the game is over: everybody reads how it ended, and nothing of the turn is offered any more."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.table import Visitor
from tests.web.test_rulings import fought

Come = Callable[..., Visitor]

ROWS = re.compile(r'<li data-key="[^"]*"><span>([^<]*)</span> <span class="figure">(-?\d+)</span></li>')


@pytest.fixture
def ended(come: Come) -> Come:
    """The Witch-king has 12 points and Saruman 31 when time is up, Khamûl has lost 25."""
    master = come("master")
    for commander, points in (("witch-king", 12), ("saruman", 31), ("khamul", -25)):
        told = master.do("correct-points", commander=commander, points=points, reason="as on paper")
        assert told.status_code == 200, told.text
    assert master.do("end-game", how="time").status_code == 200
    return come


@pytest.mark.parametrize(
    ("who", "page"), [("master", "console"), ("projector", "board"), ("saruman", "seat"), ("rohan", "seat")]
)
def test_everybody_reads_the_standings_in_their_order(ended: Come, who: str, page: str) -> None:
    rows = ROWS.findall(ended(who).page(page).text)
    assert rows[:2] == [("Saruman", "31"), ("Witch-king", "12")]
    assert rows[-1] == ("Khamûl", "-25")
    # Nine minions earn points; good does not.
    assert len(rows) == 9


def test_nobody_reads_the_standings_before(come: Come) -> None:
    for who, page in (("projector", "board"), ("saruman", "seat")):
        assert "Standings" not in come(who).page(page).text


def test_the_projector_waits_for_nobody_and_tells_of_no_fight_to_come(ended: Come) -> None:
    page = ended("projector").page("board").text
    assert "The game is over" in page
    for gone in ("About to fight", "Waited for", "Nobody is on the way to victory yet."):
        assert gone not in page


def test_the_console_offers_nothing_of_the_turn(ended: Come) -> None:
    page = ended("master").page("console").text
    assert "Nothing is due: the game is over." in page
    for gone in ("who leave no choice</button>", "or go on", "standings on the projector"):
        assert gone not in page


def test_phones_tell_how_it_ended_and_offer_nothing_of_the_turn(ended: Come) -> None:
    saruman = ended("saruman")
    now = saruman.page("seat").text
    assert "is the overall winner with 31 status points." in now
    assert "Say that you are done" not in now
    for page in (now, saruman.page("seat/forces").text, saruman.page("seat/goals").text):
        assert "data-deed" not in page
    assert "not yet" not in saruman.page("seat/goals").text
    assert "The game is over: how it ended" in saruman.page("seat/goals").text


def test_by_hand_only_names_and_seats_are_offered_and_where_the_end_is_undone(ended: Come) -> None:
    page = ended("master").page("by-hand").text
    assert "The game is over" in page
    assert re.findall(r'data-deed="([^"]*)"', page) == ["rename", "change-seat"]
    assert re.search(r'<a href="/c/[^"]*/history">Undo its end</a>', page)


def test_a_fight_of_a_game_that_is_over_is_read_and_not_overruled(come: Come) -> None:
    master = come("master")
    seq = fought(master)
    assert master.do("end-game", how="time").status_code == 200
    page = master.page(f"fought/{seq}").text
    assert "Overrule it" not in page
    assert "The game is over" in page
    told = master.post(f"fought/{seq}/ruling", winner="draw", reason="we miscounted").get_json()["error"]
    assert (told["code"], told["do"]) == ("over", "Undo its end to go on playing.")
