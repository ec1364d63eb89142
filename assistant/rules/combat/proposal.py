"""What the assistant proposes where a player has not decided: the army before its leaders."""

from __future__ import annotations

from dataclasses import replace

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book
from assistant.rules.combat.setup import FightSetup, SideSetup


def with_proposals(book: Book, setup: FightSetup) -> FightSetup:
    """The fight with an order of hits for each side that named none."""
    return replace(setup, good=_proposed(book, setup.good), evil=_proposed(book, setup.evil))


def _proposed(book: Book, side: SideSetup) -> SideSetup:
    return side if side.allocation else replace(side, allocation=proposed_order(book, side))


def proposed_order(book: Book, side: SideSetup) -> tuple[FigureId, ...]:
    """Army figures as listed, then engines and beasts with their crews, then characters, leaders last."""
    profiles = {entrant.figure: book.profiles[entrant.profile] for entrant in side.figures}
    return tuple(
        sorted(
            profiles,
            key=lambda figure: (
                profiles[figure].is_character,
                profiles[figure].crew is not None,
                profiles[figure].leadership,
            ),
        )
    )
