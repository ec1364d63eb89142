"""The schema and how it came about: ordered steps, each written once and never changed afterwards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from assistant.kernel.errors import Illegal, Malformed
from assistant.ledger.engines import connect
from assistant.ledger.private import make_private
from assistant.ledger.trouble import damaged

APPLICATION_ID = int.from_bytes(b"RoPA", "big")

Migration = Callable[[sqlite3.Connection], None]

# Tables without rowid: a foreign program could otherwise REPLACE an entry by its rowid, past every trigger.
VERSION_1 = (
    """
    CREATE TABLE campaign (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        game TEXT NOT NULL,
        created_at TEXT NOT NULL,
        setup TEXT NOT NULL,
        origin TEXT NOT NULL,
        genesis TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE entry (
        campaign TEXT NOT NULL REFERENCES campaign (id),
        seq INTEGER NOT NULL CHECK (seq > 0),
        key TEXT NOT NULL,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        actor TEXT NOT NULL,
        setup TEXT NOT NULL,
        answers TEXT NOT NULL,
        facts TEXT NOT NULL,
        log TEXT NOT NULL,
        undoes INTEGER CHECK (undoes > 0 AND undoes < seq),
        rules_version TEXT NOT NULL,
        pack_hash TEXT NOT NULL,
        previous TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (campaign, seq),
        UNIQUE (campaign, key)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE pending (
        id TEXT PRIMARY KEY,
        campaign TEXT NOT NULL REFERENCES campaign (id),
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        actor TEXT NOT NULL,
        setup TEXT NOT NULL,
        base_seq INTEGER NOT NULL,
        rules_version TEXT NOT NULL,
        answers TEXT NOT NULL,
        holds TEXT NOT NULL,
        revision INTEGER NOT NULL,
        updated_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX pending_by_campaign ON pending (campaign)",
    "CREATE INDEX campaign_by_genesis ON campaign (genesis)",
    """
    CREATE TRIGGER entry_stays BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never deleted'); END
    """,
    """
    CREATE TRIGGER entry_unchanged BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never changed'); END
    """,
    # With recursive_triggers off a REPLACE does not wake the DELETE trigger, but it does wake this one.
    """
    CREATE TRIGGER entry_follows BEFORE INSERT ON entry
    BEGIN
        SELECT RAISE(ABORT, 'the ledger is append-only: this entry is already written')
        WHERE EXISTS (SELECT 1 FROM entry WHERE campaign = NEW.campaign AND seq = NEW.seq)
           OR EXISTS (SELECT 1 FROM entry WHERE campaign = NEW.campaign AND key = NEW.key);
        SELECT RAISE(ABORT, 'an entry takes the next number')
        WHERE NEW.seq IS NOT 1 + coalesce((SELECT max(seq) FROM entry WHERE campaign = NEW.campaign), 0);
        SELECT RAISE(ABORT, 'an entry follows the hash of the one before it')
        WHERE NEW.previous IS NOT coalesce(
            (SELECT hash FROM entry WHERE campaign = NEW.campaign ORDER BY seq DESC LIMIT 1),
            (SELECT genesis FROM campaign WHERE id = NEW.campaign)
        );
    END
    """,
    """
    CREATE TRIGGER campaign_stays BEFORE DELETE ON campaign
    BEGIN SELECT RAISE(ABORT, 'a campaign is never deleted'); END
    """,
    """
    CREATE TRIGGER campaign_unchanged BEFORE UPDATE ON campaign
    BEGIN SELECT RAISE(ABORT, 'a campaign is never changed'); END
    """,
    """
    CREATE TRIGGER campaign_new BEFORE INSERT ON campaign
    BEGIN
        SELECT RAISE(ABORT, 'this campaign is already there')
        WHERE EXISTS (SELECT 1 FROM campaign WHERE id = NEW.id OR key = NEW.key);
    END
    """,
)


def create_everything(connection: sqlite3.Connection) -> None:
    """Version 1: campaigns, entries, pending deeds, and the triggers that guard them."""
    for statement in VERSION_1:
        connection.execute(statement)


VERSION_2 = """
    CREATE TABLE checkpoint (
        campaign TEXT NOT NULL REFERENCES campaign (id),
        seq INTEGER NOT NULL CHECK (seq > 0),
        hash TEXT NOT NULL,
        version TEXT NOT NULL,
        world TEXT NOT NULL,
        PRIMARY KEY (campaign, seq)
    ) STRICT
    """


def add_checkpoints(connection: sqlite3.Connection) -> None:
    """Version 2: worlds put by, so that a long campaign opens sooner; nothing depends on them."""
    connection.execute(VERSION_2)


VERSION_3 = """
    CREATE TABLE pass (
        code TEXT PRIMARY KEY,
        campaign TEXT NOT NULL REFERENCES campaign (id),
        role TEXT NOT NULL,
        seat TEXT NOT NULL,
        area TEXT NOT NULL,
        label TEXT NOT NULL,
        issued_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """


def add_passes(connection: sqlite3.Connection) -> None:
    """Version 3: the codes with which phones, helpers and the projector come in; never exported."""
    connection.execute(VERSION_3)
    connection.execute("CREATE INDEX pass_by_campaign ON pass (campaign)")


def add_who(connection: sqlite3.Connection) -> None:
    """Version 4: who did a deed, beside the name it is signed with; of older deeds only the name is known."""
    for table in ("entry", "pending"):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN who TEXT NOT NULL DEFAULT '[]'")


MIGRATIONS: tuple[Migration, ...] = (create_everything, add_checkpoints, add_passes, add_who)


def prepare(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Make a new database, or bring an older one up to date; refuse a foreign or newer one untouched."""
    with closing(connect(path, "rwc")) as connection:
        version = check_ours(connection, path, migrations)
        if 0 < version < len(migrations):
            _keep_copy(connection, kept_copy(path, version))
        migrate(connection, migrations)


def check_ours(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> int:
    """The schema version of a campaign database (0 = still empty); refuse any other file."""
    application, version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    is_empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if (application, version) == (APPLICATION_ID, len(migrations)):
        return version
    if _objects(connection) == _model(migrations):
        # Of all this assistant's tables none is missing or older: it is the two numbers that were changed.
        raise damaged(path)
    if application != APPLICATION_ID and not (is_empty and application == version == 0):
        raise Malformed(
            "foreign-database",
            f"The file {path} belongs to another program; it is not a campaign database.",
            do="Name a campaign database, or a file that does not exist yet.",
        )
    if version > len(migrations):
        raise Illegal(
            "newer-database",
            f"The file {path} was written by a newer assistant (its schema is {version}, "
            f"this assistant knows {len(migrations)}).",
            do=_instead(path, len(migrations)),
        )
    return version


def _instead(path: Path, known: int) -> str:
    """What to do with a newer database; what it was before is kept beside it if it ever was an older one."""
    copies = (kept_copy(path, version) for version in range(known, 0, -1))
    kept = next((one for one in copies if one.exists()), None)
    if kept is None:
        return "Open it with the newer assistant."
    return (
        "Open it with the newer assistant. Or go on from before that one, without what was done since: copy "
        f"{kept.name}, which lies beside it, as {path.name} into an empty folder, and name that folder "
        "with --instance."
    )


def kept_copy(path: Path, version: int) -> Path:
    """Where a database is kept as it was under an older schema."""
    return path.with_name(f"{path.stem}-schema-{version}{path.suffix}")


def check_current(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse to read a database that must first be brought up to date by a writer."""
    if check_ours(connection, path) < len(MIGRATIONS):
        raise Illegal(
            "older-database",
            f"The file {path} was written by an older assistant, or is still empty.",
            do="Start the server once, or any command that writes: that brings it up to date.",
        )


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Take the steps that this database has not taken yet, each in a transaction of its own."""
    for number in range(_pragma(connection, "user_version") + 1, len(migrations) + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            migrations[number - 1](connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def missing_guards(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Sentences on tables, indexes and triggers that are gone or no longer what we made them."""
    wanted, found = _model(MIGRATIONS), _objects(connection)
    return tuple(
        f"The {kind} {name} {'was changed' if (kind, name) in found else 'is missing'}."
        for (kind, name), text in wanted.items()
        if found.get((kind, name)) != text
    )


def _model(migrations: Sequence[Migration]) -> dict[tuple[str, str], str]:
    """What these steps make of an empty database."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model, migrations)
        return _objects(model)


def _objects(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    return {(kind, name): text for kind, name, text in rows}


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _keep_copy(connection: sqlite3.Connection, copy: Path) -> None:
    """Before a step changes a database, put its old state aside."""
    make_private(copy)
    with closing(connect(copy, "rwc")) as target:
        connection.backup(target)
