"""Drawing a finished layout; nothing is decided here."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import zip_longest
from math import cos, pi, sin
from threading import Lock

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from assistant.printing.blocks import Mark
from assistant.printing.fonts import ASCENT, FILES, font, name_of, width
from assistant.printing.placed import Layout, Placed, Side

# Streams as they are, not spelled out in printable characters: smaller, and much faster to write.
rl_config.useA85 = 0

AUTHOR = "Ring of Power assistant"
CAP = 0.67
"""The height of figures and capitals, in parts of the size."""
Stroke = tuple[float, float, float, float]
MARKS: dict[Mark, tuple[Stroke, ...]] = {
    "": (),
    "tick": ((0.18, 0.5, 0.42, 0.2), (0.42, 0.2, 0.85, 0.85)),
    "struck": ((-0.2, 0.5, 1.2, 0.5),),
    "cross": ((0.0, 0.0, 1.0, 1.0), (0.0, 1.0, 1.0, 0.0)),
}
"""Strokes across a box, from its lower left corner."""
one_at_a_time = Lock()
"""The library's fonts keep their place in the font file between calls."""


def draw(layout: Layout) -> bytes:
    """The layout as PDF, byte for byte the same each time."""
    with one_at_a_time:
        for face in FILES:
            font(face)
        target = BytesIO()
        canvas = Canvas(
            target,
            pagesize=layout.paper,
            pageCompression=1,
            invariant=1,
            lang="en",
            initialFontName=name_of("regular"),
        )
        canvas.setTitle(layout.title)
        canvas.setAuthor(AUTHOR)
        canvas.setCreator(AUTHOR)
        canvas.setSubject(layout.subject)
        canvas.setViewerPreference("DisplayDocTitle", "true")
        for index, side in enumerate(layout.sides):
            _draw_side(canvas, side, index, layout.paper[1])
            canvas.showPage()
        canvas.showOutline()
        canvas.save()
        return target.getvalue()


def _draw_side(canvas: Canvas, side: Side, index: int, height: float) -> None:
    canvas.addPageLabel(index, prefix=side.label)
    for number, mark in enumerate(side.bookmarks):
        key = f"{index}.{number}"
        canvas.bookmarkPage(key, fit="XYZ", left=0, top=height - mark.y, zoom=0)
        canvas.addOutlineEntry(mark.title, key, level=mark.level, closed=mark.level == 0)
    _draw_shapes(canvas, side, height)
    _draw_text(canvas, side, height)


def _draw_shapes(canvas: Canvas, side: Side, height: float) -> None:
    weight = 0.0
    for item in side.items:
        if item.kind == "text":
            continue
        if item.weight != weight:
            weight = item.weight
            canvas.setLineWidth(weight)
        bottom = height - item.y - item.h
        if item.kind == "rule":
            canvas.line(item.x, height - item.y, item.x + item.w, bottom)
        elif item.kind == "star":
            _draw_star(canvas, item, height)
        else:
            canvas.rect(item.x, bottom, item.w, item.h)
            for line in MARKS[item.mark]:
                canvas.line(*_within(item, bottom, line))


def _within(item: Placed, bottom: float, line: Stroke) -> Stroke:
    """A stroke of the unit square, in a box."""
    x0, y0, x1, y1 = line
    return (
        item.x + x0 * item.w, bottom + y0 * item.h, item.x + x1 * item.w, bottom + y1 * item.h,
    )  # fmt: skip


def _draw_star(canvas: Canvas, item: Placed, height: float) -> None:
    x, y, r = item.x + item.w / 2, height - item.y - item.h / 2, item.w / 2
    path = canvas.beginPath()
    for n, (across, up) in enumerate(_star()):
        (path.lineTo if n else path.moveTo)(x + across * r, y + up * r)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


@cache
def _star() -> tuple[tuple[float, float], ...]:
    """The ten corners of a star of five points."""
    reach = [1.0, 0.42] * 5
    return tuple((r * sin(n * pi / 5), r * cos(n * pi / 5)) for n, r in enumerate(reach))


def _draw_text(canvas: Canvas, side: Side, height: float) -> None:
    """All text of a side as one object, in reading order."""
    text = canvas.beginText()
    items = [item for item in side.items if item.text]
    current: tuple[str, float, float] | None = None
    leading, is_below = 0.0, False
    for item, after in zip_longest(items, items[1:]):
        # Lines that follow one another need no place of their own: quicker to write, and to read aloud.
        step = _step(item, after)
        leading = step or leading
        if (item.face, item.size, leading) != current:
            current = (item.face, item.size, leading)
            text.setFont(name_of(item.face), item.size, leading)
        if not is_below:
            text.setTextOrigin(*_origin(item, height))
        # The pen goes on below, wherever it is wanted next: the other way the text would be measured again.
        text.textLine(item.text)
        is_below = bool(step)
    canvas.drawText(text)


def _step(item: Placed, after: Placed | None) -> float:
    """How far below it the next line of the same text begins; nought if there is none."""
    if after is None or item.kind != "text" or after.kind != "text":
        return 0.0
    if (item.x, item.face, item.size) != (after.x, after.face, after.size):
        return 0.0
    return max(0.0, round(after.y - item.y, 3))


def _origin(item: Placed, height: float) -> tuple[float, float]:
    """Where the pen is set down."""
    if item.kind != "turn":
        return item.x, height - item.y - ASCENT * item.size
    middle = item.x + (item.w - width(item.text, item.face) * item.size) / 2
    return middle, height - item.y - item.h / 2 - CAP * item.size / 2
