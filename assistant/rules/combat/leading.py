"""Leadership: who leads a side in a fight, by how much, and why others do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import FightingSide
from assistant.rules.effects.registry import in_play


@dataclass(frozen=True, slots=True)
class Lead:
    """What a character adds to its side's score if nobody leads better, and why so much or nothing."""

    figure: FigureId
    amount: int
    reasons: tuple[str, ...] = ()


def leadership(desk: RulesDesk, fight: Fight, side: FightingSide) -> int:
    """OUT-01: the single highest among a side's characters who may lead in this fight."""
    return best_of(leaders(desk, fight, side))


def best_of(found: Sequence[Lead]) -> int:
    """Only the best counts."""
    return max((one.amount for one in found), default=0)


def leaders(desk: RulesDesk, fight: Fight, side: FightingSide) -> tuple[Lead, ...]:
    """Everyone of a side who has leadership, printed or lent, also those who cannot lead here."""
    lineup = fight.lineup(desk)
    everyone = (*lineup.hosts[side].combatants, *fight.reserves(side))
    fallen = {
        one.id
        for one in lineup.hosts[side].combatants
        if fight.house["AMB-081"] == "lost" and desk.world.figures[one.id].condition != "fit"
    }
    return tuple(
        Lead(one.id, 0, ("fell in this fight (AMB-081)",)) if one.id in fallen else lead(one, lineup)
        for one in everyone
        if can_lead(one, lineup)
    )


def can_lead(one: Combatant, scene: Scene) -> bool:
    """Whether a character has any leadership: in print, or because somebody lends it some (AMB-100)."""
    return one.profile.is_character and bool(one.profile.leadership or lead(one, scene).amount)


def leads(one: Combatant, scene: Scene) -> int:
    """What a figure adds to its side's score if nobody leads better."""
    return lead(one, scene).amount if one.profile.is_character else 0


def lead(one: Combatant, scene: Scene) -> Lead:
    """How a character with leadership leads here, with its reasons."""
    if one.neutralised:
        return Lead(one.id, 0, (f"neutralised by a wizard's duel ({enforced('MAG-04')})",))
    scope = one.profile.leadership_scope
    if scope and (missing := _who_is_missing(one, scope, scene)):
        return Lead(one.id, 0, (f"{missing} ({enforced('PRF-N04')})",))
    changes = [change for found in in_play(one, scene) for change in found.leadership_modifiers(one, scene)]
    amount = max(0, one.profile.leadership + sum(change.amount for change in changes))
    found = [why for number, why in one.circumstances if number == "leadership"]
    start = f"{one.profile.leadership} {', '.join(found) or 'printed'}"
    printed = (start,) if changes or found else ()
    whom = (f"leads {scope} figures ({enforced('PRF-N04')})",) if scope else ()
    return Lead(one.id, amount, (*printed, *map(str, changes), *whom))


def told(side: FightingSide, found: Sequence[Lead]) -> tuple[str, ...]:
    """Who leads a side and why so, and who cannot; those who lead less well are passed over."""
    best = max(found, key=lambda one: one.amount, default=None)
    lines: list[str] = []
    if best is not None and best.amount:
        because = f" [{'; '.join(best.reasons)}]" if best.reasons else ""
        lines.append(f"{side.capitalize()} is led by {best.figure}: leadership {best.amount}{because}.")
    lines += [f"{one.figure} does not lead: {'; '.join(one.reasons)}." for one in found if not one.amount]
    return tuple(lines)


def _who_is_missing(leader: Combatant, scope: str, scene: Scene) -> str:
    """PRF-N04, AMB-030: what the force lacks of the people a leader speaks for; nothing if they are there."""
    host = scene.friends(leader).combatants
    match scene.house["AMB-030"]:
        case "whole-force":
            return (
                "" if all(one.is_of(scope) for one in host) else f"not all in the force are {scope} figures"
            )
        case "in-the-force":
            return "" if any(one.is_of(scope) for one in host) else f"no {scope} figures in the force"
        case _:
            others = (one for one in host if one.id != leader.id)
            return "" if any(one.is_of(scope) for one in others) else f"no other {scope} figures in the force"
