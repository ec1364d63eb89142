"""Sheets of a running game show it as it stands: the demo, in the movement of its ninth turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.campaign.demo import demo_file, new_demo
from assistant.campaign.playing import Table as Game
from assistant.campaign.playing import table
from assistant.campaign.service import Service
from assistant.cli.common import load_game
from assistant.ledger.store import Ledger
from assistant.printing.blocks import Boxes, Table, Text
from assistant.printing.layout import lay_out
from assistant.printing.proof import faults
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_charts import chart
from assistant.printing.sheets_list import Player, fitted_chart, fitted_merged
from assistant.printing.sheets_now import now_of
from assistant.printing.sheets_source import Material
from assistant.printing.sheets_table import checklist, reinforcements, status_record, turn_record
from assistant.printing.sheets_words import worded
from assistant.printing.side import Paper
from assistant.rules.scenario import Commander
from assistant.rules.world import OFF_TABLE
from tests.printing.material import COMMANDERS, commander, material, rows, section, words

PAPERS: tuple[Paper, ...] = ("a4", "letter")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    told = demo_file("war-of-the-ring")
    assert told is not None
    path: Path = tmp_path_factory.mktemp("demo") / "campaigns.sqlite"
    with Ledger.open(path, who="the tests") as ledger:
        service = Service(ledger, load_game())
        yield table(service, new_demo(service, told)[0].id)


@pytest.fixture(scope="module")
def now(game: Game) -> Material:
    return replace(material(), now=now_of(game.kit, game.world))


def test_a_chart_shows_the_forces_where_they_stand(game: Game, now: Material) -> None:
    war, figures = game.world.war, game.world.figures
    for one in COMMANDERS:
        said = words(chart(now, coming(now), one))
        assert "Your forces now" in said
        assert "At the start" not in said
        for force in war.forces.values():
            there = [each for each in force.figures if figures[each].condition not in OFF_TABLE]
            if force.commander == one and there:
                assert f"{now.scenario.place_names[force.place]}: " in said


@pytest.mark.rules("CHT-01")
def test_saruman_has_two_hobbits_his_levies_of_dunland_and_cast_a_spell(now: Material) -> None:
    sheet = chart(now, coming(now), commander("saruman"))
    assert "Your captives: Merry, kept at Isengard; Pippin, kept at Isengard." in words(sheet)
    listed = next(one for one in section(sheet, "Reinforcements").blocks if isinstance(one, Table))
    marks = {row[0]: mark for row, mark in zip(listed.rows, listed.marks, strict=True)}
    assert (marks["Turn 5"], marks["War of Saruman declared: that turn"]) == ("tick", "tick")
    assert (marks["Turn 10"], marks["Turn 12"]) == ("", "")
    powers = section(sheet, "Powers: tick when used").blocks
    ticked = {one.label for one in powers if isinstance(one, Boxes) and one.ticked}
    assert ticked == {"Spell on Radagast", "Declare the War of Saruman", "Despoil Fangorn"}


@pytest.mark.rules("PLC-FANGORN-11", "PLC-FANGORN-12")
def test_once_fangorn_is_despoiled_no_sheet_tells_of_the_smaller_numbers(now: Material) -> None:
    # The demo, turn 1: Saruman despoils Fangorn.
    arrivals = coming(now)
    made = (
        chart(now, arrivals, commander("saruman")),
        turn_record(now, arrivals),
        reinforcements(now, arrivals),
    )
    for sheet in (*made, checklist(now, arrivals)):
        assert "(6)" not in words(sheet)
        assert "In brackets: what comes" not in words(sheet)
    assert "2 × Uruk-hai. One of them" in words(made[0])
    assert "undisturbed" not in words(made[0])
    good = words(chart(now, arrivals, commander("fellowship")))
    assert "Roll each turn the hobbits stay" in good
    assert "If Saruman has despoiled" not in good
    assert "He has despoiled Fangorn" in words(worded(checklist(now, arrivals), now))


def test_turns_that_are_over_are_crossed_out_on_charts_and_on_the_record(now: Material) -> None:
    for sheet in (chart(now, coming(now), commander("rohan")), turn_record(now, coming(now))):
        record = sheet.pages[0].record
        assert record is not None
        assert record.crossed == 8


@pytest.mark.rules("STA-11")
def test_points_so_far_are_in_the_boxes_and_in_the_totals(game: Game, now: Material) -> None:
    record = rows(status_record(now), "Tally here")
    totals = {cell for row in record if row[0] == "Total" for cell in row[2:]}
    minions: list[Commander] = [one for one in now.scenario.commanders.values() if one.side == "evil"]
    for one in minions:
        total = game.world.war.total(one.id)
        said = words(chart(now, coming(now), one.id))
        assert f"Total, {total} so far:" in said
    assert str(game.world.war.total(commander("saruman"))) in totals
    deeds = section(chart(now, coming(now), commander("saruman")), "Status points").blocks
    hobbits = next(one for one in deeds if isinstance(one, Boxes) and "hobbit" in one.label)
    assert hobbits.ticked == 2


def test_what_is_lost_says_so_and_is_struck(now: Material) -> None:
    assert now.now is not None
    gone = replace(now, now=replace(now.now, lost=frozenset({"sharku"})))
    for sheet in (reinforcements(gone, coming(gone)), chart(gone, coming(gone), commander("saruman"))):
        assert "Lost: Sharkû" in words(sheet)
    listed = checklist(gone, coming(gone))
    assert "Saruman: Lost: Sharkû" in words(listed)
    due = [one for one in section(listed, "On these turns").blocks if isinstance(one, Boxes)]
    assert [one.note for one in due if one.struck] == [one.note for one in due if "Lost: Sharkû" in one.note]
    marks = [item.mark for side in lay_out(listed, "a4").sides for item in side.items if item.kind == "tick"]
    every = [one for part in listed.pages[0].sections for one in part.blocks if isinstance(one, Boxes)]
    assert marks.count("struck") == sum(one.number - one.ticked for one in every if one.struck)
    assert marks.count("tick") == sum(one.ticked for one in every) > 0


def test_what_bound_a_minion_until_a_war_is_gone_once_it_is_declared(now: Material) -> None:
    # Turn 9 of the demo: the wars of Saruman and of the North have begun, that of the Ring has not.
    saruman = words(chart(now, coming(now), commander("saruman")))
    assert "Until war is declared" not in saruman
    assert "12 × Wild Man of Dunland. Dunland" in saruman
    limits = section(chart(now, coming(now), commander("witch-king")), "Until war is declared").blocks
    assert [one.text.partition(":")[0] for one in limits if isinstance(one, Text)] == [
        "Until the War of the Ring"
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_a_chart_of_a_running_game_has_two_pages_without_faults(
    now: Material, name: str, paper: Paper
) -> None:
    layout = fitted_chart(now, coming(now), commander(name), paper)
    assert len(layout.sides) == 2
    assert faults(layout) == ()
    crossed = [item.text for item in layout.sides[0].items if item.mark == "cross"]
    assert crossed == [str(turn) for turn in range(1, 9)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    "names", ["gondor gondor-fiefdoms", "khamul easterling-king mouth-of-sauron buhrdur"]
)
def test_a_merged_chart_of_a_running_game_shows_each_command_as_it_stands(
    now: Material, names: str, paper: Paper
) -> None:
    player = Player(tuple(map(commander, names.split())))
    layout = fitted_merged(now, coming(now), player, paper)
    assert faults(layout) == ()
    printed = [item.text for side in layout.sides for item in side.items]
    assert printed.count("Your forces now") == len(player.commanders)
    assert "At the start" not in printed
    crossed = [item.text for item in layout.sides[0].items if item.mark == "cross"]
    assert crossed == [str(turn) for turn in range(1, 9)]


def test_the_footer_says_which_turn_it_was(now: Material) -> None:
    assert "· turn 9 ·" in now.footer


def test_before_its_first_turn_a_game_is_printed_as_it_starts(game: Game) -> None:
    assert now_of(game.kit, replace(game.world, war=replace(game.world.war, turn=0))) is None
