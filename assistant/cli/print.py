"""`assistant print`: charts, references and blank sheets as PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from errno import EACCES, ENOTDIR
from functools import partial
from os import W_OK, access, strerror
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from click.core import ParameterSource

from assistant.cli.common import default_instance, instance_option
from assistant.cli.loading import (
    house_rules_option,
    load_war,
    of_campaign,
    scenario_option,
)
from assistant.kernel.errors import Illegal, Malformed
from assistant.ledger.lock import cannot_write
from assistant.rules.wording import join

if TYPE_CHECKING:
    from assistant.printing.sheets_list import Document, Player
    from assistant.printing.sheets_source import Material
    from assistant.rules.arrivals import CommanderId
    from assistant.rules.scenario import Scenario

REPORT, CHRONICLE, LABELS = "combat-report", "chronicle", "labels"
AFTERWARDS = (REPORT, CHRONICLE)
"""What only a campaign has."""
TABLE_MAP = "table-map"
OF_SOMEONE = ("charts", "all")
"""The sheets that differ from commander to commander."""
EVERYONE = EVERY = "all"
LONGEST_NAME = 400
"""Of a player, in characters: more would leave no room for the chart."""


@click.command(
    "print",
    epilog="\b\nExample: assistant print charts --commander saruman --paper letter -o printouts",
)
@click.argument("sheet", metavar="SHEET")
@click.option("--commander", "commanders", multiple=True, metavar="ID", help="Whose charts; all by default.")
@click.option(
    "--player", "players", multiple=True, metavar="[NAME=]ID,ID",
    help="One chart for a player with several commands.",
)  # fmt: skip
@click.option(
    "--seats", "number", type=int, metavar="N", help="The charts of N players, each with all their commands."
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    default="a4",
    show_default=True,
    help="The paper.",
)
@click.option("--campaign", metavar="CAMPAIGN", help="This campaign as it stands now, under its house rules.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False), metavar="DIR",
    callback=lambda _context, _option, text: _folder(text),
    default=lambda: str(default_instance().parent / "printouts"), show_default="printouts/ in the project",
    help="The folder to write to.",
)  # fmt: skip
@scenario_option
@house_rules_option
@instance_option
def print_(
    sheet: str,
    commanders: tuple[str, ...],
    players: tuple[str, ...],
    number: int | None,
    paper: Literal["a4", "letter"],
    campaign: str | None,
    output: Path,
    scenario: str,
    house_rules: tuple[str, ...],
    instance: Path,
) -> None:
    """Print a sheet as PDF and tell the paths written.

    SHEET is charts, quick-reference, abilities, movement, places, turn-record, status-record, reinforcements,
    checklist, roster, blank, table-map, labels, chronicle, combat-report or all. Sheets show the scenario as
    it starts; with a campaign they show it as it stands: forces, arrivals, powers, points and turns, under
    its house rules. Only a campaign has a chronicle and combat reports.
    """
    from assistant.printing.sheets_list import documents

    _check_sheet(sheet)
    _check_options(sheet, commanders, players, number)
    if sheet in AFTERWARDS and campaign is None:
        raise Malformed(
            "no-campaign-named",
            f"The sheet {sheet!r} tells what happened in a campaign, and none is named.",
            do="Name one with --campaign; `assistant campaign list` shows them.",
        )
    if campaign is not None:
        scenario, house_rules = of_campaign(campaign, instance, house_rules, who="assistant print")
    material, seated = _material(scenario, house_rules, number)
    if campaign is not None:
        material = _as_it_stands(material, campaign, instance)
    named = [*seated, *(_player(text, material.scenario) for text in players)]
    if sheet == TABLE_MAP:
        _write(_maps(material, campaign, instance), output, paper)
        return
    if sheet in (LABELS, *AFTERWARDS):
        _write(_of_the_game(sheet, material, campaign, instance), output, paper)
        return
    found = documents(sheet, material, _commanders(commanders, material.scenario), named)
    more: list[Document] = []
    if sheet == EVERY:
        more += _maps(material, campaign, instance) if material.scenario.atlas.sheets else ()
        more += _of_the_game(sheet, material, campaign, instance)
    _write((*_apart(found), *more), output, paper)


def _check_sheet(sheet: str) -> None:
    from assistant.printing.sheets_list import SHEETS
    from assistant.rules.near import no_such

    every = (*SHEETS, TABLE_MAP, LABELS, *AFTERWARDS)
    if sheet not in every:
        raise no_such("sheet", sheet, every)


def _of_the_game(sheet: str, material: Material, campaign: str | None, instance: Path) -> Iterator[Document]:
    """Labels of who is in play; of a campaign also its chronicle and the reports of its fights."""
    from assistant.campaign.playing import table
    from assistant.cli.common import open_service
    from assistant.printing.sheets_campaign import labels, labels_at_start
    from assistant.printing.sheets_game import of_the_game
    from assistant.printing.sheets_list import plain_document

    if campaign is None:
        yield plain_document(labels(material, labels_at_start(material)))
        return
    with open_service(instance, who="assistant print", read_only=True) as service:
        at = table(service, campaign)
        for name in (LABELS, *AFTERWARDS) if sheet == EVERY else (sheet,):
            yield of_the_game(name, material, at)


def _maps(material: Material, campaign: str | None, instance: Path) -> Iterator[Document]:
    """A page for each table and inset: empty, or as it stands in a campaign."""
    from assistant.campaign.mapped import places_of, scene_of
    from assistant.cli.common import open_service
    from assistant.maps.draw import draw_map
    from assistant.maps.pieces import NOBODY
    from assistant.printing.sheets_list import Document
    from assistant.printing.sheets_map import map_page
    from assistant.rules.kit import Kit

    book, war, scene = material.book, material.scenario, NOBODY
    if not war.atlas.sheets:
        raise Illegal("no-map", "This scenario has no map.", do="Draw one in its tables.toml.")
    if campaign is not None:
        with open_service(instance, who="assistant print", read_only=True) as service:
            scene = scene_of(Kit(book, war), service.world(service.campaign(campaign)))
    for sheet in war.atlas.sheets.values():
        drawn = draw_map(sheet, places_of(book, war), atlas=war.atlas, scene=scene)
        yield Document(
            f"{TABLE_MAP}-{sheet.id}", partial(map_page, drawn, sheet.name, footer=material.footer)
        )


def _folder(text: str) -> Path:
    """The folder to write to; nothing is not the folder one happens to be in."""
    if not text.strip():
        raise Malformed("no-folder", "-o names no folder.", do="Write it like -o printouts, or leave it out.")
    return Path(text)


def _check_options(sheet: str, commanders: Sequence[str], players: Sequence[str], number: int | None) -> None:
    """No option is passed over in silence."""
    given = [
        option
        for option, used in (
            ("--commander", commanders), ("--player", players), ("--seats", number is not None),
        )
        if used
    ]  # fmt: skip
    if given and sheet not in OF_SOMEONE:
        raise Malformed(
            "option-without-use",
            f"{join(given)} cannot be used with {sheet}: that sheet is the same for everyone.",
            do="Leave it out, or print charts.",
        )
    if number is not None and len(given) > 1:
        raise Malformed(
            "options-at-odds",
            f"{join(given)} cannot be used together: --seats prints the charts of all players.",
            do="Keep one of them.",
        )
    source = click.get_current_context().get_parameter_source
    if all(source(name) is ParameterSource.COMMANDLINE for name in ("campaign", "scenario")):
        raise Malformed(
            "options-at-odds",
            "--campaign and --scenario cannot be used together: a campaign has its scenario.",
            do="Keep one of them.",
        )


def _material(scenario: str, chosen: Iterable[str], number: int | None) -> tuple[Material, list[Player]]:
    """What sheets are made from, and the players if their number is known."""
    from assistant.cli.loading import read_house_rules
    from assistant.printing.sheets_list import Player
    from assistant.printing.sheets_source import Material
    from assistant.rules.seats import seats

    book, war = load_war(scenario)
    house = read_house_rules(chosen)
    if number is None:
        return Material(book, war, house), []
    chairs = seats(war, number, house=house).chairs
    together = tuple(chair.commands for chair in chairs)
    return Material(book, war, house, together), [Player(commands) for commands in together]


def _as_it_stands(material: Material, campaign: str, instance: Path) -> Material:
    """The same for a running game: its seats, and how it stands."""
    from assistant.campaign.playing import table
    from assistant.cli.common import open_service
    from assistant.printing.sheets_now import now_of

    with open_service(instance, who="assistant print", read_only=True) as service:
        at = table(service, campaign)
        held = tuple(seat.commanders for seat in at.world.war.seats.values())
        return replace(material, seats=material.seats or held, now=now_of(at.kit, at.world))


def _player(text: str, war: Scenario) -> Player:
    """`Anna=gondor,gondor-fiefdoms`, or the commanders alone."""
    from assistant.printing.sheets_list import Player

    name, equals, listed = text.rpartition("=")
    ids = [part.strip() for part in listed.split(",") if part.strip()]
    if not ids:
        raise Malformed(
            "unreadable-option",
            f"--player: {text!r} names no commander.",
            do="Write it like Anna=rohan,eriador.",
        )
    if len(name.strip()) > LONGEST_NAME:
        raise Malformed(
            "name-too-long",
            f"--player: a name of {len(name.strip())} characters does not fit on a chart.",
            do=f"Use up to {LONGEST_NAME}.",
        )
    found = _commanders(ids, war)
    _warn_of_signs(name.strip())
    if len({war.commanders[one].side for one in found}) > 1:
        raise Illegal("both-sides", "No player commands for both sides.", do="Give each side its own chart.")
    return Player(found, name.strip() if equals else "")


def _warn_of_signs(name: str) -> None:
    """Say so where a name has signs that the font does not have."""
    from assistant.printing.fonts import FALLBACK, Cleaner

    clean = Cleaner()
    clean(name)
    if clean.missing:
        signs = " ".join(sorted(clean.missing))
        click.echo(f"--player: the font has no {signs}; {FALLBACK} is printed in place of each.", err=True)


def _commanders(ids: Iterable[str], war: Scenario) -> tuple[CommanderId, ...]:
    from assistant.rules.arrivals import CommanderId
    from assistant.rules.near import no_such

    named = tuple(dict.fromkeys(ids))
    for one in named:
        if one not in war.commanders and one != EVERYONE:
            raise no_such("commander", one, (*war.commanders, EVERYONE))
    return tuple(war.commanders) if EVERYONE in named else tuple(map(CommanderId, named))


def _apart(found: Iterable[Document]) -> Iterator[Document]:
    """Each document under a name of its own: two players may share a command."""
    from assistant.printing.sheets_list import Document

    names: Counter[str] = Counter()
    for document in found:
        names[document.name] += 1
        again = names[document.name]
        yield Document(f"{document.name}-{again}", document.make) if again > 1 else document


def _write(found: Iterable[Document], output: Path, paper: Literal["a4", "letter"]) -> None:
    """Each document as soon as it is made, so that the first are on paper while the last are set."""
    listed = list(found)
    paths = [output / f"{document.name}.pdf" for document in listed]
    _check_folder(output)
    for path in paths:
        _check_free(path)
    for at, (path, document) in enumerate(zip(paths, listed, strict=True), start=1):
        click.echo(f"{at}/{len(listed)} {path.name}", err=True)
        _save(path, document.make(paper))
        click.echo(path)


def _save(path: Path, content: bytes) -> None:
    from assistant.ledger.files import written_whole

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path.parent, error) from error
    with written_whole(path) as file:
        file.write(content)


def _check_folder(output: Path) -> None:
    """Refuse before any work is done what could not be written after it."""
    try:
        there = next(one for one in (output, *output.absolute().parents) if one.exists())
    except OSError as error:
        raise cannot_write(output, error) from error
    if not there.is_dir():
        raise cannot_write(output, NotADirectoryError(ENOTDIR, strerror(ENOTDIR)))
    if not access(there, W_OK):
        raise cannot_write(output, PermissionError(EACCES, strerror(EACCES)))


def _check_free(path: Path) -> None:
    """An older printout may be replaced; whatever else has the name stays."""
    from assistant.printing.draw import AUTHOR

    try:
        ours = not path.exists() or AUTHOR.encode() in path.read_bytes()
    except OSError as error:
        raise cannot_write(path, error) from error
    if not ours:
        raise Illegal(
            "not-a-printout",
            f"{path} is there already, and the assistant did not print it.",
            do="Move it away, or choose another folder with -o.",
        )
