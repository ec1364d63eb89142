"""What comes over a connection, as h11 understands it: little at a time, so that nothing in it costs much."""

from __future__ import annotations

import h11

MOST_LINES = 100
"""Of a header, or of what follows a body that came in pieces."""
SLICE = 2048
FEW_PIECES = 64
PIECE_BYTES = 1024
"""Beyond a few, pieces of a body are as large as that on average; programs send far larger ones."""

Event = h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]


class Hearing(h11.Connection):
    """A header of very many lines, or a body in crumbs, is no request: it would cost far too much."""

    def __init__(self, header_bytes: int) -> None:
        super().__init__(h11.SERVER, header_bytes)
        self._unheard = bytearray()
        self._pieces = 0
        self._bytes = 0

    def receive_data(self, data: bytes) -> None:
        """Take it; it is looked at when it is asked for."""
        self._unheard += data

    def next_event(self) -> Event:
        """The next thing that was said."""
        while (event := super().next_event()) is h11.NEED_DATA and self._unheard:
            # What h11 has not understood by now is part of a header, whose first line is the request's own.
            refuse_beyond(self.trailing_data[0].count(b"\n") - 1)
            super().receive_data(bytes(self._unheard[:SLICE]))
            del self._unheard[:SLICE]
        if isinstance(event, h11.Request):
            refuse_beyond(len(event.headers))
            self._pieces = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._count(event)
        return event

    def _count(self, part: h11.Data) -> None:
        self._pieces += part.chunk_end
        self._bytes += len(part.data)
        if self._pieces > FEW_PIECES + self._bytes // PIECE_BYTES:
            raise h11.RemoteProtocolError("the body comes in crumbs")


def refuse_beyond(lines: int) -> None:
    """More is no header that anybody means."""
    if lines > MOST_LINES:
        raise h11.RemoteProtocolError("too many lines", error_status_hint=431)
