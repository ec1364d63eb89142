"""Gríma, Radagast, Denethor, Elrond and Arwen, the twins and the lieutenants: who holds whom where."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.core.facts import Enlisted
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Declare, UsePower
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.turning import GoOn
from assistant.rules.effects.keepers import as_kept
from assistant.rules.fight.facts import FightEnded, Suffered
from assistant.rules.march.facts import FiguresJoined
from assistant.rules.reminders import due_now
from assistant.rules.world import Figure
from tests.running.table import Running

GRIMA, ARWEN, ELROND, RADAGAST = map(FigureId, ("grima", "arwen", "elrond", "radagast"))
SPELL = "spell-on-radagast"


@pytest.fixture
def moving(game_on: Running) -> Running:
    """Movement of turn 1, Gríma at Théoden's side as the game begins; nobody has met."""
    return game_on.stand("grima", "edoras").go_to(1, "movement").set_war(contacts={})


def slay(running: Running, *figures: str, condition: str = "eliminated") -> None:
    fell = Suffered(tuple(map(FigureId, figures)), condition, "for the test")  # type: ignore[arg-type]
    running.world = running.game.apply(running.world, fell)


def add(running: Running, figure: str, beside: str) -> None:
    """A character who has come to play meanwhile, with someone's force."""
    profile = running.game.book.profiles[figure]  # type: ignore[index]
    came = Enlisted((Figure(FigureId(figure), profile.side, profile.id, mounted=False),))
    joined = FiguresJoined((FigureId(figure),), running.force_with(beside).id)
    for fact in (came, joined):
        running.world = running.game.apply(running.world, fact)


# ---- Gríma ---------------------------------------------------------------------------------------------


@pytest.mark.rules("PPL-GRIMA-01", "PPL-GRIMA-04")
def test_while_grima_is_at_his_side_theoden_stays_and_eomers_force_stands_still(moving: Running) -> None:
    with pytest.raises(Illegal, match="Gríma keeps his lord's ear"):
        moving.do(March(moving.force_with("theoden").id, PlaceId("helms-deep")))
    with pytest.raises(Illegal, match="Gríma keeps his lord's ear"):
        moving.do(March(moving.force_with("grima").id, PlaceId("isengard")))
    with pytest.raises(Illegal, match="Gríma counsels against it"):
        moving.do(March(moving.force_with("eomer").id, PlaceId("helms-deep")))
    eowyn = (FigureId("eowyn"),)
    moving.do(March(moving.force_with("theoden").id, PlaceId("helms-deep"), eowyn), "free")


@pytest.mark.rules("PPL-GRIMA-02", "PPL-GRIMA-05")
@pytest.mark.effect("banishing")
def test_gandalf_banishes_him_to_isengard_where_he_stays_with_saruman(moving: Running) -> None:
    add(moving, "gandalf-the-white", "aragorn")
    assert moving.told("banishing") == []
    moving.stand("aragorn", "edoras").confirm("Gríma is banished: Gandalf the White has come")
    assert moving.force_with("grima").place == "isengard"
    assert "has come. Gríma is at Isengard and stays with his master" in moving.said[0]
    moving.do(March(moving.force_with("theoden").id, PlaceId("helms-deep")))
    moving.do(March(moving.force_with("eomer").id, PlaceId("helms-deep")))
    with pytest.raises(Illegal, match="he stays with Saruman"):
        moving.do(March(moving.force_with("grima").id, PlaceId("moria")))


@pytest.mark.rules("PPL-GRIMA-03", "PPL-GRIMA-05")
def test_an_attack_on_helms_deep_banishes_him_too(moving: Running) -> None:
    moving.stand("theodred", "helms-deep").meet("theodred", "lurtz", "helms-deep")
    moving.confirm("Gríma is banished: Helm's Deep is attacked")
    assert moving.force_with("grima").place == "isengard"
    assert moving.told("banishing") == []


def below_two_armies(game_on: Running) -> None:
    """Saruman has left Isengard, and no soldiers are left to him."""
    game_on.stand("saruman", "tharbad")
    soldiers = [
        one.id
        for one in game_on.world.figures.values()
        if (force := game_on.world.war.force_of(one.id))
        and force.commander == "saruman"
        and not game_on.game.book.profiles[one.profile].is_character
    ]
    slay(game_on, *soldiers)
    game_on.do(Declare(EventId("saruman-below-two-armies")))


