"""Answers as they are stored: each with the mark of the question it was given to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.kernel.asking import Answer
from assistant.kernel.codec import Json, decode, encode
from assistant.ledger.records import Actor, Entry
from assistant.rules.wording import join


@dataclass(frozen=True, slots=True)
class Evidence:
    """One answer and the fingerprint of its question."""

    asked: str
    answer: Answer
    by: str = ""
    """Who gave it, where somebody is known by name."""
    who: tuple[str, ...] = ()
    """And who that is, whatever the name becomes."""


@dataclass(frozen=True, slots=True)
class Myself:
    """Somebody who looks at deeds: who they are, and the names they are known by now."""

    who: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def is_one_of(self, actor: Actor) -> bool:
        """Whether a signature is theirs; by its name only where nothing more is known of it."""
        return bool(set(self.who) & set(actor.who)) if actor.who else actor.name in self.names


NOBODY = Myself()


def store_answers(evidence: Sequence[Evidence]) -> list[Json]:
    """The stored form of some answers."""
    return [_stored(one) for one in evidence]


def _stored(one: Evidence) -> Json:
    told = encode(one)
    assert isinstance(told, dict)
    # What nobody signed is written as it always was.
    left_out = [name for name in ("by", "who") if not told[name]]
    return {name: value for name, value in told.items() if name not in left_out}


def signed(actor: str, stored: Sequence[Json]) -> str:
    """How a deed is signed: whoever began it, and whoever else answered in it."""
    return join(dict.fromkeys((actor, *(one.by for one in read_evidence(stored) if one.by))))


def began(deed: Entry, me: Myself) -> bool:
    """Whether it was somebody who began a deed, whoever else answered in it."""
    if deed.who:
        return me.is_one_of(Actor(deed.actor, deed.who))
    return any(deed.actor in (name, signed(name, deed.answers)) for name in me.names)


def had_a_hand(deed: Entry, me: Myself) -> bool:
    """Whether somebody is one of those who signed a deed."""
    return began(deed, me) or any(me.is_one_of(Actor(one.by, one.who)) for one in read_evidence(deed.answers))


def read_evidence(stored: Sequence[Json]) -> tuple[Evidence, ...]:
    """Stored answers with their questions' marks."""
    return tuple(decode(Evidence, one) for one in stored)


def read_answers(stored: Sequence[Json]) -> tuple[Answer, ...]:
    """The answers alone."""
    return tuple(one.answer for one in read_evidence(stored))


def read_asked(stored: Sequence[Json]) -> tuple[str, ...]:
    """The questions' marks alone."""
    return tuple(one.asked for one in read_evidence(stored))
