"""What to bring: counted by hand for figures of every sort."""

from __future__ import annotations

import pytest

from assistant.packs.load import load_both
from assistant.rules.book import Book, PlaceId, ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.packing import Needed, PackingList, by_place, packing_list
from assistant.rules.scenario import Scenario

Both = tuple[Book, Scenario]


@pytest.fixture(scope="module")
def both() -> Both:
    return load_both(effects=parameters())


def listed(both: Both, turns: int = 20, **house: str) -> PackingList:
    book, scenario = both
    chosen = {rule.replace("_", "-"): reading for rule, reading in house.items()}
    return packing_list(scenario, book, HouseRules(book.house_rules, chosen), turns)


def needed(both: Both, turns: int = 20, **house: str) -> dict[str, Needed]:
    return {str(one.profile): one for one in listed(both, turns, **house).figures}


@pytest.mark.rules("SCN-19")
def test_riders_are_brought_on_foot_as_well(both: Both) -> None:
    # Rohan starts with 3 + 3 + 4 riders, 12 come after its war; with the war on turn 1 one comes on each of
    # the turns 2 to 10: 9.
    riders = needed(both, 10)["rider-of-rohan"]
    assert (riders.start, riders.expected, riders.regular) == (10, 12, 9)
    assert riders.mounted == riders.on_foot == riders.total == 31
    assert riders.models == 62


def test_orcs_are_counted_over_all_commanders(both: Both) -> None:
    # At the start 4 + 8 + 12 + 3 + 24 + 30 = 81. Four commanders get 2 a turn: 8 a turn, 80 in ten. By
    # turn 10 come 5 with Grishnákh, and after the wars 10 + 10 + 30.
    orcs = needed(both, 10)["orc"]
    assert (orcs.start, orcs.expected, orcs.regular) == (81, 55, 80)


def test_saruman_is_packed_for_as_if_he_burned_the_forest_and_no_ent_came(both: Both) -> None:
    # 10 at Isengard and 2 in Shagrat's tower; 20 on turn 10; 2 a turn.
    uruks = needed(both, 10)["uruk-hai"]
    assert (uruks.start, uruks.expected, uruks.regular) == (12, 20, 20)


def test_knights_who_start_on_foot_are_not_brought_mounted(both: Both) -> None:
    # 6 Swan Knights stand in Dol Amroth on foot; 6 ride in with Imrahil, and 10 on the even turns of 20.
    knights = needed(both)["knight-of-dol-amroth"]
    assert (knights.start, knights.expected, knights.regular) == (6, 6, 10)
    assert (knights.mounted, knights.on_foot) == (16, 22)


def test_of_two_chieftains_of_khand_one_rides(both: Both) -> None:
    chieftains = needed(both)["khand-chieftain"]
    assert (chieftains.total, chieftains.mounted, chieftains.on_foot) == (2, 1, 2)


@pytest.mark.parametrize("wraith", ["witch-king", "khamul", "dark-marshal", "shadow-lord", "ringwraith"])
def test_ringwraiths_are_brought_on_horses_and_on_foot(both: Both, wraith: str) -> None:
    one = needed(both)[wraith]
    assert (one.total, one.mounted, one.on_foot) == (1, 1, 1)


def test_three_fell_beasts_are_brought_from_turn_ten_on(both: Both) -> None:
    def riders(turns: int, **house: str) -> list[str]:
        return [name for name, one in needed(both, turns, **house).items() if one.special]

    assert riders(9) == []
    assert riders(10) == ["witch-king", "khamul", "dark-marshal"]
    assert riders(15, CON_068="after-turn-15") == []
    assert needed(both)["khamul"].special == {"fell beast": 1}


@pytest.mark.parametrize(
    "name", ["aragorn", "legolas", "boromir", "gandalf-the-white", "frodo", "sam", "merry", "pippin"]
)
def test_the_fellowship_is_brought_mounted_too(both: Both, name: str) -> None:
    one = needed(both)[name]
    assert (one.total, one.mounted, one.on_foot) == (1, 1, 1)


def test_gimli_rides_only_behind_legolas(both: Both) -> None:
    assert needed(both)["gimli"].mounted == 0


def test_places_and_powers_bring_figures_of_their_own(both: Both) -> None:
    # Khamûl's 4 spiders and their queen, and as many in Mirkwood at the same time; never more than 3 swarms.
    found = needed(both)
    assert found["balrog"].called == 1
    assert (found["giant-spider"].start, found["giant-spider"].called, found["giant-spider"].total) == (
        4,
        4,
        8,
    )
    assert found["spider-queen"].total == 2
    assert found["spider-swarm"].total == 3
    assert found["ship"].total == 2


