"""Abilities that change how far a figure moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.registry import effect
from assistant.rules.house import HouseRules


@effect("swift")
class Swift(Effect):
    """ABL-SWIFT: faster over clear ground."""

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if not difficult:
            yield Modifier(+2, "swift", enforced("ABL-SWIFT"))


@effect("tracker")
class Tracker(Effect):
    """ABL-TRACKER: faster over difficult ground."""

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if difficult:
            yield Modifier(+2, "tracker", enforced("ABL-TRACKER"))


@effect("sure-footed")
@dataclass(frozen=True)
class SureFooted(Effect):
    """PRF-GA04: dwarf rangers are faster over difficult ground, if CON-041 lets them."""

    inches: int = 2

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if difficult and house["CON-041"] == "with-bonus":
            yield Modifier(self.inches, "sure-footed", enforced("PRF-GA04"))


@effect("ponderous")
class Ponderous(Effect):
    """ABL-PONDEROUS: keeps out of difficult ground, except along a road."""

    def bars_move(self, profile: Profile, difficult: bool) -> Reason | None:
        return Reason("difficult ground only by road", enforced("ABL-PONDEROUS")) if difficult else None


@effect("immobile")
class Immobile(Effect):
    """ABL-IMMOBILE: never leaves its place."""

    def bars_move(self, profile: Profile, difficult: bool) -> Reason | None:
        return Reason("does not move", enforced("ABL-IMMOBILE"))
