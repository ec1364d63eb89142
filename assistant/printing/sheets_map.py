"""The map of a table on paper: the drawing of the screens, with the names that can be read at that size."""

from __future__ import annotations

import re
from io import BytesIO
from math import degrees
from xml.etree import ElementTree

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from assistant.printing.draw import AUTHOR, one_at_a_time
from assistant.printing.fonts import FILES, Face, fitting, font, name_of, width
from assistant.printing.map_paths import Course, steps
from assistant.printing.map_styles import INHERITED, style_of
from assistant.printing.measure import SMALLEST
from assistant.printing.side import SIZES, Paper

MARGIN = 24.0
FOOTER = 12.0
"""What the footer takes of a page, in points."""
PAPER = "#ffffff"
"""What fades on a screen is left white on paper."""
SMALL_CAP, CAPITAL = 0.78, 0.7
"""How high a small capital is beside a capital, and a capital for its size."""
LEAST = 5.0
"""No letter on a map is set smaller than this, in points."""
OWN = ("stroke-width", "letter-spacing", "fill")
UNSEEN = frozenset({"names near", "names small", "names far"})
SVG = "{http://www.w3.org/2000/svg}"
Line = tuple[tuple[str, frozenset[str]], ...]


def map_page(svg: str, title: str, paper: Paper, footer: str = "") -> bytes:
    """A drawing on one page, as large as fits, lying where that is larger, over the footer of all sheets."""
    root = ElementTree.fromstring(svg)
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    short, long = sorted(SIZES[paper])
    page = (long, short) if wide > high else (short, long)
    foot = MARGIN + (FOOTER if footer else 0.0)
    room = page[1] - MARGIN - foot
    scale = min((page[0] - 2 * MARGIN) / wide, room / high)
    with one_at_a_time:
        for face in FILES:
            font(face)
        target = BytesIO()
        plain = name_of("regular")
        # Without a font of its own a page names Helvetica, which nobody embeds.
        canvas = Canvas(
            target, pagesize=page, pageCompression=1, invariant=1, lang="en", initialFontName=plain
        )
        canvas.setTitle(title)
        canvas.setAuthor(AUTHOR)
        canvas.setCreator(AUTHOR)
        if footer:
            _write_footer(canvas, footer, title, page[0])
        canvas.translate((page[0] - wide * scale) / 2, foot + (room + high * scale) / 2)
        canvas.scale(scale, -scale)
        canvas.translate(-left, -top)
        _Painter(canvas, root, LEAST / scale).paint(root, (), {})
        canvas.showPage()
        canvas.save()
        return target.getvalue()


def _write_footer(canvas: Canvas, footer: str, title: str, wide: float) -> None:
    """Which game it is and which table, as on every other sheet."""
    canvas.setFont(name_of("italic"), SMALLEST)
    canvas.drawString(MARGIN, MARGIN, footer)
    canvas.setFont(name_of("regular"), SMALLEST)
    canvas.drawRightString(wide - MARGIN, MARGIN, title)


