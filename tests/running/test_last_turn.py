"""The turn with which the table has agreed to close."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.last_turn import SetLastTurn
from assistant.rules.deeds.turning import GoOn, at_stake, unfinished
from tests.running.table import Running


@pytest.mark.rules("SEQ-05")
def test_after_the_closing_turn_no_other_is_played_unless_the_table_wants_it(game_on: Running) -> None:
    game_on.do(SetLastTurn(2)).go_to(1, "combat").do(GoOn(anyway=True))
    assert (game_on.world.war.turn, game_on.world.war.phase) == (2, "start")
    game_on.go_to(2, "combat")
    assert "turn 2 was to be the last (SEQ-05)" in tuple(unfinished(game_on.game.kit, game_on.world))
    assert "End the game because time is up." in at_stake(game_on.game.kit, game_on.world)
    with pytest.raises(Illegal, match=r"turn 2 was to be the last \(SEQ-05\)"):
        game_on.do(GoOn())
    game_on.do(GoOn(anyway=True))
    assert game_on.world.war.turn == 3


@pytest.mark.parametrize("turn", [0, 2, 101])
def test_a_turn_that_is_over_or_not_on_the_record_cannot_be_the_last(game_on: Running, turn: int) -> None:
    game_on.go_to(3)
    with pytest.raises(Illegal, match=f"Turn {turn} cannot be the last: it is turn 3 now"):
        game_on.do(SetLastTurn(turn))


def test_the_end_may_be_left_open_again_and_a_game_that_is_over_has_no_last_turn(game_on: Running) -> None:
    game_on.do(SetLastTurn(1)).do(SetLastTurn(None)).go_to(1, "combat")
    assert not any("was to be the last" in one for one in unfinished(game_on.game.kit, game_on.world))
    with pytest.raises(Illegal, match="The end of the day is open already"):
        game_on.do(SetLastTurn(None))
    with pytest.raises(Illegal, match="The game is over"):
        game_on.do(EndGame("time")).do(SetLastTurn(5))
