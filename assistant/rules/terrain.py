"""The terrain chart: what each kind of ground does to those who move over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.kernel.evidence import data
from assistant.rules.book import CLEAR, Book, Cost, Crossing, Ground
from assistant.rules.house import HouseRules
from assistant.rules.wording import join, plural_of

MANY: dict[Crossing, str] = {
    "gate": "gates", "path": "paths", "pass": "passes", "bridge": "bridges", "ford": "fords",
    "shallows": "shallows",
}  # fmt: skip


def ground_of(book: Book, kind: str, house: HouseRules) -> Ground:
    """TER-01..12: a row of the chart by the readings in force; what no row is about is clear ground."""
    ground = book.ground.get(kind, CLEAR)
    for rule in ground.rules:
        data(rule)
    for variant in ground.variants:
        if house[variant.rule] == variant.reading:
            ground = replace(ground, crossings=variant.crossings)
    return ground


def terrain_chart(book: Book, house: HouseRules) -> tuple[Ground, ...]:
    """Every row, in the order of the file."""
    return tuple(ground_of(book, kind, house) for kind in book.ground)


def crossing_cost(ground: Ground, at: Crossing) -> Cost | None:
    """What it takes to pass it at such a point; nothing on ground one walks on, None where it is closed."""
    if not ground.crossings:
        return "nothing"
    return ground.crossings.get(at, ground.crossings.get("anywhere"))


def said_of(ground: Ground, book: Book) -> str:
    """What it does, in few words: made of its numbers, so that chart and sheet never disagree."""
    parts = list(_parts(ground, book))
    first = parts[0] if parts else "clear"
    return "; ".join((f"{first}, {ground.unless}" if ground.unless else first, *parts[1:]))


def _parts(ground: Ground, book: Book) -> Iterator[str]:
    if ground.is_closed:
        yield f"closed, but for {join(MANY[at] for at in ground.crossings)}"
        if slow := [MANY[at] for at, cost in ground.crossings.items() if cost == "whole-move"]:
            yield f"{join(slow)} take a whole move"
    elif ground.crossings.get("anywhere") == "whole-move":
        yield "takes a whole move to cross"
    if ground.difficult and not ground.is_closed:
        yield "difficult"
    if ground.characters_only:
        yield "characters only"
    if ground.cancels_difficult:
        yield "cancels difficult ground"
    if ground.whole_way:
        yield f'+{ground.whole_way}" if the whole move is on it'
    if ground.closed_to:
        yield f"closed to {join(plural_of(book.paces[one].name.lower()) for one in ground.closed_to)}"
    if ground.note:
        yield ground.note
