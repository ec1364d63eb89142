"""Hunting the Ring: those near it are overcome, its captors fall out, its bearer cannot rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.fight.facts import Suffered
from assistant.rules.game import RingOfPower
from assistant.rules.march.facts import FiguresJoined
from assistant.rules.reminders import due_now
from assistant.rules.ring.facts import CaptiveTaken, RingPassed
from assistant.rules.standing import members
from assistant.rules.war import Ring, Spot
from tests.running.table import Running

FRODO = FigureId("frodo")


@pytest.fixture
def osgiliath(game_on: Running) -> Running:
    """Frodo and Sam came to Edoras on turn 1 and were there through the whole of turn 2."""
    game_on.stand("frodo", "edoras")
    return game_on.go_to(3)


@pytest.mark.rules("HUN-02", "HUN-03", "HUN-04")
@pytest.mark.effect("corrupting")
def test_who_stays_near_the_ringbearer_for_more_than_a_turn_may_be_overcome(osgiliath: Running) -> None:
    (title,) = osgiliath.told("corrupting")
    assert title == "5 near Frodo may be overcome by the Ring"
    # Théoden, Éowyn and three riders: those with 1 to 3 attack.
    osgiliath.confirm(title, (4, 3, 5, 1, 6))
    overcome = next(one for one in osgiliath.world.war.forces.values() if one.name == "Overcome by the Ring")
    assert overcome.figures == ("eowyn", "rider-of-rohan-5")
    contact = osgiliath.world.war.contact_of(overcome.id)
    assert contact is not None
    assert contact.good == (osgiliath.force_with("frodo").id,)


@pytest.mark.rules("HUN-03")
def test_above_three_nobody_is_overcome(osgiliath: Running) -> None:
    osgiliath.confirm("5 near Frodo may be overcome by the Ring", (4, 4, 4, 4, 4))
    assert osgiliath.said == ["Nobody is overcome (HUN-03)."]


def test_the_fight_for_the_ring_can_be_fought(osgiliath: Running) -> None:
    osgiliath.confirm("5 near Frodo may be overcome by the Ring", (1, 6, 6, 6, 6))
    contact = next(one for one in osgiliath.world.war.contacts.values() if one.place == "edoras")
    osgiliath.go_to(3, "combat")
    setup = proposed(osgiliath.game.kit, osgiliath.world, contact)
    assert [one.figure for one in setup.evil.figures] == ["theoden"]
    opening = osgiliath.game.opening("battle", encode(Battle(contact.id, setup)), osgiliath.world)
    assert "Théoden" in opening.title


@pytest.mark.rules("HUN-03")
@pytest.mark.effect("coming-to")
def test_the_overcome_who_live_come_to_their_senses_a_turn_later(osgiliath: Running) -> None:
    osgiliath.confirm("5 near Frodo may be overcome by the Ring", (1, 6, 6, 6, 6))
    assert osgiliath.told("coming-to") == []
    osgiliath.set_war(contacts={}).go_to(4).confirm("Théoden: the Ring has let go of them")
    assert osgiliath.world.figures[FigureId("theoden")].side == "good"
    assert osgiliath.force_with("theoden").commander == "rohan"


def test_in_the_first_turn_beside_him_nobody_is_tempted(game_on: Running) -> None:
    assert game_on.stand("frodo", "edoras").told("corrupting") == []
    assert game_on.go_to(2).told("corrupting") == []


@pytest.mark.rules("HUN-02")
def test_who_marches_with_the_ringbearer_from_place_to_place_is_near_him_all_the_time(
    game_on: Running,
) -> None:
    # Line 673: no more than one turn within 6 inches, wherever that is. Faramir has two rangers with him.
    game_on.stand("frodo", "ithilien").stand("faramir", "ithilien").go_to(2, "movement")
    for one in ("frodo", "faramir"):
        game_on.do(March(game_on.force_with(one).id, PlaceId("osgiliath"), overruled="for the test"))
    (title,) = game_on.go_to(3).told("corrupting")
    near = len(members(game_on.world, game_on.force_with("faramir")))
    assert title == f"{near} near Frodo may be overcome by the Ring"


@pytest.mark.rules("HUN-02")
def test_who_has_only_joined_the_ringbearer_is_tempted_after_a_whole_turn_with_him(game_on: Running) -> None:
    def tempted() -> tuple[FigureId, ...]:
        due = due_now(game_on.game.kit, game_on.world)
        return next(one.figures for one in due if one.about == "corrupting")

    # The Rohirrim have been at Edoras since turn 1; Faramir comes on turn 3 and is one of Frodo's force.
    game_on.stand("frodo", "edoras").go_to(3, "movement")
    game_on.do(Adjust((FigureId("faramir"),), "he came", force=game_on.force_with("frodo").id))
    game_on.go_to(4)
    assert "theoden" in tempted()
    assert "faramir" not in tempted()
    game_on.go_to(5)
    assert "faramir" in tempted()


@pytest.mark.rules("HUN-05", "HUN-06")
@pytest.mark.effect("resting")
def test_rivendell_is_proof_against_it_but_he_may_stay_only_two_full_turns(game_on: Running) -> None:
    game_on.stand("frodo", "rivendell").go_to(2, "movement")
    assert game_on.told("corrupting") == []
    assert game_on.told("resting") == []
    game_on.go_to(3)
    assert game_on.told("corrupting") == []
    game_on.go_to(3, "movement").confirm("Frodo must leave Rivendell this turn")


def test_the_fellowship_does_not_tempt_itself(game_on: Running) -> None:
    assert game_on.stand("frodo", "amon-hen").go_to(2).told("corrupting") == []


# ---- captors -------------------------------------------------------------------------------------------


@pytest.fixture
def captive(game_on: Running) -> Running:
    """Frodo is Lurtz's captive: Lurtz and 12 scouts lead him away."""
    lurtz = game_on.set_war(contacts={}).force_with("lurtz")
    for fact in (
        Suffered((FRODO,), "captured", "for the test"),
        CaptiveTaken(FRODO, CommanderId("saruman")),
        RingPassed(FRODO, CommanderId("saruman"), None, 1),
        FiguresJoined((FRODO,), lurtz.id, (game_on.force_with("frodo").id,)),
    ):
        game_on.world = game_on.game.apply(game_on.world, fact)
    return game_on


