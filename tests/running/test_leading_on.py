"""Captives who are kept somewhere are taken along again, and the Ring with them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.campaign.ringbearer import ring_line
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import BringHome, SetFree, TakePlace
from assistant.rules.deeds.leading_on import TakeAlong
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.game import RingOfPower
from assistant.rules.table_word.facts import Correction
from assistant.rules.victory import verdict, watch
from assistant.rules.world import Condition
from tests.running.table import Running

FRODO, SAM, MERRY = FigureId("frodo"), FigureId("sam"), FigureId("merry")
WHO_LEADS = "Frodo is kept at Dol Guldur with the Ring, which wins at Barad-dûr: who takes the captive along?"


def taken(running: Running, by: str, *captives: FigureId, place: str) -> Running:
    """Captives whom a minion's force leads away, standing at a place."""
    guards = running.stand(by, place).force_with(by)
    owner = guards.commander
    assert owner is not None
    running.do(Adjust(captives, "for the test", condition="captured", commander=owner, place=PlaceId(place)))
    return running.do(Adjust(captives, "for the test", condition="captured", force=guards.id))


def kept_at_dol_guldur(running: Running) -> Running:
    return taken(running, "khamul", FRODO, place="dol-guldur").confirm("Frodo is brought to Dol Guldur")


# ---- the Ring goes on from home --------------------------------------------------------------------------


@pytest.mark.effect("ring-led-on")
@pytest.mark.rules("VIC-04", "STA-01", "STA-02", "CON-085", "HUN-01")
def test_the_ring_that_earned_its_points_at_home_goes_on_to_barad_dur_and_wins(game_on: Running) -> None:
    kept_at_dol_guldur(game_on)
    # 50 for the Ring and 10 for the hobbit, and nobody has won: Dol Guldur is not Barad-dûr.
    assert game_on.points("khamul") == 60
    assert verdict(game_on.game.kit, game_on.world) is None
    host = game_on.go_to(1, "movement").force_with("khamul").id
    game_on.confirm(WHO_LEADS, host)
    assert game_on.said == ["Frodo is kept at Dol Guldur no longer and goes with Khamûl (HUN-01)."]
    assert game_on.world.war.ring.kept_at is None
    # What has earned its points is not brought there once more.
    assert game_on.told("captives-home") == []
    game_on.do(March(host, PlaceId("barad-dur"), (FigureId("khamul"),), overruled="for the test"))
    game_on.confirm("Frodo is brought to Barad-dûr")
    assert game_on.said[-1].startswith("Victory: Evil wins: the Ring is at Barad-dûr.")
    assert game_on.points("khamul") == 60


@pytest.mark.effect("ring-led-on")
def test_who_would_rather_stay_with_the_ring_is_asked_again_only_next_turn(game_on: Running) -> None:
    kept_at_dol_guldur(game_on).go_to(1, "movement").confirm(WHO_LEADS, "stay")
    assert game_on.titles[-1] == "Frodo stays at Dol Guldur with the Ring"
    assert game_on.told("ring-led-on") == []
    assert game_on.go_to(2, "movement").told("ring-led-on") == [WHO_LEADS]


def test_where_the_ring_wins_already_nobody_is_asked_to_take_it_on(game_on: Running) -> None:
    taken(game_on, "saruman", FRODO, place="isengard").confirm("Frodo is brought to Isengard")
    assert game_on.go_to(1, "movement").told("ring-led-on") == []


@pytest.mark.rules("STA-01", "STA-02")
def test_a_captive_brought_home_a_second_time_earns_nothing_more(game_on: Running) -> None:
    kept_at_dol_guldur(game_on)
    game_on.do(TakeAlong(FRODO, game_on.force_with("khamul").id))
    game_on.do(BringHome(FRODO, PlaceId("dol-guldur")))
    assert game_on.points("khamul") == 60
    # By hand he is in the force again, and neither then.
    game_on.do(Adjust((FRODO,), "for the test", condition="captured", commander=CommanderId("khamul")))
    game_on.do(BringHome(FRODO, PlaceId("dol-guldur")))
    assert game_on.points("khamul") == 60


