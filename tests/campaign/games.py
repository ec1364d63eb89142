"""A running game in a ledger: how tests play some turns of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant.campaign.service import Service
from assistant.kernel.asking import Allocate, Allocated, Answer, Choose, Chosen, Request, Roll, Rolled
from assistant.kernel.codec import encode
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Entry
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules
from assistant.rules.seats import seats
from assistant.rules.war import Force, ForceId, SeatHeld

Answerer = Callable[[Request], Answer]


def first_of_all(request: Request) -> Answer:
    """Every die shows a three, and the first option and every proposal is taken."""
    match request:
        case Roll():
            return Rolled((3,) * len(request.dice))
        case Choose():
            return Chosen(request.options[0])
        case Allocate():
            return Allocated(request.proposal)


def do(
    service: Service, campaign: Campaign, deed: Any, key: str = "", answers: Answerer = first_of_all
) -> Entry:
    """A whole deed, stored."""
    head = service.ledger.campaign(campaign.id).head
    return service.record(campaign, deed.kind, encode(deed), answers, actor="anna", key=key or f"deed-{head}")


def seated(game: RingOfPower, players: int = 10) -> BeginGame:
    """Everyone sits as the rulebook's list has it."""
    chairs = seats(game.scenario, players, house=HouseRules(game.book.house_rules, {})).chairs
    return BeginGame(
        tuple(
            SeatHeld(f"seat-{one.player}", f"Player {one.player}", one.side, one.commands) for one in chairs
        )
    )


def go_on(service: Service, campaign: Campaign, phases: int = 1) -> Entry:
    """So many phases later, whatever is left to do."""
    for _ in range(phases):
        entry = do(service, campaign, GoOn(anyway=True))
    return entry


def force_with(service: Service, campaign: Campaign, figure: str) -> ForceId:
    """The force in which a figure stands."""
    force = service.world(campaign).war.force_of(FigureId(figure))
    assert isinstance(force, Force)
    return force.id
