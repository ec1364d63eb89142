"""Where the table has no room nobody is moved, or whoever must go is measured no more: no deed gets stuck."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.book import PlaceId
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.deeds.retreating import FallBack
from assistant.rules.deeds.shifting import Shift
from assistant.rules.war import Spot
from tests.running.table import Running

CAVES = PlaceId("glittering-caves")
"""They are 3.2 by 3.3 inches: room for some, but not for all of the rangers."""


def put(running: Running, figure: str, x: float, y: float) -> None:
    spot = Spot("south", mils(round(x, 3)), mils(round(y, 3)))
    running.do(Measure((Measured(FigureId(figure), spot),)))


def crowded(running: Running) -> Running:
    """Faramir's rangers stand far too close in the Caves."""
    force = running.do(Part("opening-1", "for the test")).force_with("faramir")
    put(running, "faramir", 14.6, 40.2)
    put(running, "madril", 15.9, 41.2)
    for number, one in enumerate(one for one in force.figures if one not in ("faramir", "madril")):
        put(running, one, 14.2, 39.2 + 0.3 * number)
    return running.go_to(1, "movement")


@pytest.mark.rules("OUT-07")
def test_the_beaten_without_room_fall_back_and_are_measured_no_more(game_on: Running) -> None:
    crowded(game_on)
    force = game_on.force_with("faramir").id
    # One orc bars the way to the east: they get an inch, and Madril's base would be in the rock. The others
    # bar the way to Helm's Deep.
    orc, *others = sorted(game_on.force_with("witch-king").figures, key=lambda one: not one.startswith("orc"))
    put(game_on, orc, 16.6, 40.2)
    for number, one in enumerate(others):
        put(game_on, one, 11.6 + 0.8 * number, 42.6)
    contact = game_on.meet("faramir", "witch-king", CAVES)
    game_on.go_to(1, "combat").report(contact, {"damrod": "wounded"}, winner="evil")
    game_on.do(FallBack(force), "carry")
    assert any("So only its place is known now: set it out" in line for line in game_on.said)
    assert not set(game_on.force_with("faramir").figures) & set(game_on.world.war.spots)


def test_nobody_is_moved_by_the_game_masters_word_to_where_there_is_no_room(game_on: Running) -> None:
    crowded(game_on)
    shift = Shift(game_on.force_with("faramir").id, ((mils(15.6), mils(40.2)),), "they are pushed")
    with pytest.raises(Illegal, match=r"no room at 15\.6,40\.2"):
        shift.plan(game_on.game.kit, game_on.world)
