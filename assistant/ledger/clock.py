"""The two ways the ledger writes down a moment, and how it is read again."""

from __future__ import annotations

from datetime import UTC, datetime

# Near the ends of Python's calendar no time can be told in another zone.
CALENDAR_MIDDLE, CALENDAR_SPAN = 5000, 4990
FILE_STAMP = "%Y%m%d-%H%M%S"


def utc_now() -> str:
    """The moment as it is stored, e.g. 2025-11-16T09:30:00Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def file_stamp() -> str:
    """The moment as it stands in a file's name, in local time because a person reads it."""
    return datetime.now().strftime(FILE_STAMP)


def read_stamp(stamp: str) -> datetime:
    """The moment that stands in a file's name; ValueError if it is none."""
    return datetime.strptime(stamp, FILE_STAMP).astimezone()


def moment_of(at: str) -> datetime | None:
    """A stored moment; none for what is no moment, or one that no calendar of this computer shows."""
    try:
        moment = datetime.fromisoformat(at)
        is_shown = moment.tzinfo is not None and abs(moment.year - CALENDAR_MIDDLE) < CALENDAR_SPAN
    except ValueError:
        return None
    return moment if is_shown else None
