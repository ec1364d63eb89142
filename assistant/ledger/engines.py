"""How the database is opened: one connection that writes, any number that only read."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

BUSY_SECONDS = 10.0
KEPT_READERS = 16

WRITER_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    # On a Mac a plain fsync leaves the data in the drive's cache.
    "fullfsync = ON",
    "foreign_keys = ON",
    # Without it INSERT OR REPLACE would delete a row without waking the DELETE trigger.
    "recursive_triggers = ON",
    # The writer thread checkpoints by itself, after it has answered.
    "wal_autocheckpoint = 0",
)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection without settings of its own; mode is SQLite's "ro", "rw" or "rwc", or "still".

    A still file is read as it lies, without a log beside it: there is none, and none could be begun.
    """
    how = "ro&immutable=1" if mode == "still" else mode
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={how}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def connect_reader(path: Path, *, nobody_writes: bool = False) -> sqlite3.Connection:
    """A connection that can neither write nor checkpoint: only the one writer may do either."""
    is_still = nobody_writes or not os.access(path.parent, os.W_OK)
    connection = connect(path, "still" if is_still and not _has_log(path) else "ro")
    connection.execute("PRAGMA query_only = ON")
    return connection


def _has_log(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return log.is_file() and log.stat().st_size > 0


def connect_writer(path: Path) -> sqlite3.Connection:
    """The connection that writes, safe against power cuts."""
    connection = connect(path, "rw")
    for pragma in WRITER_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def writer_engine(path: Path) -> Engine:
    """An engine of one connection that takes the write lock at the start of each transaction."""
    engine = create_engine(
        "sqlite://", creator=lambda: connect_writer(path), poolclass=QueuePool, pool_size=1, max_overflow=0
    )
    event.listen(engine, "begin", _begin_immediate)
    return engine


def reader_engine(path: Path, *, nobody_writes: bool = False) -> Engine:
    """An engine whose sessions each see one unchanging moment of the database."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: connect_reader(path, nobody_writes=nobody_writes),
        poolclass=QueuePool,
        pool_size=KEPT_READERS,
        max_overflow=-1,
    )
    event.listen(engine, "begin", _begin)
    return engine


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
