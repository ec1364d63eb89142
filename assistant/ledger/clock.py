"""The two ways the ledger writes down a moment."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """The moment as it is stored, e.g. 2025-11-16T09:30:00Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def file_stamp() -> str:
    """The moment as it stands in a file's name, in local time because a person reads it."""
    return datetime.now().strftime("%Y%m%d-%H%M%S")
