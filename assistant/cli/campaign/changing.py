"""Deeds that change a campaign as a whole: undo, redo, a house rule."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.cli.common import actor, instance_option, open_service
from assistant.kernel.codec import Json


@click.command(epilog="\b\nExample: assistant campaign undo summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("seq", type=int, required=False, metavar="[DEED]")
@click.option("--key", help="A retry with the same key undoes nothing more.")
@instance_option
def undo(ref: str, seq: int | None, key: str | None, instance: Path) -> None:
    """Undo the last deed, or the one named."""
    from assistant.campaign import history
    from assistant.campaign.acts import called, together
    from assistant.campaign.service import new_key

    with open_service(instance, who="assistant campaign undo") as service:
        campaign = service.campaign(ref)
        entry = history.undo(service, campaign, seq, actor=actor(), key=key or new_key())
        title = called(together(service.entries(campaign), entry), entry)
    click.echo(f"{title}. It is as if it had not been done.")


@click.command(epilog="\b\nExample: assistant campaign redo summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("seq", type=int, required=False, metavar="[DEED]")
@click.option("--key", help="A retry with the same key redoes nothing more.")
@instance_option
def redo(ref: str, seq: int | None, key: str | None, instance: Path) -> None:
    """Redo the deed undone last, or the one named."""
    from assistant.campaign import history
    from assistant.campaign.acts import called, together
    from assistant.campaign.service import new_key

    with open_service(instance, who="assistant campaign redo") as service:
        campaign = service.campaign(ref)
        entry = history.redo(service, campaign, seq, actor=actor(), key=key or new_key())
        title = called(together(service.entries(campaign), entry), entry)
    click.echo(f"{title}. It counts again.")


@click.command("what-if", epilog="\b\nExample: assistant campaign what-if summer 'Boromir lives' --upto 12")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("name")
@click.option("--upto", type=click.IntRange(min=0), metavar="DEED", help="The last deed both have in common.")
@instance_option
def what_if(ref: str, name: str, upto: int | None, instance: Path) -> None:
    """Make a copy of a campaign with the same past, to play on otherwise; the campaign itself stays."""
    from assistant.campaign import history
    from assistant.kernel.asking import count_of

    with open_service(instance, who="assistant campaign what-if") as service:
        made = history.what_if(service, service.campaign(ref), upto, name)
    entries = count_of(made.head, "entry", "entries")
    click.echo(f"{made.name} is ready, with {entries} of the same past. Its id is {made.id}.")


@click.command(epilog="\b\nExample: assistant campaign call-off summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@click.option(
    "--open", "number", type=click.IntRange(min=1), default=1, help="Which of the fights under way."
)
@instance_option
def call_off(ref: str, number: int, instance: Path) -> None:
    """Give up a fight that is under way; nothing of it is recorded."""
    from assistant.cli.fighting import under_way
    from assistant.ledger.seen import seen

    with open_service(instance, who="assistant campaign call-off") as service:
        pending = under_way(service, service.campaign(ref), number)
        service.call_off(pending.id)
    click.echo(f"Called off: {seen(pending.title)}. Nothing of it was recorded.")


@click.command(epilog="\b\nExample: assistant campaign house-rule summer-convention CON-068 after-turn-15")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("rule")
@click.argument("reading")
@instance_option
def house_rule(ref: str, rule: str, reading: str, instance: Path) -> None:
    """Settle on a reading of a house rule from now on; it can be undone."""
    from assistant.campaign.service import new_key
    from assistant.cli.loading import load_war
    from assistant.cli.scenario import PRINTED, RECORDED
    from assistant.packs.bearing import in_print, with_bearing

    with open_service(instance, who="assistant campaign house-rule") as service:
        found = service.campaign(ref)
        setup: Json = {"rule": rule.upper(), "reading": reading}
        entry = service.begin(found, "house-rule", setup, actor=actor(), key=new_key())
    book, war = load_war(str(found.setup["scenario"]))
    says = "The assistant follows it from now on."
    if rule.upper() not in with_bearing(book, war):
        says = PRINTED if rule.upper() in in_print(war) else RECORDED
    click.echo(f"{entry.title}. {says}")
