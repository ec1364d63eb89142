"""TOW-03, TOW-04: what it means for a running game that the last of a garrison are in their tower."""

from __future__ import annotations

import pytest

from assistant.campaign.roll_call import state_of
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.turning import GoOn
from assistant.rules.world import Condition
from tests.running.table import Running

CITY = PlaceId("minas-tirith")
DENETHOR, WITCH_KING = FigureId("denethor"), FigureId("witch-king")


@pytest.fixture
def fallen(game_on: Running) -> Running:
    """The walls of Minas Tirith fell on turn 1; of its garrison only Denethor lives, in the citadel."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    number = game_on.meet("denethor", "witch-king", CITY)
    game_on.go_to(1, "combat")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[number])
    garrison = (one.figure for one in setup.good.figures if one.figure != DENETHOR)
    ends: dict[FigureId, Condition] = dict.fromkeys(garrison, "eliminated")
    game_on.do(ReportedBattle(number, ReportedFight(setup, ends, winner="evil", walls_fell=True)))
    assert game_on.world.figures[DENETHOR].in_tower
    return game_on


def at_the_tower(running: Running, attacker: str | None = None) -> FightSetup:
    """The fight as it is proposed when the Witch-king's host and Denethor are in contact again on turn 2."""
    running.go_to(2, "movement")
    good, evil = running.force_with(DENETHOR).id, running.force_with(WITCH_KING).id
    running.do(Meet((good,), (evil,), CITY, attacker="good" if attacker == "good" else "evil"))
    running.go_to(2, "combat")
    (contact,) = running.world.war.contacts.values()
    return proposed(running.game.kit, running.world, contact)


@pytest.mark.rules("TOW-05")
def test_when_all_defenders_are_in_the_tower_that_is_what_is_assaulted(fallen: Running) -> None:
    setup = at_the_tower(fallen)
    assert (setup.site.at, setup.site.fortress) == ("tower", "good")
    assert [one.figure for one in setup.good.figures] == [DENETHOR]
    (contact,) = fallen.world.war.contacts
    # Nothing in it is refused.
    Battle(contact, setup).plan(fallen.game.kit, fallen.world)


@pytest.mark.rules("TOW-04")
def test_who_attacks_out_of_a_tower_has_left_it_and_fights_in_the_open(fallen: Running) -> None:
    setup = at_the_tower(fallen, attacker="good")
    assert (setup.site.at, setup.site.fortress) == ("field", None)
    assert [one.figure for one in setup.good.figures] == [DENETHOR]


@pytest.mark.rules("TOW-03")
def test_who_is_in_the_tower_takes_no_part_in_a_fight_outside(fallen: Running) -> None:
    # Riders come to the relief; Denethor's tower is not assaulted meanwhile.
    fallen.go_to(2, "movement").stand("eomer", CITY)
    relief, besiegers = fallen.force_with("eomer").id, fallen.force_with(WITCH_KING).id
    fallen.do(Meet((relief, fallen.force_with(DENETHOR).id), (besiegers,), CITY, attacker="good"))
    fallen.go_to(2, "combat")
    (contact,) = fallen.world.war.contacts.values()
    setup = proposed(fallen.game.kit, fallen.world, contact)
    assert DENETHOR not in [one.figure for one in setup.good.figures]
    opening = Battle(contact.id, setup).plan(fallen.game.kit, fallen.world)
    assert "denethor" not in opening.holds


@pytest.mark.rules("TOW-04")
def test_nobody_walks_out_of_a_besieged_tower(fallen: Running) -> None:
    fallen.go_to(2, "movement")
    with pytest.raises(Illegal, match=r"Denethor is in the tower, and .* outside \(TOW-04\)"):
        fallen.do(March(fallen.force_with(DENETHOR).id, PlaceId("pelargir")))


@pytest.mark.rules("TOW-04")
def test_once_the_enemy_has_gone_the_tower_is_left_without_a_fight(fallen: Running) -> None:
    fallen.stand("witch-king", "osgiliath").do(GoOn(anyway=True))
    assert fallen.said[0] == "Out of the tower of Minas Tirith, where no enemy is left: Denethor (TOW-04)."
    assert not fallen.world.figures[DENETHOR].in_tower
    fallen.go_to(2, "movement").do(March(fallen.force_with(DENETHOR).id, PlaceId("minas-tirith")))


def test_the_wounded_alone_are_no_contact_but_at_the_enemys_mercy(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    for figure in game_on.force_with("eomer").figures:
        how: Condition = "wounded" if figure == "eomer" else "eliminated"
        game_on.do(Adjust((figure,), condition=how, reason="for the test"))
    game_on.stand("saruman", game_on.force_with("eomer").place)
    wounded, enemy = game_on.force_with("eomer"), game_on.force_with("saruman")
    with pytest.raises(Illegal, match=f"Nobody of {wounded.name} is fit to fight"):
        game_on.do(Meet((wounded.id,), (enemy.id,), wounded.place))
    game_on.go_to(1, "combat")
    assert game_on.told("mercy") == [f"Éomer lies wounded, and {enemy.name} is there"]


@pytest.mark.effect("mercy")
@pytest.mark.rules("TOW-05", "ABL-HERO-5")
def test_who_lies_wounded_in_a_tower_is_safe_unless_it_is_assaulted_which_is_asked(fallen: Running) -> None:
    # Line 197: character figures in a tower are safe unless assaulted, as walls are; Denethor cannot fight.
    fallen.do(Adjust((DENETHOR,), "for the test", condition="wounded")).go_to(2, "combat")
    assert state_of(fallen.game.kit, fallen.world, DENETHOR) == " wounded and in the tower"
    title = "Denethor lies wounded in the tower, and Witch-king is there"
    assert fallen.told("mercy") == [title]
    spared = fallen.copy().confirm(title, "spare")
    assert spared.world.figures[DENETHOR].in_tower
    fallen.confirm(title, "slay")
    assert fallen.titles[-1] == "Denethor is slain in the tower, which is taken (TOW-05)"


@pytest.mark.effect("mercy")
def test_who_lies_wounded_in_a_tower_that_is_never_taken_is_at_nobodys_mercy(fallen: Running) -> None:
    # Orthanc was never taken: whoever lies there is safe, whoever stands about it.
    fallen.do(Adjust((DENETHOR,), "for the test", condition="wounded")).go_to(2, "combat")
    for one in (DENETHOR, WITCH_KING):
        fallen.stand(one, "isengard")
    assert fallen.told("mercy") == []
