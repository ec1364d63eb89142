"""A window of a browser, and what a person does in it; the same for every engine."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser.engines.wires import ELEMENT, DriverError, Wire

PATIENCE = 15.0  # seconds
BETWEEN = 0.05
# What a page may do between a look and a tap: go elsewhere, be drawn anew, or move.
PASSING = (
    "stale element reference",
    "element click intercepted",
    "element not interactable",
    "no such element",
    "javascript error",
)
FIND = """const [css, words] = arguments;
return [...document.querySelectorAll(css)].find((one) => one.getClientRects().length && !one.disabled
  && one.textContent.replace(/\\s+/g, " ").includes(words)) ?? null;"""
# A tap on what has just moved is stopped by the page before it gets to those who listen later.
AIM = f"""const found = (() => {{ {FIND} }})();
found?.scrollIntoView({{ block: "center" }});
window.isTaken = false;
addEventListener("click", () => (window.isTaken = true), {{ capture: true, once: true }});
return found;"""
TAKEN = "return window.isTaken ?? true;"


@dataclass(frozen=True)
class Window:
    """One tab of a browser."""

    wire: Wire
    handle: str

    def open(self, url: str) -> None:
        """Go to an address."""
        self._send("go", url=url)

    def look(self, script: str, *said: Any) -> Any:
        """What a script finds in the page."""
        return self._send("script", script=script, args=list(said))

    def until(self, script: str, *said: Any, patience: float = PATIENCE) -> Any:
        """Wait until a script finds something; what it finds."""
        return wait_for(lambda: self.look(script, *said), script, patience)

    def sees(self, words: str, css: str = "main") -> None:
        """Wait until these words stand there."""
        self.until(FIND, css, words)

    def is_live(self) -> None:
        self.until("return document.getElementById('connection')?.dataset.state === 'live';")

    def tap(self, css: str, words: str = "") -> None:
        """Tap what is in sight and says this, and again if it had just moved away under the finger."""
        wait_for(lambda: self._tap(css, words), f"a tap on {css} {words}")

    def type(self, css: str, text: str) -> None:
        """Into a field."""
        self._send("type", id=self.until(FIND, css, "")[ELEMENT], text=text, value=list(text))

    def picture(self) -> bytes:
        """What is in sight, as a PNG."""
        return base64.b64decode(self._send("picture", full=False))

    def another(self) -> Window:
        """A second tab of the same browser."""
        made = self._send("new", type="tab")
        return Window(self.wire, made["handle"])

    def close(self) -> None:
        self._send("close")
        self.wire.handle = ""

    def _tap(self, css: str, words: str) -> bool:
        found = self.look(AIM, css, words)
        if found is None:
            return False
        self._send("click", id=found[ELEMENT])
        return bool(self.look(TAKEN))

    def _send(self, name: str, **said: Any) -> Any:
        switch(self.wire, self.handle)
        return self.wire.send(name, **said)


def switch(wire: Wire, handle: str) -> None:
    """Go on in this tab, if the browser is not there already."""
    if wire.handle != handle:
        wire.send("switch", handle=handle)
        wire.handle = handle


def wait_for(find: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Ask again until there is an answer; a page on its way elsewhere has none."""
    last, trouble = time.monotonic() + patience, ""
    while time.monotonic() < last:
        try:
            if found := find():
                return found
        except DriverError as fault:
            if fault.code not in PASSING:
                raise
            trouble = f" ({fault})"
        time.sleep(BETWEEN)
    raise AssertionError(f"not within {patience:.0f} s: {what}{trouble}")
