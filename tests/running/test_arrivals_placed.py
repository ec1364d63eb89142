"""SEQ-06, SEQ-07: who has been placed has come, whatever befalls the place afterwards."""

from __future__ import annotations

import pytest

from assistant.campaign.due import foreseen_text
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.standing import awaited, preview
from assistant.rules.turn.facts import ArrivalHandled
from tests.running.table import Running


def waiting(running: Running, arrival: str) -> list[str]:
    """The names of those of an arrival who still wait, or are to be told lost."""
    return [one.key for one in awaited(running.game.kit, running.world) if one.due.id == arrival]


def riders_in(running: Running) -> int:
    """How many riders of Rohan are on the table."""
    return sum(one.profile == "rider-of-rohan" for one in running.world.figures.values())


@pytest.mark.rules("SEQ-07")
def test_who_has_been_placed_is_not_lost_when_the_place_changes_hands_on_the_same_turn_start(
    game_on: Running,
) -> None:
    key = game_on.due("orcs-of-carn-dum").key
    game_on.do(Arrive(key)).do(TakePlace(PlaceId("carn-dum"), "good"))
    assert waiting(game_on, "orcs-of-carn-dum") == []
    game_on.do(GoOn(anyway=True))
    assert not any("Carn Dûm" in line for line in game_on.said)
    assert game_on.world.war.arrivals[key] == "placed"
    assert f"{key}!" not in game_on.world.war.arrivals
    # On the next turn start the place is the enemy's, and they are lost.
    assert "on turn 2: lost for good" in game_on.go_to(2).due("orcs-of-carn-dum").due.lost


def test_who_has_been_placed_does_not_come_again_when_a_place_that_keeps_others_is_free(
    war: RingOfPower,
) -> None:
    # The rider of turn 2 is placed before Edoras is said to be lost; it is free again on turn 3.
    running = Running.begun(war, house={"CON-074": "stopped-until-retaken"}).go_to(2)
    running.do(Arrive(running.due("riders-of-edoras").key)).do(TakePlace(PlaceId("edoras"), "evil"))
    running.go_to(3).do(TakePlace(PlaceId("edoras"), "good"))
    assert waiting(running, "riders-of-edoras") == []


def test_who_was_kept_back_comes_beside_those_who_are_due_on_the_turn_the_place_is_free_again(
    war: RingOfPower,
) -> None:
    # CON-074 read as a delay: a rider comes to Edoras on every even turn; it is the enemy's on turn 2
    # and free on turn 4, so that the rider of turn 2 and the rider of turn 4 both come on turn 4.
    running = Running.begun(war, house={"CON-074": "stopped-until-retaken"}).go_to(2)
    running.do(TakePlace(PlaceId("edoras"), "evil")).go_to(4).do(TakePlace(PlaceId("edoras"), "good"))
    late, regular = sorted(waiting(running, "riders-of-edoras"))
    assert late != regular
    riders = riders_in(running)
    running.do(Arrive(regular))
    assert waiting(running, "riders-of-edoras") == [late]
    running.do(Arrive(late))
    assert waiting(running, "riders-of-edoras") == []
    assert riders_in(running) == riders + 2


def test_who_was_kept_back_in_a_game_of_an_older_version_does_not_come_twice(war: RingOfPower) -> None:
    # Those kept back on turn 2 were recorded by the turn they came on, here turn 5, when no others were due.
    running = Running.begun(war, house={"CON-074": "stopped-until-retaken"}).go_to(2)
    running.do(TakePlace(PlaceId("edoras"), "evil")).go_to(5).do(TakePlace(PlaceId("edoras"), "good"))
    assert [one.partition("@")[2] for one in waiting(running, "riders-of-edoras")] == ["2~", "4~"]
    running.world = war.apply(running.world, ArrivalHandled("riders-of-edoras@5", "placed"))
    assert waiting(running, "riders-of-edoras") == []


@pytest.mark.rules("WAR-12")
def test_what_binds_newcomers_is_not_told_any_more_once_its_war_is_declared(game_on: Running) -> None:
    # WAR-10, WAR-12: the men of Harad are due on turn 5; the war is declared before they are placed.
    game_on.go_to(5)
    assert game_on.due("haradrim-levies").due.note.startswith("Straight to the Black Gate")
    game_on.do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    one = game_on.due("haradrim-levies")
    assert one.due.note == ""
    game_on.do(Arrive(one.key))
    assert not any("Black Gate" in line for line in game_on.said)


@pytest.mark.rules("PPL-GANDALF-01")
def test_that_somebody_comes_mounted_may_be_said_where_he_does_so_anyway(game_on: Running) -> None:
    # At Edoras Gandalf rides Shadowfax, at no other place.
    key = game_on.go_to(2).due("gandalf").key
    with pytest.raises(Illegal, match="may not be mounted") as refused:
        game_on.copy().do(Arrive(key, PlaceId("rivendell"), mounted=True))
    assert refused.value.do == "Leave that out: only at Edoras do they come mounted."
    game_on.do(Arrive(key, PlaceId("edoras"), mounted=True))
    assert game_on.world.figures[FigureId("gandalf-the-white")].mounted


@pytest.mark.rules("SEQ-07")
def test_what_lies_ahead_is_not_lost_before_its_turn(game_on: Running) -> None:
    # Line 43: it is lost if the place is not under its owner's control on the turn designated, not before.
    game_on.do(TakePlace(PlaceId("carn-dum"), "good")).go_to(2)
    kit, world = game_on.game.kit, game_on.world
    told = [foreseen_text(kit, world, one) for one in preview(kit, world) if one.id == "orcs-of-carn-dum"]
    assert set(told) == {
        "Would be lost to Buhrdûr if nothing changes: 2 Orcs. Carn Dûm is in enemy hands now."
    }
    assert game_on.due("orcs-of-carn-dum").due.lost.endswith("lost for good.")


def test_everyone_whose_arrivals_a_lost_place_keeps_out_is_told_once(game_on: Running) -> None:
    game_on.go_to(2).do(Arrive(game_on.due("gandalf").key, PlaceId("edoras")))
    game_on.do(TakePlace(PlaceId("rivendell"), "evil"))
    # Haldir may come there with the War of the North; Gandalf has come and does not come again.
    assert [line for line in game_on.said if "arrives at" in line] == [
        "High Elves: nobody arrives at Rivendell while the enemy holds it.",
        "Wood Elves: nobody arrives at Rivendell while the enemy holds it.",
    ]
