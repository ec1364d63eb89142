"""Who may send how much: little in general, more where positions and backups are taken in."""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from flask import Flask, Request, g, request

from assistant.campaign.service import Service
from assistant.kernel.errors import AssistantError
from assistant.web.access import RANK, Access, read_access
from assistant.web.bounds import SocketBounds
from assistant.web.claims import GAME_MASTER, claimant
from assistant.web.environ import REFUSED
from assistant.web.keys import Keys
from assistant.web.routes import ROUTES

LARGEST: dict[str, int] = {"api.restore": 64 * 2**20, "api.measure": 4 * 2**20}
"""By endpoint; a backup holds every campaign, and a letter of a sheet takes up to four bytes."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many bytes somebody may send, and as whom they count."""

    most: int = 0
    of: str = ""


class Places:
    """Where large files are taken in: nobody has two, and one is kept for the game master."""

    def __init__(self, number: int) -> None:
        self._others = Semaphore(max(1, number - 1))
        self._mine: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def place(self, of: str) -> AsyncIterator[None]:
        """One of them, for as long as it takes."""
        mine = self._mine.get(of) or Semaphore(1)
        self._mine[of] = mine
        async with mine, nullcontext() if of == GAME_MASTER else self._others:
            yield


def install(app: Flask, bounds: SocketBounds) -> None:
    """Let the app take no more than that, whichever server it runs on, and tell what ours refused."""
    app.config["MAX_CONTENT_LENGTH"] = bounds.body_bytes

    @app.before_request
    def measure() -> None:
        if refused := request.environ.get(REFUSED):
            raise refused
        # Only a file is large: in JSON nothing but its name is said.
        if (most := LARGEST.get(request.endpoint or "")) and not names_a_file(request):
            request.max_content_length = most


def allowance(app: Flask, service: Service, keys: Keys) -> Callable[[dict[str, Any]], Allowance]:
    """How much the sender of a request may send, as far as its header tells; whoever owns a demo, little."""

    def most(environ: dict[str, Any]) -> Allowance:
        with app.request_context(environ):
            # What cannot be read allows nothing; the app says why.
            with suppress(AssistantError):
                return _allowed(service, read_access(service, keys))
            return Allowance()

    return most


def _allowed(service: Service, access: Access) -> Allowance:
    endpoint, campaign = request.endpoint or "", (request.view_args or {}).get("campaign")
    if endpoint not in LARGEST or names_a_file(request) or access.rank(campaign) < RANK[ROUTES[endpoint]]:
        return Allowance()
    if campaign and not access.is_master and service.campaign(campaign).is_demo:
        return Allowance()
    g.access = access
    return Allowance(LARGEST[endpoint], claimant(service).name)


def names_a_file(asked: Request) -> bool:
    """Whether a file that lies on the laptop is named, instead of being sent."""
    return asked.endpoint == "api.restore" and asked.is_json
