"""REI-E03: Sharkey takes the place of Saruman (line 583), with all that Saruman had and had done."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.captives import captives_in
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.gathering import Divide, Hide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import SetOut
from assistant.rules.measuring import is_measured
from assistant.rules.standing import members
from assistant.rules.world import Condition
from tests.running.table import Running

LEFT = "Saruman, with fewer than 2 army figures, leaves Isengard"
SHARKEY = FigureId("sharkey")


def without_an_army(running: Running) -> Running:
    """No soldier of Saruman's is left, and no fight at Amon Hen is to come."""
    running.report("opening-1", {"lurtz": "eliminated"}, winner="good")
    army = tuple(one for one in running.world.figures if one.startswith("uruk-hai"))
    return running.do(Adjust(army, "slain", condition="eliminated"))


def become_sharkey(running: Running) -> Running:
    return running.confirm(LEFT).do(Arrive(running.due("sharkey").key))


@pytest.fixture
def alone(game_on: Running) -> Running:
    """Saruman without an army, on the movement of turn 2."""
    return without_an_army(game_on).go_to(2, "movement")


@pytest.mark.rules("REI-E03")
def test_sharkey_keeps_the_captives_that_saruman_led(game_on: Running) -> None:
    taken: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}
    game_on.report("opening-1", taken, "stay", winner="evil").stand("saruman", "amon-hen")
    game_on.go_to(1, "movement")
    game_on.do(Unite((game_on.force_with("saruman").id, game_on.force_with("lurtz").id)))
    army = tuple(one for one in game_on.world.figures if one.startswith("uruk-hai"))
    game_on.do(Adjust((*army, FigureId("lurtz")), "slain", condition="eliminated"))
    become_sharkey(game_on)
    assert captives_in(game_on.world, game_on.force_with("sharkey")) == ("merry", "pippin")
    # With Sharkey over them nobody is left unguarded.
    assert [one for one in game_on.told("captives") if "free again" in one] == []


@pytest.mark.rules("REI-E03")
def test_sharkey_has_moved_on_the_turn_on_which_saruman_has(alone: Running) -> None:
    alone.do(March(alone.force_with("saruman").id, PlaceId("dunland")))
    become_sharkey(alone)
    # Line 47: one move a turn, and to change one's name is not another turn.
    with pytest.raises(Illegal, match="Sharkey has moved this turn"):
        alone.do(March(alone.force_with("sharkey").id, PlaceId("tharbad")))


@pytest.mark.rules("REI-E03")
def test_sharkey_fights_whom_saruman_has_met(alone: Running) -> None:
    contact = alone.meet("theodred", "saruman", "fords-of-isen")
    become_sharkey(alone.go_to(2, "combat"))
    setup = proposed(alone.game.kit, alone.world, alone.world.war.contacts[contact])
    # Line 112: within 1 inch of the enemy they fight. With him come Worm and 6 ruffians: Fangorn is
    # undisturbed, and only half of the 12 come (line 964).
    assert [one.figure for one in setup.evil.figures][:2] == ["sharkey", "worm"]
    assert len(setup.evil.figures) == 8


@pytest.mark.rules("REI-E03")
def test_sharkey_regroups_where_saruman_was_beaten_and_those_who_joined_him_do_not(alone: Running) -> None:
    contact = alone.meet("theodred", "saruman", "fords-of-isen")
    alone.go_to(2, "combat").report(contact, {}, winner="good")
    alone.confirm("Saruman, beaten at Fords of Isen: where do they fall back to?", how="skipped")
    alone.go_to(3, "movement")
    beaten, other = alone.force_with("saruman"), alone.force_with("grima")
    alone.stand("grima", beaten.place).do(Unite((other.id, beaten.id)))
    become_sharkey(alone)
    # Line 159: the beaten regroup for a full turn; the force that they joined kept its own lot.
    force = alone.force_with("sharkey")
    assert force.id == other.id
    assert alone.world.war.marks_of(force, (SHARKEY,)).regrouping == 3