@pytest.mark.rules("STA-01", "STA-02")
def test_a_captive_passed_on_to_another_minion_and_back_earns_each_of_them_once(game_on: Running) -> None:
    kept_at_dol_guldur(game_on)
    taken(game_on, "witch-king", FRODO, place="minas-morgul")
    game_on.do(BringHome(FRODO, PlaceId("minas-morgul")))
    taken(game_on, "khamul", FRODO, place="dol-guldur")
    game_on.do(BringHome(FRODO, PlaceId("dol-guldur")))
    # 50 for the Ring and 10 for the hobbit to either, whoever has him last.
    assert (game_on.points("khamul"), game_on.points("witch-king")) == (60, 60)


@pytest.mark.rules("STA-02", "STA-08")
def test_who_was_kept_for_another_at_a_minions_home_still_earns_him_his_points(game_on: Running) -> None:
    # The Witch-king keeps Merry at Isengard, which is not his: nothing. Saruman has him there: twenty.
    taken(game_on, "witch-king", MERRY, place="isengard").do(BringHome(MERRY, PlaceId("isengard")))
    assert game_on.points("witch-king") == 0
    taken(game_on, "saruman", MERRY, place="isengard").do(BringHome(MERRY, PlaceId("isengard")))
    assert game_on.points("saruman") == 20


@pytest.mark.rules("STA-01", "STA-02")
def test_who_was_set_free_and_is_taken_again_earns_again(game_on: Running) -> None:
    # The points are for each time that they are captured and brought home: 60 and 60.
    kept_at_dol_guldur(game_on).do(SetFree(FRODO))
    taken(game_on.go_to(2), "khamul", FRODO, place="dol-guldur")
    game_on.do(BringHome(FRODO, PlaceId("dol-guldur")))
    assert game_on.points("khamul") == 120


@pytest.mark.rules("HUN-01")
def test_a_captive_is_kept_only_where_evil_holds_the_place(game_on: Running) -> None:
    # Line 669: to their home base. In the wild they lead him on, and are challenged each turn (line 675).
    taken(game_on, "lurtz", FRODO, place="fangorn")
    with pytest.raises(Illegal, match="Nobody can be kept at Fangorn: evil does not hold it"):
        game_on.do(BringHome(FRODO, PlaceId("fangorn")))


@pytest.mark.rules("HUN-01")
def test_a_home_that_good_has_taken_is_no_home_to_bring_captives_to(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("minas-morgul"), "good"))
    taken(game_on, "witch-king", MERRY, place="minas-morgul")
    assert game_on.told("captives-home") == []
    with pytest.raises(Illegal, match="evil does not hold it"):
        game_on.do(BringHome(MERRY, PlaceId("minas-morgul")))
    # And the Ring in his own hands, by the word of the table, is at no home either.
    game_on.do(TakePlace(PlaceId("barad-dur"), "good")).stand("witch-king", "barad-dur")
    game_on.do(PassRing(FigureId("witch-king"), reason="for the test"))
    assert game_on.told("captives-home") == []


def test_from_the_field_about_a_home_nobody_is_brought_into_it(game_on: Running) -> None:
    taken(game_on, "lurtz", MERRY, place="isengard")
    force = replace(game_on.force_with("lurtz"), afield=True)
    game_on.set_war(forces={**game_on.world.war.forces, force.id: force})
    with pytest.raises(Illegal, match="Lurtz stands in the field about Isengard, not in it"):
        game_on.do(BringHome(MERRY, PlaceId("isengard")))


def test_a_captive_who_is_kept_where_nobody_holds_the_place_and_nobody_stands_is_free(
    game_on: Running,
) -> None:
    kept_at_dol_guldur(game_on).do(TakePlace(PlaceId("dol-guldur"), "uncontrolled"))
    assert game_on.told("captives-freed") == []
    for force in game_on.world.war.within(PlaceId("dol-guldur")):
        game_on.set_war(
            forces={**game_on.world.war.forces, force.id: replace(force, place=PlaceId("barad-dur"))}
        )
    assert game_on.told("captives-freed") == ["Frodo is free again: nobody guards the captive"]


def test_a_captive_in_a_cell_can_be_set_right_where_he_is(game_on: Running) -> None:
    kept_at_dol_guldur(game_on).do(Adjust((FRODO,), "he never was taken", condition="fit"))
    assert game_on.force_with("frodo").place == "dol-guldur"
    assert FRODO not in game_on.world.war.captives


