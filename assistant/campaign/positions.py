"""A measured table as a sheet, in and out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from assistant.kernel.errors import Fault, Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, inches
from assistant.packs.faults import remedy, shown
from assistant.packs.positions import Row, parse_rows, refused
from assistant.rules.book import Book
from assistant.rules.deeds.placing import Measure, Measured, require_on
from assistant.rules.kit import Kit
from assistant.rules.measuring import base_of
from assistant.rules.names import name_of
from assistant.rules.standing import is_on_table
from assistant.rules.war import Spot
from assistant.rules.world import Figure, World
from assistant.table.bases import GRAINS_PER_MM

COLUMNS = ("id", "side", "profile", "table", "x", "y", "base_mm", "facing")


def read_sheet(kit: Kit, world: World, text: str, file: str) -> Measure:
    """The deed that puts everyone where a sheet says; what it says of them must be so in the game."""
    rows = parse_rows(text, file, kit.book)
    if faults := [*_faults(kit, world, rows, file)]:
        raise refused(file, faults)
    spots = ((FigureId(one.standing.id), _spot(one)) for one in rows)
    return Measure(tuple(Measured(figure, spot) for figure, spot in spots))


def _spot(row: Row) -> Spot:
    one = row.standing
    return Spot(one.table, one.at.x, one.at.y, one.facing)


def _faults(kit: Kit, world: World, rows: Sequence[Row], file: str) -> Iterator[Fault]:
    """Where a sheet and the game do not agree: all of it, row by row."""
    if not rows:
        yield Fault(file, "", "no figure is named", "write one row for each figure")
    for row in rows:
        figure = world.figures.get(FigureId(row.standing.id))
        if figure is None:
            wrong = f"there is no figure {shown(row.standing.id)} in this game"
            yield row.fault(file, "id", wrong, remedy(row.standing.id, [*world.figures]))
        else:
            for column, wrong, right in _untruths(kit, world, row, figure):
                yield row.fault(file, column, wrong, right)
        try:
            require_on(kit, _spot(row))
        except Illegal as wrong_spot:
            column = "table" if row.standing.table not in kit.scenario.atlas.sheets else "x, y"
            yield row.fault(file, column, wrong_spot.sentence.rstrip("."), wrong_spot.do.rstrip("."))


def _untruths(kit: Kit, world: World, row: Row, one: Figure) -> Iterator[tuple[str, str, str]]:
    """What a row says of a figure that is not so: the column, what is wrong, what to do."""
    who = name_of(kit, world, one)
    if not is_on_table(one):
        yield "id", f"{who} is {one.condition}, and not on the table", "leave that row out"
    if row.standing.side != one.side:
        yield "side", f"{who} is not of {row.standing.side}", f"write {one.side}"
    if row.profile != one.profile:
        yield "profile", f"{who} is no {kit.book.profiles[row.profile].name}", f"write {one.profile}"
        return
    if row.mounted is not None and row.mounted != one.mounted:
        how = "mounted" if one.mounted else "on foot"
        yield "mounted", f"{who} is {how}", f"write {'yes' if one.mounted else 'no'}, or leave it empty"
    base = base_of(kit.book.profiles[one.profile], one.mounted)
    if row.says_base and (not base.is_round or row.standing.base.width != base.width):
        size = f"write {base.width // GRAINS_PER_MM}" if base.is_round else "its base is no circle"
        yield "base_mm", f"{who} stands on another base in this game", f"{size}, or leave it empty"


def standing_on_tables(world: World) -> tuple[tuple[Figure, Spot], ...]:
    """Everyone whom the tables measure; neither the slain nor captives stand anywhere."""
    # Figures whose arrival was undone are on no table; once it is redone, they stand where they stood.
    found = ((world.figures.get(one), spot) for one, spot in world.war.spots.items())
    return tuple((one, spot) for one, spot in found if one is not None and is_on_table(one))


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
