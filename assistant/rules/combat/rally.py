"""Defense dice that are rolled again only once a fight is known to be lost (AMB-038)."""

from __future__ import annotations

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.defend import is_saved
from assistant.rules.combat.fight import FailedSave, Fight, RulesDesk
from assistant.rules.combat.loans import loans_of
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import FightingSide
from assistant.rules.effects.hooks import Loan
from assistant.rules.fight.facts import Recovered


def rally(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """PPL-DARKMARSHAL-01, AMB-038: some of the beaten get up again; who won is known and stays so."""
    for loan in loans_of(fight.scene(desk), side):
        if loan.in_defeat:
            yield from _roll_again(desk, fight, side, loan)


def _roll_again(desk: RulesDesk, fight: Fight, side: FightingSide, loan: Loan) -> Procedure[None]:
    """The cheapest to save first; a figure stands again if every die it needs succeeds."""
    fallen = {one.id: one for one in fight.lineup(desk).hosts[side].combatants if _has_fallen(desk, one)}
    needed = {
        figure: _dice_needed([save for save in fight.failed[side] if save.figure == figure])
        for figure, one in fallen.items()
        if loan.is_for(one)
    }
    tried: dict[FigureId, list[FailedSave]] = {}
    left = loan.number
    for figure, saves in sorted(needed.items(), key=lambda pair: [save.need for save in pair[1]]):
        if 0 < len(saves) <= left:
            tried[figure] = saves
            left -= len(saves)
    dice = [Die(figure, save.need, reasons=(str(loan.why),)) for figure in tried for save in tried[figure]]
    why = f"again, {loan.why}"
    faces = yield from desk.roll(fight.seat(side), "defense_reroll", why, dice, asked(loan.why.rule))
    again_down = {
        die.figure for die, face in zip(dice, faces, strict=True) if not is_saved(die.need or 0, face)
    }
    standing = tuple(figure for figure in tried if figure not in again_down)
    if standing:
        desk.record(Recovered(standing))
        desk.say(f"On their feet again after all: {', '.join(standing)}, {loan.why}.")


def _has_fallen(desk: RulesDesk, one: Combatant) -> bool:
    return desk.world.figures[one.id].condition != "fit"


def _dice_needed(saves: list[FailedSave]) -> list[FailedSave]:
    """A rider who failed twice lives, on foot, if one of the two succeeds; everyone else needs them all."""
    dearest_first = sorted(saves, key=lambda save: -save.need)
    return dearest_first[1:] if any(save.mounted for save in saves) else dearest_first
