"""Who holds which place: proposed as figures change, confirmed with one answer, and what a loss changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.holdings import changes
from assistant.rules.standing import awaited
from assistant.rules.victory import is_overrun
from assistant.rules.war import Holding
from tests.running.table import Running

ISENGARD, ORTHANC = PlaceId("isengard"), PlaceId("orthanc")


def clear(running: Running, place: str, side: str) -> Running:
    """Slay everyone of a side at a place, as a battle would."""
    for force in running.world.war.at(PlaceId(place)):
        figures = tuple(one for one in force.figures if running.world.figures[one].side == side)
        if figures:
            running.do(Adjust(figures, "slain in the assault", condition="eliminated"))
    return running


@pytest.fixture
def fallen(game_on: Running) -> Running:
    """The garrison of Helm's Deep is dead, and Saruman's army stands there."""
    return clear(game_on, "helms-deep", "good").stand("saruman", "helms-deep")


@pytest.mark.effect("holders")
@pytest.mark.rules("SEQ-07")
def test_when_only_the_enemy_stands_at_a_place_he_is_proposed_as_its_holder(fallen: Running) -> None:
    assert fallen.told("holders") == ["Evil holds Helm's Deep now"]
    fallen.confirm("Evil holds Helm's Deep now")
    assert fallen.world.war.holder(PlaceId("helms-deep")) == "evil"
    assert fallen.world.war.holdings[PlaceId("helms-deep")].by == ("saruman",)
    assert fallen.told("holders") == []


def test_while_both_sides_stand_there_nothing_is_proposed(game_on: Running) -> None:
    game_on.stand("saruman", "helms-deep")
    assert game_on.told("holders") == []


def test_a_proposal_that_is_skipped_is_not_made_again_for_the_same_forces(fallen: Running) -> None:
    fallen.confirm("Evil holds Helm's Deep now", how="skipped").go_to(2)
    assert fallen.told("holders") == []
    assert fallen.world.war.holder(PlaceId("helms-deep")) == "good"
    # A further force changes the figures at the place, and so the question is a new one.
    fallen.stand("witch-king", "helms-deep")
    assert fallen.told("holders") == ["Evil holds Helm's Deep now"]


@pytest.mark.rules("SEQ-07")
def test_a_place_taken_again_by_the_same_force_is_asked_about_again(fallen: Running) -> None:
    fallen.confirm("Evil holds Helm's Deep now").go_to(2)
    fallen.stand("saruman", "isengard").stand("theoden", "helms-deep")
    fallen.confirm("Good holds Helm's Deep now").go_to(3)
    fallen.stand("theoden", "edoras").stand("saruman", "helms-deep")
    assert fallen.told("holders") == ["Evil holds Helm's Deep now"]
    fallen.confirm("Evil holds Helm's Deep now")
    assert fallen.world.war.holder(PlaceId("helms-deep")) == "evil"


def test_who_leaves_a_place_and_comes_back_is_asked_about_again_though_it_was_skipped(
    fallen: Running,
) -> None:
    fallen.confirm("Evil holds Helm's Deep now", how="skipped").go_to(2, "movement")
    saruman = fallen.force_with("saruman").id
    fallen.stand("saruman", "fords-of-isen").do(
        March(saruman, PlaceId("helms-deep"), overruled="they are back")
    )
    assert fallen.told("holders") == ["Evil holds Helm's Deep now"]


def test_who_moves_about_within_a_place_is_not_asked_about_again(fallen: Running) -> None:
    fallen.confirm("Evil holds Helm's Deep now", how="skipped").go_to(2, "movement")
    fallen.do(March(fallen.force_with("saruman").id, PlaceId("helms-deep"), overruled="within the place"))
    assert fallen.told("holders") == []


def test_a_place_that_counts_for_nothing_is_never_asked_about(game_on: Running) -> None:
    game_on.stand("aragorn", "weathertop")
    assert [one.place for one in changes(game_on.game.kit, game_on.world)] == []


def test_who_hides_holds_nothing(fallen: Running) -> None:
    force = replace(fallen.force("saruman", "helms-deep"), hidden=True)
    fallen.set_war(forces={**fallen.world.war.forces, force.id: force})
    assert fallen.told("holders") == []


def test_who_holds_a_place_that_the_table_recorded_is_asked_when_it_changes_hands(game_on: Running) -> None:
    clear(game_on, "osgiliath", "good").stand("gothmog", "osgiliath")
    # No rule asks for it, and nobody has said anything of it.
    assert game_on.told("holders") == []
    game_on.do(TakePlace(PlaceId("osgiliath"), "evil")).stand("gothmog", "minas-morgul")
    game_on.stand("faramir", "osgiliath")
    assert game_on.told("holders") == ["Good holds Osgiliath now"]


def test_characters_who_pass_through_are_not_taken_for_an_army(game_on: Running) -> None:
    clear(game_on, "minas-morgul", "evil").stand("frodo", "minas-morgul")
    assert game_on.told("holders") == []
    game_on.stand("faramir", "minas-morgul")
    assert game_on.told("holders") == ["Good holds Minas Morgul now"]


@pytest.mark.rules("AMB-047")
def test_isengard_is_lost_with_its_walls_though_saruman_sits_in_orthanc(war: RingOfPower) -> None:
    for reading, proposed in (("when-walls-fall", ["Good holds Isengard now"]), ("when-orthanc-falls", [])):
        running = Running.begun(war, house={"AMB-047": reading}).stand("theoden", "isengard")
        uruks = tuple(one for one in running.force("saruman", "isengard").figures if one != "saruman")
        running.do(Adjust(uruks, "slain", condition="eliminated"))
        _into_the_tower(running, "saruman")
        assert running.told("holders") == proposed
        if proposed:
            running.do(TakePlace(ISENGARD, "good"))
        else:
            with pytest.raises(Illegal, match=r"Isengard does not fall while anyone is in its tower"):
                running.do(TakePlace(ISENGARD, "good"))
        assert is_overrun(running.game.kit, running.world, ISENGARD, "evil") == bool(proposed)
        # Line 721: the loss of the home base costs 25; whoever has not lost it does not pay.
        assert running.points("saruman") == (-25 if proposed else 0)


@pytest.mark.rules("AMB-047")
def test_by_the_other_reading_isengard_stands_while_saruman_is_at_the_place_orthanc(war: RingOfPower) -> None:
    # Lines 1003-1005: he went into the tower by marching to it, before any wall fell.
    running = Running.begun(war, house={"AMB-047": "when-orthanc-falls"})
    running.do(Adjust((FigureId("saruman"),), "he goes up", place=ORTHANC))
    with pytest.raises(Illegal, match=r"Isengard does not fall while anyone is in its tower"):
        running.do(TakePlace(ISENGARD, "good"))
    clear(running, "orthanc", "evil").do(TakePlace(ISENGARD, "good"))
    assert is_overrun(running.game.kit, running.world, ISENGARD, "evil")


@pytest.mark.rules("PLC-ISENGARD-02")
def test_orthanc_itself_is_not_taken_by_any_reading_while_saruman_is_in_it(war: RingOfPower) -> None:
    # Line 1005, whether he marched to it or went in when the walls fell.
    for reading in ("when-walls-fall", "when-orthanc-falls"):
        marched = Running.begun(war, house={"AMB-047": reading})
        fled = marched.copy()
        marched.do(Adjust((FigureId("saruman"),), "he goes up", place=ORTHANC))
        _into_the_tower(fled, "saruman")
        for running in (marched, fled):
            with pytest.raises(Illegal, match=r"Orthanc is not taken while anyone is in it"):
                running.do(TakePlace(ORTHANC, "good"))
            running.do(Adjust((FigureId("saruman"),), "slain", condition="eliminated"))
            assert running.do(TakePlace(ORTHANC, "good")).world.war.holder(ORTHANC) == "good"


def _into_the_tower(running: Running, figure: str) -> None:
    inside = replace(running.world.figures[FigureId(figure)], in_tower=True)
    running.world = replace(running.world, figures={**running.world.figures, inside.id: inside})


@pytest.mark.rules("AMB-048")
def test_the_shire_falls_with_the_last_of_its_three_settlements(game_on: Running) -> None:
    for part in ("hobbiton", "tookborough"):
        game_on.do(TakePlace(PlaceId(part), "evil", (CommanderId("buhrdur"),)))
        assert game_on.world.war.holder(PlaceId("shire")) == "good"
    game_on.do(TakePlace(PlaceId("buckland"), "evil", (CommanderId("saruman"),)))
    assert game_on.world.war.holder(PlaceId("shire")) == "evil"
    # STA-03: 20 points, shared by the two who took its parts.
    assert (game_on.points("buhrdur"), game_on.points("saruman")) == (10, 10)
    assert "While it is lost, no victory is shared with Eriador." in game_on.said


@pytest.mark.rules("AMB-048")
def test_one_settlement_retaken_frees_the_shire(game_on: Running) -> None:
    for part in ("hobbiton", "tookborough", "buckland"):
        game_on.do(TakePlace(PlaceId(part), "evil"))
    game_on.do(TakePlace(PlaceId("hobbiton"), "good"))
    assert game_on.world.war.holder(PlaceId("shire")) == "good"
    assert "A home of Eriador is free again." in game_on.said


@pytest.mark.rules("AMB-048")
def test_the_shire_taken_at_one_word_is_all_three_settlements_and_pays_once(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("shire"), "evil", (CommanderId("saruman"),)))
    for one in ("hobbiton", "tookborough", "buckland", "shire"):
        assert game_on.world.war.holder(PlaceId(one)) == "evil"
        with pytest.raises(Illegal, match="holds"):
            game_on.do(TakePlace(PlaceId(one), "evil", (CommanderId("saruman"),)))
    assert game_on.points("saruman") == 20


@pytest.mark.rules("AMB-048")
def test_the_rest_of_the_shire_taken_at_one_word_is_shared_with_who_took_the_first_of_it(
    game_on: Running,
) -> None:
    game_on.do(TakePlace(PlaceId("hobbiton"), "evil", (CommanderId("buhrdur"),)))
    game_on.do(TakePlace(PlaceId("shire"), "evil", (CommanderId("saruman"),)))
    assert (game_on.points("buhrdur"), game_on.points("saruman")) == (10, 10)


@pytest.mark.rules("AMB-048")
def test_by_the_other_reading_hobbiton_alone_is_the_shire(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-048": "hobbiton-alone"})
    running.do(TakePlace(PlaceId("hobbiton"), "evil"))
    assert running.world.war.holder(PlaceId("shire")) == "evil"


@pytest.mark.rules("SEQ-07")
def test_a_lost_place_brings_no_arrivals_until_it_is_retaken(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil"))
    assert any("what is due only at Minas Tirith" in line for line in game_on.said)
    game_on.go_to(3).do(TakePlace(PlaceId("minas-tirith"), "good")).go_to(4)
    # What is said at a turn start was so when that turn began: lost on turns 1 and 2, due on turns 3 and 4.
    found = [one for one in awaited(game_on.game.kit, game_on.world) if one.due.id == "men-of-minas-tirith"]
    assert [one.due.turn for one in found if not one.due.lost] == [3, 4]
    assert sum(how == "lost" for how in game_on.world.war.arrivals.values()) >= 2


@pytest.mark.rules("PLC-EDORAS-03")
def test_with_edoras_rohan_loses_all_its_arrivals(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("edoras"), "evil"))
    assert any("Rohan receives nothing" in line for line in game_on.said)
    game_on.go_to(2)
    assert "Rohan receives nothing" in game_on.due("riders-of-edoras").due.lost


@pytest.mark.effect("back-home")
@pytest.mark.rules("PLC-EDORAS-03")
def test_rohan_receives_nothing_until_one_of_the_royal_house_is_back_in_edoras(game_on: Running) -> None:
    # Lines 919, 2124: nothing "until Théoden, Eowyn, Eomer or Théodred reoccupies Edoras"; a rider is due on
    # every even turn. Others win it back on turn 3, Éomer comes on turn 5: the riders of 2 and 4 are lost.
    for one in ("theoden", "eomer"):
        game_on.stand(one, "rohan")
    game_on.do(TakePlace(PlaceId("edoras"), "evil")).go_to(3, "combat")
    game_on.do(TakePlace(PlaceId("edoras"), "good", (CommanderId("fellowship"),)))
    assert "Rohan receives nothing until Théoden, Éowyn, Éomer or Théodred is back at Edoras." in game_on.said
    assert "Rohan receives nothing" in game_on.go_to(4).due("riders-of-edoras").due.lost
    assert game_on.told("back-home") == []
    game_on.go_to(5, "movement").stand("eomer", "edoras").confirm("Éomer is back at Edoras")
    assert game_on.told("back-home") == []
    assert game_on.world.war.holdings[PlaceId("edoras")] == Holding("good", 3, (CommanderId("fellowship"),))
    assert not game_on.go_to(6).due("riders-of-edoras").due.lost


def test_what_rohan_was_denied_comes_once_the_royal_house_is_back_where_it_is_only_kept(
    war: RingOfPower,
) -> None:
    # CON-074 read as a delay: the riders of turns 2 and 4 come with Éomer, not with those who won it back.
    running = Running.begun(war, house={"CON-074": "stopped-until-retaken"}).stand("theoden", "rohan")
    running.stand("eomer", "rohan").do(TakePlace(PlaceId("edoras"), "evil")).go_to(3)
    running.do(TakePlace(PlaceId("edoras"), "good")).go_to(4)
    assert running.due("riders-of-edoras").due.lost
    running.go_to(5).stand("eomer", "edoras").confirm("Éomer is back at Edoras")
    riders = [one.due for one in awaited(war.kit, running.world) if one.due.id == "riders-of-edoras"]
    assert [(one.kept_since, one.turn, one.lost) for one in riders] == [(2, 5, ""), (4, 5, "")]


def test_whoever_stands_there_is_said_to_have_taken_it(fallen: Running) -> None:
    fallen.stand("witch-king", "helms-deep").do(TakePlace(PlaceId("helms-deep"), "evil"))
    assert set(fallen.world.war.holdings[PlaceId("helms-deep")].by) == {"saruman", "witch-king"}


def test_a_place_is_not_taken_by_who_holds_it_nor_by_the_other_side(game_on: Running) -> None:
    with pytest.raises(Illegal, match="holds Moria"):
        game_on.do(TakePlace(PlaceId("moria"), "evil"))
    with pytest.raises(Illegal, match="not of evil"):
        game_on.do(TakePlace(PlaceId("edoras"), "evil", (CommanderId("rohan"),)))
    with pytest.raises(Illegal, match="no place that can be held"):
        game_on.do(TakePlace(PlaceId("south-road"), "evil"))


def test_the_master_may_go_on_with_a_proposal_open(fallen: Running) -> None:
    fallen.go_to(2).do(GoOn(anyway=True))
    assert fallen.told("holders") == ["Evil holds Helm's Deep now"]


@pytest.mark.rules("SEQ-07")
def test_where_figures_are_due_is_their_owners_from_the_beginning(game_on: Running) -> None:
    # Nobody stands at Dale when the game begins, and its men come there from turn 2 on.
    assert (game_on.world.war.holder(PlaceId("dale")), game_on.told("holders")) == ("good", [])
    game_on.do(TakePlace(PlaceId("dale"), "evil", (CommanderId("khamul"),))).go_to(2)
    assert "dale" not in game_on.due("men-of-dale").due.places


@pytest.mark.rules("VIC-09")
def test_a_home_won_back_is_not_enough_while_another_is_lost(game_on: Running) -> None:
    for place in ("erebor", "iron-hills"):
        game_on.do(TakePlace(PlaceId(place), "evil"))
    game_on.do(TakePlace(PlaceId("erebor"), "good"))
    told = "A home of Dwarves and Men of Dale is free again; Iron Hills is still lost."
    assert told in game_on.said
    game_on.do(TakePlace(PlaceId("iron-hills"), "good"))
    assert "A home of Dwarves and Men of Dale is free again." in game_on.said
    game_on.do(EndGame("agreement", "good"))
    assert "No share" not in game_on.said[-1]
