"""Caradhras: wizards who close the pass, and those who are trapped on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.deeds.shifting import Shift
from assistant.rules.war import Spot
from tests.running.table import Running

CARADHRAS = PlaceId("caradhras")
LONG = "three-turns"
MAY = "Aragorn would pass Caradhras: does a wizard close the way?"
TRAPPED = "Aragorn in Caradhras: a roll for each who does not know the way"


@pytest.fixture
def climbing(game_on: Running) -> Running:
    """Aragorn alone on Caradhras in the movement phase of turn 1; Saruman has his palantir in Isengard."""
    game_on.go_to(1, "movement")
    return game_on.do(Adjust((FigureId("aragorn"),), "for the test", place=CARADHRAS))


@pytest.fixture
def with_gandalf(climbing: Running) -> Running:
    """Gandalf is with him."""
    fellowship = CommanderId("fellowship")
    climbing.do(AddFigures(ProfileId("gandalf-the-white"), 1, fellowship, CARADHRAS, "for the test"))
    forces = (climbing.force_with("aragorn").id, climbing.force_with("gandalf-the-white").id)
    return climbing.do(Unite(forces))


@pytest.mark.rules("PLC-CARADHRAS-01", "PLC-CARADHRAS-02", "AMB-096")
@pytest.mark.effect("weather")
def test_saruman_closes_caradhras_from_afar_on_a_three_for_this_turn(climbing: Running) -> None:
    assert climbing.told("weather") == [MAY]
    failed = climbing.copy().confirm(MAY, "close", (4,))
    assert failed.said == ["4: the pass stays open (PLC-CARADHRAS-02)."]
    failed.do(March(failed.force_with("aragorn").id, PlaceId("rivendell")))
    climbing.confirm(MAY, "close", (3,))
    assert climbing.said == ["3: Saruman closes Caradhras (PLC-CARADHRAS-02)."]
    march = March(climbing.force_with("aragorn").id, PlaceId("rivendell"))
    with pytest.raises(Illegal, match="loses its move of this turn"):
        climbing.do(march)
    # Without a duel it is closed for this turn only: on the next he may try again.
    climbing.go_to(2, "movement")
    assert climbing.told("hazards") == []
    assert climbing.told("weather") == [MAY]
    climbing.confirm(MAY, "let-be").do(march)


@pytest.mark.rules("PLC-CARADHRAS-05")
def test_each_turn_that_they_are_trapped_everyone_rolls_and_on_a_one_is_wounded(climbing: Running) -> None:
    assert climbing.told("hazards") == []
    climbing.confirm(MAY, "close", (1,))
    assert climbing.told("hazards") == [TRAPPED]
    climbing.confirm(TRAPPED, (1,))
    assert climbing.world.figures[FigureId("aragorn")].condition == "wounded"
    assert climbing.said == ["Aragorn is wounded (PLC-CARADHRAS-05)."]


@pytest.mark.rules("PLC-CARADHRAS-03", "PLC-CARADHRAS-04")
def test_opposed_by_gandalf_the_winner_of_the_duel_has_his_will_for_three_turns(
    with_gandalf: Running,
) -> None:
    profiles = with_gandalf.game.book.profiles
    gandalf, saruman = (profiles[ProfileId(one)].wizardry or 0 for one in ("gandalf-the-white", "saruman"))
    (title,) = with_gandalf.told("weather")
    # Gandalf lets be, Saruman would close it, Gandalf opposes; the dice make Saruman one better.
    low = 2
    with_gandalf.confirm(title, "let-be", "close", "oppose", (low + 1 + gandalf - saruman,), (low,))
    assert with_gandalf.said[-1].endswith("Caradhras is closed for 3 turns (PLC-CARADHRAS-03).")
    for turn in (2, 3):
        with_gandalf.go_to(turn, "movement")
        assert with_gandalf.told("weather") == []
        assert with_gandalf.told("hazards")
    # The last duel closed it: he adds one, and with that wins where the dice alone are even.
    with_gandalf.go_to(4, "movement").confirm(
        title, "let-be", "close", "oppose", (low + gandalf - saruman,), (low,)
    )
    assert with_gandalf.said[-1].endswith("Caradhras is closed for 3 turns (PLC-CARADHRAS-03).")


@pytest.mark.rules("MAG-02")
def test_a_duel_over_the_weather_that_nobody_wins_changes_nothing(with_gandalf: Running) -> None:
    profiles = with_gandalf.game.book.profiles
    gandalf, saruman = (profiles[ProfileId(one)].wizardry or 0 for one in ("gandalf-the-white", "saruman"))
    (title,) = with_gandalf.told("weather")
    with_gandalf.confirm(title, "let-be", "close", "oppose", (2 + gandalf - saruman,), (2,))
    assert with_gandalf.said[-1].endswith("the duel has no effect (MAG-02).")
    assert with_gandalf.told("hazards") == []


@pytest.fixture
def closed(climbing: Running) -> Running:
    """Saruman has closed the pass for three turns, by the reading that needs no duel for that."""
    climbing = Running(
        climbing.game, replace(climbing.world, house_rules={**climbing.world.house_rules, "AMB-096": LONG})
    )
    return climbing.confirm(MAY, "close", (3,))


@pytest.mark.rules("AMB-096", "PLC-CARADHRAS-05")
def test_by_the_longer_reading_a_roll_closes_the_pass_for_three_turns_whether_they_roll_or_not(
    closed: Running,
) -> None:
    march = March(closed.force_with("aragorn").id, PlaceId("rivendell"))
    for turn in (2, 3):
        closed.go_to(turn, "movement")
        assert closed.told("hazards") == [TRAPPED]
        with pytest.raises(Illegal, match=r"storms close it .*\(PLC-CARADHRAS-05\)"):
            closed.do(march)
    closed.go_to(4, "movement").confirm(MAY, "let-be").do(march)


@pytest.mark.rules("PLC-CARADHRAS-03")
def test_nobody_marches_onto_a_closed_pass(closed: Running) -> None:
    closed.do(Adjust((FigureId("gimli"),), "for the test", place=PlaceId("rivendell")))
    climb = March(closed.force_with("gimli").id, CARADHRAS)
    closed.go_to(2, "movement")
    refused = r"Gimli may not go by Caradhras: storms close it until turn 3 is over \(PLC-CARADHRAS-03\)"
    with pytest.raises(Illegal, match=refused):
        closed.do(climb)
    closed.go_to(4, "movement").do(climb, "let-be")


@pytest.fixture
def below(game_on: Running) -> Running:
    """Aragorn alone, measured north of the pass in the movement phase of turn 1."""
    game_on.go_to(1, "movement")
    game_on.do(Adjust((FigureId("aragorn"),), "for the test", place=PlaceId("rivendell")))
    return game_on.do(Measure((Measured(FigureId("aragorn"), Spot("north", *OVER[0])),)))


OVER = ((79600, 19600), (82000, 18600), (84000, 17000))
"""From one side of the pass over its middle to the other."""


@pytest.mark.rules("PLC-CARADHRAS-01")
def test_who_goes_over_the_pass_in_one_move_may_be_blocked_and_is_trapped_on_it(below: Running) -> None:
    force = below.force_with("aragorn").id
    let = below.copy().do(Shift(force, OVER[1:]), "let-be")
    spot = let.world.war.spots[FigureId("aragorn")]
    assert (spot.x, spot.y) == OVER[-1]
    below.do(Shift(force, OVER[1:]), "close", (2,))
    assert below.force_with("aragorn").place == CARADHRAS
    assert below.told("hazards") == [TRAPPED]


@pytest.mark.rules("PLC-CARADHRAS-01")
def test_a_march_that_the_map_leads_over_the_pass_is_asked_about_and_may_be_blocked(game_on: Running) -> None:
    game_on.go_to(1, "movement")
    elves = tuple(one for one in game_on.force_with("elrond").figures if one.startswith("armored-elf"))
    game_on.do(Divide(game_on.force_with("elrond").id, elves))
    force = game_on.force_with(elves[0])
    march = March(force.id, PlaceId("lothlorien"))
    round_about = game_on.copy().do(march, "another-way")
    assert round_about.force_with(elves[0]).place == "lothlorien"
    free = game_on.copy().do(march, "that-way", "let-be")
    assert free.force_with(elves[0]).place == "lothlorien"
    game_on.do(march, "that-way", "close", (3,))
    assert game_on.force_with(elves[0]).place == CARADHRAS
    assert game_on.told("hazards") == [
        f"{force.name} in Caradhras: a roll for each who does not know the way"
    ]
