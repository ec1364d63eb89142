"""A quick fight without a campaign, for anyone; nothing of it is kept here."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify

from assistant.campaign.chances import Oracle
from assistant.campaign.naming import naming_of
from assistant.campaign.quick import go_on, nearness, read_setup
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.kernel.errors import AssistantError
from assistant.rules.game import RingOfPower
from assistant.web.api.reading import body
from assistant.web.line import still_there
from assistant.web.turnstile import in_line


def seal_key() -> bytes:
    """What the app's dice are sealed with in a fight that the phone keeps."""
    return str(current_app.secret_key).encode()


def add(pages: Blueprint, service: Service) -> None:
    """`POST /quick`."""
    oracle = Oracle()

    @pages.post("/quick")
    @in_line()
    def quick() -> Response:
        """A fight without a campaign, or its odds."""
        sent, game = body(), service.game
        assert isinstance(game, RingOfPower)
        setup = read_setup(game, sent.value("battle"))
        if sent.given.get("odds") is True:
            what_if = sent.given.get("what_if") is True
            try:
                found = oracle.chances(game, setup, what_if=what_if, is_wanted=still_there())
            except AssistantError as error:
                raise naming_of(game.book, setup).tell(error) from None
            return jsonify(odds=found.to_json(), near=[encode(one) for one in nearness(game, setup)])
        at = go_on(game, setup, sent.given.get("answers", []), sent.value("answer"), seal_key())
        return jsonify(at.to_json(game))
