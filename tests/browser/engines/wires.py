"""The commands of WebDriver, and the two wires they travel on: Marionette to Firefox, HTTP to WebKit."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

PATIENCE = 60.0  # seconds: a page that loads on a laden machine
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


@dataclass(frozen=True, slots=True)
class Command:
    """One command, as Marionette calls it, and where it lies in WebDriver's HTTP."""

    marionette: str
    method: str
    path: str


COMMANDS = {
    "go": Command("WebDriver:Navigate", "POST", "/url"),
    "script": Command("WebDriver:ExecuteScript", "POST", "/execute/sync"),
    "click": Command("WebDriver:ElementClick", "POST", "/element/{id}/click"),
    "type": Command("WebDriver:ElementSendKeys", "POST", "/element/{id}/value"),
    "picture": Command("WebDriver:TakeScreenshot", "GET", "/screenshot"),
    "new": Command("WebDriver:NewWindow", "POST", "/window/new"),
    "switch": Command("WebDriver:SwitchToWindow", "POST", "/window"),
    "current": Command("WebDriver:GetWindowHandle", "GET", "/window"),
    "windows": Command("WebDriver:GetWindowHandles", "GET", "/window/handles"),
    "close": Command("WebDriver:CloseWindow", "DELETE", "/window"),
    "resize": Command("WebDriver:SetWindowRect", "POST", "/window/rect"),
}


class DriverError(Exception):
    """What a driver says it cannot do: its code, and its words."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(f"{code}: {words}")
        self.code = code


class Wire(Protocol):
    """A session with one browser, and the tab it stands at."""

    handle: str

    def send(self, name: str, **said: Any) -> Any:
        """Do one of `COMMANDS`, and give back what it answers."""


@dataclass
class Marionette:
    """Firefox's own wire: messages of JSON behind their length, over a socket."""

    socket: socket.socket
    handle: str = ""
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.socket.settimeout(PATIENCE)
        self._heard = self.socket.makefile("rb")
        self._hear()  # it greets first
        self.order("WebDriver:NewSession", capabilities={"alwaysMatch": {}})

    def send(self, name: str, **said: Any) -> Any:
        answer = self.order(COMMANDS[name].marionette, **said)
        return answer["value"] if isinstance(answer, dict) and set(answer) == {"value"} else answer

    def order(self, name: str, **said: Any) -> Any:
        """Any command of Marionette, by its own name."""
        message = json.dumps([0, next(self._numbers), name, said]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, fault, answer = self._hear()
        if fault:
            raise DriverError(fault["error"], fault["message"])
        return answer

    def close(self) -> None:
        self._heard.close()
        self.socket.close()

    def _hear(self) -> Any:
        length = b""
        while (digit := self._heard.read(1)) not in (b":", b""):
            length += digit
        return json.loads(self._heard.read(int(length)))


@dataclass
class WebDriver:
    """The wire that the standard names: one HTTP request for each command."""

    address: str
    wanted: dict[str, Any]
    handle: str = ""

    def __post_init__(self) -> None:
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": self.wanted}})
        self._session = f"/session/{session['sessionId']}"

    def send(self, name: str, **said: Any) -> Any:
        command = COMMANDS[name]
        path = command.path.format(**said)
        return self._ask(command.method, self._session + path, said if command.method == "POST" else None)

    def close(self) -> None:
        self._ask("DELETE", self._session, None)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, sent, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as refused:
            with refused:
                fault = json.load(refused)["value"]
            raise DriverError(fault["error"], fault["message"]) from None
