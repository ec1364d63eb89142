"""Canonical JSON, and the chain of hashes that shows when a written entry was changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from assistant.kernel.codec import Json
from assistant.kernel.errors import Malformed
from assistant.ledger.records import Entry


def canonical(value: Json) -> str:
    """The one spelling of a JSON value: sorted keys, no spaces, letters as they are."""
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Malformed("not-json", f"This cannot be written down as JSON: {error}.") from error
    return text


def digest(value: Json) -> str:
    """The SHA-256 of a JSON value in its canonical spelling."""
    return sha256(canonical(value).encode()).hexdigest()


def genesis(*, game: str, setup: Json, created_at: str, origin: str) -> str:
    """What the first entry follows; free of id and name, so that an import may change both."""
    return digest({"game": game, "setup": setup, "created_at": created_at, "origin": origin})


def content(entry: Entry) -> dict[str, Json]:
    """All that an entry's hash vouches for, in the order in which a person reads it."""
    # What was written before anybody was known by more than a name is spelled as it was then.
    who: dict[str, Json] = {"who": [*entry.who]} if entry.who else {}
    return {
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.kind,
        "title": entry.title,
        "actor": entry.actor,
        **who,
        "undoes": entry.undoes,
        "setup": entry.setup,
        "answers": entry.answers,
        "facts": entry.facts,
        "log": list(entry.log),
        "rules_version": entry.rules_version,
        "pack_hash": entry.pack_hash,
        "key": entry.key,
        "previous": entry.previous,
    }


def entry_hash(entry: Entry) -> str:
    """The hash that an entry with this content must carry."""
    return digest(content(entry))


def is_sealed(entry: Entry) -> bool:
    """Whether an entry's hash vouches for its content."""
    try:
        return entry_hash(entry) == entry.hash
    except Malformed:
        return False


@dataclass(frozen=True, slots=True)
class Link:
    """All of an entry that its place in the chain rests on, and whether its hash vouches for the rest."""

    seq: int
    key: str
    undoes: int | None
    previous: str
    hash: str
    is_sealed: bool


def link_of(entry: Entry) -> Link:
    """An entry as a link of its chain."""
    return Link(entry.seq, entry.key, entry.undoes, entry.previous, entry.hash, is_sealed(entry))


def faults_in(start: str, entries: Iterable[Entry]) -> Iterator[tuple[int, str]]:
    """Walk the chain from its genesis: each fault as the entry's place in the list and a sentence."""
    return faults_of(start, map(link_of, entries))


def faults_of(start: str, links: Iterable[Link]) -> Iterator[tuple[int, str]]:
    """The same of links."""
    last, expected = 0, start
    seen: set[int] = set()
    keys: dict[str, int] = {}
    for place, entry in enumerate(links):
        if entry.seq != last + 1:
            yield place, _gap(last, entry.seq)
        elif entry.previous != expected:
            yield place, f"Entry {entry.seq} does not follow from what stands before it."
        if not entry.is_sealed:
            yield place, f"Entry {entry.seq} was altered after it was written."
        if entry.undoes is not None and entry.undoes not in seen:
            yield place, f"Entry {entry.seq} takes back entry {entry.undoes}, which is not there."
        if (first := keys.setdefault(entry.key, entry.seq)) != entry.seq:
            yield place, f"Entry {entry.seq} has the same key as entry {first}."
        seen.add(entry.seq)
        last, expected = entry.seq, entry.hash


def _gap(last: int, found: int) -> str:
    if found <= last:
        return f"Entry {found} stands after entry {last}."
    if found == last + 2:
        return f"Entry {last + 1} is missing."
    return f"Entries {last + 1} to {found - 1} are missing."
