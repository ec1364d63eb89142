"""The odds prove no rule of the book, so nobody listens while thousands of fights cite theirs."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _evidence() -> None:
    """In place of the one that hears every citation, which takes longer than the fights."""
