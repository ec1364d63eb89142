"""TER-01..13: what a stretch of ground is to one figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from assistant.kernel.evidence import enforced
from assistant.rules.book import Book, Crossing, PlaceId
from assistant.rules.effects.hooks import Effect, Reason
from assistant.rules.effects.registry import carried, named
from assistant.rules.moving.travel import Traveller
from assistant.rules.terrain import crossing_cost, ground_of

Walk = Literal["clear", "difficult", "whole-move", "closed"]

FREE: frozenset[str] = frozenset({"clear", "island", "passage"})
CROSSES: dict[str, tuple[str, Crossing]] = {
    "gate": ("wall", "gate"), "path": ("mountain", "path"), "bridge": ("river", "bridge"),
    "ford": ("river", "ford"), "shallows": ("river", "shallows"),
}  # fmt: skip
"""Where a kind of ground that is closed elsewhere can be passed."""
OPEN_WATER: frozenset[str] = frozenset({"sea", "lake"})
WATER: frozenset[str] = OPEN_WATER | {"river"}
WADED: frozenset[str] = frozenset({"ford", "shallows"})


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a way: its ground, the feature it belongs to, and the places it lies in."""

    ground: str
    length: int
    """Thousandths of an inch."""
    feature: str = ""
    places: tuple[str, ...] = ()
    is_navigable: bool = False


@dataclass(frozen=True, slots=True)
class Footing:
    """How a figure gets over a stretch, and why."""

    walk: Walk
    why: Reason
    is_road: bool = False


def flies(me: Traveller) -> bool:
    """MOV-07: whether it goes through the air, over whatever lies below."""
    return me.profile.pace.over == "air" or any(
        one.lifts(me) for one in carried(me.profile, me.mounted, "lifts")
    )


def footing(book: Book, me: Traveller, stretch: Stretch) -> Footing:
    """The chart's word on this ground, after those of the figure's abilities and of the place."""
    if flies(me):
        return Footing("clear", Reason("it flies", enforced("MOV-07")))
    if me.profile.pace.over == "water":
        return _afloat(stretch)
    for effect in effects_at(book, stretch.places, "closes"):
        if why := effect.closes(me, stretch.ground):
            return Footing("closed", why)
    usual = _as_the_place_says(book, me, stretch, _on_chart(book, me, stretch))
    if usual.walk == "difficult":
        known = (
            effect.walks_clear(me, stretch.ground) for effect in _speakers(book, me, stretch, "walks_clear")
        )
        if why := next(filter(None, known), None):
            return Footing("clear", why)
    if usual.walk == "whole-move":
        obliging = effects_at(book, stretch.places, "crosses_freely")
        free = (effect.crosses_freely(me, stretch.feature) for effect in obliging)
        if why := next(filter(None, free), None):
            return Footing("clear", why)
    return usual


def _as_the_place_says(book: Book, me: Traveller, stretch: Stretch, usual: Footing) -> Footing:
    """TER-13: a place may have ground of its own, and crossings that take longer."""
    for effect in effects_at(book, stretch.places, "delays", "roughens"):
        if stretch.ground in WADED and (why := effect.delays(me, stretch.ground)):
            return Footing("whole-move", why)
        if usual.walk in ("clear", "difficult") and (why := effect.roughens(me, stretch.ground)):
            return Footing("difficult", why)
    return usual


def effects_at(book: Book, places: Iterable[str], *hooks: str) -> Iterator[Effect]:
    """What the places have to say about those who pass: anything, or to one of these hooks."""
    for place in places:
        if (known := book.places.get(PlaceId(place))) is not None:
            yield from named(known.traits, *hooks)


def _speakers(book: Book, me: Traveller, stretch: Stretch, *hooks: str) -> Iterator[Effect]:
    yield from carried(me.profile, me.mounted, *hooks)
    yield from effects_at(book, stretch.places, *hooks)


def _afloat(stretch: Stretch) -> Footing:
    """NAV-02: ships keep to navigable water."""
    if stretch.ground in WATER and stretch.is_navigable:
        return Footing("clear", Reason("navigable water", enforced("NAV-02")))
    return Footing("closed", Reason("ships keep to navigable water", enforced("NAV-02")))


def _on_chart(book: Book, me: Traveller, stretch: Stretch) -> Footing:
    kind = stretch.ground
    if kind in CROSSES:
        return _crossing(book, me, *CROSSES[kind])
    if kind in FREE:
        return Footing("clear", Reason("clear ground", enforced("MOV-01")))
    if kind in OPEN_WATER or kind == "falls":
        return Footing("closed", Reason("water", enforced("PLC-RAUROS-01" if kind == "falls" else "TER-08")))
    if kind not in book.ground:
        return Footing("difficult", Reason("rough ground", enforced("TER-13")))
    ground = ground_of(book, kind, me.house)
    rule = enforced(ground.rules[0]) if ground.rules else enforced("TER-13")
    why = Reason(ground.name.lower(), rule)
    if ground.characters_only and not me.profile.is_character:
        return Footing("closed", Reason(f"{why.source}: characters only", rule))
    if me.profile.movement in ground.closed_to:
        return Footing("closed", why)
    if ground.is_closed:
        return Footing("closed", why)
    if ground.crossings.get("anywhere") == "whole-move":
        return Footing("whole-move", why)
    return Footing("difficult" if ground.difficult else "clear", why, ground.cancels_difficult)


def _crossing(book: Book, me: Traveller, kind: str, at: Crossing) -> Footing:
    """TER-01, TER-05, TER-08, CON-065: at a gate, on a path, over a bridge or through a ford."""
    ground = ground_of(book, kind, me.house)
    rule = enforced(ground.rules[0]) if ground.rules else enforced("TER-13")
    cost = crossing_cost(ground, at)
    if cost is None:
        return Footing("closed", Reason(ground.name.lower(), rule))
    if cost == "whole-move":
        return Footing("whole-move", Reason(at, rule))
    return Footing("difficult" if ground.difficult else "clear", Reason(at, rule))
