"""Ground that harms or holds: the Dead Marshes, Moria, the Nindalf and the High Pass."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import AssistantError, Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.turning import GoOn
from tests.running.table import Running

HOBBITS = (FigureId("frodo"), FigureId("sam"))


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1."""
    return game_on.go_to(1, "movement")


def put(running: Running, place: str, *figures: str) -> Running:
    return running.do(Adjust(tuple(map(FigureId, figures)), "for the test", place=PlaceId(place)))


def roll_in(running: Running, name: str, place: str) -> str:
    return f"{name} in {place}: a roll for each who does not know the way"


# ---- the Dead Marshes ----------------------------------------------------------------------------------


@pytest.mark.rules("PLC-DEADMARSHES-02", "TER-15")
@pytest.mark.effect("hazards")
def test_in_the_dead_marshes_each_character_rolls_and_on_a_one_is_wounded(moving: Running) -> None:
    put(moving, "dead-marshes", "frodo", "sam")
    title = roll_in(moving, "Frodo", "Dead Marshes")
    assert moving.told("hazards") == [title]
    # Frodo 2, Sam 1: Frodo could carry him, and Sam bears nothing anyway.
    moving.confirm(title, (2, 1))
    assert moving.world.figures[FigureId("sam")].condition == "wounded"
    assert moving.world.figures[FigureId("frodo")].condition == "fit"
    assert moving.said == ["Sam is wounded (PLC-DEADMARSHES-02)."]
    assert moving.told("hazards") == []
    # Next turn again, but not for the one who lies there.
    moving.go_to(2, "movement").confirm(title, (6,))
    assert moving.said == ["Nobody comes to harm."]


@pytest.mark.rules("PLC-MORIA-10")
@pytest.mark.effect("hazards")
def test_movement_does_not_end_over_those_who_have_not_rolled_in_moria(moving: Running) -> None:
    put(moving, "moria", "eomer")
    with pytest.raises(Illegal, match=r"due and not seen to: .*Éomer in Moria: a roll for each"):
        moving.do(GoOn())
    moving.confirm(roll_in(moving, "Éomer", "Moria"), (2,))
    with pytest.raises(Illegal, match="players are not done moving") as refused:
        moving.do(GoOn())
    assert "Moria" not in str(refused.value)


def test_with_aragorn_to_lead_them_nobody_rolls_in_the_dead_marshes(moving: Running) -> None:
    put(moving, "dead-marshes", "frodo", "sam")
    assert moving.told("hazards")
    put(moving, "dead-marshes", "aragorn")
    moving.do(Unite((moving.force_with("frodo").id, moving.force_with("aragorn").id)))
    assert moving.told("hazards") == []


@pytest.mark.rules("CON-079", "PLC-DEADMARSHES-03")
def test_a_ringbearer_whom_nobody_can_carry_drowns_and_gollum_has_the_ring(moving: Running) -> None:
    put(moving, "dead-marshes", "frodo")
    assert moving.world.war.ring.bearer == "frodo"
    moving.do(AddFigures(ProfileId("gollum"), 1, None, PlaceId("emyn-muil"), "for the test"))
    moving.confirm(roll_in(moving, "Frodo", "Dead Marshes"), (1,))
    assert moving.world.figures[FigureId("frodo")].condition == "eliminated"
    assert moving.said[0] == "Frodo drowns (CON-079)."
    assert moving.world.war.ring.bearer == "gollum"
    assert moving.said[1] == "Gollum has the Ring, and puts it on next turn (PLC-DEADMARSHES-03)."


@pytest.mark.rules("CON-079", "PLC-DEADMARSHES-02")
def test_with_sam_beside_him_the_ringbearer_is_only_wounded(moving: Running) -> None:
    put(moving, "dead-marshes", "frodo", "sam")
    moving.confirm(roll_in(moving, "Frodo", "Dead Marshes"), (1, 2))
    assert moving.world.figures[FigureId("frodo")].condition == "wounded"
    assert moving.world.war.ring.bearer == "frodo"


# ---- Moria ---------------------------------------------------------------------------------------------


