"""How much work something is: counted in calls, which are the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

Found = TypeVar("Found")


def effort(work: Callable[[], Found]) -> tuple[Found, int]:
    """What some work finds, and how many calls it took."""
    calls = 0

    def heard(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(heard)
    try:
        return work(), calls
    finally:
        sys.setprofile(before)
