"""Magic in combat: duels to neutralise an enemy, and points spent on oneself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.kernel.asking import Die
from assistant.kernel.errors import Fault, Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import muster
from assistant.rules.combat.setup import SIDES, Boost, FightingSide, other
from assistant.rules.combat.spending import best_next, improvable, line_to_improve, plus
from assistant.rules.fight.facts import Duelled

Duel = tuple[FigureId, FigureId]


@dataclass(frozen=True, slots=True)
class Throw:
    """MAG-01: a duellist's die and what wizardry adds to it."""

    face: int
    wizardry: int

    @property
    def total(self) -> int:
        return self.face + self.wizardry

    def __str__(self) -> str:
        return f"{self.face} + {self.wizardry} wizardry = {self.total}"


NOBODY, KEEP = "nobody", "keep"
WIZARDRY = "wizardry"


def check_magic(fight: Fight) -> None:
    """Refuse what no wizard may do, all of it at once: MAG-03, MAG-05, AMB-031, AMB-032."""
    found = [misuse for side in SIDES for misuse in (*_overspent(fight, side), *_idle_duels(fight, side))]
    if found:
        found[0].faults = tuple(fault for misuse in found for fault in misuse.faults)
        raise found[0]


def _overspent(fight: Fight, side: FightingSide) -> Iterator[Illegal]:
    for figure, boost in fight.orders(side).wizardry.items():
        points = _wizardry(fight, side, figure)
        if points is None or boost.points > points:
            wrong = f"{figure} has {points or 0} wizardry to spend, not {boost.points} ({enforced('MAG-05')})"
            at = f"sides.{side}.wizardry.{figure}"
            yield Illegal("too-much-wizardry", f"{wrong}.", faults=[Fault("", at, wrong)])


def _idle_duels(fight: Fight, side: FightingSide) -> Iterator[Illegal]:
    duels = fight.orders(side).duels
    for number, (own, enemy) in enumerate(duels):
        at = f"sides.{side}.duels[{number}]"
        if own in [earlier for earlier, _ in duels[:number]]:
            wrong = f"{own} may challenge only one enemy ({enforced('MAG-03')})"
            yield Illegal("one-duel-each", f"{wrong}.", faults=[Fault("", f"{at}[0]", wrong)])
        if _wizardry(fight, side, own) is None:
            yield _no_wizard(f"{own} has no wizardry and cannot duel", f"{at}[0]")
        if fight.house["AMB-032"] == "wizards-only" and _wizardry(fight, other(side), enemy) is None:
            yield _no_wizard(f"{enemy} has no wizardry and cannot duel", f"{at}[1]")
        elif not _wizards(fight, other(side)):
            yield _no_wizard(f"{other(side).capitalize()} has no wizard to duel with", f"{at}[1]")


def _no_wizard(why: str, at: str) -> Illegal:
    wrong = f"{why} ({enforced('MAG-03')})"
    return Illegal("no-wizard", f"{wrong}.", faults=[Fault("", at, wrong)])


def _wizardry(fight: Fight, side: FightingSide, figure: FigureId) -> int | None:
    entrant = next(one for one in fight.orders(side).figures if one.figure == figure)
    value = fight.profile_of(entrant, side)[0].wizardry
    return None if value == 0 and fight.house["AMB-031"] == "none" else value


def _wizards(fight: Fight, side: FightingSide) -> list[FigureId]:
    figures = (one.figure for one in fight.present(side))
    return [figure for figure in figures if _wizardry(fight, side, figure) is not None]


def _characters(fight: Fight, side: FightingSide) -> list[FigureId]:
    return [one.figure for one in fight.present(side) if fight.book.profiles[one.profile].is_character]


