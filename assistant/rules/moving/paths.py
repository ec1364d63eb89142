"""MOV-01, AMB-029: how far along a way figures get, and who or what forbids the rest of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book
from assistant.rules.effects.hooks import Reason
from assistant.rules.moving.footing import Footing, Stretch, effects_at, flies, footing
from assistant.rules.moving.rates import Rates, Walker, rates

BANK = 1000
"""How far from the water, in thousandths of an inch, a crossing may begin and end."""
MIL = 1000


@dataclass(frozen=True, slots=True)
class Stop:
    """Where on the way somebody must halt, and why."""

    at: int
    figure: FigureId
    why: Reason
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a way may be gone in one move: yes, or who must halt where, and by which rule."""

    length: int
    stops: tuple[Stop, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def is_allowed(self) -> bool:
        return not self.stops

    @property
    def first(self) -> Stop | None:
        """The one that comes first on the way."""
        return min(self.stops, key=lambda stop: stop.at, default=None)

    @property
    def reach(self) -> int:
        """How far along it they may go."""
        return self.first.at if self.first else self.length


@dataclass(frozen=True, slots=True)
class Way:
    """A way in stretches, where it begins and ends, and whom it meets."""

    stretches: tuple[Stretch, ...]
    gap_at_end: Callable[[str], int | None] = field(default=lambda place: None)
    """How far from a place it ends, in thousandths of an inch; nothing where nobody knows."""
    held: frozenset[str] = frozenset()
    """Places where an enemy stands."""
    kept: frozenset[str] = frozenset()
    """Places whose gates an enemy keeps."""
    crowd: Mapping[str, int] = field(default_factory=dict)
    """How many stand already in the places it leads to."""

    @property
    def length(self) -> int:
        return sum(one.length for one in self.stretches)

    @property
    def ends_in(self) -> tuple[str, ...]:
        return self.stretches[-1].places if self.stretches else ()


def judge(book: Book, walkers: Sequence[Walker], way: Way) -> Ruling:
    """Everyone's word on a way; a force gets as far as the first of them who must halt (FRC-02)."""
    if len(walkers) > 1:
        enforced("FRC-02")
    stops = [stop for one in walkers for stop in _stops(book, one, way)]
    stops += _crush(book, walkers, way)
    reasons = [reason for one in walkers for reason in rates(book, one, way.stretches).reasons]
    return Ruling(way.length, tuple(stops), tuple(dict.fromkeys(reasons)))


def _stops(book: Book, one: Walker, way: Way) -> Iterator[Stop]:
    steps = [footing(book, one.me, stretch) for stretch in way.stretches]
    yield from _entries(book, one, way)
    yield from _gates(one, way)
    yield from _banks(book, one, way, steps)
    if stop := _limit(one, way.stretches, steps, rates(book, one, way.stretches)):
        yield stop
    for effect in one.effects():
        tether = effect.tethers(one.me)
        gap = way.gap_at_end(tether.place) if tether else None
        if tether and gap is not None and gap > tether.inches * MIL:
            where = f'within {tether.inches}" of it' if tether.inches else "in it"
            yield Stop(0, one.id, tether.why, f"stays {where}")


def _entries(book: Book, one: Walker, way: Way) -> Iterator[Stop]:
    """Places on the way that this figure may not come into."""
    inside = set(way.stretches[0].places) if way.stretches else set()
    gone = 0
    for stretch in way.stretches:
        for place in stretch.places:
            if place in inside:
                continue
            inside.add(place)
            for effect in effects_at(book, (place,)):
                if why := effect.bars_entry(one.me):
                    yield Stop(gone, one.id, why, "leave such figures behind, or go round")
        gone += stretch.length


def _gates(one: Walker, way: Way) -> Iterator[Stop]:
    """TER-01: walls are passed by their gates, and who keeps a gate lets no enemy in; sallies are free."""
    inside = way.stretches[0].places if way.stretches else ()
    gone = 0
    for stretch in way.stretches:
        if stretch.ground == "gate" and stretch.feature in way.kept and stretch.feature not in inside:
            if not flies(one.me):
                why = Reason("the enemy keeps this gate", enforced("TER-01"))
                yield Stop(gone, one.id, why, "assault the walls from there, or go round")
            return
        gone += stretch.length


def _crush(book: Book, walkers: Sequence[Walker], way: Way) -> Iterator[Stop]:
    """PLC-DUNHARROW-01: where only so many find room, the others stay outside."""
    for place in way.ends_in:
        for effect in effects_at(book, (place,)):
            room = effect.room()
            if room is None or way.crowd.get(place, 0) + len(walkers) <= room:
                continue
            outside = sum(one.length for one in way.stretches if place not in one.places)
            left = max(0, room - way.crowd.get(place, 0))
            why = Reason(f"holds {room}", enforced("PLC-DUNHARROW-01"))
            yield Stop(outside, walkers[-1].id, why, f"{left} of them find room")


def _banks(book: Book, one: Walker, way: Way, steps: Sequence[Footing]) -> Iterator[Stop]:
    """PLC-CAIRANDROS-02, PLC-OSGILIATH-02: who holds the far bank must first be beaten."""
    gone = 0
    for stretch, step in zip(way.stretches, steps, strict=True):
        if stretch.ground in WET and step.walk != "closed":
            for place in way.held.intersection(stretch.places):
                for effect in effects_at(book, (place,)):
                    if why := effect.wants_far_bank():
                        yield Stop(gone, one.id, why, "beat them first")
        gone += stretch.length


WET = frozenset({"ford", "bridge", "shallows", "passage", "stream"})


def _limit(one: Walker, way: Sequence[Stretch], steps: Sequence[Footing], paces: Rates) -> Stop | None:
    """The first of: ground that is closed, water that takes a whole move, and the end of the allowance."""
    if paces.why_none is not None:
        return Stop(0, one.id, paces.why_none, "stays where it is")
    water = next((number for number, step in enumerate(steps) if step.walk == "whole-move"), None)
    if water is not None:
        return _crossing(one, way, steps, paces, water)
    return _walk(one, way, steps, paces)


def _crossing(
    one: Walker, way: Sequence[Stretch], steps: Sequence[Footing], paces: Rates, first: int
) -> Stop | None:
    """TER-08, TER-11: whoever crosses does nothing else with that move, from one bank to the other."""
    last = next((n for n in range(first, len(steps)) if steps[n].walk != "whole-move"), len(steps))
    before, wide = _length(way[:first]), _length(way[first:last])
    if before > BANK:
        halt = _walk(one, way[:first], steps[:first], paces)
        at = halt.at if halt else before
        return Stop(
            at, one.id, halt.why if halt else steps[first].why, "go to the water now, and cross next turn"
        )
    blocked = _walk(one, way[last:], steps[last:], paces)
    beyond = min(_length(way[last:]), blocked.at if blocked else BANK)
    if _length(way[last:]) > min(beyond, BANK):
        return Stop(before + wide + min(beyond, BANK), one.id, steps[first].why, "halt on the far bank")
    return None


def _walk(one: Walker, way: Sequence[Stretch], steps: Sequence[Footing], paces: Rates) -> Stop | None:
    if one.me.house["AMB-029"] == "pro-rata":
        return _pro_rata(one, way, steps, paces)
    return _capped(one, way, steps, paces)


def _capped(one: Walker, way: Sequence[Stretch], steps: Sequence[Footing], paces: Rates) -> Stop | None:
    """AMB-029: once difficult ground is entered, the whole move is no longer than the difficult rate."""
    gone, reach = 0, 0
    is_road, is_difficult = True, False
    for stretch, step in zip(way, steps, strict=True):
        is_road &= step.is_road
        is_difficult |= step.walk == "difficult"
        rate = paces.of("difficult" if is_difficult else "clear", is_road)
        if step.walk == "closed" or rate is None:
            return Stop(gone, one.id, step.why if step.walk == "closed" else paces.bar(step.why))
        if rate < gone + stretch.length:
            at = max(reach, int(rate)) if rate > gone else reach
            return Stop(at, one.id, _spent(paces, is_difficult, at))
        gone += stretch.length
        reach = gone
    return None


def _pro_rata(one: Walker, way: Sequence[Stretch], steps: Sequence[Footing], paces: Rates) -> Stop | None:
    """AMB-029: inches are spent in each kind of ground at its own rate."""
    gone, left = 0, Fraction(1)
    is_road = all(step.is_road for step in steps)
    for stretch, step in zip(way, steps, strict=True):
        rate = paces.of("difficult" if step.walk == "difficult" else "clear", is_road)
        if step.walk == "closed" or rate is None:
            return Stop(gone, one.id, step.why if step.walk == "closed" else paces.bar(step.why))
        if rate * left < stretch.length:
            at = gone + int(rate * left)
            return Stop(at, one.id, _spent(paces, step.walk == "difficult", at))
        left -= Fraction(stretch.length) / rate if rate else 0
        gone += stretch.length
    return None


def _spent(paces: Rates, is_difficult: bool, at: int) -> Reason:
    ground = "difficult ground on the way" if is_difficult else "clear ground"
    if is_difficult:
        enforced("MOV-12")
    return Reason(f'goes {at / MIL:g}" with {ground}', enforced("MOV-01"))


def _length(way: Sequence[Stretch]) -> int:
    return sum(one.length for one in way)
