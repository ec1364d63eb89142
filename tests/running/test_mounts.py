"""MNT: where mounts come from, where they are lost, who rides with whom, and remounting."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.pace import Pace
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.riding import RideAlong
from assistant.rules.deeds.stillness import pace
from assistant.rules.deeds.things import borne
from assistant.rules.fight.facts import Dismounted
from assistant.rules.reminders import Reminder, due_now
from assistant.rules.war import Marks
from tests.running.table import Running

EDORAS, MORIA = PlaceId("edoras"), PlaceId("moria")


@pytest.fixture
def moving(game_on: Running) -> Running:
    """Movement of turn 1."""
    return game_on.go_to(1, "movement")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


def set_down(running: Running, place: str, *names: str) -> Running:
    return running.do(Adjust(ids(*names), "for the test", place=PlaceId(place)))


def is_mounted(running: Running, figure: str) -> bool:
    return running.world.figures[FigureId(figure)].mounted


def due(running: Running, place: str, *figures: str) -> Reminder:
    """What a place has to give to just these."""
    return next(
        one
        for one in due_now(running.game.kit, running.world)
        if one.place == place and one.figures == ids(*figures)
    )


# ---- closed places ---------------------------------------------------------------------------------------


@pytest.mark.rules("MNT-01")
@pytest.mark.effect("no-mounts")
@pytest.mark.parametrize("place", ["moria", "caradhras"])
def test_riders_may_not_enter_where_no_mount_can_go(moving: Running, place: str) -> None:
    with pytest.raises(Illegal, match="closed to mounted figures"):
        moving.do(March(moving.force_with("eomer").id, PlaceId(place)))


def test_riders_have_two_reasons_to_keep_out_of_shelobs_lair(moving: Running) -> None:
    with pytest.raises(Illegal, match="characters only"):
        moving.do(March(moving.force_with("eomer").id, PlaceId("shelobs-lair")))


@pytest.mark.rules("MNT-02")
@pytest.mark.effect("no-mounts")
def test_a_character_goes_in_without_the_mount_and_has_lost_it(moving: Running) -> None:
    moving.do(March(moving.force_with("eomer").id, MORIA, ids("eomer")))
    eomer = moving.world.figures[FigureId("eomer")]
    # It was not lost in combat, so MNT-10 does not bring it back.
    assert (eomer.mounted, eomer.unhorsed) == (False, False)
    assert "Mounts lost: Éomer, no mount can go there (MNT-02)." in moving.said


# ---- getting one -----------------------------------------------------------------------------------------


@pytest.mark.rules("MNT-03")
@pytest.mark.parametrize("place", ["edoras", "minas-tirith"])
def test_aragorn_and_legolas_may_have_mounts_at_edoras_and_minas_tirith(game_on: Running, place: str) -> None:
    set_down(game_on, place, "aragorn", "legolas", "gimli").go_to(1, "combat")
    one = due(game_on, place, "aragorn", "legolas")
    game_on.do(Heed(one.key), "aragorn", "nobody-else")
    assert (is_mounted(game_on, "aragorn"), is_mounted(game_on, "legolas")) == (True, False)


@pytest.mark.effect("outfitting")
@pytest.mark.rules("MNT-04")
@pytest.mark.parametrize("place", ["osgiliath", "minas-tirith"])
def test_boromir_may_have_a_mount_at_osgiliath_and_minas_tirith(game_on: Running, place: str) -> None:
    set_down(game_on, place, "boromir").go_to(1, "combat")
    game_on.do(Heed(due(game_on, place, "boromir").key), "boromir")
    assert is_mounted(game_on, "boromir")


@pytest.mark.rules("MNT-04")
def test_nobody_but_boromir_has_a_mount_at_osgiliath(game_on: Running) -> None:
    # Line 625 names him alone.
    everyone = ("boromir", "faramir", "aragorn", "legolas", "sam")
    set_down(game_on, "osgiliath", *everyone).go_to(1, "combat")
    found = [one for one in due_now(game_on.game.kit, game_on.world) if one.about == "outfitting"]
    assert [(one.place, one.figures) for one in found] == [("osgiliath", ("boromir",))]
    game_on.do(Heed(found[0].key), "boromir")
    assert [one for one in everyone if is_mounted(game_on, one)] == ["boromir"]


@pytest.mark.rules("MNT-07")
def test_hobbits_may_have_ponies_at_edoras(game_on: Running) -> None:
    set_down(game_on, "edoras", "frodo", "sam").go_to(1, "combat")
    game_on.do(Heed(due(game_on, "edoras", "frodo", "sam").key), "sam", "frodo")
    assert (is_mounted(game_on, "frodo"), is_mounted(game_on, "sam")) == (True, True)
    # Line 628: ponies, not horses, each one's own.
    assert [thing for thing in borne(game_on.world, FigureId("sam")) if "cloak" not in thing] == [
        "elven-rope",
        "pony",
    ]
    # A hobbit moves as a dwarf: 8 on foot, 12 mounted, and the Fellowship goes twice as far.
    assert pace(game_on.game.kit, game_on.world, game_on.force_with("sam")).clear == 24


@pytest.mark.rules("MNT-05")
def test_gandalf_may_have_shadowfax_at_edoras_and_loses_him_underground(game_on: Running) -> None:
    gandalf = ProfileId("gandalf-the-white")
    game_on.do(AddFigures(gandalf, 1, CommanderId("fellowship"), EDORAS, "for the test", mounted=False))
    game_on.go_to(1, "combat").do(Heed(due(game_on, "edoras", gandalf).key), gandalf)
    assert is_mounted(game_on, gandalf)
    assert borne(game_on.world, FigureId(gandalf)) == ("shadowfax",)
    game_on.go_to(2, "movement").do(March(game_on.force_with(gandalf).id, MORIA))
    assert not is_mounted(game_on, gandalf)
    assert borne(game_on.world, FigureId(gandalf)) == ()


def test_everyone_has_mounts_and_arms_by_the_rule_that_names_them(game_on: Running) -> None:
    set_down(game_on, "minas-tirith", "aragorn", "legolas", "boromir", "faramir", "sam").go_to(1, "combat")
    found = due_now(game_on.game.kit, game_on.world)
    cited = {(one.title, one.rules) for one in found if one.about in ("outfitting", "receiving")}
    assert cited == {
        ("Aragorn and Legolas may have a mount", ("MNT-03",)),
        ("Boromir may have a mount", ("MNT-04",)),
        ("Aragorn may have heavy armor", ("ITM-ANDURIL-01",)),
        ("Aragorn receives Andúril", ("ITM-ANDURIL-01",)),
        ("Boromir may have heavy armor", ("PPL-BOROMIR-01",)),
        ("Faramir may have heavy armor", ("AMB-075",)),
        ("Sam may have armor", ("AMB-075",)),
    }


def test_what_a_place_gives_is_told_once_a_visit(game_on: Running) -> None:
    set_down(game_on, "edoras", "aragorn", "legolas").go_to(1, "combat")
    mount = due(game_on, "edoras", "aragorn", "legolas")
    game_on.do(Heed(mount.key, "skipped")).go_to(2, "combat")
    assert mount.key not in {one.key for one in due_now(game_on.game.kit, game_on.world)}
    game_on.go_to(3, "movement").confirm("Aragorn reaches Helm's Deep or Edoras")
    game_on.do(March(game_on.force_with("aragorn").id, EDORAS))
    game_on.go_to(3, "combat")
    assert due(game_on, "edoras", "aragorn", "legolas").title == "Aragorn and Legolas may have a mount"


def due_of(game_on: Running, thing: str) -> Reminder:
    """What is due of a thing."""
    return next(one for one in due_now(game_on.game.kit, game_on.world) if one.given.get("thing") == thing)


@pytest.mark.effect("receiving")
@pytest.mark.rules("ITM-ANDURIL-01", "AMB-075")
def test_arms_there_are_many_of_go_to_each_and_the_one_sword_to_one(game_on: Running) -> None:
    set_down(game_on, "edoras", "aragorn", "merry", "pippin").go_to(1, "combat")
    armor = due_of(game_on, "armor")
    game_on.do(Heed(armor.key), "merry", "pippin")
    sword = due_of(game_on, "anduril")
    assert sword.title == "Aragorn receives Andúril"
    game_on.do(Heed(sword.key))
    worn = {name: borne(game_on.world, FigureId(name)) for name in ("aragorn", "merry", "pippin")}
    assert worn == {"aragorn": ("anduril",), "merry": ("armor",), "pippin": ("armor",)}


# ---- riding with another ---------------------------------------------------------------------------------


@pytest.mark.rules("MNT-06")
def test_gimli_rides_with_legolas_at_no_cost_and_with_nobody_else(game_on: Running) -> None:
    with pytest.raises(Illegal, match="Legolas is on foot, and has no mount to share"):
        game_on.do(RideAlong(ids("gimli"), FigureId("legolas")))
    game_on.do(Adjust(ids("legolas", "aragorn"), "for the test", mounted=True)).go_to(1, "movement")
    with pytest.raises(Illegal, match="Gimli may not ride with Aragorn"):
        game_on.do(RideAlong(ids("gimli"), FigureId("aragorn")))
    # On foot Gimli makes 8; Aragorn and Legolas ride 15; the Fellowship goes twice as far.
    assert pace(game_on.game.kit, game_on.world, game_on.force_with("gimli")).clear == 16
    game_on.do(RideAlong(ids("gimli"), FigureId("legolas")))
    assert pace(game_on.game.kit, game_on.world, game_on.force_with("gimli")).clear == 30


@pytest.mark.rules("MNT-08")
def test_hobbits_ride_with_any_mounted_character_until_he_loses_his_mount(game_on: Running) -> None:
    boromir = FigureId("boromir")
    game_on.do(Adjust((boromir,), "for the test", mounted=True)).go_to(1, "movement")
    game_on.do(RideAlong(ids("merry", "pippin"), boromir))
    force = game_on.force_with("boromir")
    assert pace(game_on.game.kit, game_on.world, force).clear == 30
    # On foot the hobbits make 8, Boromir 10, and twice that in haste.
    game_on.do(Adjust((boromir,), "thrown", mounted=False))
    assert pace(game_on.game.kit, game_on.world, force).clear == 16


def test_nobody_rides_with_one_who_is_elsewhere(game_on: Running) -> None:
    with pytest.raises(Illegal, match="Frodo is not with Éomer"):
        game_on.do(RideAlong(ids("frodo"), FigureId("eomer")))


# ---- remounting ------------------------------------------------------------------------------------------


def unhorse(running: Running, *names: str) -> Running:
    running.world = running.game.apply(running.world, Dismounted(ids(*names)))
    return running


def remounts(running: Running) -> list[Reminder]:
    return [one for one in due_now(running.game.kit, running.world) if one.about == "remounting"]


@pytest.mark.effect("remounting")
@pytest.mark.rules("MNT-10")
def test_riders_mount_again_at_home_or_at_edoras_and_nowhere_else(game_on: Running) -> None:
    # Rohan's home is Helm's Deep (AMB-062). Théoden is at Edoras, Éomer in the Eastfold.
    unhorse(game_on, "theoden", "eomer", "rider-of-rohan-1").go_to(1, "combat")
    assert [one.figures for one in remounts(game_on)] == [("theoden",)]
    set_down(game_on, "helms-deep", "eomer")
    assert [one.figures for one in remounts(game_on)] == [("theoden",), ("eomer",)]
    game_on.do(Heed(remounts(game_on)[0].key), "theoden")
    assert is_mounted(game_on, "theoden")


@pytest.mark.rules("MNT-10")
def test_who_moved_or_fights_this_turn_does_not_mount_again(game_on: Running) -> None:
    unhorse(game_on, "eomer", "theoden").go_to(1, "movement")
    game_on.do(March(game_on.force_with("eomer").id, EDORAS))
    foe = game_on.stand("saruman", EDORAS).force_with("saruman").id
    game_on.do(Meet((game_on.force_with("theoden").id,), (foe,), EDORAS)).go_to(1, "combat")
    assert remounts(game_on) == []


@pytest.mark.rules("MNT-10")
def test_who_lost_the_mount_in_a_fight_of_this_turn_has_another_on_the_next(game_on: Running) -> None:
    # Line 634: not in combat on the turn that begins and ends there; Théoden fights at Edoras and stays.
    number = game_on.go_to(1, "movement").meet("theoden", "saruman", EDORAS)
    game_on.go_to(1, "combat").report(number, {}, winner="good")
    unhorse(game_on, "theoden").stand("saruman", "isengard")
    assert number not in game_on.world.war.contacts
    assert remounts(game_on) == []
    assert [one.figures for one in remounts(game_on.go_to(2, "combat"))] == [("theoden",)]


@pytest.mark.rules("MNT-11")
def test_two_mount_again_on_a_turn_in_all_and_others_on_the_next(game_on: Running) -> None:
    # Three of Rohan at Edoras and two knights at home in Dol Amroth: two mounts on turn 1, wherever.
    knights = ("knight-of-dol-amroth-1", "knight-of-dol-amroth-2")
    unhorse(game_on, "theoden", "rider-of-rohan-4", "rider-of-rohan-5", *knights).go_to(1, "combat")
    amroth, edoras = sorted(remounts(game_on), key=lambda one: one.here)
    game_on.do(Heed(edoras.key), "theoden", "nobody-else")
    (left,) = [one for one in remounts(game_on) if one.place == "dol-amroth"]
    assert left.note == "On this turn 1 more may, wherever they are."
    game_on.do(Heed(amroth.key), knights[0])
    assert remounts(game_on) == []
    assert len(remounts(game_on.go_to(2, "combat"))) == 2


def test_a_mount_left_outside_a_closed_place_does_not_come_back_by_itself(game_on: Running) -> None:
    game_on.world = game_on.game.apply(game_on.world, Dismounted(ids("theoden"), "left-outside"))
    assert remounts(game_on.go_to(1, "combat")) == []


@pytest.mark.parametrize(
    ("clear", "difficult", "words"),
    [
        (10.0, 7.0, 'at most 10" in clear and 7" in difficult ground'),
        (16.0, None, 'at most 16" in clear ground, and into no other'),
        (None, None, "nowhere as it is: not all of them can move"),
    ],
)
def test_how_far_a_force_goes_is_said_in_words(
    clear: float | None, difficult: float | None, words: str
) -> None:
    assert str(Pace(clear, difficult, ())) == words


# ---- with a rider of another commander -------------------------------------------------------------------


@pytest.fixture
def at_edoras(moving: Running) -> Running:
    """Merry of the Fellowship and Éomer of Rohan, who is mounted, stand at Edoras."""
    set_down(moving, "edoras", "merry", "pippin")
    return set_down(moving, "edoras", "eomer")


@pytest.mark.rules("MNT-08")
def test_a_hobbit_rides_with_another_commander_s_rider_and_stays_his_own(at_edoras: Running) -> None:
    # Rulebook lines 626-628: each hobbit may be carried along with another mounted character.
    at_edoras.do(RideAlong(ids("merry"), FigureId("eomer")))
    at_edoras.do(March(at_edoras.force_with("eomer").id, PlaceId("helms-deep")))
    merry = at_edoras.force_with("merry")
    assert (merry.place, merry.commander, merry.moved) == ("helms-deep", "fellowship", 1)
    assert at_edoras.force_with("pippin").place == "edoras"
    assert any(line.startswith("Merry comes along: ") for line in at_edoras.said)
    with pytest.raises(Illegal, match="moved this turn"):
        at_edoras.do(March(merry.id, EDORAS))


def test_who_has_moved_already_does_not_ride_on_the_same_turn(at_edoras: Running) -> None:
    at_edoras.do(RideAlong(ids("merry"), FigureId("eomer")))
    force = at_edoras.force_with("merry")
    at_edoras.set_war(forces={**at_edoras.world.war.forces, force.id: force.with_marks(Marks(moved=1))})
    at_edoras.do(March(at_edoras.force_with("eomer").id, PlaceId("helms-deep")))
    assert at_edoras.force_with("merry").place == "edoras"
    assert any(line.startswith("Merry stays behind. ") for line in at_edoras.said)


def test_who_went_elsewhere_on_foot_is_not_fetched(at_edoras: Running) -> None:
    at_edoras.do(RideAlong(ids("merry"), FigureId("eomer")))
    set_down(at_edoras, "isengard", "merry")
    at_edoras.do(March(at_edoras.force_with("eomer").id, PlaceId("helms-deep")))
    assert at_edoras.force_with("merry").place == "isengard"
    with pytest.raises(Illegal, match="Merry is not with Éomer"):
        at_edoras.do(RideAlong(ids("merry"), FigureId("eomer")))


@pytest.mark.effect("outfitting")
@pytest.mark.rules("MNT-03")
def test_a_mount_lost_where_mounts_are_had_may_be_had_again_without_leaving(game_on: Running) -> None:
    # Line 624: Aragorn may obtain a mount in Minas Tirith, whichever he had before.
    set_down(game_on, "minas-tirith", "aragorn").go_to(2, "combat")
    game_on.confirm("Aragorn may have a mount", "aragorn").go_to(3, "combat")
    game_on.world = game_on.game.apply(game_on.world, Dismounted(ids("aragorn")))
    game_on.go_to(4, "combat").confirm("Aragorn may have a mount", "aragorn")
    assert is_mounted(game_on, "aragorn")
    assert "Aragorn may have a mount" not in game_on.told("outfitting")
