"""The blocks of a sheet, measured at a type size and a width, and placed once their place is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from assistant.printing.blocks import Align, Boxes, Mark
from assistant.printing.placed import MM, TICK, Piece, Placed
from assistant.printing.wrap import Line, Run, number_of_lines, wrap

SMALLEST = 9.0
TICK_PITCH = TICK + 1.5
FIVES = 3.0
"""The gap after every five boxes, so that they can be counted at a glance."""
RULED = 7.5 * MM
DIVIDER = 2.4
"""How heavy the line is between two parts of a sheet."""
BETWEEN = 5.0
"""White between a label, its points and its boxes."""
CLOSEST = 0.1
"""The least air there is: lines then stand as close as they can be read."""
LEAST_BEFORE = 4.0
"""White above a heading, however close lines stand: it must not sit on the rule of the table above it."""
LEAST_IN_ROWS = (0.9, 0.35)
"""White above and below the words of a row, however close lines stand."""
NO_MARK: Mark = ""
BULLET = "•"
EYE = 0.4
"""How far below its top a line seems to have its middle, in parts of its size: between its capitals."""


@dataclass(frozen=True, slots=True)
class Type:
    """A type size with all that follows from it; air widens what is white where a page has room to spare."""

    size: float
    air: float = 1.0
    tears: bool = False
    """Whether an entry may begin in one column and end in the next: where nothing else helps."""

    @property
    def leading(self) -> float:
        return self.size * (1.22 if self.air >= 1 else self.of_rows)

    @property
    def of_rows(self) -> float:
        """The leading in tables, where hairlines guide the eye, in parts of the size."""
        return 1.17 if self.air > CLOSEST else 1.1

    @property
    def heading(self) -> float:
        return self.size * (1.22 if self.air >= 1 else 1.15)

    @property
    def small(self) -> float:
        return max(SMALLEST, self.size - 0.75)

    @property
    def before_section(self) -> float:
        return max(0.0 if self.tears else LEAST_BEFORE, self.size * 1.05 * self.air)

    @property
    def before_block(self) -> float:
        return self.size * 0.45 * self.air

    @property
    def padding(self) -> tuple[float, float]:
        """Above and below a row; less below, where the descenders leave white already."""
        above, below = (0.7, 0.25) if self.tears else LEAST_IN_ROWS
        return max(above, 2.4 * self.air), max(below, 0.9 * self.air)

    @property
    def text_padding(self) -> float:
        return 1.0 * self.air


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


def widest(lines: Sequence[Line]) -> float:
    """The width of the widest line, in ems."""
    return max((line.w for line in lines), default=0.0)


def make_heading(title: str, type_: Type, room: float) -> Piece:
    """A section's title over a rule."""
    size = type_.heading
    lines = wrap((Run(title, "semibold"),), room / size)
    leading = size * 1.15
    height = len(lines) * leading + 3.2

    def items(x: float, y: float) -> tuple[Placed, ...]:
        rule = Placed(x, y + height - 2.2, room, 0, "rule", weight=0.7)
        return (*set_lines(lines, x, y, size, leading, "left", room), rule)

    return Piece(height, items)


