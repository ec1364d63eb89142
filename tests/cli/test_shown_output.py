"""What the README and the other pages show of a command is what it really prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.shown import ROOT, Example, Folder, examples, in_words

README, DOCS = ROOT / "README.md", ROOT / "docs"
FACES = "12\n33 44 56\n1 2 3 3 4 4 5 6 6 1\n\n\n4 4 4 4 4\n1 1 1 1 1 1\n"
"""The dice of the fight that the pages show: Éomer loses nobody, and evil everyone who was hit."""
TYPED = {
    "assistant fight --campaign summer-convention --good": FACES,
    "assistant fight --good eomer": FACES,
    'assistant fight --good "legolas': "5\n26\n",
}
BY_ITSELF = (
    "quick ",
    "odds ",
    "way ",
    "seats ",
    "schedule ",
    "rules ",
    "scenario house-rules ",
    "scenario check scenarios/war-of-the-ring",
    "fight --good ",
    "resolve tests/examples/eomer-rides-down-lurtz.json --log",
)
"""Commands that need nothing but a fresh folder."""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A fresh copy, with the battle that the pages speak of."""
    made = Folder.fresh(tmp_path)
    text = (DOCS / "commands.md").read_text(encoding="utf-8").partition("This is `helms-deep.json`:")[2]
    (tmp_path / "helms-deep.json").write_text(text.partition("    $ ")[0], encoding="utf-8")
    return made


def test_the_readme_leads_to_the_battle_file_that_it_uses() -> None:
    paragraph = README.read_text(encoding="utf-8").partition("**The odds.**")[2].partition("    $ ")[0]
    (page, section) = re.findall(r"\]\(docs/([a-z-]+\.md)#([a-z-]+)\)", paragraph)[-1]
    shown = (DOCS / page).read_text(encoding="utf-8").partition("This is `helms-deep.json`:")
    assert shown[1], page
    assert section == "assistant-odds"
    assert shown[0].rpartition("\n## ")[2].startswith("`assistant odds`")


def differing(folder: Folder, shown: list[Example]) -> dict[str, str]:
    """Where a page and the program part, by the line of the page."""
    found = {}
    for one in shown:
        typed = next((lines for start, lines in TYPED.items() if one.command.startswith(start)), "")
        printed = folder.run(one.arguments, typed + "\n" * 40)
        if one.shown and (part := one.differs(printed)):
            found[f"{one.line}: {one.command}"] = f"{part}\n-- but it prints:\n{printed}"
    return found


def test_everything_that_the_readme_shows_is_printed_by_one_command_after_another(folder: Folder) -> None:
    shown = list(examples(README))
    assert len(shown) >= 19
    assert differing(folder, shown) == {}


def alone(page: Path) -> list[Example]:
    """The commands of a page that need nothing but a fresh folder, and show what they print."""
    return [
        one
        for one in examples(page)
        if one.shown
        and one.command.removeprefix("assistant ").startswith(BY_ITSELF)
        and "--scenario" not in one.command
    ]


@pytest.mark.parametrize(
    "page", [page for page in sorted(DOCS.glob("*.md")) if alone(page)], ids=lambda page: page.stem
)
def test_what_another_page_shows_is_printed_as_well(page: Path, folder: Folder) -> None:
    assert differing(folder, alone(page)) == {}


def test_most_pages_with_commands_are_looked_at() -> None:
    assert {page.stem for page in DOCS.glob("*.md") if alone(page)} >= {
        "battle-files",
        "commands",
        "game-masters",
        "scenarios",
    }


def one(*shown: str) -> Example:
    return Example(1, "assistant rules missed", shown)


def test_lines_may_break_elsewhere_and_dots_stand_for_any_lines() -> None:
    printed = "Good lost nobody.\nEvil lost\neight.\n\nGood won.\n"
    for shown in (
        ("Good lost", "nobody. Evil lost eight.", "Good won."),
        ("Good lost nobody.", "...", "Good won."),
        ("Good lost nobody.", "..."),
        ("Good lost nobody.", "...", "Evil lost eight.", "...", "Good won."),
    ):
        assert one(*shown).differs(printed) == ""


def test_what_is_not_printed_is_found() -> None:
    printed = "Good lost nobody.\nEvil lost eight.\nGood won.\n"
    for shown in (
        ("Good lost nobody.", "Evil lost eight."),
        ("Good lost nobody.", "...", "Evil won."),
        ("Evil lost eight.", "...", "Good won."),
        ("...", "Good won.", "...", "Evil lost eight.", "..."),
        ("Good lost nobody.", "...", "Evil lost eight."),
        ("Good lost one.", "..."),
    ):
        assert one(*shown).differs(printed) != ""


def test_moments_are_all_the_same() -> None:
    assert in_words(["campaigns-20261116-101500.sqlite"]) == in_words(["campaigns-20270131-235959.sqlite"])
