"""Measured forces go from table to table: over the edge where they join, and through the gates of Moria."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.placing import Measure, Measured, SetOut
from assistant.rules.deeds.shifting import Shift
from assistant.rules.war import Spot
from tests.running.table import Running


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1."""
    return game_on.go_to(1, "movement")


def stand(running: Running, figure: str, table: str, x: float, y: float) -> None:
    running.do(SetOut(running.force_with(figure).id, table, mils(x), mils(y)))


def cross(
    running: Running,
    figure: str,
    onto: str,
    *way: tuple[float, float],
    before: tuple[float, float] | None = None,
) -> None:
    points = tuple((mils(x), mils(y)) for x, y in way)
    first = ((mils(before[0]), mils(before[1])),) if before else ()
    running.do(Shift(running.force_with(figure).id, points, onto=onto, before=first))


def at(running: Running, figure: str) -> tuple[str, float, float]:
    spot = running.world.war.spots[FigureId(figure)]
    return spot.table, spot.x / 1000, spot.y / 1000


@pytest.mark.rules("MOV-01")
def test_a_force_crosses_the_edge_and_both_tables_count_as_one_way(moving: Running) -> None:
    # Faramir and rangers, 10 inches in the open: 4 to the edge and 2 beyond it; 129 north is 77 south.
    stand(moving, "faramir", "north", 129, 4)
    force = moving.force_with("faramir")
    _, x, _ = at(moving, "faramir")
    cross(moving, "faramir", "south", (x - 52, 70))
    table, now_x, now_y = at(moving, "faramir")
    assert table == "south"
    assert (now_x, now_y) == pytest.approx((x - 52, 70))
    assert {moving.world.war.spots[one].table for one in force.figures} == {"south"}
    assert moving.force_with("faramir").moved == 1


@pytest.mark.rules("MOV-01")
def test_over_the_edge_nobody_goes_further_than_he_may(moving: Running) -> None:
    # 5 inches to the edge and 1.5 beyond, and 9 to the east: 11.1 as the crow flies.
    stand(moving, "faramir", "north", 129, 5)
    _, x, y = at(moving, "faramir")
    with pytest.raises(Illegal, match=r'may not go all 11\.\d+": .*MOV-01') as refused:
        cross(moving, "faramir", "south", (x - 52 + 9, 72 - (6.5 - y)))
    assert 'the force gets 10"' in refused.value.do
    # By a corner of his own the way is longer still.
    with pytest.raises(Illegal, match=r"may not go all 1[2-9]"):
        cross(moving, "faramir", "south", (x - 52 + 9, 72 - (6.5 - y)), before=(x - 2, y - 2))


@pytest.mark.rules("MOV-01")
def test_who_stands_on_another_table_than_his_leader_does_not_come_along_for_nothing(moving: Running) -> None:
    # Frodo far in the north, Sam in the south: Frodo's inch is no way for Sam.
    force = moving.force_with("frodo").id
    put = Measured(FigureId("frodo"), Spot("north", mils(45.9), mils(57.6)))
    moving.do(Measure((put, Measured(FigureId("sam"), Spot("south", mils(40), mils(48))))))
    with pytest.raises(Illegal, match=r"Sam may not go .* on this way \(MOV-01\)"):
        moving.do(Shift(force, ((mils(46.9), mils(57.6)),)))


def test_through_the_west_gate_one_comes_into_moria(moving: Running) -> None:
    # Elves in heavy armor go 6" there: the last of fifteen would have more to the gate and in.
    all_of_them = moving.copy()
    stand(all_of_them, "elrond", "north", 75, 14.2)
    with pytest.raises(Illegal, match=r"Armored Elf may not go 7\.\d+\": goes 6\" on this way \(MOV-01\)"):
        cross(all_of_them, "elrond", "moria-halls", (3, 2.6))
    force = moving.force_with("elrond")
    few = (FigureId("elrond"), *[one for one in force.figures if one.startswith("armored-elf")][:4])
    moving.do(Divide(force.id, few))
    stand(moving, "elrond", "north", 75, 14.2)
    cross(moving, "elrond", "moria-halls", (3, 2.6))
    table, x, y = at(moving, "elrond")
    # Those with him close up about where he halts: the hall is narrow.
    assert table == "moria-halls"
    assert (x, y) == pytest.approx((3, 2.6), abs=1.5)
    assert moving.force_with("elrond").place == "moria"


@pytest.mark.rules("MNT-01")
def test_riders_do_not_come_into_moria(moving: Running) -> None:
    # By the east gate, which is open to anyone on foot.
    stand(moving, "eomer", "north", 84.5, 12.8)
    with pytest.raises(Illegal, match="MNT-01"):
        cross(moving, "eomer", "moria-halls", (33, 6))


@pytest.mark.rules("MNT-02")
def test_a_character_who_rides_through_caradhras_in_one_move_loses_the_mount_there(
    moving: Running,
) -> None:
    # Eomer alone, 15 inches from one side of the Redhorn pass to the other: he ends beyond it, on foot.
    moving.do(Divide(moving.force_with("eomer").id, (FigureId("eomer"),)))
    stand(moving, "eomer", "north", 73.6, 18.2)
    way = tuple((mils(x), mils(y)) for x, y in ((74.8, 18.6), (77, 19), (79.6, 20), (82, 18.6), (84.6, 16.8)))
    moving.do(Shift(moving.force_with("eomer").id, way, "the game master lets him"))
    assert not moving.world.figures[FigureId("eomer")].mounted
    assert any(line.startswith("Mounts lost: Éomer") for line in moving.said)


def test_tables_that_do_not_join_are_named_and_so_are_those_that_do(moving: Running) -> None:
    stand(moving, "faramir", "south", 69, 46)
    with pytest.raises(Illegal, match="No way leads from South table onto The Mines of Moria") as refused:
        cross(moving, "faramir", "moria-halls", (3, 2.6))
    assert refused.value.do == "From there one comes to: North table."
    with pytest.raises(Illegal, match="no table 'middle'"):
        cross(moving, "faramir", "middle", (3, 2.6))
    with pytest.raises(Illegal, match="lies beyond the edge"):
        cross(moving, "faramir", "north", (300, 2.6))