def make_divider(title: str, type_: Type, room: float) -> Piece:
    """The title of a part of the sheet, large under a heavy line."""
    size = type_.size * 1.5
    lines = wrap((Run(title, "bold"),), room / size)
    leading = size * 1.15
    above = DIVIDER + type_.size * 0.4

    def items(x: float, y: float) -> tuple[Placed, ...]:
        heavy = Placed(x, y + DIVIDER / 2, room, 0, "rule", weight=DIVIDER)
        return (heavy, *set_lines(lines, x, y + above, size, leading, "left", room))

    return Piece(above + len(lines) * leading, items)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text as runs: after a bullet or a number, hanging from one before its first part, or neither."""

    runs: tuple[Run, ...]
    mark: str = ""
    hangs: bool = False
    several: bool = False
    """Whether it is several entries in a row: then it may go on in the next column or overleaf."""

    def lines(self, type_: Type, room: float) -> tuple[Line, ...]:
        """The text broken into lines."""
        return wrap(self.runs, (room - self.indent(type_)) / type_.size)

    def height(self, type_: Type, room: float) -> int:
        """How many lines that gives."""
        return number_of_lines(self.runs, (room - self.indent(type_)) / type_.size)

    def indent(self, type_: Type) -> float:
        """How far the lines stand from the edge."""
        return type_.size * 0.85 if self.hangs else 0.0


def make_paragraph(paragraph: Paragraph, type_: Type, room: float) -> Piece:
    """A paragraph with a little white above and below."""
    pad = type_.text_padding
    height = paragraph.height(type_, room) * type_.leading + 2 * pad

    def items(x: float, y: float) -> tuple[Placed, ...]:
        return tuple(set_paragraph(paragraph, paragraph.lines(type_, room), type_, room, x, y + pad))

    return Piece(height, items)


def set_paragraph(
    paragraph: Paragraph, lines: Sequence[Line], type_: Type, room: float, x: float, y: float
) -> Iterator[Placed]:
    """Lines of a paragraph, the first after its bullet or its number."""
    size, leading, indent = type_.size, type_.leading, paragraph.indent(type_)
    if paragraph.mark:
        mark = Run(paragraph.mark, "regular" if paragraph.mark == BULLET else "bold")
        yield from set_lines(wrap((mark,), 1.0), x, y, size, leading, "left", room)
    yield from set_lines(lines, x + indent, y, size, leading, "left", room - indent)


def tick_columns(number: int, room: float) -> int:
    """How many boxes to tick stand in one row of the room given: all of them, else fives, else what fits."""
    fits = number
    while fits > 1 and ticks_width(fits) > room:
        fits -= 1
    return fits if fits in (0, number) or fits < 5 else fits - fits % 5


def ticks_width(number: int) -> float:
    """How wide a row of boxes is."""
    return number * TICK_PITCH - (TICK_PITCH - TICK) + (number - 1) // 5 * FIVES if number else 0.0


def ticks_height(number: int, across: int) -> float:
    """How high the rows of boxes are."""
    return -(-number // across) * TICK_PITCH - (TICK_PITCH - TICK) if number else 0.0


def set_ticks(number: int, x: float, y: float, across: int, marks: Sequence[Mark] = ()) -> Iterator[Placed]:
    """Boxes in rows, parted in fives; the first of them have these marks."""
    for n, mark in zip(range(number), chain(marks, repeat(NO_MARK)), strict=False):
        row, at = divmod(n, across)
        left = x + at * TICK_PITCH + at // 5 * FIVES
        yield Placed(left, y + row * TICK_PITCH, TICK, TICK, "tick", weight=0.6, mark=mark)


def beside_ticks(size: float, leading: float) -> tuple[float, float]:
    """How far down a line and a box begin so that their middles meet."""
    line = (leading - size) / 2 + EYE * size
    return max(0.0, TICK / 2 - line), max(0.0, line - TICK / 2)


def make_tally(block: Boxes, lead: float, type_: Type, room: float) -> Piece:
    """The points, what they are for, and its boxes at the far edge, or below where they are too many."""
    size, leading, (above, below) = type_.size, type_.leading, type_.padding
    points = _points(block, type_, room)
    left = max(lead * size, widest(points) * size) + BETWEEN if lead else 0.0
    left = min(left, room / 4 + BETWEEN)
    beside = ticks_width(block.number) <= room * 0.5
    across = block.number if beside else tick_columns(block.number, room - left)
    boxes = ticks_width(block.number) + BETWEEN if beside and block.number else 0.0
    measure = room - left - boxes
    lines = wrap(_label_runs(block), measure / size)
    text_down, ticks_down = beside_ticks(size, leading) if boxes else (0.0, 0.0)
    words = text_down + max(len(lines), len(points)) * leading
    ticks_top = above + (ticks_down if beside else words + 1.5)
    foot = max(above + words, ticks_top + ticks_height(block.number, across) + 1.5)
    height = foot + block.strokes * RULED + below

    def items(x: float, y: float) -> tuple[Placed, ...]:
        top = y + above + text_down
        boxes_x = x + (room - boxes + BETWEEN if beside else left)
        lines_y = (y + foot + at * RULED for at in range(1, block.strokes))
        return (
            *set_lines(points, x, top, size, leading, "right", left - BETWEEN),
            *set_lines(lines, x + left, top, size, leading, "left", measure),
            *set_ticks(block.number, boxes_x, y + ticks_top, across, _marks(block)),
            *(Placed(x + left, line, room - left, 0, "rule") for line in lines_y),
            Placed(x, y + height, room, 0, "rule"),
        )

    return Piece(height, items)


def _marks(block: Boxes) -> tuple[Mark, ...]:
    """What its boxes hold already."""
    done: Mark = "tick"
    left: Mark = "struck" if block.struck else NO_MARK
    return (done,) * block.ticked + (left,) * (block.number - block.ticked)


def _points(block: Boxes, type_: Type, room: float) -> tuple[Line, ...]:
    return wrap((Run(block.points, "semibold"),), room / 4 / type_.size) if block.points else ()


def _label_runs(block: Boxes) -> tuple[Run, ...]:
    """A label with its note: an aside in brackets leans, a sentence follows a bold lead-in."""
    if not block.note:
        return (Run(block.label),)
    if block.note.startswith("("):
        return Run(block.label), Run(block.note, "italic")
    ends = block.label.endswith((".", ":", "!", "?"))
    return Run(block.label if ends else f"{block.label}.", "bold"), Run(block.note)


def make_blank(label: str, type_: Type, room: float) -> Piece:
    """A label with a line to write on beside it, or below where the label leaves too little."""
    size, leading = type_.size, type_.leading
    lines = wrap((Run(label, "italic"),), room / size)
    start = lines[-1].w * size + BETWEEN
    down = max(0.0, RULED * 0.8 - leading)
    height = down + len(lines) * leading + (0.0 if start < room / 2 else RULED)

    def items(x: float, y: float) -> tuple[Placed, ...]:
        left = start if start < room / 2 else 0.0
        # On the baseline of the last line of the label.
        foot = height - (leading - size) / 2 - 0.27 * size if left else height
        return (
            *set_lines(lines, x, y + down, size, leading, "left", room),
            Placed(x + left, y + foot, room - left, 0, "rule"),
        )

    return Piece(height + 2, items)


def make_label(text: str, type_: Type, room: float) -> Piece:
    """What is to be written on the lines below."""
    size, leading = type_.size, type_.leading
    lines = wrap((Run(text, "italic"),), room / size)
    return Piece(
        len(lines) * leading, lambda x, y: tuple(set_lines(lines, x, y, size, leading, "left", room))
    )


def make_ruled(type_: Type, room: float) -> Piece:
    """One line to write on."""
    return Piece(RULED, lambda x, y: (Placed(x, y + RULED, room, 0, "rule"),))
