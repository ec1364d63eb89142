"""The projector: what a whole hall reads on the wall."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from assistant.kernel.ids import FigureId
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def standings(visitor: Visitor) -> Any:
    """Whose points the API tells."""
    told: Any = visitor.client.get(f"/api/v1/campaigns/{visitor.campaign}").json
    return told["standings"]


def test_the_projector_shows_the_turn_the_bases_and_no_points(come: Come) -> None:
    page = come("projector").page("board").text
    assert "Turn 1" in page
    assert "Minas Tirith" in page
    assert "Boromir against Lurtz at Amon Hen" in page
    assert "Standings" not in page


def test_the_projector_has_the_time_of_day_and_since_when_the_turn_runs_from_the_first_turn_on(
    come: Come,
) -> None:
    page = come("projector").page("board").text
    assert re.search(r"<time data-time>\d\d:\d\d</time>", page)
    assert re.search(
        r'Since \d\d:\d\d<span data-in-time>, <time datetime="[\dT:-]{19}Z" data-so-far>0 minutes</time>',
        page,
    )
    assert "At this pace" not in page


def test_after_a_turn_the_projector_says_what_ends_when(come: Come) -> None:
    master = come("master")
    for _ in range(3):
        assert master.do("go-on", anyway=True).status_code == 200
    for page in (come("projector").page("board").text, master.page("console").text):
        assert re.search(r'At this pace turn 2 ends at <span class="figure" data-ends="0">\d\d:\d\d', page)
        assert re.search(r', turn 7 at <span class="figure" data-ends="5">\d\d:\d\d', page)
        assert re.search("<span data-over-time hidden>Longer than the others: ", page)


def test_a_name_with_a_hyphen_stays_whole_on_the_wall(come: Come) -> None:
    master = come("master")
    met = master.at()
    good, evil = (met.world.war.force_of(FigureId(one)) for one in ("theodred", "witch-king"))
    assert good
    assert evil
    setup: dict[str, Any] = {
        "good": [good.id],
        "evil": [evil.id],
        "place": good.place,
        "overruled": "for the test",
    }
    assert master.do("meet", **setup).status_code == 200
    fights = come("projector").page("board").text.split('class="board-fights"')[1].split("</section>")[0]
    assert fights.count("Witch-king") == fights.count('<span class="unbroken">Witch-king</span>') > 0


def test_before_anyone_is_done_the_projector_waits_for_everyone(come: Come) -> None:
    waiting = come("projector").page("board").text.split('id="waiting-title"')[1]
    assert "Everyone" in waiting
    assert "Saruman" not in waiting


def test_while_most_are_waited_for_the_projector_names_those_who_are_done(come: Come) -> None:
    assert come("rohan").do("say-done", commanders=["rohan"]).status_code == 200
    page = come("projector").page("board").text
    waiting = page.split('id="waiting-title"')[1]
    assert "All but" in waiting
    assert "Rohan" in waiting
    assert "Saruman" not in waiting


def test_the_projector_keeps_ways_to_win_for_when_they_are_begun(come: Come) -> None:
    assert "Nobody is on the way to victory yet." in come("projector").page("board").text
    lost = come("master").do("take-place", place="helms-deep", side="evil", by=["saruman"])
    assert lost.status_code == 200, lost.text
    page = come("projector").page("board").text
    assert "Take 5 of 10 good bases: 1 so far (Helm&#39;s Deep)" in page
    assert "Nobody is on the way to victory yet." not in page


def test_the_projector_shows_the_standings_when_the_game_master_wishes_and_not_before(come: Come) -> None:
    projector, master = come("projector"), come("master")
    assert "Standings" not in projector.page("board?standings=1").text
    assert standings(projector) == []
    for nobody in (projector, come("saruman")):
        assert nobody.do("show-standings", shown=True).status_code == 403
    assert master.do("show-standings", shown=True).status_code == 200
    assert "Standings" in projector.page("board").text
    assert len(standings(projector)) > 1
    again = master.do("show-standings", shown=True)
    assert again.json["error"]["code"] == "shown-already"
    assert master.post("undo").status_code == 200
    assert "Standings" not in projector.page("board").text
