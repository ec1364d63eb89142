"""`assistant roster`: the profiles as a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.cli.common import load_game, writing

MOST_NAMED = 12


@click.group(epilog="\b\nExample: assistant roster export -o rosters.csv")
def roster() -> None:
    """Take the profiles out to a spreadsheet, and changes back in."""


@roster.command("export", epilog="\b\nExample: assistant roster export -o rosters.csv")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The CSV file to write."
)
def export(output: Path | None) -> None:
    """Write every profile to a CSV file, or to standard output."""
    from assistant.packs.spreadsheet import export_csv

    book = load_game().book
    text = export_csv(book)
    if output is None:
        click.echo(text, nl=False)
        return
    with writing(output):
        output.parent.mkdir(parents=True, exist_ok=True)
        # The mark in front tells spreadsheets that this is UTF-8: without it Excel garbles every accent.
        output.write_text(text, encoding="utf-8-sig", newline="\n")
    click.echo(f"{len(book.profiles)} profiles written to {output}.")


@roster.command("import", epilog="\b\nExample: assistant roster import rosters.csv")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.csv")
@click.option(
    "--rosters",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="The folder of roster files to change; the project's own by default.",
)
def import_(file: Path, rosters: Path | None) -> None:
    """Take the changes of a CSV file into the roster files: all of them, or none if anything is wrong."""
    from assistant.packs.spreadsheet import import_csv
    from assistant.packs.where import home
    from assistant.rules.effects.registry import parameters

    changes = import_csv(file, rosters or home() / "rosters", effects=parameters())
    for profile, columns in changes.altered.items():
        click.echo(f"{profile}: {', '.join(columns)} changed")
    for profile in changes.added:
        click.echo(f"{profile}: new")
    if not changes.altered and not changes.added:
        click.echo("Nothing differs; the rosters stay as they are.")
    if changes.left_out:
        click.echo(_left_out(changes.left_out))


def _left_out(names: tuple[str, ...]) -> str:
    """A row that is gone from the sheet takes no profile away; who deleted it should know."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    listed = f"{', '.join(names[:MOST_NAMED])}{more}"
    return f"Not in the sheet, and left as before: {listed}. To remove a profile, edit its roster file."
