"""Drawing a finished layout; nothing is decided here."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from math import cos, pi, sin
from threading import Lock

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from assistant.printing.fonts import ASCENT, FILES, font, name_of, width
from assistant.printing.placed import Layout, Placed, Side

# Streams as they are, not spelled out in printable characters: smaller, and much faster to write.
rl_config.useA85 = 0

AUTHOR = "Ring of Power assistant"
CAP = 0.67
"""The height of figures and capitals, in parts of the size."""
_one_at_a_time = Lock()
"""The library's fonts keep their place in the font file between calls."""


def draw(layout: Layout) -> bytes:
    """The layout as PDF, byte for byte the same each time."""
    with _one_at_a_time:
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
    current = None
    for item in side.items:
        if not item.text:
            continue
        if (item.face, item.size) != current:
            current = (item.face, item.size)
            text.setFont(name_of(item.face), item.size)
        x, baseline = item.x, height - item.y - ASCENT * item.size
        if item.kind == "turn":
            x += (item.w - width(item.text, item.face) * item.size) / 2
            baseline = height - item.y - item.h / 2 - CAP * item.size / 2
        text.setTextOrigin(x, baseline)
        text.textOut(item.text)
    canvas.drawText(text)
