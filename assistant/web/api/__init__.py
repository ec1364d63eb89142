"""`/api/v1`: the one way in which pages and clubs' own scripts change a game; see docs/api.md."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint

from assistant.campaign.service import Service
from assistant.packs.terms import Glossary
from assistant.web.api import (
    arrivals,
    bodies,
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
    openapi,
    passes,
    quick,
    rescuing,
    restoring,
    rulings,
)
from assistant.web.api.rescuing import PutBack
from assistant.web.limits import Limits

VERSION = 1


def blueprint(
    service: Service, glossary: Callable[[], Glossary], limits: Limits, put_back: PutBack | None = None
) -> Blueprint:
    """Every address of the API."""
    pages = Blueprint("api", __name__, url_prefix=f"/api/v{VERSION}")
    # Before anything is looked up: what is not as it must be is nobody's command.
    bodies.install(pages)
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
        restoring,
        rulings,
        quick,
    ):
        part.add(pages, service)
    rescuing.add(pages, service, put_back)
    founding.add(pages, service, limits)
    lore.add(pages, glossary)
    openapi.add(pages)
    once.install(pages, service)
    return pages
