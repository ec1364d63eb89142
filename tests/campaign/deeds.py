"""Short ways to declare fights by id and profile, and dice that go all one way."""

from __future__ import annotations

import json
from typing import Any

from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Answer, Request, Roll
from assistant.kernel.codec import Json, encode
from assistant.ledger.records import Campaign, Entry
from assistant.packs.battle import parse_battle
from assistant.rules.combat.setup import FightSetup
from assistant.rules.game import RingOfPower
from assistant.simulate.answerers import Answerer, accepting


def declared(game: RingOfPower, good: str, evil: str, **site: Any) -> FightSetup:
    """A fight between figures written as id:profile, parted by spaces."""
    sides = {"good": _side(good), "evil": _side(evil)}
    return parse_battle(json.dumps({"site": site, "sides": sides}), "test", game.book).setup


def fight(game: RingOfPower, good: str, evil: str, **site: Any) -> Json:
    """The same as the setup of a deed."""
    return encode(declared(game, good, evil, **site))


def _side(text: str) -> dict[str, Any]:
    figures = [dict(zip(("id", "profile"), one.split(":"), strict=True)) for one in text.split()]
    return {"figures": figures}


def triumph(side: str) -> Answerer:
    """Every blow of a side hits, no other does, and nobody saves anything."""

    def faces(roll: Roll) -> tuple[int, ...]:
        hits = roll.purpose == "attack" and roll.seat == side
        return (6 if hits else 1,) * len(roll.dice)

    return accepting(faces)


def peace(request: Request) -> Answer:
    """Nobody hits anyone."""
    return accepting(lambda roll: (1,) * len(roll.dice))(request)


def begun(service: Service, campaign: Campaign, setup: Json, key: str = "fight") -> Open:
    """A fight put under way, which must ask something."""
    opened = service.begin(campaign, "fight", setup, actor="gm", key=key)
    assert isinstance(opened, Open)
    return opened


def finish(service: Service, opened: Open) -> Entry:
    """Answer what is left so that good wins."""
    at: Open | Entry = opened
    while isinstance(at, Open):
        at = service.answer(at.id, at.step, triumph("good")(at.request))
    return at
