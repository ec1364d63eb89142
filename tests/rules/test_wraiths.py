"""Ringwraiths on horse and fell beast, and those who do not fear them. Worked by hand."""

from __future__ import annotations

import pytest

from assistant.rules.game import RingOfPower
from tests.rules.battles import declared, first, fought, one, says

FELL_RIDER = one("khamul", mounted=True, bears=["fell-beast"])


@pytest.mark.rules("PPL-FELLBEAST-02")
@pytest.mark.effect("fell-beast")
def test_a_ringwraith_on_a_fell_beast_causes_terror(game: RingOfPower) -> None:
    # The Gondor foot saves with 6 and must roll again: 1.
    setup = declared(game, [one("gondor-foot")], [FELL_RIDER])
    dice = {"good attack": "1", "evil attack": "4", "good defense": "6", "good defense_reroll": "1"}
    assert fought(game, setup, dice=dice).figures["gondor-foot"] == "eliminated"
    horse = declared(game, [one("gondor-foot")], [one("khamul", mounted=True)])
    quiet = {"good attack": "1", "evil attack": "4", "good defense": "6"}
    assert says(fought(game, horse, dice=quiet), "6 for gondor-foot (4+)")


@pytest.mark.rules("PPL-GANDALF-03")
@pytest.mark.effect("shield-from-fear")
def test_those_near_gandalf_do_not_fear_it(game: RingOfPower) -> None:
    # The man beside him saves once with 6; where fear is something else (AMB-020) he must roll again.
    good = [one("gondor-foot", near=["gandalf-the-white"]), one("gandalf-the-white")]
    dice = {"good attack": "1" * 5, "evil attack": "4", "good defense": "6"}
    near = fought(game, declared(game, good, [FELL_RIDER]), dice=dice)
    assert near.figures["gondor-foot"] == "unhurt"
    apart = declared(game, good, [FELL_RIDER], house={"AMB-020": "fear-apart"})
    again = fought(game, apart, dice={**dice, "good defense_reroll": "1"})
    assert again.figures["gondor-foot"] == "eliminated"


BY_THE_BOOK = pytest.mark.rules("PPL-RINGWRAITH-01")


@pytest.mark.effect("ringwraith")
@pytest.mark.parametrize(
    ("reading", "needs", "end"),
    [
        ("no-bonus", [4], "dismounted"),
        pytest.param("with-bonus", [3, 3], "dismounted", marks=BY_THE_BOOK),
        pytest.param("printed-line", [4], "dispersed", marks=BY_THE_BOOK),
    ],
)
def test_what_a_horse_is_to_a_ringwraith(game: RingOfPower, reading: str, needs: list[int], end: str) -> None:
    # AMB-017. He strikes with 1 die at 4+, with the bonus 2 at 3+. One failure costs horse or form.
    setup = declared(game, [one("rohan-foot")], [one("khamul", mounted=True)], house={"AMB-017": reading})
    assert [die.need for die in first(fought(game, setup), "evil", "attack").dice] == needs
    dice = {"good attack": "4", "evil attack": "1" * len(needs), "evil defense": "1"}
    assert fought(game, setup, dice=dice).figures["khamul"] == end


def test_morgul_knights_on_foot_keep_their_terror_only_where_the_house_says_so(game: RingOfPower) -> None:
    # AMB-090: a save of 6 stands against one on foot, or must be rolled again.
    good, evil = [one("gondor-foot")], [one("morgul-knight", mounted=False)]
    dice = {"good attack": "1", "evil attack": "3", "good defense": "6"}
    lost = fought(game, declared(game, good, evil), dice=dice)
    assert lost.figures["gondor-foot"] == "unhurt"
    setup = declared(game, good, evil, house={"AMB-090": "kept"})
    kept = fought(game, setup, dice={**dice, "good defense_reroll": "1"})
    assert kept.figures["gondor-foot"] == "eliminated"
