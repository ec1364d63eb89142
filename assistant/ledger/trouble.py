"""What SQLite complains about, said so that a game master knows what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from assistant.kernel.errors import AssistantError, Illegal, Malformed

# A damaged file can hold text that is no text; then Python fails to read SQLite's own complaint about it.
SQLITE_TROUBLE = (sqlite3.Error, UnicodeDecodeError)
FOREIGN_CODES = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def trouble(error: BaseException, path: Path) -> AssistantError:
    """The refusal that tells what went wrong with the database file."""
    cause = getattr(error, "orig", None) or error
    code = (getattr(cause, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR) & 0xFF
    if code in FOREIGN_CODES or isinstance(cause, UnicodeDecodeError):
        return Malformed(
            "damaged-database",
            f"The file {path} is damaged, or is not a campaign database.",
            do="Restore a backup with `assistant campaign restore`, or name another file.",
        )
    if code == sqlite3.SQLITE_FULL:
        return Illegal(
            "disk-full",
            f"There is no room left to write to {path}; nothing was recorded.",
            do="Free some space on the disk, then try again.",
        )
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