@pytest.mark.rules("PPL-GRIMA-06")
def test_with_sharkey_comes_worm_in_grimas_place(game_on: Running) -> None:
    below_two_armies(game_on)
    due = game_on.due("sharkey")
    game_on.do(Arrive(due.key, place=PlaceId("tharbad")))
    assert game_on.world.figures[GRIMA].condition == "eliminated"
    assert game_on.world.figures[FigureId("worm")].condition == "fit"


@pytest.mark.rules("PPL-GRIMA-06", "REI-E03")
def test_where_grima_is_dead_sharkey_comes_without_worm(game_on: Running) -> None:
    below_two_armies(game_on)
    slay(game_on, GRIMA)
    due = game_on.due("sharkey").due
    assert [one.profiles for one in due.figures] == [("sharkey",), ("ruffian",)]
    assert due.note == "Sharkey takes the place of Saruman. Gríma is dead, and nobody takes that place."
    game_on.do(Arrive(game_on.due("sharkey").key, place=PlaceId("tharbad")))
    assert game_on.world.figures[FigureId("saruman")].condition == "eliminated"
    assert game_on.force_with("sharkey").place == "tharbad"
    assert FigureId("worm") not in game_on.world.figures


# ---- Radagast ------------------------------------------------------------------------------------------


@pytest.mark.rules("PPL-RADAGAST-01")
def test_for_four_turns_saruman_moves_radagast_or_holds_him_and_his_own_player_does_not(
    moving: Running,
) -> None:
    mine = moving.force_with("radagast").id
    with pytest.raises(Illegal, match="he is under a spell"):
        moving.do(March(mine, PlaceId("weathertop")))
    moving.do(UsePower(SPELL), "hold")
    assert moving.force_with("radagast").halted == 1
    moving.go_to(2, "movement").do(UsePower(SPELL), "weathertop")
    assert moving.force_with("radagast").place == "weathertop"
    moving.go_to(5, "movement").do(March(mine, PlaceId("bree")))


@pytest.mark.rules("PPL-RADAGAST-02")
def test_an_attack_on_radagast_breaks_the_spell(moving: Running) -> None:
    fought = FightEnded(0, 0, 0, 0, None, (RADAGAST,), 1, attacker="evil")
    moving.world = moving.game.apply(moving.world, fought)
    moving.go_to(2, "movement").do(March(moving.force_with("radagast").id, PlaceId("weathertop")))


# ---- Denethor ------------------------------------------------------------------------------------------


@pytest.mark.rules("PPL-DENETHOR-04")
@pytest.mark.effect("despairing")
def test_on_a_one_no_force_of_gondor_at_minas_tirith_moves_this_turn(game_on: Running) -> None:
    bold = game_on.copy().confirm("Denethor may despair", (2,))
    assert bold.said == ["2: Denethor bears up."]
    game_on.confirm("Denethor may despair", (1,)).go_to(1, "movement")
    halted = {one.place for one in game_on.world.war.forces.values() if one.halted == 1}
    assert halted == {"minas-tirith"}
    assert game_on.go_to(2).told("despairing") == ["Denethor may despair"]


