"""One side of paper before its sections are poured in: margins, heading, turn record and footer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.printing.blocks import Page, Sheet
from assistant.printing.flow import Frame
from assistant.printing.fonts import Cleaner, width
from assistant.printing.measure import SMALLEST, set_lines
from assistant.printing.placed import MM, PageOverflow, Placed
from assistant.printing.strip import Strip, strip_of
from assistant.printing.wrap import Line, Run, balanced, shortened, wrap

Paper = Literal["a4", "letter"]
SIZES: dict[Paper, tuple[float, float]] = {"a4": (210 * MM, 297 * MM), "letter": (612.0, 792.0)}

MARGIN = 12 * MM
BINDING = 15 * MM
TITLE, TITLE_AT_LEAST, TITLE_WRAPPED = 24.0, 17.0, 12.0
SUBTITLE = 11.5
FOOTER_LEADING = 11.0
FOOTER = 4.5
"""White above the footer's rule."""
UNDER_HEADING = 6.0
BESIDE_STRIP = 5.5
LEAST_OF_WIDTH = 0.6
"""What the sections keep of the width, however many turns there are."""
PAGE_NUMBER = "page 999 of 999"


@dataclass(frozen=True, slots=True)
class Plan:
    """A side with everything but its sections and the number of pages."""

    page: Page
    frame: Frame
    margins: tuple[float, float, float, float]
    heading: tuple[Placed, ...]
    strip: Strip | None
    footer: tuple[str, str]
    foot: float
    """Where the footer's rule is."""

    def strip_items(self) -> tuple[Placed, ...]:
        """The turn record beyond the rule that parts it from the sections."""
        if self.strip is None:
            return ()
        left, top, right, _ = self.margins
        is_right = self.frame.x == left
        rule = self.frame.x + self.frame.w + BESIDE_STRIP if is_right else self.frame.x - BESIDE_STRIP
        x = right - self.strip.width if is_right else left
        return Placed(rule, top, 0, self.foot - FOOTER - top, "rule"), *self.strip.place(x, top)

    def foot_items(self, number: str) -> tuple[Placed, ...]:
        """The footer, once the pages are counted."""
        left, _, right, _ = self.margins
        words, title = self.footer
        ours, theirs = _footer_lines(words, f"{title}, {number}" if title else number, right - left)
        top = self.foot + 3
        room = right - left
        return (
            Placed(left, self.foot, room, 0, "rule"),
            *set_lines(ours, left, top, SMALLEST, FOOTER_LEADING, "left", room),
            *set_lines(theirs, left, top, SMALLEST, FOOTER_LEADING, "right", room),
        )


def plan(sheet: Sheet, page: Page, index: int, paper: Paper, clean: Cleaner) -> Plan:
    """The side with this index, counted from nought: odd sides are bound at their right."""
    wide, high = SIZES[paper]
    bound_left = index % 2 == 0
    left, right = (BINDING, wide - MARGIN) if bound_left else (MARGIN, wide - BINDING)
    top, bottom = MARGIN, high - MARGIN
    footer = (clean.line(sheet.footer), clean.line(page.running or page.title or sheet.title))
    ours, theirs = _footer_lines(footer[0], f"{footer[1]}, {PAGE_NUMBER}", right - left)
    foot = bottom - max(len(ours), len(theirs)) * FOOTER_LEADING - 3
    strip = _strip(sheet, page, foot - FOOTER - top, right - left, clean)
    taken = strip.width + 2 * BESIDE_STRIP if strip else 0.0
    x, room = (left, right - left - taken) if bound_left else (left + taken, right - left - taken)
    heading = _heading(page, x, top, room, clean)
    y = max(item.y + item.h for item in heading) + UNDER_HEADING if heading else top
    if foot - FOOTER - y < (bottom - top) / 3:
        raise PageOverflow(sheet.name, page.title, "has a heading that leaves no room for anything else")
    return Plan(
        page,
        Frame(x, y, room, foot - FOOTER - y, max(page.columns, 1)),
        (left, top, right, bottom),
        heading,
        strip,
        footer,
        foot,
    )


def _strip(sheet: Sheet, page: Page, height: float, room: float, clean: Cleaner) -> Strip | None:
    if page.record is None or page.record.turns < 1:
        return None
    strip = strip_of(page.record, height, clean)
    if strip is None or strip.width > room * (1 - LEAST_OF_WIDTH):
        raise PageOverflow(sheet.name, page.title, f"has more turns than fit beside it: {page.record.turns}")
    return strip


def _heading(page: Page, x: float, y: float, room: float, clean: Cleaner) -> tuple[Placed, ...]:
    """The title as large as one line allows, the subtitle below it, and a rule under both."""
    title, subtitle = clean.line(page.title), clean.line(page.subtitle)
    if not title and not subtitle:
        return ()
    size = min(TITLE, room / max(width(title, "bold"), 1e-3))
    if size < TITLE_AT_LEAST:
        size = TITLE_AT_LEAST if len(title) < 100 else TITLE_WRAPPED
    lines = balanced((Run(title, "bold"),), room / size) if title else ()
    under = wrap((Run(subtitle, "italic"),), room / SUBTITLE) if subtitle else ()
    leading = size * 1.1
    placed = list(set_lines(lines, x, y, size, leading, "left", room))
    bottom = y + len(lines) * leading
    placed.extend(set_lines(under, x, bottom, SUBTITLE, SUBTITLE * 1.2, "left", room))
    bottom += len(under) * SUBTITLE * 1.2
    placed.append(Placed(x, bottom + 3, room, 0, "rule", weight=1.2))
    return tuple(placed)


def _footer_lines(words: str, title: str, room: float) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """What the footer says at its left and at its right, neither reaching the other."""
    name, comma, number = title.rpartition(", ")
    # What the words leave of one line, and about half of it in any case.
    measure = max(room - width(words, "italic") * SMALLEST - 12, room * 0.48) / SMALLEST
    short = shortened(name, "regular", measure - width(f"{comma}{number}", "regular"))
    theirs = wrap((Run(f"{short}{comma}{number}"),), measure)
    taken = max(line.w for line in theirs) * SMALLEST
    ours = wrap((Run(words, "italic"),), (room - taken - 12) / SMALLEST)
    return ours, theirs
