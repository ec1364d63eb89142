"""FOR-06: who is lost in a running game when walls fall, besides those who fought."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.asking import Answer, Choose, Chosen, Request
from assistant.kernel.codec import encode
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil
from assistant.kernel.procedure import play
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.reporting import ReportedFight, walls_at_stake
from assistant.rules.retreats import is_beaten
from assistant.rules.standing import members
from assistant.rules.war import Spot
from assistant.rules.world import Condition
from assistant.simulate.answerers import accepting
from tests.running.table import Running

CITY = PlaceId("minas-tirith")
DENETHOR, EOMER = FigureId("denethor"), FigureId("eomer")


def overrun(running: Running, where: str) -> list[str]:
    """The Witch-king takes the walls: Denethor and two of his men are in reach, and Éomer is at the city.

    Good rolls ones and evil sixes; gives back what was asked about Éomer's force.
    """
    running.do(Part("opening-1", "for the test")).go_to(1, "movement").stand(EOMER, CITY)
    number = running.meet(DENETHOR, "witch-king", CITY)
    running.go_to(1, "combat")
    setup = proposed(running.game.kit, running.world, running.world.war.contacts[number])
    first = tuple(
        one for one in setup.good.figures if one.figure == DENETHOR or one == setup.good.figures[-1]
    )
    setup = replace(setup, good=replace(setup.good, figures=first))
    asked: list[str] = []
    take = accepting(lambda roll: (1 if roll.seat == "good" else 6,) * len(roll.dice))

    def answer(request: Request) -> Answer:
        if isinstance(request, Choose) and request.purpose == "inside":
            asked.append(request.why)
            return Chosen(where)
        return take(request)

    opening = running.game.opening("battle", encode(Battle(number, setup)), running.world)
    start = running.game.start("battle", opening.setup)
    for fact in play(start, running.world, running.game.apply, answer).done.facts:
        running.world = running.game.apply(running.world, fact)
    return asked


@pytest.mark.rules("FOR-06")
@pytest.mark.parametrize(("where", "end"), [("inside", "eliminated"), ("outside", "fit")])
def test_a_force_that_met_nobody_is_lost_with_the_walls_if_it_was_inside(
    game_on: Running, where: str, end: str
) -> None:
    riders = members(game_on.world, game_on.force_with(EOMER))
    garrison = members(game_on.world, game_on.force_with(DENETHOR))
    force = game_on.force_with(EOMER).id
    (ask,) = overrun(game_on, where)
    assert force in ask
    figures = game_on.world.figures
    army = [one.id for one in garrison if not game_on.game.book.profiles[one.profile].is_character]
    # All of the garrison who are out of reach are lost too, but for those whom the citadel holds.
    assert sum(figures[one].in_tower for one in army) <= game_on.game.book.places[CITY].tower_room
    assert all(figures[one].condition == "eliminated" or figures[one].in_tower for one in army)
    assert figures[DENETHOR].in_tower
    # Éomer reaches the tower if he was inside; his riders are army figures and find no more room.
    assert figures[EOMER].in_tower == (where == "inside")
    assert end in {figures[one.id].condition for one in riders}
    assert where == "inside" or {figures[one.id].condition for one in riders} == {"fit"}


@pytest.mark.rules("FOR-07")
def test_the_wounded_behind_the_walls_are_brought_into_the_tower(game_on: Running) -> None:
    game_on.do(Adjust((FigureId("faramir"),), "for the test", condition="wounded", place=CITY))
    home = game_on.force_with(DENETHOR).id
    game_on.do(Adjust((FigureId("faramir"),), "for the test", force=home))
    overrun(game_on, "outside")
    assert game_on.world.figures[FigureId("faramir")].in_tower


@pytest.mark.rules("OUT-07", "OUT-08", "FOR-06")
def test_who_stood_outside_the_fallen_walls_is_not_lost_and_falls_back_as_beaten(game_on: Running) -> None:
    # One of the garrison is measured far from the city. The others are lost, or in the citadel with Denethor.
    straggler = FigureId("gondor-foot-1")
    home = game_on.force_with(DENETHOR)
    assert straggler in home.figures
    game_on.set_war(spots={**game_on.world.war.spots, straggler: Spot("south", Mil(1_000), Mil(1_000))})
    overrun(game_on, "outside")
    after = game_on.world.figures[straggler]
    assert (after.condition, after.in_tower) == ("fit", False)
    assert is_beaten(game_on.world, game_on.force_with(straggler))
    # Denethor in the tower is of another force by now, and does not go with those who fall back.
    assert game_on.world.figures[DENETHOR].in_tower
    assert DENETHOR not in game_on.force_with(straggler).figures


@pytest.mark.rules("FOR-06", "FOR-07")
@pytest.mark.parametrize(("where", "end"), [("inside", "eliminated"), ("outside", "fit")])
def test_a_battle_told_from_the_table_takes_those_who_had_no_part_in_it_along(
    game_on: Running, where: str, end: str
) -> None:
    faramir = FigureId("faramir")
    game_on.do(Adjust((faramir,), "for the test", condition="wounded", place=CITY))
    game_on.do(Adjust((faramir,), "for the test", force=game_on.force_with(DENETHOR).id))
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement").stand(EOMER, CITY)
    number = game_on.meet(DENETHOR, "witch-king", CITY)
    game_on.go_to(1, "combat")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[number])
    places = game_on.game.book.places[CITY]
    army = [
        one.figure for one in setup.good.figures if not game_on.game.book.profiles[one.profile].is_character
    ]
    ends: dict[FigureId, Condition] = dict.fromkeys(army[places.tower_room :], "eliminated")
    riders = [one for one in game_on.force_with(EOMER).figures if one != EOMER]
    report = ReportedFight(setup, ends, winner="evil", walls_fell=True)
    game_on.do(ReportedBattle(number, report), where)
    figures = game_on.world.figures
    # The wounded are brought into the tower. Its room for armies is taken by those the table told of.
    assert figures[faramir].in_tower
    assert figures[faramir].condition == "wounded"
    assert figures[EOMER].in_tower == (where == "inside")
    assert {figures[one].condition for one in riders} == {end}


@pytest.mark.rules("FOR-06", "FOR-07")
def test_of_defenders_who_lost_their_walls_only_characters_live_in_the_tower(
    game_on: Running,
) -> None:
    # Dol Amroth's tower holds no army: the rangers are lost, and so are the knights, who met nobody inside.
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    number = game_on.meet("faramir", "witch-king", "dol-amroth")
    game_on.go_to(1, "combat")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[number])
    assert walls_at_stake(setup) == "good"
    report = ReportedFight(setup, {}, winner="evil", walls_fell=True)
    game_on.do(ReportedBattle(number, report), "inside")
    figures, book = game_on.world.figures, game_on.game.book
    for one in setup.good.figures:
        is_character = book.profiles[one.profile].is_character
        assert figures[one.figure].condition == ("fit" if is_character else "eliminated")
        assert figures[one.figure].in_tower == is_character
    assert figures[FigureId("faramir")].in_tower
    assert figures[FigureId("knight-of-dol-amroth-1")].condition == "eliminated"


@pytest.mark.rules("FOR-06")
def test_walls_said_to_have_held_though_the_fight_for_them_was_lost_are_minded(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    number = game_on.meet("faramir", "witch-king", "dol-amroth")
    game_on.go_to(1, "combat").report(number, {}, winner="evil")
    assert "Mind: who loses a fight for walls loses them, and all inside (FOR-06)." in game_on.said
