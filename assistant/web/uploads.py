"""Who may send how much: little in general, more where positions and backups are taken in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, request

from assistant.campaign.service import Service
from assistant.web.access import RANK, read_access
from assistant.web.bounds import SocketBounds
from assistant.web.environ import REFUSED
from assistant.web.keys import Keys
from assistant.web.routes import ROUTES

LARGEST: dict[str, int] = {"api.restore": 64 * 2**20, "api.measure": 4 * 2**20}
"""By endpoint; a backup holds every campaign, and a letter of a sheet takes up to four bytes."""


def install(app: Flask, bounds: SocketBounds) -> None:
    """Let the app take no more than that, whichever server it runs on, and tell what ours refused."""
    app.config["MAX_CONTENT_LENGTH"] = bounds.body_bytes

    @app.before_request
    def measure() -> None:
        if refused := request.environ.get(REFUSED):
            raise refused
        # Only a file is large: in JSON nothing but its name is said.
        if (most := LARGEST.get(request.endpoint or "")) and not names_a_file(request):
            request.max_content_length = most


def allowance(app: Flask, service: Service, keys: Keys) -> Callable[[dict[str, Any]], int]:
    """How much the sender of a request may send, as far as its header tells: nobody sends large files."""

    def most(environ: dict[str, Any]) -> int:
        with app.request_context(environ):
            endpoint = request.endpoint or ""
            if endpoint not in LARGEST or names_a_file(request):
                return 0
            campaign = (request.view_args or {}).get("campaign")
            may = read_access(service, keys).rank(campaign) >= RANK[ROUTES[endpoint]]
            return LARGEST[endpoint] if may else 0

    return most


def names_a_file(asked: Request) -> bool:
    """Whether a file that lies on the laptop is named, instead of being sent."""
    return asked.endpoint == "api.restore" and asked.is_json
