"""PLC-BLACKGATE-01..04, CON-071: the Black Gate is a fortress from outside, for those near its wall."""

from __future__ import annotations

import pytest

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.kernel.procedure import advance
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.shifting import Shift
from assistant.rules.game import RingOfPower
from assistant.rules.war import Spot
from assistant.rules.world import Condition
from tests.running.table import Running

GATE = PlaceId("black-gate")
# The middle of the gate, and an inch from there along the wall and straight into Mordor.
X, Y, ALONG, IN = 69.2, 63.2, (0.525, 0.851), (0.851, -0.525)


def begun(war: RingOfPower, reading: str = "four-inches") -> Running:
    return Running.begun(war, house={"CON-071": reading}).do(Part("opening-1", "for the test"))


def put(running: Running, figure: str, inside: float, along: float = 0) -> None:
    """A figure so far inside the wall, outside if less than nothing, and so far along it from the gate."""
    x, y = X + inside * IN[0] + along * ALONG[0], Y + inside * IN[1] + along * ALONG[1]
    running.do(Measure((Measured(FigureId(figure), Spot("south", mils(round(x, 3)), mils(round(y, 3)))),)))


def aside(number: int) -> int:
    """0, 1, -1, 2, -2: from the middle outwards."""
    return (number + 1) // 2 * (1 if number % 2 else -1)


def in_order(running: Running) -> list[FigureId]:
    """The garrison, its orcs last."""
    return sorted(running.force_with("mouth-of-sauron").figures, key=lambda one: one.startswith("orc"))


def assaulted(running: Running, *, outside: bool = True) -> tuple[str, FightSetup]:
    """Faramir's rangers before the gate, or behind it; nine keep the wall, and two orcs stand behind them."""
    garrison = in_order(running)
    for number, one in enumerate(garrison[:-2]):
        put(running, one, 1, 0.8 * aside(number))
    # From the wall's face to the edge of the base: 2.1 and 4.06 inches.
    put(running, garrison[-2], 2.9)
    put(running, garrison[-1], 4.85)
    for number, one in enumerate(running.force_with("faramir").figures):
        put(running, one, -0.9 if outside else 6.4, 0.8 * aside(number))
    running.go_to(1, "movement")
    contact = running.meet("faramir", "mouth-of-sauron", GATE)
    running.go_to(1, "combat")
    return contact, proposed(running.game.kit, running.world, running.world.war.contacts[contact])


@pytest.mark.rules("PLC-BLACKGATE-01", "PLC-BLACKGATE-02", "CON-071")
@pytest.mark.effect("one-sided-fortress")
@pytest.mark.parametrize(("reading", "fighting"), [("four-inches", 10), ("two-inches", 9)])
def test_from_outside_it_is_a_fortress_and_those_near_the_wall_man_it(
    war: RingOfPower, reading: str, fighting: int
) -> None:
    # All are within 6 inches of a ranger; of the two behind one counts by the booklet, none by the chart.
    running = begun(war, reading)
    contact, setup = assaulted(running)
    assert (setup.site.fortress, setup.site.at) == ("evil", "walls")
    assert len(setup.evil.figures) == fighting
    Battle(contact, setup).plan(running.game.kit, running.world)


@pytest.mark.rules("PLC-BLACKGATE-01")
def test_from_inside_mordor_it_is_no_fortress_and_everyone_in_reach_fights(war: RingOfPower) -> None:
    _, setup = assaulted(begun(war), outside=False)
    assert (setup.site.fortress, setup.site.at) == (None, "field")
    assert len(setup.evil.figures) == 11


@pytest.mark.rules("PLC-BLACKGATE-02")
def test_where_nobody_measures_the_table_is_told_who_mans_it(war: RingOfPower) -> None:
    running = begun(war).go_to(1, "movement")
    contact = running.meet("faramir", "mouth-of-sauron", GATE)
    running.go_to(1, "combat")
    setup = proposed(running.game.kit, running.world, running.world.war.contacts[contact])
    assert setup.site.fortress == "evil"
    assert len(setup.evil.figures) == 11
    opening = running.game.opening("battle", encode(Battle(contact, setup)), running.world)
    begun_now = advance(running.game.start("battle", opening.setup), running.world, running.game.apply, ())
    assert "Only defenders within 4 inches of wall and gate fight (PLC-BLACKGATE-02)." in begun_now.log


