"""The style sheet of the map, as a page links it or as a drawing carries it along."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
SHEET = FOLDER / "map.css"
NIGHT = "@media screen and (prefers-color-scheme:dark){"


@cache
def style() -> str:
    """All of it, without the space that only its writer needs."""
    text = re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"\s*([{};:,])\s*", r"\1", re.sub(r"\s+", " ", text)).strip()


@cache
def style_by_night() -> str:
    """The same for a drawing that is asked for by night: Safari tells no picture that it is."""
    by_day = style()
    assert NIGHT in by_day
    return by_day.replace(NIGHT, "@media screen{")


@cache
def hand() -> str:
    """Whose hand draws the maps: changes with this code, so that no browser keeps an older drawing."""
    files = sorted(one for one in FOLDER.iterdir() if one.suffix in (".py", ".css"))
    return sha256(b"".join(one.read_bytes() for one in files)).hexdigest()[:8]
