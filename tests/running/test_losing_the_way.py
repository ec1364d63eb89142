"""PLC-EMYNMUIL-02: who has no guide in the Emyn Muil may lose the way."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.pace import pace_of
from tests.running.table import Running

HOBBITS = (FigureId("frodo"), FigureId("sam"))
MAY = "Frodo may lose the way in Emyn Muil"


@pytest.fixture
def there(game_on: Running) -> Running:
    """Frodo and Sam are in the Emyn Muil in the movement phase of turn 1."""
    game_on.go_to(1, "movement")
    return game_on.do(Adjust(HOBBITS, "for the test", place=PlaceId("emyn-muil")))


def inches(running: Running) -> tuple[float | None, float | None]:
    found = pace_of(running.game.kit, running.world, [running.world.figures[one] for one in HOBBITS])
    return found.clear, found.difficult


@pytest.mark.rules("PLC-EMYNMUIL-02")
@pytest.mark.effect("losing-the-way")
def test_on_a_three_frodo_goes_half_as_far_this_turn_and_on_a_four_he_keeps_the_way(there: Running) -> None:
    # In haste and with the rope 16 inches in any ground: 8 when they lose the way.
    assert inches(there) == (16, 16)
    lost = there.copy().confirm(MAY, (3,))
    assert inches(lost) == (8, 8)
    assert inches(lost.go_to(2, "movement")) == (16, 16)
    assert lost.told("losing-the-way") == [MAY]
    there.confirm(MAY, (4,))
    assert inches(there) == (16, 16)
    assert there.told("losing-the-way") == []


def test_with_a_guide_nobody_rolls(there: Running) -> None:
    assert there.told("losing-the-way") == [MAY]
    there.do(Adjust((FigureId("aragorn"),), "for the test", place=PlaceId("emyn-muil")))
    force = there.force_with("frodo")
    there.do(Unite((force.id, there.force_with("aragorn").id)))
    assert there.told("losing-the-way") == []


@pytest.mark.rules("PLC-EMYNMUIL-02")
def test_nobody_moves_on_before_that_die_unless_the_game_master_skips_it(there: Running) -> None:
    march = March(there.force_with("frodo").id, PlaceId("dead-marshes"))
    with pytest.raises(
        Illegal, match=r"may lose the way in Emyn Muil \(PLC-EMYNMUIL-02\): that comes before"
    ):
        there.do(march)
    skipped = there.copy().confirm(MAY, how="skipped").do(march)
    assert skipped.force_with("frodo").place == "dead-marshes"
    assert there.confirm(MAY, (4,)).do(march).force_with("frodo").place == "dead-marshes"
