"""Making and looking at campaigns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli.common import (
    database,
    instance_option,
    json_option,
    load_game,
    open_service,
    print_json,
    same_instance,
)
from assistant.cli.loading import chosen_readings
from assistant.kernel.asking import count_of
from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal, Malformed

if TYPE_CHECKING:
    from assistant.campaign.history import Line
    from assistant.campaign.service import Summary


@click.command(
    epilog="\b\nExample: assistant campaign new 'Summer convention' --players 10 --prefer Anna=rohan"
)
@click.argument("name")
@click.option("--players", type=int, metavar="N", help="Seat so many players, so that `play` can begin.")
@click.option("--prefer", "wishes", multiple=True, metavar="NAME=COMMANDER", help="Who would like what.")
@click.option(
    "--by-hand",
    "by_hand",
    multiple=True,
    metavar="WHO",
    help="Who rolls real dice and types them: a player, a commander, or `all`.",
)
@click.option(
    "--house-rule", "house_rules", multiple=True, metavar="ID=READING", help="A reading to begin with."
)
@click.option("--key", help="A retry with the same key makes no second campaign.")
@instance_option
@json_option
def new(
    name: str,
    players: int | None,
    wishes: tuple[str, ...],
    by_hand: tuple[str, ...],
    house_rules: tuple[str, ...],
    key: str | None,
    instance: Path,
    as_json: bool,
) -> None:
    """Make a new campaign of the War of the Ring."""
    from assistant.campaign.service import new_key

    if players is None and (wishes or by_hand):
        raise Malformed("how-many-players", "How many play?", do="Add --players 10.")
    with open_service(instance, who="assistant campaign new") as service:
        readings = chosen_readings(house_rules)
        setup: dict[str, Json] = {"scenario": "war-of-the-ring", "house_rules": {**readings}}
        notes = _seat(setup, players, readings, wishes, by_hand) if players is not None else ()
        made = service.new(name, setup, key=key or new_key())
    if as_json:
        print_json({"id": made.id, "name": made.name})
        return
    click.echo(f"{made.name} is ready. Its id is {made.id}.")
    for note in notes:
        click.echo(note)


def _seat(
    setup: dict[str, Json],
    players: int,
    readings: dict[str, str],
    wishes: Iterable[str],
    by_hand: Iterable[str],
) -> tuple[str, ...]:
    """Put the seats into the set-up; returns the wishes that could not be met."""
    from assistant.cli.campaign.play_seating import handed_out, stored
    from assistant.rules.house import HouseRules

    game = load_game()
    house = HouseRules(game.book.house_rules, readings)
    seats, notes = handed_out(game.scenario, players, house, wishes, by_hand)
    setup["seats"] = stored(seats)
    return notes


@click.command("list", epilog="\b\nExample: assistant campaign list --json")
@instance_option
@json_option
def list_(instance: Path, as_json: bool) -> None:
    """List the campaigns."""
    summaries: tuple[Summary, ...] = ()
    if database(instance).exists():
        with open_service(instance, who="assistant campaign list", read_only=True) as service:
            summaries = service.summaries()
    if as_json:
        print_json({"campaigns": [asdict(summary) for summary in summaries]})
    elif not summaries:
        click.echo("No campaigns yet. Make one with: assistant campaign new 'NAME'")
    from assistant.ledger.seen import seen

    for summary in () if as_json else summaries:
        number = count_of(summary.deeds, "deed", "deeds")
        deeds = f"{number}, last: {seen(summary.last_title)}" if summary.deeds else "no deeds yet"
        click.echo(f"{summary.id}  {summary.name}  ({deeds})")


@click.command(epilog="\b\nExample: assistant campaign show summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@click.option("--deed", type=int, help="One deed with its account, blow by blow.")
@click.option("--turn", type=int, help="Say when this turn will end at the present pace.")
@instance_option
@json_option
def show(ref: str, deed: int | None, turn: int | None, instance: Path, as_json: bool) -> None:
    """Show a campaign: its history, its clock, and the figures as they stand."""
    from assistant.campaign.clock import clock, foretold, require_in_record
    from assistant.campaign.history import history
    from assistant.ledger.seen import seen

    with open_service(instance, who="assistant campaign show", read_only=True) as service:
        found = service.campaign(ref)
        lines = history(service.ledger.entries(found.id))
        world = service.world(found)
        figures, house_rules = world.figures.values(), dict(world.house_rules)
        open_deeds, record = service.ledger.pendings(found.id), load_game().scenario.turns
    if deed is not None:
        _show_deed(next((line for line in lines if line.entry.seq == deed), None), deed, as_json)
        return
    if as_json:
        print_json(
            {
                "id": found.id,
                "name": found.name,
                "head": found.head,
                "hash": found.head_hash,
                "history": [
                    {
                        "seq": line.entry.seq,
                        "title": line.entry.title,
                        "actor": line.entry.actor,
                        "at": line.entry.at,
                        "counts": line.counts,
                    }
                    for line in lines
                ],
                "house_rules": house_rules,
                "figures": [asdict(figure) for figure in figures],
                "open": [{"id": one.id, "title": one.title, "step": one.step} for one in open_deeds],
            }
        )
        return
    click.echo(f"{found.name} ({found.id})")
    for rule, reading in house_rules.items():
        click.echo(f"  house rule {rule}: {reading}")
    for line in lines:
        click.echo(_history_line(line))
    if (time := clock([line.entry for line in lines])) is not None:
        now = datetime.now().astimezone()
        require_in_record(turn, record)
        for said in time.lines(now, turn or foretold(world.war, record)):
            click.echo(f"  {said}")
    for number, one in enumerate(open_deeds, 1):
        which = f"{f' --open {number}' if number > 1 else ''}{same_instance()}"
        click.echo(
            f"  under way: {seen(one.title)} (go on with: assistant fight --campaign {found.id}{which})"
        )
    for figure in figures:
        horse = ", mounted" if figure.mounted else ""
        rest = ", regrouping" if figure.regrouping else ""
        click.echo(f"  {figure.id}: {figure.profile} of {figure.side}, {figure.condition}{horse}{rest}")


def _show_deed(line: Line | None, seq: int, as_json: bool) -> None:
    if line is None:
        raise Illegal("no-such-deed", f"There is no deed {seq} in this campaign.")
    entry = line.entry
    if as_json:
        print_json({**asdict(entry), "rulings": [*line.rulings]})
        return
    from assistant.ledger.seen import seen

    click.echo(seen(f"{entry.seq}. {entry.title} ({entry.actor}, {entry.at})"))
    for said in line.account:
        click.echo(f"  {seen(said)}")


def _history_line(line: Line) -> str:
    from assistant.ledger.clock import moment_of
    from assistant.ledger.seen import seen

    undone = "" if line.counts else "  (undone)"
    moment = moment_of(line.entry.at)
    when = f"{moment.astimezone():%d %b %H:%M}" if moment else "at no time that can be read"
    return seen(f"{line.entry.seq:>4}. {line.told}  [{line.entry.actor}, {when}]{undone}")


@click.command(epilog="\b\nExample: assistant campaign verify summer-convention")
@click.argument("ref", metavar="[CAMPAIGN]", required=False)
@instance_option
def verify(ref: str | None, instance: Path) -> None:
    """Check the database file and the chain of every deed; all campaigns, or the one named."""
    with open_service(instance, who="assistant campaign verify", read_only=True) as service:
        chosen = [service.campaign(ref)] if ref else service.ledger.campaigns()
        troubles = [*service.ledger.verify_file()]
        for one in chosen:
            troubles += [f"{one.id}: {trouble}" for trouble in service.ledger.verify(one.id)]
            click.echo(f"{one.id}: {count_of(one.head, 'entry', 'entries')}", err=True)
    if troubles:
        raise Illegal("damaged", "\n".join(troubles), do="Restore a backup: assistant campaign restore FILE")
    click.echo("All is as it was written.")


@click.command(epilog="\b\nExample: assistant campaign replay summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@instance_option
def replay(ref: str, instance: Path) -> None:
    """Run every deed again from its dice and answers, and show the first difference."""
    from assistant.campaign.replay import replay as run_again

    with open_service(instance, who="assistant campaign replay", read_only=True) as service:
        number = 0
        for again in run_again(service, service.campaign(ref)):
            number += 1
            if again.difference:
                deed = f"Deed {again.entry.seq} ({again.entry.title})"
                raise Illegal(
                    "replay-differs",
                    f"{deed} would go otherwise today: {again.difference}.",
                    do="What was recorded still stands.",
                )
    click.echo(f"{count_of(number, 'deed', 'deeds')} replayed; all comes out as it was recorded.")
