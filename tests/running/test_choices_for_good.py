"""PLC-FANGORN-10, AMB-001: a standing choice is made for good, whatever the table reads later."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.deeds.declaring import Decide
from assistant.rules.facts import HouseRuleChosen
from assistant.rules.game import RingOfPower
from tests.running.table import Running

FANGORN = "saruman.fangorn"


def test_a_wood_that_was_despoiled_from_the_first_turn_is_never_whole_again(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-001": "full-rate"})
    running.copy().do(Decide(FANGORN, "undisturbed"))
    with pytest.raises(Illegal, match="can never be 'undisturbed' again"):
        running.go_to(3).do(Decide(FANGORN, "undisturbed"))


def test_a_wood_spared_on_turn_two_stays_so_when_the_table_changes_its_reading(game_on: Running) -> None:
    game_on.go_to(2).do(Decide(FANGORN, "undisturbed"))
    game_on.world = game_on.game.apply(game_on.world, HouseRuleChosen("AMB-001", "full-rate"))
    # The turn goes on: what Saruman is due counts the wood as whole.
    game_on.go_to(3)
    assert game_on.world.war.choices[FANGORN].value == "undisturbed"
