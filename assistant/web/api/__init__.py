"""`/api/v1`: the one way in which pages and clubs' own scripts change a game; see docs/api.md."""

from __future__ import annotations

from flask import Blueprint

from assistant.campaign.service import Service
from assistant.web.api import (
    arrivals,
    contacts,
    deeds,
    fights,
    founding,
    history,
    keeping,
    looking,
    measuring,
    once,
    passes,
    quick,
    restoring,
    rulings,
)

VERSION = 1


def blueprint(service: Service) -> Blueprint:
    """Every address of the API."""
    pages = Blueprint("api", __name__, url_prefix=f"/api/v{VERSION}")
    for part in (
        looking,
        arrivals,
        deeds,
        contacts,
        fights,
        history,
        keeping,
        measuring,
        passes,
        founding,
        restoring,
        rulings,
        quick,
    ):
        part.add(pages, service)
    once.install(pages)
    return pages
