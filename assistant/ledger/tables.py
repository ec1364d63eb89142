"""The rows as SQLModel maps them. They check nothing themselves, so they never leave the ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from assistant.ledger.chain import canonical, entry_hash
from assistant.ledger.records import Campaign, Draft, Entry, Pass, Pending

DIGEST_LENGTH = 64
PLAIN = ("seq", "at", "kind", "title", "actor", "undoes", "rules_version", "pack_hash", "key", "previous")
SPELLED = ("setup", "answers", "facts", "log")
"""What an entry's row holds as it is, and what it holds as JSON in its canonical spelling."""


class Row(SQLModel, registry=registry()):
    """The base of our rows, with metadata of its own so that no other SQLModel table mixes in."""


class CampaignRow(Row, table=True):
    """A campaign as it was created; nothing in it ever changes."""

    __tablename__ = "campaign"

    id: str = Field(primary_key=True)
    name: str
    game: str
    created_at: str
    setup: str
    origin: str
    genesis: str
    key: str


class EntryRow(Row, table=True):
    """One written deed; JSON values stand in it in their canonical spelling."""

    __tablename__ = "entry"

    campaign: str = Field(primary_key=True, foreign_key="campaign.id")
    seq: int = Field(primary_key=True)
    key: str
    at: str
    kind: str
    title: str
    actor: str
    setup: str
    answers: str
    facts: str
    log: str
    undoes: int | None
    rules_version: str
    pack_hash: str
    previous: str
    hash: str
    who: str


class PendingRow(Row, table=True):
    """One deed under way; the only rows that change and go."""

    __tablename__ = "pending"

    id: str = Field(primary_key=True)
    campaign: str = Field(foreign_key="campaign.id")
    kind: str
    title: str
    actor: str
    setup: str
    base_seq: int
    rules_version: str
    answers: str
    holds: str
    revision: int
    updated_at: str
    who: str


class CheckpointRow(Row, table=True):
    """A world put by after an entry; it may be thrown away at any time."""

    __tablename__ = "checkpoint"

    campaign: str = Field(primary_key=True, foreign_key="campaign.id")
    seq: int = Field(primary_key=True)
    hash: str
    version: str
    world: str


class PassRow(Row, table=True):
    """A code that lets somebody in; taken away when it is issued anew."""

    __tablename__ = "pass"

    code: str = Field(primary_key=True)
    campaign: str = Field(foreign_key="campaign.id")
    role: str
    seat: str
    area: str
    label: str
    issued_at: str


def _listed(text: str) -> list[Any]:
    """A stored list; whatever else stands there is no more what was written."""
    found = json.loads(text)
    if not isinstance(found, list):
        raise ValueError("a stored list is none")
    return found


def set_up_as(text: str) -> dict[str, Any]:
    """What a campaign was set up with, as it is stored; it names things, whatever they are."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("a stored object is none")
    return found


def pass_record(row: PassRow) -> Pass:
    """The pass in a row."""
    return Pass(row.code, row.campaign, row.role, row.seat, row.area, row.label, row.issued_at)


def campaign_record(row: CampaignRow, head: int, head_hash: str) -> Campaign:
    """The campaign in a row, with where its ledger stands."""
    return Campaign(
        id=row.id,
        name=row.name,
        game=row.game,
        created_at=row.created_at,
        setup=set_up_as(row.setup),
        head=head,
        head_hash=head_hash,
        origin=row.origin,
        genesis=row.genesis,
    )


def entry_record(row: EntryRow) -> Entry:
    """The entry in a row."""
    return Entry(
        campaign=row.campaign,
        seq=row.seq,
        key=row.key,
        at=row.at,
        kind=row.kind,
        title=row.title,
        actor=row.actor,
        setup=json.loads(row.setup),
        answers=_listed(row.answers),
        facts=_listed(row.facts),
        log=_listed(row.log),
        undoes=row.undoes,
        rules_version=row.rules_version,
        pack_hash=row.pack_hash,
        previous=row.previous,
        hash=row.hash,
        who=tuple(_listed(row.who)),
    )


def put_by_marked(world: str) -> str:
    """A world's text with its digest before it: nothing else would show that it was altered."""
    return f"{sha256(world.encode()).hexdigest()}{world}"


def put_by_whole(stored: str) -> str | None:
    """A world's text as it was put by; none of one that was altered, or stands there without a digest."""
    world = stored[DIGEST_LENGTH:]
    return world if stored == put_by_marked(world) else None


def stored_hash(stored: Mapping[str, Any]) -> str:
    """The hash of an entry's row as it stands there: what is spelled canonically need not be read for it."""
    who = {} if stored["who"] == canonical([]) else {"who": stored["who"]}
    spelled = (
        {name: canonical(stored[name]) for name in PLAIN} | {name: stored[name] for name in SPELLED} | who
    )
    content = ",".join(f"{canonical(name)}:{spelled[name]}" for name in sorted(spelled))
    return sha256(f"{{{content}}}".encode()).hexdigest()


def pending_record(row: PendingRow) -> Pending:
    """The pending deed in a row."""
    return Pending(
        id=row.id,
        campaign=row.campaign,
        kind=row.kind,
        title=row.title,
        actor=row.actor,
        setup=json.loads(row.setup),
        base_seq=row.base_seq,
        rules_version=row.rules_version,
        answers=_listed(row.answers),
        holds=_listed(row.holds),
        revision=row.revision,
        updated_at=row.updated_at,
        who=tuple(_listed(row.who)),
    )


def sealed(draft: Draft, *, campaign: str, seq: int, key: str, at: str, previous: str) -> Entry:
    """The draft as an entry at its place in the chain, read back from JSON exactly as it will be later."""
    plain: dict[str, Any] = json.loads(
        canonical({"setup": draft.setup, "answers": draft.answers, "facts": draft.facts, "log": [*draft.log]})
    )
    entry = Entry(
        campaign=campaign,
        seq=seq,
        key=key,
        at=at,
        kind=draft.kind,
        title=draft.title,
        actor=draft.actor,
        setup=plain["setup"],
        answers=plain["answers"],
        facts=plain["facts"],
        log=plain["log"],
        undoes=draft.undoes,
        rules_version=draft.rules_version,
        pack_hash=draft.pack_hash,
        who=draft.who,
        previous=previous,
        hash="",
    )
    return replace(entry, hash=entry_hash(entry))


def entry_columns(entry: Entry) -> dict[str, str | int | None]:
    """What an entry's row holds, column by column."""
    return {
        "campaign": entry.campaign,
        "seq": entry.seq,
        "key": entry.key,
        "at": entry.at,
        "kind": entry.kind,
        "title": entry.title,
        "actor": entry.actor,
        "setup": canonical(entry.setup),
        "answers": canonical(entry.answers),
        "facts": canonical(entry.facts),
        "log": canonical([*entry.log]),
        "undoes": entry.undoes,
        "rules_version": entry.rules_version,
        "pack_hash": entry.pack_hash,
        "previous": entry.previous,
        "hash": entry.hash,
        "who": canonical([*entry.who]),
    }
