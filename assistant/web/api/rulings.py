"""The game master's word on a fight that was recorded."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from assistant.campaign.corrections import overrule
from assistant.campaign.said.rulings import as_may_be_ruled
from assistant.campaign.service import Service
from assistant.kernel.codec import decode
from assistant.kernel.errors import Malformed
from assistant.rules.deeds.ruling import Ruling
from assistant.web.access import here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import recorded

CHANGES = ("condition", "mounted", "regrouping")


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/fought/SEQ/ruling`."""

    @pages.post("/campaigns/<campaign>/fought/<int:seq>/ruling")
    def ruling(campaign: str, seq: int) -> Response:
        """Overrules a fight."""
        sent, at = body(), here(service)
        changes = {name: sent.value(name) for name in CHANGES if sent.value(name) is not None}
        named = _listed(sent.value("figures"))
        _refuse_half_of_it(named, changes)
        figures = [{"figure": one, **changes} for one in named]
        said: dict[str, Any] = {
            "reason": sent.text("reason", ""),
            "figures": figures,
            "deed": seq,
            "winner": sent.value("winner"),
        }
        word: Ruling = decode(Ruling, said)
        allowed = as_may_be_ruled(at, power_in(at), word)
        return jsonify(
            recorded(at, overrule(service, at.campaign, allowed, actor=signature(at), key=sent.key()))
        )


def _refuse_half_of_it(figures: list[Any], changes: dict[str, Any]) -> None:
    """Refuse what would fall under the table: figures without a change, or a change of nobody."""
    if figures and not changes:
        raise Malformed(
            "half-a-ruling",
            "You named figures, but not what becomes of them.",
            do="Choose their condition, or leave them out.",
        )
    if changes and not figures:
        raise Malformed(
            "half-a-ruling",
            "You chose a condition, but nobody who is in it.",
            do="Name the figures, or choose no change.",
        )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
