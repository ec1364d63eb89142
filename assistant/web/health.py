"""`/health`: is everything that a game needs alive?"""

from __future__ import annotations

import shutil

from flask import Blueprint, Response, jsonify

from assistant import __version__
from assistant.campaign.service import Service
from assistant.kernel.errors import AssistantError
from assistant.ledger.migrate import MIGRATIONS
from assistant.ledger.store import Ledger
from assistant.ledger.trouble import full
from assistant.web.errors import answer_json
from assistant.web.hub import Hub

NO_SUCH_DEED = "asked only for its health"
LEAST_ROOM = 4 * 2**20
"""Bytes on the disk, with which a few deeds more can be recorded."""


def blueprint(service: Service, hub: Hub) -> Blueprint:
    """The page for monitors, rehearsals and curious game masters."""
    pages = Blueprint("health", __name__)

    @pages.get("/health")
    def health() -> Response:
        try:
            campaigns = len(service.ledger.heads())
            writer = ask_writer(service.ledger)
            require_room(service.ledger)
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


def require_room(ledger: Ledger) -> None:
    """Refuse where the next deeds will find no room: a transaction that changes nothing needs none."""
    if shutil.disk_usage(ledger.path.parent).free < LEAST_ROOM:
        raise full(ledger.path)


def ask_writer(ledger: Ledger) -> str:
    """A transaction that changes nothing goes all the way through the writer thread, or says why not."""
    try:
        ledger.drop(NO_SUCH_DEED)
    except AssistantError as error:
        if error.code == "read-only":
            return "read-only"
        raise
    return "ok"
