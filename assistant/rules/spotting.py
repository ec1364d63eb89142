"""CMB-04, CMB-05, AMB-022, AMB-023: how hard it is to find those who hide, with every reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.kernel.asking import Die
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, PlaceId, Profile
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.marching import Need
from assistant.rules.effects.registry import carried, resolve
from assistant.rules.house import HouseRules

SEARCH = 4
"""CMB-05: what finds those who only hide."""
BEST, WORST = 1, 7


@dataclass(frozen=True, slots=True)
class Hunt:
    """Those who hide, those who look for them, where, and what the hidden have with them."""

    hidden: tuple[Profile, ...]
    seekers: tuple[Profile, ...]
    house: HouseRules
    place: str | None = None
    bears: frozenset[str] = frozenset()
    """What the hidden bear between them."""
    has_ring: bool = False
    """Whether the Ringbearer is among them."""
    regions: frozenset[str] = frozenset()
    """The lands they are in."""
    stands_in: tuple[str, ...] = ()
    """By measure, every place in whose ground they stand."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The roll that finds them, and how it came about."""

    need: int
    base: Need
    modifiers: tuple[Modifier, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        return (f"{self.base.target}+ {self.base.why}", *map(str, self.modifiers))

    def die(self, who: FigureId) -> Die:
        """The one die that is rolled."""
        return Die(who, self.need, reasons=self.reasons)


def chance(book: Book, hunt: Hunt) -> Chance:
    """What the hidden, the seekers and the place make of the roll; each reason counts once."""
    usual = Need(SEARCH, Reason("hiding", enforced("CMB-05")))
    needs = [need for one in hunt.hidden for effect in _of(one) if (need := effect.found_on(one, hunt))]
    base = max((usual, *needs), key=lambda need: need.target)
    counted = _once(change for change in _changes(book, hunt) if _counts(hunt.house, change))
    target = base.target - sum(change.amount for change in counted)
    return Chance(min(max(target, BEST), WORST), base, counted)


def _once(changes: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """The weightiest of each source: a tracker is one by whichever line of the book he is."""
    found: dict[str, Modifier] = {}
    for change in changes:
        known = found.get(change.source)
        if known is None or abs(change.amount) > abs(known.amount):
            found[change.source] = change
    return tuple(found.values())


def _changes(book: Book, hunt: Hunt) -> Iterator[Modifier]:
    for one in hunt.seekers:
        for effect in _of(one):
            yield from effect.finds(one, hunt)
    for one in hunt.hidden:
        for effect in _of(one):
            yield from effect.betrays(one, hunt)
    for name in dict.fromkeys((*((hunt.place,) if hunt.place else ()), *hunt.stands_in)):
        place = book.places.get(PlaceId(name))
        for effect in filter(None, map(resolve, place.traits if place else ())):
            yield from effect.betrays(None, hunt)


def _of(profile: Profile) -> Sequence[Effect]:
    return tuple(carried(profile, mounted=profile.starts_mounted))


TRACKING = frozenset({"ABL-TRACKER-2", "PPL-URUKSCOUTS-01"})


def _counts(house: HouseRules, change: Modifier) -> bool:
    """AMB-023: a tracker's nose alone, everything but that, or all together."""
    reading = house["AMB-023"]
    if reading == "all-together":
        return True
    return (change.rule in TRACKING) == (reading == "tracker-only")


def has_all(hunt: Hunt, effect: str) -> bool:
    """Whether everyone of the hidden has an ability."""
    return all(any(trait.name == effect for trait in one.traits) for one in hunt.hidden)
