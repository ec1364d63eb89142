"""`/api/v1`: the one way in which pages and clubs' own scripts change a game; see docs/api.md."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint

from assistant.campaign.service import Service
from assistant.packs.terms import Glossary
from assistant.web.api import (
    arrivals,
    contacts,
    deeds,
    fights,
    founding,
    history,
    keeping,
    looking,
    lore,
    measuring,
    once,
    passes,
    quick,
    restoring,
    rulings,
)

VERSION = 1


def blueprint(service: Service, glossary: Callable[[], Glossary]) -> Blueprint:
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
    lore.add(pages, glossary)
    once.install(pages)
    return pages
