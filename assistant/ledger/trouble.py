"""What SQLite complains about, said so that a game master knows what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from assistant.kernel.errors import AssistantError, Illegal, Malformed

# A damaged file can hold text that is no text, or no JSON: Python fails to read it, or SQLite's complaint.
UNREADABLE = (ValueError, RecursionError)
SQLITE_TROUBLE = (sqlite3.Error, UnicodeDecodeError)
DAMAGED = "damaged-database"
NO_TEXT = "Could not decode to UTF-8"
"""How Python's driver begins a complaint that goes on with the whole stored text."""
FOREIGN_FORMAT = "unsupported file format"
"""What is said, with no code of its own, of a header that names a format that there never was."""
FOREIGN_CODES = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def trouble(error: BaseException, path: Path) -> AssistantError:
    """The refusal that tells what went wrong with the database file."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, UnicodeEncodeError):
        return no_text()
    code = (getattr(cause, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR) & 0xFF
    is_unreadable = isinstance(cause, UNREADABLE) or str(cause).startswith((NO_TEXT, FOREIGN_FORMAT))
    if code in FOREIGN_CODES or is_unreadable:
        return damaged(path)
    if code == sqlite3.SQLITE_FULL:
        return full(path)
    if code == sqlite3.SQLITE_CANTOPEN and not path.exists():
        return gone(path)
    if code in BUSY_CODES:
        return Illegal(
            "database-busy",
            f"Another program is using {path} and does not let go of it.",
            do="Close other programs that have the file open, then try again.",
        )
    return Illegal(
        "database-trouble",
        f"The campaign database {path} could not be used: {cause}.",
        do="Check that the folder exists, may be written to, and that the disk is sound.",
    )


def gone(path: Path) -> Illegal:
    """The refusal to write to a file that lies no more where everybody will look for it."""
    return Illegal(
        "database-gone",
        f"{path} was renamed, deleted or replaced while the assistant was running; nothing was recorded.",
        do="Put the file back under its name, or stop the assistant and restore a backup.",
    )


def full(path: Path) -> Illegal:
    """The refusal of what the disk has no room for."""
    return Illegal(
        "disk-full",
        f"There is no room left to write to {path}; nothing was recorded.",
        do="Free some space on the disk, then try again.",
    )


def no_text() -> Malformed:
    """The refusal of what no file can hold as text."""
    return Malformed(
        "not-text",
        "This holds half a letter, which is no text; nothing was recorded.",
        do="Type it anew, and leave out what cannot be seen.",
    )


def damaged(path: Path) -> Malformed:
    """The refusal of a file that cannot be read as what we wrote; never with what stands in it."""
    return Malformed(
        "damaged-database",
        f"The file {path} is damaged, or is not a campaign database.",
        do="Restore a backup with `assistant campaign restore`, or name another file.",
    )
