"""`assistant campaign measure` and `positions`: a measured table as a sheet, in and out."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import click

from assistant.cli.campaign.by_hand import key_option, record
from assistant.cli.common import instance_option, load_game, open_service
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, inches

COLUMNS = ("id", "side", "profile", "table", "x", "y", "base_mm", "facing")


@click.command(epilog="\b\nExample: assistant campaign measure summer figures.csv")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("figures", type=click.Path(path_type=Path), metavar="FIGURES.csv")
@key_option
@instance_option
def measure(ref: str, figures: Path, key: str | None, instance: Path) -> None:
    """Put figures where a sheet says they stand; the columns are those of `assistant forces`."""
    from assistant.packs.positions import read_positions
    from assistant.rules.deeds.placing import Measure, Measured
    from assistant.rules.war import Spot

    sheet = read_positions(figures, load_game().book)
    rows = tuple(Measured(FigureId(one.id), Spot(one.table, one.at.x, one.at.y, one.facing)) for one in sheet)
    with open_service(instance, who="assistant campaign measure") as service:
        record(service, ref, Measure(rows), key)


@click.command(epilog="\b\nExample: assistant campaign positions summer -o figures.csv")
@click.argument("ref", metavar="CAMPAIGN")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The CSV file to write."
)
@instance_option
def positions(ref: str, output: Path | None, instance: Path) -> None:
    """Write where the measured figures stand, for `assistant forces` or to measure them again."""
    from assistant.rules.measuring import base_of
    from assistant.table.bases import GRAINS_PER_MM

    book = load_game().book
    with open_service(instance, who="assistant campaign positions", read_only=True) as service:
        world = service.world(service.campaign(ref))
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(COLUMNS)
    for figure, spot in world.war.spots.items():
        one = world.figures[figure]
        base = base_of(book.profiles[one.profile], one.mounted)
        # A rectangle is known by its profile and where it points; a round base by its diameter.
        stands = (base.width // GRAINS_PER_MM, "") if base.is_round else ("", spot.facing)
        place = (inches(Mil(spot.x)), inches(Mil(spot.y)))
        sheet.writerow((figure, one.side, one.profile, spot.table, *place, *stands))
    if output is None:
        click.echo(text.getvalue(), nl=False)
        return
    try:
        output.write_text(text.getvalue(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise Illegal(
            "cannot-write",
            f"{output} cannot be written: {error.strerror}.",
            do="Choose another file with -o.",
        ) from error
    click.echo(f"{len(world.war.spots)} figures written to {output}.")
