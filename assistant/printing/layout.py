"""From a sheet to placed boxes: everything is known about every page before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, takewhile

from assistant.printing.blocks import Page, Section, Sheet
from assistant.printing.fit import SCALE, Chapter
from assistant.printing.flow import place
from assistant.printing.fonts import Cleaner
from assistant.printing.judging import Filled
from assistant.printing.measure import Type
from assistant.printing.placed import Bookmark, Layout, Side
from assistant.printing.side import SIZES, Paper
from assistant.printing.stock import Stock


def lay_out(
    sheet: Sheet, paper: Paper, scale: tuple[Type, ...] = SCALE, stock: Stock | None = None
) -> Layout:
    """The sheet on this paper, or PageOverflow if its sides cannot hold it in any type of the scale."""
    stock = stock or Stock()
    clean = stock.clean
    parts: list[list[Filled]] = []
    count = 0
    for pages in _chapters(sheet):
        parts.append(Chapter(sheet, pages, count, paper, stock, scale).fitted())
        count += len(parts[-1])
    # Charts printed together are handed out one by one, so each counts its own pages.
    apart = sheet.exact and len(parts) > 1
    sides: list[Side] = []
    for part in parts:
        for at, filled in enumerate(part, start=1):
            number, of = (at, len(part)) if apart else (len(sides) + 1, count)
            sides.append(_side(filled, number, of, f" ({at})" if len(part) > 1 else "", apart, clean))
    return Layout(
        clean.line(sheet.title),
        clean.line(sheet.subject),
        SIZES[paper],
        tuple(sides),
        tuple(sorted(clean.missing)),
        min((filled.setting.type.size for part in parts for filled in part), default=0.0),
    )


def _chapters(sheet: Sheet) -> list[list[Page]]:
    """The pages of a sheet by title."""
    found: list[list[Page]] = []
    for page in sheet.pages:
        if found and found[-1][-1].title == page.title:
            found[-1].append(page)
        else:
            found.append([page])
    return found


def rooms_for(sheet: Sheet, paper: Paper, more: Iterable[Section], least: float, stock: Stock) -> int:
    """How many more sections may at most find room on a sheet of one title, at a look at how much it says."""
    chapter = Chapter(sheet, sheet.pages, 0, paper, stock)
    sides = len(sheet.pages)
    if chapter.size_for(sides) < least:
        return 0
    needs = accumulate(chapter.need_of(section) for section in more)
    return sum(1 for _ in takewhile(lambda need: chapter.size_for(sides, need) >= least, needs))


def _side(filled: Filled, number: int, of: int, suffix: str, apart: bool, clean: Cleaner) -> Side:
    plan = filled.plan
    poured = place(filled.bands, plan.frame, filled.setting)
    title = clean.line(plan.page.title)
    return Side(
        label=f"{title} {number}" if apart else str(number),
        items=(*plan.heading, *poured.items, *plan.strip_items(), *plan.foot_items(f"page {number} of {of}")),
        bookmarks=(Bookmark(0, f"{title}{suffix}", plan.margins[1]), *poured.bookmarks),
        margins=plan.margins,
    )
