"""After a lost fight the beaten are asked where they fall back to, once. Worked by hand."""

from __future__ import annotations

import pytest

from assistant.campaign.roll_call import marks
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import ReportedBattle, proposed
from assistant.rules.deeds.gathering import Divide, Hide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.placing import SetOut
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.retreating import Withdraw
from assistant.rules.retreats import refuges
from assistant.rules.war import Holding
from assistant.rules.world import Condition
from tests.running.table import Running

ABOUT = "falling-back"
TITLE = "Éomer, beaten at Eastfold: where do they fall back to?"


@pytest.mark.rules("OUT-07", "OUT-08")
@pytest.mark.effect("falling-back")
def test_the_beaten_are_asked_and_one_answer_takes_them_there(lost: Running) -> None:
    assert lost.told(ABOUT) == [TITLE]
    lost.confirm(TITLE, "edoras")
    assert lost.titles[-1] == "Éomer falls back from Eastfold"
    force = lost.force_with("eomer")
    # Beaten on turn 1, they regroup on turn 2; falling back was not a move of theirs.
    assert (force.place, force.moved, force.regrouping) == ("edoras", 0, 2)
    assert lost.told(ABOUT) == []
    lost.go_to(2, "movement")
    assert lost.told(ABOUT) == []
    with pytest.raises(Illegal, match="regrouping this turn"):
        lost.do(March(force.id, PlaceId("helms-deep")))


@pytest.mark.rules("OUT-07")
def test_places_of_their_own_come_first_and_nobody_falls_back_to_an_enemy(lost: Running) -> None:
    # Riders go 17 inches: Edoras and the forest are good's; Dunharrow is nobody's and secret.
    def offered() -> tuple[str, ...]:
        return refuges(lost.game.kit, lost.world, lost.force_with("eomer"))

    lost.stand("grima", "isengard")
    assert offered() == ("edoras", "druadan-forest")
    # Edoras is still their own when it is besieged, but the forest is not once evil holds it.
    lost.stand("lurtz", "edoras")
    assert offered() == ("druadan-forest", "edoras")
    lost.set_war(holdings={**lost.world.war.holdings, PlaceId("druadan-forest"): Holding("evil")})
    assert offered() == ("edoras",)


@pytest.mark.rules("OUT-07")
def test_nobody_falls_back_to_a_place_of_their_own_where_only_enemies_stand(lost: Running) -> None:
    # Line 159: away from the victors, whoever holds a place on the record.
    def offered() -> tuple[str, ...]:
        return refuges(lost.game.kit, lost.world, lost.force_with("eomer"))

    lost.stand("saruman", "isengard").stand("lurtz", "edoras")
    for one in lost.world.war.at(PlaceId("edoras")):
        if "lurtz" not in one.figures:
            lost.stand(one.figures[0], "helms-deep")
    assert lost.world.war.holder(PlaceId("edoras")) == "good"
    assert offered() == ("druadan-forest",)
    lost.stand("lurtz", "isengard")
    assert offered() == ("edoras", "druadan-forest")


def test_a_place_where_only_enemies_hide_is_offered_as_if_nobody_were_there(lost: Running) -> None:
    lost.stand("saruman", "isengard").stand("theoden", "helms-deep").go_to(2, "movement")
    lost.do(Divide(lost.force_with("lurtz").id, (FigureId("lurtz"),))).stand("lurtz", "druadan-forest")
    lost.do(Hide(lost.force_with("lurtz").id))
    assert "druadan-forest" in refuges(lost.game.kit, lost.world, lost.force_with("eomer"))


@pytest.mark.rules("OUT-07")
def test_who_is_beaten_in_a_wide_land_may_fall_back_to_a_hold_of_their_own_in_it(game_on: Running) -> None:
    # Thranduil's palace lies in Mirkwood; beaten at the palace, nobody falls back to the wood about it.
    def offered(place: str) -> tuple[str, ...]:
        game_on.stand("thranduil", place)
        return refuges(game_on.game.kit, game_on.world, game_on.force_with("thranduil"))

    assert "thranduils-palace" in offered("mirkwood")
    assert "mirkwood" not in offered("thranduils-palace")


def test_only_the_owner_and_the_game_master_are_asked(lost: Running) -> None:
    def keys(*commanders: str) -> list[str]:
        mine = tuple(map(CommanderId, commanders)) or None
        return [one.about for one in agenda(lost.game.kit, lost.world, mine).reminders]

    assert ABOUT in keys()
    assert ABOUT in keys("rohan")
    assert ABOUT not in keys("saruman")


@pytest.mark.rules("AMB-033")
def test_they_may_stay_in_the_field_about_the_place(lost: Running) -> None:
    lost.confirm(TITLE, "in-the-field")
    assert lost.force_with("eomer").place == "eastfold"
    assert lost.told(ABOUT) == []


