"""`assistant campaign`: make, look at, keep safe, undo and replay campaigns."""

from __future__ import annotations

import click

from assistant.cli.campaign import (
    by_hand,
    changing,
    codes,
    correcting,
    keeping,
    looking,
    measuring,
    play,
    telling,
)


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
    codes.codes,
    changing.undo,
    changing.redo,
    changing.what_if,
    changing.call_off,
    changing.house_rule,
    correcting.enter,
    correcting.overrule,
    by_hand.adjust,
    by_hand.add_figures,
    by_hand.rename,
    by_hand.change_seat,
    measuring.measure,
    measuring.positions,
    telling.story,
    telling.luck,
    telling.chronicle,
    keeping.export,
    keeping.import_,
    keeping.backup,
    keeping.restore,
):
    campaign.add_command(command)
