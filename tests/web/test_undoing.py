"""Undo by the game master while phones are in the game: what it takes back, and who is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from tests.web.table import Visitor

Come = Callable[..., Visitor]
SEAT_PAGES = ("seat", "seat/forces", "seat/coming", "seat/goals", "seat/chart")


def undo_button(page: str) -> tuple[str, Any]:
    """What the console's button says, and what it sends."""
    found = re.search(r'data-api="[^"]*/undo" data-body="([^"]*)"\s+data-shortcut="u"[^>]*>([^<]*)<', page)
    assert found
    return unescape(found[2]), json.loads(unescape(found[1]))


@pytest.mark.parametrize("page", SEAT_PAGES)
def test_a_phone_waits_when_the_beginning_of_the_game_is_undone(page: str, come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    assert master.post("undo", seq=1).status_code == 200
    shown = rohan.page(page)
    assert shown.status_code == 200
    assert "The game has not begun" in shown.text
    assert "Wait for the game master" in shown.text
    assert master.post("redo", seq=1).status_code == 200
    assert "The game has not begun" not in rohan.page(page).text


@pytest.mark.parametrize("page", ["fights", "meet", "map/north", "papers", "seat?as=rohan"])
def test_no_page_of_a_phone_breaks_when_the_beginning_is_undone(page: str, come: Come) -> None:
    rohan = come("rohan")
    come("master").post("undo", seq=1)
    assert rohan.page(page).status_code == 200


@pytest.mark.parametrize("page", ["console", "seat", "seats", "by-hand", "history", "fights", "board"])
def test_no_page_of_the_game_master_breaks_either(page: str, come: Come) -> None:
    master = come("master")
    master.post("undo", seq=1)
    assert master.page(page).status_code == 200


def test_the_button_names_the_deed_and_takes_back_that_one_whoever_acts_meanwhile(come: Come) -> None:
    master = come("master")
    come("rohan").do("say-done", commanders=["rohan"])
    says, sent = undo_button(master.page("console").text)
    assert says.startswith("Undo 2: Rohan")
    come("gondor").do("say-done", commanders=["gondor"])
    assert master.post("undo", **sent).get_json()["recorded"]["title"].startswith("Undo 2: Rohan")
    assert "gondor" in master.at().world.war.done


def test_two_who_undo_the_same_deed_undo_it_once_and_the_second_is_told_by_whom(come: Come) -> None:
    master = come("master")
    first = come("gondor").do("say-done", commanders=["gondor"]).get_json()["recorded"]["seq"]
    come("rohan").do("say-done", commanders=["rohan"])
    _, sent = undo_button(master.page("console").text)
    assert come("assistant").post("undo", **sent).status_code == 200
    late = master.post("undo", **sent)
    assert late.status_code == 409
    assert late.get_json()["error"]["sentence"].endswith("is undone already, by Helper.")
    assert undo_button(master.page("console").text)[1] == {"seq": first}


def test_redo_names_its_deed_and_is_not_offered_when_nothing_is_undone(come: Come) -> None:
    master = come("master")
    assert 'data-shortcut="r"' not in master.page("console").text
    come("rohan").do("say-done", commanders=["rohan"])
    master.post("undo", seq=2)
    page = master.page("console").text
    assert re.search(r'data-shortcut="r"[^>]*>Redo 2: Rohan', page)


def test_whose_deed_was_undone_is_told_by_whom_and_nobody_else_is(come: Come) -> None:
    rohan, gondor, master = come("rohan"), come("gondor"), come("master")
    rohan.do("say-done", commanders=["rohan"])
    master.post("undo", seq=2)
    assert "The game master undid what you did: Rohan" in rohan.page("seat").text
    assert "The game master undid what you did: Rohan" in rohan.page("seat/forces").text
    assert "undid what you did" not in gondor.page("seat").text
    assert "undid what you did" not in master.page("console").text
    master.post("redo", seq=2)
    assert "undid what you did" not in rohan.page("seat").text


def test_who_undoes_their_own_deed_is_told_nothing_more(come: Come) -> None:
    rohan = come("rohan")
    rohan.do("say-done", commanders=["rohan"])
    rohan.post("undo", seq=2)
    assert "undid what you did" not in rohan.page("seat").text


# ---- what one key offers ---------------------------------------------------------------------------------


def redo_button(page: str) -> str:
    """What the console's button for a redo says; nothing if there is none."""
    found = re.search(r'data-shortcut="r"[^>]*>([^<]*)<', page)
    return unescape(found[1]) if found else ""


def test_how_the_game_began_is_undone_from_the_history_alone(come: Come) -> None:
    master = come("master")
    assert 'data-shortcut="u"' not in master.page("console").text
    assert "> deed 1</span>" in master.page("history").text


def test_what_was_undone_in_an_earlier_phase_is_redone_from_the_history_alone(come: Come) -> None:
    master = come("master")
    done = come("rohan").do("say-done", commanders=["rohan"]).get_json()["recorded"]["seq"]
    assert master.post("undo", seq=done).status_code == 200
    assert redo_button(master.page("console").text).startswith(f"Redo {done}: ")
    assert master.do("go-on", anyway=True).status_code == 200
    assert not redo_button(master.page("console").text)
    assert f'Redo<span class="unseen"> deed {done}<' in master.page("history").text


def test_a_redo_that_something_later_stands_in_the_way_of_is_not_offered(come: Come) -> None:
    master, rohan = come("master"), come("rohan")
    first = rohan.do("say-done", commanders=["rohan"]).get_json()["recorded"]["seq"]
    master.post("undo", seq=first)
    assert rohan.do("say-done", commanders=["rohan"]).status_code == 200
    assert not redo_button(master.page("console").text)


def test_what_was_done_at_one_word_is_one_line_of_the_history_with_the_others_behind_it(come: Come) -> None:
    master = come("master")
    placed = master.post("arrivals").get_json()["placed"]
    for name in ("console", "history"):
        page = master.page(name).text
        assert page.count(f"with {len(placed) - 1} more</button>") == 1
        assert page.count("Undo this one only") == len(placed)
        fold = page.split(f"{len(placed) - 1} more done with it</summary>")[1].split("</ol>")[0]
        assert re.findall(r'data-key="deed-(\d+)"', fold) == [str(one) for one in sorted(placed)[-2::-1]]
    # Undone at one word, they are one line again, and so is the undo.
    assert master.post("undo", seq=placed[0]).status_code == 200
    assert master.page("history").text.count(f"{len(placed) - 1} more done with it</summary>") == 2
