"""References, the game master's sheets and the blanks, read before they are laid out."""

from __future__ import annotations

import pytest

from assistant.printing.blocks import Boxes, Text, TurnRecord
from assistant.printing.sheets_blank import blanks
from assistant.printing.sheets_list import FOR_ALL, SHEETS, documents
from assistant.printing.sheets_points import tallies
from assistant.printing.sheets_quick import TOPICS, quick_reference
from assistant.printing.sheets_reference import abilities, movement, places, roster
from assistant.printing.sheets_table import checklist, reinforcements, status_record, turn_record
from assistant.printing.wording import every, join, ordinal
from tests.printing.material import (
    BOOK,
    COMMANDERS,
    EVIL,
    WAR,
    boxes,
    chart_of,
    material,
    plain,
    rows,
    section,
    shipped,
    words,
)


def test_the_quick_reference_has_what_the_table_asks_about() -> None:
    titles = [one.title for one in quick_reference(material()).pages[0].sections]
    for title in ("A turn", "Combat, step by step", "Fortress and tower", "Outcome", "Movement and ground"):
        assert title in titles
    assert "Spotting and the wounded" in titles
    assert "House rules at this table" not in titles


def test_the_quick_reference_tells_how_the_game_is_won() -> None:
    said = words(quick_reference(material()))
    assert "Good wins by bringing the Ring to the Cracks of Doom." in said
    assert "Saruman wins by bringing the Ring to Isengard and keeping it there for 10 turns." in said
    assert "Evil wins by holding 5 main bases of good: Rivendell, Lothlórien" in said
    assert "Good wins by holding Barad-dûr and 3 other main bases of evil: Goblin Town" in said


def test_the_quick_reference_lists_every_changed_house_rule() -> None:
    said = words(quick_reference(material(AMB_078="every-doubling", CON_071="two-inches")))
    assert "CON-071" in said
    assert "AMB-078" in said


def test_every_point_of_the_quick_reference_has_a_lead_and_a_sentence() -> None:
    for topic in TOPICS:
        assert all(lead and said.endswith(".") for lead, said in topic.points()), topic.title


@pytest.mark.rules("CHT-24")
def test_every_ability_is_on_the_sheet_of_abilities_from_a_to_z() -> None:
    said = words(abilities(material()))
    assert [one.name for one in BOOK.abilities.values() if f"{one.title}. {one.text}" not in said] == []
    assert said.index("Ambush.") < said.index("Axes.") < said.index("Woodsmen.")


@pytest.mark.rules("CHT-25")
def test_the_sheet_of_movement_has_the_chart_the_ground_and_the_exceptions() -> None:
    found = movement(material())
    assert rows(found, "Inches a turn")[0] == ("Man, Uruk-hai or elf", "10", "15", "7")
    assert ("Chariot", "–", "12", "–") in rows(found, "Inches a turn")
    river = "closed, but for bridges, fords and shallows; fords and shallows take a whole move"
    assert ("River", river) in rows(found, "Ground")
    said = words(found)
    assert 'Swift. Moves 2" more in clear ground, already in its move.' in said
    assert ("Ship", "–", "24", "12") in rows(found, "Inches a turn")
    assert "Ambush." not in said


def test_every_place_people_and_thing_is_on_the_sheet_of_places() -> None:
    said = words(places(material()))
    assert [one.id for one in BOOK.places.values() if plain(" ".join(one.text)) not in said] == []
    assert [one.id for one in WAR.peoples if plain(" ".join(one.text)) not in said] == []
    assert [one.id for one in WAR.artifacts if one.text not in said] == []


def test_every_figure_is_on_the_roster() -> None:
    said = words(roster(material()))
    assert [one.id for one in BOOK.profiles.values() if one.name not in said] == []


@pytest.mark.rules("SCN-23")
def test_the_turn_record_runs_to_a_hundred_with_a_star_where_arrivals_are_due() -> None:
    found = turn_record(*shipped())
    assert found.pages[0].record == TurnRecord(100, ((2, ""), (5, ""), (10, ""), (12, ""), (15, "")))
    assert ("12", "Witch-king", "1 × Siege Catapult, 3 × Warg Rider.", "Minas Morgul") in rows(
        found, "Arrivals by turn"
    )


def test_a_house_rule_moves_the_stars() -> None:
    found = turn_record(material(CON_019="printed-stars"), ())
    assert found.pages[0].record is not None
    assert [turn for turn, _ in found.pages[0].record.marks] == [10, 15, 20, 25, 30]


@pytest.mark.rules("STA-11")
def test_the_status_record_has_a_column_for_every_minion_and_a_total() -> None:
    said = words(status_record(material()))
    assert all(WAR.commanders[one].name in said for one in COMMANDERS if WAR.commanders[one].side == "evil")
    assert said.count("Total") == 2, "one in each table of minions"
    assert "double for Goblin King at Rivendell or Lothlórien" in said