class _Painter:
    """Walks down a drawing and paints what it meets, in the order it comes."""

    def __init__(self, canvas: Canvas, root: ElementTree.Element, least: float) -> None:
        self.canvas = canvas
        self.least = least
        self.courses = {one.get("id"): one.get("d", "") for one in root.iter(f"{SVG}path") if one.get("id")}
        clip = root.find(f".//{SVG}clipPath/{SVG}rect")
        self.clip = (
            (0, 0, float(clip.get("width", 0)), float(clip.get("height", 0))) if clip is not None else None
        )

    def paint(self, one: ElementTree.Element, above: Line, inherited: dict[str, str]) -> None:
        tag, classes = one.tag.removeprefix(SVG), one.get("class", "")
        if tag in ("defs", "style", "title") or classes in UNSEEN:
            return
        line = (*above, (tag, frozenset(classes.split())))
        said = {name: value for name, value in inherited.items() if name in INHERITED} | dict(style_of(line))
        said |= {key: value for key, value in one.attrib.items() if key in OWN}
        self.canvas.saveState()
        self._place(one)
        match tag:
            case "path" if one.get("id") is None:
                self._path(one.get("d", ""), said)
            case "rect" | "circle":
                self._path(_outline(one), said)
            case "text":
                self._text(one, said)
            case _:
                for child in one:
                    self.paint(child, line, said)
        self.canvas.restoreState()

    def _place(self, one: ElementTree.Element) -> None:
        if one.get("clip-path") and self.clip:
            frame = self.canvas.beginPath()
            frame.rect(*self.clip)
            self.canvas.clipPath(frame, stroke=0, fill=0)
        for name, text in re.findall(r"(\w+)\(([^)]*)\)", one.get("transform", "")):
            numbers = [float(part) for part in text.replace(",", " ").split()]
            if name == "translate":
                self.canvas.translate(*numbers)
            elif name == "rotate":
                self.canvas.rotate(numbers[0])
            elif name == "scale":
                self.canvas.scale(numbers[0], numbers[-1])

    def _path(self, data: str, said: dict[str, str]) -> None:
        fill, stroke = self._ink(said)
        if not data or not (fill or stroke):
            return
        drawn = self.canvas.beginPath()
        for kind, numbers in steps(data):
            match kind:
                case "move":
                    drawn.moveTo(*numbers)
                case "line":
                    drawn.lineTo(*numbers)
                case "curve":
                    drawn.curveTo(*numbers)
                case _:
                    drawn.close()
        self.canvas.drawPath(drawn, stroke=stroke, fill=fill, fillMode=0)

    def _ink(self, said: dict[str, str]) -> tuple[int, int]:
        """Set colours, width and dashes; whether there is anything to fill and to stroke."""
        canvas = self.canvas
        opacity = float(said.get("opacity", 1))
        fill, stroke = said.get("fill", "#000"), said.get("stroke", "none")
        if fill != "none":
            canvas.setFillColor(HexColor(fill if fill.startswith("#") else PAPER))
            canvas.setFillAlpha(opacity * float(said.get("fill-opacity", 1)))
        if stroke != "none":
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setStrokeAlpha(opacity)
            canvas.setLineWidth(float(said.get("stroke-width", 1)))
            canvas.setLineCap(0 if said.get("stroke-linecap") == "butt" else 1)
            canvas.setLineJoin(0 if said.get("stroke-linejoin") == "miter" else 1)
            canvas.setDash([float(part) for part in said.get("stroke-dasharray", "").split()])
        return int(fill != "none"), int(stroke != "none")

    def _text(self, one: ElementTree.Element, said: dict[str, str]) -> None:
        along = one.find(f"{SVG}textPath")
        words = (along.text if along is not None else one.text) or ""
        small_caps = said.get("font-variant-caps") == "small-caps"
        least = self.least / (SMALL_CAP if small_caps else 1.0)
        asked = float(one.get("font-size", 84))
        size = max(asked, least)
        face: Face = "semibold" if said.get("font-weight") == "600" else "regular"
        face = fitting("italic" if said.get("font-style") == "italic" else face, words + words.upper())
        spacing = float(said.get("letter-spacing", "0").removesuffix("em")) * size
        letters = [_letter(sign, size, small_caps) for sign in words]
        widths = [width(sign, face) * big + spacing for sign, big in letters]
        total = sum(widths) - spacing
        if along is not None:
            course = Course(self.courses[along.get("href", "").removeprefix("#")])
        else:
            x, y = float(one.get("x", 0)), float(one.get("y", 0))
            if self.clip and y > self.clip[3]:
                # What stands below the frame grows away from it.
                y += CAPITAL * (size - asked)
            anchor = one.get("text-anchor") or said.get("text-anchor", "start")
            x -= {"middle": total / 2, "end": total}.get(anchor, 0)
            course = Course(f"M{x} {y}L{x + total + 1} {y}")
        start = max((course.length - total) / 2, 0) if along is not None else 0.0
        for halo in (True, False):
            if halo and said.get("stroke", "none") == "none":
                continue
            self._letters(course, start, letters, widths, name_of(face), said, size if halo else 0)

    def _letters(
        self, course: Course, start: float, letters: list[tuple[str, float]], widths: list[float],
        name: str, said: dict[str, str], halo: float,
    ) -> None:  # fmt: skip
        canvas = self.canvas
        self._ink(
            {"fill": said["stroke"], "stroke": said["stroke"]} if halo else {"fill": said.get("fill", "#000")}
        )
        canvas.setLineWidth(halo * float(said.get("stroke-width", ".2em").removesuffix("em")))
        far = start
        for (sign, big), step in zip(letters, widths, strict=True):
            x, y, angle = course.at(far + step / 2)
            canvas.saveState()
            canvas.translate(x, y)
            canvas.rotate(degrees(angle))
            canvas.scale(1, -1)
            text = canvas.beginText(-step / 2, 0)
            text.setFont(name, big)
            text.setTextRenderMode(2 if halo else 0)
            text.textOut(sign)
            canvas.drawText(text)
            canvas.restoreState()
            far += step


def _letter(sign: str, size: float, small_caps: bool) -> tuple[str, float]:
    """Small letters as small capitals."""
    if small_caps and sign.upper() != sign and len(sign.upper()) == 1:
        return sign.upper(), size * SMALL_CAP
    return sign, size


def _outline(one: ElementTree.Element) -> str:
    """A rectangle or a circle as path data."""
    if one.tag.endswith("circle"):
        x, y, r = (float(one.get(key, 0)) for key in ("cx", "cy", "r"))
        k, d = 0.4142 * r, 0.7071 * r
        corners = ((-r, -k, -d, -d), (-k, -r, 0, -r), (k, -r, d, -d), (r, -k, r, 0),
                   (r, k, d, d), (k, r, 0, r), (-k, r, -d, d), (-r, k, -r, 0))  # fmt: skip
        arcs = "".join(f"Q{x + a} {y + b} {x + c} {y + e}" for a, b, c, e in corners)
        return f"M{x - r} {y}{arcs}Z"
    x, y, w, h = (float(one.get(key, 0)) for key in ("x", "y", "width", "height"))
    return f"M{x} {y}H{x + w}V{y + h}H{x}Z"
