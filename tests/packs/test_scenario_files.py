"""The War of the Ring beyond its rosters: what its files say, and that every rule behind them is cited."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import RuleId
from assistant.packs.catalogue import house_rules
from assistant.packs.load import load_both, load_scenario
from assistant.rules.arrivals import Arrival, Contingent, Limit, in_force
from assistant.rules.book import Book, PlaceId, ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.scenario import NextPlayer, Scenario, Split, Stars, Start, StatusRecord, Whole

DEFAULT = HouseRules(house_rules(), {})

COMMANDERS = {
    "good": [
        "fellowship", "gondor", "gondor-fiefdoms", "rohan", "high-elves", "wood-elves", "dwarves", "eriador",
    ],
    "evil": [
        "saruman", "sulladan", "easterling-king", "king-of-khand", "mouth-of-sauron", "witch-king", "buhrdur",
        "goblin-king", "khamul",
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def both() -> tuple[Book, Scenario]:
    return load_both(effects=parameters())


@pytest.fixture(scope="module")
def war(both: tuple[Book, Scenario]) -> Scenario:
    return both[1]


@pytest.mark.rules(
    *(f"SCN-{number:02}" for number in range(1, 24)),
    *(f"SCN-S{number:02}" for number in range(1, 17)),
    *(f"REI-R{number:02}" for number in range(1, 24)),
    *(f"REI-S{number:02}" for number in range(1, 15)),
    *(f"REI-E{number:02}" for number in range(1, 22)),
    *(f"STA-{number:02}" for number in range(1, 12)),
    *(f"VIC-{number:02}" for number in range(1, 12)),
    *(f"WAR-{number:02}" for number in range(1, 13)),
    "NAV-01", "NAV-02", "NAV-03", "FEL-02", "FEL-03", "FEL-04", "FEL-05", "ITM-PALANTIR-05", "PPL-GOLLUM-01",
)  # fmt: skip
def test_loading_the_scenario_cites_every_rule_its_rows_stand_on() -> None:
    assert load_scenario(effects=parameters()).id == "war-of-the-ring"


def test_there_are_seventeen_commanders(war: Scenario) -> None:
    assert {
        side: [one.id for one in war.commanders.values() if one.side == side] for side in COMMANDERS
    } == COMMANDERS


def test_every_commander_is_in_one_of_nine_commands(war: Scenario) -> None:
    assert [command.number for command in war.commands] == list(range(1, 10))
    assert sorted(one for command in war.commands for one in command.commanders) == sorted(war.commanders)


def test_only_the_fellowship_and_sulladan_have_no_home_to_lose(war: Scenario) -> None:
    assert [one.id for one in war.commanders.values() if not one.home] == ["fellowship", "sulladan"]


def test_every_commander_has_something_to_play_for(war: Scenario) -> None:
    assert all(one.objectives for one in war.commanders.values())


def test_evil_moves_first_with_the_goblins_in_front_and_buhrdur_behind(war: Scenario) -> None:
    assert war.moves_first == "evil"
    assert war.move_order == (
        "goblin-king", "saruman", "sulladan", "khamul", "witch-king", "mouth-of-sauron", "easterling-king",
        "king-of-khand", "buhrdur",
    )  # fmt: skip


def test_so_many_figures_stand_on_the_table_at_the_start(war: Scenario) -> None:
    counted = {
        commander: sum(
            each.count for start in war.starts if start.commander == commander for each in start.figures
        )
        for commander in (*war.commanders, None)
    }
    assert counted == {
        "fellowship": 8,  # 3 + 3 + 2
        "gondor": 29,  # Minas Tirith 2 + 2 + 1 + 8 + 2 weapons, Osgiliath 6, Ithilien 3 + 5
        "gondor-fiefdoms": 13,  # Pelargir 1 + 6, Dol Amroth 6
        "rohan": 22,  # 8, 1 + 3, 2 + 3, 1 + 4
        "high-elves": 31,  # Rivendell 3 + 12, Edhellond 3, Grey Havens 1 + 12
        "wood-elves": 45,  # Lothlórien 2 + 8 + 8 + 4 + 3, Thranduil 1 + 16 + 3
        "dwarves": 83,  # 1 + 12 + 6, Dale 1 + 10, 1 + 10, 10, Iron Hills 2 + 12 + 8 + 6 + 4
        "eriador": 35,  # Hobbiton 1 + 5 + 3, 6, 8, Radagast, 1 + 6, Bree 2 + 2
        "saruman": 25,  # 1 + 10, Gríma, 1 + 12
        "sulladan": 0,
        "easterling-king": 16,  # 1 + 12 + 3
        "king-of-khand": 6,  # 1 + 5
        "mouth-of-sauron": 19,  # 1 + 4, 2 + 8 + 1, 1 + 2
        "witch-king": 19,  # 2 + 12 + 1, 1 + 3
        "buhrdur": 63,  # 2 + 24 + 6, 24 + 7
        "goblin-king": 58,  # twice 1 + 1 + 2 + 1 + 24
        "khamul": 48,  # 1 + 2 + 4 + 1 + 30, wild 2 + 1 + 2 + 1 + 4
        None: 6,  # Shelob, Gollum, Treebeard, 2 Huorns, the Watcher
    }


def test_who_rides_and_what_is_carried_stands_in_the_starts(war: Scenario) -> None:
    told = {
        each.profiles[0]: (each.mounted, each.carries)
        for start in war.starts
        for each in start.figures
        if each.mounted is not None or each.carries
    }
    assert told == {
        "frodo": (None, ("one-ring",)),
        "denethor": (None, ("palantir",)),
        "knight-of-dol-amroth": (False, ()),
        "goblin-drummer": (None, ("drum",)),
        "khamul": (True, ()),
        "orc-shaman": (True, ()),
        "shadow-lord": (True, ()),
        "witch-king": (True, ()),
        "ringwraith": (True, ()),
        "khand-chieftain": (False, ()),
        "dark-marshal": (True, ()),
        "saruman": (None, ("palantir",)),
        "gothmog": (True, ()),
    }


def test_every_figure_that_is_mounted_or_on_foot_can_be(both: tuple[Book, Scenario]) -> None:
    book, war = both
    forces: list[Start | Arrival] = [*war.starts, *war.arrivals]
    riders = [each for force in forces for each in force.figures if each.mounted]
    for each in riders:
        profile = book.profiles[each.profiles[0]]
        assert profile.dismounted is not None or any(trait.name == "ringwraith" for trait in profile.traits)


def test_every_table_of_the_rulebook_is_there_row_by_row(war: Scenario) -> None:
    # 19 regular rates; 13 scheduled rows, one of which is three fell beasts; 21 event rows, two of which
    # have a twin under a house rule; and the ruffians of line 1294, under each of two readings.
    assert {
        source: sum(arrival.source == source for arrival in war.arrivals)
        for source in ("regular", "scheduled", "event")
    } == {"regular": 19, "scheduled": 15, "event": 25}


def test_the_starred_turns_are_those_on_which_something_is_scheduled(war: Scenario) -> None:
    (stars,) = in_force(war.stars, DEFAULT)
    assert set(stars.turns) == {arrival.turn for arrival in war.arrivals if arrival.turn}
    (printed,) = in_force(war.stars, HouseRules(house_rules(), {"CON-019": "printed-stars"}))
    assert printed.turns == (10, 15, 20, 25, 30)
    assert war.turns == 100


def test_conquest_needs_five_of_ten_bases_or_barad_dur_and_three_of_nine(war: Scenario) -> None:
    evil, good = war.conquests
    assert (evil.winner, evil.all_of, len(evil.any_of), evil.number) == ("evil", (), 10, 5)
    assert (good.winner, good.all_of, len(good.any_of), good.number) == ("good", ("barad-dur",), 9, 3)


def test_the_ring_wins_in_three_ways(war: Scenario) -> None:
    assert [(one.winner, one.place, one.turns, one.overall) for one in war.ring_victories] == [
        ("good", "cracks-of-doom", 0, "side"),
        ("evil", "isengard", 10, "bearer"),
        ("evil", "barad-dur", 0, "status-points"),
    ]
    assert set(war.ring_victories[2].commanders) == set(COMMANDERS["evil"]) - {"saruman"}


def test_the_shire_falls_with_its_three_settlements(war: Scenario) -> None:
    (shire,) = in_force(war.wholes, DEFAULT)
    assert (shire.place, shire.parts) == ("shire", ("hobbiton", "tookborough", "buckland"))


def test_status_is_earned_as_printed(war: Scenario) -> None:
    assert {award.id: award.points for award in in_force(war.awards, DEFAULT)} == {
        "capture-the-ring": 50,
        "capture-a-hobbit": 10,
        "take-a-citadel": 20,
        "eliminate-an-army-figure": 1,
        "eliminate-a-character": 5,
        "lose-your-home-base": -25,
        "take-pelargir": 10,
    }
    awards = {award.id: award for award in war.awards}
    assert awards["eliminate-a-character"].plus_leadership
    assert awards["take-a-citadel"].shared
    assert awards["take-a-citadel"].places == war.conquests[0].any_of
    assert awards["take-a-citadel"].doubled_for == {
        "goblin-king": ("rivendell", "lothlorien"),
        "sulladan": ("minas-tirith",),
    }
    assert awards["capture-a-hobbit"].doubled_for == {"saruman": ("isengard",)}
    assert awards["take-pelargir"].only == ("sulladan",)


@pytest.mark.parametrize(
    ("reading", "columns"), [("nine-charts", 9), ("eight-rivals", 8), ("six-minions", 6)]
)
def test_the_status_record_has_a_column_for_each_minion(war: Scenario, reading: str, columns: int) -> None:
    (record,) = in_force(war.status_records, HouseRules(house_rules(), {"CON-091": reading}))
    assert len(record.columns) == columns


def test_before_their_wars_the_minions_are_held_back(war: Scenario) -> None:
    assert [(limit.until, limit.figures, limit.inches) for limit in in_force(war.limits, DEFAULT)] == [
        ("war-of-saruman", 5, 8),
        ("war-of-the-north", 10, 12),
        ("war-of-the-ring", 5, 12),
    ]


@pytest.mark.parametrize(
    "rule", ["CON-019", "CON-091", "AMB-048", "AMB-071", "AMB-065", "AMB-085", "CON-103"]
)
def test_a_house_rule_with_a_row_for_each_reading_has_one_for_all(war: Scenario, rule: str) -> None:
    rows: list[Stars | StatusRecord | Whole | Limit | Split | NextPlayer] = [
        *war.stars, *war.status_records, *war.wholes, *war.limits, *war.splits, *war.next_players,
    ]  # fmt: skip
    readings = {row.under.reading for row in rows if row.under and row.under.rule == rule}
    assert readings == set(house_rules()[RuleId(rule)].readings)


def test_readings_change_only_what_is_open_in_the_rulebook(war: Scenario) -> None:
    # A reading that is the default would say twice what its row says already; only a force that changes
    # hands when a command is divided needs it.
    forces: list[Start | Arrival] = [*war.starts, *war.arrivals]
    said_twice = [
        reading
        for force in forces
        for reading in force.readings
        if house_rules()[reading.rule].default == reading.reading
    ]
    assert [reading.rule for reading in said_twice] == ["CON-031", "CON-031"]


def test_the_grey_company_comes_on_foot_and_armored(war: Scenario) -> None:
    (company,) = [arrival for arrival in war.arrivals if arrival.id == "grey-company"]
    assert company.figures[-1] == Contingent((ProfileId("ranger"),), 2, False, ("heavy-armor",))


def test_the_tables_and_names_of_places_come_along(both: tuple[Book, Scenario]) -> None:
    book, war = both
    assert {table.id: (table.width_feet, table.height_feet) for table in war.tables.values()} == {
        "north": (12, 6),
        "south": (8, 6),
    }
    assert war.place_names[PlaceId("helms-deep")] == "Helm's Deep"
    assert set(war.place_names) == {*book.places, *war.spots}
