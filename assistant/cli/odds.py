"""`assistant odds`: who is likely to win a battle, and at what cost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from assistant.cli.common import json_option, load_game, print_json
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Fault, Malformed
from assistant.packs.battle import read_battle
from assistant.rules.book import Book
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import FightingSide, FightSetup
from assistant.simulate.odds_numbers import FEWEST, MOST, TRIALS

if TYPE_CHECKING:
    from assistant.simulate.odds_tally import Odds
    from assistant.simulate.odds_what_if import WhatIf

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
    from assistant.simulate.odds import odds as odds_of
    from assistant.simulate.odds_what_if import what_if as variations

    game = load_game()
    setup = read_battle(battle, game.book).setup
    if allocation == "proposal":
        setup = _as_proposed(game.book, setup)
    try:
        found = odds_of(game, setup, trials=trials, seed=seed)
        varied = (
            variations(game.book, setup, found, lambda one: odds_of(game, one, trials=trials, seed=seed))
            if what_if
            else ()
        )
    except AssistantError as error:
        raise Malformed(error.code, str(error), faults=[Fault(str(battle), "", str(error))]) from None
    if as_json:
        document = found.to_json()
        if what_if:
            changes: list[Json] = [variation.to_json() for variation in varied]
            document["what_if"] = changes
        print_json(document)
        return
    show(found)
    for variation in varied:
        click.echo(_changed(variation))


def _as_proposed(book: Book, setup: FightSetup) -> FightSetup:
    """The fight with the orders that the assistant would propose instead of the file's."""
    bare = replace(setup, good=replace(setup.good, allocation=()), evil=replace(setup.evil, allocation=()))
    return with_proposals(book, bare)


def show(found: Odds) -> None:
    """The chances in a few lines."""
    from assistant.simulate.odds_tally import RESULTS

    good, evil, draw = (_of_100(found.win[result]) for result in RESULTS)
    click.echo(f"Good wins {good} of 100, evil {evil}; {draw} are drawn.")
    click.echo(f"Good loses {_losses(found, 'good')}, evil {_losses(found, 'evil')}.")
    match found.method:
        case "exact":
            click.echo("Computed exactly.")
        case "vectorised":
            click.echo(f"From {found.trials} simulated fights.")
        case "resolver":
            click.echo(f"From {found.trials} fights resolved blow by blow.")
    if found.method != "exact":
        error = 100 * max(found.error(result) for result in RESULTS)
        click.echo(f"Two times out of three such chances are right to within {error:.1f} of 100.")
    for line in found.by_hand:
        click.echo(f"Not counted: {line}")


def _losses(found: Odds, side: FightingSide) -> str:
    """The middle, and between what four of five fights lie."""
    spread = found.losses[side]
    return f"{spread.p50} ({spread.p10} to {spread.p90})"


def _changed(variation: WhatIf) -> str:
    side, after = variation.side, variation.after
    gain = round(100 * after.win[side]) - round(100 * variation.before.win[side])
    difference = f"{gain:+d}" if gain else "no difference"
    change = variation.change[0].upper() + variation.change[1:]
    return f"{change}: {side} wins {_of_100(after.win[side])} of 100 ({difference})."


def _of_100(chance: float) -> str:
    """Rounded, but never so that what is possible looks impossible or certain."""
    rounded = round(100 * chance)
    if rounded == 0 and chance > 0:
        return "less than 1"
    if rounded == 100 and chance < 1:
        return "more than 99"
    return str(rounded)
