"""The written table of who may ask for what; docs/permissions.md shows it, and a test walks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Who = Literal["anyone", "projector", "seat", "assistant", "game-master"]
"""Each may do what those before it may: the projector looks on, a seat plays, an assistant helps lead."""

ROUTES: Mapping[str, Who] = {
    "assets.asset": "anyone",
    "health.health": "anyone",
    "home.home": "anyone",
    "stream.heads": "anyone",
    "stream.stream": "anyone",
    "joining.join": "anyone",
    "joining.enter": "anyone",
    "joining.come_in": "anyone",
    "joining.master": "anyone",
    "joining.master_enter": "anyone",
    "joining.leave": "anyone",
    "door.new": "game-master",
    "door.restore": "game-master",
    "door.begin": "game-master",
    "seating.seats": "game-master",
    "seating.cards": "game-master",
    "screens.enter": "projector",
    "phone.seat": "seat",
    "phone.forces": "seat",
    "phone.coming": "seat",
    "phone.goals": "seat",
    "phone.chart": "seat",
    "papers.papers": "seat",
    "papers.sheet": "seat",
    "papers.seat_chart": "seat",
    "board.board": "projector",
    "lore.rules": "anyone",
    "lore.rule": "anyone",
    "console.console_page": "assistant",
    "console.history": "assistant",
    "console.by_hand_page": "assistant",
    "console.keeping_page": "assistant",
    "api.demo": "anyone",
    "api.seating": "game-master",
    "api.found_campaign": "game-master",
    "api.begin": "game-master",
    "api.restore": "game-master",
    "api.campaign": "projector",
    "api.deed": "seat",
    "api.fight": "seat",
    "api.answer": "seat",
    "api.back": "seat",
    "api.call_off": "assistant",
    "api.arrivals": "assistant",
    "api.back_up": "assistant",
    "api.export": "game-master",
    "api.what_if": "game-master",
    "api.undo": "seat",
    "api.redo": "assistant",
    "api.reissue": "game-master",
    "api.let_in": "game-master",
    "api.withdraw": "game-master",
}
