"""Infantry who step in for lost crew: who may, and what becomes of them (line 205)."""

from __future__ import annotations

import pytest

from assistant.campaign.story import story
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.fight.facts import CrewReplaced, LivesLost
from assistant.rules.game import RingOfPower
from tests.rules.battles import declared, fought, one
from tests.support import Fights


def test_whoever_stepped_in_and_falls_is_named_and_told_of(fights: Fights) -> None:
    # One orc serves with two of the first crew. Good hits once: of the three the orc goes first, 1 to 0;
    # of the other orc and two crew one more is lost, the orc as listed first.
    fight = fights(
        "gondor-foot",
        "2 orc, bolt-shooter",
        evil_engines={"bolt-shooter": {"crew": 2, "recruits": ["orc.1"]}},
        evil_allocation=["bolt-shooter"],
        evil_extra_losses=["orc.2"],
        dice={"good attack": "6", "evil attack": "1 111", "evil defense": "1"},
    )
    facts = fight.played.done.facts
    (lost,) = (fact for fact in facts if isinstance(fact, LivesLost))
    assert (lost.number, lost.recruits) == (1, ("orc.1",))
    assert lost.changes() == ("bolt-shooter", "orc.1")
    assert (fight.figures["orc.1"], fight.crews) == ("eliminated", {"bolt-shooter": 2})
    assert "Eliminated: orc.1, serving bolt-shooter (ART-04)." in fight.played.done.log
    assert "Evil lost one Orc." in story(fights.game.book, fight.setup, facts)


@pytest.mark.rules("ART-04")
@pytest.mark.parametrize(
    ("recruit", "force"),
    [
        pytest.param("gondor-foot", "B", id="of another force"),
        pytest.param("dog", "A", id="a dog"),
    ],
)
def test_no_beast_and_nobody_of_another_force_serves_a_weapon(
    game: RingOfPower, recruit: str, force: str
) -> None:
    setup = declared(
        game,
        [one("gondor-bolt-shooter", force="A"), one(recruit, force=force), one("ranger", force="A")],
        [one("orc")],
        sides={"good": {"engines": {"gondor-bolt-shooter": {"crew": 2, "recruits": [recruit]}}}},
    )
    with pytest.raises(Illegal, match=f"{recruit} is no infantry of the same force") as refused:
        fought(game, setup)
    assert refused.value.code == "cannot-serve"


def test_who_is_told_off_to_another_weapon_is_not_asked_to_step_in(fights: Fights) -> None:
    engines = {"bolt-shooter.1": {"crew": 2}, "bolt-shooter.2": {"crew": 2, "recruits": ["orc.1"]}}
    setup = fights.setup("gondor-foot", "2 orc, 2 bolt-shooter", evil_engines=engines)
    fight = fought(fights.game, setup, answers={"crew": "1"})
    assert (
        CrewReplaced(FigureId("bolt-shooter.1"), (FigureId("orc.2"),)),
        CrewReplaced(FigureId("bolt-shooter.2"), (FigureId("orc.1"),)),
    ) == tuple(fact for fact in fight.played.done.facts if isinstance(fact, CrewReplaced))


def test_nobody_serves_in_two_places(fights: Fights) -> None:
    with pytest.raises(Illegal, match="orc is named twice"):
        fights.first_roll(
            "gondor-foot",
            "orc, bolt-shooter",
            "evil",
            evil_engines={"bolt-shooter": {"crew": 1, "recruits": ["orc", "orc"]}},
        )
