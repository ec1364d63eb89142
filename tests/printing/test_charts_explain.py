"""What stands on a chart explains itself: how sides win, why figures are there, what marks and words mean."""

from __future__ import annotations

from itertools import pairwise

import pytest

from assistant.printing.blocks import Boxes, Column, Page, Section, Sheet, Table, Text
from assistant.printing.layout import lay_out
from assistant.printing.measure import BULLET
from assistant.printing.placed import Side
from assistant.printing.sheets_blank import blanks
from assistant.printing.sheets_charts import merged_chart
from assistant.printing.sheets_list import Player, fitted_chart, fitted_merged
from assistant.printing.sheets_reference import movement, places
from assistant.printing.sheets_table import reinforcements, status_record, turn_record
from assistant.printing.side import Paper
from assistant.rules.arrivals import CommanderId
from tests.printing.material import (
    COMMANDERS,
    EVIL,
    GOOD,
    WAR,
    boxes,
    chart_of,
    commander,
    material,
    plain,
    rows,
    section,
    section_words,
    shipped,
    words,
)

PAPERS: tuple[Paper, ...] = ("a4", "letter")
A_JUMP = 60
"""How far up in points only the next column begins, and no cell of a table."""
GOOD_BASES = (
    "Rivendell, Lothlórien, Thranduil's Palace, Erebor (Lonely Mountain), Iron Hills, Grey Havens, "
    "The Shire, Helm's Deep, Minas Tirith and Dol Amroth"
)


def objectives(name: str) -> str:
    return plain(" ".join(section_words(section(chart_of(name), "Objectives"))))


def torn(side: Side) -> list[str]:
    """What stands at the head of a column though it neither begins an entry nor a section."""
    said = [item for item in side.items if item.kind == "text"]
    return [
        item.text
        for before, item in pairwise(said)
        if item.y < before.y - A_JUMP and item.x > before.x - A_JUMP and item.face == "regular"
        if item.text != BULLET and not item.text.isdigit()
    ]


def not_you(name: str) -> str:
    """Whoever else brings it there: Saruman shares in it and cannot do it himself."""
    return " (another minion, not you)" if name == "saruman" else ""


def special(name: str, table: str) -> dict[str, str]:
    return {row[0]: row[-1] for row in rows(chart_of(name), table)}


@pytest.mark.rules("VIC-04", "VIC-05", "VIC-06")
@pytest.mark.parametrize("name", EVIL)
def test_every_minion_reads_that_five_of_ten_bases_win_the_game(name: CommanderId) -> None:
    # Rulebook lines 425 to 431.
    assert (
        f"Evil wins by bringing the Ring to Barad-dûr{not_you(name)} or by holding 5 main bases of good: "
        f"{GOOD_BASES}." in objectives(name)
    )


@pytest.mark.rules("VIC-02", "VIC-07", "VIC-08")
@pytest.mark.parametrize("name", GOOD)
def test_everyone_of_good_reads_how_good_wins_and_evil_too(name: CommanderId) -> None:
    # Rulebook lines 423 and 429 to 434.
    assert (
        "Good wins by bringing the Ring to the Cracks of Doom or by holding Barad-dûr and 3 other main bases "
        "of evil: Goblin Town, Moria, Dol Guldur, Easterling City, Carn Dûm, Minas Morgul, Black Gate, "
        "Isengard and Khandish Encampment." in objectives(name)
    )
    said = words(chart_of(name))
    assert "or by holding 5 main bases of good" in said
    assert GOOD_BASES in said


@pytest.mark.rules("VIC-09", "VIC-10")
def test_who_has_a_home_base_reads_that_losing_it_loses_the_share() -> None:
    # Rulebook line 436: the Fellowship has none to lose.
    with_a_share_to_lose = {one for one in GOOD if "Who has lost a home base has no share" in objectives(one)}
    assert with_a_share_to_lose == set(GOOD) - {"fellowship"}


def test_a_merged_chart_tells_once_how_its_side_wins() -> None:
    found = merged_chart(*shipped(), (commander("saruman"), commander("goblin-king")))
    assert words(found).count("Evil wins by") == 1
    assert words(found).count("Good wins by") == 1


