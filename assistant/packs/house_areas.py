"""House rules by what they are about: each belongs where most of the rulebook lines it stands on belong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from assistant.packs.catalogue import house_rules, rules
from assistant.rules.book import HouseRule

AREAS: Mapping[str, tuple[str, ...]] = {
    "Seats and set-up": ("scenario", "fellowship", "charts"),
    "Arrivals": ("reinforcements",),
    "Turns, wars and victory": ("sequence", "wars", "victory", "status points"),
    "Movement and ground": ("movement", "terrain", "naval", "mounts", "forces"),
    "Combat": ("combat", "hit allocation", "defense", "outcome", "magic", "healing"),
    "Fortresses and artillery": ("fortress", "tower", "artillery"),
    "Abilities": ("abilities",),
    "Figures": ("profiles",),
    "Peoples and characters": ("peoples",),
    "Places": ("places",),
    "Things and the Ring": ("artifacts", "hunting the ring"),
}
OTHERS = "Everything else"


@cache
def by_area() -> Mapping[str, tuple[HouseRule, ...]]:
    """Every house rule once, under the heading it belongs to."""
    headings = {area: heading for heading, areas in AREAS.items() for area in areas}
    found: dict[str, list[HouseRule]] = {heading: [] for heading in (*AREAS, OTHERS)}
    for rule in house_rules().values():
        found[headings.get(_area_of(rule), OTHERS)].append(rule)
    return MappingProxyType({heading: tuple(those) for heading, those in found.items() if those})


def _area_of(house: HouseRule) -> str:
    """The area of the rules that share its lines; a rule of few lines says more than one of many."""
    mine = _lines(house.lines)
    weights: defaultdict[str, float] = defaultdict(float)
    for area, theirs in _areas():
        weights[area] += len(mine & theirs) / len(theirs)
    area, weight = max(weights.items(), key=lambda one: one[1], default=("", 0.0))
    return area if weight else ""


@cache
def _areas() -> tuple[tuple[str, frozenset[int]], ...]:
    return tuple((rule.area, lines) for rule in rules().values() if (lines := _lines(rule.lines)))


def _lines(text: str) -> frozenset[int]:
    """`544;569-571` is four lines."""
    return frozenset(line for part in text.replace(",", ";").split(";") for line in _span(part.strip()))


def _span(part: str) -> Iterable[int]:
    first, _, last = part.partition("-")
    if not first.isdigit() or (last and not last.isdigit()):
        return ()
    return range(int(first), int(last or first) + 1)
