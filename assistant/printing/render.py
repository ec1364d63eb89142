"""A sheet as a PDF."""

from __future__ import annotations

from assistant.printing.blocks import Sheet
from assistant.printing.draw import draw
from assistant.printing.layout import lay_out
from assistant.printing.side import Paper


def render(sheet: Sheet, paper: Paper) -> bytes:
    """The sheet laid out and drawn; PageOverflow if an exact sheet says more than its sides can hold."""
    return draw(lay_out(sheet, paper))
