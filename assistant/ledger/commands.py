"""What changes the database, each within the writer's session; refusals leave nothing behind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

from sqlalchemy import insert
from sqlmodel import Session, col, select

from assistant.kernel.asking import count_of
from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal, Malformed, Stale
from assistant.ledger import chain, reads
from assistant.ledger.clock import utc_now
from assistant.ledger.holding import refuse_if_held
from assistant.ledger.naming import free_slug, slug
from assistant.ledger.records import Campaign, Checkpoint, Draft, Entry, Pending
from assistant.ledger.seen import is_all_seen
from assistant.ledger.tables import (
    CampaignRow,
    CheckpointRow,
    EntryRow,
    PendingRow,
    campaign_record,
    entry_columns,
    pending_record,
    put_by_marked,
    sealed,
)

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Appended:
    """An entry, and whether this command wrote it or an earlier one with the same key."""

    entry: Entry
    is_new: bool


def create(session: Session, name: str, game: str, setup: dict[str, Json], key: str) -> Campaign:
    """A new campaign, or the one that this key made before."""
    _require_key(key)
    made = session.exec(select(CampaignRow).where(CampaignRow.key == key)).first()
    if made is not None:
        return reads.with_head(session, made)
    plain: dict[str, Json] = json.loads(chain.canonical(setup))
    born, origin = utc_now(), uuid4().hex
    start = chain.genesis(game=game, setup=plain, created_at=born, origin=origin)
    row = CampaignRow(
        id=_free_id(session, slug(name)),
        name=_proper_name(name),
        game=game,
        created_at=born,
        setup=chain.canonical(plain),
        origin=origin,
        genesis=start,
        key=key,
    )
    session.add(row)
    return campaign_record(row, 0, start)


def adopt(session: Session, campaign: Campaign, entries: Sequence[Entry], as_name: str | None) -> Campaign:
    """A campaign that was written elsewhere, entry by entry as it stands there."""
    if as_name is None:
        _refuse_twin(session, campaign, entries)
    name = _proper_name(as_name or campaign.name)
    campaign_id = _free_id(session, slug(as_name) if as_name else slug(campaign.id))
    row = CampaignRow(
        id=campaign_id,
        name=name,
        game=campaign.game,
        created_at=campaign.created_at,
        setup=chain.canonical(campaign.setup),
        origin=campaign.origin,
        genesis=campaign.genesis,
        key=f"import-{uuid4().hex}",
    )
    session.add(row)
    session.flush()
    for entry in entries:
        # One by one: each is checked by the triggers against the one before it.
        session.connection().execute(insert(EntryRow), entry_columns(replace(entry, campaign=campaign_id)))
    return reads.with_head(session, row)


def _refuse_twin(session: Session, campaign: Campaign, entries: Sequence[Entry]) -> None:
    """What is here already is named: just the same before the one of that id, and that before copies."""
    rows = session.exec(select(CampaignRow).where(CampaignRow.genesis == campaign.genesis)).all()
    last = entries[-1].hash if entries else campaign.genesis
    twins = [reads.with_head(session, row) for row in rows]
    twin = min(twins, key=lambda one: (one.head_hash != last, one.id != campaign.id), default=None)
    if twin is None:
        return
    is_same, size = twin.head_hash == last, count_of(twin.head, "entry", "entries")
    raise Illegal(
        "already-here",
        f'This campaign is already here as "{twin.id}", with '
        f"{f'the same {size}' if is_same else f'{size} (the file has {len(entries)})'}.",
        do="To have both, import it under another name with --as NAME.",
    )


def append(
    session: Session, campaign_id: str, draft: Draft, key: str, expect: int | None, closes: str | None
) -> Appended:
    """The next entry, or the one that this key wrote before."""
    _require_key(key)
    start = reads.genesis(session, campaign_id)
    written = reads.entry_by_key(session, campaign_id, key)
    if written is not None:
        return Appended(written, is_new=False)
    last, last_hash = reads.head(session, campaign_id, start)
    _require_head(last, expect)
    if draft.undoes is not None and not 0 < draft.undoes <= last:
        raise Illegal(
            "unknown-entry",
            f"There is no entry {draft.undoes} to take back: the last one is {last}.",
            do="`assistant campaign show` lists the entries with their numbers.",
        )
    if closes is not None:
        session.delete(_pending_of(session, closes, campaign_id))
    entry = sealed(draft, campaign=campaign_id, seq=last + 1, key=key, at=utc_now(), previous=last_hash)
    session.connection().execute(insert(EntryRow), entry_columns(entry))
    return Appended(entry, is_new=True)


def begin(session: Session, wanted: Pending, expect: int | None) -> Pending:
    """A deed under way, unless another one holds what it needs; known by its id, begun once."""
    _require_key(wanted.id)
    start = reads.genesis(session, wanted.campaign)
    last, _ = reads.head(session, wanted.campaign, start)
    if session.get(PendingRow, wanted.id) is not None:
        return pending_record(_pending_of(session, wanted.id, wanted.campaign))
    _require_head(last, expect)
    refuse_if_held(reads.pendings(session, wanted.campaign), wanted.holds)
    row = PendingRow(
        id=wanted.id,
        campaign=wanted.campaign,
        kind=wanted.kind,
        title=wanted.title,
        actor=wanted.actor,
        setup=chain.canonical(wanted.setup),
        base_seq=wanted.base_seq,
        rules_version=wanted.rules_version,
        answers=chain.canonical(wanted.answers),
        holds=chain.canonical([*wanted.holds]),
        revision=wanted.revision,
        updated_at=utc_now(),
        who=chain.canonical([*wanted.who]),
    )
    session.add(row)
    return pending_record(row)


def put_answers(
    session: Session, pending_id: str, answers: list[Json], expect_step: int, expect_revision: int | None
) -> Pending:
    """Replace the answers given so far, if the caller saw the present ones."""
    row = reads.pending_row(session, pending_id)
    now = pending_record(row)
    text = chain.canonical(answers)
    # A retry whose first attempt went through finds its own answers already there.
    if text == row.answers:
        return now
    if now.step != expect_step or expect_revision not in (None, now.revision):
        raise Stale(
            "stale-step",
            f'Somebody was faster: "{now.title}" has gone on to step {now.step}.',
            do="Look at the question again before you answer.",
        )
    row.answers, row.revision, row.updated_at = text, now.revision + 1, utc_now()
    session.add(row)
    return pending_record(row)


def put_by(session: Session, campaign_id: str, checkpoint: Checkpoint, keep: int) -> None:
    """Put a world by, and throw away all but the newest few of its campaign."""
    # Not the canonical form: in which order forces and figures came is part of the world.
    world = json.dumps(checkpoint.world, separators=(",", ":"), ensure_ascii=False)
    session.merge(
        CheckpointRow(
            campaign=campaign_id,
            seq=checkpoint.seq,
            hash=checkpoint.hash,
            version=checkpoint.version,
            world=put_by_marked(world),
        )
    )
    session.flush()
    newest = select(CheckpointRow).where(CheckpointRow.campaign == campaign_id)
    for row in session.exec(newest.order_by(col(CheckpointRow.seq).desc()).offset(keep)).all():
        session.delete(row)


def drop(session: Session, pending_id: str) -> str:
    """Call a pending deed off; says in which campaign, or nothing when it was already gone."""
    row = session.get(PendingRow, pending_id)
    if row is None:
        return ""
    session.delete(row)
    return row.campaign


def _pending_of(session: Session, pending_id: str, campaign_id: str) -> PendingRow:
    row = reads.pending_row(session, pending_id)
    if row.campaign != campaign_id:
        raise Illegal("wrong-campaign", f'"{row.title}" is under way in another campaign.')
    return row


def _require_head(last: int, expect: int | None) -> None:
    if expect is not None and expect != last:
        raise Stale(
            "stale-version",
            f"The campaign has moved on: you saw entry {expect}, and it stands at {last}.",
            do="Look again, then decide anew.",
        )


def _require_key(key: str) -> None:
    if not key.strip():
        raise Malformed("no-key", "A command needs a key of its own, so that a retry is recognised.")


def _proper_name(given: str) -> str:
    name = given.strip()
    if not name:
        raise Malformed("no-name", "A campaign needs a name.", do='Give it one, such as "Spring convention".')
    if len(name) > LONGEST_NAME:
        raise Malformed(
            "long-name",
            f"A campaign's name has {LONGEST_NAME} letters at most, and this one has {len(name)}.",
            do="Give it a shorter one; a file is imported under another name with --as NAME.",
        )
    if not is_all_seen(name):
        raise Malformed(
            "unprintable-name",
            "A campaign's name is one line of letters, digits and signs that can be seen.",
            do="Leave out line breaks, tabs and invisible signs.",
        )
    return name


def _free_id(session: Session, wanted: str) -> str:
    return free_slug(wanted, session.exec(select(CampaignRow.id)).all())
