"""The game master's corrections at the terminal: enter a finished fight, overrule a result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from assistant.cli.campaign.said import SAID
from assistant.cli.common import actor, instance_option, load_game, open_service
from assistant.kernel.errors import Malformed
from assistant.rules.book import TERRAINS
from assistant.rules.combat.setup import SIDES

F = TypeVar("F", bound=Callable[..., Any])
Winner = Literal["good", "evil", "draw"]


def fates_options(command: F) -> F:
    """`--slain FIGURES`, `--wounded FIGURES` and so on."""
    for said in reversed(SAID):
        command = click.option(f"--{said}", metavar="FIGURES", help=f"Who was {said}: '6 uruk-hai, lurtz'.")(
            command
        )
    return command


@click.command(
    epilog="\b\nExample: assistant campaign enter summer-convention --good eomer --evil '2 orc' "
    "--slain '2 orc' --winner good"
)
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("battle", required=False, type=click.Path(path_type=Path), metavar="[BATTLE.json]")
@click.option("--result", type=click.Path(path_type=Path), help="How it came out, as `resolve` prints it.")
@click.option("--good", metavar="FIGURES", help="Who fought for good: 'eomer, 3 riders of Rohan'.")
@click.option("--evil", metavar="FIGURES", help="Who fought for evil: '9 uruk-hai, lurtz'.")
@click.option("--terrain", type=click.Choice(TERRAINS), default="clear", help="The ground they stood on.")
@click.option("--place", help="Where it was, such as helms-deep.")
@click.option("--fortress", type=click.Choice(SIDES), help="The side that held walls.")
@click.option("--darkness", is_flag=True, help="It was under darkness.")
@fates_options
@click.option("--dismounted", metavar="FIGURES", help="Who lost the mount.")
@click.option(
    "--winner", type=click.Choice([*SIDES, "draw"]), help="Who won; without it the whole form is asked."
)
@click.option(
    "--retreats",
    type=click.Choice([*SIDES, "nobody"]),
    help="Who goes back; the beaten side if left out.",
)
@click.option("--blocked", is_flag=True, help="They could not go back a full move.")
@click.option(
    "--walls-fell/--walls-held",
    default=None,
    help="Whether the fortress or tower was taken; with those who lost the fight for it if left out.",
)
@click.option("--key", help="A retry with the same key enters nothing more.")
@instance_option
def enter(
    ref: str,
    battle: Path | None,
    result: Path | None,
    good: str | None,
    evil: str | None,
    terrain: str,
    place: str | None,
    fortress: str | None,
    darkness: bool,
    dismounted: str | None,
    winner: Winner | None,
    retreats: str | None,
    blocked: bool,
    walls_fell: bool | None,
    key: str | None,
    instance: Path,
    **fates: str | None,
) -> None:
    """Enter a fight that was fought at the table, as it came out; it can be undone."""
    from assistant.campaign.corrections import report
    from assistant.campaign.service import new_key
    from assistant.cli.campaign.form import Form
    from assistant.cli.fight import declare
    from assistant.packs.battle import read_battle
    from assistant.packs.result import read_result

    book = load_game().book
    site: dict[str, Any] = {"terrain": terrain, "darkness": darkness}
    site |= {"place": place, "holder": fortress} if place else {}
    site |= {"fortress": fortress} if fortress else {}
    if battle is not None and (good or evil):
        raise Malformed("two-fights", "A battle file says who fought; leave --good and --evil out.")
    with open_service(instance, who="assistant campaign enter", read_only=True) as service:
        settled = service.world(service.campaign(ref)).house_rules
    if battle is not None:
        setup = read_battle(battle, book, settled).setup
    else:
        setup = declare(book, good or "", evil or "", site, settled)
    form = Form(book, setup, blocked=blocked, walls_fell=walls_fell)
    if result is not None:
        form.take(read_result(result))
    else:
        form.fill({**fates, "dismounted": dismounted}, asked=winner is None)
        form.decide(winner, retreats)
    with open_service(instance, who="assistant campaign enter") as service:
        found = service.campaign(ref)
        entry = report(service, found, form.report(), actor=actor(), key=key or new_key())
    for line in entry.log:
        click.echo(line)
    click.echo(f"Recorded as deed {entry.seq} of {found.name}: {entry.title}.")


@click.command(
    epilog="\b\nExample: assistant campaign overrule summer 3 --fit eomer --reason 'the die was cocked'"
)
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("deed", type=int, required=False, metavar="[DEED]")
@click.option("--reason", required=True, help="Why, for those who ask later.")
@click.option("--fit", metavar="FIGURES", help="Who came through after all: 'eomer, 2 uruk-hai'.")
@fates_options
@click.option("--mounted", metavar="FIGURES", help="Who is mounted.")
@click.option("--on-foot", "on_foot", metavar="FIGURES", help="Who is on foot.")
@click.option("--regrouping", metavar="FIGURES", help="Who regroups for a turn.")
@click.option("--ready", metavar="FIGURES", help="Who does not regroup.")
@click.option("--winner", type=click.Choice([*SIDES, "draw"]), help="Who won after all; needs the deed.")
@click.option("--key", help="A retry with the same key rules nothing more.")
@instance_option
def overrule(
    ref: str,
    deed: int | None,
    reason: str,
    winner: Winner | None,
    key: str | None,
    instance: Path,
    **said: str | None,
) -> None:
    """Overrule how a fight came out, or how any figure stands; with a reason, and it can be undone."""
    from assistant.campaign.corrections import overrule as rule
    from assistant.campaign.corrections import who_fought
    from assistant.campaign.service import new_key
    from assistant.cli.campaign.form import corrections
    from assistant.rules.deeds.ruling import Ruling

    with open_service(instance, who="assistant campaign overrule") as service:
        found = service.campaign(ref)
        only = None if deed is None else who_fought(service, found, deed)
        figures = corrections(load_game().book, service.world(found).figures, said, only)
        ruling = Ruling(reason, figures, deed, winner)
        entry = rule(service, found, ruling, actor=actor(), key=key or new_key())
    for line in entry.log[1:]:
        click.echo(line)
    click.echo(f"Recorded as deed {entry.seq} of {found.name}: {entry.title}.")
