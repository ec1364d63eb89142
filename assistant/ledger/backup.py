"""Copies of the whole database, and the way back from one."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from assistant.kernel.errors import AssistantError, Fault, Illegal, Malformed
from assistant.ledger.clock import file_stamp
from assistant.ledger.engines import connect, connect_reader
from assistant.ledger.files import sync_file, sync_folder
from assistant.ledger.lock import WriteLock, cannot_write
from assistant.ledger.migrate import check_ours, migrate
from assistant.ledger.naming import slug
from assistant.ledger.private import OWNER_ONLY, work_folder
from assistant.ledger.store import Ledger
from assistant.ledger.trouble import SQLITE_TROUBLE, trouble

DAMAGED = "damaged"
"""In the name of a copy in which not everything is as it was written."""


def backup(source: Ledger | Path, folder: Path, note: str = "") -> Path:
    """Copy the database, even while it is written to, into a new verified file with the note in its name."""
    path = source.path if isinstance(source, Ledger) else source
    with _copied(path, folder) as copy:
        if findings := _findings(copy):
            raise _unsound("damaged-database", path, findings, do="Restore an earlier backup.")
        return _put_in_place(copy, folder, note)


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was made, and what is wrong with the entries in it."""

    path: Path
    faults: tuple[str, ...] = ()


def backup_anyway(source: Ledger, folder: Path, note: str) -> Copied:
    """The same, but altered entries are no reason to keep no copy of the others: its name says it first."""
    with _copied(source.path, folder) as copy:
        if findings := _findings_in_file(copy):
            raise _unsound("damaged-database", source.path, findings, do="Restore an earlier backup.")
        faults = _findings_in_chains(copy)
        return Copied(_put_in_place(copy, folder, f"{DAMAGED} {note}" if faults else note), tuple(faults))


@contextmanager
def _copied(path: Path, folder: Path) -> Iterator[Path]:
    """A copy in a folder for half-done things, as one single file."""
    if not path.is_file():
        raise Illegal("no-database", f"There is no campaign database at {path} to back up.")
    with work_folder(folder) as work:
        copy = work / "copy.sqlite"
        try:
            with closing(connect_reader(path)) as reader, closing(connect(copy, "rwc")) as target:
                reader.backup(target)
                _fold_log(target)
        except SQLITE_TROUBLE as error:
            raise trouble(error, path) from error
        yield copy


def restore(database: Path, source: Path, folder: Path) -> Path | None:
    """Put a backup in the database's place; returns where the present one, if any, was saved first."""
    with work_folder(database.parent) as work, WriteLock(database).held("assistant campaign restore"):
        copy = _sound_copy(source, work)
        saved = _save_present(database, folder) if database.exists() else None
        _replace(database, copy)
        return saved


@contextmanager
def opened_copy(source: Path) -> Iterator[Ledger]:
    """A backup to read from, checked from end to end; the file itself is not touched."""
    with (
        tempfile.TemporaryDirectory(prefix="assistant-backup-") as work,
        Ledger.open(_sound_copy(source, Path(work)), read_only=True) as ledger,
    ):
        yield ledger


def _sound_copy(source: Path, work: Path) -> Path:
    """A copy of the backup that was checked from end to end and brought up to date."""
    copy = work / "copy.sqlite"
    _require_readable(source)
    _copy_with_log(source, copy)
    try:
        with closing(connect(copy, "rw")) as connection:
            if check_ours(connection, source) == 0:
                raise _unsound("bad-backup", source, ["the file is empty"], do="Choose another backup.")
            migrate(connection)
            _fold_log(connection)
    except SQLITE_TROUBLE as error:
        # That it is damaged is what this refusal says itself.
        found = trouble(error, source)
        findings = [] if found.code == "damaged-database" else [found.sentence]
        raise _unsound("bad-backup", source, findings, do="Choose another backup.") from error
    if findings := _findings(copy):
        raise _unsound("bad-backup", source, findings, do="Choose another backup.")
    sync_file(copy)
    return copy


