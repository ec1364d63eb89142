"""What two commanders may agree on before the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.companies import JOINED
from assistant.rules.core.deed import RulesDesk
from assistant.rules.core.resources import membership_of
from assistant.rules.deeds.recruiting import NOBODY, form, join_force, seat_for
from assistant.rules.deeds.things import key_for
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.reminders import Reminder, Upkeep, upkeep
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.scenario import People
from assistant.rules.standing import forces_of, where_at
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

TRAIT = "exchange"
AGREED, AS_IT_IS = "agreed", "as-it-is"
FIRST_START = (1, "start")


@upkeep("exchange", "Two may change places")
class Exchange(Upkeep):
    """FEL-11: before the first fight and move two figures take each other's part, if both owners agree."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        if (world.war.turn, world.war.phase) != FIRST_START or world.fights:
            return
        for people, given in _exchanges(kit):
            pair = [world.figures.get(FigureId(given[one])) for one in ("one", "other")]
            if all(each is not None and _is_fresh(world, each) for each in pair):
                names = [name_of(kit, world, each) for each in pair if each is not None]
                yield Reminder(
                    key=f"{self.name} {people.id}",
                    about=self.name,
                    title=f"{names[1]} may take the part of {names[0]}",
                    commander=None,
                    rules=people.rules[:1],
                    figures=tuple(each.id for each in pair if each is not None),
                    given={"people": people.id},
                    note="Only if the commanders of both agree, and before anyone fights or moves.",
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        given = next(given for people, given in _exchanges(kit) if people.id == reminder.word("people"))
        one, other = reminder.figures
        rule, why = asked("FEL-11"), f"{reminder.title}: do the commanders of both agree?"
        if (yield from desk.choose(NOBODY, self.name, why, (AS_IT_IS, AGREED), rule)) == AS_IT_IS:
            desk.say("They stay as they are.")
            return
        mine, theirs = (_owner(desk.world, each) for each in (one, other))
        target = yield from self._joined(kit, desk, one, theirs)
        join_force(kit, desk, (one,), target.id)
        desk.record(ChoiceMade(membership_of(other), JOINED, desk.world.war.turn))
        place = PlaceId(given["place"])
        form(kit, desk, mine, place, (other,))
        who = [name_of(kit, desk.world, desk.world.figures[each]) for each in (one, other)]
        desk.say(f"{who[0]} is with {target.name} {where_at(kit, target.place)} ({enforced('FEL-11')}).")
        desk.say(f"{who[1]} starts {where_at(kit, place)}.")
        if target.place != place:
            yield from self._arm(kit, desk, one, theirs, given["wears"])

    def _joined(
        self, kit: Kit, desk: RulesDesk, figure: FigureId, commander: CommanderId
    ) -> Procedure[Force]:
        """Any force of the other commander, by the place where it stands."""
        there = {force.place: force for force in reversed(forces_of(desk.world, commander))}
        who = name_of(kit, desk.world, desk.world.figures[figure])
        ask = f"Where does {who} start?"
        options = tuple(reversed(there))
        answer = yield from desk.choose(seat_for(commander), self.name, ask, options, asked("FEL-11"))
        return there[PlaceId(answer)]

    def _arm(
        self, kit: Kit, desk: RulesDesk, figure: FigureId, commander: CommanderId, thing: str
    ) -> Procedure[None]:
        who = name_of(kit, desk.world, desk.world.figures[figure])
        options, ask = (AS_IT_IS, thing), f"{who} may have {thing.replace('-', ' ')}."
        answer = yield from desk.choose(seat_for(commander), self.name, ask, options, asked("FEL-11"))
        if answer == thing:
            desk.record(ThingPassed(key_for(kit, thing, figure), figure))


def _exchanges(kit: Kit) -> Iterator[tuple[People, dict[str, str]]]:
    for people in kit.scenario.peoples:
        for trait in people.traits:
            if trait.name == TRAIT:
                yield people, {name: str(value) for name, value in trait.params}


def _is_fresh(world: World, one: Figure) -> bool:
    """Whether it stands where the game began, under a commander."""
    force = world.war.force_of(one.id)
    return force is not None and force.commander is not None and not force.moved and one.condition == "fit"


def _owner(world: World, figure: FigureId) -> CommanderId:
    force = world.war.force_of(figure)
    assert force is not None
    assert force.commander is not None
    return force.commander
