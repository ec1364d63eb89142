"""Whoever leads a game with fast fingers never meets a limit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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
