"""Source Serif for the titles of screens, cut down to Latin letters, so that a phone has it in a blink."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from threading import Lock

from assistant.printing.fonts import Face, outlines

FACES: dict[str, Face] = {"titles.woff": "semibold", "stories.woff": "regular"}
"""What style sheets call a face."""
LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x2032, 0x2033, 0x2212)
"""Latin with its accents, dashes, quotation marks, primes, minus; names in other scripts fall back."""
FEATURES = ("ccmp", "kern", "liga", "locl", "mark", "smcp", "tnum")

_one_at_a_time = Lock()


def web_face(name: str) -> bytes:
    """A face as browsers load it, made once however many ask for it at the same time."""
    with _one_at_a_time:
        return _cut(FACES[name])


def cut_beforehand() -> None:
    """Make the face of every page's title before the first browser asks for it."""
    web_face("titles.woff")


@cache
def _cut(face: Face) -> bytes:
    # Its import alone takes a third of a second, which commands and pages without titles need not pay.
    from fontTools import subset

    options = subset.Options(flavor="woff", hinting=False, layout_features=list(FEATURES))
    whole = subset.load_font(BytesIO(outlines(face)), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(whole)
    small = BytesIO()
    subset.save_font(whole, small, options)
    return small.getvalue()