@pytest.mark.rules("PLC-BLACKGATE-03", "PLC-BLACKGATE-04", "TER-01")
def test_if_it_falls_the_gate_is_gone_and_who_stood_back_gives_way_to_the_east(war: RingOfPower) -> None:
    running = begun(war)
    contact, setup = assaulted(running)
    back = in_order(running)[-1]
    was = running.world.war.spots[back]
    ends: dict[FigureId, Condition] = {one.figure: "eliminated" for one in setup.evil.figures}
    running.do(ReportedBattle(contact, ReportedFight(setup, ends, winner="good", walls_fell=True)))
    assert "Black Gate is destroyed (PLC-BLACKGATE-03)." in running.said
    assert any(
        "give way a full move to the east, out of Udûn (PLC-BLACKGATE-04)" in one for one in running.said
    )
    # It stood alone, 5 inches behind the wall, and goes straight east over open ground.
    assert running.world.war.spots[back].x > was.x + 4_000
    # A gate that is gone keeps nobody out, and shelters nobody.
    running.go_to(2, "movement")
    rangers = running.force_with("faramir")
    end = running.world.war.spots[rangers.figures[0]]
    running.do(Shift(rangers.id, ((end.x + 3_000, end.y - 1_800),)))


# Behind the gate Udûn ends so far from the west edge, at this height, at the foot of the mountains.
CLIFF, HEIGHT = 81.48, 61.3


def gives_way_from(running: Running, x: float) -> FigureId:
    """The gate falls, and one orc is left of its garrison, measured so far from the west."""
    contact, setup = assaulted(running)
    orc = in_order(running)[-1]
    running.do(Measure((Measured(orc, Spot("south", mils(x), mils(HEIGHT))),)))
    ends: dict[FigureId, Condition] = {one.figure: "eliminated" for one in setup.evil.figures}
    report = ReportedFight(setup, ends, winner="good", walls_fell=True)
    running.do(ReportedBattle(contact, report), "full-move")
    return orc


@pytest.mark.rules("PLC-BLACKGATE-04")
def test_who_gives_way_as_far_as_a_cliff_stands_at_its_foot(war: RingOfPower) -> None:
    # He goes straight east, and the cliff ends his way.
    running = begun(war)
    orc = gives_way_from(running, CLIFF - 1.5)
    spot = running.world.war.spots[orc]
    assert mils(CLIFF - 1.5) < spot.x < mils(CLIFF)
    assert abs(spot.y - mils(HEIGHT)) < mils(1)


@pytest.mark.rules("PLC-BLACKGATE-04")
def test_who_gives_way_where_there_is_no_room_is_measured_no_more(war: RingOfPower) -> None:
    # By the table's word he stands an inch deep in the mountains, where no base has room.
    running = begun(war)
    orc = gives_way_from(running, CLIFF + 1)
    assert orc not in running.world.war.spots
    assert running.force_with(orc).place == "gorgoroth"
    assert any("So only its place is known now: set it out" in line for line in running.said)


def test_who_is_measured_outside_mordor_when_it_falls_stays_where_he_is(war: RingOfPower) -> None:
    # Before the mountains, west of the wall: not one of those within who vacate Udûn.
    running = begun(war)
    orc = gives_way_from(running, 65.94)
    assert running.world.war.spots[orc].x == mils(65.94)
    assert not any("PLC-BLACKGATE-04" in line for line in running.said)


@pytest.mark.rules("TER-01")
def test_while_it_stands_and_is_kept_nobody_walks_in(war: RingOfPower) -> None:
    running = begun(war)
    put(running, "mouth-of-sauron", 2)
    for number, one in enumerate(running.force_with("faramir").figures):
        put(running, one, -4, aside(number))
    running.go_to(1, "movement")
    with pytest.raises(Illegal, match="the enemy keeps this gate"):
        running.do(Shift(running.force_with("faramir").id, ((mils(71.7), mils(61.6)),)))
