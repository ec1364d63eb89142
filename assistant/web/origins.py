"""Where a request says that it comes from; what a browser never sends is no address at all."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

NOWHERE = SplitResult("", "", "", "", "")


def parts_of(address: str) -> SplitResult:
    """An address by its parts; none of them for what cannot be one, such as half a bracket."""
    try:
        return urlsplit(address)
    except ValueError:
        return NOWHERE
