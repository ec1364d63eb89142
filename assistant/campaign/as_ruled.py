"""What happened in a fight as the game master's rulings have left it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from assistant.kernel.ids import FigureId
from assistant.rules.core.fact import Fact
from assistant.rules.fight.facts import Dismounted, Recovered, Retreated, Suffered
from assistant.rules.table_word.facts import Correction, Overruled
from assistant.rules.world import Condition

BY_RULING = "by ruling"
GONE: tuple[Condition, ...] = ("eliminated", "captured", "dispersed")


def corrected(before: Sequence[Fact], after: Sequence[Fact]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """The facts before and after the outcome, with whoever was ruled upon as they were ruled to be."""
    said = [one for fact in after if isinstance(fact, Overruled) for one in fact.figures]
    ends = {one.figure: one.condition for one in said if one.condition is not None}
    rides = {one.figure: one.mounted for one in said if one.mounted is not None}
    gone = {figure for figure, end in ends.items() if end in GONE}

    def kept(facts: Iterable[Fact]) -> Iterator[Fact]:
        for fact in facts:
            match fact:
                case Suffered():
                    yield from _without(fact, ends.keys())
                case Dismounted():
                    yield from _without(fact, rides.keys())
                case Retreated():
                    yield from _without(fact, gone)
                case _:
                    yield fact

    return (*kept(before), *_as_said(said)), tuple(kept(after))


def _without(fact: Suffered | Dismounted | Retreated, figures: Set[FigureId]) -> Iterator[Fact]:
    left = tuple(one for one in fact.figures if one not in figures)
    if left:
        yield replace(fact, figures=left)


def _as_said(said: Iterable[Correction]) -> Iterator[Fact]:
    for one in said:
        if one.condition == "fit":
            yield Recovered((one.figure,))
        elif one.condition is not None:
            yield Suffered((one.figure,), one.condition, BY_RULING)
        if one.mounted is False:
            yield Dismounted((one.figure,))


def won_by_ruling(ruling: Overruled) -> str:
    """Good won, by the last word on it."""
    return "It was a draw" if ruling.winner == "draw" else f"{str(ruling.winner).capitalize()} won"


def is_seen(one: Correction) -> bool:
    """Who regroups is no part of how a fight came out."""
    return one.condition is not None or one.mounted is not None
