"""New campaigns: seats proposed as people type, a campaign made and begun, and the demo at one tap."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, jsonify

from assistant.campaign.demo import Demos, demo_file
from assistant.campaign.founding import Player, Proposal, begin_with, found, propose
from assistant.campaign.service import Service
from assistant.kernel.codec import decode
from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.ledger.records import Campaign
from assistant.rules.game import RingOfPower
from assistant.web.access import here, remember
from assistant.web.api.reading import Body, body
from assistant.web.claims import here_from
from assistant.web.limits import Limits
from assistant.web.turnstile import in_line

MOST_PLAYERS, MOST_READINGS = 40, 1000


def add(pages: Blueprint, service: Service, limits: Limits) -> None:
    """`POST /seating`, `POST /campaigns`, `POST /campaigns/ID/begin` and `POST /demo`."""
    demos = Demos(
        service,
        most=limits.demos,
        an_hour_each=limits.demos_per_hour_each,
    )

    @pages.post("/seating")
    def seating() -> Response:
        """Who would sit where."""
        sent = body()
        return jsonify(proposed(service, propose(game_of(service), players(sent), readings(sent))))

    @pages.post("/campaigns")
    def found_campaign() -> Response:
        """Makes a campaign and begins it."""
        sent = body()
        name, key = sent.text("name", ""), sent.key()
        made, proposal = found(service, name, players(sent), readings(sent), key=key)
        return jsonify(**made_of(made), **proposed(service, proposal), go=f"/c/{made.id}/seats")

    @pages.post("/campaigns/<campaign>/begin")
    def begin(campaign: str) -> Response:
        """Seats the players of one that was made without."""
        sent, at = body(), here(service)
        made, proposal = begin_with(service, at.campaign, players(sent), key=sent.key())
        return jsonify(**made_of(made), **proposed(service, proposal), go=f"/c/{made.id}/seats")

    @pages.post("/demo")
    @in_line()
    def demo() -> Response:
        """A demo of your own, with you as its game master."""
        key = body().key()
        told = demo_file(game_of(service).scenario.id)
        if told is None:
            raise Illegal("no-demo", "This scenario has no demo.", do="Begin a campaign of your own.")
        made, letter = demos.make(told, key=key, who=here_from(), is_master=g.access.is_master)
        remember(letter)
        return jsonify(**made_of(made), go=f"/c/{made.id}/seats")


def game_of(service: Service) -> RingOfPower:
    """The game that is played here."""
    assert isinstance(service.game, RingOfPower)
    return service.game


def players(sent: Body) -> tuple[Player, ...]:
    """Who plays, as it was sent."""
    listed = sent.value("players")
    if not isinstance(listed, list) or len(listed) > MOST_PLAYERS:
        raise _wrong("players", "a list of players")
    try:
        return tuple(decode(Player, one) for one in listed)
    except AssistantError as error:
        raise _wrong("players", "a list of players, each with name, wish and dice") from error


def readings(sent: Body) -> dict[str, str]:
    """The house rules that differ, as they were sent."""
    chosen = sent.value("house_rules") or {}
    if not isinstance(chosen, dict) or len(chosen) > MOST_READINGS:
        raise _wrong("house_rules", "house rules with their readings")
    if not all(isinstance(one, str) for one in chosen.values()):
        raise _wrong("house_rules", "house rules with their readings")
    return {rule: str(reading) for rule, reading in chosen.items()}


def proposed(service: Service, proposal: Proposal) -> dict[str, Any]:
    """Seats as JSON, with the commanders by name for people."""
    commanders = game_of(service).scenario.commanders
    return {
        "seats": [
            {
                "id": seat.id,
                "player": seat.player,
                "side": seat.side,
                "commanders": [*seat.commanders],
                "names": [commanders[one].name for one in seat.commanders],
                "dice": seat.dice,
            }
            for seat in proposal.seats
        ],
        "notes": [*proposal.notes],
    }


def made_of(campaign: Campaign) -> dict[str, Any]:
    """A campaign as JSON."""
    return {"campaign": {"id": campaign.id, "name": campaign.name, "head": campaign.head}}


def _wrong(name: str, wanted: str) -> Malformed:
    return Malformed("bad-field", f"`{name}` must be {wanted}.", do="See docs/api.md for what to send.")
