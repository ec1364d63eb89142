"""How hard it is to find those who hide (lines 116, 285-293, 788-796, 923, 1284, 1321), with every reason."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.rules.book import Book, ProfileId
from assistant.rules.house import HouseRules
from assistant.rules.spotting import Chance, Hunt, chance


def hunt(book: Book, hidden: str, seekers: str, house: dict[str, str] | None = None, **more: Any) -> Chance:
    """What it takes these seekers to find those who hide."""
    named = [[book.profiles[ProfileId(one)] for one in text.split()] for text in (hidden, seekers)]
    return chance(
        book, Hunt(tuple(named[0]), tuple(named[1]), HouseRules(book.house_rules, house or {}), **more)
    )


def need(book: Book, hidden: str, seekers: str, house: dict[str, str] | None = None, **more: Any) -> int:
    return hunt(book, hidden, seekers, house, **more).need


@pytest.mark.rules("CMB-05")
def test_those_who_hide_are_found_on_four(book: Book) -> None:
    assert need(book, "merry pippin", "orc") == 4


@pytest.mark.rules("ABL-TRACKER-2")
@pytest.mark.effect("tracker")
def test_trackers_find_them_on_three_however_many_there_are(book: Book) -> None:
    assert need(book, "merry pippin", "orc-tracker orc-tracker") == 3


@pytest.mark.rules("ABL-TRACKER-2", "PPL-URUKSCOUTS-01")
@pytest.mark.effect("tracker")
def test_lurtz_and_his_scouts_are_trackers_once_between_them(book: Book) -> None:
    # Line 293 gives trackers 1 on the roll, not 1 for each chart that has them.
    found = hunt(book, "merry pippin", "lurtz uruk-hai-scout uruk-hai-scout")
    assert found.need == 3
    assert [change.source for change in found.modifiers] == ["tracker"]
    # Through cloaks a scout sees 1 better besides.
    assert need(book, "frodo sam", "lurtz uruk-hai-scout") == 4


@pytest.mark.rules("ITM-CLOAKS-01")
@pytest.mark.effect("elven-cloak")
def test_frodo_and_sam_in_their_cloaks_are_found_on_six(book: Book) -> None:
    assert need(book, "frodo sam", "orc") == 6
    # One without a cloak betrays the others.
    assert need(book, "frodo sam merry", "orc") == 4


@pytest.mark.rules("ITM-CLOAKS-02")
@pytest.mark.effect("elven-cloak")
def test_a_scout_among_the_seekers_sees_better_through_cloaks(book: Book) -> None:
    # Uruk-hai scouts are trackers too: 6, less 1 for either.
    assert need(book, "frodo sam", "uruk-hai-scout orc") == 4
    assert need(book, "frodo sam", "uruk-hai-scout", {"AMB-023": "others-only"}) == 5


@pytest.mark.rules("ITM-CLOAKS-03")
@pytest.mark.effect("elven-cloak")
def test_a_large_party_in_cloaks_is_easier_to_see(book: Book) -> None:
    assert need(book, "frodo sam frodo", "orc") == 6
    assert need(book, "frodo sam frodo sam frodo", "orc") == 4


@pytest.mark.rules("PPL-RINGWRAITH-06")
@pytest.mark.effect("ringwraith")
def test_ringwraiths_sense_the_ring(book: Book) -> None:
    assert need(book, "frodo sam", "witch-king", has_ring=True) == 5
    assert need(book, "frodo sam", "witch-king") == 6


@pytest.mark.rules("PLC-EMYNMUIL-03")
@pytest.mark.effect("spot-modifier")
def test_characters_in_emyn_muil_are_harder_to_find(book: Book) -> None:
    assert need(book, "merry pippin", "orc", place="emyn-muil") == 5
    # Even a 6 would not do: nobody finds cloaks among those rocks without help.
    assert need(book, "frodo sam", "orc", place="emyn-muil") == 7


@pytest.mark.rules("PPL-GOLLUM-07")
@pytest.mark.effect("slinker")
def test_gollum_alone_is_found_on_six_and_on_five_by_elves_rangers_and_wizards(book: Book) -> None:
    assert need(book, "gollum", "orc") == 6
    for seeker in ("wood-elf", "gandalf-the-white", "faramir"):
        assert need(book, "gollum", f"orc {seeker}") == 5
    # Rangers of the North are trackers besides.
    assert need(book, "gollum", "ranger") == 4


@pytest.mark.rules("PPL-GOLLUM-08")
@pytest.mark.effect("slinker")
def test_gollum_hides_frodo_and_sam_as_he_hides_himself_until_they_enter_mordor(book: Book) -> None:
    assert need(book, "gollum frodo sam", "orc") == 6
    assert need(book, "gollum frodo sam", "orc", regions=frozenset({"mordor"})) == 5


@pytest.mark.rules("PPL-GOLLUM-09")
@pytest.mark.effect("slinker")
def test_others_whom_gollum_guides_are_a_little_harder_to_find(book: Book) -> None:
    assert need(book, "gollum frodo merry", "orc") == 5


def test_by_other_readings_only_the_tracker_counts_or_all_but_the_tracker(book: Book) -> None:
    who, place = ("merry", "orc-tracker"), {"place": "emyn-muil"}
    assert need(book, *who, {"AMB-023": "all-together"}, **place) == 4
    assert need(book, *who, {"AMB-023": "tracker-only"}, **place) == 3
    assert need(book, *who, {"AMB-023": "others-only"}, **place) == 5


def test_every_number_has_its_reason(book: Book) -> None:
    found = hunt(book, "frodo sam", "witch-king uruk-hai-scout", place="emyn-muil", has_ring=True)
    assert found.reasons == (
        "6+ elven cloaks (ITM-CLOAKS-01)",
        "+1 senses the Ring (PPL-RINGWRAITH-06)",
        "+1 tracker (PPL-URUKSCOUTS-01)",
        "+1 a scout among those who look (ITM-CLOAKS-02)",
        "-1 hard country (PLC-EMYNMUIL-03)",
    )
    assert found.need == 4
