"""Canonical JSON, and what verify finds when somebody changed the file behind our back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.codec import Json
from assistant.ledger.chain import canonical, digest
from assistant.ledger.records import Campaign, Draft
from assistant.ledger.store import Ledger

Tamper = Callable[..., None]

json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture
def written(database: Path, deed: Callable[..., Draft]) -> Campaign:
    """A closed database with a campaign of four entries, the last an undo."""
    with Ledger.open(database) as ledger:
        campaign = ledger.create("War", "toy", {"gold": 3}, key="new")
        for n in (1, 2, 3):
            ledger.append(campaign.id, deed(f"Deed {n}"), key=f"k{n}")
        ledger.append(campaign.id, deed("Undo", facts=[], undoes=3), key="k4")
        return ledger.campaign(campaign.id)


def findings(database: Path) -> tuple[str, ...]:
    with Ledger.open(database, read_only=True) as ledger:
        return ledger.verify("war")


@given(json_values)
def test_canonical_json_is_stable_and_keeps_the_value(value: Json) -> None:
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text


def test_the_order_of_keys_does_not_change_the_hash() -> None:
    assert digest({"b": 1, "a": "ê"}) == digest({"a": "ê", "b": 1})
    assert canonical({"b": 1, "a": "ê"}) == '{"a":"ê","b":1}'


def test_an_untouched_campaign_is_clean(database: Path, written: Campaign) -> None:
    assert findings(database) == ()
    with Ledger.open(database, read_only=True) as ledger:
        assert ledger.verify_file() == ()


@pytest.mark.parametrize(
    "change",
    [
        "title = 'Forged'",
        "facts = '[]'",
        "actor = 'blue'",
        "who = '[\"seat 2\"]'",
        "answers = '[1]'",
        "setup = 'null'",
        "log = '[\"Forged\"]'",
        "at = '2001-01-01T00:00:00Z'",
        "key = 'forged'",
        "rules_version = '9'",
        "pack_hash = 'f'",
        "kind = 'forged'",
        "undoes = 1",
        "hash = 'forged'",
    ],
)
def test_any_altered_field_is_found(database: Path, written: Campaign, tampered: Tamper, change: str) -> None:
    tampered(f"UPDATE entry SET {change} WHERE seq = 2")
    assert "Entry 2 was altered after it was written." in findings(database)


@pytest.mark.parametrize("text", ["{", "\\ud800", '["\\ud800"]', "NaN"])
def test_an_entry_that_is_no_longer_json_is_found(
    database: Path, written: Campaign, tampered: Tamper, text: str
) -> None:
    tampered(f"UPDATE entry SET facts = '{text}' WHERE seq = 2")
    assert any("Entry 2 was altered" in sentence for sentence in findings(database))


def test_a_missing_entry_is_found(database: Path, written: Campaign, tampered: Tamper) -> None:
    tampered("DELETE FROM entry WHERE seq = 2")
    assert findings(database) == ("Entry 2 is missing.",)


def test_missing_entries_are_found(database: Path, written: Campaign, tampered: Tamper) -> None:
    tampered("DELETE FROM entry WHERE seq IN (1, 2)")
    assert findings(database) == ("Entries 1 to 2 are missing.",)


def test_a_broken_link_is_found(database: Path, written: Campaign, tampered: Tamper) -> None:
    tampered("UPDATE entry SET previous = 'elsewhere' WHERE seq = 3")
    assert "Entry 3 does not follow from what stands before it." in findings(database)


def test_an_undo_of_nothing_is_found(database: Path, written: Campaign, tampered: Tamper) -> None:
    tampered("PRAGMA ignore_check_constraints = ON", "UPDATE entry SET undoes = 9 WHERE seq = 4")
    assert "Entry 4 takes back entry 9, which is not there." in findings(database)


@pytest.mark.parametrize("change", ["setup = '{\"gold\":99}'", "game = 'other'", "setup = '{'"])
def test_an_altered_campaign_is_found(
    database: Path, written: Campaign, tampered: Tamper, change: str
) -> None:
    tampered(f"UPDATE campaign SET {change}")
    assert findings(database)[0].startswith("The campaign's game, setup or date was altered")


def test_removed_and_changed_guards_are_found(database: Path, written: Campaign, tampered: Tamper) -> None:
    with Ledger.open(database) as ledger:
        assert ledger.verify_file() == ()
    tampered("DROP INDEX pending_by_campaign")
    with Ledger.open(database, read_only=True) as ledger:
        assert ledger.verify_file() == ("The index pending_by_campaign is missing.",)


def test_an_orphaned_row_is_found(database: Path, written: Campaign, tampered: Tamper) -> None:
    tampered("PRAGMA foreign_keys = OFF", "DELETE FROM campaign")
    with Ledger.open(database, read_only=True) as ledger:
        assert "A row of the table entry belongs to a campaign that is not there." in ledger.verify_file()
