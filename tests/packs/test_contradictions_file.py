"""The house-rule and ledger tables that ship with the catalogue are well formed."""

import csv
import re
from collections import Counter
from pathlib import Path

CATALOGUE = Path(__file__).parents[2] / "assistant" / "packs" / "catalogue"
LAST_RULEBOOK_LINE = 2437
LONGEST_NAME = 28

HOUSE_RULE_ID = re.compile(r"(?:CON|AMB)-\d{3}")
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+){0,3}")
LINE_RANGE = re.compile(r"(\d+)(?:-(\d+))?")

Row = dict[str, str]


def rows_of(name: str) -> list[Row]:
    """Read one catalogue table, refusing rows longer or shorter than the header."""
    with (CATALOGUE / name).open(encoding="utf-8", newline="") as file:
        header, *records = csv.reader(file)
    return [dict(zip(header, record, strict=True)) for record in records]


def house_rules() -> list[Row]:
    """Return every row of the house-rule table."""
    return rows_of("contradictions.csv")


def is_well_formed_range(text: str) -> bool:
    """Tell whether text is one rulebook line, or a first and last in order."""
    match = LINE_RANGE.fullmatch(text)
    if match is None:
        return False
    first = int(match[1])
    last = int(match[2] or first)
    return 1 <= first <= last <= LAST_RULEBOOK_LINE


def badly_ranged(rows: list[Row], column: str) -> list[str]:
    """Return the ids whose line references in a column cannot be followed."""
    return [row["id"] for row in rows if not all(map(is_well_formed_range, row[column].split(";")))]


def repeated(words: list[str]) -> set[str]:
    """Return the words that occur more than once."""
    return {each for each, times in Counter(words).items() if times > 1}


def test_all_house_rules_are_present() -> None:
    assert len(house_rules()) == 207


def test_every_house_rule_id_is_well_formed() -> None:
    assert [row["id"] for row in house_rules() if not HOUSE_RULE_ID.fullmatch(row["id"])] == []


def test_no_house_rule_id_is_used_twice() -> None:
    assert repeated([row["id"] for row in house_rules()]) == set()


def test_every_house_rule_has_two_or_three_names() -> None:
    assert [row["id"] for row in house_rules() if len(row["names"].split(";")) not in (2, 3)] == []


def test_the_names_within_a_house_rule_all_differ() -> None:
    assert [row["id"] for row in house_rules() if repeated(row["names"].split(";"))] == []


def test_every_name_is_one_to_four_lower_case_words_joined_by_hyphens() -> None:
    names = [name for row in house_rules() for name in row["names"].split(";")]
    assert [name for name in names if not NAME.fullmatch(name)] == []


def test_no_name_is_too_long_for_a_chart() -> None:
    names = [name for row in house_rules() for name in row["names"].split(";")]
    assert [name for name in names if len(name) > LONGEST_NAME] == []


def test_every_default_is_one_of_its_own_names() -> None:
    assert [row["id"] for row in house_rules() if row["default"] not in row["names"].split(";")] == []


def test_a_third_name_is_there_only_to_be_the_default() -> None:
    thirds = [(row["id"], row["default"], row["names"].split(";")[2:]) for row in house_rules()]
    assert [rule for rule, default, third in thirds if third not in ([], [default])] == []


def test_every_house_rule_states_both_readings_and_its_default_in_words() -> None:
    said = ("topic", "reading_a", "reading_b", "suggested_default", "why")
    assert [row["id"] for row in house_rules() if not all(row[column].strip() for column in said)] == []


def test_every_house_rule_points_at_rulebook_lines_for_both_readings() -> None:
    assert badly_ranged(house_rules(), "reading_a_lines") == []
    assert badly_ranged(house_rules(), "reading_b_lines") == []


def test_every_ledger_row_points_at_rulebook_lines() -> None:
    assert badly_ranged(rows_of("ledger.csv"), "seed_lines") == []


def test_no_ledger_id_is_used_twice() -> None:
    assert repeated([row["id"] for row in rows_of("ledger.csv")]) == set()
