"""Writing SVG: whole hundredths of an inch, north up, as few characters as will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from assistant.kernel.inches import Mil

MILS_PER_UNIT = 10
Pair = tuple[float, float]


class Pen:
    """Turns mils of a table into the units of a drawing, whose y runs down."""

    def __init__(self, width: Mil, height: Mil) -> None:
        self.width = round(width / MILS_PER_UNIT)
        self.height = round(height / MILS_PER_UNIT)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """A spot of the table as a spot of the drawing."""
        return round(x / MILS_PER_UNIT), self.height - round(y / MILS_PER_UNIT)

    def path(self, line: Sequence[Pair], *, closed: bool = False) -> str:
        """A line as path data; steps are relative, because they are short."""
        spots = [self.at(x, y) for x, y in line]
        if closed and len(spots) > 1 and spots[0] == spots[-1]:
            spots.pop()
        (x, y), *rest = spots
        written = [f"M{x} {y}"]
        begun = False
        for nx, ny in rest:
            if (nx, ny) != (x, y):
                step = joined(nx - x, ny - y)
                written.append(step if begun and step[0] == "-" else (" " + step if begun else "l" + step))
                begun = True
                x, y = nx, ny
        return "".join(written) + ("z" if closed else "")

    def paths(self, lines: Iterable[Sequence[Pair]], *, closed: bool = False) -> str:
        """Several lines as one path."""
        return "".join(self.path(line, closed=closed) for line in lines if len(line) > 1)


def joined(x: int, y: int) -> str:
    """Two numbers, with a space only where none else parts them."""
    return f"{x}{y}" if y < 0 else f"{x} {y}"


def element(name: str, inner: str = "", **attributes: object) -> str:
    """An element; `class_` and `text_anchor` are written as SVG has them."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value), quote=True)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def group(name: str, parts: Iterable[str]) -> str:
    """A layer; nothing if it is empty."""
    inner = "".join(parts)
    return f'<g class="{name}">{inner}</g>' if inner else ""


def path(data: str, class_: str) -> str:
    """A path of a class; nothing if there is no line."""
    return f'<path class="{class_}" d="{data}"/>' if data else ""
