"""OUT-04, OUT-07, OUT-08, FRC-03, FRC-04: contacts become fights, and what came of them flows back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.declaring import Declare, UsePower
from assistant.rules.deeds.gathering import Hide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.retreating import Withdraw
from assistant.rules.deeds.said_before import is_known_otherwise
from assistant.rules.deeds.things import borne
from assistant.rules.fight.facts import Stayed
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.world import Condition
from tests.running.table import Running

EASTFOLD, EDORAS, ISENGARD = PlaceId("eastfold"), PlaceId("edoras"), PlaceId("isengard")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


@pytest.fixture
def met(game_on: Running) -> Running:
    """Éomer's riders and Saruman's host in contact in the Eastfold, on turn 1."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    game_on.meet("eomer", "saruman", EASTFOLD)
    return game_on.go_to(1, "combat")


def contact(running: Running) -> str:
    (one,) = running.world.war.contacts
    return one


def setup(running: Running) -> FightSetup:
    return proposed(running.game.kit, running.world, running.world.war.contacts[contact(running)])


def marks(running: Running, figure: str) -> tuple[int, int]:
    force = running.force_with(figure)
    return force.fought, force.regrouping


@pytest.mark.rules("SEQ-03")
def test_a_contact_is_fought_in_the_combat_phase(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    number = game_on.meet("eomer", "saruman", EASTFOLD)
    with pytest.raises(Illegal, match="Contacts are fought in combat, and this is movement"):
        game_on.report(number, {}, winner="good")


@pytest.mark.rules("OUT-08")
def test_the_beaten_regroup_through_the_next_turn_and_neither_move_nor_attack(met: Running) -> None:
    met.report(contact(met), {"uruk-hai-3": "eliminated"}, winner="good")
    assert (marks(met, "eomer"), marks(met, "saruman")) == ((1, 0), (1, 2))
    met.go_to(2, "movement")
    with pytest.raises(Illegal, match="beaten, and regrouping this turn"):
        met.do(March(met.force_with("saruman").id, ISENGARD), "free")
    eomer, saruman = met.force_with("eomer").id, met.force_with("saruman").id
    with pytest.raises(Illegal, match="may not attack"):
        met.do(Meet((eomer,), (saruman,), EASTFOLD, attacker="evil"))
    # Attacked, they defend themselves.
    met.copy().do(Meet((eomer,), (saruman,), EASTFOLD, attacker="good"))
    met.go_to(3, "movement").do(March(saruman, ISENGARD), "free")
    assert met.force_with("saruman").place == ISENGARD
    assert not met.world.figures[FigureId("saruman")].regrouping


@pytest.mark.rules("OUT-08")
def test_who_is_beaten_again_while_regrouping_regroups_anew(met: Running) -> None:
    met.report(contact(met), {}, winner="good").go_to(2, "movement")
    met.do(Meet((met.force_with("eomer").id,), (met.force_with("saruman").id,), EASTFOLD)).go_to(2, "combat")
    met.report(contact(met), {}, winner="good")
    assert marks(met, "saruman") == (2, 3)


@pytest.mark.rules("OUT-08")
def test_who_is_attacked_while_regrouping_and_holds_rests_no_longer_for_it(met: Running) -> None:
    met.report(contact(met), {}, winner="good").go_to(2, "movement")
    eomer, saruman = met.force_with("eomer").id, met.force_with("saruman").id
    met.do(Meet((eomer,), (saruman,), EASTFOLD, attacker="good")).go_to(2, "combat")
    met.report(contact(met), {}, winner="evil")
    # Beaten on turn 1, Saruman rests on turn 2 and no longer; Éomer, beaten now, rests on turn 3.
    assert (marks(met, "saruman"), marks(met, "eomer")) == ((2, 2), (2, 3))
    met.go_to(3, "movement").do(March(saruman, ISENGARD), "free")
    with pytest.raises(Illegal, match="beaten, and regrouping this turn"):
        met.do(March(eomer, EDORAS))


@pytest.mark.rules("OUT-07")
def test_the_beaten_fall_back_to_where_the_table_says_and_that_is_not_their_move(met: Running) -> None:
    met.report(contact(met), {}, winner="good")
    with pytest.raises(Illegal, match="was not beaten this turn"):
        met.do(Withdraw(met.force_with("eomer").id, EDORAS))
    met.do(Withdraw(met.force_with("saruman").id, ISENGARD))
    beaten = met.force_with("saruman")
    assert (beaten.place, beaten.moved) == (ISENGARD, 0)


@pytest.mark.rules("OUT-08")
def test_who_is_beaten_in_a_fight_that_was_put_off_regroups_for_the_turn_after_it(met: Running) -> None:
    # Line 159: a full turn after the defeat. What was left of turn 1 is fought in turn 2's combat.
    met.go_to(2, "combat").report(contact(met), {}, winner="evil")
    assert marks(met, "eomer") == (2, 3)
    # Line 112, AMB-034: and the victors have fought in turn 2, and fight nobody else in it.
    met.stand("theoden", EASTFOLD)
    again = Meet((met.force_with("theoden").id,), (met.force_with("saruman").id,), EASTFOLD)
    with pytest.raises(Illegal, match="fought this turn"):
        met.do(again)
    met.go_to(3, "movement")
    with pytest.raises(Illegal, match="regrouping this turn"):
        met.do(March(met.force_with("eomer").id, EDORAS))


def test_what_is_fought_before_the_next_combat_counts_for_the_turn_that_went_by(met: Running) -> None:
    met.go_to(2, "movement").report(contact(met), {}, winner="evil")
    assert marks(met, "eomer") == (1, 2)


@pytest.mark.rules("OUT-04")
def test_a_draw_goes_on_next_turn_unless_they_are_out_of_reach(met: Running) -> None:
    fight = ReportedFight(setup(met))
    met.do(ReportedBattle(contact(met), fight))
    (again,) = met.world.war.contacts.values()
    assert (again.turn, again.resumed) == (2, True)
    met.go_to(2, "combat")
    assert setup(met).site.resumed
    met.report(contact(met), {}, winner="evil")
    assert marks(met, "eomer") == (2, 3)


@pytest.mark.rules("OUT-04")
def test_a_draw_is_not_fought_again_in_the_turn_it_was_fought_in(met: Running) -> None:
    met.do(ReportedBattle(contact(met), ReportedFight(setup(met))))
    with pytest.raises(Illegal, match="They fought to a draw, and fight on in turn 2"):
        met.report(contact(met), {}, winner="good")
    met.go_to(2, "movement")
    with pytest.raises(Illegal, match="Contacts are fought in combat"):
        met.report(contact(met), {}, winner="good")


@pytest.mark.rules("OUT-04")
def test_a_fight_left_over_and_drawn_in_the_next_turns_combat_goes_on_in_the_turn_after(met: Running) -> None:
    met.go_to(2, "combat").do(ReportedBattle(contact(met), ReportedFight(setup(met))))
    assert [one.turn for one in met.world.war.contacts.values()] == [3]


@pytest.mark.rules("OUT-04")
def test_a_fight_left_over_and_drawn_before_the_next_turns_combat_goes_on_in_that(met: Running) -> None:
    met.go_to(2, "movement").do(ReportedBattle(contact(met), ReportedFight(setup(met))))
    assert [one.turn for one in met.world.war.contacts.values()] == [2]


@pytest.mark.rules("OUT-04")
def test_the_opening_battle_that_goes_on_after_a_draw_is_no_longer_the_one_before_anything_else(
    game_on: Running,
) -> None:
    (opening,) = game_on.world.war.contacts.values()
    assert opening.note.endswith("this battle is fought before anything else.")
    game_on.do(ReportedBattle(opening.id, ReportedFight(setup(game_on))))
    (again,) = game_on.world.war.contacts.values()
    assert (again.turn, again.resumed, again.note) == (1, True, "")


def test_what_the_table_notes_of_a_meeting_stays_with_it_after_a_draw(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    forces = {side: (game_on.force_with(one).id,) for side, one in (("good", "eomer"), ("evil", "saruman"))}
    met = Meet(forces["good"], forces["evil"], EDORAS, overruled="for the test", note="at the gate")
    game_on.do(met).go_to(1, "combat")
    game_on.do(ReportedBattle(contact(game_on), ReportedFight(setup(game_on))))
    assert [one.note for one in game_on.world.war.contacts.values()] == ["at the gate"]


def test_a_draw_that_left_one_side_nobody_is_over(met: Running) -> None:
    ends: dict[FigureId, Condition] = dict.fromkeys(met.force_with("eomer").figures, "eliminated")
    met.do(ReportedBattle(contact(met), ReportedFight(setup(met), {**ends, FigureId("eomer"): "wounded"})))
    assert met.world.war.contacts == {}


def test_who_could_not_be_found_fought_nobody(game_on: Running) -> None:
    # CMB-05: Frodo and Sam hide; Lurtz and his scouts need a 4 and have +1 at best: a 1 finds nobody.
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    game_on.do(Hide(game_on.force_with("frodo").id)).meet("frodo", "lurtz", "emyn-muil")
    game_on.go_to(1, "combat").do(Battle(contact(game_on), setup(game_on)), "search", (1,))
    assert game_on.world.war.contacts == {}
    assert marks(game_on, "frodo") == (0, 0)
    assert game_on.force_with("frodo").hidden


@pytest.mark.rules("FRC-03", "CMB-02")
def test_who_of_a_force_is_out_of_reach_stands_by_and_shares_its_defeat(met: Running) -> None:
    whole = setup(met)
    near = replace(whole.evil, figures=whole.evil.figures[:4])
    met.do(
        ReportedBattle(contact(met), ReportedFight(replace(whole, evil=near), winner="good", retreats="evil"))
    )
    assert all(
        one.regrouping for one in (met.world.figures[name] for name in met.force_with("saruman").figures)
    )


@pytest.mark.rules("FRC-04")
def test_a_force_of_characters_is_in_reach_as_a_whole_or_not_at_all(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    game_on.meet("aragorn", "lurtz", "amon-hen")
    game_on.go_to(1, "combat")
    whole = setup(game_on)
    alone = replace(whole, good=replace(whole.good, figures=whole.good.figures[:1]))
    with pytest.raises(Illegal, match="all are in reach or none"):
        game_on.do(Battle(contact(game_on), alone))


def test_nobody_from_elsewhere_takes_part(met: Running) -> None:
    whole = setup(met)
    theoden = replace(whole.good.figures[0], figure=FigureId("theoden"), profile=ProfileId("theoden"))
    more = replace(whole.good, figures=(*whole.good.figures, theoden))
    with pytest.raises(Illegal, match="theoden is in none of the forces that have met"):
        met.do(Battle(contact(met), replace(whole, good=more)))


@pytest.mark.rules("STA-04")
def test_where_several_minions_fought_the_game_master_says_whose_the_slain_are(game_on: Running) -> None:
    # STA-04: one point for each army figure. Gorbag's and Shagrat's orcs slay two rangers of Faramir's.
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    for name in ("gorbag", "shagrat"):
        game_on.stand(name, "ithilien")
    evil = (game_on.force_with("gorbag").id, game_on.force_with("shagrat").id)
    game_on.do(Meet((game_on.force_with("faramir").id,), evil, PlaceId("ithilien"))).go_to(1, "combat")
    fallen: dict[str, Condition] = {"ranger-1": "eliminated", "ranger-2": "eliminated"}
    game_on.report(contact(game_on), fallen, "mouth-of-sauron", winner="evil")
    assert (game_on.points("mouth-of-sauron"), game_on.points("witch-king")) == (2, 0)


def test_what_nobody_controls_fights_on_the_side_it_is_put_on(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    game_on.meet("frodo", "shelob", "shelobs-lair")
    game_on.go_to(1, "combat").report(contact(game_on), {"shelob": "eliminated"}, winner="good")
    assert game_on.world.figures[FigureId("shelob")].condition == "eliminated"


def test_a_force_without_anyone_left_neither_moves_nor_meets(met: Running) -> None:
    everyone: dict[str, Condition] = dict.fromkeys(met.force_with("eomer").figures, "eliminated")
    met.report(contact(met), everyone, winner="evil")
    met.go_to(2, "movement")
    with pytest.raises(Illegal, match="Nobody is left of"):
        met.do(March(met.force_with("eomer").id, EDORAS))


def test_what_fell_with_the_rider_is_gone(met: Running) -> None:
    # A named mount goes with the mount: Éomer, unhorsed, does not keep a borrowed Shadowfax.
    met.world = met.game.apply(met.world, ThingPassed("shadowfax@eomer", "eomer"))
    fight = ReportedFight(setup(met), dismounted=ids("eomer"), winner="good", retreats="evil")
    met.do(ReportedBattle(contact(met), fight))
    assert borne(met.world, FigureId("eomer")) == ()
    assert met.world.figures[FigureId("eomer")].unhorsed


@pytest.mark.rules("ABL-HERO-5")
def test_the_wounded_nobody_carries_stay_as_a_force_of_their_own(met: Running) -> None:
    # Éomer is the only character of his force: nobody can carry him.
    whole, number = setup(met), contact(met)
    met.world = replace(
        met.world,
        figures={
            **met.world.figures,
            FigureId("eomer"): replace(met.world.figures[FigureId("eomer")], condition="fit"),
        },
    )
    fight = ReportedFight(whole, {FigureId("eomer"): "wounded"}, winner="evil", retreats="good")
    met.do(ReportedBattle(number, fight)).go_to(2, "movement")
    met.go_to(3, "movement").do(
        March(met.force_with("eomer").id, EDORAS, ids("rider-of-rohan-7", "rider-of-rohan-8")), "free"
    )
    assert not met.world.figures[FigureId("eomer")].left_behind
    riders = met.force_with("rider-of-rohan-9").id
    met.do(March(riders, EDORAS, ids("rider-of-rohan-9", "rider-of-rohan-10")), "free")
    assert met.world.figures[FigureId("eomer")].left_behind


@pytest.mark.rules("OUT-08")
def test_whoever_must_rest_after_a_fight_rests_through_the_next_turn(met: Running) -> None:
    fight = replace(setup(met), turn=1)
    met.do(ReportedBattle(contact(met), ReportedFight(fight, winner="good", retreats="evil")))
    figure = FigureId("eomer")
    met.world = met.game.apply(met.world, Stayed((figure,), "for the test"))
    met.world = replace(
        met.world, figures={**met.world.figures, figure: replace(met.world.figures[figure], fought_in=1)}
    )
    met.go_to(2, "movement")
    with pytest.raises(Illegal, match="Éomer may not move this turn"):
        met.do(March(met.force_with("eomer").id, EDORAS), "free")
    met.go_to(3, "movement").do(March(met.force_with("eomer").id, EDORAS), "free")


def test_a_fight_put_off_by_a_busy_table_is_still_there_next_turn(met: Running) -> None:
    met.go_to(2)
    assert [one.turn for one in met.world.war.contacts.values()] == [1]
    met.report(contact(met), {}, winner="good")
    # It counts as fought on its own turn: Saruman regroups on turn 2.
    assert marks(met, "saruman") == (1, 2)


def test_figures_added_by_hand_can_be_met_too(game_on: Running) -> None:
    game_on.do(AddFigures(ProfileId("orc"), 2, CommanderId("saruman"), EASTFOLD, "spares"))
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    new = game_on.force("saruman", EASTFOLD).figures[0]
    game_on.meet("eomer", new, EASTFOLD)
    assert len(setup(game_on).evil.figures) == 2


def test_the_wounded_take_no_part(met: Running) -> None:
    met.do(Adjust(ids("eomer"), "for the test", condition="wounded"))
    assert [one.figure for one in setup(met).good.figures] == [
        "rider-of-rohan-7", "rider-of-rohan-8", "rider-of-rohan-9", "rider-of-rohan-10",
    ]  # fmt: skip


@pytest.mark.rules("ABL-BULLIES")
def test_a_fight_that_ruffians_refuse_is_refused_before_the_table_is_asked_about_the_dark(
    game_on: Running,
) -> None:
    """Otherwise the answer to that question could never be given."""
    game_on.do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    game_on.do(UsePower("creeping-darkness")).go_to(1, "movement")
    game_on.do(AddFigures(ProfileId("ruffian"), 1, CommanderId("saruman"), PlaceId("osgiliath"), "late"))
    number = game_on.meet("faramir", "ruffian-1", "osgiliath")
    game_on.go_to(1, "combat")
    contact = replace(game_on.world.war.contacts[number], attacker="evil")
    setup = proposed(game_on.game.kit, game_on.world, contact)
    with pytest.raises(Illegal, match="will not move into this fight"):
        game_on.do(Battle(number, setup))


@pytest.mark.rules("CMB-04")
def test_who_hides_and_has_soldiers_with_him_by_now_is_simply_fought(game_on: Running) -> None:
    """Nobody is asked anything first that could not be answered any more."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement").stand("aragorn", "eastfold")
    hidden = game_on.force_with("aragorn").id
    game_on.do(Hide(hidden))
    game_on.do(Adjust(ids("rider-of-rohan-1"), "they met", force=hidden))
    number = game_on.meet("aragorn", "saruman", EASTFOLD)
    game_on.go_to(1, "combat")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[number])
    assert setup.good.hides is None
    with pytest.raises(Illegal, match="Only characters by themselves hide"):
        game_on.do(Battle(number, setup.hiding("good")))


@pytest.mark.rules("PPL-EAGLES-01")
def test_eagles_who_came_to_a_reported_fight_are_in_its_force_and_not_called_again(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(2)
    game_on.do(Arrive(game_on.due("gandalf").key, place=EDORAS)).go_to(2, "movement")
    contact = game_on.meet("gandalf-the-white", "saruman", EASTFOLD)
    game_on.go_to(2, "combat")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[contact])
    eagle = FigureId("eagles-1")
    fight = ReportedFight(setup, {}, winner=None, joined={"good": {eagle: ProfileId("eagles")}})
    game_on.do(ReportedBattle(contact, fight))
    assert game_on.force_with(eagle) == game_on.force_with("gandalf-the-white")
    assert "eagles" in game_on.world.called


def test_a_gate_that_was_broken_before_is_known_and_nobody_is_said_to_have_said_it(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    contact = game_on.meet("theoden", "saruman", "helms-deep")
    game_on.world = replace(game_on.world, breached=("helms-deep",))
    site = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[contact]).site
    assert site.breached
    assert not is_known_otherwise(site, site)
