"""Marches outside the count, Saruman's own victory and rights that begin stand on the charts."""

from __future__ import annotations

import pytest

from assistant.printing.sheets_blank import blank_status_record
from tests.printing.material import COMMANDERS, chart_of, shipped, words


@pytest.mark.rules("WAR-10")
def test_sulladan_reads_that_his_hosts_on_the_march_do_not_count() -> None:
    said = words(chart_of("sulladan"))
    march = "straight to the Black Gate at full move, by the shortest way, and a turn in Mordor"
    assert f"newcomers do not count on their march: {march}" in said


@pytest.mark.rules("VIC-03")
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_chart_tells_that_saruman_may_win_alone(name: str) -> None:
    way = "Saruman wins alone by bringing the Ring to Isengard and keeping it there for 10 turns."
    own = "Take the Ring and keep it at Isengard for 10 turns: then you win alone."
    # He reads it among his objectives, once.
    assert [way in words(chart_of(name)), own in words(chart_of(name))] == [
        name != "saruman",
        name == "saruman",
    ]


@pytest.mark.parametrize("name", ["witch-king", "mouth-of-sauron", "khamul"])
def test_the_turn_of_the_fell_beasts_has_its_star(name: str) -> None:
    record = chart_of(name).pages[0].record
    assert record is not None
    assert 10 in dict(record.marks)


def test_the_blank_status_record_has_a_row_for_pelargir() -> None:
    said = words(blank_status_record(shipped()[0]))
    assert "Take Pelargir 10" in said
    assert "Take Pelargir: only for Sulladan." in said
