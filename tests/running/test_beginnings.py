"""Where those begin who may begin anywhere, and whom the Fellowship meets by chance."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import SetOut
from assistant.rules.game import RingOfPower
from assistant.rules.grounds import places_at
from assistant.rules.standing import members
from tests.running.table import Running

ANYWHERE = "Frodo and Sam may begin anywhere along the east bank of the Anduin above the Falls of Rauros"
RUFFIANS = "Aragorn may meet Ruffians at Bree"


@pytest.mark.effect("beginning")
@pytest.mark.rules("FEL-03")
def test_frodo_and_sam_begin_where_their_player_likes_on_the_east_bank(game_on: Running) -> None:
    game_on.confirm(ANYWHERE, "emyn-muil")
    hobbits = game_on.force_with("frodo")
    assert (hobbits.place, hobbits.figures) == ("emyn-muil", ("frodo", "sam"))
    assert ANYWHERE not in game_on.told("beginning")
    assert game_on.titles[-1] == "Frodo and Sam begin at Emyn Muil"
    # It was no move: they march on the first turn as everyone does.
    game_on.go_to(1, "movement").confirm("Frodo may lose the way in Emyn Muil", how="skipped")
    game_on.do(March(hobbits.id, PlaceId("nindalf")))
    assert game_on.force_with("frodo").place == "nindalf"
    assert game_on.told("beginning") == []


@pytest.mark.rules("FEL-03")
def test_who_stays_on_the_bank_itself_is_not_asked_again(game_on: Running) -> None:
    game_on.confirm(ANYWHERE, "rauros-east-bank")
    assert game_on.force_with("frodo").place == "rauros-east-bank"
    assert ANYWHERE not in game_on.told("beginning")


@pytest.mark.rules("SCN-S06")
def test_radagast_begins_anywhere_west_of_the_mountains(game_on: Running) -> None:
    # Line 528.
    game_on.confirm("Radagast may begin anywhere west of the Misty Mountains", "weathertop")
    assert game_on.force_with("radagast").place == "weathertop"
    assert game_on.titles[-1] == "Radagast begins at Weathertop"


@pytest.mark.rules("CON-028")
def test_by_the_other_reading_radagast_begins_anywhere_east_of_them(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-028": "east-with-wood-elves"})
    running.confirm("Radagast may begin anywhere east of the Misty Mountains", "lake-town")
    assert running.force_with("radagast").place == "lake-town"


@pytest.mark.rules("SCN-S06")
def test_gildor_and_the_rangers_begin_near_the_shire_or_in_it(game_on: Running) -> None:
    # Line 528: within 12 inches of it. Bree lies 16 off.
    title = 'Gildor and 6 Rangers may begin within 12" of the Shire'
    with pytest.raises(Illegal, match="'bree' is not offered here"):
        game_on.copy().confirm(title, "bree")
    game_on.confirm(title, "brandywine-bridge")
    assert game_on.force_with("gildor").place == "brandywine-bridge"


@pytest.mark.rules("SCN-S09")
def test_khamuls_beasts_begin_anywhere_in_the_south_of_mirkwood(game_on: Running) -> None:
    # Line 532.
    (title,) = [one for one in game_on.told("beginning") if one.endswith("in Mirkwood south of the path")]
    game_on.confirm(title, "dol-guldur")
    assert game_on.force_with("spider-queen-1").place == "dol-guldur"


@pytest.mark.parametrize("spot", ["west-of-misty-mountains", "near-the-shire", "east-of-misty-mountains"])
def test_wherever_they_may_begin_no_enemy_is(game_on: Running, spot: str) -> None:
    for place in game_on.game.kit.scenario.spots[PlaceId(spot)].begins:
        assert game_on.world.war.holder(place) != "evil"


def test_a_measured_force_that_begins_elsewhere_is_set_out_there(game_on: Running) -> None:
    radagast = game_on.force_with("radagast")
    game_on.do(SetOut(radagast.id))
    game_on.confirm("Radagast may begin anywhere west of the Misty Mountains", "tharbad")
    spot = game_on.world.war.spots[FigureId("radagast")]
    assert PlaceId("tharbad") in places_at(game_on.game.kit, spot)


def test_where_they_begin_is_asked_on_the_first_turn_only(game_on: Running) -> None:
    assert game_on.go_to(2).told("beginning") == []


# ---- chance meetings -----------------------------------------------------------------------------------


def on_the_road(war: RingOfPower, reading: str = "encounters") -> Running:
    """Aragorn, Legolas and Gimli have come to Bree on turn 1."""
    running = Running.begun(war, house={"AMB-068": reading}).stand("aragorn", "weathertop")
    running.go_to(1, "movement")
    return running.do(March(running.force_with("aragorn").id, PlaceId("bree")))


@pytest.mark.effect("encountering")
@pytest.mark.rules("PPL-RUFFIANS-03", "PPL-GILDOR-01", "AMB-068")
def test_the_fellowship_meets_ruffians_and_gildor_comes_to_help(war: RingOfPower) -> None:
    running = on_the_road(war)
    assert running.told("encountering") == [RUFFIANS]
    running.confirm(RUFFIANS, "met", [4], "help")
    (met,) = [one for one in running.world.war.contacts.values() if one.place == "bree"]
    ours = [one.id for force in met.good for one in members(running.world, running.world.war.forces[force])]
    theirs = [running.world.war.forces[force] for force in met.evil]
    assert ours == ["aragorn", "gimli", "legolas", "gildor"]
    assert [(one.commander, len(one.figures)) for one in theirs] == [("saruman", 4)]
    assert running.titles[-1] == "Aragorn meets 4 Ruffians at Bree"
    # His rangers stay where they were.
    assert all("ranger" not in one for one in ours)


@pytest.mark.rules("PPL-GILDOR-01")
def test_gildor_need_not_help_and_cannot_when_he_is_hurt(war: RingOfPower) -> None:
    running = on_the_road(war)
    stays = running.copy().confirm(RUFFIANS, "met", [2], "stay")
    assert stays.force_with("gildor").place == "near-the-shire"
    running.do(Adjust((FigureId("gildor"),), "a fall", condition="wounded"))
    # Nothing more is asked than how many they are.
    hurt = running.confirm(RUFFIANS, "met", [2])
    assert hurt.force_with("gildor").place == "near-the-shire"


@pytest.mark.rules("PPL-RUFFIANS-03")
def test_nobody_is_met_where_the_game_master_says_so(war: RingOfPower) -> None:
    running = on_the_road(war).confirm(RUFFIANS, "nothing")
    assert running.said == ["Aragorn meets nobody."]
    assert not any(one.place == "bree" for one in running.world.war.contacts.values())
    assert running.told("encountering") == []


@pytest.mark.rules("AMB-068")
def test_by_the_usual_reading_nobody_is_met_by_chance(war: RingOfPower) -> None:
    assert on_the_road(war, "none").told("encountering") == []


def test_only_those_on_the_roads_of_the_west_meet_ruffians(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-068": "encounters"}).go_to(1, "movement")
    running.do(March(running.force_with("aragorn").id, PlaceId("fangorn")), "free")
    running.do(March(running.force_with("gildor").id, PlaceId("bree")))
    assert running.told("encountering") == []


@pytest.mark.rules("PLC-MORIA-06")
def test_whoever_is_met_by_chance_at_the_west_gate_of_moria_is_the_watcher(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-068": "encounters"}).go_to(1, "movement")
    running.stand("gimli", "caradhras")
    running.do(March(running.force_with("gimli").id, PlaceId("moria-west-gate")), "let-be", (4,))
    (title,) = running.told("encountering")
    assert title == f"{running.force_with('gimli').name} may meet Watcher in the Water at West gate of Moria"
    running.confirm(title, "met")
    met = running.world.war.contact_of(running.force_with("gimli").id)
    assert met is not None
    assert met.evil == (running.force_with("watcher-in-the-water").id,)
