"""`assistant map`: a drawing in a file, with whoever stands on the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant

FIGURES = "id,side,profile,table,x,y\ne,good,eomer,south,30,50\nl,evil,lurtz,south,31.2,50\n"


def test_a_table_is_drawn_into_a_file_and_its_name_told(assistant: Assistant, tmp_path: Path) -> None:
    file = tmp_path / "south.svg"
    run = assistant("map", "--table", "south", "-o", file)
    assert run.code == 0
    assert run.out.strip() == str(file)
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_measured_figures_stand_on_it_with_their_contact_and_reach(
    assistant: Assistant, tmp_path: Path
) -> None:
    (tmp_path / "figures.csv").write_text(FIGURES, encoding="utf-8")
    file = tmp_path / "south.svg"
    assistant("map", "--table", "south", "-o", file, "--figures", tmp_path / "figures.csv", "--reach")
    text = file.read_text(encoding="utf-8")
    assert 'data-figure="e"' in text
    assert 'class="contact"' in text
    assert 'class="reach"' in text


def test_a_campaign_is_drawn_with_its_forces_at_their_places(assistant: Assistant, tmp_path: Path) -> None:
    assistant("campaign", "new", "Summer", "--players", "10")
    assert assistant("campaign", "play", "summer", typed="set-up\n\nquit\n").code == 0
    file = tmp_path / "south.svg"
    assert assistant("map", "--table", "south", "-o", file, "--campaign", "summer").code == 0
    assert file.read_text(encoding="utf-8").count("data-force=") > 10


def test_a_table_that_is_not_there_is_refused_with_those_that_are(assistant: Assistant) -> None:
    assistant("map", "--table", "soth").refused("There is no table 'soth'", "did you mean 'south'?")


def test_those_who_set_out_on_another_table_are_refused_with_the_table_to_draw(
    assistant: Assistant, tmp_path: Path
) -> None:
    file = tmp_path / "south.svg"
    orcs = ("map", "--table", "south", "-o", file, "--who", "orc", "--from", "moria")
    assistant(*orcs).refused("Moria lies on", "not on South table", "--table moria-halls")
    assert not file.exists()
    # A way that leads onto this table is drawn, wherever it begins.
    assert assistant(*orcs, "--to", "isengard").code == 0


def test_figures_come_from_one_source(assistant: Assistant, tmp_path: Path) -> None:
    assistant("map", "--table", "south", "--campaign", "x", "--figures", tmp_path / "f.csv").refused(
        "not from both"
    )


def test_a_folder_that_is_not_there_is_said_so(assistant: Assistant, tmp_path: Path) -> None:
    assistant("map", "--table", "south", "-o", tmp_path / "no" / "south.svg").refused("cannot be written")


def test_the_maps_are_printed_one_page_for_each_table(assistant: Assistant, tmp_path: Path) -> None:
    run = assistant("print", "table-map", "-o", tmp_path)
    assert run.code == 0
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == [
        "table-map-moria-halls.pdf", "table-map-north.pdf", "table-map-south.pdf",
    ]  # fmt: skip


def test_the_ground_in_reach_and_the_way_are_drawn_with_the_end_of_each_turn(
    assistant: Assistant, tmp_path: Path
) -> None:
    file = tmp_path / "south.svg"
    going = ("--who", "20 uruk-hai, lurtz", "--from", "isengard", "--to", "helms-deep")
    assert assistant("map", "--table", "south", "-o", file, *going).code == 0
    text = file.read_text(encoding="utf-8")
    assert 'class="near-ground"' in text
    assert text.count('class="stop"') == 2


def test_a_way_without_those_who_go_it_is_refused(assistant: Assistant) -> None:
    assistant("map", "--table", "south", "--to", "edoras").refused("A way needs --who and --from")
