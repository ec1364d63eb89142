"""MOV-01, MOV-15, FRC-02: the inches of one who goes on its own feet, mount or wheels."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.registry import carried
from assistant.rules.movement import Allowance, allowance, at_most, told
from assistant.rules.moving.footing import Stretch, effects_at
from assistant.rules.moving.travel import Traveller
from assistant.rules.terrain import ground_of

MIL = 1000
ROAD = "road"


@dataclass(frozen=True, slots=True)
class Walker:
    """A figure that goes by itself: who, with whom, and what hampers it."""

    id: FigureId
    me: Traveller
    crew: int | None = None
    """ART-03: who is left to move a weapon."""
    is_halved: bool = False
    """ABL-HERO-3: whether it carries more than it can at full speed."""
    is_lost: bool = False
    """PLC-EMYNMUIL-02: whether it has lost the way this turn."""

    def key(self) -> Hashable:
        """All that decides how it goes."""
        return (self.me.key(), self.crew, self.is_halved, self.is_lost)

    def effects(self, *hooks: str) -> tuple[Effect, ...]:
        """Its own, or those of them with anything to say to one of these hooks."""
        return carried(self.me.profile, self.me.mounted, *hooks)


@dataclass(frozen=True, slots=True)
class Rates:
    """Thousandths of an inch in clear and in difficult ground, none where it may not go."""

    clear: Fraction | None
    difficult: Fraction | None
    road_bonus: int
    reasons: tuple[str, ...]
    why_none: Reason | None = None
    """Why it does not move at all."""
    barred: Reason | None = None
    """Why it keeps out of difficult ground."""

    def of(self, ground: Literal["clear", "difficult"], is_road: bool) -> Fraction | None:
        if ground == "difficult":
            return self.difficult
        return None if self.clear is None else self.clear + (self.road_bonus if is_road else 0)

    def bar(self, ground: Reason) -> Reason:
        """Why difficult ground is closed to it: an ability's word, or the dash in its row of the chart."""
        return self.barred or Reason(f"may not enter {ground.source}", ground.rule)


def unlike(going: Iterable[Walker]) -> tuple[Walker, ...]:
    """One of each sort: those who go together and are alike in everything go equally far."""
    sorts = {
        (id(one.me.profile), one.me.mounted, one.me.bears, one.crew, one.is_halved): one for one in going
    }
    return tuple(sorts.values())


def rates(book: Book, one: Walker, way: Sequence[Stretch] = ()) -> Rates:
    """A figure's move by the chart, its abilities, its company and the places on its way."""
    me = one.me
    if flight := next(filter(None, (effect.lifts(me) for effect in one.effects("lifts"))), None):
        inches = _inches(flight.inches, (), one)
        return Rates(inches, inches, 0, (str(flight.why),))
    entered = dict.fromkeys(place for stretch in way for place in stretch.places)
    places = tuple(effects_at(book, entered, "denies_haste", "denies_road_bonus"))
    slow = next(filter(None, (effect.denies_haste() for effect in places)), None)
    found = (allowance if slow else at_most)(me.profile, me.mounted, me.house, one.crew, me.bears)
    more = {hard: tuple(_quickened(me, hard)) for hard in (False, True)}
    bonus = _road_bonus(book, me, places)
    reasons = (
        *found.reasons,
        *((str(slow),) if slow else ()),
        *told(more[False], more[True]),
        *((f"half speed, carrying ({enforced('ABL-HERO-3')})",) if one.is_halved else ()),
        *((f"half as far, lost the way ({enforced('PLC-EMYNMUIL-02')})",) if one.is_lost else ()),
    )
    return Rates(
        _inches(found.clear, more[False], one),
        _inches(found.difficult, more[True], one),
        bonus,
        reasons,
        _why_none(one, found),
        next(filter(None, (effect.bars_move(me.profile, True) for effect in one.effects("bars_move"))), None),
    )


def may_vary(going: Iterable[Walker]) -> bool:
    """Whether the rates of those who go together may change from turn to turn: only these hooks see it."""
    return any(one.effects("lifts") or _quickening(one.me) for one in going)


def _why_none(one: Walker, found: Allowance) -> Reason | None:
    if found.clear is not None:
        return None
    bars = (effect.bars_move(one.me.profile, False) for effect in one.effects("bars_move"))
    pace = one.me.profile.pace
    never = Reason("does not move", enforced(pace.rules[0])) if pace.rules and not pace.moves else None
    return next(filter(None, bars), never) or Reason(found.reasons[-1], enforced("MOV-01"))


def _quickened(me: Traveller, difficult: bool) -> Iterator[Modifier]:
    """What those who go along add, each effect once however many have it."""
    for effect in _quickening(me):
        yield from effect.quickens(me, difficult)


def _quickening(me: Traveller) -> Collection[Effect]:
    # A company is many figures of a few profiles.
    profiles = {id(one): one for one in me.company}.values()
    return dict.fromkeys(effect for one in profiles for effect in carried(one, False, "quickens"))


def _road_bonus(book: Book, me: Traveller, places: Iterable[Effect]) -> int:
    """TER-09: inches for a move that keeps to the road, unless a place says otherwise."""
    if any(effect.denies_road_bonus() for effect in places):
        return 0
    return ground_of(book, ROAD, me.house).whole_way * MIL


def _inches(inches: int | None, more: Iterable[Modifier], one: Walker) -> Fraction | None:
    if inches is None:
        return None
    full = (inches + sum(change.amount for change in more)) * MIL
    return Fraction(full, (2 if one.is_halved else 1) * (2 if one.is_lost else 1))
