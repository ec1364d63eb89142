"""`assistant print`: charts, references and blank sheets as PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from assistant.cli.common import default_instance, instance_option
from assistant.cli.loading import (
    house_rules_option,
    load_war,
    of_campaign,
    scenario_option,
)
from assistant.kernel.errors import Illegal, Malformed

if TYPE_CHECKING:
    from assistant.printing.sheets_list import Document, Player
    from assistant.printing.sheets_source import Material
    from assistant.rules.arrivals import CommanderId
    from assistant.rules.scenario import Scenario

LATER = ("table-map", "combat-report", "chronicle", "labels")
EVERYONE = "all"


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
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper."
)
@click.option(
    "--campaign", metavar="CAMPAIGN", help="With this campaign's house rules; the game as it starts."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    default=lambda: default_instance().parent / "printouts", show_default="printouts/ in the project",
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
    checklist, roster, blank or all. Sheets show the scenario as it starts; with a campaign they follow its
    house rules, and what has happened in it comes with a later version.
    """
    from assistant.printing.sheets_list import documents

    _check_sheet(sheet)
    if campaign is not None:
        scenario, house_rules = of_campaign(campaign, instance, house_rules, who="assistant print")
    material, seated = _material(scenario, house_rules, number)
    named = [*seated, *(_player(text, material.scenario) for text in players)]
    found = documents(sheet, material, _commanders(commanders, material.scenario), named)
    _write(found, output, paper)


def _check_sheet(sheet: str) -> None:
    from assistant.printing.sheets_list import SHEETS
    from assistant.rules.near import no_such

    if sheet in LATER:
        raise Illegal(
            "not-yet-printed",
            f"The sheet {sheet!r} cannot be printed yet: it comes with a later version.",
            do=f"Choose one of: {', '.join(SHEETS)}.",
        )
    if sheet not in SHEETS:
        raise no_such("sheet", sheet, SHEETS)


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
    found = _commanders(ids, war)
    if len({war.commanders[one].side for one in found}) > 1:
        raise Illegal("both-sides", "No player commands for both sides.", do="Give each side its own chart.")
    return Player(found, name.strip() if equals else "")


def _commanders(ids: Iterable[str], war: Scenario) -> tuple[CommanderId, ...]:
    from assistant.rules.arrivals import CommanderId
    from assistant.rules.near import no_such

    named = tuple(dict.fromkeys(ids))
    for one in named:
        if one not in war.commanders and one != EVERYONE:
            raise no_such("commander", one, (*war.commanders, EVERYONE))
    return tuple(war.commanders) if EVERYONE in named else tuple(map(CommanderId, named))


def _write(found: Sequence[Document], output: Path, paper: Literal["a4", "letter"]) -> None:
    """Make all documents, then write them: whatever goes wrong on the way leaves nothing half done."""
    made: dict[Path, bytes] = {}
    for at, document in enumerate(found, start=1):
        path = output / f"{document.name}.pdf"
        click.echo(f"{at}/{len(found)} {path.name}", err=True)
        made[path] = document.make(paper)
    try:
        output.mkdir(parents=True, exist_ok=True)
        for path, content in made.items():
            path.write_bytes(content)
    except OSError as error:
        raise Illegal(
            "cannot-write",
            f"{output} cannot be written to: {error.strerror}.",
            do="Choose another folder with -o.",
        ) from error
    for path in made:
        click.echo(path)
