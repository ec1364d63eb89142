"""A hall in which a game goes on: the demo in its middle, and everybody who may ask for something."""

from __future__ import annotations

import html
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from assistant.campaign.demo import demo_file
from assistant.campaign.passes import let_in, seat_passes
from assistant.campaign.replay import replay
from assistant.campaign.restoring import take_in
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.packs.catalogue import rules
from assistant.rules.book import TERRAINS
from assistant.rules.combat.setup import SIDES
from assistant.rules.deeds import DEEDS
from assistant.rules.game import RingOfPower
from assistant.rules.standing import members, side_of
from assistant.web import create_app
from assistant.web.keys import Keys
from assistant.web.limits import MOST, Limits

PASSPHRASE = "ABCD-EFGH-JKMN"
MOST_CAMPAIGNS, MOST_BUTTONS, MOST_FIGHTS = 12, 60, 4
WIDE = Limits(
    **dict.fromkeys(("deeds_per_minute", "leading_deeds_per_minute", "wrong_codes_of_all_per_minute"), MOST),
    **dict.fromkeys(("deeds_at_once", "leading_deeds_at_once", "wrong_codes"), MOST),
    demos_per_hour_each=MOST,
)
"""What the clock would bound is not bounded: every request is to be looked at, and the same every time."""
TAG = re.compile(r"<(?:form|button)\b[^>]*\bdata-(?:deed|api)=[^>]*>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"|([\w-]+)=\'([^\']*)\'')


@dataclass(frozen=True, slots=True)
class Button:
    """Something on a page that does something when it is tapped: data-deed or data-api."""

    said: dict[str, str]


@dataclass
class Somebody:
    """A browser, and what it was shown to tap on."""

    role: str
    client: FlaskClient
    buttons: deque[Button] = field(default_factory=lambda: deque(maxlen=MOST_BUTTONS))

    def look(self, page: str) -> None:
        """Note what this page lets one do."""
        for tag in TAG.findall(page):
            pairs = ((a or c, html.unescape(b or d)) for a, b, c, d in ATTRIBUTE.findall(tag))
            self.buttons.append(Button(dict(pairs)))


class Hall:
    """One server's worth of campaigns, and one browser for every role."""

    def __init__(self, ledger: Ledger, game: RingOfPower, folder: Path) -> None:
        self.ledger, self.game, self.folder = ledger, game, folder
        self.service = Service(ledger, game)
        keys = Keys("a secret of the fuzz", PASSPHRASE)
        self.app: Flask = create_app(self.service, addresses=[], keys=keys, limits=WIDE)
        self.people: list[Somebody] = []
        self.campaign: Campaign
        self.begin_anew()

    def begin_anew(self) -> None:
        """The game in its middle once more, with everybody come in."""
        file = demo_file(self.game.scenario.id)
        assert file is not None
        self.campaign = take_in(self.service, file)[0].campaign
        seats = [*self.service.world(self.campaign).war.seats.values()]
        codes: dict[str, list[str]] = {"nobody": []}
        for one in seat_passes(self.ledger, self.campaign, seats):
            codes[one.seat or one.role] = [one.code]
        codes["two seats"] = [codes[seats[0].id][0], codes[seats[1].id][0]]
        for area in ("", "north"):
            label = f"Helper {area}".strip()
            codes[label] = [let_in(self.ledger, self.campaign, "assistant", label=label, area=area).code]
        self.people = [self._somebody(role, some) for role, some in codes.items()]
        master = Somebody("game master", self.app.test_client())
        master.client.get("/master", query_string={"passphrase": PASSPHRASE})
        self.people.append(master)

    def _somebody(self, role: str, codes: list[str]) -> Somebody:
        found = Somebody(role, self.app.test_client())
        for code in codes:
            found.client.get(f"/j/{code}", environ_overrides={"REMOTE_ADDR": "10.0.0.1"})
        return found

    @property
    def master(self) -> Somebody:
        """Who leads."""
        return self.people[-1]

    @property
    def is_full(self) -> bool:
        """Whether no further campaigns are to be made."""
        return len(self.ledger.campaigns()) >= MOST_CAMPAIGNS

    @property
    def entries(self) -> int:
        """How long the records of all campaigns are together."""
        return sum(self.service.campaign(one.id).head for one in self.ledger.campaigns())

    def names(self) -> dict[str, list[Any]]:
        """What lives in the game now, by what it is called in addresses, bodies and types."""
        world, campaign = self.service.world(self.campaign), self.campaign.id
        war, book = world.war, self.game.book
        figures, forces = [*world.figures], [*war.forces]
        places, profiles = [*book.places], [*book.profiles]
        commanders = [*self.game.scenario.commanders]
        found: dict[str, list[Any]] = {
            **dict.fromkeys(("FigureId", "figure", "figures", "takers", "dismounted", "near"), figures),
            **dict.fromkeys(("ForceId", "force", "forces", "after", "into"), forces),
            **dict.fromkeys(("PlaceId", "place", "to"), places),
            **dict.fromkeys(("ProfileId", "profile"), profiles),
            **dict.fromkeys(("CommanderId", "commander", "commanders", "wish"), commanders),
            **dict.fromkeys(("contact", "ContactId"), [*war.contacts] or ["9-1"]),
            **dict.fromkeys(
                ("fight", "id"), [one.id for one in self.ledger.pendings(campaign)] or ["f" * 16]
            ),
            "campaign": [campaign] * 20 + [one.id for one in self.ledger.campaigns()],
            "code": [one.code for one in self.ledger.passes(campaign)][-3:],
            "kind": [*DEEDS],
            "seat": [*war.seats],
            "seq": [*range(1, self.service.campaign(campaign).head + 2)],
            "table": ["north", "south"],
            "terrain": [*TERRAINS],
            "rule": [*rules()][::7],
            "term": ["wounded", "army", "battle"],
            "faces": [1, 2, 3, 4, 5, 6],
        }
        return found

    def contacts(self) -> list[str]:
        """Who has met."""
        return [*self.service.world(self.campaign).war.contacts]

    def meeting(self, random: Random) -> dict[str, Any]:
        """One force of each side, which meet because the table says so."""
        kit, world = self.game.kit, self.service.world(self.campaign)
        living = [one for one in world.war.forces.values() if members(world, one)]
        sides = {side: [one for one in living if side_of(kit, world, one) == side] for side in SIDES}
        good, evil = (random.choice(sides[side] or living) for side in SIDES)
        said = {"good": [good.id], "evil": [evil.id], "place": good.place, "overruled": "so says the table"}
        return {"kind": "meet", **said}

    def tend(self, most: int = MOST_FIGHTS) -> None:
        """Fights that nobody ends are called off: they would hold everyone in them for good."""
        for one in self.ledger.pendings(self.campaign.id)[most:]:
            self.service.call_off(one.id)

    def faults_of_record(self) -> Iterator[str]:
        """What the chain and a replay of every campaign have to say."""
        yield from self.ledger.verify_file()
        for campaign in self.ledger.campaigns():
            yield from self.ledger.verify(campaign.id)
            for one in replay(self.service, campaign):
                if one.difference:
                    yield f"{campaign.id}, deed {one.entry.seq} ({one.entry.kind}): {one.difference}"


@contextmanager
def hall(folder: Path, game: RingOfPower) -> Iterator[Hall]:
    """A hall with a ledger of its own, closed afterwards."""
    with Ledger.open(folder / "fuzz.sqlite", who="the fuzz") as ledger:
        yield Hall(ledger, game, folder)
