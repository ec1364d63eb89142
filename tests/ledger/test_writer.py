"""The one writer: many callers, savepoints, group commit, and a disk that fills up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, text
from sqlmodel import Session

from assistant.kernel.errors import Illegal
from assistant.ledger.engines import reader_engine, writer_engine
from assistant.ledger.migrate import prepare
from assistant.ledger.records import Campaign, Draft
from assistant.ledger.store import Ledger
from assistant.ledger.writer import COMMITS_PER_CHECKPOINT, Writer

MakeDraft = Callable[..., Draft]
Work = Callable[[Session], str]


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    prepare(tmp_path / "writer.sqlite")
    return writer_engine(tmp_path / "writer.sqlite")


@pytest.fixture
def writer(engine: Engine, tmp_path: Path) -> Iterator[Writer]:
    opened = Writer(engine, tmp_path / "writer.sqlite")
    yield opened
    opened.close()


@contextmanager
def kept_busy(writer: Writer) -> Iterator[None]:
    """Keeps the writer from looking at its queue for a while."""
    begun, go = threading.Event(), threading.Event()

    def wait(_: Session) -> None:
        begun.set()
        go.wait(10)

    writer.submit(wait)
    assert begun.wait(10)
    try:
        yield
    finally:
        go.set()


@pytest.fixture
def together(writer: Writer) -> Callable[..., list[Future[str]]]:
    """Queues commands while the writer is busy, so that they share one transaction."""

    def submit(*works: Work) -> list[Future[str]]:
        with kept_busy(writer):
            futures = [writer.submit(work) for work in works]
        for future in futures:
            future.exception(10)
        return futures

    return submit


def add(name: str, campaign_setup: str = "{}") -> Work:
    """A command that writes one row."""

    def work(session: Session) -> str:
        values = {"name": name, "setup": campaign_setup}
        statement = "INSERT INTO campaign VALUES (:name, :name, 'toy', '', :setup, '', '', :name)"
        session.connection().execute(text(statement), values)
        return name

    return work


def add_and_fail(session: Session) -> str:
    add("half-done")(session)
    raise Illegal("no", "Not allowed.")


def names(tmp_path: Path) -> list[str]:
    engine = reader_engine(tmp_path / "writer.sqlite")
    with engine.connect() as connection:
        found = [
            str(name) for name in connection.execute(text("SELECT id FROM campaign ORDER BY id")).scalars()
        ]
    engine.dispose()
    return found


def test_commands_that_wait_together_share_a_commit(
    together: Callable[..., list[Future[str]]], engine: Engine, tmp_path: Path
) -> None:
    commits: list[str] = []
    event.listen(engine, "commit", lambda _: commits.append("commit"))
    together(add("a"), add("b"), add("c"))
    assert names(tmp_path) == ["a", "b", "c"]
    assert len(commits) == 2


def test_a_failing_command_undoes_only_itself(
    together: Callable[..., list[Future[str]]], tmp_path: Path
) -> None:
    before, failed, after = together(add("before"), add_and_fail, add("after"))
    assert (before.result(), after.result()) == ("before", "after")
    assert isinstance(failed.exception(), Illegal)
    assert names(tmp_path) == ["after", "before"]


def test_a_command_that_breaks_a_rule_of_the_database_undoes_only_itself(
    together: Callable[..., list[Future[str]]], tmp_path: Path
) -> None:
    first, second, other = together(add("same"), add("same"), add("other"))
    assert (first.result(), other.result()) == ("same", "other")
    refusal = second.exception()
    assert isinstance(refusal, Illegal)
    assert "already there" in refusal.sentence
    assert names(tmp_path) == ["other", "same"]


def test_nobody_is_answered_before_the_commit(writer: Writer, engine: Engine) -> None:
    answered: list[bool] = []
    own: list[Future[str]] = []
    event.listen(engine, "commit", lambda _: answered.extend(future.done() for future in own))
    with kept_busy(writer):
        own += [writer.submit(add("a")), writer.submit(add_and_fail)]
    own[0].result(10)
    assert answered == [False, False, False, False]


def test_when_the_commit_fails_nobody_is_told_that_it_worked(
    together: Callable[..., list[Future[str]]], tmp_path: Path
) -> None:
    def orphan(session: Session) -> str:
        session.connection().execute(text("PRAGMA defer_foreign_keys = ON"))
        values = "'p', 'nowhere', '', '', '', '', 0, '', '', '', 1, '', '[]'"
        session.connection().execute(text(f"INSERT INTO pending VALUES ({values})"))
        return "orphan"

    good, bad = together(add("good"), orphan)
    assert isinstance(good.exception(), Illegal)
    assert isinstance(bad.exception(), Illegal)
    assert names(tmp_path) == []


def test_when_sqlite_gives_up_the_transaction_nobody_is_told_that_it_worked(
    together: Callable[..., list[Future[str]]], tmp_path: Path
) -> None:
    def give_up(session: Session) -> str:
        session.connection().exec_driver_sql("ROLLBACK")
        raise OSError("as after an error of the disk")

    for future in together(add("before"), give_up, add("after")):
        assert isinstance(future.exception(), Illegal)
    assert names(tmp_path) == []


def test_a_full_disk_loses_nothing_that_was_acknowledged(
    together: Callable[..., list[Future[str]]], writer: Writer, tmp_path: Path
) -> None:
    def limit(pages: int) -> Callable[[Session], object]:
        return lambda session: session.connection().execute(text(f"PRAGMA max_page_count = {pages}")).scalar()

    def fill(session: Session) -> str:
        return add("big", "x" * 5_000_000)(session)

    writer.run(limit(1))
    small, big, late = together(add("small"), fill, add("late"))
    refusal = big.exception()
    assert isinstance(refusal, Illegal)
    assert refusal.code == "disk-full"
    acknowledged = {future.result() for future in (small, late) if future.exception() is None}
    assert set(names(tmp_path)) == acknowledged
    writer.run(limit(1_000_000))
    writer.run(add("afterwards"))
    assert "afterwards" in names(tmp_path)


def test_what_is_queued_when_the_writer_closes_is_still_written(writer: Writer, tmp_path: Path) -> None:
    with kept_busy(writer):
        futures = [writer.submit(add(f"{n:03}")) for n in range(150)]
        closing = threading.Thread(target=writer.close)
        closing.start()
    closing.join(10)
    assert names(tmp_path) == [future.result(0) for future in futures]


def test_ten_threads_write_without_gap_fork_or_lock(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    start = threading.Barrier(10)

    def write(writer: int) -> list[int]:
        start.wait()
        return [
            ledger.append(campaign.id, deed(f"{writer} does {n}"), key=f"{writer}-{n}").seq for n in range(15)
        ]

    with ThreadPoolExecutor(10) as pool:
        numbers = [seq for seqs in pool.map(write, range(10)) for seq in seqs]
    assert sorted(numbers) == list(range(1, 151))
    assert ledger.verify(campaign.id) == ()
    entries = ledger.entries(campaign.id)
    assert [entry.previous for entry in entries] == [
        campaign.genesis,
        *(entry.hash for entry in entries[:-1]),
    ]


def test_the_write_ahead_log_does_not_grow_for_ever(writer: Writer, tmp_path: Path) -> None:
    log = tmp_path / "writer.sqlite-wal"
    for n in range(COMMITS_PER_CHECKPOINT + 1):
        writer.run(add(f"{n}"))
    once = log.stat().st_size
    for n in range(COMMITS_PER_CHECKPOINT):
        writer.run(add(f"again-{n}"))
    assert log.stat().st_size < 1.5 * once