CHALLENGE = "One of Lurtz challenges its leader for the Ring"


@pytest.mark.rules("HUN-07", "HUN-08")
@pytest.mark.effect("challenging")
def test_a_random_captor_challenges_the_leader_and_the_lower_dies(captive: Running) -> None:
    # Twelve scouts: two dice name one; 1 and 3 is the third. A scout adds attack 4, Lurtz 4 and leadership 1.
    captive.confirm(CHALLENGE, (1, 3), (3, 1))
    assert captive.said[-1] == "Uruk-hai Scout 7, Lurtz 6: Lurtz is killed (HUN-08)."
    assert captive.world.figures[FigureId("lurtz")].condition == "eliminated"


@pytest.mark.rules("HUN-08")
def test_on_a_tie_the_leader_kills_the_challenger(captive: Running) -> None:
    captive.confirm(CHALLENGE, (1, 1), (4, 3))
    assert captive.said[-1].endswith("Uruk-hai Scout is killed (HUN-08).")


@pytest.mark.rules("AMB-055")
def test_by_the_other_reading_a_better_attack_counts_for_more(captive: Running) -> None:
    captive.world = replace(captive.world, house_rules={"AMB-055": "lower-is-better"})
    captive.confirm(CHALLENGE, (1, 1), (4, 4))
    assert captive.said[-1] == "Uruk-hai Scout 7, Lurtz 8: Uruk-hai Scout is killed (HUN-08)."


def test_with_a_ringwraith_among_them_nobody_challenges(captive: Running) -> None:
    lurtz = captive.force_with("lurtz")
    captive.world = captive.game.apply(captive.world, FiguresJoined((FigureId("khamul"),), lurtz.id))
    assert captive.told("challenging") == []


@pytest.mark.rules("HUN-01", "ITM-RING-02")
def test_evil_has_the_ring_only_with_its_captured_bearer_whom_it_must_bring_home(game_on: Running) -> None:
    contact = game_on.set_war(contacts={}).go_to(1, "movement").meet("frodo", "lurtz", "fords-of-isen")
    game_on.go_to(1, "combat").report(contact, {"frodo": "captured", "sam": "wounded"}, winner="evil")
    assert game_on.world.war.ring == Ring(FRODO, CommanderId("saruman"), None, 1)
    game_on.stand("lurtz", "isengard").confirm("Frodo is brought to Isengard")
    assert game_on.world.war.ring.kept_at == "isengard"
    assert game_on.points("saruman") >= 50
    with pytest.raises(Illegal, match=r"Evil may not handle the Ring.*\(HUN-01\)\. Say why"):
        game_on.do(PassRing(FigureId("lurtz")))
    game_on.do(PassRing(FigureId("lurtz"), reason="the table says so"))
    assert "Evil may not handle the Ring: it must carry off the ringbearer (HUN-01)." in game_on.said


