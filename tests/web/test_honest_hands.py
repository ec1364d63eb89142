"""Whoever leads a game with fast fingers never meets a limit."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from assistant.rules.reminders import due_now
from tests.web.table import Visitor

Come = Callable[..., Visitor]
LEADERS = ("master", "assistant")


@pytest.mark.parametrize("who", LEADERS)
def test_a_hundred_fast_taps_and_twenty_undos_are_all_done(who: str, come: Come) -> None:
    leader = come(who)
    taps = [leader.do("say-done", commanders=["rohan"], done=n % 2 == 0).status_code for n in range(100)]
    undone = [leader.post("undo").status_code for _ in range(20)]
    redone = [leader.post("redo").status_code for _ in range(20)]
    assert (set(taps), set(undone), set(redone)) == ({200}, {200}, {200})


@pytest.mark.parametrize("who", LEADERS)
def test_everybody_is_placed_by_taps_that_follow_one_another_at_once(who: str, come: Come) -> None:
    leader, after, told = come(who), "", list[int]()
    while True:
        reply = leader.post("set-out", after=after, most=2)
        told.append(reply.status_code)
        if reply.get_json()["more"] is None:
            break
        after = reply.get_json()["more"]["after"]
    assert (len(told) > 5, set(told)) == (True, {200})


@pytest.mark.parametrize("who", [*LEADERS, "rohan"])
def test_every_page_and_map_looked_at_in_a_hurry_is_shown(who: str, come: Come) -> None:
    leader = come(who)
    pages = ("map/north", "map/north/layer", "map/south", "map/south/layer", "fights", "papers", "history")
    wanted = [name for name in pages if who != "rohan" or name != "history"]
    assert {leader.page(name).status_code for _ in range(10) for name in wanted} == {200}


class Buttons(HTMLParser):
    """The deeds that the buttons of a page would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.deeds: list[tuple[str, dict[str, Any]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "button" and (kind := told.get("data-deed")):
            self.deeds.append((kind, json.loads(told.get("data-setup") or "{}")))


def crowd_rivendell(master: Visitor) -> None:
    """Everybody of both sides is at one place when combat begins, and nobody has met."""

    def to(phase: str) -> None:
        while master.at().world.war.phase != phase:
            for contact in master.at().world.war.contacts:
                assert master.do("part", contact=contact, why="not yet").status_code == 200
            assert master.do("go-on", anyway=True).status_code == 200

    to("movement")
    for commander in ("fellowship", "rohan", "saruman", "witch-king"):
        forces = [one for one in master.at().world.war.forces.values() if one.commander == commander]
        for one in forces[:3]:
            figures = [*map(str, one.figures)]
            came = master.do("adjust", figures=figures, place="rivendell", reason="a great council")
            assert came.status_code == 200, came.text
    to("combat")


def test_every_button_of_a_crowded_table_is_taken_as_the_page_has_it(come: Come) -> None:
    master = come("master")
    crowd_rivendell(master)
    keys = [one.key for one in due_now(master.at().kit, master.at().world) if one.about == "neighbours"]
    assert max(map(len, keys)) > 200
    sent = 0
    for who, page in (("witch-king", "seat"), ("saruman", "seat"), ("master", "console")):
        visitor = come(who)
        for kind, setup in Buttons(visitor.page(page).text).deeds:
            told = visitor.post("deeds", kind=kind, setup=setup)
            # What was due may be done by now, but nothing is sent that could never be taken.
            assert told.status_code in (200, 403, 409), (kind, setup, told.text)
            sent += setup.get("reminder") in keys
            if told.get_json().get("open"):
                path = f"/api/v1/campaigns/{master.campaign}/fights/{told.get_json()['open']['id']}"
                assert master.client.delete(path).status_code == 200
    assert sent >= 2
