"""HEA, ABL-HERO: no rest where the enemy is master, and every minion there decides over the helpless."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import TakePlace
from tests.running.table import Running

TIRITH = PlaceId("minas-tirith")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


# ---- rest ------------------------------------------------------------------------------------------------


def turns_told(running: Running, title: str, turns: Iterable[int]) -> list[int]:
    return [turn for turn in turns if title in running.copy().go_to(turn).told("healing")]


def faramir_lies_in_a_lost_city(running: Running, turn: int) -> Running:
    """Wounded in Minas Tirith in the combat of a turn in which evil takes it."""
    running.go_to(turn, "combat").do(Adjust(ids("faramir"), "hit", condition="wounded", place=TIRITH))
    return running.do(TakePlace(TIRITH, "evil", (CommanderId("witch-king"),)))


@pytest.mark.rules("HEA-01")
def test_no_turn_counts_as_rest_in_which_the_enemy_held_the_house_of_healing(game_on: Running) -> None:
    # Line 173: a full turn of rest, while their side keeps the place. Wounded and lost on turn 3, won back in
    # the combat of turn 4: turn 5 is the first full turn of rest, and Faramir is well on turn 6.
    faramir_lies_in_a_lost_city(game_on, 3).go_to(4, "combat")
    game_on.do(TakePlace(TIRITH, "good", (CommanderId("gondor"),)))
    assert turns_told(game_on, "Faramir recovers at Minas Tirith", (5, 6)) == [6]


@pytest.mark.rules("HEA-01")
def test_the_turn_at_whose_start_a_place_is_said_to_be_free_is_one_of_rest(game_on: Running) -> None:
    # Line 173 as above: free again from the start of turn 4 on, so turn 4 is the full turn.
    faramir_lies_in_a_lost_city(game_on, 2).go_to(4)
    game_on.do(TakePlace(TIRITH, "good", (CommanderId("gondor"),)))
    assert turns_told(game_on, "Faramir recovers at Minas Tirith", (4, 5)) == [5]
