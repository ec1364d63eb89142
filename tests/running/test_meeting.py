"""CMB-01, OUT-07: who shares a place with the enemy is asked about; nothing owed is passed over unsaid."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.turning import GoOn, left_to_do
from assistant.rules.game import RingOfPower
from assistant.rules.ring.facts import CaptiveTaken
from assistant.rules.war import ForceId, Spot
from tests.running.table import Running

OPENING = "opening-1"


@pytest.fixture
def besieged(game_on: Running) -> Running:
    """The Witch-king has marched on Minas Tirith; nobody else is near an enemy."""
    game_on.do(Part(OPENING, "for the test")).stand("lurtz", "isengard").go_to(1, "movement")
    host = game_on.force_with("witch-king")
    game_on.do(March(host.id, PlaceId("minas-tirith"), overruled="for the test"))
    return game_on.go_to(1, "combat")


# ---- enemies at one place ------------------------------------------------------------------------------


@pytest.mark.effect("neighbours")
@pytest.mark.rules("CMB-01", "FRC-01")
def test_enemies_at_one_place_are_asked_about_when_combat_begins(besieged: Running) -> None:
    (title,) = besieged.told("neighbours")
    assert title == "Denethor and Witch-king are at Minas Tirith: do they meet?"
    with pytest.raises(Illegal, match="due and not seen to: Denethor and Witch-king are at Minas Tirith"):
        besieged.do(GoOn())
    besieged.confirm(title, "they-meet")
    (contact,) = besieged.world.war.contacts.values()
    # He came, so he is the attacker.
    assert (contact.place, contact.attacker) == ("minas-tirith", "evil")
    assert besieged.titles[-1] == "Denethor against Witch-king: contact at Minas Tirith"
    assert besieged.told("neighbours") == []


@pytest.mark.effect("neighbours")
@pytest.mark.rules("CMB-01")
def test_who_stays_apart_is_asked_again_only_when_someone_has_moved(besieged: Running) -> None:
    besieged.confirm(besieged.told("neighbours")[0], "apart")
    assert not besieged.world.war.contacts
    assert besieged.said == ["Denethor and Witch-king stay apart at Minas Tirith (CMB-01)."]
    besieged.go_to(2, "combat")
    (title,) = besieged.told("neighbours")
    besieged.confirm(title, "apart").go_to(3, "combat")
    assert besieged.told("neighbours") == []
    besieged.go_to(4, "movement")
    host = besieged.force_with("witch-king")
    besieged.do(March(host.id, PlaceId("minas-tirith"), overruled="round to the gate")).go_to(4, "combat")
    assert besieged.told("neighbours") == [title]


@pytest.mark.effect("neighbours")
@pytest.mark.rules("CMB-01")
def test_those_who_hide_or_have_met_already_are_not_asked_about(besieged: Running) -> None:
    both = (besieged.force_with("denethor").id,), (besieged.force_with("witch-king").id,)
    besieged.do(Meet(*both, PlaceId("minas-tirith")))
    assert besieged.told("neighbours") == []


@pytest.mark.effect("neighbours")
@pytest.mark.rules("CMB-01")
def test_those_said_to_have_parted_are_not_asked_about_until_someone_moves(besieged: Running) -> None:
    both = (besieged.force_with("denethor").id,), (besieged.force_with("witch-king").id,)
    besieged.do(Meet(*both, PlaceId("minas-tirith")))
    (contact,) = besieged.world.war.contacts
    besieged.do(Part(contact, "a wall stands between them"))
    assert besieged.told("neighbours") == []
    assert besieged.go_to(2, "combat").told("neighbours") == []
    besieged.go_to(3, "movement")
    host = besieged.force_with("witch-king")
    besieged.do(March(host.id, PlaceId("minas-tirith"), overruled="round to the gate")).go_to(3, "combat")
    assert len(besieged.told("neighbours")) == 1


@pytest.mark.rules("PPL-GRIMA-01")
def test_nobody_raises_a_hand_against_the_counsellor_at_his_lords_side(war: RingOfPower) -> None:
    running = Running.begun(war).go_to(1, "combat")
    assert not any("Edoras" in title for title in running.told("neighbours"))
    both = (running.force_with("theoden").id,), (running.force_with("grima").id,)
    with pytest.raises(Illegal, match=r"his lord's counsellor \(PPL-GRIMA-01\)"):
        running.do(Meet(*both, PlaceId("edoras")))


# ---- a meeting said to be somewhere --------------------------------------------------------------------


@pytest.fixture
def apart(game_on: Running) -> Running:
    """Nobody has met anyone; the Witch-king is at Minas Morgul, Théoden at Edoras, Denethor in his city."""
    return game_on.do(Part(OPENING, "for the test"))


def theoden_and_the_witch_king(running: Running) -> tuple[tuple[ForceId], tuple[ForceId]]:
    return (running.force_with("theoden").id,), (running.force_with("witch-king").id,)


@pytest.mark.rules("CMB-01")
def test_forces_said_to_have_met_at_a_place_stand_there_and_fall_back_from_there(apart: Running) -> None:
    both = theoden_and_the_witch_king(apart.go_to(1, "combat"))
    apart.do(Meet(*both, PlaceId("edoras"), overruled="he was moved before"))
    assert apart.titles[-1].endswith("contact at Edoras, by the game master's word: he was moved before")
    assert apart.said[0] == "Witch-king is at Edoras now."
    assert apart.force_with("witch-king").place == "edoras"
    (contact,) = apart.world.war.contacts
    apart.report(contact, {}, winner="good")
    assert apart.told("falling-back") == ["Witch-king, beaten at Edoras: where do they fall back to?"]


@pytest.mark.rules("SEQ-03")
@pytest.mark.parametrize("phase", ["start", "combat"])
def test_nobody_is_carried_to_a_fight_when_forces_do_not_move(apart: Running, phase: str) -> None:
    both = theoden_and_the_witch_king(apart.go_to(1, phase))
    with pytest.raises(Illegal, match=r"Not at Edoras: Witch-king at Minas Morgul.* \(SEQ-03\)") as refused:
        apart.do(Meet(*both, PlaceId("edoras")))
    assert "let the game master say why" in refused.value.do


@pytest.mark.rules("MOV-01")
def test_who_comes_to_a_fight_while_forces_move_has_marched_and_attacks(apart: Running) -> None:
    both = theoden_and_the_witch_king(apart.go_to(1, "movement"))
    apart.do(Meet(*both, PlaceId("edoras")))
    host = apart.force_with("witch-king")
    assert (host.place, host.moved) == ("edoras", 1)
    (contact,) = apart.world.war.contacts.values()
    assert (contact.place, contact.attacker) == ("edoras", "evil")
    # That is further than a move, as after any march that nobody measured.
    assert any(line.startswith("Mind: ") for line in apart.said)


@pytest.mark.rules("ABL-IMMOBILE")
def test_those_who_cannot_march_cannot_be_met_elsewhere(apart: Running) -> None:
    apart.go_to(1, "movement")
    both = (apart.force_with("denethor").id,), (apart.force_with("witch-king").id,)
    with pytest.raises(Illegal, match="Trebuchet cannot move"):
        apart.do(Meet(*both, PlaceId("osgiliath")))
    assert apart.do(Meet(*both, PlaceId("minas-tirith"))).force_with("witch-king").place == "minas-tirith"


@pytest.mark.rules("MOV-13")
def test_who_is_held_where_it_is_does_not_come_to_the_fight(apart: Running) -> None:
    apart.stand("faramir", "minas-morgul").go_to(1, "movement")
    both = theoden_and_the_witch_king(apart)
    apart.do(Meet(*both, PlaceId("edoras")), "pinned")
    assert not apart.world.war.contacts
    assert apart.titles[-1] == "Witch-king stays at Minas Morgul"


def test_forces_in_a_place_and_in_a_part_of_it_may_have_met_in_any_phase(apart: Running) -> None:
    # Hobbiton lies in the Shire.
    apart.stand("theoden", "hobbiton").stand("witch-king", "shire").go_to(1, "combat")
    apart.do(Meet(*theoden_and_the_witch_king(apart), PlaceId("shire")))
    assert len(apart.world.war.contacts) == 1


def test_measured_forces_of_two_places_meet_where_they_stand_within_reach(apart: Running) -> None:
    # The leaders stand 4 inches apart, and then 20; the record still has them at Edoras and Minas Morgul.
    def within(inches: int) -> Running:
        spots = {
            one: Spot("south", x * 1000, 20_000 + 1_700 * row)
            for name, x in (("theoden", 20), ("witch-king", 20 + inches))
            for row, one in enumerate(apart.force_with(name).figures)
        }
        return apart.copy().set_war(spots=spots)

    both = theoden_and_the_witch_king(apart.go_to(1, "combat"))
    assert within(4).do(Meet(*both, PlaceId("edoras"))).world.war.contacts
    with pytest.raises(Illegal, match="Not at Edoras: Witch-king at Minas Morgul"):
        within(20).do(Meet(*both, PlaceId("edoras")))


# ---- what is owed --------------------------------------------------------------------------------------


@pytest.mark.rules("OUT-07")
def test_a_turn_does_not_end_over_the_beaten_who_have_not_fallen_back(game_on: Running) -> None:
    game_on.report(OPENING, {}, winner="good").go_to(1, "combat")
    with pytest.raises(Illegal, match="due and not seen to: Lurtz, beaten at Amon Hen") as refused:
        game_on.do(GoOn())
    assert refused.value.do == "See to what is due, or skip it. If you go on anyway, it is left undone."
    undone = game_on.copy().do(GoOn(anyway=True)).said
    assert undone[0].startswith("Left undone: Lurtz, beaten at Amon Hen: where do they fall back to")
    game_on.confirm(game_on.told("falling-back")[0])
    for title in game_on.told("neighbours"):
        game_on.confirm(title, "apart")
    assert game_on.do(GoOn()).world.war.turn == 2


@pytest.mark.rules("HEA-01")
def test_a_turn_start_does_not_pass_over_who_recovers(game_on: Running) -> None:
    game_on.do(Part(OPENING, "for the test"))
    game_on.do(Adjust((FigureId("elrond"),), "for the test", condition="wounded")).go_to(3)
    with pytest.raises(Illegal, match="Elrond recovers at Rivendell"):
        game_on.do(GoOn())
    game_on.confirm("Elrond recovers at Rivendell")
    with pytest.raises(Illegal, match="arrivals are not placed") as refused:
        game_on.do(GoOn())
    assert "Elrond" not in str(refused.value)


@pytest.mark.rules("CMB-01")
def test_a_contact_is_over_when_nobody_of_one_side_is_left(game_on: Running) -> None:
    game_on.do(Part(OPENING, "for the test")).go_to(1, "movement")
    game_on.meet("faramir", "gothmog", "osgiliath")
    *most, last = game_on.force_with("gothmog").figures
    game_on.do(Adjust(tuple(most), "for the test", condition="eliminated"))
    assert len(game_on.world.war.contacts) == 1
    game_on.do(Adjust((last,), "for the test", condition="eliminated"))
    assert game_on.said[-1] == "No fight at Osgiliath: nobody of evil is left (CMB-01)."
    assert not game_on.world.war.contacts
    # And Faramir's rangers are free to go, and nothing is left to fight.
    game_on.do(March(game_on.force_with("faramir").id, PlaceId("minas-tirith"))).go_to(1, "combat")
    assert not any("contact" in one for one in left_to_do(game_on.game.kit, game_on.world))


def test_a_contact_is_over_when_its_last_figure_is_led_away_and_locked_up(game_on: Running) -> None:
    game_on.do(Part(OPENING, "for the test")).go_to(1, "movement")
    game_on.do(Divide(game_on.force_with("legolas").id, (FigureId("legolas"),)))
    contact = game_on.meet("legolas", "witch-king", "osgiliath")
    locked_up = CaptiveTaken(FigureId("legolas"), CommanderId("witch-king"), PlaceId("minas-morgul"))
    game_on.world = game_on.game.apply(game_on.world, locked_up)
    assert contact not in game_on.world.war.contacts


# ---- who may not be met, and who may not attack --------------------------------------------------------


@pytest.mark.effect("neighbours")
@pytest.mark.rules("CMB-01", "PPL-GRIMA-01")
def test_a_counsellor_whom_nobody_touches_does_not_hide_those_who_come_to_fight(war: RingOfPower) -> None:
    running = Running.begun(war).do(Part(OPENING, "for the test")).go_to(1, "movement")
    running.do(March(running.force_with("saruman").id, PlaceId("edoras"), overruled="for the test"))
    running.go_to(1, "combat")
    (title,) = [one for one in running.told("neighbours") if "Edoras" in one]
    assert title == "Théoden and Saruman are at Edoras: do they meet?"
    running.confirm(title, "they-meet")
    (contact,) = running.world.war.contacts.values()
    assert contact.evil == (running.force_with("saruman").id,)
    assert (contact.attacker, contact.good) == ("evil", (running.force_with("theoden").id,))


@pytest.fixture
def repulsed(besieged: Running) -> Running:
    """The Witch-king has been beaten off on turn 1 and regroups on turn 2 before Minas Tirith."""
    besieged.confirm(besieged.told("neighbours")[0], "they-meet")
    (contact,) = besieged.world.war.contacts
    return besieged.report(contact, {}, winner="good").go_to(2, "movement")


@pytest.mark.effect("neighbours")
@pytest.mark.rules("OUT-08", "CMB-01")
def test_those_who_regroup_take_no_part_in_the_assault_of_others_who_come(repulsed: Running) -> None:
    host = repulsed.force_with("mouth-of-sauron")
    repulsed.do(March(host.id, PlaceId("minas-tirith"), overruled="for the test")).go_to(2, "combat")
    (title,) = repulsed.told("neighbours")
    assert title == f"Denethor and {host.name} are at Minas Tirith: do they meet?"
    repulsed.confirm(title, "they-meet")
    (contact,) = repulsed.world.war.contacts.values()
    # Evil came and attacks, though one of its hosts there rests.
    assert (contact.attacker, contact.evil) == ("evil", (repulsed.force_with("mouth-of-sauron").id,))


@pytest.mark.effect("neighbours")
@pytest.mark.rules("CMB-01")
def test_those_who_regroup_defend_themselves_when_the_enemy_comes_after_them(repulsed: Running) -> None:
    riders = repulsed.force_with("eomer")
    repulsed.do(March(riders.id, PlaceId("minas-tirith"), overruled="for the test")).go_to(2, "combat")
    (title,) = repulsed.told("neighbours")
    repulsed.confirm(title, "they-meet")
    (contact,) = repulsed.world.war.contacts.values()
    assert (contact.attacker, contact.evil) == ("good", (repulsed.force_with("witch-king").id,))


@pytest.mark.rules("OUT-08")
def test_nobody_who_regroups_is_named_among_those_who_came_to_attack(repulsed: Running) -> None:
    host = repulsed.force_with("mouth-of-sauron")
    repulsed.do(March(host.id, PlaceId("minas-tirith"), overruled="for the test"))
    good = (repulsed.force_with("denethor").id,)
    evil = (repulsed.force_with("mouth-of-sauron").id, repulsed.force_with("witch-king").id)
    with pytest.raises(Illegal, match=r"Who regroups may not attack this turn \(OUT-08\)"):
        repulsed.do(Meet(good, evil, PlaceId("minas-tirith")))


@pytest.mark.effect("neighbours")
def test_where_many_are_at_one_place_each_side_is_named_by_itself(besieged: Running) -> None:
    orcs = besieged.go_to(2, "movement").force_with("witch-king")
    besieged.do(Divide(orcs.id, tuple(one for one in orcs.figures if one.startswith("orc-"))[:3]))
    (title,) = besieged.go_to(2, "combat").told("neighbours")
    assert title == (
        "Denethor of good and Witch-king and Orcs of Witch-king of evil are at Minas Tirith: do they meet?"
    )
