"""`assistant print` as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from assistant.campaign.demo import demo_file
from tests.cli.conftest import Assistant


def text_of(path: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())


def test_one_chart_is_written_and_its_path_told(assistant: Assistant, tmp_path: Path) -> None:
    result = assistant("print", "charts", "--commander", "saruman", "-o", tmp_path)
    written = tmp_path / "chart-saruman.pdf"
    assert (result.code, result.out) == (0, f"{written}\n")
    assert result.err == "1/1 chart-saruman.pdf\n"
    assert len(PdfReader(written).pages) == 2


def test_all_charts_are_one_file_each(assistant: Assistant, tmp_path: Path) -> None:
    result = assistant("print", "charts", "--commander", "all", "-o", tmp_path)
    assert result.code == 0
    assert len(result.out.splitlines()) == len(list(tmp_path.glob("chart-*.pdf"))) == 17
    assert (tmp_path / "chart-mouth-of-sauron.pdf").is_file()


def test_the_same_command_writes_the_same_bytes(assistant: Assistant, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        assert assistant("print", "status-record", "-o", tmp_path / folder).code == 0
    one, two = ((tmp_path / folder / "status-record.pdf").read_bytes() for folder in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(("paper", "height"), [("a4", 842), ("letter", 792)])
def test_the_paper_can_be_chosen(assistant: Assistant, tmp_path: Path, paper: str, height: int) -> None:
    assert assistant("print", "movement", "--paper", paper, "-o", tmp_path).code == 0
    assert round(PdfReader(tmp_path / "movement.pdf").pages[0].mediabox.height) == height


def test_blank_is_four_sheets_to_write_on(assistant: Assistant, tmp_path: Path) -> None:
    result = assistant("print", "blank", "-o", tmp_path)
    assert [Path(line).name for line in result.out.splitlines()] == [
        "blank-chart.pdf", "blank-roster.pdf", "blank-combat-worksheet.pdf", "blank-status-record.pdf",
    ]  # fmt: skip


def test_a_player_with_two_commands_gets_one_chart(assistant: Assistant, tmp_path: Path) -> None:
    result = assistant("print", "charts", "--player", "Anna=gondor,gondor-fiefdoms", "-o", tmp_path)
    assert result.out == f"{tmp_path / 'chart-gondor+gondor-fiefdoms.pdf'}\n"
    assert "Anna" in text_of(tmp_path / "chart-gondor+gondor-fiefdoms.pdf")


def test_the_charts_of_ten_players_follow_the_seats(assistant: Assistant, tmp_path: Path) -> None:
    result = assistant("print", "charts", "--seats", 10, "-o", tmp_path)
    assert len(result.out.splitlines()) == 10
    assert (tmp_path / "chart-high-elves+wood-elves.pdf").is_file()


def test_where_gondor_is_two_players_ithilien_goes_to_the_fiefdoms(
    assistant: Assistant, tmp_path: Path
) -> None:
    assert assistant("print", "charts", "--seats", 17, "-o", tmp_path).code == 0
    assert "Ithilien: Faramir" in text_of(tmp_path / "chart-gondor-fiefdoms.pdf")
    assert "Ithilien: Faramir" not in text_of(tmp_path / "chart-gondor.pdf")


def test_a_house_rule_is_printed(assistant: Assistant, tmp_path: Path) -> None:
    arguments = ("--commander", "mouth-of-sauron", "--house-rule", "CON-071=two-inches", "-o", tmp_path)
    assert assistant("print", "charts", *arguments).code == 0
    text = text_of(tmp_path / "chart-mouth-of-sauron.pdf")
    assert "CON-071" in text
    assert "house rules: 1 changed" in text


def test_a_campaign_brings_its_house_rules(assistant: Assistant, tmp_path: Path) -> None:
    assert assistant("campaign", "new", "Summer", "--house-rule", "CON-001=one-on-even-turns").code == 0
    result = assistant(
        "print", "charts", "--commander", "mouth-of-sauron", "--campaign", "summer", "-o", tmp_path
    )
    assert result.code == 0, result.err
    assert "Every even turn 1 × Orc" in text_of(tmp_path / "chart-mouth-of-sauron.pdf")


def test_a_near_miss_of_a_sheet_is_named(assistant: Assistant, tmp_path: Path) -> None:
    assistant("print", "chart", "-o", tmp_path).refused("There is no sheet 'chart'", "'charts'")


def test_a_near_miss_of_a_commander_is_named(assistant: Assistant, tmp_path: Path) -> None:
    assistant("print", "charts", "--commander", "sarumann", "-o", tmp_path).refused("'saruman'")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("sheet", ["combat-report", "chronicle"])
def test_what_only_a_campaign_can_tell_needs_one(assistant: Assistant, sheet: str) -> None:
    assistant("print", sheet).refused(f"The sheet {sheet!r} tells what happened in a campaign", "--campaign")


def test_labels_of_a_game_as_it_starts_need_no_campaign(assistant: Assistant, tmp_path: Path) -> None:
    assistant("print", "labels", "-o", tmp_path)
    found = text_of(tmp_path / "labels.pdf")
    assert "Théoden" in found
    assert "rider-of-rohan-10" in found


def test_all_has_the_maps_and_labels_too(assistant: Assistant, tmp_path: Path) -> None:
    assistant("print", "all", "--paper", "letter", "-o", tmp_path)
    names = {path.stem for path in tmp_path.glob("*.pdf")}
    assert {"table-map-north", "table-map-south", "table-map-moria-halls", "labels", "checklist"} <= names
    assert not {"chronicle", "combat-report"} & names


def test_nobody_commands_for_both_sides(assistant: Assistant) -> None:
    assistant("print", "charts", "--player", "rohan,saruman").refused("No player commands for both sides.")


def test_a_player_needs_a_commander(assistant: Assistant) -> None:
    assistant("print", "charts", "--player", "Anna=").refused("names no commander")


def test_an_unknown_reading_is_refused(assistant: Assistant) -> None:
    assistant("print", "charts", "--house-rule", "CON-071=three-miles").refused("CON-071 has no reading")


def test_a_folder_that_cannot_be_made_is_refused(assistant: Assistant, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    result = assistant("print", "movement", "-o", tmp_path / "file" / "deeper")
    assert result.code == 2
    assert "could not be written: Not a directory." in result.err
    assert result.out == ""


def test_the_charts_of_a_short_new_scenario_can_be_printed(assistant: Assistant, tmp_path: Path) -> None:
    assert assistant("scenario", "new", "keep", "-o", tmp_path).code == 0
    result = assistant("print", "charts", "--scenario", tmp_path / "keep", "-o", tmp_path / "out")
    assert result.code == 0
    assert "12 × Rider of Rohan" in text_of(tmp_path / "out" / "chart-the-defender.pdf")


def test_a_player_with_one_command_finds_their_name_on_both_sides(
    assistant: Assistant, tmp_path: Path
) -> None:
    assert assistant("print", "charts", "--player", "Anna=rohan", "-o", tmp_path).code == 0
    pages = PdfReader(tmp_path / "chart-rohan.pdf").pages
    assert ["Anna" in page.extract_text() for page in pages] == [True, True]


def test_two_players_who_share_a_command_get_a_chart_each(assistant: Assistant, tmp_path: Path) -> None:
    players = ("--player", "Anna=rohan", "--player", "Ben=rohan")
    assert assistant("print", "charts", *players, "-o", tmp_path).code == 0
    assert "Anna" in text_of(tmp_path / "chart-rohan.pdf")
    assert "Ben" in text_of(tmp_path / "chart-rohan-2.pdf")


@pytest.mark.parametrize(
    "options",
    [("--commander", "rohan"), ("--player", "Anna=rohan"), ("--seats", "10")],
    ids=lambda one: one[0],
)
@pytest.mark.parametrize("sheet", ["quick-reference", "blank"])
def test_an_option_that_a_sheet_has_no_use_for_is_refused(
    assistant: Assistant, tmp_path: Path, sheet: str, options: tuple[str, str]
) -> None:
    result = assistant("print", sheet, *options, "-o", tmp_path)
    result.refused(f"{options[0]} cannot be used with {sheet}: that sheet is the same for everyone.")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [("--commander", "rohan"), ("--player", "Anna=rohan")])
def test_seats_are_all_players_or_none(assistant: Assistant, options: tuple[str, str]) -> None:
    result = assistant("print", "charts", "--seats", 5, *options)
    result.refused(f"{options[0]} and --seats cannot be used together")


def test_a_campaign_brings_its_own_scenario(assistant: Assistant) -> None:
    options = ("--campaign", "summer", "--scenario", "war-of-the-ring")
    assistant("print", "charts", *options).refused("--campaign and --scenario cannot be used together")


@pytest.mark.parametrize("folder", ["", "  "])
def test_an_empty_folder_name_is_not_the_folder_one_is_in(assistant: Assistant, folder: str) -> None:
    assistant("print", "movement", "-o", folder).refused("-o names no folder.")


def test_a_dot_is_the_folder_one_is_in(
    assistant: Assistant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert assistant("print", "movement", "-o", ".").code == 0
    assert (tmp_path / "movement.pdf").is_file()


def test_an_older_printout_is_replaced(assistant: Assistant, tmp_path: Path) -> None:
    for paper in ("a4", "letter"):
        assert assistant("print", "movement", "--paper", paper, "-o", tmp_path).code == 0
    assert round(PdfReader(tmp_path / "movement.pdf").pages[0].mediabox.height) == 792
    assert [path.name for path in tmp_path.iterdir()] == ["movement.pdf"]


def test_a_file_of_another_hand_is_left_alone(assistant: Assistant, tmp_path: Path) -> None:
    theirs = tmp_path / "movement.pdf"
    theirs.write_text("my own notes", encoding="utf-8")
    assistant("print", "all", "-o", tmp_path).refused(f"{theirs} is there already")
    assert theirs.read_text(encoding="utf-8") == "my own notes"
    assert list(tmp_path.iterdir()) == [theirs]


def test_a_folder_in_the_place_of_a_file_is_named(assistant: Assistant, tmp_path: Path) -> None:
    (tmp_path / "movement.pdf").mkdir()
    assistant("print", "movement", "-o", tmp_path).refused(
        f"{tmp_path / 'movement.pdf'} could not be written"
    )


@pytest.mark.parametrize(
    "name",
    [
        "<b>Bold</b> & \"quoted\" 'single'",
        "<img src='file:///etc/passwd'>",
        "\N{DRAGON FACE}\u200d\ufe0f",
        "x" * 400,
        "word " * 80,
        "\u202eAnna\x07",
        "Éowyn, Þéoden = Ælfwine",
    ],
)
def test_any_name_is_harmless(assistant: Assistant, tmp_path: Path, name: str) -> None:
    players = ("--player", f"{name}=rohan", "--player", f"{name}=rohan,eriador")
    result = assistant("print", "charts", *players, "-o", tmp_path)
    assert result.code == 0, result.err
    assert len(PdfReader(tmp_path / "chart-rohan.pdf").pages) == 2


def test_a_sign_the_font_lacks_is_named_and_what_is_printed_for_it(
    assistant: Assistant, tmp_path: Path
) -> None:
    result = assistant("print", "charts", "--player", "Anna \N{DRAGON FACE}=rohan", "-o", tmp_path)
    assert result.code == 0
    assert "--player: the font has no \N{DRAGON FACE}; ◊ is printed in place of each." in result.err
    assert "Anna ◊" in text_of(tmp_path / "chart-rohan.pdf")


def test_a_folder_nobody_may_write_to_is_named_before_any_work_is_done(
    assistant: Assistant, tmp_path: Path
) -> None:
    # Even who may do everything cannot write into the folder of processes.
    folder = Path("/proc/self")
    result = assistant("print", "movement", "-o", folder)
    result.refused("could not be written", "Choose a folder that you may write to")
    assert result.out == ""


def test_a_sheet_is_written_whole_and_leaves_nothing_beside_it(assistant: Assistant, tmp_path: Path) -> None:
    assert assistant("print", "movement", "-o", tmp_path).code == 0
    assert [one.name for one in tmp_path.iterdir()] == ["movement.pdf"]


def test_a_name_that_would_fill_the_page_is_refused(assistant: Assistant, tmp_path: Path) -> None:
    result = assistant("print", "charts", "--player", f"{'x' * 401}=rohan", "-o", tmp_path)
    result.refused("a name of 401 characters does not fit on a chart")


def test_a_long_job_says_how_far_it_is(assistant: Assistant, tmp_path: Path) -> None:
    result = assistant("print", "blank", "-o", tmp_path)
    assert [line.split()[0] for line in result.err.splitlines()] == ["1/4", "2/4", "3/4", "4/4"]


def test_each_sheet_is_written_when_it_is_made_and_not_all_at_the_end(
    assistant: Assistant, tmp_path: Path
) -> None:
    assistant("print", "blank", "-o", tmp_path)
    made = {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()}
    assert made["blank-chart.pdf"] < made["blank-roster.pdf"] < made["blank-status-record.pdf"]


def test_a_campaign_is_printed_as_it_stands(assistant: Assistant, tmp_path: Path) -> None:
    demo = demo_file("war-of-the-ring")
    assert demo is not None
    assert assistant("campaign", "import", demo, "--as", "Demo").code == 0
    whose = ("--commander", "saruman", "--campaign", "demo")
    assert assistant("print", "charts", *whose, "-o", tmp_path).code == 0
    said = text_of(tmp_path / "chart-saruman.pdf")
    assert "Your forces now" in said
    assert "turn 9" in said
    for sheet in ("labels", "chronicle", "combat-report"):
        assert assistant("print", sheet, "--campaign", "demo", "-o", tmp_path).code == 0
    assert "theoden" in text_of(tmp_path / "labels.pdf")
    assert "Saruman declares the War of Saruman." in text_of(tmp_path / "chronicle.pdf")
    assert "Boromir, Merry and Pippin against" in text_of(tmp_path / "combat-report.pdf")
