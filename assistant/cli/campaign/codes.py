"""The codes of a campaign in the terminal, for when no browser is at hand."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli.common import instance_option, json_option, load_game, open_service, print_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assistant.ledger.records import Pass
    from assistant.rules.war import SeatHeld

OTHERS = ("projector", "assistant")


@dataclass(frozen=True, slots=True)
class Line:
    """A code and whom it lets in."""

    code: str
    role: str
    name: str
    what: str


@click.command(epilog="\b\nExample: assistant campaign codes summer-convention")
@click.argument("ref", metavar="CAMPAIGN")
@instance_option
@json_option
def codes(ref: str, instance: Path, as_json: bool) -> None:
    """Show the code of every seat, of the projector and of assistants."""
    with open_service(instance, who="assistant campaign codes", read_only=True) as service:
        campaign = service.campaign(ref)
        seats = tuple(service.world(campaign).war.seats.values())
        passes = service.ledger.passes(campaign.id)
    if {seat.id for seat in seats} - {one.seat for one in passes}:
        passes = _issued(ref, instance, seats)
    lines = _lines(seats, passes)
    if as_json:
        print_json({"codes": [asdict(one) for one in lines]})
        return
    for one in lines:
        click.echo(f"{one.code}  {one.name}" + (f"  ({one.what})" if one.what else ""))
    if not seats:
        click.echo("Nobody sits here yet: seats have codes once the game has begun.")


def _issued(ref: str, instance: Path, seats: Iterable[SeatHeld]) -> tuple[Pass, ...]:
    """Whoever has no code yet gets one; that needs the database to itself for a moment."""
    from assistant.campaign.passes import seat_passes

    with open_service(instance, who="assistant campaign codes") as service:
        return seat_passes(service.ledger, service.campaign(ref), seats)


def _lines(seats: Iterable[SeatHeld], passes: tuple[Pass, ...]) -> tuple[Line, ...]:
    commanders = load_game().scenario.commanders
    by_seat = {one.seat: one.code for one in passes if one.role == "seat"}
    return (
        *(
            Line(
                by_seat[seat.id],
                "seat",
                seat.player,
                ", ".join(commanders[one].name for one in seat.commanders),
            )
            for seat in seats
        ),
        *(Line(one.code, one.role, one.label, one.area) for one in passes if one.role in OTHERS),
    )
