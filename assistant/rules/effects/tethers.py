"""Abilities of the march that bind a figure to a place, or speed those who go with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import EventId
from assistant.rules.book import Profile
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.marching import Tether
from assistant.rules.effects.registry import effect
from assistant.rules.moving.travel import Traveller

CAME_BY_THE_PATHS = EventId("aragorn-comes-by-the-paths")
"""PPL-DENETHOR-03: what ends the steward's hold on his city, and the city's on him."""
GANDALF, ARAGORN, STEWARD = "gandalf-the-white", "aragorn", "denethor"


@effect("leash")
@dataclass(frozen=True)
class Leash(Effect):
    """Bound to a place, or to its surroundings; some only until something has come about."""

    ENDS: ClassVar[Mapping[str, Callable[[Traveller], bool]]] = {
        "with-king-or-steward": lambda me: me.is_led_by(f"{ARAGORN} {STEWARD}"),
        "aragorn-came-by-the-paths": lambda me: CAME_BY_THE_PATHS in me.events,
        "gandalf-slain-or-ring-taken": lambda me: GANDALF in me.fallen,
        "gandalf-or-aragorn-slain": lambda me: bool({GANDALF, ARAGORN} & me.fallen),
    }

    place: str = ""
    inches: int = 0
    unless: str = ""
    rule: str = "TER-13"

    def tethers(self, me: Traveller) -> Tether | None:
        if self.unless and self.ENDS[self.unless](me):
            return None
        return Tether(self.place, self.inches, Reason("bound there", enforced(self.rule)))


@effect("make-haste")
class MakeHaste(Effect):
    """FEL-09: the Fellowship travels light."""

    def doubles_move(self, profile: Profile) -> Reason | None:
        return Reason("the Fellowship makes haste", enforced("FEL-09"))


@effect("elven-rope")
@dataclass(frozen=True)
class ElvenRope(Effect):
    """ITM-ROPE-01: a few characters get further in rough ground."""

    inches: int = 2
    figures: int = 3

    def quickens(self, me: Traveller, difficult: bool) -> Iterable[Modifier]:
        if difficult and me.all_characters and len(me.company) <= self.figures:
            yield Modifier(self.inches, "elven rope", enforced("ITM-ROPE-01"))


@effect("orc-drummer")
@dataclass(frozen=True)
class OrcDrummer(Effect):
    """PPL-ORCDRUMMER-01: his force gets further on every other turn, the odd ones."""

    inches: int = 1
    every: int = 2

    def quickens(self, me: Traveller, difficult: bool) -> Iterable[Modifier]:
        if me.turn % self.every == 1 % self.every:
            yield Modifier(self.inches, "drums", enforced("PPL-ORCDRUMMER-01"))
