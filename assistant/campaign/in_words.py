"""Numbers, figures and ground as a story names them."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.rules.book import Profile, Terrain
from assistant.rules.wording import many

GROUND: Mapping[Terrain, str] = {
    "clear": "",
    "road": " on the road",
    "woods": " in the woods",
    "hills": " in the hills",
    "marsh": " in the marshes",
    "rocky": " on rocky ground",
    "sand": " on the sand",
    "caves": " in the caves",
    "mountain": " in the mountains",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
UNCOUNTED = ("character", "creature")


def counted_in_words(profile: Profile, number: int) -> str:
    """Three Riders of Rohan; persons by their names."""
    if number == 1 and profile.kind in UNCOUNTED:
        return profile.name
    return f"{in_words(number)} {profile.name if number == 1 else many(profile)}"


def in_words(number: int) -> str:
    """Three; but 13."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
