"""What the game master settles by word, and what everybody is then shown: captives, things, wars."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def captured(come: Come, captive: str = "merry") -> Visitor:
    """Lurtz leads a hobbit away from Amon Hen, as the game master says."""
    master = come("master")
    force = master.at().world.war.force_of(FigureId("lurtz"))
    assert force is not None
    done = master.do(
        "adjust",
        figures=[captive],
        condition="captured",
        commander="saruman",
        force=force.id,
        reason="taken at Amon Hen",
    )
    assert done.status_code == 200, done.text
    return master


# A hobbit brought to its captor's home is worth 10 points, and twice that to Saruman at Isengard.
@pytest.mark.rules("STA-02", "STA-08")
def test_who_has_a_captive_sees_where_it_is_and_what_it_is_worth_at_home(come: Come) -> None:
    captured(come)
    saruman = come("saruman")
    for page in ("seat", "seat/goals"):
        told = saruman.reads(page)
        assert "Merry: captive, led away by Lurtz at Amon Hen." in told, page
        assert "Brought home: 20 points at Isengard." in told, page
        assert 'href="/rules/STA-08"' in told, page
    assert "Leads away Merry." in saruman.reads("seat/forces")


def test_who_has_lost_a_figure_to_captors_is_told_where_it_is_and_may_do_nothing_about_it(come: Come) -> None:
    captured(come)
    fellowship = come("fellowship")
    for page in ("seat/forces", "seat/goals"):
        told = fellowship.reads(page)
        assert "In enemy hands" in told, page
        assert "Merry: captive of Saruman, led away by Lurtz at Amon Hen." in told, page
        assert 'data-deed="set-free"' not in told, page
    assert fellowship.do("set-free", captive="merry").status_code == 403


def test_the_console_and_the_page_by_hand_name_captor_and_whereabouts(come: Come) -> None:
    master = captured(come)
    assert "Merry: captive of Saruman, led away by Lurtz at Amon Hen." in master.reads("console")
    by_hand = master.reads("by-hand?find=merry")
    assert "captive of Saruman, led away by Lurtz at Amon Hen" in by_hand
    assert "captured and carried" not in by_hand


def test_a_captive_at_its_captors_home_is_brought_in_with_one_tap(come: Come) -> None:
    master, saruman = captured(come), come("saruman")
    assert 'data-deed="bring-home"' not in saruman.reads("seat")
    master.do("adjust", figures=["lurtz"], place="isengard", reason="he ran")
    home = saruman.at().world.war.force_of(FigureId("lurtz"))
    master.do("adjust", figures=["merry"], force=home and home.id, reason="with him")
    assert 'data-deed="bring-home"' in saruman.reads("seat")
    brought = saruman.do("bring-home", captive="merry", place="isengard")
    assert brought.status_code == 200, brought.text
    assert "Merry: captive, kept at Isengard." in saruman.reads("seat")
    assert saruman.at().world.war.total(CommanderId("saruman")) == 20
    # From there any force of Saruman's in the place may take the captive along again.
    assert "Take along with " in saruman.page("seat").text
    assert "along with Lurtz</button>" in saruman.page("seat").text
    assert come("fellowship").do("take-along", captive="merry", force=home and home.id).status_code == 403
    assert saruman.do("take-along", captive="merry", force=home and home.id).status_code == 200
    assert "Merry: captive, led away by Lurtz at Isengard." in saruman.reads("seat")


def test_a_thing_goes_to_whom_the_game_master_says(come: Come) -> None:
    master = come("master")
    assert master.do("hand-thing", thing="sting", bearer="sam", reason="lent").status_code == 200
    assert "Sting, borne by Sam" in master.page("by-hand").text
    assert master.do("hand-thing", thing="sting", bearer=None, reason="lost").status_code == 200
    assert not master.at().world.war.things["sting"]


def test_one_thing_of_many_leaves_its_bearer_and_comes_to_the_other(come: Come) -> None:
    master = come("master")
    drum, other = "drum@goblin-drummer-1", "goblin-drummer-2"
    assert master.do("hand-thing", thing=drum, bearer=other, reason="he fell").status_code == 200
    things = master.at().world.war.things
    assert (things[drum], things[f"drum@{other}"]) == ("", other)


def test_the_ring_is_no_thing_among_others_and_only_the_game_master_reads_who_bears_it(come: Come) -> None:
    master = come("master")
    refused = master.do("hand-thing", thing="one-ring", bearer="sam", reason="no")
    assert refused.json["error"]["code"] == "unknown-thing", refused.text
    assert "Frodo bears the Ring" in master.page("by-hand").text
    assert "bears the Ring" not in come("assistant").page("by-hand").text
    assert master.do("pass-ring", bearer="sam").status_code == 200
    assert master.at().world.war.ring.bearer == "sam"


def test_a_war_is_declared_or_taken_back_by_word_and_says_why(come: Come) -> None:
    master = come("master")
    assert master.do("settle-event", event="war-of-saruman", happened=True, reason="").status_code == 409
    done = master.do("settle-event", event="war-of-saruman", happened=True, reason="said aloud")
    assert done.status_code == 200, done.text
    assert "War of Saruman: since turn 1" in master.page("by-hand").text
    again = master.do("settle-event", event="war-of-saruman", happened=True, reason="said aloud")
    assert again.json["error"]["code"] == "nothing-changes"
    assert (
        master.do("settle-event", event="war-of-saruman", happened=False, reason="a joke").status_code == 200
    )
    assert "War of Saruman: not yet" in master.page("by-hand").text


def test_a_seat_settles_nothing_by_word(come: Come) -> None:
    saruman = come("saruman")
    for refused in (
        saruman.do("settle-event", event="war-of-saruman", happened=True, reason="mine"),
        saruman.do("hand-thing", thing="sting", bearer="saruman", reason="mine"),
        saruman.do("pass-ring", bearer="saruman"),
    ):
        assert refused.status_code == 403


def test_many_who_are_alike_are_counted_and_not_ticked_one_by_one(come: Come) -> None:
    """Lurtz has twelve scouts at Amon Hen: one field for them, and a box for himself."""
    page = come("master").page("by-hand?find=Lurtz").text
    scouts = page[page.index("Lurtz at Amon Hen") :].partition("</details>")[0]
    assert "of 12 Uruk-hai Scouts" in scouts
    assert scouts.count('type="checkbox"') == 1
    assert 'data-as="take"' in scouts
    assert 'max="12"' in scouts
