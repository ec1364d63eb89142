"""The signs of print, and what they must leave alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.printing.blocks import Boxes, Page, Section, Sheet
from assistant.printing.fonts import Cleaner
from assistant.printing.layout import lay_out
from assistant.printing.typography import typographic, unparted
from tests.printing.material import typed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Théoden's men", "Théoden’s men"),
        ("the orcs' turn", "the orcs’ turn"),
        ('within 6" of the falls', "within 6″ of the falls"),
        ('full move +1".', "full move +1″."),
        ('Anna "the Red" Smith', "Anna “the Red” Smith"),
        ('"turn 5"', "“turn 5”"),
        ("(on 1-3 if its figures lose)", "(on 1–3 if its figures lose)"),
        ("attackers -1, defenders +1", "attackers −1, defenders +1"),
        ("+2/-1", "+2/−1"),
        ("(-25)", "(−25)"),
    ],
)
def test_text_is_printed_in_the_signs_of_print(text: str, printed: str) -> None:
    assert typographic(text) == printed


@pytest.mark.parametrize("text", ["Uruk-hai", "CON-068", "2026-11-16", "Witch-king", "0.1.0", "–", "1d6-1"])
def test_names_numbers_of_rules_and_dates_keep_their_hyphens(text: str) -> None:
    assert typographic(text) == text


@given(st.text(max_size=80))
def test_whatever_is_typed_can_be_read_back(text: str) -> None:
    assert typed(typographic(text)) == typed(text)


def test_what_is_cleaned_is_set_once_and_for_all() -> None:
    clean = Cleaner()
    assert clean(clean('Gríma\'s "counsel" on 1-3')) == "Gríma’s “counsel” on 1–3"


@pytest.mark.parametrize(("label", "printed"), [("Orc armor", "Orc armor."), ("Turn 5:", "Turn 5:")])
def test_a_label_ends_before_its_sentence_begins(label: str, printed: str) -> None:
    sections = (Section("Powers", (Boxes(label, 1, "Up to 2 hobbits in Mordor."),)),)
    side = lay_out(Sheet("s", "S", (Page("S", "", sections),), ""), "a4").sides[0]
    assert [item.text for item in side.items if item.face == "bold" and item.y > 80] == [printed]


def test_a_mark_stays_with_its_word() -> None:
    assert Cleaner().line(" *\xa0Make\n haste. ") == "*\xa0Make haste."


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Defense rolls are made at -1.", "Defense rolls are made at\xa0-1."),
        ("spotting it, on a 6.", "spotting it, on a\xa06."),
        ("Re-rolls failed defense rolls.", "Re-rolls failed defense rolls."),
        ("6.", "6."),
        ("", ""),
    ],
)
def test_a_number_or_a_short_word_never_stands_alone_on_the_last_line(text: str, kept: str) -> None:
    assert unparted(text) == kept
