"""HEA, ABL-HERO, wraiths: the wounded recover, are carried or at the enemy's mercy; the dispersed return."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from assistant.campaign.roll_call import state_of
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.placing import SetOut
from assistant.rules.deeds.shifting import Shift
from assistant.rules.deeds.stillness import pace
from assistant.rules.fight.facts import LeftBehind, Mending, Suffered
from assistant.rules.game import RingOfPower
from assistant.rules.places.facts import PlaceTaken
from assistant.rules.reminders import due_first, due_now
from assistant.rules.world import Condition
from tests.running.table import Running


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


def hurt(running: Running, condition: Condition, *names: str) -> Running:
    running.world = running.game.apply(running.world, Suffered(ids(*names), condition, "for the test"))
    return running


def is_fit(running: Running, figure: str) -> bool:
    return running.world.figures[FigureId(figure)].condition == "fit"


def turns_told(running: Running, title: str, turns: Iterable[int]) -> list[int]:
    return [turn for turn in turns if title in running.copy().go_to(turn).told("healing")]


# ---- healing ---------------------------------------------------------------------------------------------


@pytest.mark.effect("healing")
@pytest.mark.rules("HEA-01")
def test_who_comes_wounded_to_a_place_of_healing_recovers_after_a_full_turn_there(game_on: Running) -> None:
    # Wounded on turn 1, in Rivendell by a move on turn 2; turn 3 is the full turn of rest; well on turn 4.
    game_on.do(Adjust(ids("aragorn", "legolas", "gimli"), "for the test", place=PlaceId("bree")))
    hurt(game_on, "wounded", "legolas").go_to(2, "movement")
    game_on.confirm("Legolas lies wounded: who carries?", "aragorn", "nobody-else")
    game_on.do(March(game_on.force_with("aragorn").id, PlaceId("rivendell")))
    assert turns_told(game_on, "Legolas recovers at Rivendell", (3, 4, 5)) == [4, 5]
    game_on.go_to(4).confirm("Legolas recovers at Rivendell")
    assert is_fit(game_on, "legolas")
    assert game_on.world.war.carried == {}


@pytest.mark.rules("HEA-02")
def test_nobody_recovers_where_the_enemy_holds_the_house_of_healing(game_on: Running) -> None:
    hurt(game_on, "wounded", "glorfindel")
    game_on.do(TakePlace(PlaceId("rivendell"), "evil", (CommanderId("goblin-king"),)))
    assert turns_told(game_on, "Glorfindel recovers at Rivendell", (3, 4)) == []


@pytest.mark.rules("HEA-02")
def test_who_was_wounded_defending_it_recovers_a_full_turn_after_if_it_holds(game_on: Running) -> None:
    hurt(game_on, "wounded", "glorfindel")
    mending = Mending(ids("glorfindel"), PlaceId("rivendell"))
    game_on.world = game_on.game.apply(game_on.world, mending)
    # Wounded on turn 1, turn 2 in full, well on turn 3.
    assert turns_told(game_on, "Glorfindel recovers at Rivendell", (2, 3)) == [3]
    lost = PlaceTaken(PlaceId("rivendell"), "evil", (), 2)
    game_on.world = game_on.game.apply(game_on.world, lost)
    assert turns_told(game_on, "Glorfindel recovers at Rivendell", (2, 3, 4)) == []


@pytest.mark.rules("HEA-01")
def test_a_fight_begins_the_rest_anew(game_on: Running) -> None:
    hurt(game_on, "wounded", "arwen").go_to(2, "combat")
    arwen = replace(game_on.world.figures[FigureId("arwen")], fought_in=2)
    game_on.world = replace(game_on.world, figures={**game_on.world.figures, arwen.id: arwen})
    assert turns_told(game_on, "Arwen recovers at Rivendell", (3, 4)) == [4]


@pytest.mark.rules("HEA-02")
def test_a_fight_of_his_comrades_does_not_break_the_rest_of_the_wounded(game_on: Running) -> None:
    # Line 173: no combat for the wounded figure itself. Wounded on turn 1, turn 2 in full, well on turn 3.
    game_on.do(Part("opening-1", "for the test"))
    contact = game_on.meet("glorfindel", "great-goblin", "rivendell")
    game_on.go_to(1, "combat").report(contact, {"glorfindel": "wounded"}, winner="good").go_to(2, "movement")
    contact = game_on.meet("elrond", "goblin-king", "rivendell")
    game_on.go_to(2, "combat").report(contact, {}, winner="good")
    assert game_on.force_with("glorfindel").fought == 2
    assert turns_told(game_on, "Glorfindel recovers at Rivendell", (3, 4)) == [3, 4]


def test_elsewhere_nobody_recovers(game_on: Running) -> None:
    hurt(game_on, "wounded", "eomer")
    assert game_on.go_to(6).told("healing") == []


# ---- wraiths ---------------------------------------------------------------------------------------------


@pytest.mark.effect("returning")
@pytest.mark.rules("PPL-RINGWRAITH-04", "PPL-RINGWRAITH-05", "ABL-ETHEREAL-2")
def test_dispersed_wraiths_return_after_four_turns_one_a_turn_in_all(game_on: Running) -> None:
    # Dispersed on turn 1: back on turn 5 at the earliest (CON-066), the second on turn 6.
    hurt(game_on, "dispersed", "witch-king", "khamul")
    assert game_on.go_to(4).told("returning") == []
    # Both fell on the same turn: they are asked who is first, and the other waits.
    assert game_on.go_to(5).told("returning") == ["Khamûl or Witch-king returns"]
    game_on.confirm("Khamûl or Witch-king returns", "khamul", "dol-guldur")
    assert game_on.titles[-1] == "Khamûl returns"
    assert game_on.told("returning") == []
    assert (is_fit(game_on, "khamul"), game_on.force_with("khamul").place) == (True, "dol-guldur")
    game_on.go_to(6).confirm("Witch-king returns", "barad-dur")
    assert game_on.force_with("witch-king").place == "barad-dur"
    assert game_on.force_with("witch-king").commander == "witch-king"


@pytest.mark.effect("returning")
@pytest.mark.rules("PPL-RINGWRAITH-05")
def test_who_was_dispersed_first_returns_first_whoever_he_is(game_on: Running) -> None:
    hurt(game_on, "dispersed", "witch-king")
    hurt(game_on.go_to(2), "dispersed", "khamul")
    game_on.go_to(6).confirm("Witch-king returns", "minas-morgul")
    game_on.go_to(7).confirm("Khamûl returns", "dol-guldur")


@pytest.mark.rules("ABL-ETHEREAL-2")
def test_by_the_other_reading_they_return_after_five_turns(war: RingOfPower) -> None:
    running = hurt(Running.begun(war, house={"CON-066": "five-turns"}), "dispersed", "khamul")
    assert (running.go_to(5).told("returning"), running.go_to(6).told("returning")) == (
        [],
        ["Khamûl returns"],
    )


def others(running: Running) -> Running:
    """A castellan and a wight are dispersed on turn 1."""
    running.do(AddFigures(ProfileId("wight"), 1, CommanderId("buhrdur"), PlaceId("carn-dum"), "for the test"))
    return hurt(running, "dispersed", "castellan-of-dol-guldur", "wight").go_to(5)


@pytest.mark.rules("PPL-RINGWRAITH-04")
def test_a_castellan_returns_to_dol_guldur_and_a_wight_not_at_all(game_on: Running) -> None:
    others(game_on).confirm("Castellan of Dol Guldur returns")
    assert game_on.force_with("castellan-of-dol-guldur").place == "dol-guldur"
    assert game_on.go_to(9).told("returning") == []


def test_where_the_table_reads_it_so_all_return_home_or_to_barad_dur(war: RingOfPower) -> None:
    running = others(Running.begun(war, house={"AMB-037": "home-or-barad-dur"}))
    both = "Castellan of Dol Guldur or Barrow-wight returns"
    running.confirm(both, "castellan-of-dol-guldur", "barad-dur")
    running.go_to(6).confirm("Barrow-wight returns", "carn-dum")
    assert running.force_with("wight").place == "carn-dum"


def test_where_only_ringwraiths_return_no_other_does(war: RingOfPower) -> None:
    running = others(Running.begun(war, house={"AMB-037": "not-stated"}))
    assert running.told("returning") == []
    assert hurt(running, "dispersed", "khamul").go_to(9).told("returning") == ["Khamûl returns"]


# ---- carrying and mercy ----------------------------------------------------------------------------------


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
def test_two_hobbits_carry_a_hobbit_at_full_speed_and_one_at_half(game_on: Running) -> None:
    # A hobbit is half a figure to carry and to be carried: Frodo alone for Sam is one for one: half of 16.
    hurt(game_on, "wounded", "sam").go_to(1, "movement")
    game_on.confirm("Sam lies wounded: who carries?", "frodo")
    assert game_on.said == ["Frodo carries Sam at half speed (ABL-HERO-3)."]
    assert pace(game_on.game.kit, game_on.world, game_on.force_with("sam")).clear == 8
    assert game_on.told("carrying") == []


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
def test_one_man_carries_one_hobbit_at_full_speed_and_two_at_half(game_on: Running) -> None:
    # Two hobbits weigh as much as one man: one for one goes at half of Legolas's speed.
    game_on.do(Part("opening-1", "for the test"))
    game_on.do(Unite((game_on.force_with("legolas").id, game_on.force_with("merry").id)))
    hurt(game_on, "wounded", "merry", "pippin", "aragorn", "gimli", "boromir").go_to(1, "movement")
    game_on.confirm("Merry lies wounded: who carries?", "legolas")
    assert game_on.said == ["Legolas carries Merry at full speed (ABL-HERO-3)."]
    game_on.confirm("Pippin lies wounded: who carries?", "legolas")
    assert game_on.said == ["Legolas carries Pippin at half speed (ABL-HERO-3)."]
    # A man is too much beside them.
    assert game_on.told("carrying") == []


def test_a_measured_hobbit_whose_bearer_is_gone_moves_by_the_game_masters_word_only(game_on: Running) -> None:
    hurt(game_on, "wounded", "sam").go_to(1, "movement").do(SetOut(game_on.force_with("sam").id))
    game_on.confirm("Sam lies wounded: who carries?", "frodo")
    game_on.do(Adjust(ids("frodo"), "for the test", place=PlaceId("bree")))
    force, lay = game_on.force_with("sam").id, game_on.world.war.spots[FigureId("sam")]
    two_inches_on = ((lay.x, lay.y - 2000),)
    with pytest.raises(Illegal, match="Sam"):
        game_on.do(Shift(force, two_inches_on))
    game_on.do(Shift(force, two_inches_on, "an eagle took him"))
    lies = game_on.world.war.spots[FigureId("sam")]
    assert (lies.x, lies.y) == two_inches_on[0]


def carried_by_two(game_on: Running) -> Running:
    """Boromir, wounded, with Gimli and Legolas who were told to carry him, in Aragorn's force."""
    game_on.do(Part("opening-1", "for the test"))
    game_on.do(Unite((game_on.force_with("aragorn").id, game_on.force_with("boromir").id)))
    hurt(game_on, "wounded", "boromir").go_to(1, "movement")
    return game_on.confirm("Boromir lies wounded: who carries?", "gimli", "legolas")


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-3")
def test_when_those_who_carry_have_fallen_others_are_asked(game_on: Running) -> None:
    carried_by_two(game_on)
    hurt(game_on, "wounded", "gimli", "legolas").go_to(2, "movement")
    # Three lie wounded, and Aragorn alone can carry one of them, besides the hobbits.
    assert "Boromir lies wounded: who carries?" in game_on.told("carrying")
    game_on.confirm("Boromir lies wounded: who carries?", "aragorn", "nobody-else")
    assert game_on.said == ["Aragorn carries Boromir at half speed (ABL-HERO-3)."]
    for name in ("Gimli", "Legolas"):
        game_on.confirm(f"{name} lies wounded: who carries?", "nobody-else")
    game_on.do(March(game_on.force_with("aragorn").id, PlaceId("eastfold")), "free")
    assert game_on.force_with("boromir").place == "eastfold"
    assert game_on.force_with("gimli").place == "amon-hen"


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-3")
def test_who_parts_from_the_wounded_carries_nobody_and_who_stays_is_asked(game_on: Running) -> None:
    carried_by_two(game_on)
    force = game_on.force_with("aragorn").id
    game_on.do(Divide(force, (FigureId("boromir"), FigureId("legolas"))))
    # One for one: half of Legolas's 20 inches, and Gimli is not with them any more.
    game_on.confirm("Boromir lies wounded: who carries?", "legolas")
    assert game_on.said == ["Legolas carries Boromir at half speed (ABL-HERO-3)."]
    assert pace(game_on.game.kit, game_on.world, game_on.force_with("boromir")).clear == 10
    game_on.do(Divide(game_on.force_with("legolas").id, (FigureId("legolas"),)))
    assert game_on.told("carrying") == []
    assert state_of(game_on.game.kit, game_on.world, FigureId("boromir")) == " wounded"


