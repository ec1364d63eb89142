"""Sheets of a running game tell the arrivals as everything that has happened so far has left them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from assistant.printing.sheets_arrivals import Coming, coming
from assistant.printing.sheets_charts import chart
from assistant.printing.sheets_now import Now
from assistant.printing.sheets_source import Material
from assistant.printing.sheets_table import checklist, reinforcements
from assistant.rules.arrivals import EventId
from tests.printing.material import WAR, commander, material, plain, rows, words

SARUMAN, NORTH, RING = (EventId(f"war-of-{name}") for name in ("saruman", "the-north", "the-ring"))
ENTS = EventId("ents-destroy-isengard")
DESPOILED = (("saruman.fangorn", "disturbed"),)


def after(*events: EventId, came: tuple[str, ...] = ()) -> Material:
    """A game on its tenth turn in which Fangorn was despoiled and these events have happened."""
    now = Now(10, False, (), frozenset(came), frozenset(), (), (), frozenset(events), DESPOILED)
    return replace(material(), now=now)


@cache
def rates(*events: EventId) -> Mapping[str, tuple[str, str]]:
    """When the regular arrivals come, and who."""
    return {one.id: (one.when, plain(one.what)) for one in regular(*events)}


def regular(*events: EventId) -> list[Coming]:
    return [one for one in coming(after(*events)) if one.source == "regular"]


@pytest.mark.parametrize("pair", list(combinations(WAR.events, 2)), ids="+".join)
def test_no_event_restores_the_rate_that_another_has_changed(pair: tuple[EventId, EventId]) -> None:
    for name, usual in rates().items():
        changed = {found for found in (rates(one)[name] for one in pair) if found != usual}
        assert len(changed) <= 1
        assert rates(*pair)[name] == next(iter(changed), usual)


@pytest.mark.rules("REI-R22")
def test_wars_add_up_as_the_rulebook_has_them() -> None:
    # Lines 552, 555, 575, 737, 747: with each war the free peoples of its land get more, to the game's end.
    everything = rates(*(one for one in WAR.events if one != ENTS))
    for found in (rates(SARUMAN, NORTH, RING), everything):
        assert found["riders-of-edoras"] == ("Every turn", "1 × Rider of Rohan")
        assert found["dwarf-warriors"] == ("Every turn", "2 × Dwarf Warrior")
        assert found["men-of-minas-tirith"] == ("Every turn", "2 × Gondor Foot")


def test_what_a_war_still_changes_is_told_beside_a_rate_that_another_has_changed() -> None:
    notes = {one.id: plain(" ".join(one.notes)) for one in regular(SARUMAN)}
    assert "War of the North declared: 2 × Dwarf Warrior" in notes["dwarf-warriors"]
    assert notes["riders-of-edoras"] == ""


@pytest.mark.rules("PLC-FANGORN-04")
def test_after_the_ents_no_uruk_hai_come_and_the_sheets_say_why() -> None:
    # Line 945: the walls of Isengard are destroyed, and Saruman gets no more Uruk-hai.
    for game in (after(ENTS), after(SARUMAN, ENTS), after(ENTS, RING)):
        arrivals = coming(game)
        (line,) = (row for row in rows(reinforcements(game, arrivals), "Again and again") if "Saruman" in row)
        assert line == (
            "No more",
            "Saruman",
            "2 × Uruk-hai. The ents have destroyed Isengard, and no more Uruk-hai come.",
            "Isengard",
        )
        said = words(chart(game, arrivals, commander("saruman")))
        assert "No more 2 × Uruk-hai. The ents have destroyed Isengard" in said
        assert "No more once" not in said


@pytest.mark.rules("PLC-FANGORN-04")
def test_after_the_ents_other_arrivals_are_told_without_their_uruk_hai_unless_they_came_before() -> None:
    # Line 568: Sharkû comes on turn 10 with warg riders, ballistas and 20 Uruk-hai.
    first, rest = after(ENTS), "Sharkû, 5 × Warg Rider, 2 × Siege Ballista"
    assert f"{rest}." in plain(words(checklist(first, coming(first))))
    assert f"{rest}." in plain(words(chart(first, coming(first), commander("saruman"))))
    later = after(ENTS, came=("sharku",))
    assert f"{rest}, 20 × Uruk-hai." in plain(words(chart(later, coming(later), commander("saruman"))))


@pytest.mark.rules("PLC-FANGORN-04")
def test_after_the_ents_a_host_of_uruk_hai_that_waits_for_its_war_is_struck() -> None:
    game = after(ENTS)
    said = plain(words(chart(game, coming(game), commander("saruman"))))
    assert "War of Saruman declared: that turn Lost: 20 × Uruk-hai Pikeman" in said
