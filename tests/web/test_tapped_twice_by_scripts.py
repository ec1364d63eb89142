"""A script that sends the same wish twice with two keys: what it has not seen it does not change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.table import Visitor

Come = Callable[..., Visitor]


def head(visitor: Visitor) -> int:
    return visitor.at().campaign.head


def test_a_phase_is_ended_once_by_who_says_what_they_have_seen(come: Come) -> None:
    master = come("master")
    seen = head(master)
    assert master.do("go-on", seen=seen, anyway=True).status_code == 200
    again = master.do("go-on", seen=seen, anyway=True)
    assert (again.status_code, again.get_json()["error"]["code"]) == (409, "changed-meanwhile")
    assert head(master) == seen + 1


@pytest.mark.parametrize("who", ["master", "assistant", "rohan"])
def test_one_deed_is_undone_by_who_says_what_they_have_seen(come: Come, who: str) -> None:
    visitor = come(who)
    for done in (True, False, True):
        assert visitor.do("say-done", commanders=["rohan"], done=done).status_code == 200
    seen = head(visitor)
    assert visitor.post("undo", seen=seen).status_code == 200
    again = visitor.post("undo", seen=seen)
    assert (again.status_code, again.get_json()["error"]["code"]) == (409, "changed-meanwhile")
    assert head(visitor) == seen + 1


def test_who_did_something_hidden_meanwhile_is_told_to_those_alone_who_may_read_it(come: Come) -> None:
    master, rohan = come("master"), come("rohan")
    assert rohan.do("say-done", commanders=["rohan"]).status_code == 200
    seen = head(rohan)
    assert master.do("correct-points", commander="saruman", points=1, reason="counted").status_code == 200
    told = {one: one.post("undo", seen=seen).get_json()["error"]["sentence"] for one in (master, rohan)}
    assert told[master].startswith("While you were looking, game master did something else: ")
    assert told[rohan] == "While you were looking, somebody did something else."


def test_one_deed_is_redone_by_who_says_what_they_have_seen(come: Come) -> None:
    master = come("master")
    for done in (True, False):
        assert master.do("say-done", commanders=["rohan"], done=done).status_code == 200
    for _ in range(2):
        assert master.post("undo").status_code == 200
    seen = head(master)
    assert master.post("redo", seen=seen).status_code == 200
    assert master.post("redo", seen=seen).status_code == 409
    assert head(master) == seen + 1


def test_a_deed_that_is_named_is_undone_whatever_is_new(come: Come) -> None:
    master = come("master")
    for done in (True, False):
        assert master.do("say-done", commanders=["rohan"], done=done).status_code == 200
    assert master.post("undo", seq=head(master), seen=1).status_code == 200
