"""Combat outcome: casualties inflicted plus the best leadership; the higher total wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, other
from assistant.rules.facts import FightEnded
from assistant.rules.house import profile_under


@dataclass(frozen=True, slots=True)
class Score:
    """OUT-01: what one side brought about, and how well it was led."""

    casualties_inflicted: int
    leadership: int

    @property
    def total(self) -> int:
        return self.casualties_inflicted + self.leadership


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a fight ended."""

    winner: FightingSide | None
    good: Score
    evil: Score
    extra_losses: tuple[FigureId, ...] = ()
    retreats: FightingSide | None = None
    walls_fell: bool = False

    def score(self, side: FightingSide) -> Score:
        return self.good if side == "good" else self.evil


def judge(desk: RulesDesk, fight: Fight) -> Outcome:
    """OUT-01..OUT-04: count, compare, and tell."""
    scores = {side: Score(fight.casualties[other(side)], leadership(desk, fight, side)) for side in SIDES}
    good, evil = scores["good"].total, scores["evil"].total
    winner: FightingSide | None = None if good == evil else "good" if good > evil else "evil"
    for side in SIDES:
        score = scores[side]
        desk.say(
            f"{side.capitalize()}: {score.casualties_inflicted} casualties inflicted + {score.leadership} "
            f"leadership = {score.total} ({enforced('OUT-01')})."
        )
    if winner is None:
        desk.say(f"A draw; the fight goes on next turn if figures are still in reach ({enforced('OUT-04')}).")
    else:
        desk.say(f"{winner.capitalize()} wins ({enforced('OUT-03')}).")
    desk.record(
        FightEnded(
            good_casualties=fight.casualties["good"],
            good_leadership=scores["good"].leadership,
            evil_casualties=fight.casualties["evil"],
            evil_leadership=scores["evil"].leadership,
            winner=winner,
            fought=tuple(entrant.figure for side in SIDES for entrant in fight.orders(side).figures),
        )
    )
    return Outcome(winner, scores["good"], scores["evil"])


def leadership(desk: RulesDesk, fight: Fight, side: FightingSide) -> int:
    """OUT-01: the single highest among a side's characters who may lead in this fight."""
    entrants = fight.orders(side).figures
    return max((_leads(desk, fight, entrant, entrants) for entrant in entrants), default=0)


def _leads(desk: RulesDesk, fight: Fight, entrant: Entrant, entrants: Sequence[Entrant]) -> int:
    profile = profile_under(fight.house, fight.book.profiles[entrant.profile])
    if not profile.is_character or not profile.leadership or entrant.figure in fight.neutralised:
        return 0
    if fight.house["AMB-081"] == "lost" and desk.world.figures[entrant.figure].condition != "fit":
        return 0
    if profile.leadership_scope and not _is_followed(fight, entrant, profile.leadership_scope, entrants):
        return 0
    return profile.leadership


def _is_followed(fight: Fight, leader: Entrant, scope: str, entrants: Sequence[Entrant]) -> bool:
    """PRF-N04, AMB-030: whether the people a leader speaks for are there."""
    enforced("PRF-N04")
    profiles = {entrant.figure: fight.book.profiles[entrant.profile] for entrant in entrants}
    matches = {figure: scope in (profile.people, profile.race) for figure, profile in profiles.items()}
    match fight.house["AMB-030"]:
        case "whole-force":
            return all(matches.values())
        case "in-the-force":
            return any(matches.values())
        case _:
            return any(match for figure, match in matches.items() if figure != leader.figure)
