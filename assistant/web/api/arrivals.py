"""Arrivals in bulk."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign.bulk import place_all
from assistant.campaign.service import Service
from assistant.kernel.asking import count_of
from assistant.web.access import here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.turnstile import in_line


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/arrivals`: everyone comes on who leaves no choice."""

    @pages.post("/campaigns/<campaign>/arrivals")
    @in_line()
    def arrivals(campaign: str) -> Response:
        """Places everyone who leaves no choice of where or how to come, as one act."""
        sent, at = body(), here(service)
        placed = place_all(at, actor=signature(at), key=sent.key(), tables=power_in(at).tables)
        said = f"{count_of(len(placed), 'arrival', 'arrivals')} placed"
        return jsonify(placed=[one.seq for one in placed], said=said)