@pytest.mark.parametrize("condition", ["serving", "paralyzed"])
def test_nobody_stands_up_out_of_a_cell_in_no_force(game_on: Running, condition: Condition) -> None:
    kept_at_dol_guldur(game_on)
    with pytest.raises(Illegal, match="Frodo is in no force, and nobody knows at which place"):
        game_on.do(Ruling("a slip", (Correction(FRODO, condition=condition),)))


def test_a_captive_put_into_a_force_by_hand_is_kept_no_longer(game_on: Running) -> None:
    kept_at_dol_guldur(game_on)
    game_on.do(Adjust((FRODO,), "he was fetched", force=game_on.force_with("khamul").id))
    assert game_on.world.war.kept == {}
    assert game_on.world.war.ring.kept_at is None
    assert FRODO in game_on.force_with("khamul").figures


def test_only_a_force_of_the_captor_in_that_very_place_takes_the_captive_along(game_on: Running) -> None:
    kept_at_dol_guldur(game_on)
    with pytest.raises(Illegal, match="Frodo is kept at Dol Guldur, and Saruman is not Khamûl's force there"):
        game_on.do(TakeAlong(FRODO, game_on.force_with("saruman").id))
    game_on.do(TakeAlong(FRODO, game_on.force_with("khamul").id))
    with pytest.raises(Illegal, match="Frodo is kept nowhere"):
        game_on.do(TakeAlong(FRODO, game_on.force_with("khamul").id))


# ---- the Ring among captives -----------------------------------------------------------------------------


@pytest.mark.rules("VIC-03", "STA-01")
def test_the_ring_handed_to_a_captive_who_is_kept_is_kept_with_him_from_then_on(game_on: Running) -> None:
    taken(game_on, "saruman", FRODO, SAM, place="isengard")
    game_on.do(BringHome(SAM, PlaceId("isengard")))
    assert game_on.points("saruman") == 20
    game_on.go_to(2).do(PassRing(SAM))
    # A hobbit counts twice at Isengard, and the Ring fifty.
    assert game_on.points("saruman") == 70
    assert "the Ring is at Isengard for 0 of 10 turns" in progress(game_on)
    assert game_on.go_to(12).said[-1].startswith("Victory: Saruman (Player 4) wins")


@pytest.mark.rules("STA-01")
def test_from_one_kept_captive_to_another_the_ten_turns_go_on(game_on: Running) -> None:
    taken(game_on, "saruman", FRODO, SAM, place="isengard")
    for one in (FRODO, SAM):
        game_on.do(BringHome(one, PlaceId("isengard")))
    game_on.go_to(4).do(PassRing(SAM))
    assert game_on.world.war.ring.kept_at == "isengard"
    assert "the Ring is at Isengard for 3 of 10 turns" in progress(game_on)
    assert game_on.points("saruman") == 20 + 20 + 50


def progress(running: Running) -> list[str]:
    return [one.words for one in watch(running.game.kit, running.world)]


# ---- where the Ring is -----------------------------------------------------------------------------------


def test_nobody_is_called_his_own_captive(game_on: Running) -> None:
    game_on.do(PassRing(FigureId("khamul"), reason="the table has it so"))
    kit = game_on.game.kit
    assert ring_line(kit, game_on.world) == "Khamûl bears the Ring at Dol Guldur."
    game_on.do(PassRing(FigureId("gothmog"), reason="the table has it so"))
    assert ring_line(kit, game_on.world) == "Gothmog bears the Ring at Minas Morgul for Witch-king."
    taken(game_on, "saruman", MERRY, place="isengard").do(PassRing(MERRY, reason="the table has it so"))
    assert ring_line(kit, game_on.world) == "Merry bears the Ring at Isengard, captive of Saruman."


def test_who_is_let_go_though_some_cannot_move_goes_without_a_speed(war: RingOfPower) -> None:
    running = Running.begun(war).go_to(1, "movement")
    running.do(March(running.force_with("khamul").id, PlaceId("barad-dur"), overruled="for the test"))
    assert running.said[0] == "Khamûl goes to Barad-dûr, though not all of them can move."
