"""Palantíri: a group moves again or loses its move, the user may be ensnared, and Aragorn defies Sauron."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.turning import SayDone
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.war import Snare
from tests.running.table import Running

ORTHANC, OF_MINAS_TIRITH = "palantir-of-orthanc", "palantir-of-minas-tirith"
SARUMAN, GONDOR = CommanderId("saruman"), CommanderId("gondor")


@pytest.fixture
def moving(game_on: Running) -> Running:
    """Movement of turn 1; Lurtz stands at Tharbad and has met nobody."""
    return game_on.go_to(1, "movement").set_war(contacts={}).stand("lurtz", "tharbad")


def offered(running: Running, commander: CommanderId) -> list[str]:
    """The powers a commander is offered now."""
    return [one.id for one in agenda(running.game.kit, running.world, (commander,)).powers]


@pytest.mark.rules("ITM-PALANTIR-01", "ITM-PALANTIR-02")
def test_a_group_that_has_moved_moves_again_by_the_stone_and_only_once(moving: Running) -> None:
    lurtz = moving.force_with("lurtz")
    moving.do(March(lurtz.id, PlaceId("weathertop")))
    with pytest.raises(Illegal, match="has moved this turn"):
        moving.do(March(lurtz.id, PlaceId("isengard")))
    moving.do(UsePower(ORTHANC), "move-again", lurtz.id, (4,))
    assert moving.said[-1] == "Saruman rolls 4 and is not ensnared."
    moving.do(March(lurtz.id, PlaceId("isengard")))
    assert moving.force_with("lurtz").place == "isengard"
    with pytest.raises(Illegal, match="has moved this turn"):
        moving.do(March(lurtz.id, PlaceId("edoras")))


@pytest.mark.rules("ITM-PALANTIR-01")
def test_a_group_that_the_stone_favours_before_its_move_moves_twice_even_when_its_commander_is_done(
    moving: Running,
) -> None:
    lurtz = moving.force_with("lurtz")
    moving.do(UsePower(ORTHANC), "move-again", lurtz.id, (1,)).do(March(lurtz.id, PlaceId("weathertop")))
    moving.do(SayDone((SARUMAN,))).do(March(lurtz.id, PlaceId("isengard")))
    with pytest.raises(Illegal, match="done with this phase"):
        moving.do(March(lurtz.id, PlaceId("weathertop")))


@pytest.mark.rules("ITM-PALANTIR-01")
def test_the_other_way_to_use_it_costs_an_enemy_group_its_next_move(moving: Running) -> None:
    lurtz = moving.force_with("lurtz")
    moving.do(UsePower(OF_MINAS_TIRITH), "deny", lurtz.id, (1,))
    with pytest.raises(Illegal, match="loses its move of this turn"):
        moving.do(March(lurtz.id, PlaceId("isengard")))
    moving.go_to(2, "movement").do(March(lurtz.id, PlaceId("isengard")))


@pytest.mark.rules("ITM-PALANTIR-01")
def test_a_group_that_has_moved_already_loses_the_move_of_the_turn_after(moving: Running) -> None:
    lurtz = moving.force_with("lurtz")
    moving.do(March(lurtz.id, PlaceId("isengard")))
    moving.do(UsePower(OF_MINAS_TIRITH), "deny", lurtz.id, (1,))
    assert moving.said[0] == "Lurtz does not move on turn 2 (ITM-PALANTIR-01)."
    with pytest.raises(Illegal, match="loses its move"):
        moving.go_to(2, "movement").do(March(lurtz.id, PlaceId("edoras")))


@pytest.mark.rules("ITM-PALANTIR-02")
def test_on_a_five_the_user_is_ensnared_and_none_of_his_figures_moves_next_turn(moving: Running) -> None:
    lurtz, eomer = moving.force_with("lurtz"), moving.force_with("faramir")
    moving.do(UsePower(ORTHANC), "deny", eomer.id, (5,))
    assert moving.world.war.ensnared[SARUMAN] == Snare(turn=1, times=1)
    moving.do(March(lurtz.id, PlaceId("weathertop")))
    moving.go_to(2, "movement")
    for force in (lurtz, moving.force_with("saruman")):
        with pytest.raises(Illegal, match="their commander is ensnared"):
            moving.do(March(force.id, PlaceId("edoras")))
    moving.go_to(3, "movement").do(March(lurtz.id, PlaceId("isengard")))


@pytest.mark.rules("ITM-PALANTIR-03")
def test_ensnared_a_second_time_his_figures_also_fight_worse_on_the_turn_after(moving: Running) -> None:
    enemy = moving.force_with("faramir").id
    moving.do(UsePower(ORTHANC), "deny", enemy, (6,))
    moving.go_to(3, "movement").do(UsePower(ORTHANC), "deny", enemy, (5,))
    assert moving.world.war.ensnared[SARUMAN] == Snare(turn=3, times=2, fights_worse=True)
    contact = moving.go_to(4, "movement").meet("eowyn", "lurtz", "edoras")
    setup = proposed(moving.game.kit, moving.world, moving.world.war.contacts[contact])
    assert {one.ensnared for one in setup.evil.figures} == {True}
    assert {one.ensnared for one in setup.good.figures} == {False}


def test_after_the_first_time_they_fight_as_ever(moving: Running) -> None:
    moving.do(UsePower(ORTHANC), "deny", moving.force_with("faramir").id, (6,))
    contact = moving.go_to(2, "movement").meet("eowyn", "lurtz", "edoras")
    setup = proposed(moving.game.kit, moving.world, moving.world.war.contacts[contact])
    assert not any(one.ensnared for one in setup.evil.figures)


def test_a_stone_is_offered_once_a_turn_in_movement_to_whoever_has_it(game_on: Running) -> None:
    assert ORTHANC not in offered(game_on, SARUMAN)
    game_on.go_to(1, "movement")
    assert ORTHANC in offered(game_on, SARUMAN)
    assert OF_MINAS_TIRITH in offered(game_on, GONDOR)
    game_on.do(UsePower(ORTHANC), "deny", game_on.force_with("faramir").id, (1,))
    assert ORTHANC not in offered(game_on, SARUMAN)
    with pytest.raises(Illegal, match="used this turn"):
        game_on.do(UsePower(ORTHANC))
    assert ORTHANC in offered(game_on.go_to(2, "movement"), SARUMAN)


@pytest.mark.rules("ITM-PALANTIR-01")
def test_those_who_serve_sauron_have_no_use_for_a_stone(moving: Running) -> None:
    moving.world = moving.game.apply(moving.world, ThingPassed(ORTHANC, "gothmog"))
    assert ORTHANC not in offered(moving, SARUMAN)
    assert ORTHANC not in offered(moving, CommanderId("witch-king"))
    moving.world = moving.game.apply(moving.world, ThingPassed(ORTHANC, "theoden"))
    moving.do(UsePower(ORTHANC), "deny", moving.force_with("lurtz").id, (1,))
    assert moving.said[-1] == "Rohan rolls 1 and is not ensnared."


def test_who_joins_a_favoured_group_does_not_move_again_with_it(moving: Running) -> None:
    theoden = moving.force_with("theoden")
    riders = tuple(one for one in theoden.figures if one.startswith("rider"))
    moving.do(UsePower(OF_MINAS_TIRITH), "move-again", theoden.id, (1,))
    moving.do(Divide(theoden.id, riders[:1]))
    single = moving.force_with(riders[0])
    assert single.again == 1
    moving.stand("eomer", "edoras").do(Unite((single.id, moving.force_with("eomer").id)))
    assert moving.force_with(riders[0]).again == 0


# ---- Aragorn -------------------------------------------------------------------------------------------


@pytest.mark.rules("ITM-PALANTIR-04")
@pytest.mark.effect("defying")
def test_aragorn_defies_sauron_once_and_moves_ten_figures_of_each_minion_next_turn(moving: Running) -> None:
    with pytest.raises(Illegal, match="Aragorn must be in Isengard or Minas Tirith"):
        moving.do(UsePower("palantir-claim"))
    moving.stand("aragorn", "minas-tirith").do(UsePower("palantir-claim"))
    assert moving.told("defying") == []
    moving.go_to(2, "movement")
    mine, theirs = moving.told("defying")
    assert mine == "Aragorn moves up to 10 figures of Witch-king"
    garrison = moving.force("witch-king", "minas-morgul")
    assert len(garrison.figures) > 10
    moving.confirm(mine, garrison.id, "barad-dur")
    moved = [one for one in moving.world.war.at(PlaceId("barad-dur")) if one.moved == 2]
    assert [len(one.figures) for one in moved] == [10]
    assert not any(one in moved[0].figures for one in ("gothmog", "witch-king"))
    moving.confirm(theirs, "nobody-else")
    with pytest.raises(Illegal, match="was used on turn 1"):
        moving.do(UsePower("palantir-claim"))
    assert CommanderId("fellowship") not in moving.world.war.ensnared
    assert FigureId("aragorn") in moving.force_with("aragorn").figures
