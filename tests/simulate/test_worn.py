"""The odds of those who have fought before: crews, powers and walls as an earlier turn left them."""

from __future__ import annotations

from assistant.campaign.chances import Oracle
from assistant.kernel.ids import FigureId
from assistant.rules.book import ProfileId
from assistant.rules.world import Figure, World
from assistant.simulate.odds import METHODS, odds
from tests.support import Fights

MUMAK = FigureId("mumak")


def worn(lives_lost: int) -> World:
    return World({MUMAK: Figure(MUMAK, "evil", ProfileId("mumak"), mounted=False, lives_lost=lives_lost)})


def test_a_mumak_comes_with_the_crew_that_an_earlier_turn_left(fights: Fights) -> None:
    crew = fights.game.book.profiles[ProfileId("mumak")].crew
    assert crew is not None
    whole = fights.setup("2 gondor-foot", "mumak")
    told = fights.setup("2 gondor-foot", "mumak", evil_engines={"mumak": {"crew": 1}})
    hurt = worn(crew.size - 1)
    for method in METHODS[1:]:
        found = odds(fights.game, whole, seed=1, trials=300, methods=(method,), world=hurt)
        assert found.win == odds(fights.game, told, seed=1, trials=300, methods=(method,)).win
        assert found.win != odds(fights.game, whole, seed=1, trials=300, methods=(method,)).win


def test_a_beast_that_was_hurt_since_has_other_odds_at_the_desk(fights: Fights) -> None:
    oracle, setup = Oracle(), fights.setup("2 gondor-foot", "mumak")
    fresh, hurt = (oracle.chances(fights.game, setup, world=world) for world in (worn(0), worn(2)))
    assert hurt.odds.win["good"] > fresh.odds.win["good"]
    assert oracle.chances(fights.game, setup, world=worn(0)) == fresh


def test_fights_that_must_be_fought_blow_by_blow_are_compared_too(fights: Fights) -> None:
    setup = fights.setup("3 gondor-foot", "hasharin, 4 orc")
    found = Oracle().chances(fights.game, setup, what_if=True)
    assert found.odds.method == "resolver"
    walls = next(one for one in found.changes if one.change == "good behind walls")
    assert walls.gain > 0
    assert walls.is_clear
