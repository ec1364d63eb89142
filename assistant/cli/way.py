"""`assistant way`: whether figures get from one place to another, in how many turns and by which way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from assistant.cli.common import json_option, load_game, print_json
from assistant.cli.loading import house_rules_option, read_house_rules
from assistant.kernel.errors import Illegal
from assistant.kernel.inches import MILS_PER_INCH, Point, inches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assistant.rules.book import Book
    from assistant.rules.moving.rates import Walker
    from assistant.rules.moving.routes import Journey
    from assistant.rules.scenario import Scenario
    from assistant.table.atlas import Atlas


@click.command(epilog="\b\nExample: assistant way isengard helms-deep '20 uruk-hai, lurtz'")
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@click.argument("figures", metavar="LIST")
@house_rules_option
@json_option
def way(start: str, end: str, figures: str, house_rules: tuple[str, ...], as_json: bool) -> None:
    """How many turns figures take from one place to another, undisturbed, and by which way."""
    from assistant.rules.moving.routes import journey

    game = load_game()
    atlas = game.scenario.atlas
    start, end = (place_meant(game.scenario, place) for place in (start, end))
    walkers = walkers_of(figures, house_rules)
    found = journey(game.book, atlas, walkers, start, end, kept_against(walkers))
    bound = tuple(_bound(game.scenario, game.book, walkers, end))
    if as_json:
        print_json(document_of(found) | {"bound": list(bound)})
    else:
        _tell(found, game.scenario.place_names, start, end, atlas)
        for why in bound:
            click.echo(f"Mind: {why}.")


def place_meant(scenario: Scenario, typed: str) -> str:
    """A place by its id or its name, however it is written; one without a footprint is refused."""
    from assistant.packs.faults import remedy
    from assistant.packs.lists import plain

    known = [id for sheet in scenario.atlas.sheets.values() for id in sheet.footprints]
    names, wanted = _names(scenario), plain(typed)
    for place in known:
        if wanted and wanted in (plain(place), plain(names.get(place, ""))):
            return place
    raise Illegal(
        "not-on-the-map",
        f"{typed!r} lies nowhere on the tables;",
        do=remedy(typed, known, "see the map."),
    )


def _names(scenario: Scenario) -> dict[str, str]:
    """Places and spots as the table calls them."""
    spots = {str(one.id): one.name for one in scenario.spots.values()}
    return spots | {str(place): name for place, name in scenario.place_names.items()}


def _bound(scenario: Scenario, book: Book, walkers: Sequence[Walker], end: str) -> Iterator[str]:
    """Who of them is bound to a place that this way leads away from."""
    from assistant.rules.book import PlaceId
    from assistant.rules.deeds.goals import bonds
    from assistant.table.ground import ground

    def is_out(home: str, leash: int) -> bool:
        sheet = scenario.atlas.sheet_of(home)
        if not leash or sheet is None or end not in sheet.footprints:
            return True
        return ground(sheet).gap(home, end) > leash * MILS_PER_INCH

    said = {
        f"{one.me.profile.name} may not leave {name}: {tether.why}"
        if not tether.inches
        else f'{one.me.profile.name} stays within {tether.inches}" of {name}: {tether.why}'
        for one in walkers
        for tether in bonds(one.me)
        for name in [scenario.place_names.get(PlaceId(tether.place), tether.place)]
        if PlaceId(tether.place) not in book.regions_of(PlaceId(end)) and is_out(tether.place, tether.inches)
    }
    yield from sorted(said)


def walkers_of(text: str, house_rules: Sequence[str]) -> tuple[Walker, ...]:
    """Those of a list, each as it goes in this company."""
    from assistant.kernel.ids import FigureId
    from assistant.packs.lists import parse_list, refusal
    from assistant.rules.companies import as_listed
    from assistant.rules.moving.rates import Walker
    from assistant.rules.moving.travel import Traveller

    game = load_game()
    book = game.book
    house = read_house_rules(house_rules)
    listed, faults = parse_list(text, book, "the list")
    if faults or not listed:
        raise refusal(faults)
    company = as_listed(game.scenario.peoples, [book.profiles[one.profile] for one in listed])
    gear = frozenset((str(one.profile), thing) for one in listed for thing in one.bears)
    return tuple(
        Walker(
            FigureId(one.profile),
            Traveller(
                profile, one.mounted if one.mounted is not None else profile.starts_mounted, house, company,
                bears=frozenset(one.bears), gear=gear,
            ),
        )
        for one, profile in zip(listed, company, strict=True)
    )  # fmt: skip


def kept_against(walkers: Sequence[Walker]) -> frozenset[str]:
    """The places whose gates their enemies keep as the scenario begins."""
    from assistant.rules.moving.routes import kept_at_start

    one = walkers[0].me
    return kept_at_start(load_game().scenario, one.house, one.profile.side)


def document_of(found: Journey) -> dict[str, Any]:
    """A journey as the command prints it for scripts; `turns` is null where there is no way."""
    going, way = found.going, found.way

    def spots(line: Sequence[tuple[str, Point]]) -> list[dict[str, Any]]:
        return [{"table": table, "x": point.x / 1000, "y": point.y / 1000} for table, point in line]

    return {
        "turns": None if way is None else way.turns,
        "inches": {
            "clear": going.clear / 1000,
            "difficult": None if going.difficult is None else going.difficult / 1000,
            "road": (going.clear + going.road_bonus) / 1000,
        },
        "over": [] if way is None else list(way.over),
        "stops": [] if way is None else spots(way.stops),
        "line": [] if way is None else spots(way.line),
        "kept": list(found.kept),
        "shunned": [{"place": place, "why": str(why)} for place, why in found.shunned],
        "reasons": list(found.reasons),
    }


def _tell(found: Journey, names: Any, start: str, end: str, atlas: Atlas) -> None:
    from assistant.rules.wording import join

    going, way = found.going, found.way
    hard = (
        "not in difficult ground" if going.difficult is None else f'{inches(going.difficult)}" in difficult'
    )
    pace = f'{inches(going.clear)}" in clear ground, {hard}'
    if slower := [clear for clear, _ in going.rhythm if clear != going.clear]:
        pace += f'; by turns {inches(slower[0])}"'
    journey = f"{names.get(start, start)} to {names.get(end, end)}"
    if way is None:
        click.echo(f"{journey}: there is no way for them ({pace}).")
        if found.kept:
            click.echo(f"Enemies keep the gates of {join(names.get(one, one) for one in found.kept)}.")
        for place, why in found.shunned:
            click.echo(f"No way leads them through {names.get(place, place)}: {why}.")
        return
    click.echo(f"{journey}: {way.turns} turn{'s' if way.turns != 1 else ''} ({pace}).")
    if over := _over(way.over, atlas, names):
        click.echo(f"By {', '.join(over)}.")
    if found.death:
        click.echo(f"Mind: they would not come out of {names.get(end, end)}: {found.death}.")
    for turn, (table, point) in enumerate(way.stops, start=1):
        click.echo(
            f'  turn {turn:2}: {atlas.sheets[table].name}, {point.x / 1000:.1f}", {point.y / 1000:.1f}"'
        )


def _over(features: Sequence[str], atlas: Atlas, names: Any) -> list[str]:
    """What they are called on the map, each once."""
    called = {one.id: one.name for sheet in atlas.sheets.values() for one in sheet.features}
    for sheet in atlas.sheets.values():
        for id, one in sheet.footprints.items():
            if one.feature and not called.get(one.feature):
                called[one.feature] = names.get(id, "")
    return list(dict.fromkeys(name for id in features if (name := called.get(id, ""))))
