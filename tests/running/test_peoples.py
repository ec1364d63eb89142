"""PRF-GA28: one printed line serves Rangers of Ithilien and of the North; whose they are tells which."""

from __future__ import annotations

import pytest

from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.meeting import Part
from tests.running.table import Running


@pytest.mark.parametrize(("leader", "people"), [("faramir", "gondor"), ("gildor", "dunedain")])
def test_rangers_fight_as_the_people_they_came_with(game_on: Running, leader: str, people: str) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    number = game_on.meet(leader, "saruman", PlaceId("eastfold"))
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[number])
    rangers = [one for one in setup.good.figures if one.profile == "ranger"]
    assert {one.people for one in rangers} == {people}
    assert {one.people for one in setup.evil.figures} == {""}
