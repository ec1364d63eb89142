"""Dice as players gather them: one handful for all that need the same and carry the same, easiest first."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.kernel.asking import Die


def handfuls(dice: Sequence[Die]) -> dict[tuple[int | None, str], list[int]]:
    """The places of the dice of a roll, by what they need and what they carry."""
    groups: dict[tuple[int | None, str], list[int]] = {}
    for index, die in enumerate(dice):
        groups.setdefault((die.need, die.label), []).append(index)
    return dict(sorted(groups.items(), key=lambda group: (group[0][0] or 0, group[0][1])))
