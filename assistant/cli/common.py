"""What all commands share: where things lie, how they open the campaigns, and how they print."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from assistant.kernel.errors import AssistantError, Fault, Illegal, Malformed
from assistant.ledger.seen import json_without_orders
from assistant.packs.where import home

if TYPE_CHECKING:
    from assistant.campaign.service import Service
    from assistant.ledger.records import Actor
    from assistant.rules.game import RingOfPower

F = TypeVar("F", bound=Callable[..., Any])

DATABASE = "campaigns.sqlite"
INSTANCE_VARIABLE = "ASSISTANT_INSTANCE"
# Seconds: a short command waits for another short command, not for a server.
PATIENCE = 3.0


def default_instance() -> Path:
    """The instance folder of the checkout, or of the current directory for an installed assistant."""
    root = home()
    return (root if (root / "pyproject.toml").is_file() else Path.cwd()) / "instance"


def instance_option(command: F) -> F:
    """`--instance DIR`: where the campaign database is kept."""
    return click.option(
        "--instance",
        type=click.Path(path_type=Path, file_okay=False),
        envvar=INSTANCE_VARIABLE,
        default=default_instance,
        show_default="instance/ in the project",
        help="The folder of the campaign database.",
    )(command)


def same_instance() -> str:
    """What a command must be given to work in the same folder as this one: nothing, if it finds it itself."""
    here = click.get_current_context(silent=True)
    if here is None or here.get_parameter_source("instance") is not ParameterSource.COMMANDLINE:
        return ""
    return f" --instance {shlex.quote(str(here.params['instance']))}"


def json_option(command: F) -> F:
    """`--json`: exactly one JSON document on standard output."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


@contextmanager
def aside() -> Iterator[None]:
    """Questions on standard error with all that belongs to them: older clicks print a blank on the output."""
    with redirect_stdout(sys.stderr):
        yield


def database(instance: Path) -> Path:
    """The database file of an instance folder."""
    return instance / DATABASE


def print_json(document: object) -> None:
    """One document, readable and with its accents."""
    click.echo(json_without_orders(document))


@cache
def load_game() -> RingOfPower:
    """The game with the data of the project's packs."""
    from assistant.packs.load import load_both
    from assistant.rules.effects.registry import parameters
    from assistant.rules.game import RingOfPower

    return RingOfPower(*load_both(effects=parameters()))


@contextmanager
def open_service(instance: Path, *, who: str, read_only: bool = False) -> Iterator[Service]:
    """The campaigns of an instance folder."""
    from assistant.campaign.service import Service
    from assistant.ledger.store import Ledger

    path = database(instance)
    try:
        with Ledger.open(path, who=who, read_only=read_only, patience=PATIENCE) as ledger:
            yield Service(ledger, load_game())
    except AssistantError as error:
        raise with_way_back(error, path) from error


def with_way_back(error: AssistantError, path: Path) -> AssistantError:
    """A refusal because of damage names the newest sound backup, and how it is put in place."""
    from assistant.ledger.sound import Backups

    if error.code != "damaged-database":
        return error
    backups = Backups(path)
    sound = backups.newest_sound()
    if sound is not None:
        instance = shlex.quote(str(path.parent))
        do = (
            f"The newest sound backup was made on {sound.when}. Put it in place: "
            f"assistant campaign restore {shlex.quote(str(sound.path))} --instance {instance}"
        )
    else:
        number = len(backups.copies())
        none = f"None of its {number} backups is sound." if number else "There is no backup of it."
        do = f"{none} Name another folder with --instance."
    return type(error)(error.code, error.sentence, do=do, faults=error.faults)


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """What the system says against writing a file, in a sentence."""
    try:
        yield
    except OSError as error:
        why = (error.strerror or "unknown reason").lower()
        raise Illegal(
            "cannot-write", f"{file} cannot be written: {why}.", do="Choose another file with -o."
        ) from error


def actor() -> Actor:
    """Who acts at the command line: by the name they logged in with, and always as the game master."""
    from assistant.campaign.signing import THE_MASTER
    from assistant.ledger.records import Actor

    name = os.environ.get("USER") or os.environ.get("USERNAME")
    return Actor(name, THE_MASTER.who) if name else THE_MASTER


def of_file(error: AssistantError, path: Path) -> Malformed:
    """A refusal as faults of the file that asked for it: where, what is wrong, and what would be right."""
    faults = [replace(fault, file=str(path)) for fault in error.faults]
    whole = Fault(str(path), error.at, error.sentence.removesuffix("."), error.do)
    return Malformed(error.code, error.sentence, faults=faults or [whole])