@pytest.mark.rules("PLC-MORIA-10")
@pytest.mark.effect("hazards")
def test_in_moria_who_does_not_know_it_falls_on_a_one_but_no_dwarf_and_no_goblin(moving: Running) -> None:
    # Aragorn and Legolas with Gimli are led by one who knows it; without him both roll.
    put(moving, "moria", "aragorn", "legolas", "gimli")
    assert moving.told("hazards") == []
    moving.do(Divide(moving.force_with("gimli").id, (FigureId("gimli"),)))
    title = roll_in(moving, "Aragorn", "Moria")
    assert moving.told("hazards") == [title]
    moving.confirm(title, (2, 1))
    # Nobody of the Goblin King's rolls: they live there, cave troll and all.
    assert moving.force("goblin-king", "moria").figures
    assert moving.world.figures[FigureId("legolas")].condition == "eliminated"
    assert moving.said == ["Legolas is lost there (PLC-MORIA-10)."]


# ---- the Nindalf ---------------------------------------------------------------------------------------


@pytest.mark.rules("PLC-ENTWASH-03")
@pytest.mark.effect("bogged")
def test_in_the_nindalf_who_rolls_three_or_less_stays_this_turn(moving: Running) -> None:
    put(moving, "nindalf", "frodo", "sam")
    title = "Frodo in Nindalf: each rolls before it moves"
    assert moving.told("bogged") == [title]
    moving.confirm(title, (4, 3))
    assert moving.said == ["Sam stays this turn (PLC-ENTWASH-03)."]
    force = moving.force_with("frodo").id
    with pytest.raises(Illegal, match="Sam may not move this turn"):
        moving.do(March(force, PlaceId("amon-hen")))
    moving.do(March(force, PlaceId("emyn-muil"), (FigureId("frodo"),)))
    # The turn after, everybody who is still there rolls again.
    moving.go_to(2, "movement")
    assert moving.told("bogged") == ["Sam in Nindalf: each rolls before it moves"]
    assert not moving.world.figures[FigureId("sam")].stays


# ---- the High Pass -------------------------------------------------------------------------------------


@pytest.fixture
def climbing(moving: Running) -> tuple[Running, str]:
    """Aragorn alone on the High Pass."""
    put(moving, "high-pass", "aragorn")
    return moving, "Aragorn in High Pass: a roll to get over the pass"


@pytest.mark.rules("PLC-HIGHPASS-01", "AMB-046")
@pytest.mark.effect("snowbound")
def test_on_the_high_pass_three_gets_across(climbing: tuple[Running, str]) -> None:
    running, title = climbing
    assert running.told("snowbound") == [title]
    running.confirm(title, (3,))
    running.do(March(running.force_with("aragorn").id, PlaceId("rivendell")))
    assert running.force_with("aragorn").place == "rivendell"


@pytest.mark.rules("PLC-HIGHPASS-01")
def test_on_the_high_pass_a_two_stops_the_force_and_costs_its_next_move(
    climbing: tuple[Running, str],
) -> None:
    running, title = climbing
    running.confirm(title, (2,))
    march = March(running.force_with("aragorn").id, PlaceId("rivendell"))
    with pytest.raises(Illegal, match="has moved this turn"):
        running.do(march)
    running.go_to(2, "movement")
    with pytest.raises(Illegal, match="loses its move of this turn"):
        running.do(march)
    assert running.told("snowbound") == []
    assert running.go_to(3, "movement").told("snowbound") == [title]


@pytest.mark.rules("PLC-HIGHPASS-01")
def test_on_the_high_pass_a_one_throws_the_force_back(climbing: tuple[Running, str]) -> None:
    running, title = climbing
    # It came from Rivendell, within a move; so is Goblin Town, but goblins are there.
    with pytest.raises(AssistantError):
        running.copy().confirm(title, (1,), "goblin-town")
    running.confirm(title, (1,), "rivendell")
    assert running.said[0] == "1: Aragorn falls back a full move the way it came (PLC-HIGHPASS-01)."
    assert running.force_with("aragorn").place == "rivendell"
    with pytest.raises(Illegal, match="has moved this turn"):
        running.do(March(running.force_with("aragorn").id, PlaceId("high-pass")))