@pytest.mark.effect("ring-dropped")
@pytest.mark.rules("HUN-01")
def test_when_its_bearer_is_slain_it_is_asked_who_of_those_there_takes_up_the_ring(game_on: Running) -> None:
    game_on.do(Adjust((FRODO,), condition="eliminated", reason="a fall"))
    with pytest.raises(Illegal, match="Frodo is dead and bears nothing"):
        game_on.do(PassRing(FRODO))
    (title,) = game_on.told("ring-dropped")
    assert title == "Frodo is gone: who takes up the Ring?"
    # Sam was with him.
    assert game_on.copy().confirm(title, "sam").world.war.ring.bearer == "sam"
    # Left lying it is asked about again in the next turn.
    assert game_on.confirm(title, "nobody").told("ring-dropped") == []
    assert game_on.go_to(2).told("ring-dropped") == [title]


@pytest.mark.effect("ring-dropped")
@pytest.mark.rules("HUN-01")
def test_while_nobody_bears_the_ring_any_person_but_those_of_evil_may_take_it_up(game_on: Running) -> None:
    game_on.do(PassRing(None))
    (title,) = game_on.told("ring-dropped")
    assert title == "Nobody bears the Ring: who takes it up?"
    with pytest.raises(Illegal):
        game_on.copy().confirm(title, "lurtz")
    assert game_on.confirm(title, "faramir").world.war.ring.bearer == "faramir"


# ---- who gains it --------------------------------------------------------------------------------------


@pytest.mark.rules("ITM-RING-08")
@pytest.mark.effect("homing")
def test_a_man_who_gains_the_ring_makes_for_his_home_base(game_on: Running) -> None:
    game_on.do(PassRing(FigureId("eomer"), reason="Frodo gave it to him")).go_to(1, "movement")
    (title,) = game_on.told("homing")
    assert title.startswith("Éomer has the Ring and makes for ")
    away = game_on.copy().confirm(title, "on-the-way")
    assert away.force_with("eomer").place == "eastfold"
    game_on.confirm(title, "helms-deep")
    assert game_on.force_with("eomer").place == "helms-deep"


def test_the_ring_is_handed_only_to_somebody_who_is_there_unless_the_table_says_why(game_on: Running) -> None:
    # Frodo and Sam are on the east bank, Merry is at Amon Hen.
    with pytest.raises(Illegal, match="Merry is at Amon Hen, and Frodo, who bears the Ring, at East bank"):
        game_on.do(PassRing(FigureId("merry")))
    game_on.do(PassRing(FigureId("merry"), reason="Frodo called him over"))
    assert game_on.world.war.ring.bearer == "merry"
    assert "Because: Frodo called him over" in game_on.said


def test_a_hobbit_with_the_ring_goes_where_he_likes(game_on: Running) -> None:
    assert game_on.do(PassRing(FigureId("sam"))).go_to(1, "movement").told("homing") == []


@pytest.mark.rules("ITM-RING-09")
@pytest.mark.effect("naming-bearer")
def test_by_the_older_reading_the_player_names_the_hobbit_who_bears_it(war: RingOfPower) -> None:
    named = Running.begun(war, house={"CON-084": "any-hobbit"})
    named.confirm("Which hobbit bears the Ring", "merry")
    assert named.world.war.ring.bearer == "merry"
    assert Running.begun(war).told("naming-bearer") == []


def test_measured_only_those_within_six_inches_are_tempted(game_on: Running) -> None:
    game_on.stand("frodo", "edoras").go_to(3)
    riders = game_on.force_with("theoden").figures
    spots = {one: Spot("south", 20_000 + 4_000 * n, 40_000) for n, one in enumerate(riders, 1)}
    spots |= {FRODO: Spot("south", 20_000, 40_000), FigureId("sam"): Spot("south", 20_000, 41_000)}
    # 4 inches off, and 8: with bases of 40 and 25 mm between them the second is 6.72 inches away.
    assert game_on.set_war(spots=spots).told("corrupting") == ["1 near Frodo may be overcome by the Ring"]
    assert PlaceId("edoras") == game_on.force_with("frodo").place
