"""`assistant map`: a table drawn, with the figures of a campaign or of a file on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli.common import instance_option, load_game, open_service, writing
from assistant.cli.loading import house_rules_option, load_war, scenario_option
from assistant.kernel.errors import Illegal, Malformed

if TYPE_CHECKING:
    from assistant.maps.pieces import Scene
    from assistant.maps.svg import Pen
    from assistant.rules.book import Book
    from assistant.rules.scenario import Scenario
    from assistant.table.atlas import Atlas, Sheet


@click.command("map", epilog="\b\nExample: assistant map --table south -o south.svg")
@click.option(
    "--table", required=True, metavar="ID", help="The table or inset, such as south or moria-halls."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file; ID.svg if left out."
)
@click.option("--campaign", "ref", metavar="ID", help="Draw the figures of this campaign on it.")
@click.option(
    "--figures", type=click.Path(path_type=Path), metavar="FILE.csv",
    help="Draw measured figures, as `assistant forces` takes them.",
)  # fmt: skip
@click.option("--reach", is_flag=True, help='Draw the 6" reach around every force that fights.')
@click.option("--who", metavar="LIST", help="Figures, with --from: the ground they can reach this turn.")
@click.option("--from", "start", metavar="PLACE", help="Where they set out.")
@click.option("--to", "end", metavar="PLACE", help="Draw their way there too, with the end of each turn.")
@house_rules_option
@scenario_option
@instance_option
def map_(
    table: str, output: Path | None, ref: str | None, figures: Path | None, reach: bool, who: str | None,
    start: str | None, end: str | None, house_rules: tuple[str, ...], scenario: str, instance: Path,
) -> None:  # fmt: skip
    """Draw a table as SVG: land, places and names, and whoever stands on it."""
    from assistant.campaign.mapped import places_of
    from assistant.maps.draw import draw_map
    from assistant.maps.pieces import NOBODY
    from assistant.maps.svg import Pen

    book, played = load_war(scenario)
    atlas = played.atlas
    sheet = _sheet(atlas, table)
    if ref and figures:
        raise Illegal("two-sources", "Figures come from a campaign or from a file,", do="not from both.")
    scene = _campaign(ref, instance) if ref else _measured(figures, book) if figures else NOBODY
    ways = _journey((book, played), Pen(sheet.width, sheet.height), table, who, start, end, house_rules)
    fighting = {force for forces in scene.contacts for force in forces} if reach else set()
    target = output or Path(f"{sheet.id}.svg")
    known = places_of(book, played)
    text = draw_map(sheet, known, atlas=atlas, scene=scene, halo=fighting, upon=ways, with_key=True)
    with writing(target):
        target.write_text(text, encoding="utf-8")
    click.echo(target)


def _journey(
    war: tuple[Book, Scenario],
    pen: Pen,
    table: str,
    who: str | None,
    start: str | None,
    end: str | None,
    house_rules: tuple[str, ...],
) -> str:
    """How far they get, and their way, if anybody asked for it."""
    from assistant.cli.way import kept_against, place_meant, walkers_of
    from assistant.maps.journeys import reach_layer, way_layer
    from assistant.rules.book import PlaceId
    from assistant.rules.moving.routes import journey, reach_from

    if who is None and start is None and end is None:
        return ""
    if who is None or start is None:
        raise Malformed(
            "half-a-journey", "A way needs --who and --from.", do="Write --who '12 orc' --from carn-dum."
        )
    book, played = war
    atlas = played.atlas
    start, end = place_meant(played, start), end and place_meant(played, end)
    walkers = walkers_of(book, played, who, house_rules)
    kept = kept_against(played, walkers)
    shapes = reach_from(book, atlas, walkers, start, kept)
    way = journey(book, atlas, walkers, start, end, kept).way if end else None
    if table not in shapes and table not in {one for one, _ in (way.line if way else ())}:
        home = atlas.sheet_of(start)
        assert home is not None
        raise _elsewhere(played.place_names[PlaceId(start)], home.id, atlas, table, end)
    drawn = reach_layer(pen, shapes[table]) if table in shapes else ""
    return drawn + (way_layer(pen, table, way.line, way.stops) if way else "")


def _elsewhere(start: str, where: str, atlas: Atlas, table: str, end: str | None) -> Illegal:
    """Nothing of what was asked for would be seen on this table."""
    way = ", and their way does not lead there" if end else ""
    return Illegal(
        "another-table",
        f"{start} lies on {atlas.sheets[where].name}, not on {atlas.sheets[table].name}{way}.",
        do=f"Draw that table: --table {where}.",
    )


def _sheet(atlas: Atlas, table: str) -> Sheet:
    from assistant.packs.faults import remedy

    if not atlas.sheets:
        raise Illegal("no-map", "This scenario has no map.", do="Draw one in its tables.toml.")
    if table not in atlas.sheets:
        raise Illegal("unknown-table", f"There is no table {table!r};", do=remedy(table, atlas.sheets))
    return atlas.sheets[table]


def _campaign(ref: str, instance: Path) -> Scene:
    from assistant.campaign.mapped import scene_of

    game = load_game()
    with open_service(instance, who="assistant map", read_only=True) as service:
        world = service.world(service.campaign(ref))
    return scene_of(game.kit, world)


def _measured(path: Path, book: Book) -> Scene:
    from assistant.maps.pieces import Token, measured
    from assistant.packs.positions import read_positions

    return measured([Token(one) for one in read_positions(path, book)])
