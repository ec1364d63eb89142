"""The codes of a campaign: issued anew, added, taken away."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign import passes
from assistant.campaign.areas import table_named
from assistant.campaign.service import Service
from assistant.ledger.records import Pass
from assistant.rules.deeds.calling import in_one_line
from assistant.web.access import here
from assistant.web.api.reading import body


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/passes/CODE/reissue`, `POST /campaigns/ID/passes`, `DELETE .../CODE`."""

    @pages.post("/campaigns/<campaign>/passes/<code>/reissue")
    def reissue(campaign: str, code: str) -> Response:
        """A new code for the same seat; the old one is out."""
        body().key()
        return jsonify(issued(passes.reissue(service.ledger, here(service).campaign, code)))

    @pages.post("/campaigns/<campaign>/passes")
    def let_in(campaign: str) -> Response:
        """A code for an assistant."""
        sent, at = body(), here(service)
        sent.key()
        fresh = passes.add_helper(
            service.ledger,
            at.campaign,
            tuple(at.world.war.seats.values()),
            label=in_one_line(sent.text("label", ""))[:40].rstrip(),
            area=table_named(at.kit, sent.text("area", "")),
        )
        return jsonify(issued(fresh))

    @pages.delete("/campaigns/<campaign>/passes/<code>")
    def withdraw(campaign: str, code: str) -> Response:
        """Takes a code away."""
        return jsonify(withdrawn=passes.withdraw(service.ledger, here(service).campaign, code).code)


def issued(one: Pass) -> dict[str, object]:
    """A pass as JSON."""
    seat = one.seat if one.role == "seat" else ""
    return {"pass": {"code": one.code, "role": one.role, "seat": seat, "area": one.area, "label": one.label}}
