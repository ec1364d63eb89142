"""Acts of several deeds: what was done at one word, such as all arrivals placed, is taken back at one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from assistant.ledger.records import Entry, live

MARK = " all "
"""Between the key of an act and what tells its deeds apart; a key that is sent has no such mark of ours."""


def part_key(act: str, part: object) -> str:
    """The key of one deed of an act."""
    return f"{act}{MARK}{part}"


def act_of(entry: Entry) -> str:
    """The key of the act that an entry belongs to; most are an act of their own."""
    return entry.key.partition(MARK)[0]


def together(entries: Iterable[Entry], one: Entry) -> tuple[Entry, ...]:
    """The entries of the act that one of them belongs to, in order."""
    act = act_of(one)
    return tuple(entry for entry in entries if act_of(entry) == act)


def counting_together(entries: Sequence[Entry], deed: Entry) -> tuple[Entry, ...]:
    """The deeds of an act that count."""
    return together((one for one in live(entries) if one.undoes is None), deed)


def undone_together(entries: Sequence[Entry], deed: Entry) -> tuple[Entry, ...]:
    """The deeds that were undone at the same word as this one, and are undone still."""
    counting = live(entries)
    undo = next((one for one in counting if one.undoes == deed.seq), None)
    if undo is None:
        return (deed,)
    numbers = {one.undoes for one in together(counting, undo)}
    return tuple(one for one in entries if one.seq in numbers)


def others_of(entries: Sequence[Entry]) -> dict[int, int]:
    """For each deed, with how many others it was done, or was undone if it counts no more."""
    counting = live(entries)
    sizes = Counter((act_of(one), one.undoes is None) for one in counting)
    undone = {one.undoes: sizes[act_of(one), False] - 1 for one in counting if one.undoes is not None}
    deeds = {one.seq: sizes[act_of(one), True] - 1 for one in counting if one.undoes is None}
    return {**deeds, **{seq: others for seq, others in undone.items() if seq is not None}}


def called(deeds: Sequence[Entry], one: Entry) -> str:
    """An act by the deed that stands for it: what it was, and how many were done with it."""
    others = len(deeds) - 1
    return one.title if others < 1 else f"{one.title}, and {others} more done with it"
