"""`assistant campaign measure` and `positions`: a measured table as a sheet, in and out."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.cli.campaign.by_hand import key_option, record
from assistant.cli.common import instance_option, load_game, open_service, writing


@click.command(epilog="\b\nExample: assistant campaign measure summer figures.csv")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("figures", type=click.Path(path_type=Path), metavar="FIGURES.csv")
@key_option
@instance_option
def measure(ref: str, figures: Path, key: str | None, instance: Path) -> None:
    """Put figures where a sheet says they stand; the columns are those of `assistant forces`."""
    from assistant.campaign.positions import read_sheet
    from assistant.packs.positions import text_of
    from assistant.packs.where import shown_path

    text = text_of(figures)
    with open_service(instance, who="assistant campaign measure") as service:
        world = service.world(service.campaign(ref))
        record(service, ref, read_sheet(load_game().kit, world, text, shown_path(figures)), key)


@click.command(epilog="\b\nExample: assistant campaign positions summer -o figures.csv")
@click.argument("ref", metavar="CAMPAIGN")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The CSV file to write."
)
@instance_option
def positions(ref: str, output: Path | None, instance: Path) -> None:
    """Write where the measured figures stand, for `assistant forces` or to measure them again."""
    from assistant.campaign.positions import as_sheet, standing_on_tables

    with open_service(instance, who="assistant campaign positions", read_only=True) as service:
        world = service.world(service.campaign(ref))
    text = as_sheet(load_game().book, world)
    if output is None:
        click.echo(text, nl=False)
        return
    with writing(output):
        output.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"{len(standing_on_tables(world))} figures written to {output}.")
