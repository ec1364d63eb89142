"""A game with two forces in contact, served, and the people who stand around that table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any
from uuid import uuid4

from playwright.sync_api import BrowserContext, Locator, Page, expect

from assistant.campaign.crowd import seating
from assistant.campaign.passes import seat_passes
from assistant.campaign.service import Open, Service
from assistant.campaign.signing import THE_MASTER
from assistant.kernel.asking import Answer, Request
from assistant.kernel.codec import encode
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from assistant.rules.book import PlaceId
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.war import ForceId
from assistant.simulate.bots import Whim
from assistant.web import create_app
from assistant.web.keys import Keys
from assistant.web.server import Server, listen

KEYS = Keys(secret="a secret of the tests", passphrase="ABCD-EFGH-JKMN")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
# After a page has changed, what came under the finger does not take a tap at once.
SETTLED = 450
BY_HAND = "dwarves"
SIMPLY = Whim(Random(1))
MET = ((ForceId("dwarves-2-brand"),), (ForceId("easterling-king-29-amdur"),), PlaceId("lake-town"))


@dataclass
class FightTable:
    """A served campaign: the dwarves roll real dice, everyone else lets the app roll."""

    service: Service
    campaign: Campaign
    server: Server
    visit: Callable[..., BrowserContext]
    codes: dict[str, str]
    contact: str
    troubles: list[str] = field(default_factory=list)
    """What went wrong in a script of any page."""

    @property
    def url(self) -> str:
        """Over a name, as at the venue: no secure context."""
        return f"http://gm.lan:{self.server.port}"

    def come(self, who: str, **options: Any) -> Page:
        """Somebody's browser: a phone, or the game master's laptop."""
        page = self.page(**(options or (LAPTOP if who == "master" else PHONE)))
        page.goto(f"{self.url}/master?passphrase={KEYS.passphrase}" if who == "master" else self.door(who))
        return page

    def page(self, **options: Any) -> Page:
        """A window whose faults are noticed."""
        page = self.visit(**options).new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def door(self, commander: str) -> str:
        return f"{self.url}/j/{self.codes[commander]}"

    def open(self, page: Page, path: str) -> None:
        page.goto(f"{self.url}/c/{self.campaign.id}/{path}")
        expect_live(page)

    def step(self) -> int:
        """How many answers the only fight under way has had."""
        (pending,) = self.service.ledger.pendings(self.campaign.id)
        return pending.step

    def answer(self, given: Answer | None = None) -> None:
        """The game master answers what is asked in the only fight under way, simply if nobody minds how."""
        (pending,) = self.service.ledger.pendings(self.campaign.id)
        at = self.service.resume(pending.id)
        self.service.answer(at.id, at.step, given or SIMPLY(at.request), actor=THE_MASTER)

    def asked(self) -> Request:
        """What is asked there now."""
        (pending,) = self.service.ledger.pendings(self.campaign.id)
        return self.service.resume(pending.id).request

    def finish(self) -> None:
        """The game master answers everything that is still asked in the only fight under way."""
        (pending,) = self.service.ledger.pendings(self.campaign.id)
        whim = Whim(Random(1))
        at: Open | Entry = self.service.resume(pending.id)
        while isinstance(at, Open):
            at = self.service.answer(at.id, at.step, whim(at.request))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game in a file, to be copied for every test."""

    path: Path
    campaign: str
    codes: dict[str, str]


def prepare(folder: Path, war: RingOfPower) -> Prepared:
    """Brand's men of Dale in contact with the Easterlings at Lake-town, in the combat phase of turn 1."""
    path = folder / "prepared.sqlite"
    with Ledger.open(path, who="the tests") as ledger:
        service = Service(ledger, war)
        campaign = service.new("Trial", {"scenario": "war-of-the-ring"}, key=uuid4().hex)
        seats = tuple(
            replace(one, dice="by-hand") if BY_HAND in one.commanders else one for one in seating(war, 10)
        )
        anyway = GoOn(anyway=True)
        for deed in (BeginGame(seats), anyway, anyway, Meet(*MET, overruled="they stand there")):
            service.begin(service.campaign(campaign.id), deed.kind, encode(deed), actor="gm", key=uuid4().hex)
        passes = {one.seat: one.code for one in seat_passes(ledger, campaign, seats)}
    return Prepared(
        path, campaign.id, {str(each): passes[seat.id] for seat in seats for each in seat.commanders}
    )


