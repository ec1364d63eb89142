"""A game taken over in the middle: whoever the rules turn on stands where they have something to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.effects.ring_worn import bearers_force
from assistant.rules.kit import Kit
from assistant.rules.scoring import awards_on
from assistant.rules.standing import is_on_table
from assistant.rules.war import Force
from assistant.rules.world import Condition, World
from assistant.simulate.crowd_quests import mourned, persons_of_note, places_of_note, places_that_call

WHY = "as it stood when we went on from paper"
MOVED, HURT, JOINED, LOST, MOURNED = 0.3, 0.1, 0.5, 0.1, 0.6
FATES: tuple[Condition, ...] = ("wounded", "eliminated", "captured")


@dataclass(frozen=True, slots=True)
class Scene:
    """By-hand deeds that make the middle of a game out of its beginning, as a table would enter them."""

    kit: Kit
    world: World
    random: Random

    def _perhaps(self, chance: float) -> bool:
        return self.random.random() < chance

    def deeds(self) -> Iterator[Any]:
        """Persons stand elsewhere, are hurt or mourned, some are new, and places have fallen."""
        for profile in persons_of_note(self.kit):
            there = [one for one in self.world.figures.values() if one.profile == profile]
            if not there:
                yield from self._newcomer(profile)
            elif is_on_table(there[0]) and self._perhaps(MOVED):
                yield Adjust((there[0].id,), WHY, place=self.random.choice(self._places(there[0].id)))
            if there and self._perhaps(HURT):
                yield Adjust((there[0].id,), WHY, condition=self.random.choice(FATES))
        for profile in mourned(self.kit):
            dear = [one.id for one in self.world.figures.values() if one.profile == profile]
            if dear and self._perhaps(MOURNED):
                yield Adjust((dear[0],), WHY, condition="eliminated")
        for place in self.kit.scenario.place_names:
            earns = any(awards_on(self.kit, self.world, "place-taken", place))
            if earns and self.world.war.holder(place) != "evil" and self._perhaps(LOST):
                yield TakePlace(place, "evil")

    def _newcomer(self, profile: ProfileId) -> Iterator[Any]:
        """Somebody whom the first turns have brought; often he goes with the ringbearer."""
        bearers = bearers_force(self.world)
        if self.kit.book.profiles[profile].side == "evil":
            return
        if bearers is not None and self._perhaps(JOINED):
            yield AddFigures(profile, 1, bearers.commander, bearers.place, WHY)
            yield from self._joining(profile, bearers)
        elif self._perhaps(MOVED):
            place = self.random.choice([*self.kit.scenario.place_names])
            yield AddFigures(profile, 1, None, place, WHY)

    def _joining(self, profile: ProfileId, bearers: Force) -> Iterator[Any]:
        yield Adjust((FigureId(profile),), WHY, force=bearers.id)

    def _places(self, figure: FigureId) -> Sequence[PlaceId]:
        force = self.world.war.force_of(figure)
        noted = (
            *places_of_note(self.kit, force.commander if force else None),
            *places_that_call(self.kit, [self.world.figures[figure].profile]),
        )
        return noted or [*self.kit.scenario.place_names]
