"""`assistant resolve`: battles from files, resolved in one go."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom

import click

from assistant.campaign.story import Account
from assistant.cli.common import json_option, load_game, of_file, print_json
from assistant.cli.telling import echo_account, names_in
from assistant.kernel.errors import AssistantError, Fault, Malformed
from assistant.packs.battle import BattleFile, read_battle
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.resolve import Resolution
from assistant.simulate.resolve import resolve as resolve_battle


@click.command(epilog="\b\nExample: assistant resolve helms-deep.json --seed 7")
@click.argument("battles", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="BATTLE.json...")
@click.option("--seed", type=int, help="Roll the same dice every time; only for battles without dice.")
@click.option("--log", "show_log", is_flag=True, help="Print the blow-by-blow account instead of JSON.")
@click.option(
    "--story", "show_story", is_flag=True, help="Print the story in a few sentences instead of JSON."
)
@click.option("--luck", "show_luck", is_flag=True, help="Print expected and actual hits instead of JSON.")
@json_option
def resolve(
    battles: tuple[Path, ...],
    seed: int | None,
    show_log: bool,
    show_story: bool,
    show_luck: bool,
    as_json: bool,
) -> None:
    """Resolve battles from files: by the dice they give, or by chance.

    One file prints one JSON document; several print a list in the same order.
    """
    game = load_game()
    random = SystemRandom() if seed is None else Random(seed)
    resolutions = _resolve_all(game, battles, random, seed)
    if (show_log or show_story or show_luck) and not as_json:
        for path, resolution in zip(battles, resolutions, strict=True):
            click.echo(f"{path}:")
            names = names_in(game.book, resolution).numbered()
            for line in resolution.played.done.log if show_log else ():
                click.echo(f"  {names.told(line)}")
            account = Account.of(resolution.setup, resolution.played)
            echo_account(account, game.book, story=show_story, luck=show_luck)
        return
    results = [resolution.to_json() for resolution in resolutions]
    print_json(results if len(results) > 1 else results[0])


def _resolve_all(
    game: RingOfPower, battles: tuple[Path, ...], random: Random, seed: int | None
) -> list[Resolution]:
    """All or nothing: the faults of every file are told together."""
    resolutions: list[Resolution] = []
    faults: list[Fault] = []
    for path in battles:
        try:
            battle = read_battle(path, game.book)
            if seed is not None and battle.dice is not None:
                click.echo(f"{path} gives its own dice: --seed changes nothing there.", err=True)
            resolutions.append(_resolve_one(game, path, battle, random))
        except AssistantError as error:
            faults += error.faults or [Fault(str(path), "", str(error))]
    if faults:
        raise Malformed("bad-battle", "Some battles could not be resolved.", faults=faults)
    return resolutions


def _resolve_one(game: RingOfPower, path: Path, battle: BattleFile, random: Random) -> Resolution:
    try:
        return resolve_battle(game, battle.setup, battle.dice, random, World())
    except AssistantError as error:
        raise of_file(error, path) from None
