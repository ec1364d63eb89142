"""What the assistant proposes where a player has not decided: who is missed least takes a hit first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, Line, Profile
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.setup import SIDES, Entrant, FightSetup, SideSetup
from assistant.rules.combat.spending import FACES, NEVER, best_use, line_to_improve, strikes
from assistant.rules.combat.wizardry import unspent
from assistant.rules.effects.registry import carried, overrides
from assistant.rules.house import HouseRules

SERVICES = ("reaches", "lends_rerolls", "turns_defeat", "spawns", "quickens")
"""The hooks by which someone helps others than themselves."""


def with_proposals(book: Book, setup: FightSetup) -> FightSetup:
    """The fight with an order of hits for each side that named none."""
    return replace(setup, good=_proposed(book, setup.good), evil=_proposed(book, setup.evil))


def _proposed(book: Book, side: SideSetup) -> SideSetup:
    return side if side.allocation else replace(side, allocation=proposed_order(book, side))


def with_wizardry(book: Book, setup: FightSetup) -> FightSetup:
    """MAG-05: the fight with every point spent, which costs nothing, where a side has not said on what."""
    fight = Fight(book, setup, HouseRules(book.house_rules, setup.house_rules))
    for side in SIDES:
        points = unspent(fight, side)
        if not points:
            continue
        scene = fight.declared()
        wizards = [one for one in scene.hosts[side].combatants if one.id in points]
        found = {one.id: best_use(line_to_improve(one, scene), points[one.id]) for one in wizards}
        if spent := {figure: boost for figure, boost in found.items() if boost.points}:
            setup = setup.with_side(side, replace(setup.side(side), wizardry=spent))
    return setup


def wizardry_spent(book: Book, before: FightSetup, after: FightSetup) -> Iterator[str]:
    """MAG-05: on what the assistant lets wizards spend their points where nobody has said."""
    for side in SIDES:
        names = {one.figure: book.profiles[one.profile].name for one in after.side(side).figures}
        for figure, boost in after.side(side).wizardry.items():
            if figure not in before.side(side).wizardry:
                yield f"{names[figure]} spends wizardry, {boost} ({enforced('MAG-05')})."


def proposed_order(book: Book, side: SideSetup) -> tuple[FigureId, ...]:
    """ALC-01: the army, engines and beasts with crews, then characters, the best leaders after the others.

    Last come those whom the enemy could carry off alive. Of the same rank whoever serves a whole force is
    spared, then the least worth goes first, and of equals the first listed.
    """
    return tuple(one.figure for one in sorted(side.figures, key=lambda one: _missed(book, one)))


def _missed(book: Book, one: Entrant) -> tuple[bool, bool, bool, int, bool, float]:
    profile = book.profiles[one.profile]
    effects = [*carried(profile, one.mounted)]
    return (
        profile.is_character,
        profile.crew is not None,
        any(overrides(found, "may_be_captured") for found in effects),
        profile.leadership,
        any(overrides(found, *SERVICES) for found in effects),
        worth(profile, one),
    )


def worth(profile: Profile, one: Entrant) -> float:
    """The hits it strikes by its printed numbers until as many have felled it; a rider falls twice."""
    rides = one.mounted and profile.dismounted is not None
    lines = (profile.line, profile.line_when(mounted=False)) if rides else (profile.line_when(one.mounted),)
    return sum(strikes(line) * _lasts(line) for line in lines)


def _lasts(line: Line) -> float:
    """How many hits it takes to fell it."""
    return FACES / ((line.defense or NEVER) - 1)
