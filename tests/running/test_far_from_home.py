"""WAR-01, WAR-06, WAR-09: who is far from home by the map, by the table's word, and by no guess."""

from __future__ import annotations

import pytest

from assistant.kernel.inches import mils
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.marching import March
from assistant.rules.game import RingOfPower
from assistant.rules.limits import Strain, said_of, strains, unsure
from assistant.rules.war import Spot
from tests.running.table import Running

NORTH, SOUTH = "war-of-the-north", "war-of-the-ring"
EITHER = {"AMB-098": "either-table"}


def strain(running: Running, commander: str, until: str) -> Strain:
    """How a limit stands for a commander."""
    found = strains(running.game.kit, running.world, CommanderId(commander))
    return next(one for one in found if one.limit.until == until)


def orcs(running: Running, number: int) -> March:
    """So many orcs of the Witch-king's garrison, on their way nowhere yet."""
    garrison = running.force("witch-king", "minas-morgul")
    return March(
        garrison.id,
        PlaceId("minas-morgul"),
        tuple(one for one in garrison.figures if one.startswith("orc"))[:number],
    )


def sent(running: Running, number: int, place: str, *answers: str) -> Running:
    """Orcs of Minas Morgul go to a place."""
    going = orcs(running, number)
    return running.do(March(going.force, PlaceId(place), going.figures), *answers)


@pytest.fixture
def moving(game_on: Running) -> Running:
    return game_on.go_to(1, "movement")


@pytest.mark.rules("WAR-06", "WAR-09")
def test_gorbag_at_cirith_ungol_is_near_minas_morgul_and_counts_nowhere(war: RingOfPower) -> None:
    # By the map Cirith Ungol lies 7.3 inches from Minas Morgul, all of it within 12, and in Mordor.
    running = Running.begun(war, house=EITHER)
    assert running.force("witch-king", "cirith-ungol").figures
    assert strain(running, "witch-king", NORTH).away == 0
    assert strain(running, "witch-king", SOUTH).away == 0


@pytest.mark.rules("WAR-09")
def test_seven_orcs_to_cirith_ungol_are_neither_asked_about_nor_warned_of(moving: Running) -> None:
    sent(moving, 7, "cirith-ungol")
    assert not any("away from home" in line for line in moving.said)


@pytest.mark.rules("WAR-09")
def test_seven_orcs_at_osgiliath_are_asked_on_which_bank_of_the_anduin_they_stand(moving: Running) -> None:
    west = sent(moving.copy(), 7, "osgiliath", "away")
    assert any("7 are away from home" in line and "WAR-09" in line for line in west.said)
    east = sent(moving, 7, "osgiliath", "near")
    assert not any("away from home" in line for line in east.said)
    # It is known now: the next who go are asked about alone, and five on the west bank break nothing.
    sent(east, 5, "osgiliath")
    assert strain(east, "witch-king", SOUTH).away == 5


@pytest.mark.rules("WAR-09")
def test_five_orcs_at_osgiliath_break_nothing_wherever_they_stand_and_are_not_asked(moving: Running) -> None:
    sent(moving, 5, "osgiliath")
    assert strain(moving, "witch-king", SOUTH).unsaid == (moving.force("witch-king", "osgiliath").id,)
    assert not any("away from home" in line for line in moving.said)


@pytest.mark.rules("WAR-09")
def test_what_was_said_holds_until_the_force_moves_again(moving: Running) -> None:
    sent(moving, 7, "osgiliath", "near")
    host = moving.force("witch-king", "osgiliath").id
    moving.go_to(2, "movement").do(March(host, PlaceId("ithilien")), "free")
    # Ithilien lies east of the river, and all of it within 12 inches of Mordor.
    assert strain(moving, "witch-king", SOUTH).away == 0
    moving.go_to(3, "movement").do(March(host, PlaceId("osgiliath")), "free", "away")
    assert strain(moving, "witch-king", SOUTH).away == 7


@pytest.mark.rules("WAR-09")
def test_beyond_the_river_and_the_limit_nobody_is_asked(moving: Running) -> None:
    sent(moving, 6, "minas-tirith")
    assert any("6 are away from home" in line for line in moving.said)


@pytest.mark.rules("WAR-01")
def test_sarumans_host_at_the_fords_of_isen_says_how_far_it_went(moving: Running) -> None:
    # The fords begin 3.8 inches from Isengard and end beyond 8.
    garrison = moving.force("saruman", "isengard")
    uruks = tuple(one for one in garrison.figures if one.startswith("uruk"))[:6]
    near = moving.copy().do(March(garrison.id, PlaceId("fords-of-isen"), uruks), "near")
    assert not any("away from home" in line for line in near.said)
    far = moving.do(March(garrison.id, PlaceId("fords-of-isen"), uruks), "away")
    assert any("6 are away from home" in line and "WAR-01" in line for line in far.said)


