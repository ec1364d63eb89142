"""VIC-03: the Ring is kept at Isengard by Saruman himself, or for him. Worked by hand from line 424."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.game import RingOfPower
from assistant.rules.victory import verdict
from tests.running.table import Running
from tests.running.test_victory import captured_by, progress


@pytest.mark.rules("AMB-102")
@pytest.mark.parametrize(("reading", "wins"), [("he-must-live", False), ("turns-run-on", True)])
def test_once_saruman_is_dead_nobody_holds_the_ring_for_him_unless_the_table_reads_it_so(
    war: RingOfPower, reading: str, wins: bool
) -> None:
    running = Running.begun(war, house={"AMB-102": reading})
    captured_by(running, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    running.go_to(5).do(Adjust((FigureId("saruman"),), "slain", condition="eliminated")).go_to(11)
    assert (verdict(running.game.kit, running.world) is not None) == wins
    dead = "the Ring is at Isengard, but Saruman is dead and holds it no longer (AMB-102)"
    assert (dead in progress(running)) != wins
