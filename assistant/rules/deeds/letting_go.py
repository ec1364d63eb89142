"""Whoever the table's word sets on their feet is nobody's burden and nobody's captive any more."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.kernel.ids import FigureId
from assistant.rules.captives import is_among_foes, owner_of, place_of
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import form
from assistant.rules.fight.facts import Carried
from assistant.rules.kit import Kit
from assistant.rules.ring.facts import CaptiveTaken, RingPassed
from assistant.rules.table_word.facts import Correction
from assistant.rules.world import ON_THEIR_FEET, World


def lay_down(desk: RulesDesk, figures: Sequence[FigureId]) -> None:
    """Whose condition changed is carried no further."""
    if burdens := tuple(one for one in figures if one in desk.world.war.carried):
        desk.record(Carried(burdens, (), "full"))


def regain_ring(desk: RulesDesk, figure: FigureId) -> None:
    """The Ring of one who is free again is nobody's booty any longer."""
    if desk.world.war.ring.bearer == figure:
        desk.record(RingPassed(figure, None, None, desk.world.war.turn))


def has_booty(kit: Kit, world: World, figure: FigureId) -> bool:
    """HUN-01: who died a captive left the Ring to the captor; evil bears it for its own master."""
    ring = world.war.ring
    if ring.bearer != figure or ring.captor is None:
        return False
    return kit.scenario.commanders[ring.captor].side != world.figures[figure].side


def set_right(kit: Kit, desk: RulesDesk, corrected: Sequence[Correction]) -> None:
    """After a ruling: the freed stand among their own where they were held, and the dead are not led away."""
    changed = [one for one in corrected if one.condition is not None]
    lay_down(desk, [one.figure for one in changed])
    for one in changed:
        if one.condition == "captured":
            continue
        is_captive, is_up = one.figure in desk.world.war.captives, one.condition in ON_THEIR_FEET
        was_held = is_captive or (is_up and is_among_foes(kit, desk.world, one.figure))
        place, owner = place_of(desk.world, one.figure), owner_of(kit, desk.world, one.figure)
        if is_captive:
            desk.record(CaptiveTaken(one.figure, None))
        if is_up and was_held and place is not None:
            form(kit, desk, owner, place, (one.figure,))
        if is_up and (was_held or has_booty(kit, desk.world, one.figure)):
            regain_ring(desk, one.figure)
