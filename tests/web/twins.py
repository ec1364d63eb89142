"""Games that differ in what is hidden only: one past and clock, the same codes, keys, dice and heads."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
from flask import Flask

from assistant.campaign import desk
from assistant.campaign.demo import as_if_played, demo_file
from assistant.campaign.passes import let_in, seat_passes
from assistant.campaign.service import Service
from assistant.campaign.views import clock as clock_views
from assistant.ledger import clock as ledger_clock
from assistant.ledger.exchange import read_export
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from assistant.simulate import odds
from assistant.web import Limits, StreamSettings, create_app
from assistant.web.papers import Press
from tests.web.conftest import KEYS
from tests.web.table import Visitor

FILE, ID = "campaigns.sqlite", "the-game"
NOON = datetime.fromisoformat("2026-03-01T12:00:00+00:00")
HASTY = StreamSettings(beat=0.005, look=0.005)
PATIENT = Limits(deeds_per_minute=10**6, deeds_at_once=10**6, wrong_codes=10**6, long_tasks_each=10**3)
"""Whoever asks for everything is not told to wait: that would be the same answer to all of it."""
FIGHT, CONTACT, HIDDEN_DEED = "the-open-fight", "9-15", "the-hidden-deed"
"""A fight under way from the beginning, the contact that it is of, and the key of what is hidden."""


class Noon(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        there = NOON.astimezone(tz)
        return cls(*there.timetuple()[:6], tzinfo=there.tzinfo if tz else None)


class Loaded(Random):
    """Dice that fall the same for everybody who asks."""

    def __init__(self) -> None:
        super().__init__(7)


@contextmanager
def at_noon() -> Iterator[None]:
    """It is noon for whatever is written, and on every page; and the app's dice fall as they always do."""
    with pytest.MonkeyPatch.context() as patched:
        for clocked in (ledger_clock, clock_views):
            patched.setattr(clocked, "datetime", Noon)
        for rolling in (desk, odds):
            patched.setattr(rolling, "SystemRandom", Loaded)
        yield


@dataclass(frozen=True)
class Game:
    """One of several games, and everybody's browser in it."""

    service: Service
    app: Flask

    def come(self, who: str = "") -> Visitor:
        """Somebody's browser: seats by their numbers, an assistant, the projector, the master, nobody."""
        client = self.app.test_client()
        for one in who.split():
            if one == "master":
                client.get("/master", query_string={"passphrase": KEYS.passphrase})
            else:
                client.get(f"/j/{self.code(one)}")
        return Visitor(client, self.service, ID)

    def code(self, who: str) -> str:
        """The code with which somebody comes in."""
        passes = self.service.ledger.passes(ID)
        return next(one.code for one in passes if who in (one.seat, one.role if one.role != "seat" else ""))

    def force(self, figure: str) -> str:
        """The force that a figure goes with."""
        forces = self.come().at().world.war.forces.values()
        return str(next(one.id for one in forces if figure in one.figures))


def make_past(folder: Path, war: RingOfPower) -> Path:
    """The demo's game as it is played on: two hide among enemies, a friend has met some, others fight."""
    path = folder / FILE
    with Ledger.open(path, who="the tests") as ledger:
        shipped = demo_file("war-of-the-ring")
        assert shipped is not None
        told, entries = read_export(shipped)
        setup = {name: value for name, value in told.setup.items() if name != "demo"}
        service = Service(ledger, war)
        told = replace(told, id=ID, setup=setup)
        # Chained anew from what it is now: a game that looks altered has no backups to compare.
        told, entries = as_if_played(service, told, entries, until=NOON, origin="the tests")
        campaign = ledger.adopt(told, entries, as_name="The game")
        seat_passes(ledger, campaign, service.world(campaign).war.seats.values())
        let_in(ledger, campaign, "assistant", label="Helper")
        game = Game(service, create_app(service, addresses=[], keys=KEYS))
        master = game.come("master")
        for figures in (["frodo", "sam"], ["aragorn"], ["buhrdur", "ringwraith"], ["goblin-shaman-1"]):
            done(master.do("adjust", figures=figures, place="emyn-muil", reason="they came there"))
        done(master.do("hide", force=game.force("frodo")))
        gollum: dict[str, Any] = {"profile": "gollum", "count": 1, "commander": None, "place": "emyn-muil"}
        done(master.do("add-figures", **gollum, reason="he came"))
        good, evil = [game.force("aragorn")], [game.force("buhrdur")]
        done(game.come("seat-2").do("meet", good=good, evil=evil, place="emyn-muil"))
        done(master.do("go-on", anyway=True))
        done(master.post(f"contacts/{CONTACT}/fight", key=FIGHT))
    return path


def done(answer: Any) -> Any:
    """What a command was answered with, which must have been done."""
    assert answer.status_code == 200, answer.text
    return answer.get_json()


Tale = Callable[[Game], None]
"""What is done in one of the games only."""


@contextmanager
def games(
    past: Path, press: Press, folder: Path, tales: Sequence[Tale], before: Tale = lambda game: None
) -> Iterator[tuple[Game, ...]]:
    """A game for each tale, all with the same past; `before` is done in all of them.

    They share a press: it makes sheets of what it is given and of nothing else, and is slow.
    """
    with ExitStack() as opened:
        found = []
        for number, tale in enumerate(tales):
            path = folder / f"game-{number}" / FILE
            path.parent.mkdir(parents=True)
            shutil.copy(past, path)
            ledger = opened.enter_context(Ledger.open(path, who="the tests"))
            service = Service(ledger, press.game)
            app = create_app(service, addresses=[], streams=HASTY, keys=KEYS, limits=PATIENT, press=press)
            game = Game(service, app)
            before(game)
            tale(game)
            found.append(game)
        heads = {game.service.ledger.campaign(ID).head for game in found}
        assert len(heads) == 1, "as many deeds in each"
        yield tuple(found)
