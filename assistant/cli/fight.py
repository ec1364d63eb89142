"""`assistant fight`: one fight, question by question, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from assistant.campaign.said.newcomers import New, brought, newcomers
from assistant.cli import nearness
from assistant.cli.asking import Back, Dice, Leave, ask
from assistant.cli.common import instance_option, load_game, open_service
from assistant.cli.fighting import AtCampaign, Finished, LooseFight, Table
from assistant.cli.loading import tower_without_walls
from assistant.cli.telling import echo_account
from assistant.kernel.asking import Request
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.packs.battle import fight_of_lists, read_battle
from assistant.packs.lists import figure_rows, parse_list, refusal
from assistant.rules.book import TERRAINS, Book
from assistant.rules.combat.check import check_setup
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup

DiceOf = Callable[[Request], Dice]
PLAIN_SITE: dict[str, Json] = {
    "terrain": "clear", "fortress": None, "tower": False, "darkness": False, "attacker": None,
}  # fmt: skip


@click.command(epilog="\b\nExample: assistant fight --good 'eomer, 3 rider-of-rohan' --evil '9 uruk-hai'")
@click.argument("battle", required=False, type=click.Path(path_type=Path), metavar="[BATTLE.json]")
@click.option("--good", metavar="FIGURES", help="Who fights for good: 'eomer, 3 rider-of-rohan'.")
@click.option("--evil", metavar="FIGURES", help="Who fights for evil: '9 uruk-hai, lurtz'.")
@click.option(
    "--terrain",
    type=click.Choice(TERRAINS),
    default="clear",
    show_default=True,
    help="The ground they stand on.",
)
@click.option("--fortress", type=click.Choice(SIDES), help="The side that holds walls.")
@click.option("--tower", is_flag=True, help="There is a tower to retire to.")
@click.option("--darkness", is_flag=True, help="The fight is under darkness.")
@click.option("--attacker", type=click.Choice(SIDES), help="The side that moved into combat, if it matters.")
@click.option("--hides", type=click.Choice(SIDES), help="The side of characters only that hides.")
@click.option("--campaign", "ref", help="Record the fight in this campaign, or go on with the one under way.")
@click.option(
    "--open", "number", type=click.IntRange(min=1), default=1, help="Which of the fights under way."
)
@click.option(
    "--dice",
    type=click.Choice(["ask", "app"]),
    default="ask",
    show_default=True,
    help="Ask for every roll, or let the app roll them all.",
)
@instance_option
def fight(
    battle: Path | None,
    good: str | None,
    evil: str | None,
    terrain: str,
    fortress: str | None,
    tower: bool,
    darkness: bool,
    attacker: str | None,
    hides: FightingSide | None,
    ref: str | None,
    number: int,
    dice: Dice,
    instance: Path,
) -> None:
    """Fight a combat step by step, from a file or from two lists of figures.

    At each roll, press Enter to let the app roll, or type the faces as they lie on the table: run together
    (133456) or a count of each face (1:1 3:2). Type `back` to take back a step, `why` for every modifier
    with its reason, and `quit` to leave; a fight in a campaign is kept and goes on where it stood.
    """
    game = load_game()
    if tower and not fortress and battle is None:
        raise tower_without_walls()
    site: dict[str, Json] = {"terrain": terrain, "fortress": fortress, "tower": tower, "darkness": darkness}
    site |= {"attacker": attacker}

    def declared(settled: Mapping[str, str]) -> FightSetup | None:
        found = _setup(game.book, battle, good, evil, site, hides, settled)
        if found is None:
            return None
        check_setup(game.book, found)
        if battle is None and dice == "ask":
            found = nearness.asked(game.book, found)
        for line in nearness.told(game.book, found) if battle is None and dice != "ask" else ():
            click.echo(line, err=True)
        return with_proposals(game.book, found)

    if ref is None:
        setup = declared({})
        if setup is None:
            raise Malformed(
                "no-fight",
                "Who fights?",
                do="Give a battle file, or both --good and --evil with their figures.",
            )
        walk(LooseFight(game, setup), dice, game.book)
        click.echo("Nothing was recorded; with --campaign NAME it would be.")
        return
    with open_service(instance, who=f"assistant fight in {ref}") as service:
        campaign = service.campaign(ref)
        world = service.world(campaign)
        setup = declared(world.house_rules)
        if setup is not None and world.war.seats:
            confirm_new(game.book, newcomers(world, {}, setup))
        walk(AtCampaign.sit_down(service, campaign, setup, number), dice, game.book)


def confirm_new(book: Book, new: New) -> None:
    """In a running game nobody comes to the table unseen: they are shown, and confirmed."""
    if not new:
        return
    click.echo(brought(book, new))
    if not click.confirm("Is that meant?"):
        raise Illegal(
            "not-confirmed",
            "The fight was not begun, and nobody came to the table.",
            do="Name figures that stand there, or fight a contact in `assistant campaign play`.",
        )


def _setup(
    book: Book,
    battle: Path | None,
    good: str | None,
    evil: str | None,
    site: dict[str, Json],
    hides: FightingSide | None,
    settled: Mapping[str, str],
) -> FightSetup | None:
    if battle is not None:
        if good or evil or hides or site != PLAIN_SITE:
            raise Malformed("two-fights", "A battle file says who fights and where; leave other options out.")
        return read_battle(battle, book, settled).setup
    if not good and not evil:
        return None
    return declare(book, good or "", evil or "", site, settled).hiding(hides)


def declare(
    book: Book, good: str, evil: str, site: dict[str, Json], settled: Mapping[str, str] | None = None
) -> FightSetup:
    """A fight between two typed lists; whatever is wrong in either is told at once."""
    ours, our_faults = parse_list(good, book, "--good")
    theirs, their_faults = parse_list(evil, book, "--evil")
    if faults := [*our_faults, *their_faults]:
        raise refusal(faults)
    if empty := "evil" if not theirs else "good" if not ours else "":
        raise Malformed("no-fight", f"Nobody fights for {empty}.", do=f"Name figures with --{empty}.")
    sides: dict[str, Json] = {
        "good": {"figures": figure_rows(ours)},
        "evil": {"figures": figure_rows(theirs)},
    }
    return fight_of_lists({"site": site, "sides": sides}, "the command line", book, settled)


def walk(table: Table, dice: Dice | DiceOf, book: Book) -> None:
    """Ask until it is over, then tell it; `dice` may differ from roll to roll."""
    end = see_through(table, dice if callable(dice) else lambda _: dice)
    if end is None:
        return
    if end.account is not None:
        click.echo()
        echo_account(end.account, book)
        click.echo()
    click.echo(end.closing)


def see_through(table: Table, dice_of: DiceOf) -> Finished | None:
    """Ask until it is over or somebody walks away; whatever is typed wrongly is asked again."""
    shown = 0
    while not isinstance(standing := table.standing(), Finished):
        for line in standing.log[shown:]:
            click.echo(line)
        shown = len(standing.log)
        try:
            table.answer(standing.step, ask(standing.request, dice_of(standing.request), table.told))
        except Back:
            if standing.step == 0:
                click.echo("This is the first step.", err=True)
                continue
            table.back()
            shown = 0
            click.echo("Taken back one step. It stands so:")
        except Leave:
            click.echo(table.leave())
            return None
        except click.Abort:
            click.echo(f"\n{table.leave()}")
            raise
        except AssistantError as error:
            click.echo(str(error), err=True)
    for line in standing.log[shown:]:
        click.echo(line)
    return standing
