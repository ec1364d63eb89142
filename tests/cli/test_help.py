"""Every command explains itself: what it does, each option, and an example that works."""

from __future__ import annotations

import shlex

import click
import pytest

from tests.cli.commands import parse, tree
from tests.cli.conftest import Assistant

EXAMPLE = "Example: "
COMMANDS = dict(tree())
OPTIONS = {
    f"{path} {option.opts[-1]}": option
    for path, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Option)
}


def test_the_tree_is_walked_to_its_leaves() -> None:
    assert {"assistant resolve", "assistant campaign new", "assistant rules coverage"} <= set(COMMANDS)


@pytest.mark.parametrize("path", COMMANDS)
def test_help_is_shown_for_every_command(assistant: Assistant, path: str) -> None:
    result = assistant(*path.split()[1:], "--help")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Usage: {path} ")
    assert EXAMPLE in result.out


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_says_what_it_does_in_a_sentence(path: str) -> None:
    said = COMMANDS[path].help or ""
    assert said.strip().split("\n\n")[0].rstrip().endswith((".", ":")), said
    assert COMMANDS[path].get_short_help_str(100)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_a_help_text(name: str) -> None:
    assert (OPTIONS[name].help or "").endswith("."), OPTIONS[name].help


@pytest.mark.parametrize("path", COMMANDS)
def test_the_example_of_every_command_is_one_of_it_and_parses(path: str) -> None:
    epilog = (COMMANDS[path].epilog or "").removeprefix("\b\n")
    assert epilog.startswith(EXAMPLE)
    words = shlex.split(epilog.removeprefix(EXAMPLE))
    assert " ".join(words).startswith(path)
    parse(words[1:])


def test_a_wrong_example_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        parse(["resolve", "--no-such-option", "a.json"])
    with pytest.raises(click.UsageError):
        parse(["campaign", "nwe", "Summer"])


def test_the_version_is_printed(assistant: Assistant) -> None:
    result = assistant("--version")
    assert result.code == 0
    assert result.out.startswith("assistant, version ")


@pytest.mark.parametrize(
    "path", [path for path, command in COMMANDS.items() if isinstance(command, click.Group)]
)
def test_a_group_without_a_command_shows_its_help(assistant: Assistant, path: str) -> None:
    result = assistant(*path.split()[1:])
    assert "Usage: " in result.out + result.err
    assert result.code in (0, 2)


def test_the_printed_help_keeps_each_example_on_one_line() -> None:
    for path, command in COMMANDS.items():
        example = (command.epilog or "").removeprefix("\b\n")
        printed = command.get_help(click.Context(command, info_name=path, terminal_width=80))
        assert example in printed, path
