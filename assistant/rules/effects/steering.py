"""Figures that another commander's player moves for once: some of a force part from it and go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assistant.kernel.evidence import asked
from assistant.kernel.ids import RuleId, Seat
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import form
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.names import name_of
from assistant.rules.reminders import NOBODY_ELSE
from assistant.rules.standing import members, place_name
from assistant.rules.war import Force, ForceId
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Steering:
    """The forces of which figures may be moved, and how many figures in all."""

    kit: Kit
    forces: tuple[Force, ...]
    most: int

    @classmethod
    def of(cls, kit: Kit, world: World, commander: CommanderId, most: int) -> Steering:
        """Those of one commander who have a move."""
        return cls.among(kit, world, lambda force: force.commander == commander, most)

    @classmethod
    def among(cls, kit: Kit, world: World, fits: Callable[[Force], bool], most: int) -> Steering:
        turn = world.war.turn
        found = (
            force
            for force in world.war.forces.values()
            if fits(force)
            and members(world, force)
            and not force.has_moved(turn)
            and force.regrouping < turn
            and world.war.contact_of(force.id) is None
        )
        return cls(kit, tuple(found), most)

    def steer(self, desk: RulesDesk, seat: Seat, title: str, rule: RuleId) -> Procedure[None]:
        """Force after force, or a part of one, until nobody else is moved or the number is reached."""
        left, waiting = self.most, {force.id: force for force in self.forces}
        while left > 0 and waiting:
            ask = f"{title}: whom? {left} more may be moved."
            offered, is_second = (*waiting, NOBODY_ELSE), left < self.most
            answer = yield from desk.choose(seat, "steer", ask, offered, asked(rule), goes_on=is_second)
            if answer == NOBODY_ELSE:
                return
            force = waiting.pop(ForceId(answer))
            does, its = force.agrees("does", "do"), force.agrees("its", "their")
            ask = f"{title}: where {does} {force.name} go, within {its} move?"
            goals = self._goals(force)
            goal = PlaceId((yield from desk.choose(seat, "steer", ask, goals, asked(rule))))
            left -= self._move(desk, force, goal, left)

    def _goals(self, force: Force) -> tuple[PlaceId, ...]:
        """Places of the same table."""
        here = self.kit.book.places.get(force.place)
        return tuple(
            one.id
            for one in self.kit.book.places.values()
            if one.id != force.place and (here is None or one.table == here.table)
        )

    def _move(self, desk: RulesDesk, force: Force, goal: PlaceId, most: int) -> int:
        """So many of a force go, the soldiers first: nobody leads off its captain alone by choice."""
        there = sorted(
            members(desk.world, force), key=lambda one: self.kit.book.profiles[one.profile].is_character
        )
        going, moving = there[:most], force.id
        if len(going) < len(there):
            moving = form(self.kit, desk, force.commander, force.place, [one.id for one in going])
        desk.record(ForceMoved(moving, goal, desk.world.war.turn))
        names = desk.world.war.forces[moving].name
        who = name_of(self.kit, desk.world, going[0]) if len(going) == 1 else f"{len(going)} of {names}"
        desk.say(f"{who}: moved to {place_name(self.kit, goal)}.")
        return len(going)
