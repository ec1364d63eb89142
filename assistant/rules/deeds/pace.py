"""How far a force goes: as its slowest, with whom it carries, and who rides along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assistant.kernel.evidence import enforced
from assistant.rules.kit import Kit
from assistant.rules.moving.company import walkers
from assistant.rules.moving.rates import MIL, rates, unlike
from assistant.rules.world import Figure, World


@dataclass(frozen=True, slots=True)
class Pace:
    """Inches in clear and in difficult ground, none where it may not go at all, and how they came about."""

    clear: float | None
    difficult: float | None
    reasons: tuple[str, ...]
    why_none: str = ""

    @property
    def on_the_way(self) -> str:
        """As it is said of those who go; who are let go though they cannot move have no speed."""
        return "though not all of them can move" if self._is_still else str(self)

    @property
    def _is_still(self) -> bool:
        return self.clear is None and self.difficult is None

    def __str__(self) -> str:
        if self.why_none:
            return f"nowhere: {self.why_none}"
        if self._is_still:
            return "nowhere as it is: not all of them can move"
        if self.clear is None or self.difficult is None:
            ground, inches = (
                ("clear", self.clear) if self.difficult is None else ("difficult", self.difficult)
            )
            return f'at most {inches:g}" in {ground} ground, and into no other'
        return f'at most {self.clear:g}" in clear and {self.difficult:g}" in difficult ground'


def pace_of(kit: Kit, world: World, figures: Sequence[Figure]) -> Pace:
    """FRC-02: figures who go together go as fast as the slowest of those who walk or ride themselves."""
    paces = [rates(kit.book, one) for one in unlike(walkers(kit, world, figures))]
    if not paces:
        return Pace(None, None, ())
    slowest = min(paces, key=lambda one: (one.clear or 0, one.difficult or 0))
    still = (str(slowest.why_none),) if slowest.why_none else ()
    reasons = (f"as the slowest ({enforced('FRC-02')})", *slowest.reasons, *still)
    return Pace(_least(one.clear for one in paces), _least(one.difficult for one in paces), reasons)


def _least(inches: Iterable[Fraction | None]) -> float | None:
    """The least of them; who may not go there at all holds everyone back."""
    least = min(inches, key=lambda one: -1 if one is None else one, default=None)
    return None if least is None else float(least / MIL)
