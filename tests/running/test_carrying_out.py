"""ABL-HERO-3: the wounded are carried out of a place of healing, or rest there."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.marching import March
from tests.running.table import Running
from tests.running.test_healing import hurt, ids


def faramir_at_minas_tirith(game_on: Running) -> Running:
    """Faramir lies wounded at Minas Tirith in the movement of turn 1, with Damrod and Madril."""
    game_on.go_to(1, "movement")
    hurt(game_on, "wounded", "faramir")
    return game_on.do(Adjust(ids("faramir", "damrod", "madril"), "they came", place=PlaceId("minas-tirith")))


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-3")
def test_the_wounded_may_be_carried_out_of_a_place_of_healing_but_need_not(game_on: Running) -> None:
    # Line 261: two carry one at full speed, wherever he lies; line 173: he may as well rest and recover.
    faramir = faramir_at_minas_tirith(game_on).force_with("faramir").id
    rests = game_on.copy().do(March(faramir, PlaceId("osgiliath")))
    assert rests.force_with("faramir").place == "minas-tirith"
    game_on.confirm("Faramir lies wounded where the wounded heal: who carries?", "damrod", "madril")
    game_on.do(March(faramir, PlaceId("osgiliath")))
    assert game_on.force_with("faramir").place == "osgiliath"


@pytest.mark.effect("carrying")
def test_where_the_enemy_holds_the_place_of_healing_the_wounded_are_asked_about_first(
    game_on: Running,
) -> None:
    faramir = faramir_at_minas_tirith(game_on).force_with("faramir").id
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil", (CommanderId("witch-king"),)))
    assert game_on.told("carrying") == ["Faramir lies wounded: who carries?"]
    with pytest.raises(Illegal, match="Faramir lies wounded: who carries"):
        game_on.do(March(faramir, PlaceId("osgiliath")))
