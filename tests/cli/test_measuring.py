"""A measured table at the terminal: set out, shifted, surveyed, written to a sheet and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Assistant, Run


@pytest.fixture
def play(assistant: Assistant) -> Assistant:
    """Commands typed into the movement phase of a game of ten; Gríma no longer keeps Éomer where he is."""
    assert assistant("campaign", "new", "Summer", "--players", 10).code == 0
    banish = "adjust grima: at isengard because he is banished"
    assistant("campaign", "play", "summer", typed=f"next anyway\n{banish}\n")

    def run(*typed: str) -> Run:
        return assistant("campaign", "play", "summer", typed="".join(f"{line}\n" for line in typed))

    return run


def test_a_force_is_set_out_shifted_and_surveyed(play: Assistant) -> None:
    told = play("set-out eomer", "survey", "shift eomer by -9,0.5", "tidy eomer", "lift eomer", "survey").out
    assert "Éomer set out at Eastfold." in told
    assert "south: 5 figures in 1 body." in told
    assert "Éomer moves to 29." in told
    assert "Éomer closes up." in told
    assert "Nobody is measured." in told


def test_what_forbids_a_move_is_named_and_the_game_master_may_overrule_it(play: Assistant) -> None:
    told = play("set-out eomer", "shift eomer by -18,0", "shift eomer by -18,0 because the table agreed").out
    assert 'Éomer may not go all 18": goes 17" with clear ground (MOV-01).' in told
    assert 'Along this way the force gets 17".' in told
    assert "Éomer moves to 20.64,47.158, by the game master's word: the table agreed." in told


def test_a_way_may_name_via_before_each_of_its_points(play: Assistant) -> None:
    told = play("set-out eomer at 38,47", "shift eomer to 34,47 via 37,47 via 36,47").out
    assert "Éomer moves to 34,47." in told


@pytest.mark.rules("ABL-IMMOBILE")
def test_what_never_moves_is_said_to_be_immobile(play: Assistant) -> None:
    told = play("set-out castellan", "shift castellan by 3,0").out
    assert "does not move (ABL-IMMOBILE)." in told
    assert "ABL-IMMOBILE none" not in told


def test_everyone_is_set_out_once_and_nobody_before_the_game_begins(assistant: Assistant) -> None:
    assistant("campaign", "new", "Early")
    told = assistant("campaign", "play", "early", typed="set-out all\n")
    assert "Nobody is on the table yet. Begin the game first, then set out." in told.out + told.err


def test_those_who_touch_have_met(play: Assistant) -> None:
    told = play("set-out theoden", "put grima at 27.6,50.4", "survey", "confront").out
    assert "They fight: Théoden, Gríma and those with them" in told
    assert "Contact 1-" in told


def test_positions_are_written_and_measured_again(
    play: Assistant, assistant: Assistant, tmp_path: Path
) -> None:
    sheet = tmp_path / "figures.csv"
    play("set-out theoden", "set-out denethor")
    assert (
        assistant("campaign", "positions", "summer", "-o", sheet).out == f"20 figures written to {sheet}.\n"
    )
    rows = sheet.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "id,side,profile,table,x,y,base_mm,facing"
    assert any(row.startswith("trebuchet-1,good,trebuchet,south,") and row.endswith(",,0") for row in rows)
    told = assistant("forces", sheet, "--json").json
    assert [len(force["figures"]) for force in told["forces"]] == [5, 15]
    again = assistant("campaign", "measure", "summer", sheet)
    assert again.out.endswith("20 figures measured.\n")
    assert assistant("campaign", "positions", "summer").out == sheet.read_text(encoding="utf-8")


def test_a_sheet_with_strangers_is_refused(assistant: Assistant, play: Assistant, tmp_path: Path) -> None:
    sheet = tmp_path / "figures.csv"
    sheet.write_text("id,side,profile,table,x,y\nnobody,good,eomer,south,5,5\n", encoding="utf-8")
    assistant("campaign", "measure", "summer", sheet).refused("nobody")
    sheet.write_text("id,side,profile,table,x,y\neomer,good,eomer,south,500,5\n", encoding="utf-8")
    assistant("campaign", "measure", "summer", sheet).refused("lies beyond the edge of South table")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("shift eomer to 5", "'5' is no point of a table. Write it like: shift faramir to 60,44"),
        ("shift eomer by 1,1", "has been measured"),
        ("set-out eomer at 5,5 on nowhere", "There is no table 'nowhere'"),
        ("put eomer at x,y", "'x' is not a distance in inches"),
        ("confront", "Nobody who is measured has met anyone new"),
    ],
)
def test_what_cannot_be_done_is_told(play: Assistant, typed: str, said: str) -> None:
    assert said in play(typed).out


@pytest.mark.rules("MOV-13")
def test_the_pinned_are_counted_for_each_force_and_named(play: Assistant) -> None:
    told = play("set-out theoden", "put grima at 27.6,50.4", "survey").out
    pinned = next(line for line in told.splitlines() if "Pinned:" in line)
    assert "1 of Gríma (Gríma)" in pinned
    assert " of Théoden (" in pinned


def test_limits_tell_who_is_too_far_from_home_and_how_many_more_may_go(play: Assistant) -> None:
    told = play("set-out saruman", "limits").out
    assert "Saruman: " in told
    assert "at most until the" in told


def test_a_sheet_that_does_not_agree_with_the_game_is_refused_with_all_its_faults(
    play: Assistant, assistant: Assistant, tmp_path: Path
) -> None:
    sheet = tmp_path / "wrong.csv"
    sheet.write_text(
        "id,side,profile,table,x,y,base_mm,mounted\n"
        "sam,evil,orc,south,50,67,,\n"
        "eomer,good,eomer,south,38,48,25,no\n"
        "nobody,good,eomer,south,38,50,,\n"
        "theoden,good,theoden,atlantis,27,50,,\n"
        "faramir,good,faramir,south,500,50,,\n",
        encoding="utf-8",
    )
    refused = assistant("campaign", "measure", "summer", sheet)
    assert refused.code == 2
    told = refused.out + refused.err
    for fault in (
        "row 2, side: Sam is not of evil; write good",
        "row 2, profile: Sam is no Orc; write sam",
        "row 3, mounted: Éomer is mounted; write yes, or leave it empty",
        "row 3, base_mm: Éomer stands on another base in this game; write ",
        "row 4, id: there is no figure 'nobody' in this game",
        "row 5, table: There is no table 'atlantis'",
        "row 6, x, y: 500,50 lies beyond the edge of ",
    ):
        assert f"{sheet.name}: {fault}" in told
    assert assistant("campaign", "positions", "summer").out.count("\n") == 1


def test_a_sheet_without_a_row_says_that_nobody_is_named(
    play: Assistant, assistant: Assistant, tmp_path: Path
) -> None:
    sheet = tmp_path / "empty.csv"
    sheet.write_text("id,side,profile,table,x,y\n", encoding="utf-8")
    refused = assistant("campaign", "measure", "summer", sheet)
    assert refused.code == 2
    assert "empty.csv: no figure is named; write one row for each figure" in refused.out + refused.err
