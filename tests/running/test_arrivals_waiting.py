"""SEQ-07: who could have come on their turn and was not placed waits for a place that fell since."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.holding import TakePlace
from tests.running.table import Running


@pytest.mark.rules("SEQ-07")
def test_who_was_put_off_waits_while_the_enemy_has_a_place_that_fell_after_their_turn(
    game_on: Running,
) -> None:
    # Due on turn 1 and put off by a busy table; Carn Dum falls in the combat of turn 1.
    key = game_on.due("orcs-of-carn-dum").key
    game_on.do(Forgo(key)).go_to(1, "combat").do(TakePlace(PlaceId("carn-dum"), "good")).go_to(2)
    due = game_on.due("orcs-of-carn-dum").due
    assert due.lost == ""
    assert due.shut.startswith("Carn Dûm is in enemy hands now, but not on their turn: so they wait")
    with pytest.raises(Illegal, match="They come once it is free again"):
        game_on.do(Arrive(key))
    game_on.go_to(4)
    assert game_on.world.war.arrivals[key] == "postponed"
    game_on.do(TakePlace(PlaceId("carn-dum"), "evil")).do(Arrive(key))
    assert game_on.world.war.arrivals[key] == "placed"


@pytest.mark.rules("SEQ-07")
def test_who_waits_for_a_fallen_place_comes_to_another_of_theirs_or_is_given_up(game_on: Running) -> None:
    key = game_on.due("goblins-of-the-mountains").key
    game_on.go_to(1, "combat").do(TakePlace(PlaceId("moria"), "good")).go_to(2)
    assert "at Goblin Town" in game_on.copy().do(Arrive(key)).titles[-1]
    game_on.do(TakePlace(PlaceId("goblin-town"), "good")).go_to(3)
    due = game_on.due("goblins-of-the-mountains").due
    assert "They come once one of them is free again" in due.shut
    game_on.do(Forgo(key, "lost"))
    assert game_on.titles[-1].endswith("given up")
    assert game_on.world.war.arrivals[key] == "lost"


@pytest.mark.rules("SEQ-07")
def test_won_back_in_time_the_place_still_receives_who_was_put_off(game_on: Running) -> None:
    key = game_on.due("orcs-of-carn-dum").key
    game_on.do(Forgo(key)).go_to(1, "combat").do(TakePlace(PlaceId("carn-dum"), "good"))
    game_on.go_to(2).do(TakePlace(PlaceId("carn-dum"), "evil")).do(Arrive(key))
    assert game_on.world.war.arrivals[key] == "placed"
