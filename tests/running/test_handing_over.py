"""A force that is handed over, or put elsewhere by hand: who goes with it, and who stays whose."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import HandOver
from tests.running.table import Running

MOUTH = CommanderId("mouth-of-sauron")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


# ---- the dispersed ---------------------------------------------------------------------------------------


@pytest.mark.effect("returning")
@pytest.mark.rules("PPL-RINGWRAITH-02", "PPL-RINGWRAITH-04")
def test_a_dispersed_lord_is_not_handed_over_with_those_he_led(game_on: Running) -> None:
    # Lines 1278-1280: the wraith is his minion's, and reappears at its home base 4 turns later: on turn 7.
    game_on.go_to(3, "movement").do(Adjust(ids("witch-king"), "for the test", condition="dispersed"))
    game_on.do(HandOver(game_on.force_with("gothmog").id, MOUTH))
    assert game_on.titles[-1] == "Gothmog goes to Mouth of Sauron"
    assert game_on.said == ["Witch-king is dispersed and is not handed over (PPL-RINGWRAITH-02)."]
    assert game_on.force_with("gothmog").commander == MOUTH
    assert game_on.force_with("witch-king").commander == "witch-king"
    game_on.go_to(7).confirm("Witch-king returns", "minas-morgul")
    assert game_on.force_with("witch-king").commander == "witch-king"


def test_a_force_of_which_nobody_is_left_on_the_table_is_handed_over_as_told(game_on: Running) -> None:
    game_on.do(Adjust(ids("khamul"), "for the test", place=game_on.force_with("khamul").place))
    game_on.do(Adjust(ids("khamul"), "for the test", condition="dispersed"))
    game_on.do(HandOver(game_on.force_with("khamul").id, MOUTH))
    assert game_on.force_with("khamul").commander == MOUTH
