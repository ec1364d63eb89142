"""What is kept of a game on paper: its story, its fights with their dice, and labels for the bases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.campaign.chronicle import chronicle
from assistant.campaign.demo import demo_file, new_demo
from assistant.campaign.playing import Table as Game
from assistant.campaign.playing import table
from assistant.campaign.reports import Report, reports
from assistant.campaign.service import Service
from assistant.cli.common import load_game
from assistant.ledger.store import Ledger
from assistant.printing.blocks import Table
from assistant.printing.layout import lay_out
from assistant.printing.proof import faults
from assistant.printing.sheets_campaign import (
    NO_FIGHT,
    Label,
    chronicle_sheet,
    combat_report,
    labels,
    labels_at_start,
    labels_now,
)
from assistant.printing.side import Paper
from assistant.rules.starts import starts
from assistant.rules.world import OFF_TABLE
from tests.printing.material import material, plain, words

PAPERS: tuple[Paper, ...] = ("a4", "letter")
AT_THE_FORDS = Report(
    deed=84,
    when="Turn 3",
    title="Théodred and 3 Riders of Rohan against 6 Uruk-hai at Fords of Isen",
    story=("Théodred and three Riders of Rohan met six Uruk-hai at Fords of Isen.", "Good won by 5 to 0."),
    blows=("Good strikes with 8 dice at 3+.", "Good rolls 3 2 6 5 1 5 3 5: 7 hits."),
    luck=("Good: 7 hits of 9 dice rolled by the app, 6.0 expected (+1.0).",),
)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    told = demo_file("war-of-the-ring")
    assert told is not None
    path: Path = tmp_path_factory.mktemp("demo") / "campaigns.sqlite"
    with Ledger.open(path, who="the tests") as ledger:
        service = Service(ledger, load_game())
        yield table(service, new_demo(service, told)[0].id)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_chronicle_on_paper_is_the_one_of_the_terminal(game: Game, paper: Paper) -> None:
    told = chronicle(game.service, game.campaign)
    sheet = chronicle_sheet(material(), told)
    titles = [one.title for one in sheet.pages[0].sections]
    assert titles == [*(chapter.title for chapter in told.chapters), "How it stands"]
    said = words(sheet)
    for chapter in told.chapters:
        assert all(plain(sentence) in said for sentence in chapter.sentences)
    assert faults(lay_out(sheet, paper)) == ()


@pytest.mark.parametrize("paper", PAPERS)
def test_every_fight_that_counts_is_reported_with_its_dice_and_its_turn(game: Game, paper: Paper) -> None:
    fought = reports(game.service, game.campaign)
    assert fought[0].when == "Turn 1"
    assert fought[0].title == "Boromir, Merry and Pippin against Lurtz and 12 Uruk-hai Scouts at Amon Hen"
    assert [one.deed for one in fought] == sorted({one.deed for one in fought})
    assert all(one.luck or one.doubt for one in fought)
    assert any("dice at" in line for line in fought[0].blows)
    assert not any("(CMB-" in line for one in fought for line in one.blows), "no numbers of rules"
    sheet = combat_report(material(), game.campaign.name, fought)
    assert [one.title for one in sheet.pages[0].sections] == [one.title for one in fought]
    assert faults(lay_out(sheet, paper)) == ()


def test_a_report_tells_outcome_blows_and_luck_in_this_order() -> None:
    said = words(combat_report(material(), "Summer", (AT_THE_FORDS,)))
    parts = ("Turn 3, deed 84.", "Good won by 5 to 0.", "Good rolls 3 2 6 5", "Luck.", "6.0 expected")
    places = [said.index(part) for part in parts]
    assert places == sorted(places)
    spoiled = replace(AT_THE_FORDS, luck=(), doubt="The rules have changed since.")
    assert "The luck cannot be told." in words(combat_report(material(), "Summer", (spoiled,)))


def test_before_the_first_fight_the_report_says_so() -> None:
    assert words(combat_report(material(), "Summer", ())).strip() == NO_FIGHT


def test_every_figure_of_the_start_has_one_label() -> None:
    made = material()
    found = tuple(labels_at_start(made))
    placed = starts(made.scenario, house=made.house)
    assert len(found) == sum(some.count for start in placed for some in start.figures)
    assert len({one.id for one in found}) == len(found)
    assert Label("Théoden", "Rohan", "theoden") in found
    assert Label("Rider of Rohan 10", "Rohan", "rider-of-rohan-10") in found, "3 + 3 + 4 of them"


@pytest.mark.parametrize("paper", PAPERS)
def test_labels_of_a_running_game_are_those_of_who_is_in_play(game: Game, paper: Paper) -> None:
    names = {one.id: one.name for one in game.kit.scenario.commanders.values()}
    found = tuple(labels_now(game.kit, game.world, names))
    standing = {
        one
        for force in game.world.war.forces.values()
        for one in force.figures
        if game.world.figures[one].condition not in OFF_TABLE
    }
    assert {one.id for one in found} == standing
    sheet = labels(material(), found)
    cells = [
        cell
        for one in sheet.pages[0].sections
        for block in one.blocks
        if isinstance(block, Table)
        for row in block.rows
        for cell in row
    ]
    assert sorted(cell.rpartition("\n")[2] for cell in cells if cell) == sorted(standing)
    assert faults(lay_out(sheet, paper)) == ()


def test_labels_stand_where_one_looks_for_them() -> None:
    some = [Label(f"Orc {n}", "Khamûl", f"orc-{n}") for n in (10, 2, 1)]
    (section,) = labels(material(), [*some, Label("Khamûl", "Khamûl", "khamul")]).pages[0].sections
    (grid,) = (block for block in section.blocks if isinstance(block, Table))
    assert [plain(cell) for cell in grid.rows[0]] == [
        "Khamûl Khamûl khamul",
        "Orc 1 Khamûl orc-1",
        "Orc 2 Khamûl orc-2",
        "Orc 10 Khamûl orc-10",
    ]
