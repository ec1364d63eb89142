"""The way back from a damaged database: the newest sound backup, or another, takes its place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from flask import Blueprint, Response, jsonify

from assistant.campaign.service import Service
from assistant.campaign.watching import no_way_back
from assistant.kernel.errors import Illegal, Malformed, Stale
from assistant.ledger.sound import Sound
from assistant.web.api.reading import body

PutBack = Callable[[Path], None]
"""Ends this server, puts a backup in the database's place, and begins a new one at the same address."""


def add(pages: Blueprint, service: Service, put_back: PutBack | None) -> None:
    """`POST /rescue`."""
    # Two taps at once are one wish.
    at_it = threading.Lock()

    @pages.post("/rescue")
    def rescue() -> Response:
        """Puts a sound backup in the place of a damaged database."""
        sent = body()
        wanted, is_sure = sent.text("backup"), sent.flag("sure")
        with at_it:
            sound = wanted_backup(service, wanted, is_sure=is_sure)
            if put_back is None:
                raise Illegal(
                    "not-from-here",
                    "This server cannot put a backup in place by itself.",
                    do=f"Stop it, and run: assistant campaign restore {sound.path}",
                )
            put_back(sound.path)
        return jsonify(backup=sound.path.name, go="/")


def wanted_backup(service: Service, wanted: str, *, is_sure: bool) -> Sound:
    """The backup that is to be put in place, where that makes sense."""
    if not service.watch.look():
        raise Illegal(
            "not-damaged",
            "Nothing is damaged: every deed is as it was recorded.",
            do="To go back to an earlier state, restore a backup beside the game, or undo deeds.",
        )
    ways_back = service.watch.ways_back()
    if not ways_back:
        raise no_way_back(service.watch)
    sound = next((one for one in ways_back if one.path.name == wanted), None)
    if sound is None:
        raise Stale(
            "another-backup",
            f"The newest sound backup is {ways_back[0].path.name} now.",
            do="Look at the page again.",
        )
    if not is_sure:
        raise Malformed(
            "not-sure",
            f"Everything recorded after {sound.when} would no longer be in the game.",
            do="Say that you know it: tick the box, or send `sure`.",
        )
    return sound
