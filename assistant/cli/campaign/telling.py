"""What is told of a campaign's fights: the story, and whether the dice were kind."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.cli.common import instance_option, json_option, load_game, open_service, print_json
from assistant.kernel.asking import count_of
from assistant.kernel.codec import Json

deed_option = click.option("--deed", type=int, help="Only this fight.")


@click.command(epilog="\b\nExample: assistant campaign story summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@deed_option
@instance_option
@json_option
def story(ref: str, deed: int | None, instance: Path, as_json: bool) -> None:
    """Tell the story of every fight that counts, in a few sentences each."""
    from assistant.campaign.accounts import accounts

    with open_service(instance, who="assistant campaign story", read_only=True) as service:
        told = accounts(service, service.campaign(ref), deed)
    book = load_game().book
    if as_json:
        fights: list[Json] = [
            {"seq": one.entry.seq, "title": one.entry.title, "story": list(one.account.story(book))}
            for one in told
        ]
        print_json({"fights": fights})
        return
    for one in told:
        click.echo(f"{one.entry.seq}. {' '.join(one.account.story(book))}")
    if not told:
        click.echo("No fight has been fought yet.")


@click.command(epilog="\b\nExample: assistant campaign luck summer-convention --deed 3")
@click.argument("ref", metavar="CAMPAIGN")
@deed_option
@instance_option
@json_option
def luck(ref: str, deed: int | None, instance: Path, as_json: bool) -> None:
    """Tell how many hits and saves were to be expected of the dice, and how many came.

    Dice of the app and dice rolled by hand are counted apart. A die that is rolled again counts again.
    """
    from assistant.campaign.accounts import accounts
    from assistant.rules.combat.luck import Luck

    with open_service(instance, who="assistant campaign luck", read_only=True) as service:
        told = accounts(service, service.campaign(ref), deed)
    total = sum((one.account.luck() for one in told), Luck())
    for one in told:
        if one.doubt:
            click.echo(f"Deed {one.entry.seq} is not counted: {one.doubt}", err=True)
    if as_json:
        print_json({"fights": len(told), "luck": total.to_json()})
        return
    click.echo(f"{count_of(len(told), 'fight', 'fights')}.")
    for line in total.lines():
        click.echo(line)


@click.command(epilog="\b\nExample: assistant campaign chronicle summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@instance_option
@json_option
def chronicle(ref: str, instance: Path, as_json: bool) -> None:
    """Tell the whole game as a story: turn by turn, with its fights, and how it stands."""
    from assistant.campaign.chronicle import chronicle as tell

    with open_service(instance, who="assistant campaign chronicle", read_only=True) as service:
        told = tell(service, service.campaign(ref))
    if as_json:
        chapters: list[Json] = [
            {"title": one.title, "sentences": list(one.sentences)} for one in told.chapters
        ]
        print_json({"name": told.name, "chapters": chapters, "ending": list(told.ending)})
        return
    for line in told.lines():
        click.echo(line)
