"""Campaigns as files: export, import, backup, restore."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from assistant.cli.common import database, instance_option, open_service
from assistant.kernel.asking import count_of
from assistant.kernel.errors import Illegal


def backups(instance: Path) -> Path:
    """Where backups go by default."""
    return instance / "backups"


@click.command("export", epilog="\b\nExample: assistant campaign export summer-convention -o summer.jsonl")
@click.argument("ref", metavar="CAMPAIGN")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option("--force", is_flag=True, help="Write over a file that is already there.")
@instance_option
def export(ref: str, output: Path | None, force: bool, instance: Path) -> None:
    """Write a campaign to one readable file (JSON lines)."""
    from assistant.ledger.exchange import export_campaign
    from assistant.ledger.seen import seen

    with open_service(instance, who="assistant campaign export", read_only=True) as service:
        found = service.campaign(ref)
        _refuse_unfit(output, force, instance)
        for pending in service.ledger.pendings(found.id):
            click.echo(f"Still under way, and not part of the file: {seen(pending.title)}.", err=True)
        with _opened(output) as file:
            export_campaign(service.ledger, found.id, file)
    if output is not None:
        click.echo(f"{count_of(found.head, 'entry', 'entries')} written to {output}.")


@contextmanager
def _opened(output: Path | None) -> Iterator[BinaryIO]:
    """The file to write, or standard output as bytes: an export is UTF-8 whatever the console shows."""
    from assistant.ledger.files import written_whole

    if output is None:
        yield sys.stdout.buffer
        sys.stdout.flush()
    else:
        with written_whole(output, is_private=True) as file:
            yield file


def _refuse_unfit(output: Path | None, force: bool, instance: Path) -> None:
    from assistant.ledger.files import is_database

    if output is None:
        return
    if is_database(output) or output.resolve().is_relative_to(instance.resolve()):
        raise Illegal(
            "not-among-databases",
            f"{output} is a database, or lies in the folder of the campaign database.",
            do="Choose another name or folder for the export.",
        )
    if output.is_file() and not force:
        raise Illegal(
            "file-exists",
            f"{output} is already there.",
            do="Choose another name, or write over it with --force.",
        )


@click.command("import", epilog="\b\nExample: assistant campaign import summer.jsonl --as 'Summer, a copy'")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "as_name", metavar="NAME", help="Import it as a copy under another name.")
@instance_option
def import_(file: Path, as_name: str | None, instance: Path) -> None:
    """Take in a campaign from an exported file; a damaged or foreign one is refused."""
    from assistant.campaign.restoring import refuse_unless_playable
    from assistant.ledger.exchange import read_export

    with open_service(instance, who="assistant campaign import") as service:
        told, entries = read_export(file)
        refuse_unless_playable(service, file, told, entries)
        made = service.ledger.adopt(told, entries, as_name=as_name)
    click.echo(f"{made.name} is here, with {count_of(made.head, 'entry', 'entries')}. Its id is {made.id}.")


@click.command(epilog="\b\nExample: assistant campaign backup")
@click.option("-o", "--folder", type=click.Path(path_type=Path, file_okay=False), help="Where to put it.")
@instance_option
def backup(folder: Path | None, instance: Path) -> None:
    """Copy the whole database, safely, also while the assistant runs."""
    from assistant.ledger.backup import backup as back_up
    from assistant.packs.where import shown_path

    written = back_up(database(instance), folder or backups(instance))
    click.echo(f"Backed up to {shown_path(written)}.")


@click.command(epilog="\b\nExample: assistant campaign restore backups/campaigns-20261116-101500.sqlite")
@click.argument("file", type=click.Path(path_type=Path))
@instance_option
def restore(file: Path, instance: Path) -> None:
    """Put a backup in place of the database; what is there now is backed up first."""
    from assistant.ledger.backup import restore as put_back
    from assistant.packs.where import shown_path

    before = put_back(database(instance), file, backups(instance))
    click.echo(f"Restored from {file}.")
    if before is not None:
        click.echo(f"What was there before is kept in {shown_path(before)}.")
