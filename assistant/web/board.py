"""The projector: read from six metres, never touched."""

from __future__ import annotations

from flask import Blueprint, request

from assistant.campaign.service import Service
from assistant.campaign.views.board import board_view
from assistant.web.access import access, here
from assistant.web.screens import screen


def blueprint(service: Service) -> Blueprint:
    """`/c/CAMPAIGN/board`; with `?standings=1`, for the projector and whoever leads, also the points."""
    pages = Blueprint("board", __name__)

    @pages.get("/c/<campaign>/board")
    def board(campaign: str) -> str:
        at = here(service)
        may = access().leads(at.campaign.id) or access().role(at.campaign.id) == "projector"
        with_points = may and request.args.get("standings") == "1"
        return screen(at, "board.html", view=board_view(at), with_points=with_points)

    return pages
