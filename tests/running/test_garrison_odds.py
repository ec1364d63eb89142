"""FOR-06: the odds of walls count those behind them who have no part in the fight, as the fight does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.campaign.chances import Oracle
from assistant.kernel.codec import decode, encode
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import Entrant, FightSetup
from assistant.rules.deeds.battles import Battle, as_fought, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.meeting import Part
from assistant.rules.world import World
from assistant.simulate.odds import METHODS, Odds, odds
from tests.running.table import Running

CITY = PlaceId("minas-tirith")
DENETHOR, EOMER, FARAMIR = FigureId("denethor"), FigureId("eomer"), FigureId("faramir")


def assault(running: Running, *, in_doubt: bool) -> tuple[FightSetup, FightSetup]:
    """The Witch-king at the walls of Minas Tirith: as proposed with one of the garrison, and as fought."""
    running.do(Part("opening-1", "for the test")).go_to(1, "movement")
    if in_doubt:
        running.stand(EOMER, CITY)
    number = running.meet(DENETHOR, "witch-king", CITY)
    running.go_to(1, "combat")
    met = running.world.war.contacts[number]
    setup = proposed(running.game.kit, running.world, met)
    setup = replace(setup, good=replace(setup.good, figures=setup.good.figures[-1:]))
    fought = as_fought(running.game.kit, running.world, met, setup)
    planned = decode(
        Battle, running.game.opening("battle", encode(Battle(number, setup)), running.world).setup
    )
    assert planned.setup.good == fought.good
    return setup, fought


def as_they_are(running: Running, setup: FightSetup) -> World:
    return World({one.figure: running.world.figures[one.figure] for one in both(setup)})


def both(setup: FightSetup) -> tuple[Entrant, ...]:
    return (*setup.good.concerned, *setup.evil.concerned)


@pytest.mark.rules("FOR-06")
def test_a_force_that_may_be_behind_the_walls_is_lost_with_them_in_the_odds(game_on: Running) -> None:
    _, fought = assault(game_on, in_doubt=True)
    riders = [one for one in fought.good.perhaps_inside if one.figure != EOMER]
    assert riders
    world = as_they_are(game_on, fought)
    without = replace(fought, good=replace(fought.good, perhaps_inside=()))

    def found(setup: FightSetup, method: int) -> Odds:
        return odds(game_on.game, setup, seed=1, trials=40, methods=METHODS[method:], world=world)

    for method in (0, 2):
        more, less = found(fought, method), found(without, method)
        assert more.win == less.win
        # Where the walls fall, Éomer reaches the citadel. Its room for armies is less
        # than the garrison itself, so that every rider is lost besides.
        assert more.win["evil"] > 0.5
        besides = more.losses["good"].mean - less.losses["good"].mean
        assert besides == pytest.approx(more.win["evil"] * len(riders))


@pytest.mark.rules("FOR-07")
def test_a_wounded_man_behind_the_walls_who_is_brought_into_the_tower_is_no_loss(game_on: Running) -> None:
    game_on.do(Adjust((FARAMIR,), "for the test", condition="wounded", place=CITY))
    game_on.do(Adjust((FARAMIR,), "for the test", force=game_on.force_with(DENETHOR).id))
    _, fought = assault(game_on, in_doubt=False)
    assert [one.figure for one in fought.good.inside] == [FARAMIR]
    world = as_they_are(game_on, fought)
    without = replace(fought, good=replace(fought.good, inside=()))
    for methods in (METHODS, METHODS[2:]):
        ends = [
            odds(game_on.game, one, seed=1, trials=40, methods=methods, world=world)
            for one in (fought, without)
        ]
        assert ends[0].losses["good"] == ends[1].losses["good"]


def test_the_desk_says_whom_it_takes_to_be_inside(game_on: Running) -> None:
    _, fought = assault(game_on, in_doubt=True)
    said = Oracle().chances(game_on.game, fought, world=as_they_are(game_on, fought)).words()
    (line,) = (one for one in said if "met nobody" in one)
    assert line.startswith("Counted: ")
    assert "Éomer" in line
    assert line.endswith("are taken to be inside the walls (FOR-06).")
