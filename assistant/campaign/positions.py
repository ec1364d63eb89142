"""A measured table as a sheet, in and out."""

from __future__ import annotations

import csv
import io

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, inches
from assistant.packs.positions import parse_positions
from assistant.rules.book import Book
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.measuring import base_of
from assistant.rules.standing import is_on_table
from assistant.rules.war import Spot
from assistant.rules.world import Figure, World
from assistant.table.bases import GRAINS_PER_MM, Standing

COLUMNS = ("id", "side", "profile", "table", "x", "y", "base_mm", "facing")


def measured_by(sheet: tuple[Standing, ...]) -> Measure:
    """The deed that puts everyone where a sheet says."""
    spots = (Spot(one.table, one.at.x, one.at.y, one.facing) for one in sheet)
    return Measure(tuple(Measured(FigureId(one.id), spot) for one, spot in zip(sheet, spots, strict=True)))


def read_sheet(text: str, name: str, book: Book) -> Measure:
    """The same from the text of a CSV file."""
    return measured_by(parse_positions(text, name, book))


def standing_on_tables(world: World) -> tuple[tuple[Figure, Spot], ...]:
    """Everyone whom the tables measure; neither the slain nor captives stand anywhere."""
    found = ((world.figures[one], spot) for one, spot in world.war.spots.items())
    return tuple((one, spot) for one, spot in found if is_on_table(one))


def as_sheet(book: Book, world: World) -> str:
    """Where the measured figures stand, as CSV."""
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(COLUMNS)
    for one, spot in standing_on_tables(world):
        base = base_of(book.profiles[one.profile], one.mounted)
        # A rectangle is known by its profile and where it points; a round base by its diameter.
        stands = (base.width // GRAINS_PER_MM, "") if base.is_round else ("", spot.facing)
        place = (inches(Mil(spot.x)), inches(Mil(spot.y)))
        sheet.writerow((one.id, one.side, one.profile, spot.table, *place, *stands))
    return text.getvalue()
