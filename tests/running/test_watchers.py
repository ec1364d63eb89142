"""PLC-CIRITHUNGOL-13, PLC-CIRITHUNGOL-14: the Silent Watchers contest who passes, and raise the alarm."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.game import RingOfPower
from tests.running.table import Running

PASS = PlaceId("cirith-ungol")
HOBBITS = (FigureId("frodo"), FigureId("sam"))
WHETHER = "Frodo at Cirith Ungol: past the Watchers into or out of fort and tower?"


@pytest.fixture
def there(game_on: Running) -> Running:
    """Frodo, who bears the phial, and Sam are at Cirith Ungol in the movement phase of turn 1."""
    game_on.go_to(1, "movement")
    return game_on.do(Adjust(HOBBITS, "for the test", place=PASS))


def may_move_again(running: Running) -> set[str | None]:
    """The commanders with a force that may move once more."""
    turn = running.world.war.turn
    return {one.commander for one in running.world.war.forces.values() if one.again == turn}


@pytest.mark.rules("PLC-CIRITHUNGOL-13", "ITM-PHIAL-02")
@pytest.mark.effect("watchers")
def test_the_phial_counts_as_wizardry_of_two_against_the_watchers(there: Running) -> None:
    # 3 and 2 for the phial are as good as 5: no alarm, and they pass.
    there.confirm(WHETHER, "passes", (3,), (5,))
    assert "Frodo 5, the Watchers 5: it passes either way (PLC-CIRITHUNGOL-13)." in there.said
    assert may_move_again(there) == set()
    assert there.told("watchers") == []


@pytest.mark.rules("PLC-CIRITHUNGOL-14")
@pytest.mark.effect("watchers")
def test_if_the_watchers_win_the_lords_of_mordor_move_at_once(there: Running) -> None:
    there.confirm(WHETHER, "passes", (3,), (6,))
    assert may_move_again(there) == {"witch-king", "mouth-of-sauron"}


def test_without_the_phial_it_is_a_plain_die(there: Running) -> None:
    things = {**there.world.war.things, "phial": "aragorn"}
    there.set_war(things=things).confirm(WHETHER, "passes", (3,), (4,))
    assert any(line.startswith("Frodo 3, the Watchers 4") for line in there.said)


def test_who_does_not_go_in_or_out_meets_no_watchers(there: Running) -> None:
    there.confirm(WHETHER, "not-now")
    assert there.said[-1] == "Frodo does not pass the Watchers."


def test_the_table_may_give_the_watchers_some_wizardry(war: RingOfPower) -> None:
    # AMB-042: 2 and 4 beat 3 and 2.
    running = Running.begun(war, house={"AMB-042": "organiser-sets"}).go_to(1, "movement")
    running.do(Adjust(HOBBITS, "for the test", place=PASS)).confirm(WHETHER, "passes", (3,), "4", (2,))
    assert any(line.startswith("Frodo 5, the Watchers 6") for line in running.said)
