"""The first page: the campaigns, and how phones come here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from flask import Blueprint, render_template

from assistant.campaign.service import Service
from assistant.web.addresses import Address
from assistant.web.qr import qr_svg


def blueprint(service: Service, addresses: Callable[[], Sequence[Address]]) -> Blueprint:
    """`/`, which also answers its own script when that asks for news."""
    pages = Blueprint("home", __name__)

    @pages.get("/")
    def home() -> str:
        campaigns = service.summaries()
        return render_template(
            "home.html",
            # What is read last was done last.
            campaigns=sorted(campaigns, key=lambda one: one.last_at, reverse=True),
            position=sum(one.head for one in campaigns),
            addresses=addresses(),
            qr=qr_svg,
            when=when,
            title_of=title_of,
        )

    return pages


def when(at: str) -> str:
    """A stored moment in the laptop's own time, which is the table's: Sun 16 Nov 2025, 10:30."""
    try:
        moment = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return at
    return f"{moment:%a} {moment.day} {moment:%b %Y, %H:%M}"


def title_of(scenario: str) -> str:
    """A scenario's id as a title: war-of-the-ring is War of the Ring."""
    first, *others = scenario.split("-")
    small = {"of", "the", "and", "in", "at", "to", "for", "a"}
    return " ".join([_capital(first), *(word if word in small else _capital(word) for word in others)])


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
