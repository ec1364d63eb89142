"""`assistant odds`: who is likely to win a battle, and at what cost."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import randrange
from typing import TYPE_CHECKING, Literal

import click

from assistant.cli.common import json_option, load_game, of_file, print_json
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError
from assistant.packs.battle import read_battle
from assistant.rules.book import Book
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import FightSetup
from assistant.simulate.odds_numbers import FEWEST, MOST, TRIALS

if TYPE_CHECKING:
    from assistant.simulate.odds_tally import Odds
    from assistant.simulate.odds_what_if import WhatIf

MOST_TRIALS = 10_000_000
SEEDS = 2**63


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
    from assistant.simulate.odds import trials_of_the_resolver
    from assistant.simulate.odds_what_if import what_if as variations

    game = load_game()
    setup = read_battle(battle, game.book).setup
    if allocation == "proposal":
        setup = _as_proposed(game.book, setup)
    # Slightly other fights are compared with the same dice, also where nobody gave a seed.
    seed = randrange(SEEDS) if seed is None else seed
    varied: tuple[WhatIf, ...] = ()
    try:
        found = odds_of(game, setup, trials=trials, seed=seed, progress=Telling("Fought blow by blow"))
        if what_if:
            blows = trials_of_the_resolver(setup, what_if=True)
            telling = Telling("Fought to see what would change")

            def varied_odds(one: FightSetup) -> Odds:
                return odds_of(game, one, trials=trials, seed=seed, blows=blows, progress=telling)

            varied = tuple(variations(game.book, setup, found, varied_odds))
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


@dataclass(frozen=True, slots=True)
class Telling:
    """How far fights that are fought out one by one have come, on standard error."""

    label: str

    def __call__(self, done: int, of: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{self.label}: {done} of {of}", err=True, nl=done == of)
        elif done == 1:
            click.echo(f"{self.label}: {of} fights.", err=True)


def _as_proposed(book: Book, setup: FightSetup) -> FightSetup:
    """The fight with the orders that the assistant would propose instead of the file's."""
    bare = replace(setup, good=replace(setup.good, allocation=()), evil=replace(setup.evil, allocation=()))
    return with_proposals(book, bare)


def show(found: Odds, assumed: tuple[str, ...] = ()) -> None:
    """The chances in a few lines, and what is taken for granted."""
    from assistant.campaign.chances import Chances

    for line in Chances(found, assumed=assumed).words():
        click.echo(line)
