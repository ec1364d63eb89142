"""What a bot might want to do on a measured table: set out, move, close up, measure anew or no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from assistant.rules.deeds.placing import Lift, Measure, Measured, SetOut
from assistant.rules.deeds.retreating import FallBack
from assistant.rules.deeds.shifting import Confront, Shift, Tidy
from assistant.rules.kit import Kit
from assistant.rules.measuring import is_measured
from assistant.rules.standing import members, side_of
from assistant.rules.war import Force, Spot
from assistant.rules.world import World

STEP = 9_000
"""How far, in thousandths of an inch, a bot wanders in either direction."""
JOSTLE = 2_000
WHY = "so the table says"
MOST_MEASURED = 6
"""So many forces are measured at once; a table that measures everyone has no questions left to ask."""


@dataclass(frozen=True, slots=True)
class MeasuringWhims:
    """Proposals on the world as it stands, for one force."""

    kit: Kit
    world: World
    random: Random

    def _perhaps(self, chance: float) -> bool:
        return self.random.random() < chance

    def moving(self, force: Force) -> Iterator[Any]:
        """A force is set out, or does what only those can who have been."""
        if not is_measured(self.world, force):
            if self._perhaps(self._readiness(force)):
                yield SetOut(force.id, *self._somewhere()) if self._perhaps(0.1) else SetOut(force.id)
            return
        if self._perhaps(0.5):
            yield Shift(force.id, self._way(force))
        if self._perhaps(0.05):
            yield Shift(force.id, self._way(force), WHY)
        if self._perhaps(0.1):
            yield self._again(force)
        if self._perhaps(0.1):
            yield Tidy(force.id)
        if self._perhaps(0.15):
            yield Lift(force.id)

    def _readiness(self, force: Force) -> float:
        """Most of all where an enemy is who has been measured too."""
        spots = self.world.war.spots
        near = [one for one in self.world.war.at(force.place) if any(name in spots for name in one.figures)]
        if near:
            return 0.2
        crowded = sum(any(name in spots for name in one.figures) for one in self.world.war.forces.values())
        return 0.03 if crowded < MOST_MEASURED else 0.0

    def _somewhere(self) -> tuple[str, int, int]:
        sheet = self.random.choice([*self.kit.scenario.atlas.sheets.values()])
        return sheet.id, self.random.randrange(sheet.width), self.random.randrange(sheet.height)

    def _way(self, force: Force) -> tuple[tuple[int, int], ...]:
        """Up to an enemy on the same table, or anywhere."""
        start = self._spot(force)
        own = side_of(self.kit, self.world, force)
        foes = [
            spot
            for other in self.world.war.forces.values()
            if side_of(self.kit, self.world, other) != own
            for one in other.figures
            if (spot := self.world.war.spots.get(one)) is not None and spot.table == start.table
        ]
        if foes and self._perhaps(0.6):
            foe = self.random.choice(foes)
            return ((foe.x + self.random.choice((-1_200, 1_200)), foe.y),)
        ways = self.random.randint(1, 2)
        return tuple(self._beside(start, STEP) for _ in range(ways))

    def _beside(self, spot: Spot, far: int) -> tuple[int, int]:
        return spot.x + self.random.randint(-far, far), spot.y + self.random.randint(-far, far)

    def _spot(self, force: Force) -> Spot:
        return self.world.war.spots[self.random.choice(members(self.world, force)).id]

    def _again(self, force: Force) -> Measure:
        """One of them stood a little elsewhere."""
        one = self.random.choice(members(self.world, force))
        was = self.world.war.spots[one.id]
        x, y = self._beside(was, JOSTLE)
        return Measure((Measured(one.id, Spot(was.table, x, y, self.random.randrange(360))),))

    def meeting(self) -> Iterator[Any]:
        """Whoever touches has met."""
        if self.world.war.spots:
            yield Confront()

    def beaten(self) -> Iterator[Any]:
        """Those who lost a fight fall back."""
        turn = self.world.war.turn
        for force in self.world.war.forces.values():
            was_beaten = force.fought == turn and force.regrouping > turn
            if was_beaten and members(self.world, force) and is_measured(self.world, force):
                yield FallBack(force.id)
