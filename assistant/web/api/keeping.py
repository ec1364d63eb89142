"""Copies: a backup now, a campaign as a file, and a copy to try something else in."""

from __future__ import annotations

from io import BytesIO

from flask import Blueprint, Response, jsonify, send_file

from assistant.campaign import history
from assistant.campaign.service import Service
from assistant.campaign.turn_backups import folder_of
from assistant.ledger.backup import backup
from assistant.ledger.exchange import export_campaign
from assistant.web.access import here, refuse_in_demo
from assistant.web.api.reading import body


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/backups`, `GET /campaigns/ID/export`, `POST /campaigns/ID/what-if`."""

    @pages.post("/campaigns/<campaign>/backups")
    def back_up(campaign: str) -> Response:
        """Copies the database now."""
        found = here(service).campaign
        refuse_in_demo(found)
        sent = body()
        sent.key()
        note = sent.text("note", "")[:40] or found.name
        return jsonify(backup=backup(service.ledger, folder_of(service.ledger).parent, note).name)

    @pages.get("/campaigns/<campaign>/export")
    def export(campaign: str) -> Response:
        """The campaign as a file."""
        found, written = here(service).campaign, BytesIO()
        export_campaign(service.ledger, found.id, written)
        written.seek(0)
        return send_file(
            written,
            mimetype="application/x-ndjson",
            as_attachment=True,
            download_name=f"{found.id}.jsonl",
        )

    @pages.post("/campaigns/<campaign>/what-if")
    def what_if(campaign: str) -> Response:
        """A copy to try something in."""
        sent, found = body(), here(service).campaign
        sent.key()
        refuse_in_demo(found)
        made = history.what_if(service, found, sent.number("seq"), sent.text("name", ""))
        return jsonify(
            campaign={"id": made.id, "name": made.name, "head": made.head},
            go=f"/c/{made.id}/console?copied=1",
        )
