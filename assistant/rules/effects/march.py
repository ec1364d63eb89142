"""Abilities that change how far a figure moves."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.effects.hooks import Effect, Modifier
from assistant.rules.effects.registry import effect


@effect("swift")
class Swift(Effect):
    """ABL-SWIFT: faster over clear ground."""

    def allowance(self, profile: Profile, difficult: bool) -> Iterable[Modifier]:
        if not difficult:
            yield Modifier(+2, "swift", enforced("ABL-SWIFT"))


@effect("tracker")
class Tracker(Effect):
    """ABL-TRACKER: faster over difficult ground."""

    def allowance(self, profile: Profile, difficult: bool) -> Iterable[Modifier]:
        if difficult:
            yield Modifier(+2, "tracker", enforced("ABL-TRACKER"))
