"""The system's chromium, and real servers for it to visit."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from assistant.campaign.service import Service
from assistant.ledger.records import Campaign, Draft, Entry
from assistant.ledger.store import Ledger
from assistant.rules.book import Book
from assistant.rules.game import RingOfPower
from assistant.web import Address, StreamSettings, create_app
from assistant.web.server import Server, listen
from tests.browser.fighting import FightTable, Prepared, fight_table, prepare
from tests.browser.players import KEYS, Evening, evening_of_four

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# gm.lan stands for the laptop's address on the network, which is no secure context, as at the venue.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP gm.lan 127.0.0.1",
]
ADDRESSES = (
    Address("http://192.168.1.20:8090/", "wlan0"),
    Address("http://10.0.4.7:8090/", "eth0"),
    Address("http://172.17.0.1:8090/", "docker0", "virtual"),
)
PATIENCE_MILLISECONDS = 15_000


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The chromium of this system; without one these tests fail rather than pass unseen."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "These tests need Chromium: install it (on Debian: apt install chromium)."
    launched = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
    yield launched
    launched.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes a visitor: a browser window with nothing kept from before."""
    with ExitStack() as opened:

        def make(**options: Any) -> BrowserContext:
            context = browser.new_context(**options)
            context.set_default_timeout(PATIENCE_MILLISECONDS)
            opened.callback(context.close)
            return context

        yield make


@pytest.fixture
def page(visit: Callable[..., BrowserContext]) -> Page:
    """One window of one visitor."""
    return visit().new_page()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An open, empty ledger."""
    with Ledger.open(tmp_path / "campaigns.sqlite", who="the tests") as opened:
        yield opened


@pytest.fixture
def record(ledger: Ledger) -> Callable[..., Entry]:
    """Records a deed in a campaign."""
    numbers = count()

    def append(campaign: Campaign, title: str) -> Entry:
        draft = Draft(kind="move", title=title, actor="red", setup={}, answers=[], facts=[], log=[])
        return ledger.append(campaign.id, draft, key=f"deed-{next(numbers)}")

    return append


@pytest.fixture
def campaign(ledger: Ledger, record: Callable[..., Entry]) -> Campaign:
    """A campaign with a deed and a fight under way."""
    made = ledger.create("Summer convention", "ring-of-power", {"scenario": "war-of-the-ring"}, key="summer")
    record(made, "Éomer and 3 riders of Rohan against Lurtz and 9 Uruk-hai at the Fords of Isen")
    ledger.begin(made.id, kind="fight", title="At the gate", actor="gm", setup={}, base_seq=1)
    return made


@pytest.fixture
def serve(ledger: Ledger) -> Iterator[Callable[..., Server]]:
    """Starts servers, on a free port or a given one, and stops them after the test."""
    service = Service(ledger, RingOfPower(Book(scenario="", profiles={})))
    with ExitStack() as running:

        def start(port: int = 0, **settings: Any) -> Server:
            app = create_app(service, addresses=ADDRESSES, streams=StreamSettings(**settings), keys=KEYS)
            server = Server(app, listen("127.0.0.1", port))
            thread = threading.Thread(target=server.run, name=f"server-{server.port}")
            thread.start()
            running.callback(thread.join)
            running.callback(server.stop)
            return server

        yield start


@pytest.fixture
def stop() -> Callable[[Server], None]:
    """Stops a server and waits until it is gone."""

    def end(server: Server) -> None:
        server.stop()
        for thread in threading.enumerate():
            if thread.name == f"server-{server.port}":
                thread.join()

    return end


@pytest.fixture
def evening(ledger: Ledger, war: RingOfPower) -> Iterator[Evening]:
    """The War of the Ring with four players, just begun and served."""
    with evening_of_four(Service(ledger, war)) as begun:
        yield begun


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, war: RingOfPower) -> Prepared:
    """Two forces in contact, kept in a file."""
    return prepare(tmp_path_factory.mktemp("prepared"), war)


@pytest.fixture
def at(
    prepared: Prepared, tmp_path: Path, war: RingOfPower, visit: Callable[..., BrowserContext]
) -> Iterator[FightTable]:
    """A copy of them, and a server."""
    with fight_table(prepared, tmp_path, war, visit) as table:
        yield table
