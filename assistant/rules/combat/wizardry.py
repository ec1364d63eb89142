"""Magic in combat: duels to neutralise an enemy, and points spent on oneself."""

from __future__ import annotations

from assistant.kernel.asking import Die
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.facts import Duelled


def check_magic(fight: Fight) -> None:
    """Refuse what no wizard may do: MAG-03, MAG-05, AMB-031, AMB-032."""
    for side in SIDES:
        for figure, boost in fight.orders(side).wizardry.items():
            points = _wizardry(fight, side, figure)
            if points is None or boost.points > points:
                rule = enforced("MAG-05")
                raise Illegal(
                    "too-much-wizardry",
                    f"{figure} has {points or 0} wizardry to spend, not {boost.points} ({rule}).",
                )
        duellists = [own for own, _ in fight.orders(side).duels]
        for own, enemy in fight.orders(side).duels:
            if duellists.count(own) > 1:
                raise Illegal("one-duel-each", f"{own} may challenge only one enemy ({enforced('MAG-03')}).")
            _check_duellist(fight, side, own)
            if fight.house["AMB-032"] == "wizards-only":
                _check_duellist(fight, other(side), enemy)


def _check_duellist(fight: Fight, side: FightingSide, figure: FigureId) -> None:
    if _wizardry(fight, side, figure) is None:
        raise Illegal("no-wizard", f"{figure} has no wizardry and cannot duel ({enforced('MAG-03')}).")


def _wizardry(fight: Fight, side: FightingSide, figure: FigureId) -> int | None:
    entrant = next(one for one in fight.orders(side).figures if one.figure == figure)
    value = fight.profile_of(entrant, side)[0].wizardry
    return None if value == 0 and fight.house["AMB-031"] == "none" else value


def duels(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """MAG-01..MAG-04: each rolls a die and adds wizardry; the loser neither strikes nor leads."""
    for side in SIDES:
        for own, enemy in fight.orders(side).duels:
            if own in fight.neutralised or enemy in fight.neutralised:
                idle = own if own in fight.neutralised else enemy
                desk.say(f"{idle} has been neutralised, and no duel is fought ({enforced('MAG-04')}).")
                continue
            mine = yield from _throw(desk, fight, side, own)
            theirs = yield from _throw(desk, fight, other(side), enemy)
            if mine == theirs:
                desk.record(Duelled(own, enemy, None))
                desk.say(f"{own} {mine}, {enemy} {theirs}: the duel has no effect ({enforced('MAG-02')}).")
                continue
            loser = enemy if mine > theirs else own
            fight.neutralised.add(loser)
            desk.record(Duelled(own, enemy, loser))
            desk.say(f"{own} {mine}, {enemy} {theirs}: {loser} is neutralised ({enforced('MAG-04')}).")


def _throw(desk: RulesDesk, fight: Fight, side: FightingSide, figure: FigureId) -> Procedure[int]:
    wizardry = _wizardry(fight, side, figure) or 0
    die = Die(figure, reasons=(f"+{wizardry} wizardry",))
    (face,) = yield from desk.roll(fight.seat(side), "duel", f"{figure} duels", [die], asked("MAG-01"))
    return face + wizardry
