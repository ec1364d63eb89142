"""Reading a layout like a proofreader: what lies over something else, sticks out, is cut or too small."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.printing.fonts import width
from assistant.printing.measure import SMALLEST
from assistant.printing.placed import Layout, Placed, Side

EPSILON = 0.01


def faults(layout: Layout) -> tuple[str, ...]:
    """Everything wrong with a layout, in words; nothing if it may be printed."""
    return tuple(
        f"side {number}: {fault}"
        for number, side in enumerate(layout.sides, start=1)
        for fault in (*_outside(side), *_unreadable(side), *_overlapping(side))
    )


def _outside(side: Side) -> Iterator[str]:
    left, top, right, bottom = side.margins
    for item in side.items:
        across = item.x < left - EPSILON or item.x + item.w > right + EPSILON
        down = item.y < top - EPSILON or item.y + item.h > bottom + EPSILON
        if across or down:
            yield f"{_name(item)} sticks out of the margins"


def _unreadable(side: Side) -> Iterator[str]:
    for item in side.items:
        if not item.text:
            continue
        if item.size < SMALLEST:
            yield f"{_name(item)} is set in {item.size:g} point"
        if width(item.text, item.face) * item.size > item.w + EPSILON:
            yield f"{_name(item)} is wider than its place"


def _overlapping(side: Side) -> Iterator[str]:
    """Pairs that share more than an edge, found by sweeping down the page."""
    open_: list[Placed] = []
    for item in sorted(side.items, key=lambda one: one.y):
        open_ = [other for other in open_ if other.y + other.h > item.y + EPSILON]
        for other in open_:
            if other.x + EPSILON < item.x + item.w and item.x + EPSILON < other.x + other.w:
                yield f"{_name(item)} lies over {_name(other)}"
        open_.append(item)


def _name(item: Placed) -> str:
    return f"{item.kind} {item.text[:30]!r} at {item.x:.0f}, {item.y:.0f}"
