"""The ledger: everything that was done in every campaign, in order, for good."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar
from uuid import uuid4

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.ledger import commands, passes, reads
from assistant.ledger.engines import connect_reader, reader_engine, writer_engine
from assistant.ledger.lock import WriteLock, cannot_write
from assistant.ledger.migrate import check_current, missing_guards, prepare
from assistant.ledger.passes import Issued
from assistant.ledger.private import keep_all_private, make_private, sweep
from assistant.ledger.records import (
    Campaign,
    Checkpoint,
    Draft,
    Entry,
    Pass,
    Pending,
    Signed,
    Written,
    actor_of,
)
from assistant.ledger.subscribers import Subscribers
from assistant.ledger.tables import pending_record
from assistant.ledger.trouble import DAMAGED, SQLITE_TROUBLE, UNREADABLE, trouble
from assistant.ledger.writer import Writer

T = TypeVar("T")


class Ledger:
    """One database file of campaigns; any thread may use it, one process may write to it."""

    def __init__(
        self, path: Path, readers: Engine, writer: Writer | None = None, lock: WriteLock | None = None
    ) -> None:
        self.path = path
        self._readers = readers
        self._writer = writer
        self._lock = lock
        self._nobody_writes = False
        self._subscribers = Subscribers()
        self._stirred = Subscribers()

    @classmethod
    def open(
        cls, path: Path, *, who: str = "assistant", read_only: bool = False, patience: float = 0.0
    ) -> Self:
        """Open the database; when writing, create it if need be and lock out other writers.

        `patience` is how many seconds to wait for another writer who is about to finish.
        """
        return cls._open_to_read(path) if read_only else cls._open_to_write(path, who, patience)

    @classmethod
    def _open_to_read(cls, path: Path) -> Self:
        if not path.is_file():
            raise Illegal(
                "no-database",
                f"There is no campaign database at {path} yet.",
                do="Make a campaign with `assistant campaign new`, or name another file.",
            )
        try:
            with closing(connect_reader(path)) as connection:
                check_current(connection, path)
        except SQLITE_TROUBLE as error:
            raise trouble(error, path) from error
        return cls(path, reader_engine(path))

    @classmethod
    def open_still(cls, path: Path) -> Self:
        """Open a database to read that nobody can write, not even the log that readers need else.

        A damaged one is opened as well, for whoever looks for a way back: what cannot be read is refused.
        """
        try:
            with closing(connect_reader(path, nobody_writes=True)) as connection:
                check_current(connection, path)
        except (AssistantError, *SQLITE_TROUBLE) as error:
            if isinstance(error, AssistantError) and error.code != DAMAGED:
                raise
        opened = cls(path, reader_engine(path, nobody_writes=True))
        opened._nobody_writes = True
        return opened

    @classmethod
    def _open_to_write(cls, path: Path, who: str, patience: float) -> Self:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(path, error) from error
        lock = WriteLock(path, patience)
        lock.acquire(who)
        try:
            make_private(path)
            prepare(path)
            keep_all_private(path)
            sweep(path)
            return cls(path, reader_engine(path), Writer(writer_engine(path), path), lock)
        except SQLITE_TROUBLE as error:
            lock.release()
            raise trouble(error, path) from error
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Finish what is queued, then let the file and the lock go; closing twice does no harm."""
        # The writer goes last: only it can fold the write-ahead log in and remove it.
        self._readers.dispose()
        if self._writer is not None:
            self._writer.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def describe(self, who: str) -> None:
        """Tell other programs better who holds the database, e.g. once the server knows its address."""
        if self._lock is not None:
            # On a full disk others are told less well who holds it.
            with suppress(OSError):
                self._lock.describe(who)

    def campaigns(self) -> tuple[Campaign, ...]:
        """All campaigns, the oldest first."""
        with self._reading() as session:
            return reads.campaigns(session)

    def heads(self) -> dict[str, int]:
        """The number of the last entry of each campaign, the oldest campaign first."""
        with self._reading() as session:
            return reads.heads(session)

    def campaign(self, ref: str) -> Campaign:
        """A campaign by its id, else by its name in any case."""
        with self._reading() as session:
            return reads.campaign(session, ref)

    def entries(self, campaign_id: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries with a number above `after`, in order."""
        with self._reading() as session:
            return reads.entries(session, campaign_id, after)

    def written(self, campaign_id: str, after: int = 0, upto: int | None = None) -> tuple[Written, ...]:
        """What the entries above `after`, up to one, made of the world: quicker than the whole entries."""
        with self._reading() as session:
            return reads.written(session, campaign_id, after, upto)

    def checkpoints(self, campaign_id: str, version: str) -> Iterator[Checkpoint]:
        """Worlds that were put by under this version and still stand on the chain, the newest first."""
        with self._reading() as session:
            yield from reads.checkpoints(session, campaign_id, version)

    def put_by(self, campaign_id: str, checkpoint: Checkpoint, *, keep: int = 3) -> None:
        """Put a world by, so that the campaign opens sooner; only the newest few are kept."""
        self._write(lambda session: commands.put_by(session, campaign_id, checkpoint, keep))

    def entry(self, campaign_id: str, seq: int) -> Entry:
        """The entry with this number."""
        with self._reading() as session:
            return reads.entry(session, campaign_id, seq)

    def entry_by_key(self, campaign_id: str, key: str) -> Entry | None:
        """The entry that a command with this key wrote, if it did."""
        with self._reading() as session:
            return reads.entry_by_key(session, campaign_id, key)

    def entry_by_pending(self, pending_id: str) -> Entry | None:
        """The entry in which a deed under way ended, if it did: it is stored under the deed's own id."""
        with self._reading() as session:
            return reads.entry_by_pending(session, pending_id)

    def pendings(self, campaign_id: str) -> tuple[Pending, ...]:
        """What is under way in a campaign."""
        with self._reading() as session:
            reads.genesis(session, campaign_id)
            return reads.pendings(session, campaign_id)

    def under_way(self, kinds: Collection[str]) -> Mapping[str, int]:
        """How many deeds of these kinds are under way, for each campaign that has any."""
        with self._reading() as session:
            return reads.under_way(session, kinds)

    def pending(self, pending_id: str) -> Pending:
        """A deed under way; Stale when it was finished or called off."""
        with self._reading() as session:
            return pending_record(reads.pending_row(session, pending_id))

    def create(self, name: str, game: str, setup: dict[str, Json], *, key: str) -> Campaign:
        """A new campaign; the same key again returns the first one."""
        return self._write(lambda session: commands.create(session, name, game, setup, key))

    def adopt(self, campaign: Campaign, entries: Sequence[Entry], *, as_name: str | None = None) -> Campaign:
        """Take in a whole campaign whose chain was verified, in one transaction; its id may change."""
        return self._write(lambda session: commands.adopt(session, campaign, entries, as_name))

    def append(
        self,
        campaign_id: str,
        draft: Draft,
        *,
        key: str,
        expect: int | None = None,
        closes: str | None = None,
    ) -> Entry:
        """Write the next entry, if the campaign still stands at `expect`; a known key returns its entry."""
        appended = self._write(
            lambda session: commands.append(session, campaign_id, draft, key, expect, closes), self._publish
        )
        return appended.entry

    def append_all(
        self, campaign_id: str, drafts: Sequence[Draft], *, keys: Sequence[str], expect: int
    ) -> tuple[Entry, ...]:
        """Write several entries in one transaction, if the campaign still stands at `expect`: all or none."""

        def work(session: Session) -> list[commands.Appended]:
            each = enumerate(zip(drafts, keys, strict=True))
            return [
                commands.append(session, campaign_id, draft, key, expect + number, None)
                for number, (draft, key) in each
            ]

        return tuple(one.entry for one in self._write(work, self._publish_all))

    def begin(
        self,
        campaign_id: str,
        *,
        kind: str,
        title: str,
        actor: Signed,
        setup: Json,
        base_seq: int,
        rules_version: str = "",
        holds: Sequence[str] = (),
        answers: Sequence[Json] = (),
        key: str | None = None,
        expect: int | None = None,
    ) -> Pending:
        """Put a deed under way and hold what it needs; the key becomes its id, so a retry is harmless."""
        wanted = Pending(
            id=uuid4().hex if key is None else key,
            campaign=campaign_id,
            kind=kind,
            title=title,
            actor=actor_of(actor).name,
            setup=setup,
            base_seq=base_seq,
            rules_version=rules_version,
            answers=list(answers),
            holds=list(holds),
            revision=1,
            updated_at="",
            who=actor_of(actor).who,
        )
        return self._write(lambda session: commands.begin(session, wanted, expect), self._stir)

    def put_answers(
        self,
        pending_id: str,
        answers: Sequence[Json],
        *,
        expect_step: int,
        expect_revision: int | None = None,
    ) -> Pending:
        """Replace the answers so far; Stale at another step, or (after a take-back) another revision."""
        given = list(answers)
        return self._write(
            lambda session: commands.put_answers(session, pending_id, given, expect_step, expect_revision),
            self._stir,
        )

    def drop(self, pending_id: str) -> bool:
        """Call a deed under way off; false when it was already gone."""
        dropped = self._write(lambda session: commands.drop(session, pending_id), self._stir_campaign)
        return bool(dropped)

    def find_pass(self, code: str) -> Pass | None:
        """The pass of this code, if there is one."""
        with self._reading() as session:
            return passes.find(session, code)

    def passes(self, campaign_id: str) -> tuple[Pass, ...]:
        """All passes into a campaign."""
        with self._reading() as session:
            return passes.of_campaign(session, campaign_id)

    def issue(self, wanted: Sequence[Pass], *, instead_of: Sequence[str] = ()) -> tuple[Pass, ...]:
        """Issue passes, and take those away that they replace, in one transaction; screens hear of it."""
        issued = self._write(lambda session: passes.issue(session, wanted, instead_of), self._stir_passes)
        return issued.passes

    def subscribe(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        """Hear of each new entry, in order, from the writer thread after its commit; returns how to leave."""
        return self._subscribers.add(callback)

    def subscribe_stirs(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        """Hear, in the same way, when something under way in a campaign has begun, gone on or ended."""
        return self._stirred.add(callback)

    def verify(self, campaign_id: str, is_unwanted: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
        """Sentences on everything in a campaign that is not as it was written; none when all is well."""
        with self._reading() as session:
            found = tuple(reads.chain_faults(session, campaign_id, is_unwanted))
        return (*found, *self._unreadable(campaign_id))

    def _unreadable(self, campaign_id: str) -> Iterator[str]:
        """What stands beside the chain and cannot be read; whatever is sound is no fault."""
        for name, read in (("The codes", self.passes), ("The deeds under way", self.pendings)):
            try:
                read(campaign_id)
            except Malformed as error:
                yield f"{name} cannot be read: {error.sentence}"

    def verify_file(self) -> tuple[str, ...]:
        """Sentences on damage to the file itself, or to the guards in it; none when all is well."""
        try:
            with closing(connect_reader(self.path, nobody_writes=self._nobody_writes)) as connection:
                check_current(connection, self.path)
                return (*_damage(connection), *missing_guards(connection))
        except AssistantError as error:
            return (error.sentence,)
        except SQLITE_TROUBLE as error:
            return (str(trouble(error, self.path)),)

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        try:
            with Session(self._readers) as session:
                yield session
        except (SQLAlchemyError, *UNREADABLE) as error:
            raise trouble(error, self.path) from error

    def _write(self, work: Callable[[Session], T], after: Callable[[T], None] | None = None) -> T:
        if self._writer is None:
            raise Illegal(
                "read-only",
                "The campaign database was opened to read only; nothing was recorded.",
                do="The window of the server says why. Put that right, and start it again.",
            )
        return self._writer.run(work, after)

    def _publish(self, appended: commands.Appended) -> None:
        if appended.is_new:
            self._subscribers.tell(appended.entry.campaign, appended.entry.seq)

    def _publish_all(self, appended: Sequence[commands.Appended]) -> None:
        for one in appended:
            self._publish(one)

    def _stir(self, pending: Pending) -> None:
        self._stirred.tell(pending.campaign, pending.revision)

    def _stir_passes(self, issued: Issued) -> None:
        for campaign in issued.campaigns:
            self._stirred.tell(campaign, 0)

    def _stir_campaign(self, campaign_id: str) -> None:
        if campaign_id:
            self._stirred.tell(campaign_id, 0)


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    for (finding,) in connection.execute("PRAGMA integrity_check(20)"):
        if finding != "ok":
            yield f"The database file is damaged: {finding}."
    for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"A row of the table {table} belongs to a {parent} that is not there."
