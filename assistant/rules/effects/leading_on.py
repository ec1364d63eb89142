"""The Ring has been brought home and wins elsewhere: whoever has its bearer may take him on."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import asked
from assistant.kernel.procedure import Procedure
from assistant.rules.captives import may_take_along
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.leading_on import lead_on
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.effects.regions import lies_in
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.reminders import Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import place_name, where_at
from assistant.rules.victory import ring_wins_at
from assistant.rules.war import ForceId
from assistant.rules.wording import join
from assistant.rules.world import World

STAY = "stay"


@upkeep("ring-led-on", "The Ring is taken on", phase="movement")
class RingLedOn(Upkeep):
    """VIC-04, CON-085: its captive is kept where it earns points, and it wins at another place."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        bearer = world.war.ring.bearer
        if bearer is None or not may_take_along(world, bearer):
            return
        captor, kept = world.war.captives[bearer], world.war.kept[bearer]
        goals = ring_wins_at(kit, world, captor)
        if not goals or lies_in(kit, kept, goals):
            return
        who, there = name_of(kit, world, world.figures[bearer]), place_name(kit, kept)
        wins = f"which wins at {join((place_name(kit, one) for one in goals), 'or')}"
        yield self.each_turn(
            world,
            bearer,
            title=f"{who} is kept at {there} with the Ring, {wins}: who takes the captive along?",
            deed=f"{who}, who has the Ring, is kept at {there}",
            commander=captor,
            rules=rules("VIC-04"),
            figures=(bearer,),
            place=kept,
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (bearer,) = reminder.figures
        able = {one.id: one for one in may_take_along(desk.world, bearer)}
        seat = seat_for(reminder.commander)
        options = (STAY, *able)
        answer = yield from desk.choose(seat, self.name, reminder.title, options, asked("VIC-04"))
        who = name_of(kit, desk.world, desk.world.figures[bearer])
        if answer == STAY:
            desk.title = f"{who} stays {where_at(kit, desk.world.war.kept[bearer])} with the Ring"
            desk.say(f"{desk.title}.")
            return
        force = able[ForceId(answer)]
        desk.title = f"{force.does('takes', 'take')} {who} along"
        lead_on(kit, desk, bearer, force.id)
