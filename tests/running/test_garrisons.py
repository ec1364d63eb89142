"""FOR-06: who is lost in a running game when walls fall, besides those who fought."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.asking import Answer, Choose, Chosen, Request
from assistant.kernel.codec import encode
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import play
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.meeting import Part
from assistant.rules.standing import members
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
