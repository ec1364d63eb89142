"""Combat outcome: casualties inflicted plus the best leadership; the higher total wins."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.asking import count_of
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.leading import best_of, leaders, told
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import FightEnded


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
    evaded: FightingSide | None = None
    """CMB-05: who hid and was not found, so that there was no fight."""
    undecided: bool = False
    """AMB-077: whether nobody could win or lose."""

    @property
    def margin(self) -> int:
        """By how many points it was decided."""
        return abs(self.good.total - self.evil.total)

    def score(self, side: FightingSide) -> Score:
        return self.good if side == "good" else self.evil


def judge(desk: RulesDesk, fight: Fight) -> Outcome:
    """OUT-01..OUT-04: count, compare, and tell."""
    led = {side: leaders(desk, fight, side) for side in SIDES}
    scores = {side: Score(fight.casualties[other(side)], best_of(led[side])) for side in SIDES}
    good, evil = scores["good"].total, scores["evil"].total
    winner: FightingSide | None = None if good == evil else "good" if good > evil else "evil"
    for side in SIDES:
        score = scores[side]
        for line in told(side, led[side]):
            desk.say(line)
        desk.say(
            f"{side.capitalize()}: {count_of(score.casualties_inflicted, 'casualty', 'casualties')} "
            f"inflicted + {score.leadership} leadership = {score.total} ({enforced('OUT-01')})."
        )
    apart = next((side for side in SIDES if _stands_apart(desk, fight, side)), None)
    if apart is not None:
        desk.say(f"{apart.capitalize()} only strikes: nobody wins or loses (AMB-077).")
        return Outcome(None, scores["good"], scores["evil"], undecided=True)
    if winner is not None:
        desk.say(f"{winner.capitalize()} wins ({enforced('OUT-03')}).")
    return Outcome(winner, scores["good"], scores["evil"])


def tell_draw(desk: RulesDesk, fight: Fight) -> None:
    """OUT-04: a drawn fight goes on next turn, if there is anyone to go on with."""
    met = all(fight.combatants(desk, side) for side in SIDES)
    then = "the fight goes on next turn if figures are still in reach" if met else "nobody is left to fight"
    desk.say(f"A draw; {then} ({enforced('OUT-04')}).")


def close(desk: RulesDesk, fight: Fight, outcome: Outcome) -> None:
    """Record the score once nobody can turn it any more."""
    desk.record(
        FightEnded(
            good_casualties=fight.casualties["good"],
            good_leadership=outcome.good.leadership,
            evil_casualties=fight.casualties["evil"],
            evil_leadership=outcome.evil.leadership,
            winner=outcome.winner,
            fought=tuple(entrant.figure for side in SIDES for entrant in fight.orders(side).figures),
            turn=fight.setup.turn,
            attacker=fight.setup.site.attacker,
        )
    )


def is_apart(one: Combatant, scene: Scene) -> bool:
    """AMB-077: whether it only strikes, and takes no part in winning and losing."""
    return any(found.only_strikes(one, scene) for found in in_play(one, scene))


def _stands_apart(desk: RulesDesk, fight: Fight, side: FightingSide) -> bool:
    scene = fight.lineup(desk)
    there = scene.hosts[side].combatants
    return bool(there) and all(is_apart(one, scene) for one in there)
