"""A part of a home is home: who is brought into Orthanc is at Isengard, and who goes in has not left it."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import BringHome
from assistant.rules.deeds.marching import March
from assistant.rules.victory import verdict
from tests.running.table import Running
from tests.running.test_victory import captured_by, progress, take

ORTHANC, ISENGARD = PlaceId("orthanc"), PlaceId("isengard")
MERRY = FigureId("merry")
SARUMAN_WINS = "Victory: Saruman (Player 4) wins: the Ring is at Isengard for 10 of 10 turns."


@pytest.mark.rules("STA-01", "STA-08")
def test_the_ring_and_a_hobbit_brought_into_the_tower_earn_what_they_earn_at_isengard(
    game_on: Running,
) -> None:
    # Lines 703, 704, 710 and 1003-1005: the inner tower of Isengard is Orthanc, so 50 for the Ring and twice
    # 10 for Frodo; 5 more for Sam, who fell in the fight and leads nobody (line 707).
    captured_by(game_on, "saruman", "saruman", "orthanc").confirm("Frodo is brought to Orthanc")
    assert game_on.points("saruman") == 50 + 20 + 5


@pytest.mark.rules("VIC-03")
def test_saruman_wins_with_the_ring_in_his_tower_for_ten_turns(game_on: Running) -> None:
    # Line 424: brought to Isengard on turn 1, held there for 10 turns on turn 11.
    captured_by(game_on, "saruman", "saruman", "orthanc").confirm("Frodo is brought to Orthanc")
    game_on.go_to(10)
    assert "the Ring is at Isengard for 9 of 10 turns" in progress(game_on)
    # It is where it wins: nobody is asked to take it on to Isengard.
    assert game_on.copy().go_to(10, "movement").told("ring-led-on") == []
    game_on.go_to(11)
    assert game_on.said[-1].startswith(
        "Victory: Saruman (Player 4) wins: the Ring is at Isengard for 10 of 10 turns."
    )


@pytest.mark.rules("VIC-03")
def test_with_isengard_lost_and_won_back_the_turns_in_the_tower_begin_anew(game_on: Running) -> None:
    captured_by(game_on, "saruman", "saruman", "orthanc").confirm("Frodo is brought to Orthanc")
    take(game_on.go_to(8), "good", "isengard")
    assert "the Ring is not at Isengard" in progress(game_on)
    take(game_on.go_to(9), "evil", "isengard", by="saruman")
    assert "the Ring is at Isengard for 0 of 10 turns" in progress(game_on)
    game_on.go_to(18)
    assert verdict(game_on.game.kit, game_on.world) is None
    game_on.go_to(19)
    assert game_on.said[-1].startswith(
        "Victory: Saruman (Player 4) wins: the Ring is at Isengard for 10 of 10 turns."
    )


@pytest.mark.rules("STA-02")
def test_who_has_been_in_the_tower_earns_nothing_more_at_isengard(game_on: Running) -> None:
    game_on.do(Adjust((MERRY,), "taken", condition="captured", commander=CommanderId("saruman")))
    game_on.do(Adjust((MERRY,), "led", force=game_on.force_with("saruman").id))
    game_on.stand("saruman", "orthanc").do(BringHome(MERRY, ORTHANC))
    assert game_on.points("saruman") == 20
    game_on.stand("saruman", "isengard").do(Adjust((MERRY,), "led", force=game_on.force_with("saruman").id))
    assert game_on.told("captives-home") == []
    game_on.do(BringHome(MERRY, ISENGARD))
    assert game_on.points("saruman") == 20


@pytest.mark.rules("REI-E03")
def test_saruman_who_goes_into_his_tower_has_not_left_isengard(game_on: Running) -> None:
    # Line 583: with fewer than 2 army figures, and only once he leaves Isengard.
    game_on.go_to(1, "movement")
    armies = tuple(
        one
        for force in game_on.world.war.forces.values()
        if force.commander == "saruman"
        for one in force.figures
        if not game_on.game.book.profiles[game_on.world.figures[one].profile].is_character
    )
    game_on.do(Adjust(armies, "slain", condition="eliminated"))
    force = game_on.force_with("saruman").id
    assert game_on.copy().do(March(force, ORTHANC)).told("events") == []
    game_on.do(March(force, PlaceId("fords-of-isen")))
    game_on.confirm("Saruman, with fewer than 2 army figures, leaves Isengard")