def test_a_house_rule_leaves_six_columns() -> None:
    said = words(status_record(material(CON_091="six-minions")))
    assert "Goblin King" in said
    assert "Easterling King" not in said


def test_the_calendar_has_every_arrival_of_every_commander() -> None:
    made, arrivals = shipped()
    said = words(reinforcements(made, arrivals))
    assert [one.id for one in arrivals if plain(one.what) not in said or plain(one.where) not in said] == []


def test_the_calendar_tells_what_keeps_arrivals_away() -> None:
    assert "Once the enemy has taken Edoras" in words(reinforcements(*shipped()))


# Every rule of the ledger by which something is due at a start or end of turns, each turn, or for some.
LASTING = (
    "SEQ-05", "SEQ-06", "SEQ-07", "SCN-23", "VIC-03", "HEA-01", "HEA-02", "OUT-04", "OUT-08",
    "ABL-PARALYZE-2", "ABL-VENERABLE", "MNT-10", "MNT-11", "HUN-03", "HUN-06", "HUN-07", "WAR-01", "WAR-06",
    "WAR-09", "WAR-14", "WAR-16", "WAR-17", "ITM-DURINSAXE-01", "ITM-ORCARMOUR-02", "ITM-ORCARMOUR-04",
    "ITM-RING-04", "ITM-PALANTIR-02", "TER-15", "PLC-CARADHRAS-03", "PLC-CARADHRAS-05", "PLC-CARNDUM-01",
    "PLC-BARADDUR-02", "PLC-CIRITHUNGOL-03", "PLC-CIRITHUNGOL-04", "PLC-DEADMARSHES-02", "PLC-EDORAS-03",
    "PLC-EMYNMUIL-02", "PLC-ENTWASH-03", "PLC-FANGORN-01", "PLC-FANGORN-02", "PLC-FANGORN-03",
    "PLC-FANGORN-07", "PLC-FANGORN-08", "PLC-FANGORN-10", "PLC-HELMSDEEP-04", "PLC-HIGHPASS-01",
    "PLC-MIRKWOOD-02", "PLC-MIRKWOOD-06", "PLC-MIRKWOOD-07", "PLC-MORIA-01", "PLC-MORIA-08", "PLC-MORIA-09",
    "PLC-MORIA-10", "PLC-MORIA-12", "PLC-OLDFOREST-03", "PPL-DENETHOR-04", "PPL-GLORFINDEL-02",
    "PPL-GOLLUM-04", "PPL-GOLLUM-10", "PPL-GRIMA-04", "PPL-ORCDRUMMER-01", "PPL-RADAGAST-01",
    "PPL-RINGWRAITH-04", "PPL-RINGWRAITH-05", "REI-S14",
)  # fmt: skip


@pytest.mark.rules(*LASTING)
def test_the_checklist_has_every_rule_that_is_due_as_turns_go_by() -> None:
    checklist(*shipped())
    covered = {"SEQ-05", "SEQ-06", "SEQ-07", *(rule for due in WAR.dues for rule in due.rules)}
    assert [rule for rule in LASTING if rule not in covered] == []


def test_each_line_of_the_checklist_can_be_read_by_itself() -> None:
    said = words(checklist(*shipped()))
    assert "Denethor. While he is Steward in Minas Tirith roll 1d6: on a 1 no Gondor force" in said
    assert "Balrog. From the turn after any fighting in Moria the Goblin King rolls 1d6" in said
    assert [due.id for due in WAR.dues if due.text not in said] == []


def test_the_checklist_counts_the_turns_that_are_counted() -> None:
    sheet = checklist(*shipped())
    start, moving = (boxes(sheet, title) for title in ("As a turn starts", "While figures move"))
    assert start["The Ring at Isengard"] == 10
    assert (moving["Creeping darkness"], moving["Orc armor"], moving["Radagast"]) == (5, 3, 4)


def test_what_comes_on_a_turn_has_a_box_on_the_checklist_and_what_recurs_has_none() -> None:
    sheet = checklist(*shipped())
    brackets, *turns = section(sheet, "On these turns").blocks
    assert brackets == Text("In brackets: what comes to Saruman while Fangorn is undisturbed.")
    assert all(isinstance(block, Boxes) for block in turns)
    assert not any(isinstance(block, Boxes) for block in section(sheet, "Every turn").blocks)


