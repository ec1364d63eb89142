"""The `assistant` command: each subcommand is loaded when it is asked for."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path

import click

from assistant import __version__
from assistant.cli.terminal import shown_only
from assistant.kernel.errors import AssistantError

COMMANDS = {
    "campaign": "assistant.cli.campaign",
    "demo": "assistant.cli.demo",
    "fight": "assistant.cli.fight",
    "forces": "assistant.cli.forces",
    "map": "assistant.cli.map",
    "odds": "assistant.cli.odds",
    "print": "assistant.cli.print",
    "quick": "assistant.cli.quick",
    "resolve": "assistant.cli.resolve",
    "roster": "assistant.cli.roster",
    "rules": "assistant.cli.rules",
    "scenario": "assistant.cli.scenario",
    "schedule": "assistant.cli.schedule",
    "seats": "assistant.cli.seats",
    "serve": "assistant.cli.serve",
    "way": "assistant.cli.way",
}
BAD_INPUT = 2
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class LazyGroup(click.Group):
    """Loads a subcommand's module only when that subcommand is needed, so that all start quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(COMMANDS[cmd_name])
        # A command that would hide one of Python's own names carries an underscore.
        found = getattr(module, f"{cmd_name}_", None) or getattr(module, cmd_name)
        assert isinstance(found, click.Command)
        return found


@click.group(
    cls=LazyGroup,
    epilog="\b\nExample: assistant fight --good 'eomer, 3 rider-of-rohan' --evil '9 uruk-hai, lurtz'",
)
@click.version_option(__version__, prog_name="assistant")
def cli() -> None:
    """The Ring of Power assistant: run, resolve and record grand games of Middle-earth."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command; whatever goes wrong ends in a sentence and an exit code, never in a traceback."""
    with shown_only():
        _run(arguments)


def _run(arguments: list[str] | None) -> None:
    try:
        cli.main(arguments, prog_name="assistant", standalone_mode=False)
    except AssistantError as error:
        for line in error.lines():
            click.echo(line, err=True)
        sys.exit(BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.UsageError as error:
        hint = f" Try `{error.ctx.command_path} --help`." if error.ctx else ""
        click.echo(f"{error.format_message()}{hint}", err=True)
        sys.exit(BAD_INPUT)
    except click.ClickException as error:
        click.echo(error.format_message(), err=True)
        sys.exit(BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            _drop_output()
            click.echo("No room is left to write to. Free some space, then try again.", err=True)
            sys.exit(BAD_INPUT)
        click.echo(
            f"Something went wrong inside the assistant; nothing of this command was kept. "
            f"Please report it with the details in {_keep_details()}.",
            err=True,
        )
        sys.exit(1)


def _drop_output() -> None:
    """Forget what standard output did not take, lest Python complains once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _keep_details() -> str:
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix="assistant-error-", suffix=".txt", delete=False
    ) as file:
        file.write(f"assistant {__version__}, Python {sys.version}\n\n{traceback.format_exc()}")
    return str(Path(file.name))


__all__ = ["cli", "main"]
