"""`assistant scenario packing-list` and `new`: getting a scenario to the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli.common import instance_option, json_option, print_json
from assistant.cli.loading import (
    campaign_option,
    house_rules_option,
    load_war,
    of_campaign,
    read_house_rules,
    scenario_option,
)

if TYPE_CHECKING:
    from assistant.rules.book import Book
    from assistant.rules.packing import Needed, PackingList
    from assistant.rules.scenario import Scenario


HOW_COUNTED = (
    "start: set up at first. later: on schedule and after events. steady: regular arrivals.",
    "called: by rules of places and powers. most: all of them together, which is the most on the tables at",
    "once if every war is declared on turn 1 and nobody falls by turn {last}. Figures that fell can come",
    "back as steady ones. Where an owner chooses between figures, as many of either are counted.",
)


@click.command("packing-list", epilog="\b\nExample: assistant scenario packing-list --turns 18")
@scenario_option
@click.option(
    "--turns", type=click.IntRange(1, 100), default=20, show_default=True, help="How long you expect to play."
)
@campaign_option
@house_rules_option
@instance_option
@json_option
def packing_list(
    scenario: str,
    turns: int,
    campaign: str | None,
    house_rules: tuple[str, ...],
    instance: Path,
    as_json: bool,
) -> None:
    """Which models to bring, mounted and on foot, what terrain and markers, and where all stands at first."""
    from assistant.rules.packing import packing_list as work_out

    if campaign is not None:
        scenario, house_rules = of_campaign(
            campaign, instance, house_rules, who="assistant scenario packing-list"
        )
    book, war = load_war(scenario)
    found = work_out(war, book, read_house_rules(house_rules), turns)
    if as_json:
        print_json(_as_json(found, war))
        return
    _show_figures(found)
    _show_terrain(found, war)
    _show_things(found, book, war)
    _show_setup(found, book, war)


def _as_json(found: PackingList, war: Scenario) -> dict[str, object]:
    return {
        "turns": found.turns,
        "figures": [_needed_json(one) for one in found.figures],
        "places": [
            {
                "id": piece.place.id,
                "name": piece.place.name,
                "table": piece.place.table,
                "rank": piece.place.rank,
                "parts": list(piece.parts),
            }
            for piece in found.terrain
        ],
        "terrain": {table.id: list(table.terrain) for table in war.tables.values()},
        "things": list(found.artifacts),
        "gear": dict(found.gear),
        "markers": [
            {"name": one.marker.name, "number": one.number, "text": one.marker.text} for one in found.markers
        ],
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


def _needed_json(one: Needed) -> dict[str, object]:
    return {
        "profile": one.profile,
        "name": one.name,
        "start": one.start,
        "scheduled_and_events": one.expected,
        "regular": one.regular,
        "called": one.called,
        "total": one.total,
        "mounted": one.mounted,
        "on_foot": one.on_foot,
        "on_other_mounts": dict(one.special),
        "crew": one.crew,
        "stands_for": list(one.stands_for),
        "models": one.models,
    }


def _show_figures(found: PackingList) -> None:
    click.echo(f"Figures for {found.turns} turns")
    for line in HOW_COUNTED:
        click.echo(f"  {line.format(last=found.turns)}")
    click.echo()
    click.echo(f"  {'':34} {'start':>5} {'later':>5} {'steady':>6} {'called':>6} {'most':>5}")
    for one in found.figures:
        numbers = f"{one.start:5} {one.expected:5} {one.regular:6} {one.called:6} {one.total:5}"
        click.echo(f"  {one.name:34} {numbers}  {'; '.join(_models(one))}".rstrip())
    total, models = sum(one.total for one in found.figures), sum(one.models for one in found.figures)
    click.echo(f"  {total} figures in {models} models, with the crews and all who are brought twice.\n")


def _models(one: Needed) -> Iterator[str]:
    """In which models it is brought, where that is not simply one each."""
    if one.mounted:
        yield f"{one.mounted} mounted, {one.on_foot} on foot"
    for mount, number in one.special.items():
        yield f"{number} on a {mount}"
    if one.crew:
        yield f"with {one.crew} crew"
    if one.stands_for:
        yield f"stands for {' and '.join(one.stands_for)} too"


def _show_terrain(found: PackingList, war: Scenario) -> None:
    for table in war.tables.values():
        click.echo(f"{table.name}, {table.width_feet} by {table.height_feet} feet")
        for piece in found.terrain:
            if piece.place.table == table.id:
                parts = f": {', '.join(piece.parts)}" if piece.parts else ""
                click.echo(f"  {piece.place.name} ({piece.place.rank}){parts}")
        for feature in table.terrain:
            click.echo(f"  {feature}")
        click.echo()


def _show_things(found: PackingList, book: Book, war: Scenario) -> None:
    from assistant.campaign.wording import thing_name

    if found.artifacts or found.gear:
        click.echo("Things to mark, by a card or on the model")
        for name in found.artifacts:
            click.echo(f"  {name}")
        for thing, number in found.gear.items():
            click.echo(f"  {number} × {thing_name(thing, book, war)}")
        click.echo()
    if found.markers:
        click.echo("Markers")
        for one in found.markers:
            click.echo(f"  {one.number:3} × {one.marker.name}. {one.marker.text}")
        click.echo()


def _show_setup(found: PackingList, book: Book, war: Scenario) -> None:
    from assistant.campaign.wording import figures_text
    from assistant.rules.packing import by_place

    click.echo("Set-up, place by place")
    for place, forces in by_place(found.setup).items():
        name = war.place_names.get(place, place) if place else "Not on the table yet"
        click.echo(f"  {name}")
        for force in forces:
            owner = war.commanders[force.commander].name if force.commander else "Nobody"
            figures = ", ".join(figures_text(one, book, war) for one in force.figures)
            note = f" ({force.note})" if force.note else ""
            click.echo(f"    {owner}: {figures}{note}")


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
