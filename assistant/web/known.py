"""Who has joined, by cookies that the app itself took: they count as their seats, not as their address."""

from __future__ import annotations

from collections import OrderedDict

from assistant.web.wsgi import Scope

MOST = 2048
MOST_EACH = 32
"""Of one seat: whoever spells its cookie in many ways makes none of the others forgotten."""
LONGEST = 4096


class Known:
    """As whom the holder of a cookie counts; what nobody asked with for long is forgotten.

    Nobody can make such a cookie: only what the app has found to be somebody's is kept.
    """

    def __init__(self) -> None:
        self._names: OrderedDict[bytes, str] = OrderedDict()
        self._cookies: dict[str, OrderedDict[bytes, None]] = {}
        """The same by name, what was asked with last at the end."""

    def __len__(self) -> int:
        return len(self._names)

    def find(self, cookie: bytes) -> str | None:
        """The name, if this cookie was seen."""
        name = self._names.get(cookie)
        if name is not None:
            self._names.move_to_end(cookie)
            self._cookies[name].move_to_end(cookie)
        return name

    def keep(self, cookie: bytes, name: str | None) -> None:
        """As whom the app knew it just now; as nobody it is forgotten."""
        self._forget(cookie)
        if name and cookie and len(cookie) <= LONGEST:
            self._names[cookie] = name
            mine = self._cookies.setdefault(name, OrderedDict())
            mine[cookie] = None
            if len(mine) > MOST_EACH:
                self._forget(next(iter(mine)))
        if len(self._names) > MOST:
            self._forget(next(iter(self._names)))

    def _forget(self, cookie: bytes) -> None:
        name = self._names.pop(cookie, None)
        if name is not None:
            del self._cookies[name][cookie]
            if not self._cookies[name]:
                del self._cookies[name]


def cookie_of(scope: Scope) -> bytes:
    """All cookies of a request as they were sent."""
    return b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