def frodo_on_aragorns_back(game_on: Running) -> Running:
    """Frodo, wounded, with Sam, Legolas and Gimli in the force of Aragorn who carries him."""
    game_on.do(Part("opening-1", "for the test"))
    aragorns = game_on.force_with("aragorn").id
    game_on.do(Adjust(ids("frodo", "sam"), "for the test", force=aragorns))
    hurt(game_on, "wounded", "frodo").go_to(1, "movement")
    game_on.confirm("Frodo lies wounded: who carries?", "aragorn")
    assert game_on.said == ["Aragorn carries Frodo at full speed (ABL-HERO-3)."]
    return game_on


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-3")
def test_who_marched_away_from_his_burden_carries_another_where_he_comes(game_on: Running) -> None:
    frodo_on_aragorns_back(game_on).do(Adjust(ids("boromir"), "for the test", place=PlaceId("fangorn")))
    force = game_on.force_with("aragorn").id
    game_on.do(March(force, PlaceId("fangorn"), ids("aragorn"), "he goes alone"))
    game_on.do(Unite((game_on.force_with("boromir").id, game_on.force_with("aragorn").id)))
    hurt(game_on, "wounded", "boromir")
    # Frodo stayed with Sam, Legolas and Gimli: they are asked for him, and Aragorn for Boromir alone.
    both = {"Frodo lies wounded: who carries?", "Boromir lies wounded: who carries?"}
    assert set(game_on.told("carrying")) == both
    game_on.confirm("Boromir lies wounded: who carries?", "aragorn")
    # One man for one man: half of the 20 inches of those who make haste.
    assert game_on.said == ["Aragorn carries Boromir at half speed (ABL-HERO-3)."]
    assert pace(game_on.game.kit, game_on.world, game_on.force_with("boromir")).clear == 10
    assert game_on.told("carrying") == ["Frodo lies wounded: who carries?"]


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
def test_who_divided_from_his_burden_comes_back_with_another_and_is_asked_for_both(game_on: Running) -> None:
    frodo_on_aragorns_back(game_on)
    left, boromirs = game_on.force_with("frodo").id, game_on.force_with("boromir").id
    game_on.do(Divide(left, ids("aragorn"))).do(Unite((boromirs, game_on.force_with("aragorn").id)))
    hurt(game_on, "wounded", "boromir")
    game_on.confirm("Boromir lies wounded: who carries?", "aragorn", "nobody-else")
    assert game_on.said == ["Aragorn carries Boromir at half speed (ABL-HERO-3)."]
    game_on.do(Unite((game_on.force_with("frodo").id, boromirs)))
    # A man and a hobbit are too much for one man: whom he carries now is asked, and the other lies.
    assert "Frodo lies wounded: who carries?" in game_on.told("carrying")
    game_on.confirm("Boromir lies wounded: who carries?", "aragorn", "nobody-else")
    assert game_on.said == ["Aragorn carries Boromir at half speed (ABL-HERO-3)."]
    assert game_on.world.war.carried == {"boromir": ("aragorn",)}


