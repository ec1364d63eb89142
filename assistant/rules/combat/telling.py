"""Dice in the account of a fight: face by face while they are few, counted when they are many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

FEW = 15
"""So many faces are read at a glance."""


def told(faces: Sequence[int]) -> str:
    """1 4 6, or 55 dice (20 × 1, 35 × 4): as somebody would read them out."""
    if len(faces) <= FEW:
        return " ".join(map(str, faces))
    counts = sorted(Counter(faces).items())
    return f"{len(faces)} dice ({', '.join(f'{number} × {face}' for face, number in counts)})"
