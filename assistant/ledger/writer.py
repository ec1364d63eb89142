"""The one thread that writes: a savepoint per command, one commit for all that wait together."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar, cast

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.files import identity_of
from assistant.ledger.trouble import UNREADABLE, gone, trouble

T = TypeVar("T")

MOST_AT_ONCE = 64
COMMITS_PER_CHECKPOINT = 200

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Command(Generic[T]):
    """Work to be done in a transaction, and who waits for it."""

    work: Callable[[Session], T]
    after: Callable[[T], None] | None
    future: Future[T] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one command: a result, or the error that undid only itself."""

    result: Any = None
    error: BaseException | None = None


class Writer:
    """Runs commands one after another; a caller hears of success only when it is on the disk."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._engine = engine
        self._path = path
        self._identity = identity_of(path)
        self._queue: SimpleQueue[Command[Any] | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._is_open = True
        self._commits = 0
        self._thread = threading.Thread(target=self._serve, name="ledger-writer", daemon=True)
        self._thread.start()

    def run(self, work: Callable[[Session], T], after: Callable[[T], None] | None = None) -> T:
        """Do the work in the writer thread; return once it is committed, and call `after` there."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("a subscriber must not write: the writer would wait for itself")
        return self.submit(work, after).result()

    def submit(self, work: Callable[[Session], T], after: Callable[[T], None] | None = None) -> Future[T]:
        """Queue the work without waiting for it."""
        command = Command(work, after)
        with self._gate:
            if not self._is_open:
                raise Illegal(
                    "ledger-closed",
                    "The campaign database has been closed; nothing was recorded.",
                    do="Start the assistant again.",
                )
            self._queue.put(command)
        return command.future

    def close(self) -> None:
        """Finish what is queued, fold the write-ahead log into the database, and stop."""
        with self._gate:
            if self._is_open:
                self._is_open = False
                self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _serve(self) -> None:
        while batch := self._next_batch():
            self._commit(batch)
            if self._commits >= COMMITS_PER_CHECKPOINT:
                self._checkpoint("PASSIVE")
        self._checkpoint("TRUNCATE")

    def _next_batch(self) -> list[Command[Any]]:
        """All commands that wait now, or at least the next one to come; none when the ledger closes."""
        batch: list[Command[Any]] = []
        command = self._queue.get()
        while command is not None:
            batch.append(command)
            if len(batch) == MOST_AT_ONCE:
                return batch
            try:
                command = self._queue.get_nowait()
            except Empty:
                return batch
        if batch:
            self._queue.put(None)
        return batch

    def _commit(self, batch: list[Command[Any]]) -> None:
        try:
            outcomes = self._in_one_transaction(batch)
        except BaseException as error:
            logger.warning("A transaction on %s failed: %s", self._path, error)
            for command in batch:
                known = error if isinstance(error, AssistantError) else trouble(error, self._path)
                command.future.set_exception(known)
            return
        self._commits += 1
        # Callers are answered before subscribers, who may be slow or wait for a lock that a caller holds.
        for command, outcome in zip(batch, outcomes, strict=True):
            if outcome.error is None:
                command.future.set_result(outcome.result)
            else:
                command.future.set_exception(self._told(outcome.error))
        for command, outcome in zip(batch, outcomes, strict=True):
            if outcome.error is None and command.after is not None:
                _call(command.after, outcome.result)

    def _in_one_transaction(self, batch: list[Command[Any]]) -> list[Outcome]:
        with Session(self._engine) as session, session.begin():
            raw = _raw(session.connection())
            outcomes = []
            for command in batch:
                outcome = _attempt(session, command)
                # After some errors (a full disk) SQLite has already rolled back everything, neighbours too.
                if not raw.in_transaction:
                    raise outcome.error or RuntimeError("the transaction ended too early")
                outcomes.append(outcome)
            # What is written to a file without a name is lost with the program.
            if identity_of(self._path) != self._identity:
                raise gone(self._path)
            return outcomes

    def _told(self, error: BaseException) -> BaseException:
        return trouble(error, self._path) if isinstance(error, (SQLAlchemyError, *UNREADABLE)) else error

    def _checkpoint(self, how: str) -> None:
        self._commits = 0
        try:
            with closing(self._engine.raw_connection()) as connection:
                connection.cursor().execute(f"PRAGMA wal_checkpoint({how})")
        except (SQLAlchemyError, sqlite3.Error):
            # Nothing is lost: the log stays as it is, and the next checkpoint tries again.
            logger.exception("The write-ahead log of %s could not be folded in.", self._path)


def _attempt(session: Session, command: Command[Any]) -> Outcome:
    # The connection's savepoint costs half of the session's own; the session lives no longer than this batch.
    savepoint = session.connection().begin_nested()
    try:
        result = command.work(session)
        session.flush()
        savepoint.commit()
    except Exception as error:
        session.expunge_all()
        try:
            savepoint.rollback()
        except SQLAlchemyError:
            raise error from None
        return Outcome(error=error)
    return Outcome(result)


def _raw(connection: Connection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, connection.connection.dbapi_connection)


def _call(after: Callable[[Any], None], result: Any) -> None:
    try:
        after(result)
    except Exception:
        logger.exception("A subscriber failed; the entry is safe.")
