"""Whether a house rule changes what the assistant works out is found out, never typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assistant.kernel.ids import RuleId
from assistant.packs.bearing import DECIDING, READ_IN_CODE, read_by_code, read_by_data, with_bearing
from assistant.packs.catalogue import house_rules
from assistant.packs.load import load_both
from assistant.packs.where import PACKAGE
from assistant.rules.arrivals import Under, in_force, limits_in_force
from assistant.rules.book import Book, PlaceId
from assistant.rules.commanding import move_order
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules, place_under, profile_under
from assistant.rules.landing import landings
from assistant.rules.movement import allowance
from assistant.rules.scenario import Award, People, Scenario
from assistant.rules.schedule import Choice, Held, held, schedule
from assistant.rules.seats import seats
from assistant.rules.starts import starts
from assistant.rules.terrain import terrain_chart

HELD = held([Held(PlaceId("edoras"), "evil", 3, 7)])


@pytest.fixture(scope="module")
def both() -> tuple[Book, Scenario]:
    return load_both(effects=parameters())


def worked_out(book: Book, war: Scenario, house: HouseRules) -> Iterator[object]:
    """All that can be worked out before anyone fights."""
    for profile in book.profiles.values():
        yield profile_under(house, profile), allowance(profile, profile.starts_mounted, house)
    for place in book.places.values():
        yield place_under(house, place)
    for players in (2, 9, 10, 12, 14):
        chairs = seats(war, players, house=house).chairs
        yield chairs, starts(war, house=house, seats=[chair.commands for chair in chairs])
    one_by_one = {event: 2 * turn for turn, event in enumerate(war.events, start=1)}
    for choices in ({}, {supply.key: Choice(supply.full) for supply in war.supplies}):
        for events in ({}, one_by_one):
            yield schedule(war, range(1, 25), house=house, events=events, choices=choices, control=HELD)
    yield terrain_chart(book, house), move_order(war, house)
    yield limits_in_force(war.limits, house)
    yield [landings(spot, house, lambda _: True) for spot in war.spots.values()]
    for rows in (war.awards, war.wholes, war.stars, war.status_records, war.first_contacts, war.marches):
        yield in_force(rows, house)


def hung_on_rows(book: Book, war: Scenario) -> list[str]:
    """The house rules that rows of the packs hang on; those that only an effect asks about are left out."""
    effects = {
        str(value) for profile in book.profiles.values() for one in profile.traits for _, value in one.params
    }
    effects |= {
        str(value) for place in book.places.values() for one in place.traits for _, value in one.params
    }
    return sorted(read_by_data(book, war) - effects)


def test_every_house_rule_that_rows_hang_on_changes_what_is_worked_out(both: tuple[Book, Scenario]) -> None:
    book, war = both
    usual = list(worked_out(book, war, HouseRules(house_rules(), {})))
    idle = []
    for rule in hung_on_rows(book, war):
        known = house_rules()[RuleId(rule)]
        others = [reading for reading in known.readings if reading != known.default]
        if all(
            list(worked_out(book, war, HouseRules(house_rules(), {rule: one}))) == usual for one in others
        ):
            idle.append(rule)
    assert idle == []


def test_code_that_asks_for_a_house_rule_knows_a_reading_by_its_right_name() -> None:
    # Compared with a misspelt reading, a house rule would be asked for and never make a difference.
    strangers = []
    for path in (path for folder in DECIDING for path in (PACKAGE / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for rule in READ_IN_CODE.findall(text):
            known = house_rules()[RuleId(rule)]
            if not any(f'"{reading}"' in text for reading in known.readings):
                strangers.append(f"{path.name}: {rule}")
    assert strangers == []


def test_a_house_rule_that_a_text_only_cites_has_no_bearing() -> None:
    book = Book("", {}, house_rules=house_rules())
    cited = People("gollum", "Gollum", (), ("Once a turn they may try to tame him.",), (RuleId("AMB-060"),))
    asked = Award("tame", "Tame Gollum", 1, under=Under(RuleId("AMB-060"), "once"))
    assert read_by_data(book, Scenario("", "", peoples=(cited,))) == set()
    assert read_by_data(book, Scenario("", "", awards=(asked,))) == {"AMB-060"}


def test_what_code_and_data_ask_for_exists() -> None:
    assert read_by_code() <= set(house_rules())


@pytest.mark.parametrize("rule", ["AMB-080", "CON-068", "AMB-090"])
def test_code_rows_and_effects_are_all_looked_into(both: tuple[Book, Scenario], rule: str) -> None:
    # Poison is read by code, fell beasts by a row of the schedule, terror on foot by an effect's parameter.
    assert rule in with_bearing(*both)


def test_a_reading_asked_of_a_running_game_counts_as_followed() -> None:
    # Home bases, Orthanc, the darkness and the end of the game are asked about as the game stands.
    assert {"AMB-062", "AMB-047", "AMB-066", "AMB-037", "AMB-067", "AMB-050", "CON-085", "CON-097"} <= (
        read_by_code()
    )


def test_the_black_gate_is_held_by_those_within_four_inches_or_two(both: tuple[Book, Scenario]) -> None:
    # CON-071: line 851 says 4 inches, line 1751 says 2.
    book, war = both
    gate = book.places[PlaceId("black-gate")]
    for reading, inches in (("four-inches", 4), ("two-inches", 2)):
        here = place_under(HouseRules(house_rules(), {"CON-071": reading}), gate)
        [held] = [dict(trait.params) for trait in here.traits if trait.name == "one-sided-fortress"]
        assert (held["inches"], held["outside"]) == (inches, "mordor")
    assert "CON-071" in with_bearing(book, war)
