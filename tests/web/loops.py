"""A loop of asyncio for one test, in a thread of its own: a browser may keep one in that of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_a_loop(scene: Coroutine[Any, Any, T]) -> T:
    """What comes of it."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, scene).result()