def test_treebeard_stands_for_the_ents(both: Both) -> None:
    found = needed(both)
    assert "ents" not in found
    assert (found["treebeard"].total, found["treebeard"].stands_for) == (1, ("Ents",))


def test_ruffians_come_with_sharkey_and_at_saruman_s_call(both: Both) -> None:
    # 12 with Sharkey, and 1d6 once: 6 at most.
    assert needed(both)["ruffian"].total == 18


def test_a_shaman_who_may_come_in_place_of_another_is_brought_once(both: Both) -> None:
    # An orc shaman starts, on a warg; another comes only when he is gone. The Uruk-hai's comes with the war.
    found = needed(both)
    assert found["orc-shaman"].total == 1
    assert found["uruk-hai-shaman"].total == 1


def test_weapons_bring_their_crew(both: Both) -> None:
    # A trebuchet has a crew of 3; two siege ballistae have 6.
    found = needed(both)
    assert found["trebuchet"].crew == 3
    assert found["siege-ballista"].crew == 6


def test_whatever_a_place_may_bring_is_on_the_list(both: Both) -> None:
    # What has no base, such as a river, needs no model; what another model stands for comes with that one.
    book, _ = both
    found = needed(both)
    named = {
        ProfileId(word)
        for place in book.places.values()
        for trait in place.traits
        for _, value in trait.params
        for word in str(value).split()
        if word in book.profiles
    }
    missing = [
        one
        for one in sorted(named)
        if one not in found and book.profiles[one].base_mm and not book.profiles[one].model
    ]
    assert missing == []


def test_whatever_a_reading_of_a_force_or_an_arrival_names_is_on_the_list_under_it(both: Both) -> None:
    for start in both[1].starts:
        for reading in start.readings:
            found = needed(both, 1, **{reading.rule.replace("-", "_"): reading.reading})
            for one in reading.figures or ():
                assert set(one.profiles) <= set(found), reading


def test_markers_are_as_many_as_there_are_things_to_mark(both: Both) -> None:
    # Ten good bases, and Barad-dûr and nine others of evil; three wars; nine fortresses with walls.
    numbers = {one.marker.name: one.number for one in listed(both).markers}
    assert numbers["Held by the other side"] == 20
    assert numbers["War declared"] == 3
    assert numbers["Gate broken or walls lost"] == 9
    # Five ringwraiths, two castellans and the Balrog.
    assert numbers["Dispersed, with a counter to 4"] == 8
    assert {"Wounded", "Captive", "Paralyzed", "Regrouping", "Fire", "Edge of darkness", "Turn"} <= set(
        numbers
    )


def test_where_the_fellowship_starts_at_the_council_nobody_is_in_contact_with_anyone(both: Both) -> None:
    setup = listed(both, CON_083="council").setup
    assert not [force.note for force in setup if "contact" in force.note or "Boromir" in force.note]


def test_every_ringwraith_is_set_up_on_its_horse(both: Both) -> None:
    book, _ = both
    figures = [one for force in listed(both).setup for one in force.figures]
    wraiths = [one for one in figures if book.profiles[one.profiles[0]].race == "wraith"]
    assert [(one.profiles[0], one.mounted) for one in wraiths] == [
        ("khamul", True), ("dark-marshal", True), ("shadow-lord", True), ("witch-king", True),
        ("ringwraith", True),
    ]  # fmt: skip


def test_things_are_listed_once_and_other_gear_with_its_number(both: Both) -> None:
    # Palantíri and drums are artifacts by name; two engineers carry charges, two rangers wear heavy armor.
    found = listed(both)
    assert "Palantír of Orthanc" in found.artifacts
    assert found.gear == {"heavy-armor": 2, "bomb": 1}


def test_terrain_tells_walls_towers_and_ground(both: Both) -> None:
    parts = {piece.place.id: piece.parts for piece in listed(both).terrain}
    assert parts[PlaceId("helms-deep")] == ("walls", "tower with room for 6 figures")
    assert parts[PlaceId("easterling-city")] == ("walls",)
    assert parts[PlaceId("mirkwood")] == ("woods",)


def test_a_tower_that_the_table_does_not_read_into_the_book_is_left_at_home(both: Both) -> None:
    parts = {piece.place.id: piece.parts for piece in listed(both, AMB_087="only-those-mentioned").terrain}
    assert parts[PlaceId("erebor")] == ("walls",)
    assert parts[PlaceId("dol-guldur")] == ("walls", "tower")


def test_the_setup_sheet_lists_each_place_once_with_all_who_stand_there(both: Both) -> None:
    places = by_place(listed(both, 1).setup)
    assert [one.commander for one in places[PlaceId("amon-hen")]] == ["fellowship", "fellowship", "saruman"]
