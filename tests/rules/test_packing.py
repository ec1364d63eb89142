"""What to bring: counted by hand for a few figures."""

from __future__ import annotations

import pytest

from assistant.packs.load import load_scenario
from assistant.rules.book import Book
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.packing import Needed, by_place, packing_list
from assistant.rules.scenario import Scenario


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario(effects=parameters())


def needed(scenario: Scenario, book: Book, turns: int) -> dict[str, Needed]:
    found = packing_list(scenario, book, HouseRules(book.house_rules, {}), turns)
    return {str(one.profile): one for one in found.figures}


@pytest.mark.rules("SCN-19")
def test_riders_are_brought_on_foot_as_well(scenario: Scenario, book: Book) -> None:
    # Rohan starts with 3 + 3 + 4 riders, 12 come after its war; with the war on turn 1 one comes on each of
    # the turns 2 to 10: 9.
    riders = needed(scenario, book, 10)["rider-of-rohan"]
    assert (riders.start, riders.expected, riders.regular) == (10, 12, 9)
    assert riders.on_foot == riders.total == 31


def test_orcs_are_counted_over_all_commanders(scenario: Scenario, book: Book) -> None:
    # At the start 4 + 8 + 12 + 3 + 24 + 30 = 81. Four commanders get 2 a turn: 8 a turn, 80 in ten. By
    # turn 10 come 5 with Grishnákh, and after the wars 10 + 10 + 30.
    orcs = needed(scenario, book, 10)["orc"]
    assert (orcs.start, orcs.expected, orcs.regular) == (81, 55, 80)


def test_saruman_is_packed_for_as_if_he_burned_the_forest(scenario: Scenario, book: Book) -> None:
    # 10 at Isengard and 2 in Shagrat's tower; 20 on turn 10; 2 a turn.
    uruks = needed(scenario, book, 10)["uruk-hai"]
    assert (uruks.start, uruks.expected, uruks.regular) == (12, 20, 20)


def test_weapons_bring_their_crew(scenario: Scenario, book: Book) -> None:
    assert needed(scenario, book, 10)["trebuchet"].crew == 3


def test_the_setup_sheet_lists_each_place_once_with_all_who_stand_there(
    scenario: Scenario, book: Book
) -> None:
    found = packing_list(scenario, book, HouseRules(book.house_rules, {}), 1)
    places = by_place(found.setup)
    amon_hen = [one.commander for one in places["amon-hen"]]  # type: ignore[index]
    assert amon_hen == ["fellowship", "fellowship", "saruman"]