def test_whom_nobody_carries_stays_where_he_lies(game_on: Running) -> None:
    hurt(game_on, "wounded", "sam").go_to(1, "movement")
    game_on.confirm("Sam lies wounded: who carries?", "nobody-else")
    assert game_on.world.war.carried == {}
    assert not game_on.world.figures[FigureId("sam")].left_behind


def test_nobody_is_told_to_carry_those_who_rest_at_a_place_of_healing(game_on: Running) -> None:
    hurt(game_on, "wounded", "arwen").go_to(1, "movement")
    assert game_on.told("carrying") == ["Arwen lies wounded where the wounded heal: who carries?"]
    # It is an offer: the others may set out without a word about her.
    assert due_first(game_on.game.kit, game_on.world, game_on.force_with("arwen").figures) is None


def left_to(running: Running, victim: str, enemy: str) -> str:
    """A wounded figure lies where an enemy comes; what the table is told."""
    running.do(Adjust(ids(victim), "for the test", place=PlaceId("eastfold")))
    hurt(running, "wounded", victim)
    running.world = running.game.apply(running.world, LeftBehind(ids(victim)))
    running.stand("eomer", "edoras").stand(enemy, "eastfold").go_to(1, "combat")
    (title,) = running.told("mercy")
    return title


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5", "STA-05")
def test_who_was_left_behind_may_be_slain_by_an_enemy_who_comes(game_on: Running) -> None:
    # STA-05: five points for a character and its leadership; Boromir leads with 3.
    title = left_to(game_on, "boromir", "saruman")
    assert title == "Boromir lies wounded, and Saruman is there"
    leads = game_on.game.book.profiles[ProfileId("boromir")].leadership
    game_on.confirm(title, "slay")
    assert game_on.world.figures[FigureId("boromir")].condition == "eliminated"
    assert game_on.points("saruman") == 5 + leads
    assert game_on.said[-1] == "Saruman: +8 status points, Boromir slain."


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5")
def test_who_has_been_beaten_himself_does_not_slay_the_wounded_of_the_victors(game_on: Running) -> None:
    # Boromir falls wounded and Merry and Pippin win all the same: Lurtz is beaten and has yet to go.
    game_on.report("opening-1", {"boromir": "wounded"}, winner="good").go_to(1, "movement")
    able = ids("merry", "pippin", "aragorn", "legolas", "gimli")
    game_on.do(Divide(game_on.force_with("boromir").id, able))
    game_on.stand("merry", "lothlorien").go_to(1, "combat")
    assert game_on.told("mercy") == []
    game_on.stand("saruman", "amon-hen").confirm("Boromir lies wounded, and Saruman is there", "spare")


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5")
def test_nobody_slays_a_wounded_man_beside_friends_who_can_fight(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    hurt(game_on, "wounded", "theodred")
    game_on.do(Adjust(ids("theodred"), "for the test", place=PlaceId("edoras")))
    game_on.stand("saruman", "edoras").go_to(1, "combat")
    assert game_on.told("mercy") == []
    for force in [one for one in game_on.world.war.at(PlaceId("edoras")) if one.commander == "rohan"]:
        if "theodred" not in force.figures:
            game_on.stand(force.figures[0], "helms-deep")
    game_on.confirm("Théodred lies wounded, and Saruman is there", "slay")


@pytest.mark.effect("mercy")
@pytest.mark.rules("PPL-GRIMA-01")
def test_the_counsellor_raises_no_hand_against_a_wounded_man(war: RingOfPower) -> None:
    running = Running.begun(war).do(Part("opening-1", "for the test"))
    hurt(running, "wounded", "theodred", "theoden", "eowyn")
    for figure in ("theodred", "theoden", "eowyn"):
        running.do(Adjust(ids(figure), "for the test", place=PlaceId("edoras")))
    for force in [one for one in running.world.war.at(PlaceId("edoras")) if one.commander == "rohan"]:
        if force.figures[0] not in ("theodred", "theoden", "eowyn"):
            running.stand(force.figures[0], "helms-deep")
    assert running.go_to(1, "combat").told("mercy") == []


@pytest.mark.rules("ABL-HERO-5")
def test_a_hobbit_left_behind_is_captured_never_slain(game_on: Running) -> None:
    game_on.confirm(left_to(game_on, "frodo", "saruman"), "capture")
    assert game_on.world.war.captives == {"frodo": "saruman"}
    assert game_on.world.war.ring.captor == "saruman"


def test_the_enemy_may_spare_him(game_on: Running) -> None:
    game_on.confirm(left_to(game_on, "boromir", "saruman"), "spare")
    assert game_on.world.figures[FigureId("boromir")].condition == "wounded"
    assert not [one for one in due_now(game_on.game.kit, game_on.world) if one.about == "mercy"]


@pytest.mark.rules("ABL-HERO-3")
def test_a_force_of_wounded_alone_goes_nowhere_for_they_cannot_walk(game_on: Running) -> None:
    hurt(game_on, "wounded", "frodo", "sam")
    goes = pace(game_on.game.kit, game_on.world, game_on.force_with("sam"))
    assert (goes.clear, goes.difficult) == (None, None)
    assert str(goes) == "nowhere: Frodo and Sam cannot walk (ABL-HERO-3)"
