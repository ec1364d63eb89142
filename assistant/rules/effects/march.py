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


@effect("swift")
class Swift(Effect):
    """ABL-SWIFT: faster over clear ground."""

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if not difficult:
            yield Modifier(+2, "swift", enforced("ABL-SWIFT"))


@effect("tracker")
class Tracker(Effect):
    """ABL-TRACKER: faster over difficult ground, and better at finding those who hide."""

    def search_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        yield Modifier(+1, "tracker", enforced("ABL-TRACKER-2"))

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        if difficult:
            yield Modifier(+2, "tracker", enforced("ABL-TRACKER"))


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


@effect("immobile")
class Immobile(Effect):
    """ABL-IMMOBILE: never leaves its place."""

    def bars_move(self, profile: Profile, difficult: bool) -> Reason | None:
        return Reason("does not move", enforced("ABL-IMMOBILE"))
