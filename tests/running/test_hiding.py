"""CMB-04: only characters who do not attack hide, and they are asked whenever an enemy is near."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import FightingSide, FightSetup
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide, Hide
from assistant.rules.deeds.meeting import Meet, Part
from tests.running.table import Running

EASTFOLD = PlaceId("eastfold")
ORC = FigureId("orc-1")


def met(running: Running, *, hides: bool, attacker: FightingSide | None) -> FightSetup:
    """Aragorn, Legolas and Gimli have met one orc in the Eastfold on turn 1, and it is time to fight."""
    running.do(Part("opening-1", "for the test")).go_to(1, "movement")
    running.do(Adjust((ORC,), "for the test", place=EASTFOLD)).stand("aragorn", EASTFOLD)
    aragorn = running.force_with("aragorn").id
    if hides:
        running.do(Hide(aragorn))
    running.do(Meet((aragorn,), (running.force_with(ORC).id,), EASTFOLD, attacker=attacker))
    running.go_to(1, "combat")
    return proposed(running.game.kit, running.world, running.world.war.contacts["1-2"])


@pytest.mark.rules("CMB-04")
def test_who_comes_out_of_hiding_to_attack_is_not_let_go(game_on: Running) -> None:
    # Line 116: they may evade the combat, and those who seek it themselves do not.
    setup = met(game_on, hides=True, attacker="good")
    assert setup.good.hides is None
    with pytest.raises(Illegal, match="Who attacks does not hide"):
        game_on.do(Battle("1-2", setup.hiding("good")))


@pytest.mark.rules("CMB-04")
def test_who_hides_and_is_attacked_still_hides(game_on: Running) -> None:
    game_on.do(Battle("1-2", met(game_on, hides=True, attacker="evil")), "let-them-go")
    assert game_on.world.war.contacts == {}


@pytest.mark.rules("CMB-04")
def test_characters_are_asked_whether_they_hide_where_nobody_said_who_attacks(game_on: Running) -> None:
    # Line 116: within 2 inches of an enemy at the start of combat, whoever came to whom.
    game_on.do(Battle("1-2", met(game_on, hides=False, attacker=None)), "hide", "let-them-go")
    assert game_on.world.war.contacts == {}


@pytest.fixture
def two_hide(game_on: Running) -> Running:
    """Théoden and Éowyn hide at Edoras by themselves, and it is turn 2."""
    game_on.go_to(1, "movement")
    game_on.do(Divide(game_on.force_with("theoden").id, (FigureId("theoden"), FigureId("eowyn"))))
    return game_on.do(Hide(game_on.force_with("theoden").id)).go_to(2)


@pytest.mark.rules("CMB-04")
def test_soldiers_who_arrive_with_a_hidden_force_are_seen_and_so_is_everyone_with_them(
    two_hide: Running,
) -> None:
    # Line 116: forces of characters only are hard to detect.
    force = two_hide.force_with("theoden").id
    two_hide.do(Arrive(two_hide.due("riders-of-edoras").key, PlaceId("edoras"), joins=force))
    assert not two_hide.force_with("theoden").hidden
    assert "Théoden hides no longer: only characters do (CMB-04)." in two_hide.said


@pytest.mark.rules("CMB-04")
def test_soldiers_who_are_put_into_a_hidden_force_by_hand_are_seen(two_hide: Running) -> None:
    force, rider = two_hide.force_with("theoden").id, FigureId("rider-of-rohan-1")
    two_hide.do(Adjust((rider,), "he was with them", force=force))
    assert not two_hide.force_with("theoden").hidden


def test_characters_who_are_put_into_a_hidden_force_hide_with_it(two_hide: Running) -> None:
    two_hide.do(Adjust((FigureId("theodred"),), "with them", force=two_hide.force_with("theoden").id))
    assert two_hide.force_with("theodred").hidden
