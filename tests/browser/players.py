"""A game of four at the venue: the laptop under a name of the local network, phones, and what hands do."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from uuid import uuid4

from playwright.sync_api import BrowserContext, Locator, Page, expect

from assistant.campaign.crowd import seating
from assistant.campaign.passes import seat_passes
from assistant.campaign.playing import Table, table
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.game import RingOfPower
from assistant.web import create_app
from assistant.web.addresses import Address
from assistant.web.keys import Keys
from assistant.web.server import Server, listen

Visit = Callable[..., BrowserContext]

KEYS = Keys(secret="a secret of the evening", passphrase="ABCD-EFGH-JKMN")
# Who sits where in a game of four, in the order in which the rulebook gives out the seats.
PLAYERS = ("Anna", "Ben", "Carl", "Dora")
BY_HAND = "Carl"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
PATIENCE = 15_000
TEN_SECONDS = 10_000
TRIES = 10
# A tap on what has just moved is not taken, and people tap again: this tells the test that they would.
NOTICE = """
const note = (taken) => (document.documentElement.dataset.taken = taken);
addEventListener("DOMContentLoaded", () => note("and gone on"));
addEventListener("click", (event) => setTimeout(() => note(!event.defaultPrevented)), true);
"""


@dataclass
class Evening:
    """The laptop: a game that has just begun, and the server that can be stopped and started again."""

    service: Service
    campaign: str
    codes: dict[str, str]
    """The code of each player, and of the projector."""
    port: int = 0
    _running: list[tuple[Server, threading.Thread]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://gm.lan:{self.port}"

    def at(self) -> Table:
        """The game as it stands."""
        return table(self.service, self.campaign)

    def start(self) -> None:
        """Serve it, on the same port as before."""
        addresses = [Address("http://192.168.1.20:8090/", "wlan0")]
        app = create_app(self.service, addresses=addresses, keys=KEYS)
        server = Server(app, listen("127.0.0.1", self.port))
        self.port = server.port
        thread = threading.Thread(target=server.run)
        thread.start()
        self._running.append((server, thread))

    def stop(self) -> None:
        """Gone from the network, as a laptop that sleeps."""
        while self._running:
            server, thread = self._running.pop()
            server.stop()
            thread.join()


@contextmanager
def evening_of_four(service: Service) -> Iterator[Evening]:
    """Four players at the War of the Ring, one of them with real dice; served until the test is over."""
    assert isinstance(service.game, RingOfPower)
    campaign = service.new("The evening", {"scenario": "war-of-the-ring"}, key=uuid4().hex)
    seats = tuple(
        replace(seat, player=name, dice="by-hand" if name == BY_HAND else "app")
        for seat, name in zip(seating(service.game, len(PLAYERS)), PLAYERS, strict=True)
    )
    service.begin(campaign, "begin-game", encode(BeginGame(seats)), actor="gm", key=uuid4().hex)
    codes = {one.label: one.code for one in seat_passes(service.ledger, campaign, seats)}
    evening = Evening(service, campaign.id, codes)
    evening.start()
    try:
        yield evening
    finally:
        evening.stop()


@dataclass(frozen=True)
class Screen:
    """Somebody's browser in the game."""

    page: Page
    evening: Evening
    is_touched: bool = True

    def open(self, path: str = "") -> None:
        """Go to a page of the game."""
        self.page.goto(f"{self.evening.url}/c/{self.evening.campaign}{path}")
        self.is_live()

    def is_live(self) -> None:
        expect(self.page.locator("#connection-words")).to_have_text("Live", timeout=PATIENCE)

    def is_lost(self) -> None:
        """It says so within ten seconds."""
        expect(self.page.locator("#lost")).to_be_visible(timeout=TEN_SECONDS)
        expect(self.page.locator("#connection-words")).to_have_text("No contact")

    def sees(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main")).to_contain_text(words, timeout=PATIENCE)

    def sees_not(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main")).not_to_contain_text(words, timeout=PATIENCE)

    def is_told(self, words: str | re.Pattern[str]) -> None:
        """The line at the foot of the screen."""
        expect(self.page.locator("#said")).to_contain_text(words, timeout=PATIENCE)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def tap(self, target: Locator | str) -> None:
        """Tap or click, and again if it had just moved away under the finger."""
        found = self.button(target) if isinstance(target, str) else target
        for _ in range(TRIES):
            self.page.evaluate("delete document.documentElement.dataset.taken")
            if self.is_touched:
                found.tap()
            else:
                found.click()
            noted = self.page.locator("html[data-taken]")
            noted.wait_for(state="attached")
            if noted.get_attribute("data-taken") != "false":
                return
        raise AssertionError(f"{found} keeps moving")

    def due(self, words: str) -> Locator:
        """Something due, with its buttons."""
        return self.page.locator(".due").filter(has_text=words)

    def force(self, name: str) -> Locator:
        """One of my forces, unfolded."""
        row = self.page.locator("details.force").filter(has=self.page.get_by_text(name, exact=True)).first
        if row.get_attribute("open") is None:
            self.tap(row.locator("summary").first)
        return row

    def march(self, force: str, place: str) -> None:
        """From the page of my forces."""
        row = self.force(force)
        # Places beyond this turn's move say so: "Edoras (2 turns)".
        named = re.compile(rf"^{re.escape(place)}( \(\d turns\))?$")
        option = row.get_by_label("March to").locator("option").filter(has_text=named).first
        row.get_by_label("March to").select_option(value=option.get_attribute("value"))
        self.tap(row.get_by_role("button", name="March", exact=True))


def watched(context: BrowserContext, evening: Evening, *, is_touched: bool = True) -> Screen:
    """A window whose taps are noticed."""
    context.add_init_script(NOTICE)
    return Screen(context.new_page(), evening, is_touched)


def master(visit: Visit, evening: Evening) -> Screen:
    """The game master's laptop, at the console."""
    screen = watched(visit(**LAPTOP), evening, is_touched=False)
    screen.page.goto(f"{evening.url}/master?passphrase={KEYS.passphrase}")
    screen.open("/console")
    return screen


def phone(visit: Visit, evening: Evening, player: str) -> Screen:
    """A phone that has scanned the code of a seat."""
    screen = watched(visit(**PHONE), evening)
    screen.page.goto(f"{evening.url}/j/{evening.codes[player]}")
    screen.is_live()
    return screen


def projector(visit: Visit, evening: Evening) -> Screen:
    """The big screen, with its own code."""
    screen = watched(visit(**LAPTOP), evening, is_touched=False)
    screen.page.goto(f"{evening.url}/j/{evening.codes['Projector']}")
    screen.is_live()
    return screen
