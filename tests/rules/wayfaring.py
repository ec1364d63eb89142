"""How tests send figures over ground: who goes, over which stretches, and what is said of it."""

from __future__ import annotations

from typing import Any

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, ProfileId
from assistant.rules.house import HouseRules
from assistant.rules.moving.footing import Stretch
from assistant.rules.moving.paths import Ruling, Way, judge
from assistant.rules.moving.rates import Walker
from assistant.rules.moving.travel import Traveller


def over(ground: str, inches: float, *places: str, feature: str = "", navigable: bool = False) -> Stretch:
    """A stretch of so many inches."""
    return Stretch(ground, round(inches * 1000), feature, places, navigable)


def going(book: Book, *names: str, house: dict[str, str] | None = None, **more: Any) -> tuple[Walker, ...]:
    """Figures who go together; `mounted` makes riders of those whose profile does not say."""
    readings = HouseRules(book.house_rules, house or {})
    company = tuple(book.profiles[ProfileId(name)] for name in names)
    mounted = more.pop("mounted", None)
    walker = {key: more.pop(key) for key in ("crew", "is_halved") if key in more}
    return tuple(
        Walker(
            FigureId(str(profile.id)),
            Traveller(
                profile,
                profile.starts_mounted or profile.printed_mounted if mounted is None else mounted,
                readings,
                company,
                **more,
            ),
            **walker,
        )
        for profile in company
    )


def go(book: Book, walkers: tuple[Walker, ...], *stretches: Stretch, **more: Any) -> Ruling:
    """What is said of a way."""
    return judge(book, walkers, Way(tuple(stretches), **more))


def halts(ruling: Ruling) -> tuple[str, float, str]:
    """Who halts first, after how many inches, by which rule."""
    assert ruling.first is not None, "nobody halts"
    return ruling.first.figure, ruling.first.at / 1000, ruling.first.why.rule
