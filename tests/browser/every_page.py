"""Every page of the app in the demo game, found by its routes so that no new one is forgotten."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from flask import Flask

from assistant.campaign.demo import demo_file, new_demo
from assistant.campaign.passes import seat_passes
from assistant.campaign.playing import Table, table
from assistant.campaign.service import Open, Service
from assistant.kernel.codec import encode
from assistant.ledger.store import Ledger
from assistant.packs.load import load_both
from assistant.packs.where import DEFAULT_SCENARIO
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.turning import GoOn
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.web import create_app
from assistant.web.addresses import Address
from assistant.web.keys import Keys
from assistant.web.server import Server, listen

KEYS = Keys(secret="a secret of the pictures", passphrase="ABCD-EFGH-JKMN")
ADDRESSES = (Address("http://192.168.1.20:8090/", "wlan0"),)
# No pages: files, streams, commands, and doors that lead elsewhere.
NO_PAGES = (
    "assets.",
    "api.",
    "stream.",
    "health.",
    "papers.sheet",
    "papers.seat_chart",
    "screens.enter",
    "console.connections",
    "maps.land",
    "maps.sheet",
    "maps.layer",
    "maps.reach",
)
DOORS = ("joining.come_in",)


@dataclass(frozen=True, slots=True)
class Shown:
    """A page: a name for its picture, and its address."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Site:
    """The app with the demo on it, running."""

    port: int
    pages: tuple[Shown, ...]
    codes: dict[str, str]
    """The code of each commander's seat."""
    campaign: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def door(self) -> str:
        """How the game master comes in."""
        return f"{self.url}/master?passphrase={KEYS.passphrase}"


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """Serve the demo, with a fight under way in it."""
    game = RingOfPower(*load_both(effects=parameters()))
    with Ledger.open(folder / "campaigns.sqlite", who="pictures") as ledger:
        service = Service(ledger, game)
        path = demo_file(DEFAULT_SCENARIO)
        assert path is not None
        campaign, _ = new_demo(service, path)
        at = table(service, campaign.id)
        passes = seat_passes(ledger, campaign, at.world.war.seats.values())
        seats = {one.seat: one.code for one in passes if one.role == "seat"}
        codes = {
            str(each): seats[seat.id] for seat in at.world.war.seats.values() for each in seat.commanders
        }
        app = create_app(service, addresses=ADDRESSES, keys=KEYS)
        server = Server(app, listen("127.0.0.1", 0))
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            yield Site(server.port, tuple(pages(app, at, codes)), codes, campaign.id)
        finally:
            server.stop()
            thread.join()


def pages(app: Flask, at: Table, codes: dict[str, str]) -> Iterator[Shown]:
    """All pages that can be looked at, each once."""
    fight = begin_a_fight(at)
    # The contact that is being fought leads to its fight; another one is still to be looked at.
    contacts = [one for one in at.world.war.contacts if one != fight[0]] or [fight[0]]
    blanks = {
        "campaign": at.campaign.id,
        "contact": contacts[0],
        "fight": fight[1],
        "rule": "CMB-04",
        "term": "wounded",
        "seat": next(iter(at.world.war.seats)),
        "commander": "saruman",
        "table": "south",
        "seq": str(last_fight(at)),
        "deed": str(last_fight(at)),
    }
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint.startswith(NO_PAGES) or rule.endpoint in DOORS:
            continue
        values = {name: blanks[name] for name in rule.arguments}
        path = app.url_map.bind("").build(rule.endpoint, values)
        seat = "?as=saruman" if rule.endpoint.startswith("phone.") else ""
        yield Shown(rule.endpoint.replace(".", "-").replace("_", "-"), f"{path}{seat}")


def begin_a_fight(at: Table) -> tuple[str, str]:
    """Put the first contact of the demo under way; gives back the contact and the fight."""
    if at.world.war.phase == "movement":
        # Contacts are fought in combat.
        on = GoOn(anyway=True)
        at.service.begin(at.campaign, on.kind, encode(on), actor="game master", key=uuid4().hex)
        at = table(at.service, at.campaign.id)
    contact = next(iter(at.world.war.contacts.values()))
    deed = Battle(contact.id, proposed(at.kit, at.world, contact))
    opened = at.service.begin(at.campaign, deed.kind, encode(deed), actor="game master", key=uuid4().hex)
    assert isinstance(opened, Open)
    return contact.id, opened.id


def last_fight(at: Table) -> int:
    """The number of the last battle in the demo."""
    fought = [one.seq for one in at.service.entries(at.campaign) if one.kind == "battle"]
    return fought[-1]
