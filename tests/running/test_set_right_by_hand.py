"""By hand: captives who were lost and found again, forces that change sides, wounds of the freed."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.deeds.holding import SetFree
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.standing import members
from assistant.rules.table_word.facts import Correction
from assistant.rules.world import Condition
from tests.running.table import Running

FRODO, PIPPIN, THEODRED = FigureId("frodo"), FigureId("pippin"), FigureId("theodred")
TAKEN: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}


@pytest.mark.parametrize("is_ruling", [False, True])
def test_a_captive_struck_out_and_restored_stands_among_his_own(game_on: Running, is_ruling: bool) -> None:
    game_on.report("opening-1", TAKEN, "stay", winner="evil")
    game_on.do(Adjust((PIPPIN,), "miscounted", condition="eliminated"))
    back = Correction(PIPPIN, condition="fit")
    game_on.do(Ruling("he lives", (back,)) if is_ruling else Adjust((PIPPIN,), "he lives", condition="fit"))
    home = game_on.force_with("pippin")
    assert (home.commander, home.place) == ("fellowship", game_on.force_with("lurtz").place)
    assert "pippin" not in game_on.force_with("lurtz").figures
    # And the force that had him fights without him.
    contact = game_on.meet("aragorn", "lurtz", "fangorn")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[contact])
    assert PIPPIN not in [one.figure for one in setup.evil.figures]


def test_a_force_that_the_table_lets_go_over_fights_for_its_new_side(game_on: Running) -> None:
    game_on.report("opening-1", {}, winner="good")
    over = game_on.force_with("theodred").figures
    game_on.do(Adjust(over, "the table wants it", commander=CommanderId("saruman")))
    assert {game_on.world.figures[one].side for one in over} == {"evil"}
    contact = game_on.meet("theoden", "theodred", "edoras")
    game_on.go_to(1, "combat")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[contact])
    assert THEODRED in [one.figure for one in setup.evil.figures]
    Battle(contact, setup).plan(game_on.game.kit, game_on.world)
    # And back again, as one may have second thoughts.
    game_on.do(Adjust(over, "not after all", commander=CommanderId("rohan")))
    assert {game_on.world.figures[one].side for one in over} == {"good"}


def test_who_is_entered_as_a_captive_does_not_go_over(game_on: Running) -> None:
    game_on.report("opening-1", {}, winner="good").stand("lurtz", "edoras").stand("theodred", "edoras")
    guards = game_on.force_with("lurtz").id
    game_on.do(Adjust((THEODRED,), "overpowered", condition="captured", force=guards))
    assert game_on.world.figures[THEODRED].side == "good"


@pytest.mark.rules("HUN-01")
def test_who_is_put_with_his_captor_is_guarded_by_those_who_are_there(game_on: Running) -> None:
    # Rulebook line 669: evil captures the ringbearer and carries him away, so Khamûl's force has him.
    game_on.report("opening-1", {}, winner="good")
    khamul, there = CommanderId("khamul"), PlaceId("dol-guldur")
    game_on.do(Adjust((FRODO,), "taken", condition="captured", commander=khamul, place=there))
    guards = game_on.force_with("frodo")
    assert (guards.commander, guards.place) == ("khamul", "dol-guldur")
    assert members(game_on.world, guards)
    assert game_on.world.war.captives[FRODO] == khamul
    assert game_on.told("captives-freed") == []


@pytest.mark.rules("HUN-01")
def test_a_captive_who_is_moved_by_hand_is_led_by_his_captor_there(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "stay", winner="evil")
    game_on.do(Adjust((PIPPIN,), "sent ahead", place=PlaceId("isengard")))
    assert "saruman" in game_on.force_with("pippin").figures
    assert game_on.told("captives-freed") == []


@pytest.mark.rules("ABL-HERO")
def test_who_was_taken_wounded_is_wounded_when_free(game_on: Running) -> None:
    game_on.report("opening-1", {}, winner="good")
    game_on.do(Adjust((FRODO,), "hurt", condition="wounded"))
    saruman = CommanderId("saruman")
    game_on.do(Adjust((FRODO,), "taken", condition="captured", commander=saruman)).do(SetFree(FRODO))
    assert game_on.world.figures[FRODO].condition == "wounded"
    assert game_on.said == ["Frodo is wounded still (ABL-HERO)."]
    # Whoever was taken whole is whole.
    sam = FigureId("sam")
    game_on.do(Adjust((sam,), "taken", condition="captured", commander=saruman)).do(SetFree(sam))
    assert game_on.world.figures[sam].condition == "fit"


@pytest.mark.parametrize("said", [{"condition": "wounded"}, {"commander": CommanderId("fellowship")}])
def test_whom_nobody_controls_stays_with_those_he_goes_with(game_on: Running, said: dict[str, Any]) -> None:
    # A tamed Gollum goes with the Fellowship, and is of no side.
    gollum = FigureId("gollum")
    game_on.report("opening-1", {}, winner="good").go_to(1, "movement").do(UsePower("gollum"), (3,))
    company = game_on.force_with("gollum").figures
    game_on.do(Adjust(company if "commander" in said else (gollum,), "set right", **said))
    assert (game_on.force_with("gollum").commander, game_on.world.figures[gollum].side) == (
        "fellowship",
        "uncontrolled",
    )