def _challenges(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[list[Duel]]:
    """MAG-03: wizards whose orders say nothing are asked whom they challenge, if both sides have any."""
    declared = fight.orders(side).duels
    pairs = [pair for pair in declared if fight.driven_off.isdisjoint(pair)]
    enemies = _wizards(fight, other(side))
    if enemies and fight.house["AMB-032"] == "any-character":
        enemies = _characters(fight, other(side))
    enemies = [enemy for enemy in enemies if enemy not in fight.neutralised]
    challengers = [] if declared or not enemies else _wizards(fight, side)
    for own in challengers:
        if own in fight.neutralised:
            continue
        ask = f"Whom does {own} try to neutralise by a duel of wizardry?"
        enemy = yield from desk.choose(fight.seat(side), "duel", ask, (NOBODY, *enemies), asked("MAG-03"))
        if enemy != NOBODY:
            pairs.append((own, FigureId(enemy)))
    return pairs


def unspent(fight: Fight, side: FightingSide) -> dict[FigureId, int]:
    """MAG-05: the points of wizards to whom nobody has said what to do with them."""
    if fight.orders(side).wizardry:
        return {}
    return {figure: points for figure in _wizards(fight, side) if (points := _wizardry(fight, side, figure))}


def spend_points(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """MAG-05: wizards whose orders say nothing are asked, point by point, what they improve."""
    for side in SIDES:
        spent = fight.orders(side).wizardry
        for figure in _wizards(fight, side) if not spent else ():
            yield from _spend(desk, fight, side, figure)
            if boost := fight.boosts.get(figure):
                desk.say(f"{figure} spends wizardry: {boost} ({enforced('MAG-05')}).")


def _spend(desk: RulesDesk, fight: Fight, side: FightingSide, figure: FigureId) -> Procedure[None]:
    """MAG-06: only what a point still changes is offered, first what quick fights and odds spend it on."""
    points = _wizardry(fight, side, figure) or 0
    boost = Boost()
    for number in range(1, points + 1):
        scene = fight.scene(desk)
        fighter = next(one for one in muster(scene).sides[side] if one.me.id == figure)
        line = line_to_improve(fighter.me, scene)
        offered = improvable(fighter, line)
        if not offered:
            return
        best = best_next(line, boost)
        options = sorted(offered, key=lambda one: one != best)
        ask = f"{figure}, point {number} of {points} of wizardry: keep it, or improve what?"
        if "dice" in offered and "attack" not in offered:
            ask += f" Attack is {fighter.need}+ and gets no better ({enforced('MAG-06')})."
        what = yield from desk.choose(fight.seat(side), WIZARDRY, ask, (*options, KEEP), asked("MAG-05"))
        if what == KEEP:
            return
        boost = fight.boosts[figure] = plus(boost, what)


def duels(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """MAG-01..MAG-04: each rolls a die and adds wizardry; the loser neither strikes nor leads."""
    for side in SIDES:
        for own, enemy in (yield from _challenges(desk, fight, side)):
            if own in fight.neutralised or enemy in fight.neutralised:
                idle = own if own in fight.neutralised else enemy
                desk.say(f"{idle} has been neutralised, and no duel is fought ({enforced('MAG-04')}).")
                continue
            mine = yield from _throw(desk, fight, side, own)
            theirs = yield from _throw(desk, fight, other(side), enemy)
            thrown = f"{own} {mine}, {enemy} {theirs}"
            if mine.total == theirs.total:
                desk.record(Duelled(own, enemy, None))
                desk.say(f"{thrown}: the duel has no effect ({enforced('MAG-02')}).")
                continue
            loser = enemy if mine.total > theirs.total else own
            fight.neutralised.add(loser)
            desk.record(Duelled(own, enemy, loser))
            desk.say(f"{thrown}: {loser} is neutralised ({enforced('MAG-04')}).")


def _throw(desk: RulesDesk, fight: Fight, side: FightingSide, figure: FigureId) -> Procedure[Throw]:
    wizardry = _wizardry(fight, side, figure) or 0
    die = Die(figure, reasons=(f"+{wizardry} wizardry",))
    (face,) = yield from desk.roll(fight.seat(side), "duel", f"{figure} duels", [die], asked("MAG-01"))
    return Throw(face, wizardry)
