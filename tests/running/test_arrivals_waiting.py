"""SEQ-07: who could have come on their turn and was not placed waits for a place that fell since."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.setting_right import SettleEvent
from assistant.rules.game import RingOfPower
from assistant.rules.standing import awaited
from tests.running.table import Running

ISENGARD, SARUMAN = PlaceId("isengard"), CommanderId("saruman")
HIS_WAR = Declare(EventId("war-of-saruman"), SARUMAN)
PIKES = "pikes-of-isengard"


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


# ---- the host that comes with a declaration ------------------------------------------------------------


@pytest.mark.rules("SEQ-07", "AMB-003")
def test_a_war_declared_after_the_base_fell_on_the_same_turn_brings_nobody_there(game_on: Running) -> None:
    # Lines 43 and 581: the pikes come to Isengard on the turn of the declaration, and at that moment it is
    # Rohan's. It was Saruman's when the turn began, but they were not due then. Half of 20 while Fangorn is
    # left alone.
    game_on.go_to(5, "combat").do(TakePlace(ISENGARD, "good", (CommanderId("rohan"),))).do(HIS_WAR)
    due = game_on.due(PIKES).due
    assert due.lost == "Isengard is in enemy hands on turn 5: lost for good."
    assert [line for line in game_on.said if line.startswith("Cannot come: Saruman, 10 Uruk-hai Pikemen")]
    with pytest.raises(Illegal, match="lost for good"):
        game_on.do(Arrive(game_on.due(PIKES).key))
    # Lost for good: won back on the next turn, it receives none of them.
    game_on.go_to(6).do(TakePlace(ISENGARD, "evil", (SARUMAN,))).go_to(7)
    assert not [one for one in awaited(game_on.game.kit, game_on.world) if one.due.id == PIKES]


@pytest.mark.rules("SEQ-07")
def test_a_base_that_falls_after_the_declaration_keeps_its_host_waiting(game_on: Running) -> None:
    game_on.go_to(5, "combat").do(HIS_WAR).do(TakePlace(ISENGARD, "good"))
    assert game_on.due(PIKES).due.lost == ""
    assert game_on.due(PIKES).due.shut


@pytest.mark.rules("SEQ-07")
def test_a_base_won_back_before_the_declaration_receives_its_host_on_the_same_turn(game_on: Running) -> None:
    # It was good's when turn 5 began; at the declaration it is Saruman's again.
    game_on.go_to(4, "combat").do(TakePlace(ISENGARD, "good")).go_to(5, "movement")
    game_on.do(TakePlace(ISENGARD, "evil", (SARUMAN,))).do(HIS_WAR).do(Arrive(game_on.due(PIKES).key))
    assert game_on.titles[-1].endswith("at Isengard")


@pytest.mark.rules("AMB-003", "SEQ-07")
def test_who_comes_with_the_next_turn_start_is_judged_then(war: RingOfPower) -> None:
    # By the other reading they are due on turn 6, when Isengard has been Saruman's again.
    running = Running.begun(war, house={"AMB-003": "next-turn-start"}).go_to(5, "combat")
    running.do(TakePlace(ISENGARD, "good")).do(HIS_WAR).do(TakePlace(ISENGARD, "evil", (SARUMAN,))).go_to(6)
    assert running.due(PIKES).due.lost == running.due(PIKES).due.shut == ""
    fallen = Running.begun(war, house={"AMB-003": "next-turn-start"}).go_to(5, "combat")
    fallen.do(HIS_WAR).do(TakePlace(ISENGARD, "good")).go_to(6)
    assert fallen.due(PIKES).due.lost == "Isengard is in enemy hands on turn 6: lost for good."


def test_a_declaration_that_is_taken_back_and_made_again_is_judged_anew(game_on: Running) -> None:
    game_on.go_to(5, "combat").do(TakePlace(ISENGARD, "good")).do(HIS_WAR)
    game_on.do(SettleEvent(HIS_WAR.event, happened=False, reason="not yet"))
    game_on.do(TakePlace(ISENGARD, "evil", (SARUMAN,))).do(HIS_WAR)
    assert game_on.due(PIKES).due.lost == ""
