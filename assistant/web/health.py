"""`/health`: is everything that a game needs alive?"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant import __version__
from assistant.campaign.service import Service
from assistant.kernel.errors import AssistantError
from assistant.ledger.migrate import MIGRATIONS
from assistant.ledger.store import Ledger
from assistant.web.errors import answer_json
from assistant.web.hub import Hub

NO_SUCH_DEED = "asked only for its health"


def blueprint(service: Service, hub: Hub) -> Blueprint:
    """The page for monitors, rehearsals and curious game masters."""
    pages = Blueprint("health", __name__)

    @pages.get("/health")
    def health() -> Response:
        try:
            campaigns = len(service.ledger.heads())
            writer = ask_writer(service.ledger)
        except AssistantError as error:
            return answer_json(error, 503)
        return jsonify(
            status="ok",
            version=__version__,
            schema=len(MIGRATIONS),
            streams=len(hub),
            campaigns=campaigns,
            writer=writer,
        )

    return pages


def ask_writer(ledger: Ledger) -> str:
    """A transaction that changes nothing goes all the way through the writer thread, or says why not."""
    try:
        ledger.drop(NO_SUCH_DEED)
    except AssistantError as error:
        if error.code == "read-only":
            return "read-only"
        raise
    return "ok"
