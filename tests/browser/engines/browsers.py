"""The system's Firefox and WebKit, as people have them: started, visited by one test after another, ended."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import run
from tests.browser.engines.window import Window, switch, wait_for
from tests.browser.engines.wires import Marionette, WebDriver

STARTING = 60.0  # seconds
WINDOW = Path(__file__).with_name("gtk_window.py")
PREFERENCES = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
# Whether pages are told that it is night: 0 is yes, 1 is no.
SCHEME = (
    "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0] ? 0 : 1);"
)
PAGES = "WebKitWebProces"  # the program that shows one tab of WebKit
PROCESS = "return gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid;"
FORGET = "Services.cookies.removeAll();"
NARROW = "Object.assign(document.documentElement.style, { minWidth: '0px', minHeight: '0px' });"
FRAME = "return outerHeight - innerHeight;"


class Engine(Protocol):
    """A browser that one test after another visits."""

    def visit(self, width: int, height: int, *, night: bool = False, beside: bool = False) -> Window:
        """A window of this size, with nothing kept from before; or somebody else's `beside` the first."""

    def visit_beside(self, url: str, width: int, height: int) -> tuple[Window, Callable[[], None]]:
        """A tab of a browser that had this open before, and what kills the process of that first one."""

    def leave(self) -> None:
        """Close what was opened."""


@dataclass
class Firefox:
    """One Firefox for all: between visits its windows are closed and its cookies forgotten."""

    wire: Marionette
    home: str = ""

    def __post_init__(self) -> None:
        self.home = self.wire.send("current")

    def visit(self, width: int, height: int, *, night: bool = False, beside: bool = False) -> Window:
        switch(self.wire, self.home)
        # A private window knows nothing of the others.
        window = Window(self.wire, self.wire.send("new", type="window", private=beside)["handle"])
        switch(self.wire, window.handle)
        self._order(SCHEME, night)
        if not beside:
            self._order(FORGET)
        self._order(NARROW)
        self.wire.send("resize", width=width, height=height + window.look(FRAME))
        window.until("return innerWidth === arguments[0] && innerHeight === arguments[1];", width, height)
        return window

    def visit_beside(self, url: str, width: int, height: int) -> tuple[Window, Callable[[], None]]:
        first = self.visit(width, height)
        first.open(url)
        return first.another(), lambda: os.kill(self._process(first), signal.SIGKILL)

    def leave(self) -> None:
        for handle in self.wire.send("windows"):
            if handle != self.home:
                Window(self.wire, handle).close()
        switch(self.wire, self.home)

    def _process(self, tab: Window) -> int:
        switch(self.wire, tab.handle)
        return int(self._order(PROCESS))

    def _order(self, script: str, *said: Any) -> Any:
        """What only the browser itself may do, and no page."""
        self.wire.order("Marionette:SetContext", value="chrome")
        answer = self.wire.send("script", script=script, args=list(said))
        self.wire.order("Marionette:SetContext", value="content")
        return answer


@dataclass
class WebKit:
    """WebKitGTK: a new browser for every visit, and a driver, which has but one; that takes half a second."""

    folder: Path
    display: str
    _open_now: ExitStack = field(default_factory=ExitStack)

    def visit(self, width: int, height: int, *, night: bool = False, beside: bool = False) -> Window:
        return self._open(width, height, *["--night"] * night)[0]

    def visit_beside(self, url: str, width: int, height: int) -> tuple[Window, Callable[[], None]]:
        window, driver = self._open(width, height, f"--first={url}")
        return window, lambda: os.kill(first_tab(driver), signal.SIGKILL)

    def leave(self) -> None:
        self._open_now.close()

    def _open(self, width: int, height: int, *more: str) -> tuple[Window, int]:
        """A window, and the process of its driver."""
        port = free_port()
        command = ["WebKitWebDriver", f"--port={port}"]
        where = {"DISPLAY": self.display, "NO_AT_BRIDGE": "1"}
        driver = self._open_now.enter_context(running(command, self.folder / "driver.log", env=where))
        wait_for(lambda: is_open(port), "WebKit's driver begins to listen", STARTING)
        arguments = ["--automation", f"--width={width}", f"--height={height}", *more]
        how = {"binary": str(WINDOW), "args": arguments}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": how}
        wire = WebDriver(f"http://127.0.0.1:{port}", wanted)
        self._open_now.callback(wire.close)
        return Window(wire, wire.send("current")), driver


def insist_on(name: str) -> None:
    """Without their browser tests fail rather than pass unseen."""
    assert name not in run.missing_browsers(), f"These tests need {name}. {run.browser_advice([name])}"


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Firefox on a profile of its own, without a window on any screen."""
    preferences = (f"user_pref({name!r}, {str(said).lower()});\n" for name, said in PREFERENCES.items())
    (folder / "user.js").write_text("".join(preferences), encoding="utf-8")
    insist_on("Firefox")
    name = shutil.which("firefox-esr") or "firefox"
    command = [name, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access"]
    with running(
        [*command, "--profile", str(folder)], folder / "firefox.log", env={"MOZ_CRASHREPORTER_DISABLE": "1"}
    ):
        port = wait_for(lambda: ports(folder), "Firefox begins to listen", STARTING)
        wire = Marionette(socket.create_connection(("127.0.0.1", port)))
        yield Firefox(wire)
        wire.close()


def ports(folder: Path) -> int:
    """Where Firefox listens, once it has written it down."""
    told = folder / "MarionetteActivePort"
    return int(told.read_text() or 0) if told.exists() else 0


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """A screen for WebKit that nobody sees."""
    insist_on("WebKit")
    reading, writing = os.pipe()
    display = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "2000x1400x24", "-nolisten", "tcp"]
    with running(display, folder / "screen.log", pass_fds=(writing,)):
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        engine = WebKit(folder, f":{number}")
        yield engine
        engine.leave()


@contextmanager
def running(
    command: list[str], log: Path, *, env: dict[str, str] | None = None, pass_fds: tuple[int, ...] = ()
) -> Iterator[int]:
    """A program that is ended afterwards; the number of its process."""
    with (
        log.open("ab") as said,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env={**os.environ, **(env or {})},
            pass_fds=pass_fds,
        ) as child,
    ):
        try:
            yield child.pid
        finally:
            child.terminate()


def first_tab(driver: int) -> int:
    """The eldest process that shows a page, of those that a driver started."""
    return min(pid for pid in below(driver) if program(pid) == PAGES)


def below(parent: int) -> list[int]:
    """The processes that it started, and those that they did."""
    found = Path(f"/proc/{parent}/task").glob("*/children")
    children = [int(pid) for each in found for pid in each.read_text().split()]
    return children + [pid for child in children for pid in below(child)]


def program(pid: int) -> str:
    """The name of what runs there, as far as Linux keeps it."""
    return Path(f"/proc/{pid}/comm").read_text().strip()


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def is_open(port: int) -> bool:
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", port)) == 0
