"""Acts of several deeds: what was done at one word, such as all arrivals placed, is taken back at one."""

from __future__ import annotations

from collections import defaultdict
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


def wholes(entries: Sequence[Entry]) -> dict[int, tuple[int, ...]]:
    """For each deed all that were done at the same word, or undone at one if it counts no more."""
    found: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for one in live(entries):
        found[act_of(one), one.undoes is None].append(one.seq if one.undoes is None else one.undoes)
    return {seq: tuple(act) for act in found.values() for seq in act}


def called(deeds: Sequence[Entry], one: Entry) -> str:
    """An act by the deed that stands for it: what it was, and how many were done with it."""
    others = len(deeds) - 1
    return one.title if others < 1 else f"{one.title}, and {others} more done with it"
