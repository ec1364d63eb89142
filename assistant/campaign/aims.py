"""Ways to win as everyone reads them: what is to be done, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Side
from assistant.rules.kit import Kit
from assistant.rules.victory import Progress


@dataclass(frozen=True, slots=True)
class Aim:
    """One way to win: whose, what to do and how far it has come."""

    side: Side
    who: str
    """The side, or the one commander who may win in this way."""
    goal: str
    state: str
    is_met: bool

    def __str__(self) -> str:
        return f"{self.goal[0].upper()}{self.goal[1:]}: {self.state}{', which wins' if self.is_met else ''}"


def aims(kit: Kit, progress: Sequence[Progress], commander: CommanderId | None = None) -> tuple[Aim, ...]:
    """Every way to win, or those in which one commander may, alone or with others."""
    known = kit.scenario.commanders
    return tuple(
        Aim(
            one.winner,
            known[one.commanders[0]].name if len(one.commanders) == 1 else one.winner.capitalize(),
            f"have another minion {one.goal}" if _is_for_others(one, commander) else one.goal,
            one.state,
            one.met,
        )
        for one in progress
        if commander is None
        or (known[commander].side == one.winner and not (_is_for_others(one, commander) and _is_alone(one)))
    )


def _is_for_others(one: Progress, commander: CommanderId | None) -> bool:
    """VIC-03, VIC-04: whether a way is closed to a commander; the whole side may win by it all the same."""
    return bool(commander and one.commanders) and commander not in one.commanders


def _is_alone(one: Progress) -> bool:
    """VIC-03: whoever bears the Ring wins for himself."""
    return one.overall == "bearer"
