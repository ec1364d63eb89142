"""`assistant forces` as clubs script it and as a game master reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.effort import effort

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
HEADER = "id,side,profile,table,x,y"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "figures.csv"


def written(sheet: Path, *rows: str, header: str = HEADER) -> Path:
    sheet.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    return sheet


def test_the_worked_case_comes_out_as_published(assistant: Assistant) -> None:
    document = assistant("forces", EXAMPLES / "figures.csv", "--json").json
    expected = json.loads((EXAMPLES / "figures.expected.json").read_text(encoding="utf-8"))
    assert sorted(sorted(force["figures"]) for force in document["forces"]) == expected["forces"]
    fighters = [
        sorted(one for who in combat["fighters"].values() for one in who) for combat in document["combats"]
    ]
    assert sorted(fighters) == expected["combats"]
    assert sorted(document["pinned"]) == expected["pinned"]


def test_the_document_has_the_published_shape(assistant: Assistant, sheet: Path) -> None:
    written(
        sheet,
        "eomer,good,eomer,south,0,0",
        "r1,good,rider-of-rohan,south,2.5,0",
        "lurtz,evil,lurtz,south,-2,0",
    )
    assert assistant("forces", sheet, "--json").json == {
        "forces": [
            {
                "id": "F1",
                "side": "good",
                "table": "south",
                "figures": ["eomer", "r1"],
                "characters_only": False,
            },
            {
                "id": "F2",
                "side": "evil",
                "table": "south",
                "figures": ["lurtz"],
                "characters_only": True,
            },
        ],
        "combats": [{"forces": ["F1", "F2"], "fighters": {"good": ["eomer", "r1"], "evil": ["lurtz"]}}],
        "pinned": ["eomer", "lurtz"],
    }


def test_without_a_base_of_its_own_a_figure_stands_on_its_profiles(assistant: Assistant, sheet: Path) -> None:
    # Two bases of 25 mm reach 0.984 inches together; a rider's of 40 mm is wider.
    rows = (
        "a,good,gondor-foot,t,0,0",
        "b,evil,orc,t,1.984,0",
        "c,good,rider-of-rohan,n,0,0",
        "d,evil,orc,n,2.27,0",
    )
    assert assistant("forces", written(sheet, *rows), "--json").json["pinned"] == ["a", "b", "c", "d"]
    assert assistant("forces", sheet, "--measure", "centre", "--json").json["pinned"] == []


def test_the_highest_leadership_stands_for_a_group_of_characters(assistant: Assistant, sheet: Path) -> None:
    # Aragorn leads, and he is too far from the orc; marked as the lead, Frodo is not.
    rows = ("frodo,good,frodo,t,0,0,0,{}", "aragorn,good,aragorn,t,-1,0,0,", "orc,evil,orc,t,1,0,0,")
    header = f"{HEADER},base_mm,lead"
    written(sheet, *(row.format("") for row in rows), header=header)
    assert assistant("forces", sheet, "--json").json["pinned"] == []
    written(sheet, *(row.format("yes") for row in rows), header=header)
    assert assistant("forces", sheet, "--json").json["pinned"] == ["frodo", "aragorn", "orc"]


def test_a_mumak_that_faces_somewhere_stands_on_a_rectangle(assistant: Assistant, sheet: Path) -> None:
    # 100 by 150 mm: 2.953 inches ahead of its middle, 1.969 aside.
    rows = ("mumak,evil,mumak,t,0,0,,{}", "foot,good,gondor-foot,t,0,3.9,0,")
    header = f"{HEADER},base_mm,facing"
    for facing, pinned in (("0", ["mumak", "foot"]), ("90", []), ("", [])):
        written(sheet, *(row.format(facing) for row in rows), header=header)
        assert assistant("forces", sheet, "--json").json["pinned"] == pinned


def test_a_sheet_from_a_spreadsheet_with_decimal_commas_is_read(assistant: Assistant, sheet: Path) -> None:
    written(
        sheet, "a;good;orc;t;0,5;0;0", "b;evil;orc;t;1,5;0;0", header=f"{HEADER},base_mm".replace(",", ";")
    )
    assert assistant("forces", sheet, "--json").json["pinned"] == ["a", "b"]


def test_people_read_it_in_sentences(assistant: Assistant) -> None:
    told = assistant("forces", EXAMPLES / "figures.csv").out
    assert "F2  evil, south: 7 figures (uruk-hai-2-0, " in told
    assert "Combat of F1 and F2:\n  good: 14 of 14 fight (" in told
    assert 'Pinned, for an enemy is within 1": rohan-foot-0-3, ' in told


def test_a_table_without_figures_has_no_forces(assistant: Assistant, sheet: Path) -> None:
    document = assistant("forces", written(sheet), "--json").json
    assert document == {"forces": [], "combats": [], "pinned": []}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,god,orc,t,0,0", "row 2, side: unknown side 'god'; did you mean 'good'?"),
        ("a,good,ork,t,0,0", "row 2, profile: unknown profile 'ork'; did you mean 'orc'?"),
        ("a,good,orc,,0,0", "row 2, table: there is none; give the table"),
        (",good,orc,t,0,0", "row 2, id: there is none; give the id"),
        ("a,good,orc,t,,0", "row 2, x: there is none; give the x"),
        (
            "a,good,orc,t,nan,0",
            "row 2, x: 'nan' is not a number of inches; give one between -10000 and 10000",
        ),
        ("a,good,orc,t,0,inf", "row 2, y: 'inf' is not a number of inches"),
        ("a,good,orc,t,0,10000.001", "row 2, y: '10000.001' is not a number of inches"),
        ("a,good,orc,t,0", "row 2: it has 5 cells, not 6; one for each column of row 1"),
        ("a,good,orc,t,0,0\na,evil,orc,t,0,0", "row 3, id: the id 'a' is used twice; it is already in row 2"),
    ],
)
def test_a_fault_names_its_row_and_column(assistant: Assistant, sheet: Path, row: str, said: str) -> None:
    assistant("forces", written(sheet, row), "--json").refused(f"{sheet}: {said}")


@pytest.mark.parametrize(
    ("column", "cell", "said"),
    [
        ("base_mm", "-1", "'-1' is not the diameter of a base; give millimetres from 0 to 1000"),
        ("base_mm", "wide", "'wide' is not the diameter of a base"),
        ("lead", "perhaps", "'perhaps' is neither yes nor no; write yes, or leave it empty"),
        ("mounted", "2", "'2' is neither yes nor no"),
        ("facing", "north", "'north' is not a direction; give whole degrees from 0 (north) over 90 (east)"),
        ("facing", "361", "'361' is not a direction"),
    ],
)
def test_a_fault_in_what_may_be_left_out_is_told_too(
    assistant: Assistant, sheet: Path, column: str, cell: str, said: str
) -> None:
    written(sheet, f"a,good,orc,t,0,0,{cell}", header=f"{HEADER},{column}")
    assistant("forces", sheet).refused(f"row 2, {column}: {said}")


def test_all_faults_are_told_at_once_one_to_a_line(assistant: Assistant, sheet: Path) -> None:
    run = assistant("forces", written(sheet, "a,god,ork,t,x,0", "b,good,orc,t,0,0", "a,good,orc,t,0,0"))
    run.refused("row 2, side", "row 2, profile", "row 2, x", "row 4, id")
    assert len(run.err.splitlines()) == 4


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("id,side,profile,table,x", "row 1: the column y is missing"),
        ("id,side,profile,table,x,y,bas_mm", "row 1: unknown column 'bas_mm'; did you mean 'base_mm'?"),
        ("id,side,profile,table,x,y,x", "row 1: the column x stands there twice"),
        ("", "the file is empty; its first row names the columns"),
    ],
)
def test_a_fault_in_the_columns_is_told(assistant: Assistant, sheet: Path, header: str, said: str) -> None:
    assistant("forces", written(sheet, header=header)).refused(said)


def test_a_file_that_is_none_is_refused(assistant: Assistant, tmp_path: Path) -> None:
    assistant("forces", tmp_path / "nowhere.csv").refused("there is no such file")
    assistant("forces", tmp_path).refused("this is a folder")
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\x00\xff")
    assistant("forces", tmp_path / "picture.csv").refused("this is not UTF-8 text")


def test_a_file_wrong_from_end_to_end_is_refused_at_once(assistant: Assistant, sheet: Path) -> None:
    written(sheet, *(f"f{number},god,ork,t,x,y" for number in range(5000)))
    run, calls = effort(lambda: assistant("forces", sheet))
    run.refused("there are more faults than these")
    assert calls < 3_000_000
    assert len(run.err.splitlines()) == 201


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_two_leads_in_one_group_of_characters_are_said(
    assistant: Assistant, sheet: Path, form: tuple[str, ...]
) -> None:
    rows = ("aragorn,good,aragorn,south,10,10,yes", "legolas,good,legolas,south,11.2,10,yes")
    told = assistant("forces", written(sheet, *rows, header=f"{HEADER},lead"), *form)
    assert told.code == 0
    assert "Mind: aragorn and legolas are both marked lead" in told.err
    assert ": aragorn counts." in told.err
