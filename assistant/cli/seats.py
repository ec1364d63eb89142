"""`assistant seats`: who commands what with so many players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from assistant.cli.common import json_option, print_json
from assistant.cli.loading import (
    each_pair,
    house_rules_option,
    load_war,
    read_house_rules,
    scenario_option,
)

if TYPE_CHECKING:
    from assistant.rules.seats import Chair


@click.command(epilog="\b\nExample: assistant seats 10 --prefer Anna=rohan --prefer Ben=goblin-king")
@click.argument("players", type=int, metavar="N")
@scenario_option
@click.option("--prefer", "wishes", multiple=True, metavar="NAME=COMMAND", help="Who would like what.")
@house_rules_option
@json_option
def seats(
    players: int, scenario: str, wishes: tuple[str, ...], house_rules: tuple[str, ...], as_json: bool
) -> None:
    """Say who commands what with N players.

    The players' list is filled from the top; what is left goes, down the list, to the player of its side
    who has the fewest commanders. Names are put on the seats they wish for.
    """
    from assistant.rules.seats import seats as hand_out
    from assistant.rules.seats import wishes_of

    _, war = load_war(scenario)
    wished = wishes_of(war, each_pair(wishes, "--prefer", "NAME=COMMAND"))
    seating = hand_out(war, players, house=read_house_rules(house_rules), wishes=wished)
    if as_json:
        notes = {"notes": list(seating.notes)} if seating.notes else {}
        print_json({"players": players, "seats": [_json(chair) for chair in seating.chairs], **notes})
        return
    for chair in seating.chairs:
        names = ", ".join(war.commanders[commander].name for commander in chair.commands)
        click.echo(
            f"{chair.player:>2}  {chair.side:<4}  {names}" + (f"  ({chair.name})" if chair.name else "")
        )
    for note in seating.notes:
        click.echo(note)


def _json(chair: Chair) -> dict[str, Any]:
    name = {"name": chair.name} if chair.name else {}
    return {"player": chair.player, "side": chair.side, "commands": list(chair.commands), **name}
