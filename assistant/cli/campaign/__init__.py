"""`assistant campaign`: make, look at, keep safe, undo and replay campaigns."""

from __future__ import annotations

import click

from assistant.cli.campaign import changing, correcting, keeping, looking, play, telling


@click.group(epilog="\b\nExample: assistant campaign new 'Summer convention'")
def campaign() -> None:
    """Make, list, export, back up, verify, undo and replay campaigns."""


for command in (
    looking.new,
    play.play,
    looking.list_,
    looking.show,
    looking.verify,
    looking.replay,
    changing.undo,
    changing.redo,
    changing.call_off,
    changing.house_rule,
    correcting.enter,
    correcting.overrule,
    telling.story,
    telling.luck,
    keeping.export,
    keeping.import_,
    keeping.backup,
    keeping.restore,
):
    campaign.add_command(command)
