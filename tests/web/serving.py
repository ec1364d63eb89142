"""`assistant serve` as a process of its own on a folder with a game in it, and a browser that comes to it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from assistant.campaign.service import Service
from assistant.kernel.codec import Json
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from tests.web.table import begun

COMMAND = [sys.executable, "-m", "assistant", "serve", "--no-browser", "--host", "127.0.0.1", "--port", "0"]
PATIENCE = 60


def played(instance: Path, war: RingOfPower, turns: int = 2) -> Campaign:
    """A game with a backup at the end of each of its turns."""
    with Ledger.open(instance / "campaigns.sqlite", who="the tests") as ledger:
        service = Service(ledger, war)
        campaign = begun(service)
        for number in range(3 * turns):
            setup: Json = {"kind": "go-on", "anyway": True}
            service.begin(campaign, "go-on", setup, actor="gm", key=f"go-on-{number}")
        return ledger.campaign(campaign.id)


class Served:
    """A server that runs, and what it has said."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said = ""
        self._read_until("Ctrl-C")
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.said)
        assert found, self.said
        self.port = int(found[1])
        told = re.search(r"passphrase: (\S+)", self.said)
        assert told
        self.passphrase = told[1]
        self.cookie = self.ask("POST", "/master", form={"passphrase": told[1]})[2]

    def _read_until(self, word: str) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if line.startswith(word):
                return

    def hears(self, word: str) -> None:
        """Waits until the server has said something."""
        if f"\n{word}" not in self.said:
            self._read_until(word)

    def ask(self, method: str, path: str, form: Any = None, sent: Any = None) -> tuple[int, str, str]:
        """The status, the text and the cookie of an answer, as the game master."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": getattr(self, "cookie", "")}
        content = None
        if form is not None:
            content, headers["Content-Type"] = urlencode(form), "application/x-www-form-urlencoded"
        if sent is not None:
            content, headers["Content-Type"] = json.dumps(sent), "application/json"
        connection.request(method, path, content, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, (answer.getheader("Set-Cookie") or "").partition(";")[0]


@contextmanager
def served(instance: Path, before: Sequence[str] = ()) -> Iterator[Served]:
    """A server on a folder until the test is over."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    process = subprocess.Popen(
        [*before, *COMMAND, "--instance", str(instance)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment,
    )
    # A server that neither speaks nor ends would hold the test for good.
    watch = threading.Timer(PATIENCE, process.kill)
    watch.start()
    try:
        yield Served(process)
    finally:
        watch.cancel()
        process.terminate()
        process.communicate()