@pytest.mark.rules("REI-E03")
def test_a_measured_sharkey_stands_on_sarumans_spot_and_the_ruffians_about_him(alone: Running) -> None:
    alone.stand("saruman", "dunland").do(SetOut(alone.force_with("saruman").id))
    spot = alone.world.war.spots[FigureId("saruman")]
    become_sharkey(alone)
    assert alone.world.war.spots[SHARKEY] == spot
    assert is_measured(alone.world, alone.force_with("sharkey"))
    # Line 583: within 6 inches of Saruman.
    for one in members(alone.world, alone.force_with("sharkey")):
        at = alone.world.war.spots[one.id]
        assert (at.x - spot.x) ** 2 + (at.y - spot.y) ** 2 <= 6000**2


def test_sharkey_leads_the_force_that_saruman_led_though_others_are_with_it(game_on: Running) -> None:
    army = tuple(one for one in game_on.world.figures if one.startswith("uruk-hai"))
    game_on.report("opening-1", {}, winner="good").do(Adjust(army, "slain", condition="eliminated"))
    game_on.go_to(2, "movement").stand("saruman", "fangorn").stand("lurtz", "fangorn")
    game_on.do(Unite((game_on.force_with("saruman").id, game_on.force_with("lurtz").id)))
    become_sharkey(game_on)
    assert game_on.force_with("lurtz").name == "Sharkey"


def test_who_hid_is_seen_when_ruffians_come_to_him(alone: Running) -> None:
    alone.stand("saruman", "dunland").do(Hide(alone.force_with("saruman").id))
    become_sharkey(alone)
    assert not alone.force_with("sharkey").hidden


@pytest.mark.rules("REI-E03")
def test_sharkey_comes_nowhere_but_in_sarumans_force_and_may_part_from_it(alone: Running) -> None:
    alone.stand("saruman", "dunland").confirm(LEFT)
    with pytest.raises(Illegal, match="take the place of Saruman"):
        alone.do(Arrive(alone.due("sharkey").key, apart=True))
    alone.do(Arrive(alone.due("sharkey").key))
    alone.do(Divide(alone.force_with("sharkey").id, (SHARKEY,)))
    assert alone.force_with("worm").id != alone.force_with("sharkey").id


def may_call(running: Running) -> bool:
    powers = agenda(running.game.kit, running.world, (CommanderId("saruman"),)).powers
    return "ruffians" in [one.id for one in powers]


@pytest.mark.rules("PPL-RUFFIANS-02", "CON-093")
def test_sharkey_who_has_lost_his_ruffians_may_call_others_once(alone: Running) -> None:
    become_sharkey(alone.stand("saruman", "dunland"))
    assert not may_call(alone)
    ruffians = tuple(one for one in alone.world.figures if one.startswith("ruffian"))
    alone.do(Adjust(ruffians, "slain", condition="eliminated"))
    # Line 1294: once per game, with less than 2 armies, he may summon 1d6. Of a four half come, for
    # Fangorn is undisturbed (line 964).
    assert may_call(alone)
    alone.do(Declare(EventId("saruman-calls-the-ruffians")), (4,))
    alone.do(Arrive(alone.due("summoned-ruffians").key))
    called = [one.id for one in members(alone.world, alone.force_with("sharkey"))]
    assert sum(one.startswith("ruffian") for one in called) == 2
    assert not may_call(alone)


def test_nobody_comes_to_sharkey_when_he_is_dead(alone: Running) -> None:
    become_sharkey(alone.stand("saruman", "dunland"))
    alone.do(Declare(EventId("saruman-calls-the-ruffians")), (4,))
    alone.do(Adjust((SHARKEY,), "slain", condition="eliminated"))
    assert "who is dead" in alone.due("summoned-ruffians").due.shut
