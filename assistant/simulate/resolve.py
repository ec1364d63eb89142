"""A battle resolved in one go by the same procedure that the table walks through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from assistant.kernel.codec import Json
from assistant.kernel.procedure import Played, play
from assistant.rules.combat.check import check_setup
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.core.fact import Fact, apply
from assistant.rules.core.facts import Enlisted
from assistant.rules.game import RingOfPower, status_of
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.world import World
from assistant.simulate.answerers import Answerer, GivenDice, accepting, chance

Dice = Mapping[FightingSide, Mapping[str, Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Resolution:
    """A fight driven to its end, and how everyone came out of it."""

    setup: FightSetup
    played: Played[Fact, Outcome]
    figures: Mapping[str, str]
    crews: Mapping[str, int] = field(default_factory=dict)
    joined: Mapping[FightingSide, Mapping[str, str]] = field(default_factory=dict)
    """The profiles of those who came in the middle of the fight."""

    @property
    def outcome(self) -> Outcome:
        return self.played.done.result

    def to_json(self) -> dict[str, Json]:
        """The result as the battle file's contract prints it."""
        outcome = self.outcome
        return {
            "winner": outcome.winner,
            "retreats": outcome.retreats,
            "score": {
                side: {
                    "casualties_inflicted": outcome.score(side).casualties_inflicted,
                    "leadership": outcome.score(side).leadership,
                    "total": outcome.score(side).total,
                }
                for side in SIDES
            },
            "figures": dict(self.figures),
            **({"crews": dict(self.crews)} if self.crews else {}),
            **({"joined": {side: dict(named) for side, named in self.joined.items()}} if self.joined else {}),
            "extra_losses": list(outcome.extra_losses),
            "log": list(self.played.done.log),
        }


def resolve_with(game: RingOfPower, setup: FightSetup, answerer: Answerer, world: World) -> Resolution:
    """Drive a fight with someone who answers everything."""
    played = play(game.fight(setup), world, game.apply, answerer)
    after = world
    for fact in played.done.facts:
        after = apply(after, fact)
    statuses: dict[str, str] = {
        entrant.figure: status_of(entrant, after.figures[entrant.figure])
        for side in SIDES
        for entrant in setup.side(side).concerned
    }
    newcomers = [
        after.figures[one.id]
        for fact in played.done.facts
        if isinstance(fact, Enlisted)
        for one in fact.figures
        if one.id not in statuses
    ]
    statuses |= {one.id: one.condition if one.condition != "fit" else "unhurt" for one in newcomers}
    joined: dict[FightingSide, Mapping[str, str]] = {
        side: named
        for side in SIDES
        if (named := {str(one.id): str(one.profile) for one in newcomers if one.side == side})
    }
    return Resolution(setup, played, statuses, _crews(game, setup, after), joined)


def _crews(game: RingOfPower, setup: FightSetup, world: World) -> dict[str, int]:
    """ART-03: the crew that is left, of all who came with one."""
    house = HouseRules(game.book.house_rules, setup.house_rules)
    sizes = {
        entrant.figure: profile_under(house, game.book.profiles[entrant.profile]).crew
        for side in SIDES
        for entrant in setup.side(side).figures
    }
    return {
        str(name): crew.size - world.figures[name].lives_lost + len(world.figures[name].recruits)
        for name, crew in sizes.items()
        if crew is not None
    }


def resolve(
    game: RingOfPower, setup: FightSetup, dice: Dice | None, random: Random, world: World | None = None
) -> Resolution:
    """Resolve by the dice given, every one of which must be used, or by chance."""
    check_setup(game.book, setup)
    world = World() if world is None else world
    if dice is None:
        return resolve_with(game, setup, accepting(chance(random)), world)
    given = GivenDice({str(side): lists for side, lists in dice.items()})
    resolution = resolve_with(game, setup, accepting(given, by_hand=True), world)
    given.check_all_used()
    return resolution
