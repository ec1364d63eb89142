"""Answers as they are stored: each with the mark of the question it was given to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.kernel.asking import Answer
from assistant.kernel.codec import Json, decode, encode


@dataclass(frozen=True, slots=True)
class Evidence:
    """One answer and the fingerprint of its question."""

    asked: str
    answer: Answer


def store_answers(evidence: Sequence[Evidence]) -> list[Json]:
    """The stored form of some answers."""
    return [encode(one) for one in evidence]


def read_evidence(stored: Sequence[Json]) -> tuple[Evidence, ...]:
    """Stored answers with their questions' marks."""
    return tuple(decode(Evidence, one) for one in stored)


def read_answers(stored: Sequence[Json]) -> tuple[Answer, ...]:
    """The answers alone."""
    return tuple(one.answer for one in read_evidence(stored))


def read_asked(stored: Sequence[Json]) -> tuple[str, ...]:
    """The questions' marks alone."""
    return tuple(one.asked for one in read_evidence(stored))