@pytest.mark.rules("WAR-06", "AMB-098")
def test_after_the_war_of_the_ring_the_northern_limit_binds_mordor_by_one_reading_only(
    war: RingOfPower,
) -> None:
    def warned(house: dict[str, str]) -> bool:
        running = Running.begun(war, house=house).go_to(1, "movement")
        running.do(Declare(EventId(SOUTH), CommanderId("witch-king")))
        # The Witch-king, Gothmog, the troll and 12 orcs are more than 10, and far from Minas Morgul there.
        running.do(March(running.force("witch-king", "minas-morgul").id, PlaceId("minas-tirith")))
        return any("At most 10 figures" in line and "WAR-06" in line for line in running.said)

    assert warned(EITHER)
    assert not warned({})


@pytest.mark.rules("AMB-089", "WAR-09")
def test_read_literally_the_northern_bases_break_the_southern_limit_at_set_up(war: RingOfPower) -> None:
    literal = Running.begun(war, house={"AMB-089": "anywhere"})
    assert strain(literal, "buhrdur", SOUTH).may_be_broken
    assert strain(Running.begun(war), "buhrdur", SOUTH).away == 0


@pytest.mark.rules("WAR-09")
def test_orcs_at_a_spot_of_the_north_table_are_not_too_far_from_mordor(moving: Running) -> None:
    # Line 755 is about the south table (AMB-089); west of the Misty Mountains is a spot on the north table.
    orcs = tuple(one for one in moving.force("buhrdur", "carn-dum").figures if "orc" in one)[:7]
    there = PlaceId("west-of-misty-mountains")
    moving.do(March(moving.force("buhrdur", "carn-dum").id, there, orcs))
    assert strain(moving, "buhrdur", SOUTH).away == 0
    assert strain(moving, "buhrdur", NORTH).away == 7
    # Of the same seven on the south road, a spot on the south table, all are out of Mordor.
    moving.stand(orcs[0], "south-road")
    assert strain(moving, "buhrdur", SOUTH).away == 7


@pytest.mark.rules("CON-092", "WAR-06")
def test_by_the_strict_reading_buhrdurs_31_at_fornost_are_too_many(war: RingOfPower) -> None:
    strict = Running.begun(war, house={"CON-092": "limit-at-fornost"})
    assert strain(strict, "buhrdur", NORTH).away == 31


@pytest.mark.rules("CON-092", "WAR-06")
def test_by_one_reading_those_who_start_at_fornost_may_go_anywhere_and_others_not_even_there(
    war: RingOfPower,
) -> None:
    running = Running.begun(war, house={"CON-092": "fornost-force-exempt"}).go_to(1, "movement")
    running.do(March(running.force("buhrdur", "fornost").id, PlaceId("bree")))
    assert strain(running, "buhrdur", NORTH).away == 0
    # 12 orcs of Carn Dûm are two too many at Fornost, which is no base of his then.
    orcs = tuple(one for one in running.force("buhrdur", "carn-dum").figures if "orc" in one)[:12]
    running.do(March(running.force("buhrdur", "carn-dum").id, PlaceId("fornost"), orcs))
    assert strain(running, "buhrdur", NORTH).away == 12
    assert any("12 are away from home" in line and "CON-092" in line for line in running.said)


@pytest.mark.rules("WAR-09")
def test_of_seven_orcs_on_the_river_itself_nobody_knows_on_which_bank_they_stand(moving: Running) -> None:
    # The Anduin is all river and has no bank of its own; by hand, or by boat, one may still be on it.
    seven = orcs(moving, 7).figures
    moving.do(Adjust(seven, "they drift on rafts", place=PlaceId("anduin")))
    doubt = unsure(moving.game.kit, moving.world, moving.force_with(seven[0]))
    assert doubt is not None
    assert doubt.ask.startswith("The limit runs through Anduin.")
    assert "WAR-09" in doubt.rules


@pytest.mark.rules("WAR-09")
def test_those_too_far_from_home_are_told_by_kinds_and_briefly_above_every_phase(moving: Running) -> None:
    sent(moving, 7, "osgiliath", "away")
    kit, found = moving.game.kit, strain(moving, "witch-king", SOUTH)
    most = "5 at most until the War of the Ring, so nobody more may go."
    assert said_of(kit, moving.world, found) == (
        f"Witch-king: 7 are too far from home: 7 Orcs at Osgiliath; {most}"
    )
    assert said_of(kit, moving.world, found, briefly=True) == f"Witch-king: 7 are too far from home; {most}"


@pytest.mark.rules("WAR-09")
@pytest.mark.parametrize(("y", "away"), [(12, 0), (8, 14)])
def test_more_than_twelve_inches_south_of_mordor_orcs_count(moving: Running, y: int, away: int) -> None:
    # Lines 753-755. East of the Anduin, where Mordor ends about 21" from the south edge: 9" and 13" from it.
    # The twelve orcs, the troll and Gothmog count.
    host = moving.stand("gothmog", "ithilien").force_with("gothmog")
    moving.set_war(spots={one: Spot("south", mils(86), mils(y)) for one in host.figures})
    assert strain(moving, "witch-king", SOUTH).away == away


@pytest.mark.rules("WAR-09")
def test_easterlings_west_of_the_anduin_count_as_orcs_do(moving: Running) -> None:
    # Lines 753-755 name orcs, trolls, Easterlings and Haradrim; Amdûr is an Easterling like his 15 men.
    host = moving.stand("amdur", "minas-tirith").force_with("amdur")
    assert strain(moving, "easterling-king", SOUTH).away == len(host.figures) == 16
