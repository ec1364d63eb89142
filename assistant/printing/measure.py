"""Every block of a sheet as units that can be measured at a type size and a width, and then placed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from assistant.printing.blocks import Align, Boxes, Text
from assistant.printing.fonts import Face
from assistant.printing.placed import HAIRLINE, MM, TICK, Piece, Placed
from assistant.printing.wrap import Line, Run, wrap

SMALLEST = 9.0
TICK_PITCH = TICK + 1.1
FIVES = 3.0
"""The gap after every five boxes, so that they can be counted at a glance."""
RULED = 7.5 * MM
BETWEEN = 5.0
"""White between a label, its points and its boxes."""


@dataclass(frozen=True, slots=True)
class Type:
    """A type size with all that follows from it."""

    size: float

    @property
    def leading(self) -> float:
        return self.size * 1.22

    @property
    def heading(self) -> float:
        return self.size * 1.22

    @property
    def small(self) -> float:
        return max(SMALLEST, self.size - 0.75)

    @property
    def before_section(self) -> float:
        return self.size * 1.15

    @property
    def before_block(self) -> float:
        return self.size * 0.45

    @property
    def row_padding(self) -> float:
        return 1.4

    @property
    def text_padding(self) -> float:
        return 0.9


Make = Callable[[Type, float], Piece]


def set_lines(
    lines: Sequence[Line], x: float, y: float, size: float, leading: float, align: Align, room: float
) -> Iterator[Placed]:
    """Wrapped lines as placed text, one item for each span."""
    top = y + (leading - size) / 2
    for line in lines:
        free = room - line.w * size
        left = x + {"left": 0.0, "center": free / 2, "right": free}[align]
        for span in line.spans:
            yield Placed(left + span.x * size, top, span.w * size, size, "text", span.text, span.face, size)
        top += leading


def make_heading(title: str, type_: Type, room: float) -> Piece:
    """A section's title over a rule."""
    size = type_.heading
    lines = wrap([Run(title, "semibold")], room / size)
    leading = size * 1.15
    height = len(lines) * leading + 4

    def items() -> tuple[Placed, ...]:
        rule = Placed(0, height - 2.6, room, 0, "rule", weight=0.7)
        return (*set_lines(lines, 0, 0, size, leading, "left", room), rule)

    return Piece(height, items)


def make_text(block: Text, type_: Type, room: float) -> Piece:
    """A paragraph, hanging from its bullet if it has one."""
    size, pad = type_.size, type_.text_padding
    indent = size * 0.85 if block.bullet else 0.0
    runs = [Run(block.strong, "bold"), Run(block.text)] if block.strong else [Run(block.text)]
    lines = wrap(runs, (room - indent) / size)

    def items() -> tuple[Placed, ...]:
        bullet = wrap([Run("•")], room) if block.bullet else ()
        return (
            *set_lines(bullet, 0, pad, size, type_.leading, "left", room),
            *set_lines(lines, indent, pad, size, type_.leading, "left", room - indent),
        )

    return Piece(len(lines) * type_.leading + 2 * pad, items)


def tick_columns(number: int, room: float) -> int:
    """How many boxes to tick stand in one row of the room given: all of them, else fives, else what fits."""
    fits = number
    while fits > 1 and ticks_width(fits) > room:
        fits -= 1
    return fits if fits in (0, number) or fits < 5 else fits - fits % 5


def ticks_width(number: int) -> float:
    """How wide a row of boxes is."""
    return number * TICK_PITCH - (TICK_PITCH - TICK) + (number - 1) // 5 * FIVES if number else 0.0


def set_ticks(number: int, x: float, y: float, across: int) -> Iterator[Placed]:
    """Boxes in rows, parted in fives."""
    for n in range(number):
        row, at = divmod(n, across)
        yield Placed(
            x + at * TICK_PITCH + at // 5 * FIVES, y + row * TICK_PITCH, TICK, TICK, "tick", weight=0.6
        )


def make_checklist(block: Boxes, type_: Type, room: float) -> Piece:
    """Boxes first, then what they stand for, with the points at the far edge."""
    size, leading, pad = type_.size, type_.leading, type_.row_padding
    across = tick_columns(block.number, room / 3)
    left = ticks_width(across) + BETWEEN if across else 0.0
    points = wrap([Run(block.points, "semibold")], room / 4 / size) if block.points else ()
    right = max((line.w * size for line in points), default=0.0)
    measure = room - left - (right + BETWEEN if right else 0.0)
    lines = wrap(_label_runs(block), measure / size)
    down = max(0.0, (TICK - leading) / 2)
    rows = -(-block.number // across) if across else 0
    height = max(max(len(lines), len(points)) * leading + down, rows * TICK_PITCH) + 2 * pad

    def items() -> tuple[Placed, ...]:
        return (
            *set_ticks(block.number, 0, pad + max(0.0, (leading - TICK) / 2), across),
            *set_lines(lines, left, pad + down, size, leading, "left", measure),
            *set_lines(points, room - right, pad + down, size, leading, "right", right),
        )

    return Piece(height, items)


def make_tally(block: Boxes, type_: Type, room: float) -> Piece:
    """A label with its points, and many boxes at the far edge, or below where they are too many."""
    size, leading, pad = type_.size, type_.leading, type_.row_padding
    beside = ticks_width(block.number) <= room * 0.5
    across = block.number if beside else tick_columns(block.number, room)
    boxes = ticks_width(across) if beside else 0.0
    points = wrap([Run(block.points, "semibold")], room / 4 / size) if block.points else ()
    right = max((line.w * size for line in points), default=0.0)
    measure = room - sum(wide + BETWEEN for wide in (boxes, right) if wide)
    lines = wrap(_label_runs(block), measure / size)
    down = max(0.0, (TICK - leading) / 2)
    words = max(len(lines), len(points)) * leading + down
    rows = -(-block.number // across) if across else 0
    ticks_top = pad + max(0.0, (leading - TICK) / 2) if beside else pad + words + 1
    height = max(pad + words, ticks_top + rows * TICK_PITCH) + pad

    def items() -> tuple[Placed, ...]:
        points_left = room - right - (boxes + BETWEEN if boxes else 0.0)
        return (
            *set_lines(lines, 0, pad + down, size, leading, "left", measure),
            *set_lines(points, points_left, pad + down, size, leading, "right", right),
            *set_ticks(block.number, room - boxes if beside else 0.0, ticks_top, across),
            Placed(0, height, room, 0, "rule", weight=HAIRLINE),
        )

    return Piece(height, items)


def _label_runs(block: Boxes) -> list[Run]:
    return [Run(block.label), *([Run(block.note, "italic")] if block.note else [])]


def make_label(text: str, type_: Type, room: float) -> Piece:
    """What is to be written on the lines below."""
    return _plain_lines(text, "italic", type_, room)


def _plain_lines(text: str, face: Face, type_: Type, room: float) -> Piece:
    lines = wrap([Run(text, face)], room / type_.size)
    placing = partial(set_lines, lines, 0, 0, type_.size, type_.leading, "left", room)
    return Piece(len(lines) * type_.leading, lambda: tuple(placing()))


def make_ruled(type_: Type, room: float) -> Piece:
    """One line to write on."""
    return Piece(RULED, lambda: (Placed(0, RULED, room, 0, "rule"),))
