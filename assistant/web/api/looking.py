"""How a game stands, for whoever asks."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign.service import Service
from assistant.campaign.views.state import state_for
from assistant.web.access import here, power_in


def add(pages: Blueprint, service: Service) -> None:
    """`GET /campaigns/ID`."""

    @pages.get("/campaigns/<campaign>")
    def campaign(campaign: str) -> Response:
        """How the game stands, and what is due for you."""
        at = here(service)
        return jsonify(state_for(at, power_in(at)))
