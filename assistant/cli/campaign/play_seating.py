"""Seats of a campaign: handed out when it is made, and taken when the game begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from assistant.cli.campaign.play_commands import command, whole
from assistant.cli.campaign.play_looks import echo
from assistant.cli.campaign.play_names import find
from assistant.cli.campaign.play_sitting import Sitting
from assistant.cli.loading import each_pair
from assistant.kernel.codec import Json, decode, encode
from assistant.kernel.errors import Malformed
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.seats import seats as hand_out
from assistant.rules.seats import wishes_of
from assistant.rules.war import SeatHeld

EVERYONE = "all"
BY_HAND = re.compile(r"\bby hand\b", re.IGNORECASE)


def handed_out(
    scenario: Scenario,
    players: int,
    house: HouseRules,
    wishes: Iterable[str] = (),
    by_hand: Iterable[str] = (),
) -> tuple[tuple[SeatHeld, ...], tuple[str, ...]]:
    """The seats of so many players with their wishes, who rolls by hand, and wishes that were not met."""
    wished = wishes_of(scenario, each_pair(wishes, "--prefer", "NAME=COMMANDER"))
    seating = hand_out(scenario, players, house=house, wishes=wished)
    seats = [
        SeatHeld(f"seat-{chair.player}", chair.name or f"Player {chair.player}", chair.side, chair.commands)
        for chair in seating.chairs
    ]
    rolling = _rolling(seats, by_hand)
    return (
        tuple(
            SeatHeld(seat.id, seat.player, seat.side, seat.commanders, "by-hand")
            if seat.id in rolling
            else seat
            for seat in seats
        ),
        seating.notes,
    )


def _rolling(seats: Iterable[SeatHeld], names: Iterable[str]) -> set[str]:
    """The seats that are named by player, number or a commander of theirs."""
    known = {seat.id: (seat.player, seat.id.removeprefix("seat-"), *seat.commanders) for seat in seats}
    found: set[str] = set()
    for name in names:
        found |= set(known) if name.strip().lower() == EVERYONE else {find("seat", name, known)}
    return found


def stored(seats: tuple[SeatHeld, ...]) -> Json:
    """Seats as a campaign's set-up keeps them."""
    return encode(seats)


def seated(setup: Mapping[str, Json]) -> tuple[SeatHeld, ...]:
    """The seats a campaign was made with, if any."""
    return (
        cast(tuple[SeatHeld, ...], decode(tuple[SeatHeld, ...], setup["seats"])) if "seats" in setup else ()
    )


@command("begin 10 anna=rohan", "seat the players, with wishes, and begin; `by hand` for typed dice")
def begin(sitting: Sitting, text: str) -> None:
    asked, by_hand = BY_HAND.subn("", text)
    words = asked.split()
    if not words:
        if chosen := seated(sitting.campaign.setup):
            sitting.do(BeginGame(chosen))
            return
        raise Malformed("how-many-players", "How many play?", do="Write it like: begin 10 anna=rohan")
    house = sitting.kit.house(sitting.world)
    rolling = [EVERYONE] if by_hand else []
    players = whole(words[0], "number of players")
    seats, notes = handed_out(sitting.kit.scenario, players, house, words[1:], rolling)
    sitting.do(BeginGame(seats))
    echo(notes)