@pytest.mark.parametrize("name", COMMANDERS)
def test_figures_that_no_list_brings_say_why_they_are_there(name: CommanderId) -> None:
    for profile, why in WAR.commanders[name].charted_figures.items():
        figure = material().book.profiles[profile].name
        tables = ("Armies", "Characters", "Characters and armies")
        titles = {one.title for page in chart_of(name).pages for one in page.sections}
        lines = [row for table in tables if table in titles for row in rows(chart_of(name), table)]
        assert any(figure in row[0] and why in row[-1] for row in lines), profile


def test_who_comes_by_a_power_or_guards_a_base_says_so() -> None:
    assert special("saruman", "Armies")["Ruffian"].endswith("by a power")
    assert special("saruman", "Characters")["Worm"].endswith("power: Sharkey")
    assert special("fellowship", "Characters and armies")["Eagles"].endswith("by a power")
    assert "at Rivendell" in special("high-elves", "Armies")["Bruinen"]


def test_a_figure_of_two_commands_of_one_player_needs_no_reason() -> None:
    found = merged_chart(*shipped(), (commander("fellowship"), commander("dwarves")))
    gimli = next(row for row in rows(found, "Characters") if row[0].startswith("Gimli"))
    assert "of the Fellowship" not in gimli[-1]


def test_engines_are_explained_where_there_are_any() -> None:
    said = (
        "Crew: how many serve it, and how many it takes to move it; after the dice: so many for each of them."
    )
    assert said in words(chart_of("mouth-of-sauron"))
    assert said not in words(chart_of("rohan"))


def test_brackets_on_the_sheets_of_the_game_master_are_explained() -> None:
    said = "In brackets: what comes to Saruman while Fangorn is undisturbed"
    assert said in words(turn_record(*shipped()))
    assert said in reinforcements(*shipped()).pages[0].subtitle, "which every side of the calendar bears"


@pytest.mark.parametrize("above", range(32, 37))
def test_words_on_a_table_stand_on_the_side_of_the_table(above: int) -> None:
    columns = (Column("When"), Column("Who comes"))
    first = Section("First", (Table(columns, (("Turn 1", "Orcs"),) * above),), wide=True)
    then = Section(
        "Then", (Text("In brackets: few."), Table(columns, (("Turn 2", "Trolls"),) * 60)), wide=True
    )
    for side in lay_out(Sheet("s", "S", (Page("S", "", (first, then)),), ""), "a4").sides:
        said = [item.text for item in side.items if item.kind == "text"]
        assert "In brackets: few." not in said or "Trolls" in said


@pytest.mark.rules("STA-03", "AMB-061")
def test_what_a_citadel_is_follows_the_reading() -> None:
    four = "Erebor (Lonely Mountain), Helm's Deep, Minas Tirith or Dol Amroth"
    assert f"Take a good citadel ({four}; split" in words(chart_of("khamul", AMB_061="tower-or-citadel"))
    blank = next(one for one in blanks(material()) if one.name == "blank-chart")
    deed = next(one for one in section(blank, "Status points").blocks if "citadel" in str(one))
    assert isinstance(deed, Boxes)
    assert deed.note == "(any main base of good; split if taken together)"


@pytest.mark.rules("STA-06", "AMB-062")
def test_sulladan_cannot_lose_a_home_base_on_the_record_of_all() -> None:
    # Rulebook line 1571: his hosts come up a road; his chart names no base to keep.
    table = next(one for one in section(status_record(material()), "Tally here").blocks)
    assert isinstance(table, Table)
    lost = next(row for row in table.rows if row[0] == "Lose your home base")
    named = dict(zip((column.title for column in table.columns), lost, strict=True))
    assert (named["Sulladan"], named["Khamûl"]) == ("–", "")


def test_records_of_many_minions_say_whose_they_are() -> None:
    found = merged_chart(*shipped(), EVIL[:7])
    titles = [one.title for one in found.pages[0].sections if one.title.startswith("Status points")]
    assert titles == [
        "Status points: Saruman, Sulladan, Easterling King and King of Khand",
        "Status points: Mouth of Sauron, Witch-king and Buhrdûr",
    ]


def test_a_blank_record_has_a_heading_over_every_column() -> None:
    blank = next(one for one in blanks(material()) if one.name == "blank-status-record")
    # A column for each of the nine minions that have a chart.
    tables = [one for one in section(blank, "Tally here").blocks if isinstance(one, Table)]
    for table, minions in zip(tables, (5, 4), strict=True):
        assert [column.title for column in table.columns] == ["Deed", "Points", *["Minion"] * minions]
        assert table.rows[0][0] == "Name"


