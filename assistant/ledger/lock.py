"""One process writes to a database, and anybody else is told which."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from assistant.kernel.errors import Illegal
from assistant.ledger.clock import utc_now


@dataclass(frozen=True, slots=True)
class Holder:
    """Who writes to a database now."""

    pid: int
    host: str
    who: str
    since: str


class WriteLock:
    """The right to write. The system frees it when the process dies, so a dead holder never blocks."""

    def __init__(self, database: Path, patience: float = 0.0) -> None:
        """`patience` is how many seconds to wait for somebody who is about to finish."""
        self._database = database
        self._note = holder_file(database)
        # Opened in one thread and closed in another, the lock must not belong to a thread.
        self._lock = FileLock(lock_file(database), timeout=patience, thread_local=False)

    def acquire(self, who: str) -> None:
        """Take the lock and say who has it, or be told who was faster."""
        try:
            self._lock.acquire()
        except Timeout:
            raise _refusal(self._database) from None
        except OSError as error:
            raise cannot_write(self._database, error) from error
        try:
            self.describe(who)
        except OSError as error:
            self.release()
            raise cannot_write(self._database, error) from error

    def describe(self, who: str) -> None:
        """Say anew who holds the lock, e.g. once the server knows its address."""
        holder = Holder(os.getpid(), socket.gethostname(), who, utc_now())
        fresh = self._note.with_name(f"{self._note.name}.{os.getpid()}")
        try:
            fresh.write_text(json.dumps(asdict(holder), ensure_ascii=False), encoding="utf-8")
            fresh.replace(self._note)
        except OSError:
            fresh.unlink(missing_ok=True)
            raise

    @contextmanager
    def held(self, who: str) -> Iterator[None]:
        """Hold the lock for a while."""
        self.acquire(who)
        try:
            yield
        finally:
            self.release()

    def release(self) -> None:
        """Give the lock up; the note goes first, while nobody else can have written it."""
        if self._lock.is_locked:
            self._note.unlink(missing_ok=True)
            self._lock.release()


def lock_file(database: Path) -> Path:
    """The file that is locked while somebody writes."""
    return database.with_name(f"{database.name}.lock")


def holder_file(database: Path) -> Path:
    """The file that says who that is."""
    return database.with_name(f"{database.name}.holder.json")


def noted_holder(database: Path) -> Holder | None:
    """Who wrote the note beside the database; it may be somebody who died since."""
    try:
        note = json.loads(holder_file(database).read_text(encoding="utf-8"))
        return Holder(int(note["pid"]), str(note["host"]), str(note["who"]), str(note["since"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def cannot_write(path: Path, error: OSError) -> Illegal:
    """The refusal for a folder or file that the system does not let us write."""
    return Illegal(
        "cannot-write",
        f"{path} could not be written: {error.strerror or error}.",
        do="Choose a folder that you may write to, on a disk with room.",
    )


def _refusal(database: Path) -> Illegal:
    holder = noted_holder(database)
    by = f"{holder.who} (process {holder.pid} on {holder.host}, since {holder.since})" if holder else ""
    return Illegal(
        "database-locked",
        f"The campaign database {database} is being written by {by or 'another program'}.",
        do="Use that program, or stop it first and try again.",
    )