@contextmanager
def fight_table(
    prepared: Prepared, folder: Path, war: RingOfPower, visit: Callable[..., BrowserContext]
) -> Iterator[FightTable]:
    """A copy of the prepared game, served."""
    path = folder / "fight.sqlite"
    copyfile(prepared.path, path)
    with ExitStack() as open_now:
        service = Service(open_now.enter_context(Ledger.open(path, who="the tests")), war)
        campaign = service.campaign(prepared.campaign)
        server = Server(create_app(service, addresses=[], keys=KEYS), listen("127.0.0.1", 0))
        thread = threading.Thread(target=server.run)
        thread.start()
        open_now.callback(thread.join)
        open_now.callback(server.stop)
        contact = [*service.world(campaign).war.contacts][-1]
        table = FightTable(service, campaign, server, visit, prepared.codes, contact)
        yield table
        assert not table.troubles, table.troubles


def expect_live(page: Page) -> None:
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")


def expect_turn(page: Page) -> None:
    """It is this person's turn to answer, and the page has settled."""
    expect(page.locator("#step .now")).to_be_visible()
    page.wait_for_timeout(SETTLED)


def is_whole(page: Page, part: Locator) -> bool:
    """Whether all of it is on the screen, with nothing lying over it."""
    box, size = part.bounding_box(), page.viewport_size
    if box is None or size is None or box["y"] < 0 or box["y"] + box["height"] > size["height"]:
        return False
    seen: bool = part.evaluate(
        """one => { const { left, top, right, bottom } = one.getBoundingClientRect();
        return [[left + 2, top + 2], [right - 2, bottom - 2]].every(([x, y]) => {
            const there = document.elementFromPoint(x, y);
            return one.contains(there) || there?.contains(one); }); }"""
    )
    return seen


def pick(page: Page, side: int, *names: str) -> None:
    """On the page of a quick fight: these fight for good (0) or evil (1), six of a kind."""
    for name in names:
        page.get_by_label("Add a figure").nth(side).fill(name)
        page.locator("[data-found]").nth(side).get_by_role("button", name=name, exact=True).tap()


def pick_by_mouse(page: Page, *names: str) -> None:
    """The same with a mouse, one name for each side."""
    for side, name in enumerate(names):
        page.get_by_label("Add a figure").nth(side).fill(name)
        page.locator("[data-found]").nth(side).get_by_role("button", name=name, exact=True).click()


def type_faces(page: Page, faces: str) -> None:
    """Tap faces on the keypad."""
    for face in faces:
        page.locator(f"#step [data-face='{face}']").tap()


def dice_of(page: Page) -> int:
    """How many dice the keypad waits for."""
    rows = page.locator("#step [data-handful]").all()
    return sum(len((row.get_attribute("data-dice") or "").split(",")) for row in rows)


def see_through(people: list[Page]) -> None:
    """Whoever is asked answers what is easiest, until it is over."""
    while not all("/fought/" in page.url for page in people):
        for page in people:
            if page.locator("#step .now").count() and "/fought/" not in page.url:
                page.wait_for_timeout(SETTLED)
                answer_simply(page)
        people[0].wait_for_timeout(100)


def answer_simply(page: Page) -> None:
    step = page.locator("#step")
    revision = step.get_attribute("data-revision")
    if step.locator(".pad").is_visible():
        type_faces(page, "4" * dice_of(page))
        step.locator("[data-typed=send]").tap()
    else:
        step.locator("[data-answer]:visible").first.tap()
    expect(page.locator(f"#step[data-revision='{revision}']")).to_have_count(0)
