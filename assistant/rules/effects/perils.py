"""What waits in a place for those who come through it: dice, and whoever guards it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.rules.book import Book, PlaceId

PERILOUS = frozenset({
    "entry-roll", "entry-needs", "hazard-roll", "slow-roll", "weather-duel", "guardian", "patrol",
    "silent-watchers", "sneak", "fight-through",
})  # fmt: skip
"""Effects that put a question to those who pass, or somebody in their way."""


def perils(book: Book, places: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Of these places those that ask for dice or are guarded, each with what its chart says in few words."""
    for place in places:
        known = book.places.get(PlaceId(place))
        if known is not None and any(trait.name in PERILOUS for trait in known.traits):
            yield place, known.short or " ".join(known.text)
