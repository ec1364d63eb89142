"""`assistant way`: whether figures get from one place to another, in how many turns and by which way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from assistant.cli.common import json_option, print_json
from assistant.cli.loading import house_rules_option, load_war, read_house_rules, scenario_option
from assistant.kernel.errors import Illegal
from assistant.kernel.inches import MILS_PER_INCH, Point, inches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assistant.rules.book import Book
    from assistant.rules.moving.rates import Walker
    from assistant.rules.moving.routes import Barred, Hindrance, Journey
    from assistant.rules.scenario import Scenario
    from assistant.table.atlas import Atlas
    from assistant.table.ways import Way


@click.command(epilog="\b\nExample: assistant way isengard helms-deep '20 uruk-hai, lurtz'")
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@click.argument("figures", metavar="LIST")
@house_rules_option
@scenario_option
@json_option
def way(
    start: str, end: str, figures: str, house_rules: tuple[str, ...], scenario: str, as_json: bool
) -> None:
    """How many turns figures take from one place to another, undisturbed, and by which way."""
    from assistant.rules.effects.perils import perils
    from assistant.rules.moving.routes import hindrance, journey, passed_through

    book, played = load_war(scenario)
    atlas = played.atlas
    start, end = (place_meant(played, place) for place in (start, end))
    walkers = walkers_of(book, played, figures, house_rules)
    found = journey(book, atlas, walkers, start, end, kept_against(played, walkers))
    through = passed_through(book, atlas, found, start, end)
    minds = [f"{why}." for why in _bound(played, book, walkers, end)]
    names = _names(played)
    if found.barred is None:
        minds += [f"{names.get(place, place)}: {what}" for place, what in perils(book, (*through, end))]
    hindered = hindrance(book, atlas, walkers, start, end, found)
    charts = {str(place.id): place.short for place in book.places.values()}
    told = _Told(found, hindered, walkers, names, through, charts)
    if as_json:
        print_json(document_of(told) | {"bound": list(_bound(played, book, walkers, end)), "minds": minds})
        return
    _tell(told, start, end, atlas)
    for mind in minds if found.way is not None else ():
        click.echo(f"Mind: {mind}")


@dataclass(frozen=True, slots=True)
class _Told:
    """A journey with all that is told of it."""

    found: Journey
    hindered: Hindrance | None
    walkers: tuple[Walker, ...]
    names: dict[str, str]
    through: tuple[str, ...]
    """The places that the way leads through, in order."""
    charts: dict[str, str]
    """What the charts say of each place in few words."""

    def barred(self, one: Barred | None, place: str) -> str:
        """Who may not come to a place, in a sentence; nothing where all may."""
        if one is None:
            return ""
        who = self.walkers[one.number].me.profile.name
        return f"{who} may not enter {self.names.get(place, place)}: {one.why}"


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


def walkers_of(book: Book, scenario: Scenario, text: str, house_rules: Sequence[str]) -> tuple[Walker, ...]:
    """Those of a list, each as it goes in this company."""
    from assistant.kernel.ids import FigureId
    from assistant.packs.lists import parse_list, refusal
    from assistant.rules.companies import as_listed
    from assistant.rules.moving.rates import Walker
    from assistant.rules.moving.travel import Traveller

    house = read_house_rules(house_rules)
    listed, faults = parse_list(text, book, "the list")
    if faults or not listed:
        raise refusal(faults)
    company = as_listed(scenario.peoples, [book.profiles[one.profile] for one in listed])
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


def kept_against(scenario: Scenario, walkers: Sequence[Walker]) -> frozenset[str]:
    """The places whose gates their enemies keep as the scenario begins."""
    from assistant.rules.moving.routes import kept_at_start

    one = walkers[0].me
    return kept_at_start(scenario, one.house, one.profile.side)


def document_of(told: _Told) -> dict[str, Any]:
    """A journey as the command prints it for scripts; `turns` is null where they do not get there."""
    found, hindered = told.found, told.hindered
    going, way = found.going, found.way if found.barred is None else None

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
        "through": [] if way is None else list(told.through),
        "stops": [] if way is None else spots(way.stops),
        "line": [] if way is None else spots(way.line),
        "kept": [] if hindered is None else list(hindered.kept),
        "shunned": [
            {"place": place, "why": str(why)} for place, why in (hindered.shunned if hindered else ())
        ],
        "barred": None if found.barred is None else str(found.barred.why),
        "astray": None if found.astray is None else str(found.astray.why),
        "reasons": list(found.reasons),
    }


def _tell(told: _Told, start: str, end: str, atlas: Atlas) -> None:
    found, names = told.found, told.names
    going, way = found.going, found.way
    hard = (
        "not in difficult ground" if going.difficult is None else f'{inches(going.difficult)}" in difficult'
    )
    pace = f'{inches(going.clear)}" in clear ground, {hard}'
    if slower := [clear for clear, _ in going.rhythm if clear != going.clear]:
        pace += f'; by turns {inches(slower[0])}"'
    journey = f"{names.get(start, start)} to {names.get(end, end)}"
    if why := told.barred(found.barred, end):
        near = f" Its edge is {_turns(way.turns)} away." if way is not None else ""
        click.echo(f"{journey}: {why}.{near}")
        return
    if way is None:
        click.echo(f"{journey}: there is no way for them ({pace}).")
        _hindered(told, is_only=True)
        return
    click.echo(f"{journey}: {_turns(way.turns)} ({pace}).")
    if over := _over(way, told, atlas):
        click.echo(f"By {', '.join(over)}.")
    if why := told.barred(found.astray, start):
        click.echo(f"Mind: {why}, where they set out.")
    if found.death:
        click.echo(f"Mind: they would not come out of {names.get(end, end)}: {found.death}.")
    _hindered(told, is_only=False)
    for turn, (table, point) in enumerate(way.stops, start=1):
        click.echo(
            f'  turn {turn:2}: {atlas.sheets[table].name}, {point.x / 1000:.1f}", {point.y / 1000:.1f}"'
        )


def _turns(count: int) -> str:
    return f"{count} turn{'s' if count != 1 else ''}"


def _hindered(told: _Told, *, is_only: bool) -> None:
    """What stands in the only way, or in a quicker one."""
    from assistant.rules.wording import join

    if (one := told.hindered) is None:
        return
    if not is_only:
        click.echo(f"There is a way of {_turns(one.turns)}, but:")
    if one.kept:
        click.echo(f"Enemies keep the gates of {join(told.names.get(place, place) for place in one.kept)}.")
    for place, why in one.shunned:
        about = f" {told.charts[place]}" if told.charts.get(place) else ""
        click.echo(f"No way leads them through {told.names.get(place, place)}: {why}.{about}")


def _over(way: Way, told: _Told, atlas: Atlas) -> list[str]:
    """Roads, crossings and lands on the way, and the places it leads through, each once and in order."""
    from assistant.table.ground import ground

    names = told.names
    called = {one.id: one.name for sheet in atlas.sheets.values() for one in sheet.features}
    for sheet in atlas.sheets.values():
        for id, one in sheet.footprints.items():
            if one.feature and not called.get(one.feature):
                called[one.feature] = names.get(id, "")
    found: dict[str, None] = {}
    for table, point in way.line:
        land = ground(atlas.sheets[table])
        places = [names.get(place, "") for place in land.places_at(point) if place in told.through]
        found |= dict.fromkeys((called.get(land.feature_at(point), ""), *places))
    return [*filter(None, found)]