@pytest.mark.rules("AMB-033")
def test_of_whom_the_table_says_that_their_way_is_blocked_nobody_asks_where_they_go(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    contact = game_on.meet("eomer", "saruman", "eastfold")
    setup = proposed(game_on.game.kit, game_on.go_to(1, "combat").world, game_on.world.war.contacts[contact])
    told = ReportedFight(setup, winner="evil", retreats="good", how="blocked", reason="ringed")
    game_on.do(ReportedBattle(contact, told))
    beaten = game_on.force_with("eomer")
    assert (beaten.place, beaten.afield, beaten.regrouping) == ("eastfold", True, 2)
    assert game_on.told(ABOUT) == []


@pytest.mark.rules("OUT-07", "AMB-033")
def test_who_falls_back_into_the_field_about_a_place_no_longer_holds_it(lost: Running) -> None:
    # The Eastfold is nobody's prize; Edoras is: the same host is beaten there.
    lost.stand("eomer", "edoras").stand("saruman", "edoras").stand("theoden", "helms-deep")
    for one in lost.world.war.at(PlaceId("edoras")):
        if "eomer" not in one.figures and "saruman" not in one.figures:
            lost.stand(one.figures[0], "helms-deep")
    assert lost.told("holders") == []
    lost.confirm("Éomer, beaten at Edoras: where do they fall back to?", "in-the-field")
    assert marks(lost.world, lost.force_with("eomer"))[-1] == "in the field about it"
    assert lost.told("holders") == ["Evil holds Edoras now"]
    # They can come back only by marching there.
    eomer = lost.go_to(3, "movement").force_with("eomer").id
    lost.do(March(eomer, PlaceId("edoras")), "free")
    assert not lost.force_with("eomer").afield


@pytest.mark.rules("OUT-07")
def test_nobody_falls_back_into_the_sea(game_on: Running) -> None:
    garrison = next(one for one in game_on.world.war.at(PlaceId("dol-amroth")) if one.commander)
    offered = refuges(game_on.game.kit, game_on.world, garrison)
    assert offered
    assert "belfalas-bay" not in offered


@pytest.mark.rules("AMB-033")
def test_who_has_nowhere_to_go_is_asked_nothing(lost: Running) -> None:
    lost.set_war(holdings={}).stand("lurtz", "druadan-forest").stand("khamul", "edoras")
    assert refuges(lost.game.kit, lost.world, lost.force_with("eomer")) == ()
    lost.confirm(TITLE)
    assert lost.force_with("eomer").place == "eastfold"


def test_whoever_was_moved_back_by_name_is_not_asked_again(lost: Running) -> None:
    lost.do(Withdraw(lost.force_with("eomer").id, PlaceId("edoras")))
    assert lost.told(ABOUT) == []


@pytest.mark.rules("OUT-08")
def test_the_question_waits_over_the_turns_end_until_they_have_regrouped(lost: Running) -> None:
    lost.go_to(2, "movement")
    assert lost.told(ABOUT) == [TITLE]
    lost.go_to(3)
    assert lost.told(ABOUT) == []


@pytest.mark.rules("OUT-07")
def test_a_measured_force_goes_back_over_the_ground_without_a_question(lost: Running) -> None:
    force = lost.force_with("eomer")
    lost.do(SetOut(force.id))
    before = lost.world.war.spots[force.figures[0]]
    lost.confirm(TITLE)
    after = lost.world.war.spots[force.figures[0]]
    assert (before.x, before.y) != (after.x, after.y)
    near = lost.game.kit.book.places[lost.force_with("eomer").place].name
    assert any("falls back" in line and f"and stands near {near}" in line for line in lost.said)


@pytest.fixture
def rangers_lost(game_on: Running) -> Running:
    """Faramir and Damrod were wounded and the others fell in a fight typed in: only Madril can walk."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    contact = game_on.meet("faramir", "witch-king", "ithilien")
    ends: dict[str, Condition] = dict.fromkeys(game_on.force_with("faramir").figures, "eliminated")
    ends |= {"faramir": "wounded", "damrod": "wounded"}
    del ends["madril"]
    return game_on.go_to(1, "combat").report(contact, ends, winner="evil")


@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-5")
def test_one_who_can_walk_carries_one_of_two_wounded_and_the_other_is_left(
    rangers_lost: Running,
) -> None:
    # One carries one at half speed, and has no hands for a second.
    rangers_lost.do(Withdraw(rangers_lost.force_with("madril").id, PlaceId("osgiliath")), "carry")
    (carried,) = rangers_lost.world.war.carried
    assert rangers_lost.world.war.carried[carried] == ("madril",)
    other = "damrod" if carried == "faramir" else "faramir"
    assert rangers_lost.force_with("madril").place == rangers_lost.force_with(carried).place == "osgiliath"
    assert rangers_lost.force_with(other).place == "ithilien"
    assert rangers_lost.world.figures[FigureId(other)].left_behind


@pytest.mark.rules("ABL-HERO-5")
def test_the_beaten_may_leave_their_wounded_and_fall_back_without_them(rangers_lost: Running) -> None:
    rangers_lost.do(Withdraw(rangers_lost.force_with("madril").id, PlaceId("osgiliath")), "leave", "leave")
    assert {"faramir", "damrod"}.isdisjoint(rangers_lost.force_with("madril").figures)
    assert rangers_lost.world.war.carried == {}
