"""Figures in the words in which a list is read out: 12 Orcs, Gamling with the Royal Standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.rules.wording import join, many, riding

HARDLY = 0.03
"""Below this a chance is none to count on, and above the rest of it as good as certain."""

if TYPE_CHECKING:
    from assistant.rules.arrivals import Contingent
    from assistant.rules.book import Book
    from assistant.rules.scenario import Scenario


def figures_text(figures: Contingent, book: Book, war: Scenario) -> str:
    """How many of whom, how they come and what they carry."""
    of = [book.profiles[profile] for profile in figures.profiles]
    who = join((many(one) if figures.count > 1 else one.name for one in of), "or")
    is_person = figures.count == 1 and len(of) == 1 and of[0].is_character
    number = "" if is_person else f"{figures.number} "
    how = riding(of[0], figures.mounted)
    carried = join(thing_name(thing, book, war) for thing in figures.carries)
    return " ".join(filter(None, (f"{number}{who}", how, f"with {carried}" if carried else "")))


def thing_name(thing: str, book: Book, scenario: Scenario) -> str:
    """What a figure carries, as players call it."""
    named = next((artifact.name for artifact in scenario.artifacts if artifact.id == thing), None)
    return named or book.gear.get(thing) or thing.replace("-", " ")


def percent(chance: float) -> str:
    """Rounded, but never so that what is possible looks impossible or certain."""
    rounded = round(100 * chance)
    if rounded == 0 and chance > 0:
        return "<1 %"
    if rounded == 100 and chance < 1:
        return ">99 %"
    return f"{rounded} %"


def in_ten(chance: float) -> str:
    """A chance as people say it: about 7 in 10, every time, hardly ever."""
    if chance in (0, 1):
        return "every time" if chance else "never"
    if not HARDLY < chance < 1 - HARDLY:
        return "hardly ever" if chance < HARDLY else "almost every time"
    tenths = round(10 * chance)
    if tenths in (0, 10):
        return "about 19 in 20" if tenths else "about 1 in 20"
    return f"about {tenths} in 10"
