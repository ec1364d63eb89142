"""How large each name is written, and in which hand: by the rank of a place, by the kind of ground."""

from __future__ import annotations

from collections.abc import Mapping

SIZES: Mapping[str, int] = {
    "fortress": 104, "haven": 90, "town": 84, "lair": 88, "ruin": 84, "camp": 84, "mountain": 84,
    "region": 84, "forest": 84, "ford": 74, "pass": 74, "entry": 74,
}  # fmt: skip
RANKS = (
    "fortress", "haven", "lair", "town", "ruin", "camp", "mountain", "forest", "pass", "ford", "region",
    "entry",
)  # fmt: skip
CLASSES: Mapping[str, tuple[str, int]] = {
    "sea": ("of-water", 130), "lake": ("of-water", 78), "river": ("of-water", 80),
    "stream": ("of-water", 64), "shallows": ("of-water", 60),
    "mountain": ("of-relief", 120), "hills": ("of-relief", 78), "rocky": ("of-relief", 84),
    "rough": ("of-relief", 100), "sand": ("of-relief", 100), "woods": ("of-wood", 96),
    "marsh": ("of-wood", 80),
    "island": ("of-relief", 78), "road": ("of-road", 62), "path": ("of-road", 62),
}  # fmt: skip
