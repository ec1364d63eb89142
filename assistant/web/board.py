"""The projector: read from six metres, never touched."""

from __future__ import annotations

from flask import Blueprint

from assistant.campaign.service import Service
from assistant.campaign.views.board import board_view
from assistant.web.access import here
from assistant.web.screens import screen


def blueprint(service: Service) -> Blueprint:
    """`/c/CAMPAIGN/board`: what the game master lets everybody see."""
    pages = Blueprint("board", __name__)

    @pages.get("/c/<campaign>/board")
    def board(campaign: str) -> str:
        at = here(service)
        return screen(at, "board.html", view=board_view(at))

    return pages
