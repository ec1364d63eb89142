"""Line 159: the beaten go a full move away, once, and regroup for a turn. Worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.placing import SetOut
from assistant.rules.deeds.reminding import SwitchReminder
from assistant.rules.deeds.retreating import FallBack, Withdraw
from tests.running.table import Running
from tests.running.test_beaten import ABOUT, TITLE


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


@pytest.mark.rules("OUT-07")
def test_who_has_fallen_back_does_not_do_so_again(fallen_back: Running) -> None:
    beaten = fallen_back.force_with("eomer").id
    with pytest.raises(Illegal, match=r"Éomer has fallen back already, and regroups \(OUT-07\)"):
        fallen_back.do(Withdraw(beaten, PlaceId("helms-deep")))
    fallen_back.do(SetOut(beaten))
    with pytest.raises(Illegal, match="has fallen back already"):
        fallen_back.do(FallBack(beaten))


def test_whom_the_table_let_off_may_fall_back_after_all(lost: Running) -> None:
    lost.confirm(TITLE, how="skipped").do(Withdraw(lost.force_with("eomer").id, PlaceId("edoras")))
    assert lost.force_with("eomer").place == "edoras"


@pytest.mark.rules("MOV-13")
def test_nobody_falls_back_out_of_a_fight_that_comes_to_them_where_they_regroup(lost: Running) -> None:
    lost.go_to(2, "movement").stand("lurtz", "eastfold")
    beaten, enemy = lost.force_with("eomer").id, lost.force_with("lurtz").id
    lost.do(Meet((beaten,), (enemy,), PlaceId("eastfold"), attacker="evil"))
    assert lost.told(ABOUT) == []
    with pytest.raises(Illegal, match=r"has met the enemy \(MOV-13\)"):
        lost.do(Withdraw(beaten, PlaceId("edoras")))


@pytest.mark.rules("OUT-07")
def test_nobody_falls_back_to_a_place_of_the_enemys(lost: Running) -> None:
    refused = r"Éomer does not fall back to Isengard, which the enemy holds \(OUT-07\)"
    with pytest.raises(Illegal, match=refused):
        lost.do(Withdraw(lost.force_with("eomer").id, PlaceId("isengard")))


@pytest.mark.rules("MNT-01")
def test_riders_do_not_fall_back_to_where_no_horse_can_go(lost: Running) -> None:
    # Line 616: mounted figures may not enter Moria; only a character goes in and loses the mount.
    lost.set_war(holdings={})
    with pytest.raises(Illegal, match=r"may not enter Moria: closed to mounted figures.* \(MNT-01\)"):
        lost.do(Withdraw(lost.force_with("eomer").id, PlaceId("moria")))


@pytest.mark.rules("TER-01")
def test_nobody_falls_back_into_the_sea_by_name_either(lost: Running) -> None:
    with pytest.raises(Illegal, match=r"is water: nobody marches there and stays \(TER-01\)"):
        lost.do(Withdraw(lost.force_with("eomer").id, PlaceId("belfalas-bay")))


def test_a_place_further_off_than_a_move_is_told(lost: Running) -> None:
    # Riders go 17 inches in a move; Rivendell is on the northern table.
    far, near = lost.copy(), lost
    far.do(Withdraw(far.force_with("eomer").id, PlaceId("rivendell")))
    assert any(line.startswith("Mind: ") and "turns" in line for line in far.said)
    near.do(Withdraw(near.force_with("eomer").id, PlaceId("edoras")))
    assert not any(line.startswith("Mind: ") for line in near.said)


@pytest.mark.rules("OUT-08")
def test_who_regroups_does_not_attack_by_joining_those_who_do(fallen_back: Running) -> None:
    # Line 159: they regroup for a full turn before they launch another attack, but defend if attacked.
    fallen_back.stand("lurtz", "edoras")
    host, beaten = fallen_back.force_with("theoden").id, fallen_back.force_with("eomer").id
    meet = Meet((host,), (fallen_back.force_with("lurtz").id,), PlaceId("edoras"), attacker="good")
    attacking, attacked = fallen_back.copy().do(meet), fallen_back.do(replace(meet, attacker="evil"))
    with pytest.raises(Illegal, match=r"Théoden attacks, and Éomer regroups: .* \(OUT-08\)"):
        attacking.do(Unite((host, beaten)))
    attacked.do(Unite((host, beaten)))
    assert attacked.force_with("eomer").id == host


@pytest.mark.rules("FRC-05")
def test_who_stands_in_the_field_about_a_place_joins_those_in_it_only_by_a_move(lost: Running) -> None:
    # Lines 78-82: figures join a force by moving within 1" of it, and who regroups does not move.
    lost.stand("eomer", "edoras").stand("saruman", "isengard")
    lost.confirm("Éomer, beaten at Edoras: where do they fall back to?", "in-the-field").go_to(2, "movement")
    host, beaten = lost.force_with("theoden").id, lost.force_with("eomer").id
    for both in ((host, beaten), (beaten, host)):
        with pytest.raises(Illegal, match=r"Éomer stands in the field about Edoras.* \(FRC-05\)"):
            lost.do(Unite(both))
    lost.go_to(3, "movement").do(March(beaten, PlaceId("edoras"))).do(Unite((host, beaten)))
    assert not lost.force_with("eomer").afield
