"""What the assistant proposes where a player has not decided: who is missed least takes a hit first."""

from __future__ import annotations

from dataclasses import replace

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, Line, Profile
from assistant.rules.combat.setup import Entrant, FightSetup, SideSetup
from assistant.rules.effects.registry import carried, overrides

SERVICES = ("reaches", "lends_rerolls", "turns_defeat", "spawns", "quickens")
"""The hooks by which someone helps others than themselves."""
FACES = 6
NEVER = FACES + 1


def with_proposals(book: Book, setup: FightSetup) -> FightSetup:
    """The fight with an order of hits for each side that named none."""
    return replace(setup, good=_proposed(book, setup.good), evil=_proposed(book, setup.evil))


def _proposed(book: Book, side: SideSetup) -> SideSetup:
    return side if side.allocation else replace(side, allocation=proposed_order(book, side))


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
    return sum(_strikes(line) * _lasts(line) for line in lines)


def _strikes(line: Line) -> float:
    return line.dice * (NEVER - (line.attack or NEVER)) / FACES


def _lasts(line: Line) -> float:
    """How many hits it takes to fell it."""
    return FACES / ((line.defense or NEVER) - 1)
