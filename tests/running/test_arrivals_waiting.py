"""SEQ-07: who waits for a place that fell since their turn or for whom they come to, and who is lost."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive, Forgo, is_choice
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.holding import SetFree, TakePlace
from assistant.rules.deeds.setting_right import SettleEvent
from assistant.rules.deeds.turning import unfinished
from assistant.rules.game import RingOfPower
from assistant.rules.standing import awaited
from tests.running.table import Running

ISENGARD, SARUMAN = PlaceId("isengard"), CommanderId("saruman")
HIS_WAR = Declare(EventId("war-of-saruman"), SARUMAN)
ARAGORN = FigureId("aragorn")
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


# ---- who comes to somebody -----------------------------------------------------------------------------


def grey_company(running: Running) -> Running:
    """Aragorn has reached Edoras on turn 3: Elladan and his company are due with him on turn 4 (line 598)."""
    running.go_to(3, "movement").stand("aragorn", "edoras")
    return running.do(Declare(EventId("aragorn-reaches-helms-deep-or-edoras")))


@pytest.mark.rules("SEQ-07")
def test_nobody_comes_with_aragorn_once_he_is_dead(game_on: Running) -> None:
    # Lines 43 and 598: "With Aragorn" is wherever he stands, and now that is nowhere.
    grey_company(game_on).do(Adjust((ARAGORN,), "slain", condition="eliminated")).go_to(4)
    key = game_on.due("grey-company").key
    with pytest.raises(
        Illegal, match="They come only to Aragorn, who is dead: the game master gives them up"
    ):
        game_on.do(Arrive(key))
    # They keep no turn from ending, and the game master may give them up.
    for one in awaited(game_on.game.kit, game_on.world):
        if not (one.key == key or is_choice(one.due)):
            game_on.do(Forgo(one.key))
    assert not [line for line in unfinished(game_on.game.kit, game_on.world) if "not placed" in line]
    game_on.do(Forgo(key, "lost"))
    assert game_on.titles[-1].endswith("given up")
    assert FigureId("elladan") not in game_on.world.figures


@pytest.mark.rules("SEQ-07")
def test_while_aragorn_is_captive_his_company_waits_and_comes_to_him_when_he_is_free(
    game_on: Running,
) -> None:
    grey_company(game_on).do(Adjust((ARAGORN,), "taken", condition="captured", commander=SARUMAN)).go_to(4)
    key = game_on.due("grey-company").key
    assert game_on.due("grey-company").due.shut.startswith(
        "They come only to Aragorn, who is not on the table: so they wait"
    )
    game_on.go_to(5).do(SetFree(ARAGORN)).do(Arrive(key))
    assert game_on.force_with("elladan").place == game_on.force_with("aragorn").place == "edoras"


def test_no_ruffians_come_to_a_dead_saruman_and_his_player_passes_them_up(game_on: Running) -> None:
    # Lines 583 and 1294: within 6 inches of him.
    game_on.do(Declare(EventId("saruman-calls-the-ruffians")), (4,))
    game_on.do(Adjust((FigureId("saruman"),), "slain", condition="eliminated"))
    key = game_on.due("summoned-ruffians").key
    with pytest.raises(Illegal, match="They come only to Saruman, who is dead"):
        game_on.do(Arrive(key))
    game_on.do(Forgo(key, "lost"))
    assert game_on.world.war.arrivals[key] == "lost"


@pytest.mark.rules("SEQ-07")
def test_dwarves_for_whom_no_place_is_named_come_to_no_home_that_the_enemy_holds(war: RingOfPower) -> None:
    # Line 43, AMB-086: no place is printed for the dwarf of each turn; his homes are Erebor and Iron Hills.
    running = Running.begun(war, house={"AMB-086": "no-place-named"})
    assert running.due("dwarf-warriors").due.places == ("erebor", "iron-hills")
    running.do(Arrive("dwarf-warriors@1", PlaceId("erebor")))
    running.do(TakePlace(PlaceId("erebor"), "evil")).go_to(2)
    assert running.due("dwarf-warriors").due.places == ("iron-hills",)
    running.do(TakePlace(PlaceId("iron-hills"), "evil"))
    with pytest.raises(Illegal, match="in enemy hands now, and no other place is named"):
        running.do(Arrive("dwarf-warriors@2", PlaceId("erebor")))
    running.do(TakePlace(PlaceId("iron-hills"), "good")).do(Arrive("dwarf-warriors@2"))
    assert running.world.war.arrivals["dwarf-warriors@2"] == "placed"


@pytest.mark.rules("PPL-SHAMAN-04")
def test_no_second_shaman_comes_with_the_pikes_while_one_is_in_play(game_on: Running) -> None:
    # Line 1304: no more than 1 shaman of each type in play; line 581 brings one with the War of Saruman.
    none_yet = game_on.copy().do(Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    game_on.do(Arrive("uruk-hai-of-isengard@1", instead=True))
    game_on.do(Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    assert game_on.due("pikes-of-isengard").due.note.startswith("Uruk-hai Shaman does not come")
    for running in (none_yet, game_on):
        running.do(Arrive("pikes-of-isengard@1"))
        shamans = [one for one in running.world.figures.values() if one.profile == "uruk-hai-shaman"]
        assert len(shamans) == 1
    assert "Uruk-hai Shaman does not come: one is in play already (PPL-SHAMAN-04)." in game_on.said
