"""Places of which those die who come there: they are warned, and at the combats of the turn they fall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.kernel.evidence import enforced, warned
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place, PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.effects.hooks import Reason
from assistant.rules.fight.facts import Suffered
from assistant.rules.kit import Kit
from assistant.rules.moving.company import travellers
from assistant.rules.moving.footing import effects_at
from assistant.rules.names import names_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import members, place_name
from assistant.rules.world import Figure, World


def doomed(kit: Kit, world: World, those: Sequence[Figure], place: str) -> dict[Reason, list[Figure]]:
    """Who of those who go together dies of coming to a place, by why."""
    found: dict[Reason, list[Figure]] = {}
    for one, me in zip(those, travellers(kit, world, those), strict=True):
        if why := next(filter(None, (effect.slays(me) for effect in effects_at(kit.book, (place,)))), None):
            found.setdefault(why, []).append(one)
    return found


def forebodings(kit: Kit, world: World, those: Sequence[Figure], places: Iterable[str]) -> Iterator[str]:
    """What is said to those who have been sent to their death."""
    for place in places:
        for why, dead in doomed(kit, world, those, place).items():
            warned(why.rule)
            where, who = place_name(kit, PlaceId(place)), names_of(kit, world, dead)
            yield f"Mind: {where} is death to {who}: {why}. Undo the move if that was not meant."


@upkeep("dying-there", "Slain by the place", phase="combat", trait="deadly-way")
class DyingThere(Upkeep):
    """PLC-PATHSOFTHEDEAD-01, -02: whoever stands there without leave is slain during combat."""

    is_owed = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        for force in world.war.within(place.id):
            found = doomed(kit, world, members(world, force), place.id)
            if dead := [one for those in found.values() for one in those]:
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{place.name}: {force.does('is', 'are')} slain there",
                    commander=force.commander,
                    rules=tuple(rule for why in found for rule in rules(why.rule)),
                    figures=tuple(one.id for one in dead),
                    place=place.id,
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        fallen = [desk.world.figures[one] for one in reminder.figures]
        for rule in reminder.rules:
            enforced(rule)
        desk.record(Suffered(reminder.figures, "eliminated", place_name(kit, reminder.here)))
        desk.say(f"Slain: {names_of(kit, desk.world, fallen)} ({', '.join(reminder.rules)}).")
        yield from ()