@pytest.mark.rules("PPL-DENETHOR-04")
def test_nobody_moves_before_denethor_has_rolled_as_he_must_each_turn(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    with pytest.raises(Illegal, match="due and not seen to: Denethor may despair"):
        game_on.do(GoOn())
    game_on.confirm("Denethor may despair", (3,))
    with pytest.raises(Illegal, match="arrivals are not placed") as refused:
        game_on.do(GoOn())
    assert "Denethor" not in str(refused.value)


@pytest.mark.rules("PPL-DENETHOR-03")
def test_his_hold_ends_when_aragorn_comes_to_the_city_by_the_paths_of_the_dead(moving: Running) -> None:
    denethor = (FigureId("denethor"),)
    with pytest.raises(Illegal, match="may not leave Minas Tirith"):
        moving.do(March(moving.force_with("denethor").id, PlaceId("osgiliath"), denethor))
    came = "Aragorn has come to Minas Tirith by the Paths of the Dead"
    moving.stand("aragorn", "minas-tirith")
    assert came not in moving.told("events")
    moving.stand("aragorn", "paths-of-the-dead").confirm("Aragorn has taken the Paths of the Dead")
    moving.stand("aragorn", "minas-tirith").confirm(came)
    moving.do(March(moving.force_with("denethor").id, PlaceId("pelargir"), denethor))
    assert moving.go_to(2).told("despairing") == []
    place = as_kept(moving.game.kit, moving.world).book.places[PlaceId("minas-tirith")]
    assert "commanded-by" not in {one.name for one in place.traits}


# ---- Rivendell -----------------------------------------------------------------------------------------


@pytest.mark.rules("PPL-ELROND-01")
def test_elrond_does_not_leave_rivendell(moving: Running) -> None:
    with pytest.raises(Illegal, match="Elrond may not leave Rivendell: bound there"):
        moving.do(March(moving.force_with("elrond").id, PlaceId("weathertop"), (ELROND,)))


@pytest.mark.rules("PPL-ARWEN-01")
def test_arwen_is_told_how_far_she_may_go(moving: Running) -> None:
    moving.do(March(moving.force_with("arwen").id, PlaceId("weathertop"), (ARWEN,)))
    assert moving.said[-1].startswith("Arwen must stay within 12 inches of Rivendell: bound there")


@pytest.mark.rules("PPL-ELROND-02")
def test_without_elrond_rivendell_loses_its_powers_and_heals_nobody(game_on: Running) -> None:
    slay(game_on, "arwen", condition="wounded")
    game_on.go_to(3)
    title = "Arwen recovers at Rivendell"
    assert title in game_on.told("healing")
    slay(game_on, "elrond")
    kit = as_kept(game_on.game.kit, game_on.world)
    rivendell = kit.book.places[PlaceId("rivendell")]
    assert (rivendell.traits, rivendell.healing) == ((), None)
    with pytest.raises(Illegal, match="not due any more"):
        game_on.confirm(title)


@pytest.mark.rules("PLC-LOTHLORIEN-06")
def test_without_galadriel_lothlorien_is_any_wood(game_on: Running) -> None:
    slay(game_on, "galadriel")
    kit = as_kept(game_on.game.kit, game_on.world)
    assert kit.book.places[PlaceId("lothlorien")].traits == ()


@pytest.mark.rules("PPL-ARWEN-02", "AMB-040")
@pytest.mark.effect("departing")
def test_if_arwen_is_slain_elrond_leaves_with_the_figures_of_rivendell(game_on: Running) -> None:
    slay(game_on, "arwen")
    edhellond = game_on.force("high-elves", "edhellond").figures
    game_on.confirm("Arwen is slain: Elrond leaves for the Undying Lands")
    # Elrond, Glorfindel and twelve elves.
    assert game_on.said[-1].endswith("and 13 go with him (PPL-ARWEN-02).")
    gone = {one.id for one in game_on.world.figures.values() if one.condition == "eliminated"}
    assert ELROND in gone
    assert not gone & set(edhellond)


# ---- the twins, the lieutenants ------------------------------------------------------------------------


@pytest.mark.rules("PPL-ELVENTWINS-01")
def test_elladan_and_elrohir_do_not_part(moving: Running) -> None:
    for brother in ("elladan", "elrohir"):
        add(moving, brother, "eowyn")
    force = moving.force_with("elladan").id
    with pytest.raises(Illegal, match="the brothers may not separate"):
        moving.do(Divide(force, (FigureId("elladan"),)))
    with pytest.raises(Illegal, match="the brothers may not separate"):
        moving.do(March(force, PlaceId("helms-deep"), (FigureId("elrohir"),)))
    moving.do(Divide(force, (FigureId("elladan"), FigureId("elrohir"))))


@pytest.mark.rules("PPL-RINGWRAITH-02")
@pytest.mark.effect("standing-in")
def test_while_the_witch_king_is_dispersed_gothmog_runs_his_forces(game_on: Running) -> None:
    slay(game_on, "witch-king", condition="dispersed")
    game_on.confirm("Witch-king is dispersed: Gothmog runs his forces")
    assert game_on.go_to(2).told("standing-in") == []
    assert game_on.force_with("gothmog").commander == CommanderId("witch-king")


@pytest.mark.effect("standing-in")
def test_that_a_lieutenant_stands_in_is_told_at_the_first_turn_start_and_not_again(game_on: Running) -> None:
    slay(game_on.go_to(1, "combat"), "witch-king", condition="dispersed")
    title = "Witch-king is dispersed: Gothmog runs his forces"
    assert game_on.go_to(2).told("standing-in") == [title]
    assert game_on.go_to(3).told("standing-in") == []


def test_one_wraith_waits_and_two_wait(game_on: Running) -> None:
    def note(running: Running) -> str:
        return next(one.note for one in due_now(running.game.kit, running.world) if one.about == "returning")

    slay(game_on, "witch-king", "khamul", condition="dispersed")
    assert note(game_on.go_to(5)) == "One returns each turn; 1 more waits."
