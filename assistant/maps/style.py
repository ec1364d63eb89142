"""The style sheet of the map, as a page links it or as a drawing carries it along."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SHEET = Path(__file__).parent / "map.css"


@cache
def style() -> str:
    """All of it, without the space that only its writer needs."""
    text = re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"\s*([{};:,])\s*", r"\1", re.sub(r"\s+", " ", text)).strip()
