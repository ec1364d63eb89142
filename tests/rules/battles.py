"""Fights of figures with all their keys, answered as a test says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

from assistant.kernel.asking import Allocate, Allocated, Answer, Choose, Chosen, Request, Roll
from assistant.packs.battle import parse_battle
from assistant.rules.combat.setup import FightSetup
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.answerers import GivenDice, accepting
from assistant.simulate.resolve import Resolution, resolve_with
from tests.support import faces

Rows = Sequence[Mapping[str, Any]]


def one(profile: str, **keys: Any) -> dict[str, Any]:
    """A figure named like its profile, with keys of the battle file."""
    return {"id": profile, "profile": profile, **keys}


def declared(
    game: RingOfPower,
    good: Rows,
    evil: Rows,
    *,
    house: Mapping[str, str] | None = None,
    turn: int | None = None,
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    **site: Any,
) -> FightSetup:
    """A declared fight; `sides` are further keys of a side."""
    told = {
        "site": site,
        "house_rules": dict(house or {}),
        "turn": turn,
        "sides": {
            "good": {"figures": list(good), **(sides or {}).get("good", {})},
            "evil": {"figures": list(evil), **(sides or {}).get("evil", {})},
        },
    }
    return parse_battle(json.dumps(told), "test", game.book).setup


def fought(
    game: RingOfPower,
    setup: FightSetup,
    *,
    dice: Mapping[str, str] | None = None,
    answers: Mapping[str, str | Sequence[str]] | None = None,
    shares: Mapping[str, str] | None = None,
    world: World | None = None,
) -> Resolution:
    """Fight it out: by these dice, every one of them used, or all sixes; choices by what they are about.

    Several answers are given one after the other, one always.
    `shares` says who takes what is given out, by what that is about: names with spaces between them.
    """
    lists: dict[str, dict[str, Sequence[int]]] = {"good": {}, "evil": {}}
    for name, text in (dice or {}).items():
        side, purpose = name.split()
        lists[side][purpose] = faces(text)
    given = GivenDice(lists)
    chosen = {
        about: repeat(said) if isinstance(said, str) else iter(said)
        for about, said in (answers or {}).items()
    }
    accept = accepting(given if dice is not None else lambda roll: (6,) * len(roll.dice))

    def answer(request: Request) -> Answer:
        if isinstance(request, Choose) and request.purpose in chosen:
            return Chosen(next(chosen[request.purpose]))
        if isinstance(request, Allocate) and request.purpose in (shares or {}):
            return Allocated(tuple((shares or {})[request.purpose].split()))
        return accept(request)

    resolution = resolve_with(game, setup, answer, World() if world is None else world)
    if dice is not None:
        given.check_all_used()
    return resolution


def first(resolution: Resolution, side: str, purpose: str) -> Roll:
    """The first handful that a side rolls for a purpose."""
    return next(
        request
        for request in resolution.played.requests
        if isinstance(request, Roll) and request.seat == side and request.purpose == purpose
    )


def asks(resolution: Resolution) -> list[str]:
    """What the choices were about, in order."""
    return [request.purpose for request in resolution.played.requests if isinstance(request, Choose)]


def says(resolution: Resolution, words: str) -> bool:
    """Whether some line of the log has these words."""
    return any(words in line for line in resolution.played.done.log)
