"""What charts and the quick reference must tell: winners, the wounded, mounts, spotting."""

from __future__ import annotations

import pytest

from assistant.printing.sheets_quick import quick_reference
from assistant.printing.sheets_reference import abilities
from assistant.rules.arrivals import CommanderId
from tests.printing.material import EVIL, GOOD, chart_of, rows, section, section_words, shipped, words


def won() -> str:
    return " ".join(section_words(section(quick_reference(shipped()[0]), "How the game is won")))


@pytest.mark.rules("VIC-03", "VIC-04", "VIC-09", "VIC-11")
def test_evil_wins_with_the_ring_at_barad_dur_and_points_say_who_of_it() -> None:
    # Rulebook lines 424, 425, 429 and 436.
    said = won()
    assert "Evil wins by bringing the Ring to Barad-dûr." in said
    assert "Saruman wins by bringing the Ring to Isengard" in said
    assert "Any other minion" not in said
    assert "The overall winner of evil is the minion with the most status points." in said
    assert "All good players share in a victory of good, but for whoever has lost a home base." in said


@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4", "ABL-HERO-5")
@pytest.mark.parametrize("name", GOOD)
def test_everyone_of_good_reads_how_the_wounded_are_carried(name: CommanderId) -> None:
    # Rulebook lines 261 and 2348.
    said = words(chart_of(name))
    assert (
        "carries him at half pace, two at full, hobbits counting half; left behind, he may be slain" in said
    )


@pytest.mark.rules("ABL-HERO-3", "ITM-CLOAKS-01", "ITM-CLOAKS-02", "ITM-CLOAKS-03")
@pytest.mark.parametrize("name", EVIL)
def test_every_hunter_reads_how_a_captive_is_carried_and_a_cloak_seen(name: CommanderId) -> None:
    # Rulebook lines 261 and 790 to 795.
    said = words(chart_of(name))
    assert "One figure carries him at half pace, two at full; a hobbit or goblin is half a figure." in said
    assert 'to come within 2": on a 6, +1 with a scout, +1 per figure above three.' in said


@pytest.mark.rules("ITM-CLOAKS-01", "ABL-TRACKER-2")
def test_the_quick_reference_lists_what_changes_a_roll_to_spot() -> None:
    # Rulebook lines 116, 293, 790 to 795, 923, 1284 and 1321.
    said = " ".join(section_words(section(quick_reference(shipped()[0]), "Spotting and the wounded")))
    for one in (
        "trackers",
        "a scout",
        "figure above three",
        "rangers and wizards",
        "ringwraith",
        "Emyn Muil",
    ):
        assert one in said, one


@pytest.mark.rules("FEL-11")
def test_faramir_has_his_row_on_the_chart_of_the_fellowship() -> None:
    # Rulebook line 2285.
    lines = {row[0]: row for row in rows(chart_of("fellowship"), "Characters and armies")}
    assert lines["Faramir"][-1].endswith("in Boromir's place")


@pytest.mark.rules("MNT-01", "MNT-02")
def test_the_fellowship_reads_where_mounts_are_lost() -> None:
    # Rulebook lines 616 and 2316.
    assert "Lost on entering Moria, Caradhras or Shelob's Lair." in words(chart_of("fellowship"))


@pytest.mark.rules("ABL-PARALYZE-2")
def test_who_recovers_from_paralysis_does_not_move_on_the_next_turn() -> None:
    # Rulebook line 269.
    for sheet in (chart_of("khamul"), abilities(shipped()[0])):
        assert "if their side wins they recover but do not move next turn" in words(sheet)


@pytest.mark.rules("WAR-07", "WAR-11")
def test_a_war_is_declared_by_whoever_stands_on_its_own_table() -> None:
    # Rulebook lines 747 and 758.
    assert "On any turn of yours with figures on the north table" in words(chart_of("khamul"))
    assert "On any turn of yours with figures on the south table" in words(chart_of("sulladan"))


@pytest.mark.rules("FRC-05")
def test_the_quick_reference_says_plainly_how_far_within_is() -> None:
    said = words(quick_reference(shipped()[0]))
    assert 'exactly 1" counts as within 1".' in said
    assert 'end your move within 1" of a force to join it, further off to leave it.' in said
