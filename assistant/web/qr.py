"""QR codes of addresses, for pages and for terminals."""

from __future__ import annotations

from functools import lru_cache
from io import StringIO

import segno
from markupsafe import Markup

# Scanners want dark on light with a quiet border, whatever the colours of the page.
INK, WHITE = "#1f2328", "#ffffff"
QUIET = 4


@lru_cache(maxsize=256)
def qr_svg(text: str) -> Markup:
    """An inline picture; whoever places it says in words what it leads to."""
    code = segno.make_qr(text, error="m")
    return Markup(code.svg_inline(border=QUIET, dark=INK, light=WHITE, omitsize=True, lineclass=None))


def qr_lines(text: str, encoding: str | None) -> tuple[str, ...]:
    """The code in half blocks for a dark terminal, or nothing if the terminal cannot show those."""
    drawn = StringIO()
    segno.make_qr(text, error="l").terminal(out=drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ()
    return tuple(drawn.getvalue().splitlines())
