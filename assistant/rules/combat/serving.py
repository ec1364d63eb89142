"""Replacements for lost crew: infantry of the same force step in before the blows."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.kernel.asking import Item, Taker
from assistant.kernel.errors import Fault, Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import SIDES
from assistant.rules.fight.facts import CrewReplaced

NOBODY = "nobody"


def man_the_engines(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """ART-04: while one of the first crew lives, infantry of the force may take the places of the fallen."""
    for side in SIDES:
        for one in fight.combatants(desk, side):
            missing = one.profile.crew.size - one.crew_left if one.profile.crew else 0
            told = fight.orders(side).engines.get(one.id)
            if one.profile.kind == "artillery" and (missing > 0 or (told and told.recruits)):
                yield from _replace(desk, fight, one, missing)


def infantry(desk: RulesDesk, fight: Fight, engine: Combatant) -> tuple[FigureId, ...]:
    """ART-04: who of an engine's force may step in: army figures on foot, but no beasts, and no crews."""
    return tuple(
        one.id
        for one in fight.combatants(desk, engine.side)
        if one.force == engine.force
        and one.profile.kind == "army"
        and not one.mounted
        and not one.profile.is_beast
        and one.profile.crew is None
    )


def _replace(desk: RulesDesk, fight: Fight, one: Combatant, missing: int) -> Procedure[None]:
    orders = fight.orders(one.side).engines
    named = orders[one.id].recruits if one.id in orders else ()
    # Whoever is told off to serve another engine is not asked to serve this one.
    promised = {each for engine, told in orders.items() if engine != one.id for each in told.recruits}
    able = tuple(each for each in infantry(desk, fight, one) if each not in promised)
    if not _has_first_crew(one):
        if named:
            raise Illegal(
                "no-crew-left", f"None of the first crew of {one.id} lives, so nobody may step in (ART-04)."
            )
        desk.say(f"None of the first crew of {one.id} lives: nobody may step in ({enforced('ART-04')}).")
        return
    if not named:
        named = yield from _volunteers(desk, fight, one, min(missing, len(able)), able)
    if not named:
        return
    _check(one, named, missing, able)
    desk.record(CrewReplaced(one.id, named))
    desk.say(f"Now serving {one.id} instead of fighting: {', '.join(named)} ({enforced('ART-04')}).")


def _has_first_crew(one: Combatant) -> bool:
    return one.profile.crew is not None and one.lives_lost < one.profile.crew.size


def _volunteers(
    desk: RulesDesk, fight: Fight, one: Combatant, most: int, able: Sequence[FigureId]
) -> Procedure[tuple[FigureId, ...]]:
    if not most:
        return ()
    seat = fight.seat(one.side)
    ask = f"{one.id} has lost crew: how many of the infantry step in? They do not fight themselves."
    options = (NOBODY, *map(str, range(1, most + 1)))
    number = yield from desk.choose(seat, "crew", ask, options, asked("ART-04"))
    if number == NOBODY:
        return ()
    picked = yield from desk.allocate(
        seat,
        "crew",
        f"who serves {one.id}",
        [Item("crew")] * int(number),
        [Taker(figure, most=1) for figure in able],
        (),
        asked("ART-04"),
    )
    return tuple(map(FigureId, picked))


def _check(one: Combatant, named: Sequence[FigureId], missing: int, able: Sequence[FigureId]) -> None:
    unfit = [figure for figure in named if figure not in able]
    if unfit:
        wrong = f"{unfit[0]} is no infantry of the same force who could serve {one.id} ({enforced('ART-04')})"
        raise Illegal("cannot-serve", f"{wrong}.", faults=[_fault(one, wrong)])
    if twice := next((figure for figure in named if named.count(figure) > 1), None):
        wrong = f"{twice} is named twice to serve {one.id}"
        raise Illegal("cannot-serve", f"{wrong}.", faults=[_fault(one, wrong)])
    if len(named) > missing:
        wrong = f"{one.id} lacks {missing or 'no'} crew, and {len(named)} step in ({enforced('ART-04')})"
        raise Illegal("too-many-crew", f"{wrong}.", faults=[_fault(one, wrong)])


def _fault(one: Combatant, wrong: str) -> Fault:
    return Fault("", f"sides.{one.side}.engines.{one.id}.recruits", wrong)
