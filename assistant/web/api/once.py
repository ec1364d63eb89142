"""A command is done once, however often it is sent: whoever did not hear the answer gets the same again.

Deeds are known by their keys in the ledger, for good. Beside that, the answers of the last hour are held here
for every command: what a code, a copy or a backup was answered with stands in no ledger. Two of one kind at
once, such as a retry while the first is still at work, wait for each other.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, g, make_response, request, session

from assistant.campaign.once import key_used
from assistant.campaign.service import Service
from assistant.kernel.errors import Illegal
from assistant.web.access import SAFE_METHODS, access
from assistant.web.api.reading import LONGEST_KEY, body
from assistant.web.pace import TooFast
from assistant.web.turnstile import keep_pace

HOUR = 3600.0
MOST = 4096
PATIENCE = 30.0
LOOKING = {"api.seating", "api.quick", "api.contact_odds"}
"""They change nothing, so they may be answered anew each time."""
UNSAID = ("key", "seen")
"""What a retry may have otherwise: the page has gone on since."""

Name = tuple[str, str]


@dataclass(slots=True)
class Command:
    """A command that was sent: what it said, who sent it, and its answer once there is one."""

    said: str = ""
    who: tuple[Any, ...] = ()
    answer: tuple[bytes, int] | None = None
    is_done: bool = False
    since: float = 0.0
    at_work: threading.Lock = field(default_factory=threading.Lock)


class Commands:
    """The commands of the last hour by their keys; any thread may ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._held: OrderedDict[Name, Command] = OrderedDict()
        self._guard = threading.Lock()

    def enter(self, name: Name, said: str) -> Command:
        """The command of this key, with nobody else at work on it; refused if it said something else."""
        with self._guard:
            now = self._now()
            while self._held and (len(self._held) > MOST or now - _oldest(self._held).since > HOUR):
                self._held.popitem(last=False)
            found = self._held.setdefault(name, Command(since=now))
        if not found.at_work.acquire(timeout=PATIENCE):
            raise Illegal(
                "still-at-it",
                "This very command is still being done.",
                do="Send it again in a moment: it is done once.",
            )
        if found.is_done and found.said != said:
            found.at_work.release()
            raise key_used("another command")
        return found


def _oldest(held: OrderedDict[Name, Command]) -> Command:
    return next(iter(held.values()))


def install(pages: Blueprint, service: Service) -> None:
    """Let every command of the API go by its key."""
    commands = Commands()

    @pages.before_request
    def recall() -> Response | None:
        if request.method in SAFE_METHODS or request.endpoint in LOOKING:
            return None
        key, campaign = key_of_command(), (request.view_args or {}).get("campaign", "")
        if not key:
            keep_pace(campaign)
            return None
        command = g.command = commands.enter((campaign, key), said_by_command())
        # What is gone may have come again under its old name, so it is looked for first.
        told = None if request.method == "DELETE" else told_before(command)
        if told is None:
            try:
                keep_pace(campaign)
            except TooFast:
                # What was done before is told again, however fast.
                if service.ledger.entry_by_key(campaign, key) is None:
                    raise
        return told

    @pages.after_request
    def remember(response: Response) -> Response:
        command: Command | None = g.get("command")
        if command is None or not response.is_json:
            return response
        if response.status_code >= 300 or command.is_done:
            return (request.method == "DELETE" and told_before(command)) or response
        command.said, command.who, command.is_done = said_by_command(), sender(), True
        # What lets a browser in must let it in again.
        if not session.modified:
            command.answer = (response.get_data(), response.status_code)
        return response

    @pages.teardown_request
    def leave(error: BaseException | None) -> None:
        command: Command | None = g.pop("command", None)
        if command is not None:
            command.at_work.release()


def told_before(command: Command) -> Response | None:
    """The answer that whoever sends this had before, if it is held."""
    if command.answer is None or command.who != sender():
        return None
    told, status = command.answer
    return make_response(told, status, {"Content-Type": "application/json"})


def key_of_command() -> str:
    """The key that a command was sent with; what is taken away is known by its address."""
    if request.method == "DELETE":
        return f"DELETE {request.path}"
    if not request.is_json:
        return ""
    key = body().given.get("key")
    return key if isinstance(key, str) and len(key) <= LONGEST_KEY else ""


def said_by_command() -> str:
    """A mark of what a command says, however often it is sent."""
    given = body().given if request.is_json and request.method != "DELETE" else {}
    told = {name: value for name, value in given.items() if name not in UNSAID}
    whole = json.dumps([request.method, request.path, told], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()


def sender() -> tuple[Any, ...]:
    """Who sends it, as far as the browser proves."""
    mine = access()
    return mine.is_master, tuple(sorted(one.code for one in mine.passes))
