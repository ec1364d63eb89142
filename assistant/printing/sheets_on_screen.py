"""A sheet to be read on a screen: words in place of ticks, and nothing about pens, boxes and stars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.printing.blocks import Block, Boxes, Lines, Section, Sheet, Text
from assistant.printing.sheets_charts import POWERS, POWERS_TICKED, STARRED, STARRED_TOO
from assistant.printing.sheets_lore import TURN_BY_TURN
from assistant.printing.sheets_points import signed

DONE, OVER = "done", "over"


def on_screen(sheet: Sheet) -> Sheet:
    """The same sheet without what only a pen can do, and with what a pen would have done in words."""
    pages = (replace(page, sections=tuple(map(_section, page.sections))) for page in sheet.pages)
    return replace(sheet, pages=tuple(pages))


def _section(section: Section) -> Section:
    title = POWERS if section.title == POWERS_TICKED else section.title
    return replace(section, title=title, blocks=tuple(_blocks(section)))


def _blocks(section: Section) -> Iterator[Block]:
    for block in section.blocks:
        match block:
            case Text():
                yield replace(block, text=_without(block.text, STARRED_TOO, STARRED))
            case Boxes():
                yield replace(block, note=_without(block.note, TURN_BY_TURN), state=state_of(block))
            case Lines(told=False):
                pass
            case _:
                yield block


def _without(text: str, *sentences: str) -> str:
    for one in sentences:
        text = text.replace(one, "")
    return text.strip()


def state_of(box: Boxes) -> str:
    """What the ticks in its boxes say: done, over, how often, or what it has earned."""
    if box.points:
        # What is tallied in strokes says it in its label.
        return f"{signed(box.earned)} so far" if box.earned and not box.strokes else ""
    if box.ticked >= box.number:
        return DONE
    if box.struck:
        return OVER
    if not box.ticked:
        return ""
    lasts = box.note.endswith(TURN_BY_TURN)
    return f"turn {box.ticked} of {box.number}" if lasts else f"{box.ticked} of {box.number} used"
