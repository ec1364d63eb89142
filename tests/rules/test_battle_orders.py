"""What a battle file says of a figure's people, mount and magic is honored or refused, never overruled."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assistant.kernel.errors import Illegal, Malformed
from assistant.kernel.ids import FigureId
from assistant.packs.battle import parse_battle
from assistant.rules.book import ProfileId
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.fighting import as_they_stand
from assistant.rules.game import RingOfPower
from assistant.rules.world import Figure, World
from assistant.simulate.odds import odds
from tests.rules.battles import first, fought
from tests.support import Fights


def declared(game: RingOfPower, good: dict[str, Any], **side: Any) -> FightSetup:
    """A figure against an orc."""
    sides = {
        "good": {"figures": [good], **side},
        "evil": {"figures": [{"id": "orc", "profile": "orc"}]},
    }
    return parse_battle(json.dumps({"sides": sides}), "b.json", game.book).setup


def on_the_table(*, mounted: bool) -> World:
    """Éomer, who came into the campaign earlier."""
    figure = Figure(FigureId("eomer"), "good", ProfileId("eomer"), mounted)
    return World(figures={figure.id: figure})


@pytest.mark.parametrize(
    ("said", "is_mounted", "sentence"),
    [
        (True, False, "eomer is on foot on the table, not mounted. Leave out that it is mounted."),
        (False, True, "eomer is mounted on the table, not on foot. Leave out that it is on foot."),
    ],
)
def test_a_figure_said_to_come_otherwise_than_it_stands_is_refused(
    fights: Fights, said: bool, is_mounted: bool, sentence: str
) -> None:
    setup = declared(fights.game, {"id": "eomer", "profile": "eomer", "mounted": said})
    with pytest.raises(Illegal) as refusal:
        as_they_stand(setup, fights.game.book, on_the_table(mounted=is_mounted))
    assert (refusal.value.code, str(refusal.value)) == ("comes-otherwise", sentence)


@pytest.mark.parametrize("is_mounted", [True, False])
def test_a_figure_of_which_nothing_is_said_comes_as_it_stands(fights: Fights, is_mounted: bool) -> None:
    setup = declared(fights.game, {"id": "eomer", "profile": "eomer"})
    (eomer,) = as_they_stand(setup, fights.game.book, on_the_table(mounted=is_mounted)).good.figures
    assert eomer.mounted == is_mounted


def test_magic_that_is_not_there_is_refused_by_its_place_in_the_file(fights: Fights) -> None:
    # Gandalf the White has 3 points, an orc none to duel with.
    gandalf = {"id": "gandalf", "profile": "gandalf-the-white"}
    orders = {"wizardry": {"gandalf": {"dice": 4}}, "duels": [["gandalf", "orc"]]}
    setup = declared(fights.game, gandalf, **orders)
    with pytest.raises(Illegal) as refusal:
        odds(fights.game, setup, trials=10, seed=1)
    assert refusal.value.lines() == (
        "sides.good.wizardry.gandalf: gandalf has 3 wizardry to spend, not 4 (MAG-05)",
        "sides.good.duels[0][1]: orc has no wizardry and cannot duel (MAG-03)",
    )


QUIET = {"good attack": "11", "evil attack": "1"}


def test_gondors_captains_lead_the_rangers_of_ithilien(fights: Fights) -> None:
    # Madril leads 1, but only where somebody of Gondor fights beside him.
    assert fights("madril, ranger", "orc", dice=QUIET).outcome.good.leadership == 1


def test_gondors_captains_do_not_lead_the_rangers_of_the_north(fights: Fights) -> None:
    madril = {"id": "madril", "profile": "madril"}
    ranger = {"id": "ranger", "profile": "ranger", "people": "dunedain"}
    found = fights("madril, ranger", "orc", dice=QUIET, good_figures=[madril, ranger])
    assert found.outcome.good.leadership == 0


def test_halbarad_leads_rangers_of_the_north_and_all_men(fights: Fights) -> None:
    halbarad = {"id": "halbarad", "profile": "halbarad"}
    ranger = {"id": "ranger", "profile": "ranger", "people": "dunedain"}
    found = fights("halbarad, ranger", "orc", dice=QUIET, good_figures=[halbarad, ranger])
    assert found.outcome.good.leadership == 1


def test_a_figure_is_of_no_people_its_line_does_not_serve(fights: Fights) -> None:
    with pytest.raises(Malformed) as refusal:
        declared(fights.game, {"id": "r", "profile": "ranger", "people": "rohan"})
    assert [str(fault) for fault in refusal.value.faults] == [
        "b.json: sides.good.figures[0].people: Ranger is never of the people 'rohan'; "
        "use one of: gondor, dunedain"
    ]


@pytest.mark.rules("ABL-WOODSMEN")
def test_ground_that_is_told_is_under_everyones_feet(fights: Fights) -> None:
    # A ranger's one die is two in the woods.
    setup = fights.setup("ranger", "orc").on_ground("woods")
    told = fought(fights.game, setup)
    assert len(first(told, "good", "attack").dice) == 2


@pytest.mark.parametrize(
    ("figure", "at", "problem"),
    [
        (
            {"profile": "aragorn", "bears": ["anduril", "andurl"]},
            "bears[1]",
            "'andurl' is nothing that changes a fight",
        ),
        ({"profile": "eomer", "bears": ["anduril"]}, "bears[0]", "Éomer has no use for 'anduril' in a fight"),
        (
            {"profile": "witch-king", "bears": ["fell-beast"], "mounted": False},
            "bears[0]",
            "Witch-king has 'fell-beast' and does not ride it",
        ),
    ],
)
def test_what_a_figure_cannot_bear_is_a_fault_at_its_place_in_the_file(
    game: RingOfPower, figure: dict[str, Any], at: str, problem: str
) -> None:
    with pytest.raises(Malformed) as refused:
        declared(game, {"id": "x", **figure})
    (fault,) = refused.value.faults
    assert fault.at == f"sides.good.figures[0].{at}"
    assert problem in str(fault)
