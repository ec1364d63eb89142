"""Who stands near those who help the near: asked at the table, or said to be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import click

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, Profile
from assistant.rules.combat.helping import Help, unsaid_help
from assistant.rules.combat.setup import FightSetup, SideSetup
from assistant.rules.wording import counted, join, many


def told(book: Book, setup: FightSetup) -> Iterator[str]:
    """A line for each helper near whom nobody is said to stand."""
    for offer in unsaid_help(book, setup):
        helper, kinds = _name(book, setup, offer.holder), _kinds(book, setup, offer)
        whom = join([kind.name if len(figures) == 1 else many(kind) for kind, figures in kinds], "or")
        kind, figures = kinds[0]
        example = f"{counted(kind, len(figures))} near {helper}"
        yield (
            f"{helper} helps {whom} within {offer.inches} inches, and nobody is said to stand there: "
            f'write "{example}" if some do.'
        )


def asked(book: Book, setup: FightSetup) -> FightSetup:
    """The fight with those near their helpers whom the table says to be."""
    for offer in unsaid_help(book, setup):
        helper, within = _name(book, setup, offer.holder), f"within {offer.inches} inches of"
        for kind, figures in _kinds(book, setup, offer):
            if len(figures) == 1:
                number = int(click.confirm(f"Is {kind.name} {within} {helper}?"))
            else:
                question = f"How many of the {len(figures)} {many(kind)} are {within} {helper}?"
                number = click.prompt(question, type=click.IntRange(0, len(figures)), default=0)
            orders = _near(setup.side(offer.side), figures[:number], offer.holder)
            setup = setup.with_side(offer.side, orders)
    return setup


def _kinds(book: Book, setup: FightSetup, offer: Help) -> list[tuple[Profile, list[FigureId]]]:
    """Those who would be helped, by their kind, in listed order."""
    profiles = {one.figure: one.profile for one in setup.side(offer.side).figures}
    alike = groupby(offer.helped, key=lambda figure: profiles[figure])
    return [(book.profiles[profile], [*figures]) for profile, figures in alike]


def _near(orders: SideSetup, figures: list[FigureId], holder: FigureId) -> SideSetup:
    moved = (
        replace(one, near=(*one.near, holder)) if one.figure in figures else one for one in orders.figures
    )
    return replace(orders, figures=tuple(moved))


def _name(book: Book, setup: FightSetup, figure: FigureId) -> str:
    everyone = (*setup.good.everyone, *setup.evil.everyone)
    return book.profiles[next(one.profile for one in everyone if one.figure == figure)].name
