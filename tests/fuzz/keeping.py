"""What a server keeps of each request: nothing, once its caches are full, but the record itself."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.fuzz.playing import Run

PAGE = os.sysconf("SC_PAGE_SIZE")
WINDOW, WINDOWS = 500, 20
"""So many requests between two looks at the memory, and so many times at most, until one of them is clean."""
OF_A_PAGE, OF_A_REQUEST, OF_AN_ENTRY = 1_500, 4_000, 20_000
"""So many bytes each may leave behind: a page, any request, and an entry of the record."""
OF_A_BLOCK = 100
"""Bytes of one of Python's small objects, as a rule."""


def leaks(at: Run, window: int = WINDOW) -> Iterator[str]:
    """What the server keeps without end, of pages alone and of everything that anybody may send.

    A cache fills up in some windows and then rests; what leaks does so in every one. All of it is of one campaign.
    """
    at.hall.begin_anew()
    phases: tuple[tuple[str, int, Callable[[], None]], ...] = (
        ("page", OF_A_PAGE, lambda: at.look_on(window)),
        ("request", OF_A_REQUEST, lambda: at.go_on(window)),
    )
    for what, most, asks in phases:
        least = least_kept(at, window, most, asks)
        if least > most:
            yield f"The memory grows without end: {least:,.0f} bytes stay of each {what}."


def least_kept(at: Run, window: int, most: int, asks: Callable[[], None]) -> float:
    """Bytes that stay of each request, in the window in which fewest did."""
    least = float("inf")
    for _ in range(WINDOWS):
        memory, entries = in_use(), at.hall.entries
        asks()
        kept = in_use() - memory - OF_AN_ENTRY * (at.hall.entries - entries)
        least = min(least, kept / window)
        if least <= most:
            break
    return least


def in_use() -> float:
    """Bytes that are handed out now: what was handed back counts no more, whether or not the system has it.

    The pages of a process tell little of it: what leaks lies for long in the holes that other things left.
    """
    gc.unfreeze()
    gc.collect()
    known = _of_the_library()
    return resident() if known is None else known + sys.getallocatedblocks() * OF_A_BLOCK


def _of_the_library() -> int | None:
    """Bytes that malloc has handed out; Python takes its small objects elsewhere, and counts them itself."""
    told = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if told is None:
        return None
    told.restype = _Handed
    handed: _Handed = told()
    return int(handed.uordblks) + int(handed.hblkhd)


class _Handed(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd")),
        *((name, ctypes.c_size_t) for name in ("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")),
    )


def resident() -> int:
    """Bytes of memory that this process has of the system."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE
