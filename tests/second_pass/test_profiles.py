"""The profiles of the game are those of the rulebook, typed a second time by another hand."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.rules.book import Book, Line, Profile, ProfileId
from assistant.rules.house import HouseRules
from assistant.rules.movement import allowance

Row = dict[str, str]
Table = Callable[[str], list[Row]]

EXAMPLES = Path(__file__).parents[1] / "examples"
UNPRINTED = "?"
DASH = "-"

CHARTS = (range(1348, 1377), range(1382, 1417), range(1426, 1462), range(1467, 1502))
SMALL_PROFILES = {948, 955, 1098, 1143, 1172, 1952}

WHO_IS_LED = {
    "": None,
    "Corsairs": "corsairs",
    "Dale": "dale",
    "Dwarves": "dwarf",
    "Elves": "elf",
    "Gondor": "gondor",
    "Harad": "harad",
    "Khand": "khand",
    "Men": "man",
    "Orcs": "orc",
    "Rohan": "rohan",
    "Uruk-hai": "uruk-hai",
    "Wargs": "warg",
}

TRACKED_DIFFICULT = 2
CHART_MOVES: dict[tuple[str, bool], tuple[int, int]] = {("man", False): (10, 7), ("orc", True): (12, 6)}


def profile_of(row: Row, book: Book) -> Profile:
    """Find the profile a row is about."""
    return book.profiles[ProfileId(row["id"])]


def number(cell: str) -> int | None:
    """Read a number; an empty cell or a dash is none."""
    return None if cell in ("", DASH) else int(cell)


def settled(row: Row, column: str) -> str:
    """The number by the default reading where that differs from the print."""
    return row[f"default_{column}"] or row[column]


def shown_dice(profile: Profile) -> str:
    """Dice as the charts show them: 3, or 1/crew; empty for none."""
    if profile.crew is not None:
        return f"{profile.crew.dice_each}/crew"
    return str(profile.line.dice or "")


def shown_line(line: Line | None) -> str:
    """A line as the charts show it: 1/4/5, with a dash for a missing number."""
    if line is None:
        return ""
    return "/".join(str(DASH if value is None else value) for value in (line.dice, line.attack, line.defense))


@pytest.mark.rows_of("profiles.csv")
def test_dice_attack_and_defense_are_those_of_the_chart(row: Row, book: Book) -> None:
    profile = profile_of(row, book)
    assert (shown_dice(profile) or "0") == (settled(row, "dice") or "0")
    assert profile.line.attack == number(settled(row, "attack"))
    assert profile.line.defense == number(settled(row, "defense"))


@pytest.mark.rows_of("profiles.csv")
def test_a_rider_on_foot_has_the_dismounted_numbers_of_the_chart(row: Row, book: Book) -> None:
    assert shown_line(profile_of(row, book).dismounted) == settled(row, "dismounted")


@pytest.mark.rows_of("profiles.csv")
def test_leadership_is_that_of_the_chart_and_for_whom_it_says(row: Row, book: Book) -> None:
    profile = profile_of(row, book)
    assert profile.leadership == (number(row["leadership"]) or 0)
    assert profile.leadership_scope == WHO_IS_LED[row["scope"]]


@pytest.mark.rows_of("profiles.csv")
def test_wizardry_is_that_of_the_chart_and_nought_is_a_value(row: Row, book: Book) -> None:
    assert profile_of(row, book).wizardry == number(row["wizardry"])


@pytest.mark.rows_of("profiles.csv")
def test_whoever_has_the_mark_bears_a_magic_weapon_and_nobody_else(row: Row, book: Book) -> None:
    assert profile_of(row, book).magic_weapon == (row["magic"] == "yes")


@pytest.mark.rows_of("profiles.csv")
def test_whoever_has_the_footnote_gains_by_a_mount_and_nobody_else(row: Row, book: Book) -> None:
    assert profile_of(row, book).mounted_bonus == ("+1 die and +1 attack if mounted" in row["conditional"])


@pytest.mark.rows_of("profiles.csv")
def test_a_figure_moves_as_the_commander_chart_prints_it(row: Row, book: Book) -> None:
    profile = profile_of(row, book)
    usually = profile.starts_mounted or profile.printed_mounted
    move = allowance(profile, usually, HouseRules(book.house_rules, {}))
    typed = (number(row["move_clear"]), number(row["move_difficult"]))
    assert not row["move_line"] or (move.clear, move.difficult) == typed
    assert row["move_line"] or profile.printed_move is None


@pytest.mark.rows_of("profiles.csv")
def test_the_crew_of_a_weapon_is_that_of_the_rulebook(row: Row, book: Book) -> None:
    crew = profile_of(row, book).crew
    size, to_move = (str(crew.size), str(crew.to_move)) if crew else ("", "")
    assert row["crew"] in (size, UNPRINTED)
    assert row["crew_to_move"] in (to_move, UNPRINTED)
    assert crew is None or profile_of(row, book).line.dice == crew.size * crew.dice_each


def typed_abilities(name: str, table: Table) -> set[str]:
    """What the line of a figure prints, or that of its kin, and what the text tells of it besides."""
    [line] = [row for file in ("profiles.csv", "no_line.csv") for row in table(file) if row["id"] == name]
    kin = [row for row in table("profiles.csv") if row["id"] == line.get("as")]
    printed = (row.get("abilities", "").split(";") for row in (line, *kin))
    told = (row["ability"] for row in table("abilities_text.csv") if row["id"] in (name, line.get("as")))
    return {*(ability for found in printed for ability in found), *told} - {""}


@pytest.mark.rows_of("profiles.csv", "no_line.csv")
def test_a_figure_has_the_abilities_of_its_line_and_of_the_text_and_no_others(
    row: Row, book: Book, table: Table
) -> None:
    loaded = {
        # "Swift" stands alone on the lines of riders; it is their horses that are.
        trait.name if trait.when == "always" or trait.name == "swift" else f"{trait.name} if {trait.when}"
        for trait in profile_of(row, book).traits
    }
    assert loaded == typed_abilities(row["id"], table)


def test_nobody_is_left_out_of_the_second_pass_but_the_half_troll_of_the_core_chart(
    book: Book, table: Table
) -> None:
    # Line 315: 2, 4, 4 and nothing special; no list of forces has one.
    typed = {row["id"] for file in ("profiles.csv", "no_line.csv") for row in table(file)}
    assert book.profiles.keys() - typed == {"half-troll"}
    half_troll = book.profiles[ProfileId("half-troll")]
    assert (half_troll.line, half_troll.traits) == (Line(2, 4, 4), ())


@pytest.mark.rows_of("leashes.csv")
def test_who_may_not_go_far_is_held_where_the_book_says(row: Row, book: Book) -> None:
    [leash] = [trait for trait in profile_of(row, book).traits if trait.name == "leash"]
    told = dict(leash.params)
    assert (told["place"], told.get("inches", 0)) == (row["place"], number(row["inches"]) or 0)


def test_everyone_on_a_leash_is_in_the_table_of_leashes(book: Book, table: Table) -> None:
    held = {name for name, one in book.profiles.items() if any(trait.name == "leash" for trait in one.traits)}
    assert held == {row["id"] for row in table("leashes.csv")}


@pytest.mark.rows_of("conditional.csv")
def test_numbers_with_a_condition_are_those_of_the_chart(row: Row, book: Book) -> None:
    alternatives = profile_of(row, book).alternatives
    [found] = [one for one in alternatives if (one.condition, one.what) == (row["when"], row["what"])]
    numbers = found.numbers
    assert (numbers.dice, numbers.attack, numbers.defense) == (
        None,
        number(row["attack"]),
        number(row["defense"]),
    )
    assert (numbers.leadership, numbers.wizardry) == (number(row["leadership"]), number(row["wizardry"]))


@pytest.mark.rows_of("no_line.csv")
def test_a_figure_the_charts_leave_out_has_the_numbers_of_its_kin(row: Row, book: Book) -> None:
    profile = profile_of(row, book)
    assert profile.line.dice == (number(row["dice"]) or 0)
    assert profile.line.attack == number(row["attack"])
    assert row["defense"] == UNPRINTED or profile.line.defense == number(row["defense"])
    assert shown_line(profile.dismounted) == row["dismounted"]


@pytest.mark.parametrize("name", ["lurtz", "sharku"])
def test_a_tracker_whose_chart_prints_no_move_goes_by_the_movement_chart(
    name: str, book: Book, table: Table
) -> None:
    [row] = [row for row in table("profiles.csv") if row["id"] == name]
    profile = profile_of(row, book)
    clear, difficult = CHART_MOVES[profile.movement, profile.starts_mounted]
    assert "tracker" in [trait.name for trait in profile.traits]
    assert (clear, difficult + TRACKED_DIFFICULT) == (
        number(row["move_clear"]),
        number(row["move_difficult"]),
    )


@pytest.mark.parametrize("name", ["trebuchet", "castellan-of-dol-guldur"])
def test_what_the_charts_let_move_nowhere_is_on_no_row_of_the_movement_chart(name: str, book: Book) -> None:
    assert book.profiles[ProfileId(name)].movement == "none"


def test_nobody_has_a_conditional_number_the_charts_do_not_print(book: Book, table: Table) -> None:
    printed = {(row["id"], row["when"], row["what"]) for row in table("conditional.csv")}
    known = {
        (one.id, other.condition, other.what) for one in book.profiles.values() for other in one.alternatives
    }
    assert known == printed


@pytest.mark.parametrize("led", sorted(filter(None, WHO_IS_LED.values())))
def test_whoever_is_led_is_a_people_or_race_that_can_be_led(led: str, book: Book) -> None:
    led_armies = [
        one for one in book.profiles.values() if one.kind == "army" and led in (one.people, one.race)
    ]
    assert led_armies


def test_every_line_of_the_four_charts_has_been_typed(table: Table) -> None:
    typed = {int(row["line"]) for row in table("profiles.csv")}
    assert typed == {line for chart in CHARTS for line in chart} | SMALL_PROFILES


def test_every_figure_of_the_game_is_in_one_table_once(table: Table) -> None:
    with (EXAMPLES / "profiles.csv").open(encoding="utf-8", newline="") as file:
        listed = [row["id"] for row in csv.DictReader(file)]
    typed = [row["id"] for row in (*table("profiles.csv"), *table("no_line.csv"))]
    assert sorted(typed) == sorted(listed)
