"""FRC-04: characters alone stand where their leader does, so he goes first to the enemy."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.deeds.closing_in import lead_on
from assistant.rules.measuring import base_of
from tests.running.table import Running


def led(running: Running, *names: str) -> list[str]:
    """Who stands how near to the enemy after they have come, the nearest first; he stands at 0,0."""
    kit = running.game.kit
    figures = [running.world.figures[FigureId(one)] for one in names]
    bases = [base_of(kit.book.profiles[one.profile], one.mounted) for one in figures]
    spots = [Point(Mil(1000 * number), Mil(0)) for number in range(1, len(names) + 1)]
    lead_on(kit, figures, bases, spots, Point(Mil(0), Mil(0)))
    return sorted(names, key=lambda name: spots[names.index(name)].x)


@pytest.mark.rules("FRC-04")
def test_of_characters_who_come_to_an_enemy_their_leader_stands_nearest(game_on: Running) -> None:
    # Line 80. Aragorn leads with 4, Legolas with 1, Gimli with 1.
    assert led(game_on, "legolas", "gimli", "aragorn")[0] == "aragorn"


def test_with_soldiers_in_it_a_force_comes_as_it_stands(game_on: Running) -> None:
    assert led(game_on, "rider-of-rohan-1", "eomer") == ["rider-of-rohan-1", "eomer"]
