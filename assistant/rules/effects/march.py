"""Abilities that change how far a figure moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.registry import effect
from assistant.rules.house import HouseRules
from assistant.rules.spotting import Hunt


@effect("swift")
class Swift(Effect):
    """ABL-SWIFT: faster over clear ground."""

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if not difficult:
            yield Modifier(+2, "swift", enforced("ABL-SWIFT"))


@effect("tracker")
@dataclass(frozen=True)
class Tracker(Effect):
    """ABL-TRACKER: faster over difficult ground, and better at finding those who hide (AMB-023)."""

    spot: int = 1
    rule: str = "ABL-TRACKER-2"

    def finds(self, me: Profile, hunt: Hunt) -> Iterable[Modifier]:
        yield Modifier(self.spot, "tracker", enforced(self.rule))

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if difficult:
            yield Modifier(+2, "tracker", enforced("ABL-TRACKER"))


@effect("scouts")
class Scouts(Effect):
    """ABL-SCOUTS: twice as far as others of its kind."""

    def doubles_move(self, profile: Profile) -> Reason | None:
        return Reason("scouts", enforced("ABL-SCOUTS"))


@effect("stealth")
class Stealth(Effect):
    """ABL-STEALTH: cannot be attacked before it has been spotted; AMB-022 says how, or that nobody has it."""

    def is_unseen(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.house["AMB-022"] == "unused":
            return None
        return Reason("stealth", enforced("ABL-STEALTH"))

    def escapes_pins(self, profile: Profile, house: HouseRules) -> Reason | None:
        if house["AMB-022"] == "unused":
            return None
        return Reason("stealth, not spotted", enforced("MOV-14"))


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


@effect("road-bound")
class RoadBound(Effect):
    """CON-054: by the chart's own words Gondor's bolt shooter never leaves the road."""

    def keeps_to_roads(self, profile: Profile) -> Reason | None:
        return Reason("never leaves the road", enforced("PRF-GA10"))


@effect("immobile")
class Immobile(Effect):
    """ABL-IMMOBILE: never leaves its place."""

    def bars_move(self, profile: Profile, difficult: bool) -> Reason | None:
        return Reason("does not move", enforced("ABL-IMMOBILE"))
