"""FEL-10: characters leave their company; nobody comes back."""

from __future__ import annotations

from typing import ClassVar, Literal

from assistant.kernel.asking import count_of
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.companies import LEFT, Company, company_of, leaving, members_of
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_figures
from assistant.rules.core.resources import membership_of
from assistant.rules.deeds.checks import figure_in, require_running
from assistant.rules.kit import Kit
from assistant.rules.names import name_of, names_of
from assistant.rules.world import Figure, World


@deed
class LeaveCompany(Deed):
    """FEL-10: figures leave the company they belong to; they stay their commander's."""

    figures: tuple[FigureId, ...]
    kind: Literal["leave-company"] = "leave-company"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if not self.figures:
            raise Illegal("no-figures", "No figure is named.", do="Name one or more.")
        who = [world.figures[figure_in(world, one)] for one in self.figures]
        for one in who:
            if company_of(kit, world, one) is None:
                raise _belongs_nowhere(kit, world, one)
        (company, *_) = (self._company(kit, world, one) for one in self.figures)
        verb = "leaves" if len(who) == 1 else "leave"
        title = f"{names_of(kit, world, who)} {verb} {company.name}"
        return Opening(title, (*self.figures, *map(membership_of, self.figures)), encode(self))

    def _company(self, kit: Kit, world: World, figure: FigureId) -> Company:
        found = company_of(kit, world, world.figures[figure])
        assert found is not None
        return found

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        company = self._company(kit, desk.world, self.figures[0])
        for fact in leaving(desk.world, self.figures):
            desk.record(fact)
        left = count_of(len(members_of(kit, desk.world, company)), "is left", "are left")
        desk.say(
            f"They never come back to it ({enforced('FEL-10')}); {left} of at most {company.most} "
            f"({enforced('FEL-01')})."
        )
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_figures(world, self.figures)


def _belongs_nowhere(kit: Kit, world: World, one: Figure) -> Illegal:
    who, said = name_of(kit, world, one), world.war.choices.get(membership_of(one.id))
    if said is not None and said.value == LEFT:
        return Illegal(
            "no-company",
            f"{who} left on turn {said.turn}, for good ({enforced('FEL-10')}).",
            do="Nothing is to be done.",
        )
    return Illegal("no-company", f"{who} belongs to no company.", do="Name someone who does.")