def _require_readable(source: Path) -> None:
    try:
        source.open("rb").close()
    except OSError as error:
        raise Malformed(
            "bad-backup",
            f"The file {source} cannot be read: {error.strerror or error}.",
            do="Name a backup that is there.",
        ) from error


def _findings(copy: Path) -> list[str]:
    """Damage in a file, in its guards, or in the chain of any campaign."""
    # A damaged file is not asked for its campaigns: it may well fall apart on the way.
    return _findings_in_file(copy) or _findings_in_chains(copy)


def _findings_in_file(copy: Path) -> list[str]:
    return _found(copy, lambda ledger: ledger.verify_file())


def _findings_in_chains(copy: Path) -> list[str]:
    return _found(copy, chain_findings)


def chain_findings(ledger: Ledger, is_unwanted: Callable[[], bool] = lambda: False) -> Iterator[str]:
    """Everything in any campaign that is not as it was written; it ends where nobody waits."""
    for campaign in ledger.campaigns():
        for sentence in ledger.verify(campaign.id, is_unwanted):
            yield f"{campaign.name}: {sentence}"


def _found(copy: Path, ask: Callable[[Ledger], Iterable[str]]) -> list[str]:
    try:
        with Ledger.open(copy, read_only=True) as ledger:
            return [*ask(ledger)]
    except AssistantError as error:
        return [error.sentence]


def _unsound(code: str, shown: Path, findings: list[str], *, do: str) -> Malformed:
    return Malformed(
        code,
        f"The file {shown} is damaged, or is not a campaign database; nothing was changed.",
        do=do,
        faults=[Fault(str(shown), "", finding) for finding in findings],
    )


def _save_present(database: Path, folder: Path) -> Path:
    """Back up what is about to be replaced; even a damaged database is kept, just as it is."""
    try:
        return backup(database, folder, "before-restore")
    except AssistantError:
        with work_folder(folder) as work:
            copy = work / "copy.sqlite"
            _copy_with_log(database, copy)
            # Folding the log in may be just what the damage prevents; then the bare file must do.
            with suppress(*SQLITE_TROUBLE), closing(connect(copy, "rw")) as connection:
                _fold_log(connection)
            return _put_in_place(copy, folder, DAMAGED)


def _replace(database: Path, copy: Path) -> None:
    """Swap the files. The old log goes first: left behind, it would be played into the new file."""
    with suppress(*SQLITE_TROUBLE), closing(connect(database, "rw")) as connection:
        _fold_log(connection)
    try:
        for leftover in (_beside(database, "-wal"), _beside(database, "-shm")):
            leftover.unlink(missing_ok=True)
        copy.chmod(OWNER_ONLY)
        copy.replace(database)
        sync_folder(database.parent)
    except OSError as error:
        raise cannot_write(database, error) from error


def _put_in_place(copy: Path, folder: Path, note: str) -> Path:
    """Give a finished copy its name; until then nobody mistakes it for a backup."""
    sync_file(copy)
    copy.chmod(OWNER_ONLY)
    words = f"-{slug(note)}" if note.strip() else ""
    stem = f"campaigns-{file_stamp()}{words}"
    for n in count(1):
        target = folder / (f"{stem}.sqlite" if n == 1 else f"{stem}-{n}.sqlite")
        try:
            target.touch(exist_ok=False)
        except FileExistsError:
            continue
        break
    copy.replace(target)
    sync_folder(folder)
    return target


def _copy_with_log(source: Path, copy: Path) -> None:
    """Copy a file that may be a database in use when its computer stopped, with its write-ahead log."""
    shutil.copyfile(source, copy)
    if _beside(source, "-wal").is_file():
        shutil.copyfile(_beside(source, "-wal"), _beside(copy, "-wal"))


def _fold_log(connection: sqlite3.Connection) -> None:
    """Make the database one single file."""
    connection.execute("PRAGMA journal_mode = DELETE").fetchone()


def _beside(database: Path, ending: str) -> Path:
    return database.with_name(database.name + ending)
