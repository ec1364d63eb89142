"""Short ways to fight, for tests that read as table situations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from assistant.kernel.asking import Request, Roll
from assistant.packs.battle import parse_battle
from assistant.packs.lists import read_figures
from assistant.rules.combat.setup import FightSetup
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.answerers import accepting
from assistant.simulate.resolve import Resolution, resolve, resolve_with


def faces(text: str) -> tuple[int, ...]:
    """'33 4' is three, three, four: dice as a test writes them."""
    return tuple(int(digit) for digit in text if digit.isdigit())


@dataclass(frozen=True, slots=True)
class Fights:
    """Fights as tests write them: two lists of figures, a site, and the dice in hand."""

    game: RingOfPower

    def setup(self, good: str, evil: str, *, house: dict[str, str] | None = None, **keys: Any) -> FightSetup:
        """A declared fight; keys that are not of the site belong to a side as good_KEY or evil_KEY."""
        sides: dict[str, dict[str, Any]] = {
            "good": {"figures": read_figures(good, self.game.book)},
            "evil": {"figures": read_figures(evil, self.game.book)},
        }
        site: dict[str, Any] = {}
        for key, value in keys.items():
            side, _, name = key.partition("_")
            if side in sides:
                sides[side][name] = value
            else:
                site[key] = value
        battle = {"site": site, "sides": sides, "house_rules": house or {}}
        return parse_battle(json.dumps(battle), "test", self.game.book).setup

    def __call__(
        self, good: str, evil: str, *, dice: dict[str, str] | None = None, **keys: Any
    ) -> Resolution:
        """A fight resolved with given dice, every one of which must be used: {"good attack": "35 6"}."""
        given: dict[str, dict[str, Sequence[int]]] = {"good": {}, "evil": {}}
        for name, text in (dice or {}).items():
            side, purpose = name.split()
            given[side][purpose] = faces(text)
        setup = self.setup(good, evil, **keys)
        return resolve(self.game, setup, {"good": given["good"], "evil": given["evil"]}, Random(0))

    def asked(self, good: str, evil: str, *, dice: dict[str, str], **keys: Any) -> list[Request]:
        """The questions of a fight, in order."""
        return list(self(good, evil, dice=dice, **keys).played.requests)

    def first_roll(self, good: str, evil: str, side: str, purpose: str = "attack", **keys: Any) -> Roll:
        """The first handful a side rolls for a purpose, whatever the dice say before it (all are sixes)."""
        setup = self.setup(good, evil, **keys)
        resolution = resolve_with(self.game, setup, accepting(lambda roll: (6,) * len(roll.dice)), World())
        return next(
            request
            for request in resolution.played.requests
            if isinstance(request, Roll) and request.seat == side and request.purpose == purpose
        )
