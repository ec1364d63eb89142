"""PLC-EMYNMUIL-02: ground in which those without a guide may lose their way, and go half as far."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.kit import Kit
from assistant.rules.moving.company import LOST, key_of_way
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import members, still_in
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.world import World

HALF = "half-move"


@upkeep("losing-the-way", "Losing the way", phase="movement", trait="slow-roll")
class LosingTheWay(Upkeep):
    """PLC-EMYNMUIL-02: each turn a force rolls before it moves, unless someone who knows the way leads it."""

    comes_before_moves = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        if given["result"] != HALF or given["each"] != "force":
            return
        guides = str(given.get("spared_led_by", "")).split()
        for force in world.war.within(place.id):
            there = members(world, force)
            still = tuple(one.id for one in still_in(world, force))
            if still and not any(one.profile in guides for one in there):
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{force.name} may lose the way in {place.name}",
                    commander=force.commander,
                    rules=rules("PLC-EMYNMUIL-02"),
                    figures=still,
                    place=place.id,
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = desk.world.war.force_of(reminder.figures[0])
        assert force is not None
        traits = kit.book.places[reminder.here].traits
        given: Params = next(dict(one.params) for one in traits if one.name == self.trait)
        most = int(given["fails_on"])
        why = f"{reminder.title}: on 1 to {most} {force.agrees('its', 'their')} move is halved."
        die = Die(reminder.figures[0], most + 1)
        seat = seat_for(reminder.commander)
        (face,) = yield from desk.roll(seat, self.name, why, [die], asked("PLC-EMYNMUIL-02"))
        if face > most:
            desk.title = f"{force.does('keeps', 'keep')} the way"
            desk.say(f"{face}: {desk.title}.")
            return
        desk.record(ChoiceMade(key_of_way(force.id), LOST, desk.world.war.turn))
        desk.title = f"{force.does('loses', 'lose')} the way"
        desk.say(f"{face}: {force.does('goes', 'go')} half as far this turn ({enforced('PLC-EMYNMUIL-02')}).")
