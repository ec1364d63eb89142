"""Line 159: the beaten go a full move away, once, and regroup for a turn. Worked by hand."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.reminding import SwitchReminder
from tests.running.table import Running

ABOUT = "falling-back"
TITLE = "Éomer, beaten at Eastfold: where do they fall back to?"


@pytest.fixture
def lost(game_on: Running) -> Running:
    """Éomer's riders were beaten by Saruman in the Eastfold on turn 1."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    contact = game_on.meet("eomer", "saruman", "eastfold")
    return game_on.go_to(1, "combat").report(contact, {}, winner="evil")


@pytest.fixture
def fallen_back(lost: Running) -> Running:
    """They have fallen back to Edoras, where Théoden is, and regroup through turn 2."""
    return lost.confirm(TITLE, "edoras").go_to(2, "movement")


@pytest.mark.rules("OUT-08")
def test_whom_the_beaten_join_falls_back_nowhere(fallen_back: Running) -> None:
    host, beaten = fallen_back.force_with("theoden").id, fallen_back.force_with("eomer").id
    fallen_back.do(Unite((host, beaten)))
    assert fallen_back.told(ABOUT) == []
    # Nor when Théoden, who never fought, or Éomer, who went back once, goes his own way again.
    fallen_back.do(Divide(host, (FigureId("theoden"),)))
    assert fallen_back.told(ABOUT) == []
    fallen_back.do(Divide(fallen_back.force_with("eomer").id, (FigureId("eomer"),)))
    assert fallen_back.told(ABOUT) == []
    assert fallen_back.force_with("eomer").regrouping == 2


def test_who_parts_from_the_beaten_after_they_fell_back_is_not_asked_again(fallen_back: Running) -> None:
    fallen_back.do(Divide(fallen_back.force_with("eomer").id, (FigureId("eomer"),)))
    assert fallen_back.told(ABOUT) == []


@pytest.mark.rules("OUT-07")
def test_who_has_still_to_fall_back_joins_nobody_before(lost: Running) -> None:
    lost.stand("theoden", "eastfold").go_to(2, "movement")
    both = (lost.force_with("theoden").id, lost.force_with("eomer").id)
    with pytest.raises(Illegal, match=r"Éomer was beaten and has still to fall back \(OUT-07\)"):
        lost.do(Unite(both))
    lost.confirm(TITLE, how="skipped").do(Unite(both))
    assert lost.told(ABOUT) == []


def test_a_table_that_wants_no_reminders_of_it_joins_them_as_it_likes(lost: Running) -> None:
    lost.stand("theoden", "eastfold").go_to(2, "movement").do(SwitchReminder(ABOUT, on=False))
    lost.do(Unite((lost.force_with("theoden").id, lost.force_with("eomer").id)))
    assert lost.force_with("theoden").id == lost.force_with("eomer").id


def test_both_parts_of_a_force_that_has_still_to_fall_back_are_asked(lost: Running) -> None:
    lost.go_to(2, "movement").do(Divide(lost.force_with("eomer").id, (FigureId("eomer"),)))
    assert TITLE in lost.told(ABOUT)
    assert len(lost.told(ABOUT)) == 2
