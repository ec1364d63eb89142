"""Places, values and remedies are put so that they fit in one readable line."""

import pytest

from assistant.kernel.near import nearest
from assistant.packs.faults import key_path, remedy, shown

ROSTER = {"profile": [{"id": "a"}, {"id": "rider-of-rohan", "abilities": ["swift"]}]}


def test_a_place_in_a_roster_names_the_profile_by_its_id() -> None:
    assert key_path(("profile", 1, "abilities", 0), ROSTER, with_ids=True) == (
        "profile[1] (rider-of-rohan).abilities[0]"
    )


def test_a_place_in_a_battle_is_a_plain_path() -> None:
    assert key_path(("profile", 1, "id"), ROSTER, with_ids=False) == "profile[1].id"


def test_steps_that_are_not_in_the_file_are_left_out() -> None:
    assert (
        key_path(("profile", 1, "abilities", 0, "name"), ROSTER, with_ids=False) == "profile[1].abilities[0]"
    )


def test_a_key_with_odd_characters_is_quoted() -> None:
    assert key_path(("house\nrules",), {"house\nrules": 1}, with_ids=False) == "'house\\nrules'"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("orc", "'orc'"),
        ("x" * 100, "'" + "x" * 57 + "...'"),
        ("a\nb", "'a\\nb'"),
        ("\ud800", "'\\ud800'"),
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (-1, "-1"),
        (1.5, "1.5"),
        ([1], "a list"),
        ({}, "a table"),
    ],
)
def test_any_value_fits_into_a_sentence(value: object, words: str) -> None:
    assert shown(value) == words


def test_a_number_too_long_to_write_out_is_only_called_large() -> None:
    assert shown(2**100_000) == "a number that large"


@pytest.mark.parametrize("written", ["rider-of-rohn", "Rider of Rohan", "RIDER-OF-ROHAN", "riders-of-rohan"])
def test_a_nearest_overlooks_slips_capitals_and_spaces(written: str) -> None:
    assert nearest(written, ["orc", "rider-of-rohan"]) == "rider-of-rohan"


def test_nothing_is_suggested_for_something_quite_different() -> None:
    assert nearest("balrog", ["orc", "rider-of-rohan"]) is None


def test_nothing_is_suggested_for_a_text_of_absurd_length() -> None:
    assert nearest("orc" * 1_000_000, ["orc"]) is None


def test_a_short_list_of_what_is_allowed_is_given() -> None:
    assert remedy("balrog", ["good", "evil"], "see the list") == "use one of: good, evil"


def test_for_a_long_list_it_says_where_to_look() -> None:
    assert remedy("balrog", [f"orc-{number}" for number in range(50)], "see the list") == "see the list"
