"""CMB-01: enemies at one place whom nobody has measured are asked about when combat begins: do they meet?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.kernel.evidence import asked
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.meeting import Meet, parted
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.who_meets import contact_of, has_come
from assistant.rules.kit import Kit
from assistant.rules.measuring import is_measured
from assistant.rules.reminders import Reminder, Upkeep, rules, upkeep
from assistant.rules.retreats import is_beaten
from assistant.rules.standing import members, side_of, where_at
from assistant.rules.war import Force
from assistant.rules.wording import join
from assistant.rules.world import World

THEY_MEET, APART = "they-meet", "apart"


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Forces of both sides at one place, free to fight, of whom nobody has said whether they have met."""

    place: PlaceId
    good: tuple[Force, ...]
    evil: tuple[Force, ...]
    meet: Meet
    """The contact as it would be."""

    @property
    def all(self) -> tuple[Force, ...]:
        return (*self.good, *self.evil)

    @property
    def names(self) -> str:
        """Denethor and Witch-king; where they are more, each side by itself."""
        good, evil = (join(force.name for force in side) for side in (self.good, self.evil))
        return f"{good} and {evil}" if len(self.all) == len(SIDES) else f"{good} of good and {evil} of evil"


@upkeep("neighbours", "Enemies at one place", phase="combat")
class Neighbourhood(Upkeep):
    """CMB-01: whoever is within 1 inch of an enemy fights; asked again when one of them has moved."""

    is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for one in _neighbours(kit, world):
            names = one.names
            came = [force for force in one.all if force.moved == world.war.turn]
            yield Reminder(
                key=self._key(world, one),
                about=self.name,
                title=f"{names} are {where_at(kit, one.place)}: do they meet?",
                deed=f"Whether {names} meet {where_at(kit, one.place)}",
                commander=(came or one.evil)[0].commander,
                rules=rules("CMB-01", "FRC-01"),
                place=one.place,
            )

    def _key(self, world: World, one: Neighbours) -> str:
        """Those who stand off are asked about once, until someone moves."""
        turn = world.war.turn
        moved = f"@{turn}" if any(force.moved == turn for force in one.all) else ""
        return f"{self.name} {one.place} {' '.join(force.id for force in one.all)}{moved}"

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        one = next(each for each in _neighbours(kit, desk.world) if each.place == reminder.place)
        names, foes = (join(force.name for force in side) for side in (one.good, one.evil))
        why = f"{names} and {foes} are {where_at(kit, one.place)}: is anyone within 1 inch of an enemy?"
        seat = seat_for(reminder.commander)
        answer = yield from desk.choose(seat, self.name, why, (THEY_MEET, APART), *reminder.rules)
        if answer == THEY_MEET:
            desk.title = one.meet.plan(kit, desk.world).title
            yield from one.meet.bring_about(kit, desk)
        else:
            desk.title = f"{names} and {foes} stay apart {where_at(kit, one.place)}"
            desk.say(f"{desk.title} ({asked('CMB-01')}).")


def _neighbours(kit: Kit, world: World) -> Iterator[Neighbours]:
    """Place by place; where all are measured the table is measured, and nobody has to be asked."""
    for place in dict.fromkeys(force.place for force in world.war.forces.values()):
        there = [force for force in world.war.at(place) if _is_free(world, force)]
        good, evil = (tuple(force for force in there if side_of(kit, world, force) == side) for side in SIDES)
        if not good or not evil or _are_measured(world, there):
            continue
        free = (_not_left_alone(world, good, evil), _not_left_alone(world, evil, good))
        meet = contact_of(kit, world, *free, place) if all(free) else None
        if meet is None:
            continue
        here = [tuple(world.war.forces[one] for one in side) for side in (meet.good, meet.evil)]
        found = Neighbours(place, here[0], here[1], meet)
        if not _were_parted(world, found):
            yield found


def _were_parted(world: World, one: Neighbours) -> bool:
    """Whether the table has said of all of them that they have not met, and nobody has moved since."""
    here, forces = parted(one.place), {str(force.id) for force in one.all}
    for key, said in world.war.choices.items():
        if key.startswith(f"{here} ") and forces <= {*key.removeprefix(here).split()}:
            # Who moved in a turn had done so before its combat.
            since = said.turn + 1 if said.value == "combat" else said.turn
            if all(force.moved < since for force in one.all):
                return True
    return False


def _is_free(world: World, force: Force) -> bool:
    """Someone commands it, it does not hide, has not fought or met anyone, and can fight in the open."""
    if force.commander is None or force.hidden or force.fought == world.war.turn:
        return False
    if world.war.contact_of(force.id) is not None:
        return False
    return any(one.condition == "fit" and not one.in_tower for one in members(world, force))


def _not_left_alone(world: World, own: Sequence[Force], enemies: Sequence[Force]) -> tuple[Force, ...]:
    """OUT-07, OUT-08: who is beaten falls back and is left alone, unless an enemy comes after them."""
    return tuple(one for one in own if has_come(world, enemies) or not is_beaten(world, one))


def _are_measured(world: World, forces: Sequence[Force]) -> bool:
    return all(is_measured(world, one) for one in forces)
