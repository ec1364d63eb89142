"""What things, powers and persons do to marches and meetings while it lasts: who stays, who is spared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from assistant.kernel.ids import FigureId
from assistant.kernel.remembering import remembered
from assistant.rules.book import PlaceId
from assistant.rules.effects.hooks import Reason
from assistant.rules.kit import Kit
from assistant.rules.scenario import Scenario, Thing
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

KEPT = "kept"
"""What the table says of a force that may not leave."""


@dataclass(frozen=True, slots=True)
class Case:
    """A rule of a thing, a power or a person on the table as it stands, and what the data tells it."""

    kit: Kit
    world: World
    thing: Thing
    given: Mapping[str, int | str]

    def number(self, name: str) -> int:
        return int(self.given[name])

    def word(self, name: str) -> str:
        return str(self.given[name])

    def words(self, name: str) -> tuple[str, ...]:
        return tuple(str(self.given.get(name, "")).split())


@dataclass(frozen=True, slots=True)
class Doubt:
    """What the table is asked before a force goes, and what keeps it where it is if that is so."""

    key: str
    """Under which name the answer is kept, so that it is asked once a turn."""
    ask: str
    why: Reason


class Sway:
    """Whom a rule keeps from moving, whom from being sought or attacked, and whom no enemy can pin."""

    def stays(self, case: Case, force: Force, going: Sequence[Figure]) -> Reason | None:
        """Why those who would go may not leave where they are, or their company."""
        return None

    def doubts(self, case: Case, force: Force, to: PlaceId) -> Doubt | None:
        """What has to be asked, for nobody has measured whether a force that would go must stay."""
        return None

    def clings(self, case: Case, force: Force, leaving: Sequence[Figure]) -> Reason | None:
        """Why some of a force may not leave the others."""
        return None

    def spares(self, case: Case, seekers: Force, target: Force) -> Reason | None:
        """Why one force may neither look for the other nor attack it."""
        return None

    def withdraws(self, case: Case, one: Figure, enemies: Sequence[Force]) -> Reason | None:
        """Why a figure takes no part in a fight of its force against such enemies."""
        return None

    def hides(self, case: Case, one: Figure, enemies: Sequence[Figure]) -> Sequence[Figure]:
        """The enemies that do not see a figure which they fight, and so cannot hit it."""
        return ()

    def slips(self, case: Case, one: Figure) -> Reason | None:
        """Why no enemy holds a figure fast."""
        return None


SWAYS: dict[str, Sway] = {}
S = TypeVar("S", bound=Sway)


def sway(name: str) -> Callable[[type[S]], type[S]]:
    """Register what a rule of this name does to marches and meetings."""

    def register(cls: type[S]) -> type[S]:
        SWAYS[name] = cls()
        return cls

    return register


def in_force(kit: Kit, world: World) -> Iterator[tuple[Sway, Case]]:
    """Every rule of the scenario's things, powers and persons that may say something."""
    for name, thing, given in _told_of_things(kit.scenario):
        if name in SWAYS:
            yield SWAYS[name], Case(kit, world, thing, given)


@remembered
def _told_of_things(scenario: Scenario) -> Sequence[tuple[str, Thing, Mapping[str, int | str]]]:
    """What the data says of each thing, power and person, rule by rule."""
    return [(trait.name, thing, dict(trait.params)) for thing in scenario.things for trait in thing.traits]


def why_stays(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> Reason | None:
    """Why a force, or those of it who would go, may not move; nothing if they may."""
    found = (one.stays(case, force, going) for one, case in in_force(kit, world))
    return next(filter(None, found), None)


def in_doubt(kit: Kit, world: World, force: Force, to: PlaceId) -> tuple[Doubt, ...]:
    """What the table alone knows of whether a force may move to a place, and has not yet said this turn."""
    found = (one.doubts(case, force, to) for one, case in in_force(kit, world))
    return tuple(filter(None, found))


def why_clings(kit: Kit, world: World, force: Force, leaving: Sequence[Figure]) -> Reason | None:
    """Why some of a force may not part from the others; nothing if they may."""
    found = (one.clings(case, force, leaving) for one, case in in_force(kit, world))
    return next(filter(None, found), None)


def why_spared(kit: Kit, world: World, seekers: Force, target: Force) -> Reason | None:
    """Why a force may not look for another or attack it; nothing if it may."""
    found = (one.spares(case, seekers, target) for one, case in in_force(kit, world))
    return next(filter(None, found), None)


def why_withdraws(kit: Kit, world: World, figure: Figure, enemies: Sequence[Force]) -> Reason | None:
    """Why a figure takes no part in a fight against such enemies; nothing if it does."""
    found = (one.withdraws(case, figure, enemies) for one, case in in_force(kit, world))
    return next(filter(None, found), None)


def why_all_withdraw(kit: Kit, world: World, force: Force, enemies: Sequence[Force]) -> Reason | None:
    """Why nobody of a force would fight such enemies; nothing if anyone fit would."""
    able = [world.figures[one] for one in force.figures if world.figures[one].condition == "fit"]
    found = [why_withdraws(kit, world, one, enemies) for one in able]
    return found[0] if found and all(found) else None


def hidden_from(
    kit: Kit, world: World, figures: Sequence[Figure], enemies: Sequence[Figure]
) -> dict[FigureId, frozenset[FigureId]]:
    """Those who fight and are hidden from some of their enemies, with these."""
    found: dict[FigureId, frozenset[FigureId]] = {}
    for rule, case in in_force(kit, world):
        for one in figures:
            if blind := rule.hides(case, one, enemies):
                found[one.id] = found.get(one.id, frozenset()).union(foe.id for foe in blind)
    return found


def why_slips(kit: Kit, world: World, figure: Figure) -> Reason | None:
    """Why an enemy nearby does not hold a figure fast; nothing if it does."""
    found = (one.slips(case, figure) for one, case in in_force(kit, world))
    return next(filter(None, found), None)
