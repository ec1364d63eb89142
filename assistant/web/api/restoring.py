"""Campaigns from files: one that is sent, or a backup that lies on this computer."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Blueprint, Response, jsonify, request

from assistant.campaign.restoring import TakenIn, take_in
from assistant.campaign.service import Service
from assistant.campaign.views.keeping import backup_named
from assistant.kernel.asking import count_of
from assistant.kernel.errors import Malformed
from assistant.web.api.reading import body

SAID = {
    "new": "{name} is here again, with {deeds}.",
    "copy": "{name} is here, with {deeds}, beside the one that was played on.",
    "here-already": "{name} is here already, just as in the file, with {deeds}.",
}


def add(pages: Blueprint, service: Service) -> None:
    """`POST /restore`."""

    @pages.post("/restore")
    def restore() -> Response:
        """Takes campaigns in from a file, or from a backup on the laptop."""
        if request.is_json:
            return answered(take_in(service, backup_named(service.ledger, body().text("backup"))))
        sent = request.files.get("file")
        if sent is None or not sent.filename:
            raise Malformed("no-file", "No file was sent.", do="Choose a backup or an exported campaign.")
        with TemporaryDirectory(prefix="assistant-upload-") as folder:
            path = Path(folder) / safe_name(sent.filename)
            sent.save(path)
            return answered(take_in(service, path))


def safe_name(given: str) -> str:
    """The name of a file as it was sent, without anything that could lead elsewhere."""
    last = re.split(r"[/\\]", given)[-1]
    return re.sub(r"[^\w. ,()-]", "_", last).strip(". ")[-80:] or "file"


def answered(taken: tuple[TakenIn, ...]) -> Response:
    """What became of each campaign, in words and as JSON."""
    rows: list[dict[str, Any]] = []
    for one in taken:
        deeds = count_of(one.campaign.head, "deed", "deeds")
        said = SAID[one.how].format(name=one.campaign.name, deeds=deeds)
        rows.append({"id": one.campaign.id, "name": one.campaign.name, "how": one.how, "said": said})
    return jsonify(taken=rows)
