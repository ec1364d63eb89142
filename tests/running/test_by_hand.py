"""By hand: any figure can be moved, hurt, mounted, removed, restored, handed over, renamed or added."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.holding import BringHome
from assistant.rules.deeds.reminding import SwitchReminder
from assistant.rules.deeds.renaming import ChangeSeat, Rename
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.fight.facts import Carried
from assistant.rules.names import name_of
from assistant.rules.ring.facts import RingPassed
from assistant.rules.standing import census
from assistant.rules.table_word.facts import Correction
from assistant.rules.world import Condition, Figure
from tests.running.table import Running

WHY = "the table says so"
EDORAS = PlaceId("edoras")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


def figure(running: Running, name: str) -> Figure:
    return running.world.figures[FigureId(name)]


def test_a_figure_is_moved_and_stands_as_a_force_of_its_own(game_on: Running) -> None:
    game_on.do(Adjust(ids("eomer"), WHY, place=EDORAS))
    assert (game_on.force_with("eomer").place, game_on.force_with("eomer").commander) == (EDORAS, "rohan")
    assert game_on.force_with("rider-of-rohan-7").place == "eastfold"
    assert game_on.titles[-1] == "By hand: Éomer at Edoras"


def test_many_are_moved_at_once_and_each_stays_with_its_own_commander(game_on: Running) -> None:
    game_on.do(Adjust(ids("eomer", "rider-of-rohan-7", "faramir"), WHY, place=EDORAS))
    assert game_on.force_with("eomer").figures == ("eomer", "rider-of-rohan-7")
    assert (game_on.force_with("faramir").commander, game_on.force_with("faramir").place) == (
        "gondor",
        EDORAS,
    )


def test_a_figure_is_removed_and_restored_where_its_force_is(game_on: Running) -> None:
    before = census(game_on.world)
    game_on.do(Adjust(ids("eomer"), WHY, condition="eliminated"))
    assert census(game_on.world)["dead"] == 1
    game_on.do(Adjust(ids("eomer"), "he was only stunned", condition="fit"))
    assert census(game_on.world) == before
    assert game_on.force_with("eomer").place == "eastfold"


@pytest.mark.rules("ABL-ETHEREAL")
def test_only_those_who_come_back_are_dispersed_by_hand(game_on: Running) -> None:
    with pytest.raises(Illegal, match="Éomer cannot be dispersed: only wraiths") as refused:
        game_on.do(Adjust(ids("witch-king", "eomer"), WHY, condition="dispersed"))
    assert (refused.value.code, refused.value.do) == ("not-dispersed", "Say slain instead.")
    game_on.do(Adjust(ids("witch-king"), WHY, condition="dispersed"))
    assert figure(game_on, "witch-king").condition == "dispersed"


def test_a_wound_by_hand_begins_the_time_of_healing(game_on: Running) -> None:
    game_on.go_to(4).do(Adjust(ids("arwen"), WHY, condition="wounded"))
    assert game_on.go_to(5).told("healing") == []
    assert game_on.go_to(6).told("healing") == ["Arwen recovers at Rivendell"]


def test_who_is_well_by_hand_is_nobodys_burden(game_on: Running) -> None:
    game_on.do(Adjust(ids("legolas"), WHY, condition="wounded"))
    game_on.world = game_on.game.apply(game_on.world, Carried(ids("legolas"), ids("aragorn"), "half"))
    game_on.do(Adjust(ids("legolas"), WHY, condition="fit"))
    assert game_on.world.war.carried == {}


def test_mounts_and_rest_are_set_by_hand(game_on: Running) -> None:
    game_on.do(Adjust(ids("aragorn", "gimli"), WHY, mounted=True, regrouping=True))
    both = [figure(game_on, one) for one in ("aragorn", "gimli")]
    assert all(one.mounted and one.regrouping for one in both)


def test_figures_are_handed_over_and_put_into_another_force(game_on: Running) -> None:
    game_on.do(Adjust(ids("eomer"), WHY, commander=CommanderId("gondor")))
    assert (game_on.force_with("eomer").commander, game_on.force_with("eomer").place) == (
        "gondor",
        "eastfold",
    )
    game_on.do(Adjust(ids("eomer"), WHY, force=game_on.force_with("theoden").id))
    assert game_on.force_with("eomer") == game_on.force_with("theoden")


def test_a_captive_by_hand_is_in_someones_hands_until_he_is_free(game_on: Running) -> None:
    game_on.do(Adjust(ids("merry"), WHY, condition="captured", commander=CommanderId("saruman")))
    assert game_on.world.war.captives == {"merry": "saruman"}
    game_on.do(Adjust(ids("merry"), WHY, condition="fit"))
    assert game_on.world.war.captives == {}


@pytest.mark.parametrize("place", [None, "edoras"])
def test_a_captive_who_is_fit_again_by_hand_is_among_his_own(game_on: Running, place: str | None) -> None:
    lurtz, saruman = game_on.force_with("lurtz").id, CommanderId("saruman")
    game_on.do(Adjust(ids("merry"), WHY, condition="captured", force=lurtz, commander=saruman))
    there = PlaceId(place) if place else game_on.force_with("lurtz").place
    game_on.do(Adjust(ids("merry"), WHY, condition="fit", place=PlaceId(place) if place else None))
    merry = game_on.force_with("merry")
    assert (merry.commander, merry.place, game_on.world.war.captives) == ("fellowship", there, {})


@pytest.mark.parametrize("condition", ["fit", "wounded"])
def test_a_captive_on_his_feet_by_a_ruling_stands_among_his_own(
    game_on: Running, condition: Condition
) -> None:
    # Frodo was led away with the Ring: ruled to be on his feet, he has it in nobody's name.
    lurtz, saruman = game_on.force_with("lurtz"), CommanderId("saruman")
    game_on.do(Adjust(ids("frodo"), WHY, condition="captured", force=lurtz.id, commander=saruman))
    game_on.world = game_on.game.apply(game_on.world, RingPassed(FigureId("frodo"), saruman, None, 1))
    game_on.do(Ruling(WHY, (Correction(FigureId("frodo"), condition=condition),)))
    frodo, war = game_on.force_with("frodo"), game_on.world.war
    assert (frodo.commander, frodo.place, war.captives, war.kept) == ("fellowship", lurtz.place, {}, {})
    assert (war.ring.bearer, war.ring.captor) == ("frodo", None)


def test_the_ring_of_one_who_is_set_free_by_hand_is_not_kept_any_longer(game_on: Running) -> None:
    # Brought to Isengard with the Ring and escaped to Fangorn: Saruman has nothing to keep for ten turns.
    hosts, saruman, isengard = game_on.force_with("saruman"), CommanderId("saruman"), PlaceId("isengard")
    game_on.do(Adjust(ids("frodo"), WHY, condition="captured", force=hosts.id, commander=saruman))
    game_on.do(BringHome(FigureId("frodo"), isengard))
    assert (game_on.world.war.ring.captor, game_on.world.war.ring.kept_at) == (saruman, isengard)
    game_on.do(Adjust(ids("frodo"), WHY, condition="fit", place=PlaceId("fangorn")))
    assert (game_on.world.war.ring.captor, game_on.world.war.ring.kept_at) == (None, None)


def test_who_is_slain_by_a_ruling_is_led_away_and_carried_no_further(game_on: Running) -> None:
    saruman = CommanderId("saruman")
    game_on.do(Adjust(ids("merry"), WHY, condition="captured", commander=saruman))
    game_on.do(Adjust(ids("legolas"), WHY, condition="wounded"))
    game_on.world = game_on.game.apply(game_on.world, Carried(ids("legolas"), ids("aragorn"), "half"))
    slain = tuple(Correction(one, condition="eliminated") for one in ids("merry", "legolas"))
    game_on.do(Ruling(WHY, slain))
    assert (game_on.world.war.captives, game_on.world.war.carried) == ({}, {})


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (Adjust((), WHY, mounted=True), "No figure is named"),
        (Adjust(ids("eomer"), "  ", mounted=True), "Say why"),
        (Adjust(ids("eomer"), WHY), "Nothing is to change"),
        (Adjust(ids("eomre"), WHY, mounted=True), "Did you mean 'eomer'"),
        (Adjust(ids("eomer"), WHY, place=PlaceId("edoars")), "Did you mean 'edoras'"),
        (AddFigures(ProfileId("orc"), 0, None, EDORAS, WHY), "0 figures cannot be added"),
        (AddFigures(ProfileId("ork"), 1, None, EDORAS, WHY), "no profile 'ork'"),
        (Rename(FigureId("eomer"), "x" * 61), "at most 60 letters"),
        (ChangeSeat("seat-1", " "), "A player needs a name"),
        (ChangeSeat("seat-99", "Ann"), "no seat 'seat-99'"),
    ],
)
def test_what_makes_no_sense_is_refused(game_on: Running, deed: object, said: str) -> None:
    with pytest.raises(Illegal, match=said):
        game_on.do(deed)


def test_figures_come_beyond_the_scenario_under_free_names(game_on: Running) -> None:
    before = len(game_on.world.figures)
    game_on.do(AddFigures(ProfileId("orc"), 3, CommanderId("saruman"), PlaceId("isengard"), "spares"))
    game_on.do(AddFigures(ProfileId("wild-warg"), 1, None, EDORAS, "out of the hills"))
    assert len(game_on.world.figures) == before + 4
    stray = next(one for one in game_on.world.war.at(EDORAS) if one.commander is None)
    assert len(stray.figures) == 1


def test_a_second_one_of_a_person_is_not_added_without_a_word(game_on: Running) -> None:
    frodo = AddFigures(ProfileId("frodo"), 1, CommanderId("fellowship"), PlaceId("bree"), "a second one")
    game_on.do(frodo)
    assert "Frodo is known to this game already: there is more than one now." in game_on.said


def test_a_figure_has_a_name_of_its_own_and_has_none_again(game_on: Running) -> None:
    kit = game_on.game.kit
    game_on.do(Rename(FigureId("orc-31"), " Grishnákh "))
    assert name_of(kit, game_on.world, figure(game_on, "orc-31")) == "Grishnákh"
    game_on.do(Rename(FigureId("orc-31"), ""))
    assert name_of(kit, game_on.world, figure(game_on, "orc-31")) == "Orc"


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (Rename(FigureId("orc-3"), ""), "Orc 3 has no name of its own already"),
        (ChangeSeat("seat-3", "Player 3"), "Player 3 sits there already, with dice rolled by the app"),
        (ChangeSeat("seat-3", "Player 3", "app"), "Player 3 sits there already"),
        (SwitchReminder("healing", on=True), "is on already"),
    ],
)
def test_what_is_so_already_is_not_recorded(game_on: Running, deed: object, said: str) -> None:
    with pytest.raises(Illegal, match=said) as refused:
        game_on.do(deed)
    assert refused.value.code == "nothing-changes"


def test_nothing_is_said_a_second_time(game_on: Running) -> None:
    deeds = (Rename(FigureId("orc-3"), "Snaga"), SwitchReminder("healing", on=False))
    for deed in deeds:
        game_on.do(deed)
        with pytest.raises(Illegal, match="already"):
            game_on.do(deed)


def test_a_seat_changes_hands_and_keeps_its_commanders_and_dice(game_on: Running) -> None:
    before = game_on.world.war.seats["seat-3"]
    game_on.do(ChangeSeat("seat-3", "Ann", "by-hand")).do(ChangeSeat("seat-3", "Ben", reason=WHY))
    assert f"Because: {WHY}" in game_on.said
    after = game_on.world.war.seats["seat-3"]
    assert (after.player, after.dice, after.commanders) == ("Ben", "by-hand", before.commanders)


@pytest.mark.parametrize(
    "deed",
    [
        Adjust(ids("eomer"), WHY, condition="fit"),
        Ruling(WHY, (Correction(FigureId("eomer"), condition="fit"),)),
    ],
)
def test_whoever_is_in_no_force_comes_back_only_to_a_place(game_on: Running, deed: Adjust | Ruling) -> None:
    """Carried off, and his force gone: without a place he would stand nowhere on the map."""
    game_on.do(Adjust(ids("eomer"), WHY, condition="captured"))
    force = game_on.force_with("eomer")
    others = tuple(one for one in force.figures if one != "eomer")
    forces = {**game_on.world.war.forces, force.id: replace(force, figures=others)}
    game_on.set_war(forces=forces)
    with pytest.raises(Illegal, match="Éomer is in no force") as refused:
        deed.plan(game_on.game.kit, game_on.world)
    assert refused.value.code == "nowhere"
    game_on.do(Adjust(ids("eomer"), WHY, condition="fit", place=EDORAS))
    assert game_on.force_with("eomer").place == EDORAS
