"""A new campaign as a screen makes it: players with their wishes, house rules, and the beginning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.campaign.lookalikes import refuse_look_alikes
from assistant.campaign.passes import seat_passes
from assistant.campaign.service import Service
from assistant.campaign.signing import THE_MASTER, refuse_players_name
from assistant.kernel.codec import Json, encode
from assistant.ledger.records import Campaign
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.calling import refuse_as_player
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules, check_choice
from assistant.rules.seats import seats, wishes_of
from assistant.rules.war import Dice, SeatHeld

LONGEST_NAME = 40
BEGINNING = "begin-game"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who will play: a name, the commander they would like, and how their dice are rolled."""

    name: str = ""
    wish: str = ""
    dice: Dice = "app"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who sits where, and which wishes could not be met."""

    seats: tuple[SeatHeld, ...]
    notes: tuple[str, ...] = ()


def propose(game: RingOfPower, players: Sequence[Player], readings: Mapping[str, str]) -> Proposal:
    """SCN-03, SCN-04: seats as `assistant seats` hands them out; who has no wish takes what is left."""
    for rule, reading in readings.items():
        check_choice(game.book.house_rules, rule, reading)
    named = [_called(player, number) for number, player in enumerate(players, 1)]
    for number, one in enumerate(named, 1):
        refuse_as_player(one.name, (other.name for other in named[number:]))
        refuse_look_alikes(one.name, (other.name for other in named[number:]))
    wishes = wishes_of(game.scenario, [(one.name, one.wish) for one in named if one.wish])
    house = HouseRules(game.book.house_rules, readings)
    seating = seats(game.scenario, len(named), house=house, wishes=wishes)
    taken = {chair.name for chair in seating.chairs if chair.name}
    others = iter([one.name for one in named if one.name not in taken])
    dice = {one.name: one.dice for one in named}
    sitting = [chair.name or next(others) for chair in seating.chairs]
    return Proposal(
        tuple(
            SeatHeld(f"seat-{chair.player}", name, chair.side, chair.commands, dice[name])
            for chair, name in zip(seating.chairs, sitting, strict=True)
        ),
        seating.notes,
    )


def _called(player: Player, number: int) -> Player:
    name = " ".join(player.name.split())[:LONGEST_NAME] or f"Player {number}"
    return Player(name, player.wish.strip(), player.dice)


def found(
    service: Service, name: str, players: Sequence[Player], readings: Mapping[str, str], *, key: str
) -> tuple[Campaign, Proposal]:
    """Make a campaign and begin it; whatever is wrong is refused before anything is made."""
    game = _game(service)
    proposal = propose(game, players, readings)
    setup: dict[str, Json] = {
        "scenario": game.scenario.id,
        "house_rules": {**readings},
        "seats": encode(proposal.seats),
    }
    game.opening(BEGINNING, encode(BeginGame(proposal.seats)), game.set_up(setup))
    made = service.new(name, setup, key=key)
    return begin(service, made, proposal, key=key), proposal


def begin_with(
    service: Service, campaign: Campaign, players: Sequence[Player], *, key: str
) -> tuple[Campaign, Proposal]:
    """Seat the players of a campaign that was made without, and begin."""
    readings: Mapping[str, str] = dict(service.world(campaign).house_rules)
    proposal = propose(_game(service), players, readings)
    for one in service.ledger.passes(campaign.id):
        if one.role == "assistant":
            refuse_players_name(one.label, proposal.seats)
    return begin(service, campaign, proposal, key=key), proposal


def begin(service: Service, campaign: Campaign, proposal: Proposal, *, key: str) -> Campaign:
    """The players sit down, and every seat has its code."""
    service.begin(
        campaign, BEGINNING, encode(BeginGame(proposal.seats)), actor=THE_MASTER, key=f"{key} begins"
    )
    seat_passes(service.ledger, campaign, proposal.seats)
    return service.campaign(campaign.id)


def _game(service: Service) -> RingOfPower:
    assert isinstance(service.game, RingOfPower)
    return service.game
