"""All that a command prints passes here: a terminal shows it, and obeys nothing of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from assistant.ledger.seen import without_orders


class Shown:
    """A stream that lets no sign through which a terminal would obey; in all else it is the one within."""

    def __init__(self, within: TextIO) -> None:
        self._within = within
        self.console = within.encoding
        """What the console itself says that it can show."""
        _never_choke(within)

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            # Click asks every stream in this way whether it takes bytes.
            raise TypeError("Only texts are written here.")
        self._within.write(without_orders(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._within, name)


def console_encoding() -> str | None:
    """What the console can show; what is printed may be written in more than that."""
    return sys.stdout.console if isinstance(sys.stdout, Shown) else sys.stdout.encoding


@contextmanager
def shown_only() -> Iterator[None]:
    """Whatever is printed meanwhile is shown and not obeyed; what a console lacks becomes a question mark."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, Shown(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _never_choke(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    reconfigure(errors="replace")
    if stream.encoding and stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968", "646"):
        # Click writes past such a stream, into the bytes below it, and as here.
        reconfigure(encoding="utf-8")
