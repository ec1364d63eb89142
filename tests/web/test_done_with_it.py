"""A phone whose player is done with the phase: for whom the table waits, and what still waits for them."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.table import Visitor

Come = Callable[..., Visitor]


def test_who_is_done_is_told_for_whom_the_table_waits_and_then_that_all_are_done(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    everyone = [*rohan.at().world.war.seats.values()]
    assert master.do("say-done", commanders=["rohan"]).status_code == 200
    assert "You are done. Waited for: " in rohan.page("seat").text
    left = [one for seat in everyone for one in seat.commanders if one != "rohan"]
    assert master.do("say-done", commanders=left).status_code == 200
    page = rohan.page("seat").text
    assert "You are done. So is everybody: the game master goes on." in page
    assert "Say that you are done" not in page


def test_a_fight_that_waits_stays_under_the_thumb_of_who_is_done(come: Come) -> None:
    # Boromir and Lurtz have met at Amon Hen before anything else is done.
    saruman, master = come("saruman"), come("master")
    assert "To your fight" in saruman.page("seat").text
    everyone = [one for seat in master.at().world.war.seats.values() for one in seat.commanders]
    assert master.do("say-done", commanders=everyone).status_code == 200
    thumb = saruman.page("seat").text.split('id="thumb"')[1]
    assert "To your fight" in thumb
    assert "Not done after all" in thumb