def test_the_calendar_has_what_is_called_or_declared() -> None:
    called = boxes(reinforcements(*shipped()), "Declared or called, once in a game")
    assert called["Saruman: Call the ruffians"] == 1
    north = "Khamûl, Easterling King, Buhrdûr or Goblin King"
    assert {label for label in called if "of the North" in label} == {
        f"{north}: Declare the War of the North"
    }
    assert "1d6 ruffians" in words(reinforcements(*shipped()))


def test_the_status_record_tells_what_is_split_and_what_a_character_is_worth() -> None:
    said = words(status_record(material()))
    assert "Take a good citadel: Rivendell, Lothlórien, Thranduil's Palace," in said
    assert "or Dol Amroth; split if taken together; double for" in said
    assert "Eliminate a good character: the figure's leadership and 5." in said
    assert "Home base: Sulladan has none to lose; agree where captives go instead." in said


def test_seven_minions_stand_in_tables_of_four_and_three() -> None:
    made = material()
    tables = tallies(made, EVIL[:7])
    assert [len(table.columns) for table in tables] == [2 + 4, 2 + 3], "and no column without a name"
    widths = [sum(column.share for column in table.columns) for table in tables]
    assert widths[0] == pytest.approx(widths[1]), "one is as wide as the other"


def test_a_right_that_nobody_comes_with_is_no_arrival_but_a_power() -> None:
    chart = chart_of("khamul")
    assert [row[0] for row in rows(chart, "Reinforcements") if row[0].startswith("Turn")] == []
    record = chart.pages[0].record
    assert record is not None
    assert record.marks == ((10, ""),), "starred as on the turn record"
    assert "A star by a turn: some of yours arrive, or a right begins." in words(chart)
    assert boxes(chart, "Powers: tick when used")["Fell beast"] == 1
    calendar = rows(reinforcements(*shipped()), "By turn")
    assert ("10", "Khamûl", "May mount a fell beast from this turn on.", "") in calendar
    assert ("10", "Mouth of Sauron", "Dark Marshal may mount a fell beast from this turn on.", "") in calendar
    due = words(checklist(*shipped()))
    assert "Khamûl: may mount a fell beast from this turn on." in due
    assert "Mouth of Sauron: Dark Marshal may mount a fell beast from this turn on." in due


def test_how_long_after_an_event_begins_with_a_capital_in_the_calendar() -> None:
    when = [row[0] for row in rows(reinforcements(*shipped()), "War of the Ring declared")]
    assert set(when) == {"That turn", "The turn after", "2 turns after"}


def test_things_of_which_the_same_is_told_share_a_paragraph_and_no_two_share_a_name() -> None:
    sheet = places(material())
    told = [block for block in section(sheet, "Things").blocks if isinstance(block, Text)]
    assert any(block.strong == "Palantír of Minas Tirith / Palantír of Orthanc." for block in told)
    assert len({block.text for block in told}) == len(told)
    people = [one.strong for one in section(sheet, "Peoples and persons").blocks if isinstance(one, Text)]
    assert len(set(people)) == len(people)


def test_the_roster_explains_its_marks() -> None:
    said = words(roster(material()))
    assert "# Magic weapon. +1 to attack rolls" in said
    assert "Rides. Once mounted" in said


def test_there_is_a_blank_chart_roster_worksheet_and_status_record() -> None:
    made = material()
    assert [one.name for one in blanks(made)] == [
        "blank-chart",
        "blank-roster",
        "blank-combat-worksheet",
        "blank-status-record",
    ]
    assert len(section(blanks(made)[1], "Figures").blocks) == 1


def test_the_calendar_lists_what_comes_on_the_same_turns_together() -> None:
    when = [row[0] for row in rows(reinforcements(*shipped()), "Again and again")]
    assert list(dict.fromkeys(when)) == [
        one for one, before in zip(when, ["", *when], strict=False) if one != before
    ]
    assert (when[0], when[-1]) == ("Every turn", "Every turn from turn 5")


def test_all_is_every_sheet_once() -> None:
    names = [one.name for one in documents("all", material())]
    assert len(names) == len(set(names)) == len(COMMANDERS) + len(FOR_ALL) + 4
    assert set(FOR_ALL) < set(SHEETS)


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ((1, 2, 3), "every turn"),
        ((5, 6, 7), "every turn from turn 5"),
        ((1, 3, 5), "every odd turn"),
        ((2, 4, 6), "every even turn"),
        ((3, 5, 7), "every odd turn from turn 3"),
        ((3, 6, 9), "every 3rd turn"),
        ((6, 12, 18), "every 6th turn"),
    ],
)
def test_a_rhythm_is_told_from_its_turns(turns: tuple[int, ...], said: str) -> None:
    assert every(turns) == said


def test_lists_and_numbers_read_as_people_say_them() -> None:
    assert [join(list("abc")[:number]) for number in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "21st", "112th",
    ]  # fmt: skip
