"""Data that leads back to itself is refused, with the way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.packs.small import SCHEDULE

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

EVENT = '\n[[event]]\nid = "{id}"\nname = "Something"\nimplies = ["{implies}"]\n'
INSIDE = """
[[rule]]
id = "inside"
title = "Inside"
text = "In it."
takes = { place = "place" }
nested = "place"
"""


def places(**around: str) -> str:
    rows = (
        f'[[place]]\nid = "{place}"\nname = "P"\neffects = [{{ name = "inside", place = "{other}" }}]\n'
        for place, other in around.items()
    )
    return "".join(rows) + '[[place]]\nid = "dol-amroth"\nname = "D"\n'


def test_an_event_that_implies_itself_is_a_fault(whole: Pack) -> None:
    whole.write("schedule.toml", SCHEDULE + EVENT.format(id="doom", implies="doom"))
    assert whole.lines() == [
        "schedule.toml: event[1] (doom).implies: "
        "it happens only after it has happened: doom, doom; take one out"
    ]


def test_two_events_that_imply_each_other_are_a_fault_each(whole: Pack) -> None:
    rows = EVENT.format(id="egg", implies="hen") + EVENT.format(id="hen", implies="egg")
    whole.write("schedule.toml", SCHEDULE + rows)
    assert whole.lines() == [
        "schedule.toml: event[1] (egg).implies: "
        "it happens only after it has happened: egg, hen, egg; take one out",
        "schedule.toml: event[2] (hen).implies: "
        "it happens only after it has happened: hen, egg, hen; take one out",
    ]


def test_an_event_may_imply_one_that_implies_a_third(whole: Pack) -> None:
    rows = EVENT.format(id="egg", implies="hen") + EVENT.format(id="hen", implies="war")
    whole.write("schedule.toml", SCHEDULE + rows)
    assert whole.lines() == []


def test_a_place_does_not_lie_inside_itself(whole: Pack) -> None:
    whole.write("place-rules.toml", INSIDE)
    whole.write("places.toml", places(bree="bree"))
    assert whole.lines() == [
        "places.toml: place[0] (bree).effects[0]: it lies inside itself: bree, bree; take one out"
    ]


def test_two_places_do_not_lie_inside_each_other(whole: Pack) -> None:
    whole.write("place-rules.toml", INSIDE)
    whole.write("places.toml", places(bree="shire", shire="bree"))
    assert whole.lines() == [
        "places.toml: place[0] (bree).effects[0]: it lies inside itself: bree, shire, bree; take one out",
        "places.toml: place[1] (shire).effects[0]: it lies inside itself: shire, bree, shire; take one out",
    ]


WHOLE = (
    '[[whole]]\nplace = "{place}"\nparts = ["{part}"]\nunder = {{ rule = "AMB-048", reading = "{how}" }}\n'
)


def test_a_second_reading_of_a_base_does_not_hide_the_circle_of_the_first(whole: Pack) -> None:
    first = WHOLE.format(place="bree", part="bree", how="all-settlements")
    second = WHOLE.format(place="bree", part="dol-amroth", how="hobbiton-alone")
    whole.write("victory.toml", first + second)
    assert whole.lines() == [
        "victory.toml: whole[0]: it falls only when it falls: bree, bree; take one part out"
    ]


def test_bases_that_are_parts_of_each_other_under_different_readings_never_meet(whole: Pack) -> None:
    first = WHOLE.format(place="bree", part="dol-amroth", how="all-settlements")
    second = WHOLE.format(place="dol-amroth", part="bree", how="hobbiton-alone")
    whole.write("victory.toml", first + second)
    assert whole.lines() == []
