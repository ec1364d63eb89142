"""Campaigns as files: export, import, backup, restore."""

from __future__ import annotations

import sys
from pathlib import Path

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

    with open_service(instance, who="assistant campaign export", read_only=True) as service:
        found = service.campaign(ref)
        _refuse_if_there(output, force)
        for pending in service.ledger.pendings(found.id):
            click.echo(f"Still under way, and not part of the file: {pending.title}.", err=True)
        if output is None:
            export_campaign(service.ledger, found.id, sys.stdout)
            return
        output.parent.mkdir(parents=True, exist_ok=True)
        with output.open("w", encoding="utf-8", newline="\n") as file:
            export_campaign(service.ledger, found.id, file)
    click.echo(f"{count_of(found.head, 'entry', 'entries')} written to {output}.")


def _refuse_if_there(output: Path | None, force: bool) -> None:
    if output is not None and output.exists() and not force:
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
    from assistant.ledger.exchange import import_campaign

    with open_service(instance, who="assistant campaign import") as service:
        made = import_campaign(service.ledger, file, as_name=as_name)
    click.echo(f"{made.name} is here, with {count_of(made.head, 'entry', 'entries')}. Its id is {made.id}.")


@click.command(epilog="\b\nExample: assistant campaign backup")
@click.option("-o", "--folder", type=click.Path(path_type=Path, file_okay=False), help="Where to put it.")
@instance_option
def backup(folder: Path | None, instance: Path) -> None:
    """Copy the whole database, safely, also while the assistant runs."""
    from assistant.ledger.backup import backup as back_up

    written = back_up(database(instance), folder or backups(instance))
    click.echo(f"Backed up to {written}.")


@click.command(epilog="\b\nExample: assistant campaign restore backups/campaigns-20261116-101500.sqlite")
@click.argument("file", type=click.Path(path_type=Path))
@instance_option
def restore(file: Path, instance: Path) -> None:
    """Put a backup in place of the database; what is there now is backed up first."""
    from assistant.ledger.backup import restore as put_back

    before = put_back(database(instance), file, backups(instance))
    click.echo(f"Restored from {file}.")
    if before is not None:
        click.echo(f"What was there before is kept in {before}.")
