"""Arrivals that are lost, stopped or kept waiting; and that none is passed over by not looking."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.errors import Illegal
from assistant.packs.catalogue import house_rules
from assistant.rules.arrivals import EventId
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.schedule import Choice, due, held
from tests.rules.arriving import Course, figures, taken, total

WARS = ("war-of-saruman", "war-of-the-north", "war-of-the-ring")


@pytest.mark.rules("SEQ-07")
def test_arrivals_at_a_place_in_enemy_hands_are_lost_for_good(war: Scenario) -> None:
    course = Course(war, held=(taken("carn-dum", "good", 3, 4),))
    lost = [one for one in course.dues() if one.lost]
    assert [(one.turn, one.commander, figures(one)) for one in lost] == [
        (3, "buhrdur", "2 orc"),
        (4, "buhrdur", "2 orc"),
    ]
    assert lost[0].lost == "Carn Dûm is in enemy hands on turn 3: lost for good."
    assert "SEQ-07" in lost[0].rules
    # 20 turns less the two: what is lost does not come later.
    assert total(course.of("buhrdur"), "orc") == 36


def test_a_place_in_one_s_own_hands_bars_nothing(war: Scenario) -> None:
    assert Course(war, held=(taken("carn-dum", "evil"),)).of("buhrdur") == Course(war).of("buhrdur")


def test_with_one_of_two_places_lost_figures_come_to_the_other(war: Scenario) -> None:
    dues = Course(war, held=(taken("moria", "good", 7),)).dues()
    goblins = {one.turn: one.places for one in dues if one.id == "goblins-of-the-mountains"}
    assert goblins[6] == ("moria", "goblin-town")
    assert goblins[7] == ("goblin-town",)


def test_with_both_places_lost_nothing_comes(war: Scenario) -> None:
    course = Course(war, held=(taken("moria", "good", 5), taken("goblin-town", "good", 5)))
    lost = [one for one in course.dues(range(5, 6)) if one.lost]
    assert [one.id for one in lost] == ["goblins-of-the-mountains", "grishnakh"]
    assert lost[0].lost == "Moria and Goblin Town are in enemy hands on turn 5: lost for good."


def test_a_later_word_on_who_holds_a_place_overrules_an_earlier_one(war: Scenario) -> None:
    course = Course(war, held=(taken("carn-dum", "good"), taken("carn-dum", "evil", 10)))
    assert sorted(course.of("buhrdur")) == list(range(10, 21))


def test_nobody_can_close_the_south_road(war: Scenario) -> None:
    assert Course(war, held=(taken("south-road", "good"),)).of("sulladan") == Course(war).of("sulladan")


@pytest.mark.rules("NAV-03")
def test_a_fleet_that_does_not_land_is_lost(war: Scenario) -> None:
    course = Course(war, {"war-of-the-ring": 8}, held=(taken("naval-invasion", "good", 8, 8),))
    assert course.one("first-fleet-of-umbar").lost.startswith("No landing was made")
    assert course.one("second-fleet-of-umbar").lost == ""


@pytest.mark.rules("PLC-EDORAS-03")
def test_rohan_gets_nothing_at_all_while_the_enemy_holds_edoras(war: Scenario) -> None:
    events = {"aragorn-reaches-helms-deep-or-edoras": 5}
    course = Course(war, events, held=(taken("edoras", "evil", 5, 8),))
    assert [(one.turn, one.id) for one in course.dues() if one.lost] == [
        (6, "riders-of-edoras"),
        (6, "woses"),
        (8, "riders-of-edoras"),
    ]
    assert sorted(course.of("rohan")) == [2, 4, 10, 12, 14, 16, 18, 20]


def test_read_strictly_only_what_comes_to_edoras_is_lost_with_it(war: Scenario) -> None:
    events = {"aragorn-reaches-helms-deep-or-edoras": 5}
    house = {"CON-074": "lost-for-good"}
    course = Course(war, events, house=house, held=(taken("edoras", "evil", 5, 8),))
    assert course.of("rohan")[6] == ["1 ghan-buri-ghan + 10 wose"]


def test_read_as_a_delay_rohan_s_arrivals_wait_until_edoras_is_free(war: Scenario) -> None:
    course = Course(war, house={"CON-074": "stopped-until-retaken"}, held=(taken("edoras", "evil", 5, 8),))
    # Turns 6 and 8 come on 9.
    assert course.of("rohan")[9] == ["1 rider-of-rohan", "1 rider-of-rohan"]
    assert sorted(course.of("rohan")) == [2, 4, 9, 10, 12, 14, 16, 18, 20]


def test_what_waits_is_also_found_by_looking_at_that_turn_alone(war: Scenario) -> None:
    course = Course(war, house={"CON-074": "stopped-until-retaken"}, held=(taken("edoras", "evil", 5, 8),))
    assert [one.id for one in course.dues(range(9, 10)) if one.commander == "rohan"] == [
        "riders-of-edoras"
    ] * 2


def test_what_waits_to_the_end_is_lost(war: Scenario) -> None:
    course = Course(war, house={"CON-074": "stopped-until-retaken"}, held=(taken("edoras", "evil", 5),))
    assert {one.lost for one in course.dues() if one.turn > 5 and one.commander == "rohan"} == {
        "Once the enemy has taken Edoras, Rohan receives nothing until one of its royal house is back."
    }


@pytest.mark.rules("PLC-FANGORN-04")
def test_no_more_uruk_hai_come_once_the_ents_have_destroyed_isengard(war: Scenario) -> None:
    events = {"ents-destroy-isengard": 9}
    course = Course(war, events, {"saruman.fangorn": Choice("disturbed")})
    table = course.of("saruman")
    # Turn 9 starts before the ents strike. Later Sharkû comes without Uruk-hai, and his train is only the
    # ram: berserkers are Uruk-hai, and so are the engineers of Isengard.
    assert table[9] == ["2 uruk-hai"]
    assert table[10] == ["1 sharku + 5 warg-rider + 2 siege-ballista"]
    assert 11 not in table
    assert table[12] == ["1 battering-ram"]
    assert [figures(one) for one in course.dues(range(10, 11)) if one.lost] == ["2 uruk-hai", "20 uruk-hai"]


OVERRUN = tuple(taken(place, "evil", 4) for place in ("hobbiton", "tookborough", "buckland"))


@pytest.mark.rules("AMB-048", "SEQ-07")
def test_nobody_arrives_in_a_shire_whose_settlements_are_all_taken(war: Scenario) -> None:
    hobbits = [one for one in Course(war, held=OVERRUN).dues() if one.id == "hobbits-of-the-shire"]
    assert hobbits[2].places == ("shire", "bree")
    assert hobbits[3].places == ("bree",)


@pytest.mark.rules("AMB-048", "SEQ-07")
def test_with_bree_gone_as_well_the_hobbits_of_an_overrun_shire_are_lost(war: Scenario) -> None:
    course = Course(war, held=(*OVERRUN, taken("bree", "evil", 4)))
    assert sorted(course.of("eriador")) == [1, 2, 3]


def test_a_shire_with_one_settlement_left_still_takes_figures_in(war: Scenario) -> None:
    hobbits = [one for one in Course(war, held=OVERRUN[:2]).dues() if one.id == "hobbits-of-the-shire"]
    assert hobbits[3].places == ("shire", "bree")


@pytest.mark.rules("AMB-048")
def test_where_hobbiton_stands_for_the_shire_it_is_lost_with_hobbiton(war: Scenario) -> None:
    course = Course(war, house={"AMB-048": "hobbiton-alone"}, held=OVERRUN[:1])
    hobbits = [one for one in course.dues() if one.id == "hobbits-of-the-shire"]
    assert hobbits[3].places == ("bree",)


@pytest.mark.rules("AMB-048")
def test_gandalf_does_not_return_to_an_overrun_shire(war: Scenario) -> None:
    held = tuple(taken(row.place, "evil") for row in OVERRUN)
    assert "shire" not in Course(war, held=held).one("gandalf").places


@pytest.mark.rules("PLC-FANGORN-11")
def test_hobbits_who_wait_in_fangorn_may_rouse_the_ents_once_saruman_despoils_it(war: Scenario) -> None:
    course = Course(war, {"two-hobbits-enter-fangorn": 4}, {"saruman.fangorn": Choice("disturbed", 6)})
    ents = course.one("ents")
    assert (ents.turn, ents.kept_since, ents.lost) == (6, 4, "")


@pytest.mark.rules("PLC-FANGORN-11")
def test_while_saruman_leaves_fangorn_alone_the_ents_wait(war: Scenario) -> None:
    ents = Course(war, {"two-hobbits-enter-fangorn": 4}).one("ents")
    assert (ents.lost, ents.waits) == (
        "Saruman has left Fangorn alone, and the ents cannot be roused.",
        True,
    )


def chain(war: Scenario) -> Scenario:
    """A war in which the first event implies the second, and that the third."""
    first, second, third = (
        replace(war.events[EventId(event)], implies=tuple(map(EventId, implied)))
        for event, implied in zip(WARS, (WARS[1:2], WARS[2:], ()), strict=True)
    )
    return replace(war, events={**war.events, first.id: first, second.id: second, third.id: third})


def test_what_an_event_implies_implies_more(war: Scenario) -> None:
    # The War of Saruman on turn 4 implies that of the North, and that one the War of the Ring, by turn 4.
    assert Course(chain(war), {WARS[0]: 4}).turns_of("cavalry-of-khand") == [4]


def test_events_are_in_order_however_many_stand_between_them(war: Scenario) -> None:
    with pytest.raises(
        Illegal, match="'War of Saruman' on turn 4 cannot be before 'War of the Ring' on turn 6"
    ):
        Course(chain(war), {WARS[0]: 4, WARS[2]: 6}).dues()


# ---- Nothing is passed over ----


@given(st.lists(st.integers(0, 30), max_size=6), st.sampled_from(WARS))
def test_looking_in_any_steps_finds_the_same_as_looking_every_turn(
    war: Scenario, stops: list[int], event: str
) -> None:
    events = {EventId(event): 4}
    house = HouseRules(house_rules(), {"CON-074": "stopped-until-retaken"})
    control = held((taken("edoras", "evil", 5, 11),))
    whole = due(war, 0, 30, house=house, events=events, control=control)
    steps = sorted({0, 30, *stops})
    pieces = [
        one
        for after, upto in pairwise(steps)
        for one in due(war, after, upto, house=house, events=events, control=control)
    ]
    assert pieces == list(whole)
