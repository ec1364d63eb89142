"""The rulebook's own fight (lines 112-161), with the tenth die its text forgets."""

from __future__ import annotations

import pytest

from tests.support import Fights

DICE = {
    "good attack": "12 33 44 56",
    "evil attack": "123344566 1",
    "good defense": "4 23 1 5",
    "evil defense": "123446",
}
SIDES = {"good": "eomer, 3 rider-of-rohan", "evil": "9 uruk-hai, lurtz"}


@pytest.mark.rules(
    "CMB-10", "CMB-12", "ALC-01", "DEF-01", "DEF-02", "DEF-05", "DEF-08", "OUT-01", "OUT-03", "OUT-05"
)
def test_eomer_rides_down_lurtz(fights: Fights) -> None:
    # Eight dice at 3+: 1 and 2 are Éomer's and miss (he has no furious charge), the rest hit: 6 hits.
    # Ten dice at 4+: 4 4 5 6 6 hit: 5 hits, one on each rider and Éomer, the fifth on the first rider.
    # Éomer saves on 4; the first rider fails 2 and 3 and perishes; the second fails 1 and is unhorsed.
    # Six Uruk-hai save at 5+: only the 6 does, five fall. Good 5 + 2, evil 1 + 1; 5 left lose one more.
    fight = fights(
        **SIDES,
        dice=DICE,
        good_allocation=["rider-of-rohan.1", "rider-of-rohan.2", "rider-of-rohan.3", "eomer"],
    )
    assert fight.outcome.winner == "good"
    assert (fight.outcome.good.total, fight.outcome.evil.total) == (7, 2)
    assert fight.figures["rider-of-rohan.1"] == "eliminated"
    assert fight.figures["rider-of-rohan.2"] == "dismounted"
    assert fight.figures["eomer"] == "unhurt"
    assert [name for name, end in fight.figures.items() if end == "eliminated" and "uruk" in name] == [
        f"uruk-hai.{number}" for number in (1, 2, 3, 4, 5, 6)
    ]
    assert fight.outcome.extra_losses == ("uruk-hai.6",)
    assert fight.outcome.retreats == "evil"
