"""Someone comes upon others by a rule, not by a march: enters play beside them, and sets upon them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, Contingent
from assistant.rules.book import ProfileId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import enlist, form
from assistant.rules.kit import Kit
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.numbering import new_contact
from assistant.rules.standing import is_on_table, members
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.world import Figure, World


def known(world: World, profile: str) -> Figure | None:
    """The one person of a kind, if he ever came into play."""
    return next((one for one in world.figures.values() if one.profile == profile), None)


def is_about(world: World, profile: str) -> bool:
    """Whether a person may turn up: on the table, or not in play yet."""
    figure = known(world, profile)
    return figure is None or (is_on_table(figure) and figure.condition == "fit")


def come_beside(kit: Kit, desk: RulesDesk, profile: str, force: Force) -> FigureId:
    """A person stands by himself where a force is, and is nobody's."""
    figure = known(desk.world, profile)
    if figure is None:
        (came,) = enlist(kit, desk, None, (Contingent((ProfileId(profile),), 1),))
        form(kit, desk, None, force.place, (came,))
        return came
    met = desk.world.war.contact_of(force.id)
    own = desk.world.war.force_of(figure.id)
    if met is None or own is None or own.id not in (*met.good, *met.evil):
        form(kit, desk, None, force.place, (figure.id,))
    return figure.id


def part(kit: Kit, desk: RulesDesk, figures: Sequence[FigureId], commander: CommanderId | None) -> ForceId:
    """Figures stand as a force of their own, where they are, under this commander or nobody."""
    home = desk.world.war.force_of(figures[0])
    assert home is not None
    alone = {one.id for one in members(desk.world, home)} <= set(figures)
    if alone and home.commander == commander:
        return home.id
    return form(kit, desk, commander, home.place, figures)


def set_upon(desk: RulesDesk, attackers: ForceId, victims: ForceId, note: str) -> Contact:
    """They fight this turn, or on the next if the victims have fought; a fight at hand they join."""
    war = desk.world.war
    met, force = war.contact_of(victims), war.forces[victims]
    if met is not None and attackers in (*met.good, *met.evil):
        return met
    if met is not None:
        # Whoever attacks the side that is set upon joins its enemies.
        ours_are_good = victims in met.good
        contact = (
            replace(met, evil=(*met.evil, attackers))
            if ours_are_good
            else replace(met, good=(*met.good, attackers))
        )
    else:
        turn = war.turn + 1 if force.fought == war.turn else war.turn
        contact = Contact(
            new_contact(war.met, turn), (victims,), (attackers,), force.place, turn, note, "evil"
        )
    desk.record(ForcesMet(contact))
    return contact
