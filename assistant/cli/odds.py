"""`assistant odds`: who is likely to win a battle, and at what cost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from assistant.cli.common import json_option, load_game, of_file, print_json
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError
from assistant.packs.battle import read_battle
from assistant.rules.book import Book
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import FightSetup
from assistant.simulate.odds_numbers import FEWEST, MOST, MOST_WHAT_IF, TRIALS

if TYPE_CHECKING:
    from assistant.simulate.odds_tally import Odds

MOST_TRIALS = 10_000_000


@click.command(epilog="\b\nExample: assistant odds helms-deep.json --what-if")
@click.argument("battle", type=click.Path(path_type=Path), metavar="BATTLE.json")
@click.option(
    "--trials",
    type=click.IntRange(1, MOST_TRIALS),
    help=f"How many fights to simulate where the odds cannot be computed: {TRIALS} by default, "
    f"{FEWEST} to {MOST} where each must be resolved blow by blow.",
)
@click.option("--seed", type=int, help="Simulate the same fights every time.")
@click.option(
    "--allocation",
    type=click.Choice(["file", "proposal"]),
    default="file",
    show_default=True,
    help="Give out hits in the file's order, or as the assistant proposes if nobody gave one.",
)
@click.option(
    "--what-if", is_flag=True, help="Also tell what one more figure, a leader or walls would change."
)
@json_option
def odds(
    battle: Path,
    trials: int | None,
    seed: int | None,
    allocation: Literal["file", "proposal"],
    what_if: bool,
    as_json: bool,
) -> None:
    """Tell the chances of each side in a battle, and the losses to expect; dice in the file are ignored."""
    from assistant.campaign.chances import changed
    from assistant.simulate.odds import odds as odds_of
    from assistant.simulate.odds_what_if import what_if as variations

    game = load_game()
    setup = read_battle(battle, game.book).setup
    if allocation == "proposal":
        setup = _as_proposed(game.book, setup)
    try:
        found = odds_of(game, setup, trials=trials, seed=seed)
        if what_if and found.method == "resolver":
            click.echo("Fighting out what would change, blow by blow; it takes a while.", err=True)
        varied = (
            variations(
                game.book,
                setup,
                found,
                lambda one: odds_of(game, one, trials=trials, seed=seed, blows=MOST_WHAT_IF),
            )
            if what_if
            else ()
        )
    except AssistantError as error:
        raise of_file(error, battle) from None
    if as_json:
        document = found.to_json()
        if what_if:
            changes: list[Json] = [variation.to_json() for variation in varied]
            document["what_if"] = changes
        print_json(document)
        return
    show(found)
    for variation in varied:
        click.echo(changed(variation))


def _as_proposed(book: Book, setup: FightSetup) -> FightSetup:
    """The fight with the orders that the assistant would propose instead of the file's."""
    bare = replace(setup, good=replace(setup.good, allocation=()), evil=replace(setup.evil, allocation=()))
    return with_proposals(book, bare)


def show(found: Odds) -> None:
    """The chances in a few lines."""
    from assistant.campaign.chances import Chances

    for line in Chances(found).words():
        click.echo(line)
