"""`assistant campaign play`: the running game at the terminal, command by command."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from assistant.cli.common import instance_option, load_game, open_service, same_instance

if TYPE_CHECKING:
    from assistant.cli.campaign.play_commands import Command
    from assistant.cli.campaign.play_sitting import Sitting, WhoseDice


@click.command(epilog="\b\nExample: assistant campaign play summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@click.option(
    "--dice",
    type=click.Choice(["seats", "ask", "app"]),
    default="seats",
    show_default=True,
    help="Type dice as each seat has it, ask for every roll, or let the app roll them all.",
)
@instance_option
def play(ref: str, dice: WhoseDice, instance: Path) -> None:
    """Run the game: what is due, forces, fights, wars, places and points, one command at a time.

    Type `help` for the commands. Everything is kept at once, also the question that is open, so leave as you
    like and come back. Commands may come from a file or a pipe; what was read is then printed too.
    """
    from assistant.cli.campaign.play_sitting import Sitting

    with open_service(instance, who=f"assistant campaign play {ref}") as service, _echoing():
        sitting = Sitting(service, service.campaign(ref), load_game(), dice)
        begin_if_seated(sitting)
        run(sitting)


def begin_if_seated(sitting: Sitting) -> None:
    """The game begins by itself where the campaign was made with its players."""
    from assistant.cli.campaign.play_seating import seated
    from assistant.rules.deeds.beginning import BeginGame

    chosen = seated(sitting.campaign.setup)
    if chosen and not sitting.world.war.seats and sitting.campaign.head == 0:
        sitting.do(BeginGame(chosen))


def run(sitting: Sitting) -> None:
    """Read commands until nobody wants to go on; whatever is refused loses nothing."""
    from assistant.cli.campaign.play_sitting import GO_ON

    commands()
    _edit_lines()
    kept = f"All is kept; go on with: {GO_ON} {sitting.campaign.id}{same_instance()}"
    try:
        _listen(sitting)
    except (click.Abort, KeyboardInterrupt):
        click.echo(f"\n{kept}")
        raise
    click.echo(kept)


def _listen(sitting: Sitting) -> None:
    from assistant.cli.campaign.play_looks import echo
    from assistant.cli.campaign.play_show import where
    from assistant.cli.campaign.play_sitting import Quit

    echo(where(sitting))
    with suppress(Quit, EOFError):
        while True:
            stands = _stands(sitting)
            obey(sitting, input("> "))
            if _stands(sitting) != stands:
                echo(where(sitting))


def _edit_lines() -> None:
    """Arrow keys correct a line and bring back earlier ones, where somebody types and the system can."""
    if sys.stdin is not None and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - input() edits its lines by it as soon as it is there


def _stands(sitting: Sitting) -> tuple[int, str]:
    return sitting.world.war.turn, sitting.world.war.phase


def commands() -> tuple[Command, ...]:
    """Every command, as `help` lists them."""
    from assistant.cli.campaign import (  # noqa: F401 - each registers its commands
        play_battle,
        play_forces,
        play_holding,
        play_looks,
        play_measuring,
        play_quickly,
        play_seating,
        play_turns,
    )
    from assistant.cli.campaign.play_commands import COMMANDS

    return tuple(COMMANDS)


def obey(sitting: Sitting, line: str) -> None:
    """One command; what is wrong with it is told."""
    from assistant.campaign.naming import naming
    from assistant.cli.campaign.play_commands import understood
    from assistant.kernel.errors import AssistantError, Malformed

    if not line.strip() or line.strip().startswith("#"):
        return
    try:
        command, rest = understood(line)
        command.run(sitting, rest)
    except AssistantError as error:
        # What is to be typed stands as it is typed, and where one of several is to be named, by ids.
        is_typed = error.code == "which-one" or (isinstance(error, Malformed) and not error.faults)
        if not is_typed:
            naming(sitting.kit, sitting.world).tell(error)
        for said in error.lines():
            click.echo(said if said.endswith((".", "?")) else f"{said}.")


@dataclass(frozen=True, slots=True)
class Echoing:
    """A script's lines, printed as they are read, so that what comes out is a whole transcript."""

    script: TextIO

    def isatty(self) -> bool:
        """A script is no terminal."""
        return False

    def readline(self) -> str:
        line = self.script.readline()
        click.echo(line.rstrip("\n"))
        return line


@contextmanager
def _echoing() -> Iterator[None]:
    typed = sys.stdin
    if typed is None or typed.isatty():
        yield
        return
    script: Any = Echoing(typed)
    sys.stdin = script
    try:
        yield
    finally:
        sys.stdin = typed
