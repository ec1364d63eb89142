"""`assistant scenario packing-list` and `new`: getting a scenario to the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli.common import json_option, print_json
from assistant.cli.loading import house_rules_option, load_war, read_house_rules, scenario_option

if TYPE_CHECKING:
    from assistant.rules.book import Book
    from assistant.rules.packing import PackingList
    from assistant.rules.scenario import Scenario, Start


@click.command("packing-list", epilog="\b\nExample: assistant scenario packing-list --turns 18")
@scenario_option
@click.option(
    "--turns", type=click.IntRange(1, 100), default=20, show_default=True, help="How long you expect to play."
)
@house_rules_option
@json_option
def packing_list(scenario: str, turns: int, house_rules: tuple[str, ...], as_json: bool) -> None:
    """Which figures to bring, on foot too where they ride, what terrain, and where all stands at first."""
    from assistant.rules.packing import packing_list as work_out

    book, war = load_war(scenario)
    found = work_out(war, book, read_house_rules(house_rules), turns)
    if as_json:
        print_json(_as_json(found))
        return
    _show_figures(found)
    _show_terrain(found, war)
    _show_setup(found, book, war)


def _as_json(found: PackingList) -> dict[str, object]:
    return {
        "turns": found.turns,
        "figures": [
            {
                "profile": one.profile,
                "name": one.name,
                "start": one.start,
                "scheduled_and_events": one.expected,
                "regular": one.regular,
                "total": one.total,
                "on_foot": one.on_foot,
                "crew": one.crew,
            }
            for one in found.figures
        ],
        "places": [{"id": place.id, "name": place.name, "rank": place.rank} for place in found.places],
        "things": list(found.things),
        "markers": list(found.markers),
        "setup": [
            {
                "place": force.place,
                "commander": force.commander,
                "figures": [
                    {"profiles": list(one.profiles), "count": one.count, "mounted": one.mounted}
                    for one in force.figures
                ],
            }
            for force in found.setup
        ],
    }


def _show_figures(found: PackingList) -> None:
    click.echo(f"Figures for {found.turns} turns, if every war is declared at once:")
    click.echo(f"  {'':34} {'start':>5} {'later':>5} {'steady':>6} {'bring':>5}")
    for one in found.figures:
        crew = f"  with {one.crew} crew" if one.crew else ""
        also = f"  and {one.on_foot} on foot" if one.on_foot else crew
        click.echo(f"  {one.name:34} {one.start:5} {one.expected:5} {one.regular:6} {one.total:5}{also}")
    riders = sum(one.on_foot for one in found.figures)
    total = sum(one.total for one in found.figures)
    click.echo(f"  {total} figures, and {riders} of the riders once more on foot.\n")


def _show_terrain(found: PackingList, war: Scenario) -> None:
    for table in war.tables.values():
        names = [f"{place.name} ({place.rank})" for place in found.places if place.table == table.id]
        click.echo(f"{table.name}, {table.width_feet} by {table.height_feet} feet: {', '.join(names)}.\n")
    if found.things:
        click.echo(f"Things to mark: {', '.join(found.things)}.\n")
    click.echo(f"Markers: {', '.join(found.markers)}.\n")


def _show_setup(found: PackingList, book: Book, war: Scenario) -> None:
    from assistant.rules.packing import by_place

    click.echo("Set-up, place by place:")
    for place, forces in by_place(found.setup).items():
        name = war.place_names.get(place, place) if place else "Not on the table yet"
        click.echo(f"  {name}")
        for force in forces:
            owner = war.commanders[force.commander].name if force.commander else "Nobody"
            note = f" ({force.note})" if force.note else ""
            click.echo(f"    {owner}: {_figures(force, book, war)}{note}")


def _figures(force: Start, book: Book, war: Scenario) -> str:
    from assistant.printing.wording import thing_name

    words = []
    for one in force.figures:
        name = " or ".join(book.profiles[profile].name for profile in one.profiles)
        how = "" if one.mounted is None else " mounted" if one.mounted else " on foot"
        things = ", ".join(thing_name(thing, book, war) for thing in one.carries)
        carried = f" with {things}" if things else ""
        words.append(f"{one.number} × {name}{how}{carried}" if one.count > 1 else f"{name}{how}{carried}")
    return ", ".join(words)


@click.command("new", epilog="\b\nExample: assistant scenario new last-alliance")
@click.argument("name")
@click.option(
    "-o", "--folder", type=click.Path(path_type=Path, file_okay=False), help="Where; scenarios/ by default."
)
def new_scenario(name: str, folder: Path | None) -> None:
    """Write a commented skeleton of a scenario, ready to be filled in and checked."""
    from assistant.packs.beginning import write_skeleton
    from assistant.packs.where import home

    written = write_skeleton(name, folder or home() / "scenarios")
    for path in written:
        click.echo(str(path))
    click.echo(f"Fill them in, then run: assistant scenario check {written[0].parent}")
