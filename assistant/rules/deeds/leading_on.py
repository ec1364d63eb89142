"""A captive who is kept somewhere is taken along again by a force of whoever has it."""

from __future__ import annotations

from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.captives import may_take_along
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.deeds.checks import living_force, require_running
from assistant.rules.deeds.spoils import take_captive
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.near import no_such
from assistant.rules.standing import place_name, where_at
from assistant.rules.war import ForceId
from assistant.rules.world import World


@deed
class TakeAlong(Deed):
    """HUN-01, VIC-04: a force of its captor's takes a kept captive along, and leads it where it goes."""

    captive: FigureId
    force: ForceId
    kind: Literal["take-along"] = "take-along"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.captive not in world.war.captives:
            raise no_such("captive", self.captive, world.war.captives)
        force = living_force(world, self.force)
        who = name_of(kit, world, world.figures[self.captive])
        if self.captive not in world.war.kept:
            raise Illegal(
                "not-kept", f"{who} is kept nowhere.", do="A captive goes with the force that leads it away."
            )
        if force not in may_take_along(world, self.captive):
            captor = kit.scenario.commanders[world.war.captives[self.captive]].name
            where = place_name(kit, world.war.kept[self.captive])
            raise Illegal(
                "not-there",
                f"{who} is kept at {where}, and {force.does('is', 'are')} not {captor}'s force there.",
                do=f"Name a force of {captor} that stands in {where}, or move one there first.",
            )
        title = f"{force.does('takes', 'take')} {who} along"
        return Opening(title, (self.captive, force.id), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        lead_on(kit, desk, self.captive, self.force)
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return [world.war.captives.get(self.captive), *owners_of_forces(world, self.force)]


def lead_on(kit: Kit, desk: RulesDesk, captive: FigureId, guards: ForceId) -> None:
    """Kept there no longer: the Ring, if it has it, goes the same way."""
    who, force = name_of(kit, desk.world, desk.world.figures[captive]), desk.world.war.forces[guards]
    place = desk.world.war.kept[captive]
    take_captive(desk, captive, force)
    desk.say(
        f"{who} is kept {where_at(kit, place)} no longer and goes with {force.name} ({enforced('HUN-01')})."
    )
