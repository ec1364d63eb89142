"""Powers are offered when they may be used: on their turns, where their people are. Worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import EventId
from assistant.rules.book import ProfileId
from assistant.rules.core.fact import apply
from assistant.rules.core.facts import Enlisted
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Declare, UsePower
from assistant.rules.deeds.meeting import Part
from assistant.rules.fight.facts import Called, FightEnded, Recovered, Suffered
from assistant.rules.game import RingOfPower
from assistant.rules.turn.facts import EventCame
from assistant.rules.world import Condition, Figure
from tests.running.table import Running


def _why_not(game: Running, power: str) -> str:
    """The refusal of a power that is not offered."""
    assert power not in _offered(game)
    with pytest.raises(Illegal) as refused:
        game.copy().do(UsePower(power))
    assert refused.value.code == "cannot-be-used"
    return refused.value.sentence


def _offered(game: Running) -> set[str]:
    return {one.id for one in agenda(game.game.kit, game.world).powers}


def _due(game: Running) -> list[str]:
    return [one.due.id for one in agenda(game.game.kit, game.world).arrivals]


def _on(game: Running, turn: int) -> Running:
    return game.copy().set_war(turn=turn)


def _now(game: Running, figure: str, condition: Condition) -> Running:
    """What has become of someone."""
    game.world = apply(game.world, Suffered((FigureId(figure),), condition, "for the test"))
    return game


def _come(game: Running, profile: str, with_: str) -> Running:
    """Someone who arrives later stands with a force already."""
    newcomer = Figure(FigureId(profile), "good", ProfileId(profile), False)
    game.world = apply(game.world, Enlisted((newcomer,)))
    force = game.force_with(with_)
    joined = replace(force, figures=(*force.figures, newcomer.id))
    return game.set_war(forces={**game.world.war.forces, force.id: joined})


@pytest.mark.rules("REI-S07", "PPL-FELLBEAST-01")
@pytest.mark.parametrize("power", ["fell-beast-witch-king", "fell-beast-khamul", "fell-beast-dark-marshal"])
def test_a_fell_beast_is_not_offered_before_turn_10_and_then_stands_among_the_arrivals(
    game_on: Running, power: str
) -> None:
    assert _why_not(_on(game_on, 9), power) == "Fell beast: not before turn 10 (REI-S07)."
    assert "among the arrivals" in _why_not(_on(game_on, 10), power)


@pytest.mark.rules("CON-068")
def test_by_the_other_reading_a_fell_beast_comes_after_turn_15(war: RingOfPower) -> None:
    late = Running.begun(war, house={"CON-068": "after-turn-15"})
    assert "not before turn 16" in _why_not(_on(late, 15), "fell-beast-khamul")


@pytest.mark.rules("REI-S07")
def test_whoever_has_mounted_the_beast_has_ticked_its_box(game_on: Running) -> None:
    tenth = _on(game_on, 10)
    tenth.do(Arrive(tenth.due("fell-beast-of-khamul").key))
    assert "its rider already" in _why_not(tenth, "fell-beast-khamul")


@pytest.mark.rules("REI-S07")
def test_a_beast_whose_rider_is_away_waits_unseen_until_he_is_back(game_on: Running) -> None:
    tenth = _on(game_on, 10)
    assert "fell-beast-of-khamul" in _due(tenth)
    away = _now(tenth.copy(), "khamul", "dispersed")
    assert "fell-beast-of-khamul" not in _due(away)
    assert "nobody is on the table" in _why_not(away, "fell-beast-khamul")
    away.world = apply(away.world, Recovered((FigureId("khamul"),)))
    assert "fell-beast-of-khamul" in _due(away)


@pytest.mark.rules("PPL-RADAGAST-01")
def test_radagast_is_held_once_on_each_of_the_first_four_turns(game_on: Running) -> None:
    assert "spell-on-radagast" in _offered(game_on)
    game_on.do(UsePower("spell-on-radagast"), "hold")
    assert "used on this one" in _why_not(game_on, "spell-on-radagast")
    assert "spell-on-radagast" in _offered(_on(game_on, 4))
    assert "first 4 turns" in _why_not(_on(game_on, 5), "spell-on-radagast")
    assert "not on the table" in _why_not(_now(game_on, "radagast", "eliminated"), "spell-on-radagast")


@pytest.mark.rules("PPL-RADAGAST-02")
def test_an_attack_on_radagast_breaks_the_spell(game_on: Running) -> None:
    fought = (FigureId("radagast"),)
    ours = FightEnded(0, 0, 0, 0, "good", fought, 1, attacker="good")
    game_on.world = apply(game_on.world, ours)
    assert "spell-on-radagast" in _offered(game_on)
    game_on.world = apply(game_on.world, replace(ours, attacker="evil"))
    assert "broken the spell" in _why_not(game_on, "spell-on-radagast")


@pytest.mark.rules("PPL-SHAMAN-02")
def test_a_shaman_is_not_ticked_outside_a_fight(game_on: Running) -> None:
    # The Goblin King begins with two; Saruman's comes with his war.
    assert "loses by one point asks for it" in _why_not(game_on, "shaman-goblin-king")
    assert _why_not(game_on, "shaman-saruman").startswith("Saruman has no Uruk-hai Shaman on the table")


@pytest.mark.rules("PPL-EAGLES-01")
def test_the_eagles_are_ticked_by_hand_only_after_a_fight_of_gandalfs_force(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    assert "A fight of Gandalf the White's force asks" in _why_not(game_on, "eagles")
    _come(game_on, "gandalf-the-white", "aragorn")
    force = replace(game_on.force_with("aragorn"), fought=1)
    game_on.set_war(forces={**game_on.world.war.forces, force.id: force})
    assert "eagles" in _offered(game_on)
    game_on.do(UsePower("eagles"))
    assert game_on.world.called == ("eagles",)


@pytest.mark.rules("PPL-EAGLES-01")
def test_eagles_that_a_fight_has_called_are_offered_no_more(game_on: Running) -> None:
    game_on.world = apply(game_on.world, Called(FigureId("aragorn"), ProfileId("eagles"), ()))
    assert "once in a game" in _why_not(game_on, "eagles")


@pytest.mark.rules("REI-E19")
def test_the_dead_are_not_called_before_erech(game_on: Running) -> None:
    assert "Stone of Erech" in _why_not(game_on, "army-of-the-dead")
    reached = EventId("aragorn-reaches-erech")
    game_on.world = apply(game_on.world, EventCame(reached, 1))
    assert "asks whether they are called" in _why_not(game_on, "army-of-the-dead")


@pytest.mark.rules("ITM-PALANTIR-04")
def test_aragorn_defies_sauron_only_from_isengard_or_minas_tirith(game_on: Running) -> None:
    assert "Isengard or Minas Tirith" in _why_not(game_on, "palantir-claim")
    assert "palantir-claim" in _offered(game_on.stand("aragorn", "minas-tirith"))


@pytest.mark.rules("ITM-ORCARMOUR-01")
def test_orc_armor_is_for_hobbits_inside_mordor(game_on: Running) -> None:
    assert "No hobbit is in Mordor" in _why_not(game_on, "orc-armor")
    assert "orc-armor" in _offered(game_on.stand("frodo", "barad-dur"))


@pytest.mark.rules("PPL-GLORFINDEL-02")
def test_glorfindel_joins_only_when_gandalf_or_aragorn_is_slain_before_mordor(game_on: Running) -> None:
    assert "must have been slain" in _why_not(game_on, "glorfindel-joins")
    _now(game_on, "aragorn", "eliminated")
    assert "glorfindel-joins" in _offered(game_on)
    assert "has reached Mordor" in _why_not(game_on.copy().stand("frodo", "mordor"), "glorfindel-joins")
    assert "not on the table" in _why_not(_now(game_on, "glorfindel", "eliminated"), "glorfindel-joins")


@pytest.mark.rules("PLC-HELMSDEEP-05", "PLC-HELMSDEEP-06")
def test_the_horn_of_helm_is_blown_from_the_deep_when_rohan_sallies(game_on: Running) -> None:
    # Rohan begins with a garrison in the Deep, but nobody is before its walls.
    assert "when Rohan sallies" in _why_not(game_on, "horn-of-helm")
    game_on.meet("eomer", "saruman", "isengard")
    assert "horn-of-helm" in _offered(game_on)
    forces = {key: one for key, one in game_on.world.war.forces.items() if one.place != "helms-deep"}
    assert "to blow it" in _why_not(game_on.set_war(forces=forces), "horn-of-helm")


@pytest.mark.rules("REI-E03", "PPL-RUFFIANS-02")
def test_saruman_calls_ruffians_once_and_only_when_his_army_has_dwindled(game_on: Running) -> None:
    assert "Not before this" in _why_not(game_on, "ruffians")
    game_on.do(
        Declare(EventId("saruman-calls-the-ruffians")),
        (3,),
    )
    assert "that was on turn 1" in _why_not(game_on, "ruffians")
