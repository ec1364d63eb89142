"""The scenario's starts, rates, schedule, bases and points against the tables typed a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from assistant.packs.load import load_scenario
from assistant.rules.arrivals import Arrival, Contingent, in_force
from assistant.rules.book import Book
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.starts import starts

Row = dict[str, str]
Table = Callable[[str], list[Row]]


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario(effects=parameters())


@pytest.fixture
def house(book: Book) -> HouseRules:
    return HouseRules(book.house_rules, {})


def counted(figures: Iterable[Contingent]) -> Counter[str]:
    """Figures by profile; a choice of figure is written as its options with a bar between."""
    found = Counter[str]()
    for one in figures:
        found["|".join(one.profiles)] += one.count
    return found


def test_every_starting_figure_stands_where_the_table_says(
    scenario: Scenario, house: HouseRules, table: Table
) -> None:
    typed = Counter[tuple[str, str, str]]()
    for row in table("starts.csv"):
        typed[row["commander"], row["place"], row["profile"]] += int(row["count"])
    loaded = Counter[tuple[str, str, str]]()
    for force in starts(scenario, house=house):
        for profile, count in counted(force.figures).items():
            loaded[force.commander or "uncontrolled", force.place or "", profile] += count
    assert loaded == typed


def test_who_starts_mounted_or_on_foot_against_habit_is_marked(
    scenario: Scenario, house: HouseRules, book: Book, table: Table
) -> None:
    typed = {(row["place"], row["profile"]): row["how"] for row in table("starts.csv") if row["how"]}
    loaded = {
        (force.place, profile): one.mounted
        for force in starts(scenario, house=house)
        for one in force.figures
        for profile in one.profiles
    }
    for (place, name), how in typed.items():
        profile = next(one for one in book.profiles.values() if one.id == name)
        mounted = loaded[place, name]  # type: ignore[index]
        assert (profile.starts_mounted if mounted is None else mounted) == (how == "mounted"), (place, name)


def arrivals(scenario: Scenario, house: HouseRules, source: str, rule: str) -> list[Arrival]:
    return [one for one in in_force(scenario.arrivals, house) if one.source == source and rule in one.rules]


@pytest.mark.rows_of("regular.csv")
def test_a_regular_rate_is_as_typed(row: Row, scenario: Scenario, house: HouseRules) -> None:
    found = [
        one
        for one in arrivals(scenario, house, "regular", row["rule"])
        if one.commander == row["commander"] and counted(one.figures)[row["profile"]] == int(row["count"])
    ]
    assert len(found) == 1, row
    rhythm = found[0].rhythm
    assert rhythm is not None
    assert (rhythm.first, rhythm.every) == (int(row["first"]), int(row["every"]))
    assert set(found[0].places) == set(row["places"].split("|"))


@pytest.mark.rows_of("regular.csv")
def test_a_rate_doubles_with_the_war_the_table_names(row: Row, scenario: Scenario, house: HouseRules) -> None:
    (found,) = arrivals(scenario, house, "regular", row["rule"])
    wars = {event for event in scenario.events if event in row["changes"]}
    assert wars == ({found.doubling.event} if found.doubling else set())


@pytest.mark.rows_of("scheduled.csv")
def test_a_scheduled_figure_comes_on_its_turn(row: Row, scenario: Scenario, house: HouseRules) -> None:
    found = [
        one
        for one in arrivals(scenario, house, "scheduled", row["rule"])
        if one.commander == row["commander"]
    ]
    assert {one.turn for one in found} == {int(row["turn"])}
    if not row["profile"]:
        assert any(one.may_mount for one in found)
        return
    assert sum((counted(one.figures) for one in found), Counter())[row["profile"]] == int(row["count"])
    assert any(set(one.places) == set(row["places"].split("|")) for one in found)


@pytest.mark.rows_of("events.csv")
def test_an_event_brings_what_the_table_says(row: Row, scenario: Scenario, house: HouseRules) -> None:
    found = [
        one for one in arrivals(scenario, house, "event", row["rule"]) if one.commander == row["commander"]
    ]
    assert {(one.event, one.delay) for one in found} == {(row["event"], int(row["delay"]))}
    if row["profile"]:
        total = sum((counted(one.figures) for one in found), Counter[str]())
        assert total[row["profile"]] == int(row["count"])
    assert any(set(one.places) == set(row["places"].split("|")) for one in found)


def test_nothing_arrives_that_the_tables_do_not_know(
    scenario: Scenario, house: HouseRules, table: Table
) -> None:
    for source, name in (("regular", "regular.csv"), ("scheduled", "scheduled.csv"), ("event", "events.csv")):
        typed = Counter[tuple[str, str]]()
        for row in table(name):
            if row["profile"]:
                typed[row["commander"], row["profile"]] += int(row["count"])
        loaded = Counter[tuple[str, str]]()
        for one in in_force(scenario.arrivals, house):
            if one.source == source:
                for profile, count in counted(one.figures).items():
                    loaded[one.commander, profile] += count
        assert loaded == typed, source


def test_the_bases_that_decide_the_game_are_those_of_the_table(scenario: Scenario, table: Table) -> None:
    for side, winner in (("good", "evil"), ("evil", "good")):
        typed = {row["base"] for row in table("victory.csv") if row["side"] == side}
        (conquest,) = (one for one in scenario.conquests if one.winner == winner)
        assert {*conquest.all_of, *conquest.any_of} == typed
    evil, good = (next(one for one in scenario.conquests if one.winner == side) for side in ("evil", "good"))
    assert (evil.number, len(evil.all_of)) == (5, 0)
    assert (good.number, good.all_of) == (3, ("barad-dur",))


@pytest.mark.rows_of("status.csv")
def test_status_points_are_as_typed(row: Row, scenario: Scenario, house: HouseRules) -> None:
    found = [one for one in in_force(scenario.awards, house) if row["rule"] in one.rules]
    assert found, row
    if row["points"].lstrip("-").isdigit():
        assert int(row["points"]) in {one.points for one in found}


def test_evil_moves_in_the_order_of_the_table(scenario: Scenario, table: Table) -> None:
    typed = [row["commander"] for row in table("movement_order.csv")]
    order = [one for one in scenario.move_order if scenario.commanders[one].side == "evil"]
    assert order == typed
    assert scenario.moves_first == "evil"


@pytest.mark.rows_of("seats.csv")
def test_the_players_list_and_its_splits_are_as_typed(row: Row, scenario: Scenario) -> None:
    names = set(row["commands"].split("|"))
    if row["kind"] == "primary":
        command = next(one for one in scenario.commands if one.number == int(row["number"]))
        assert set(command.commanders) == names
        assert command.side == row["side"]
    else:
        groups = [set(group) for split in scenario.splits for group in split.groups]
        assert names in groups
