"""Whoever does what the page on scenarios says gets what it shows, and finds every key on it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest
from pydantic import BaseModel

from assistant.packs.schema import FILES

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
NAME = "the-siege-of-the-keep"
HOMES = {
    "place": "places",
    "start": "starts",
    "regular": "schedule",
    "event": "schedule",
    "after": "schedule",
}


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def blocks(text: str) -> list[str]:
    """Everything set apart as typed or printed, without its margin."""
    found = re.findall(r"(?:^(?:    .*)?\n)*^    .*\n", text, flags=re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE).strip("\n") for block in found]


def examples(title: str) -> list[tuple[str, str]]:
    """Commands of a section and what they print."""
    shown = (block for block in blocks(section(title)) if block.startswith("$ "))
    return [(first.removeprefix("$ "), rest) for first, _, rest in (block.partition("\n") for block in shown)]


@pytest.fixture
def folder(tmp_path: Path, assistant: Assistant) -> Path:
    """The scenario of the page, begun and changed as it says."""
    assert assistant("scenario", "new", "The Siege of the Keep", "-o", tmp_path).code == 0
    folder = tmp_path / NAME
    for block in blocks(section("Change it")):
        kind = re.findall(r"\[\[([a-z]+)\]\]", block)[0]
        file = folder / f"{HOMES[kind]}.toml"
        before = file.read_text(encoding="utf-8")
        if kind == "regular":
            before = re.sub(r"\[\[regular\]\]\n(?:.+\n)+", "", before)
        file.write_text(f"{before}\n{block}\n", encoding="utf-8")
    return folder


def follow(assistant: Assistant, folder: Path, command: str) -> str:
    """What a command of the page prints, with the folder named as on the page."""
    words = [
        str(folder) if word.removeprefix("scenarios/") == NAME else word for word in shlex.split(command)
    ]
    run = assistant(*words[1:])
    return (run.out + run.err).replace(str(folder), f"scenarios/{NAME}").strip("\n")


@pytest.mark.parametrize(("command", "printed"), [examples("Check it")[0], *examples("See it")])
def test_the_page_shows_what_is_printed(
    assistant: Assistant, folder: Path, command: str, printed: str
) -> None:
    assert follow(assistant, folder, command) == printed


def test_the_page_shows_the_faults_of_three_mistakes(assistant: Assistant, folder: Path) -> None:
    for file, right, wrong in (
        ("starts", "6 rohan-foot", "6 rohan-fot"),
        ("schedule", "turn = 4", 'turn = "four"'),
        ("schedule", 'event = "the-horn"', 'event = "the-hron"'),
    ):
        path = folder / f"{file}.toml"
        path.write_text(path.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    command, printed = examples("Check it")[1]
    assert follow(assistant, folder, command) == printed


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """A model and those of the rows in it."""
    yield model
    for field in model.model_fields.values():
        for inner in inside(field.annotation):
            yield from models(inner)


def inside(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from inside(argument)


def keys(file: str) -> set[str]:
    return {
        field.alias or name for model in models(FILES[file][0]) for name, field in model.model_fields.items()
    }


@pytest.mark.parametrize(
    "file",
    [
        "scenario",
        "commanders",
        "starts",
        "schedule",
        "victory",
        "places",
        "place-rules",
        "things",
        "thing-rules",
    ],
)
def test_every_key_of_a_file_stands_in_its_section(file: str) -> None:
    told = PAGE.split(f"\n### {file}.toml\n")[1].split("\n### ")[0].split("\n## ")[0]
    if file == "thing-rules":
        told = PAGE.split("\n### place-rules.toml\n")[1].split("\n### ")[0]
    elsewhere = (
        {"name", "when", "rule", "reading"} if file in ("places", "things", "starts") else {"rule", "reading"}
    )
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", told))))
    assert keys(file) - words - elsewhere == set()