@pytest.mark.rules("REI-R19")
def test_the_south_road_is_told_to_sulladan_and_on_the_sheet_of_places() -> None:
    assert "South Road. The road from Harad:" in words(chart_of("sulladan"))
    assert "South Road. The road from Harad:" in words(places(material()))


@pytest.mark.rules("MOV-09", "ABL-PONDEROUS")
def test_the_movement_chart_has_the_rulebooks_rate_and_who_is_kept_to_roads() -> None:
    # Lines 57, 344: light artillery goes 6" and 4"; those of it that are ponderous keep to roads (CON-052).
    def light(**readings: str) -> tuple[tuple[str, ...], str]:
        found = movement(material(**readings))
        notes = [one for one in section(found, "Inches a turn").blocks if isinstance(one, Text)]
        paces = {row[0]: row[1:] for row in rows(found, "Inches a turn")}
        return paces["Light artillery"], plain(" ".join(f"{one.strong} {one.text}" for one in notes))

    rate, note = light()
    assert rate == ("6", "–", "4")
    kept = "enter difficult ground only along a road."
    assert note == f"Light artillery. Dwarf Ballistas, Gondor Bolt Shooters and Bolt Shooters {kept}"
    assert light(CON_052="light-artillery") == (
        ("6", "–", "4"),
        f"Light artillery. Dwarf Ballistas {kept}",
    )


def test_two_groups_that_start_at_one_place_say_how_they_stand() -> None:
    lines = [one for one in section(chart_of("fellowship"), "At the start").blocks if isinstance(one, Text)]
    second = [one.text for one in lines if one.strong == "Amon Hen:"][1]
    assert second.startswith("Aragorn, Gimli, Legolas. 6\" from Boromir's force")


def test_a_remark_on_several_lines_is_told_once_and_marked() -> None:
    found = chart_of("sulladan")
    march = "Until the War of the Ring: straight to the Black Gate, and a turn in Mordor before crossing"
    assert words(found).count(march) == 1
    marked = [row[0] for row in rows(found, "Reinforcements") if row[1].endswith("‡")]
    assert marked == ["Every turn from turn 5", "Turn 5", "Turn 10"]


def test_whose_name_has_the_mount_is_not_called_mounted_too() -> None:
    assert "Orc Shaman on Warg, 30 × Orc" in words(chart_of("khamul"))


def test_a_war_names_those_of_a_merged_chart_who_may_declare_it() -> None:
    found = merged_chart(*shipped(), (commander("khamul"), commander("goblin-king"), commander("sulladan")))
    labels = boxes(found, "Powers: tick when used")
    assert labels["Khamûl or Goblin King: Declare the War of the North"] == 1
    assert labels["Sulladan: Declare the War of the Ring"] == 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_what_a_commander_is_stands_below_the_name_on_every_front(name: CommanderId, paper: Paper) -> None:
    front = fitted_chart(*shipped(), name, paper).sides[0]
    title = next(item for item in front.items if item.text)
    below = next(item for item in front.items if item.face == "italic")
    assert below.x == title.x
    assert below.y > title.y + 0.7 * title.size


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_no_entry_goes_on_in_the_next_column(name: CommanderId, paper: Paper) -> None:
    for side in fitted_chart(*shipped(), name, paper).sides:
        assert torn(side) == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("names", ["saruman goblin-king", "fellowship gondor rohan dwarves eriador"])
def test_no_entry_of_a_merged_chart_goes_on_in_the_next_column_or_overleaf(names: str, paper: Paper) -> None:
    layout = fitted_merged(*shipped(), Player(tuple(map(commander, names.split()))), paper)
    for side in layout.sides[1:]:
        assert torn(side) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_what_room_the_last_side_of_a_merged_chart_has_is_used(paper: Paper) -> None:
    for names in (GOOD, EVIL):
        last = fitted_merged(*shipped(), Player(names), paper).sides[-1]
        foot = max(item.y for item in last.items if item.kind == "rule" and item.h == 0)
        assert max(item.y + item.h for item in last.items if item.y + item.h < foot) > 0.7 * foot
