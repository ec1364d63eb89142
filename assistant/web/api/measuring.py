"""A measured table: everyone set out, or where a sheet says."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign.bulk import set_out_all
from assistant.campaign.permissions import refuse_unless_may
from assistant.campaign.positions import as_sheet, read_sheet
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import count_of
from assistant.kernel.codec import encode
from assistant.web.access import here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import recorded
from assistant.web.turnstile import in_line


def add(pages: Blueprint, service: Service) -> None:
    """`GET` and `POST /campaigns/ID/positions`, `POST /campaigns/ID/set-out`."""

    @pages.get("/campaigns/<campaign>/positions")
    def positions(campaign: str) -> Response:
        """Where the measured figures stand, as CSV."""
        at = here(service)
        response = Response(as_sheet(at.game.book, at.world), mimetype="text/csv")
        response.headers["Content-Disposition"] = f'attachment; filename="{at.campaign.id}.csv"'
        return response

    @pages.post("/campaigns/<campaign>/positions")
    @in_line()
    def measure(campaign: str) -> Response:
        """Puts figures where a sheet says."""
        sent, at = body(), here(service)
        deed = read_sheet(at.kit, at.world, sent.text("csv"), sent.text("name", "the sheet")[:80])
        refuse_unless_may(power_in(at), at.kit, at.world, deed.kind, encode(deed))
        done = service.begin(at.campaign, deed.kind, encode(deed), actor=signature(at), key=sent.key())
        assert not isinstance(done, Open)
        return jsonify(recorded(at, done))

    @pages.post("/campaigns/<campaign>/set-out")
    @in_line()
    def set_out(campaign: str) -> Response:
        """Sets everyone out who is not measured yet."""
        sent, at = body(), here(service)
        found = set_out_all(
            at,
            actor=signature(at),
            key=sent.key(),
            tables=power_in(at).tables,
            after=sent.text("after", ""),
            most=sent.number("most"),
        )
        said = f"{count_of(found.done, 'force', 'forces')} set out"
        more = {"after": found.after} if found.waiting else None
        return jsonify(
            said="; ".join((said, *found.left)),
            done=found.done,
            left=found.left,
            waiting=found.waiting,
            more=more,
        )
