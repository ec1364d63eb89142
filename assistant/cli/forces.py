"""`assistant forces`: who stands together, who fights and who is pinned, from measured positions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assistant.cli.common import json_option, load_game, print_json

if TYPE_CHECKING:
    from assistant.table.survey import Combat, Force, Survey

MOST_NAMED = 12


@click.command(epilog="\b\nExample: assistant forces figures.csv --json")
@click.argument("figures", type=click.Path(path_type=Path), metavar="FIGURES.csv")
@click.option(
    "--measure",
    type=click.Choice(["edge", "centre"]),
    default="edge",
    show_default=True,
    help="From base edge to base edge, or from centre to centre.",
)
@json_option
def forces(figures: Path, measure: Any, as_json: bool) -> None:
    """Forces, combats and pinned figures from measured positions."""
    from assistant.packs.positions import read_positions
    from assistant.table.survey import survey

    standing = read_positions(figures, load_game().book)
    seen = survey(standing, measure)
    leads = {str(one.id) for one in standing if one.leads}
    for force in seen.forces:
        named = [one for one in force.figures if one in leads]
        if force.characters_only and len(named) > 1:
            # Not part of what scripts read, but nobody should wonder whose place counted.
            click.echo(
                f"Mind: {_and(named)} are both marked lead in {force.id}: {force.lead} counts.", err=True
            )
    if as_json:
        print_json(document_of(seen))
    else:
        _tell(seen)


def document_of(seen: Survey) -> dict[str, Any]:
    """A survey as the command prints it for scripts."""
    return {
        "forces": [
            {
                "id": force.id,
                "side": force.side,
                "table": force.table,
                "figures": list(force.figures),
                "characters_only": force.characters_only,
            }
            for force in seen.forces
        ],
        "combats": [
            {
                "forces": list(combat.forces),
                "fighters": {side: list(who) for side, who in combat.fighters},
            }
            for combat in seen.combats
        ],
        "pinned": list(seen.pinned),
    }


def _tell(seen: Survey) -> None:
    if not seen.forces:
        click.echo("No figures, so no forces.")
    for force in seen.forces:
        click.echo(_force_line(force))
    of_id = {force.id: force for force in seen.forces}
    for combat in seen.combats:
        for line in _combat_lines(combat, of_id):
            click.echo(line)
    if seen.pinned:
        click.echo(f'Pinned, for an enemy is within 1": {_named(seen.pinned)}.')
    elif seen.forces:
        click.echo("Nobody fights, and nobody is pinned.")


def _force_line(force: Force) -> str:
    count = len(force.figures)
    what = "1 figure" if count == 1 else f"{count} {'characters' if force.characters_only else 'figures'}"
    where = f", and all stand where {force.lead} stands" if force.characters_only and count > 1 else ""
    return f"{force.id}  {force.side}, {force.table}: {what} ({_named(force.figures)}){where}."


def _combat_lines(combat: Combat, of_id: dict[str, Force]) -> list[str]:
    sizes = {
        side: sum(len(of_id[force].figures) for force in combat.forces if of_id[force].side == side)
        for side, _ in combat.fighters
    }
    return [
        f"Combat of {_and(combat.forces)}:",
        *(f"  {side}: {len(who)} of {sizes[side]} fight ({_named(who)})" for side, who in combat.fighters),
    ]


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"


def _and(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
