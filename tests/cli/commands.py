"""The tree of commands, and reading arguments as a command would without running it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from assistant.cli import cli


def tree(command: click.Command = cli, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command with its path, `assistant` first."""
    yield " ".join(("assistant", *path)), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from tree(found, (*path, name))


def parse(words: list[str]) -> None:
    """Read the words after `assistant`; a wrong one raises."""
    command: click.Command = cli
    context = click.Context(cli, info_name="assistant")
    while isinstance(command, click.Group):
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found, info_name=name, parent=context)
    command.make_context(context.info_name, words, parent=context.parent).close()
