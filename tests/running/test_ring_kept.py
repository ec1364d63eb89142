"""VIC-02, VIC-03: the Ring in the hands of evil, kept at Isengard or led past the fire; lines 423, 424."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.game import RingOfPower
from assistant.rules.table_word.facts import Correction
from assistant.rules.victory import verdict
from assistant.rules.world import Condition
from tests.running.table import Running
from tests.running.test_victory import FRODO, captured_by, progress


@pytest.mark.rules("AMB-102")
@pytest.mark.parametrize(("reading", "wins"), [("he-must-live", False), ("turns-run-on", True)])
def test_once_saruman_is_dead_nobody_holds_the_ring_for_him_unless_the_table_reads_it_so(
    war: RingOfPower, reading: str, wins: bool
) -> None:
    running = Running.begun(war, house={"AMB-102": reading})
    captured_by(running, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    running.go_to(5).do(Adjust((FigureId("saruman"),), "slain", condition="eliminated")).go_to(11)
    assert (verdict(running.game.kit, running.world) is not None) == wins
    dead = "the Ring is at Isengard, but Saruman is dead and holds it no longer (AMB-102)"
    assert (dead in progress(running)) != wins


@pytest.mark.rules("VIC-02")
def test_a_ringbearer_in_a_cell_destroys_nothing(game_on: Running) -> None:
    # Line 423: it is dropped into the Cracks of Doom; who is kept at Isengard is in no force, and not there.
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    assert game_on.world.war.force_of(FRODO) is None
    with pytest.raises(Illegal, match="only at Cracks of Doom"):
        game_on.do(PassRing(None, destroyed=True))
    assert not game_on.world.war.ring.destroyed


@pytest.mark.effect("ring-dropped")
@pytest.mark.rules("HUN-01")
def test_when_its_captive_bearer_dies_in_a_cell_only_who_comes_there_takes_up_the_ring(
    game_on: Running,
) -> None:
    # Line 669: evil may not handle it, so it lies where it was brought.
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    game_on.do(Adjust((FRODO,), "he would not speak", condition="eliminated"))
    assert game_on.told("ring-dropped") == []
    game_on.stand("theoden", "isengard")
    (title,) = game_on.told("ring-dropped")
    with pytest.raises(Illegal):
        game_on.copy().confirm(title, "faramir")
    assert game_on.confirm(title, "theoden").world.war.ring.bearer == "theoden"


@pytest.mark.effect("ring-dropped")
@pytest.mark.rules("HUN-01")
def test_when_its_captive_bearer_dies_on_the_way_only_who_comes_there_takes_up_the_ring(
    game_on: Running,
) -> None:
    # Line 669: evil may not handle it, so it lies where Saruman's force stands with the dead.
    captured_by(game_on, "saruman", "saruman", "fangorn")
    game_on.do(Adjust((FRODO,), "he died on the way", condition="eliminated"))
    assert game_on.told("ring-dropped") == []
    game_on.stand("theoden", "fangorn")
    (title,) = game_on.told("ring-dropped")
    with pytest.raises(Illegal):
        game_on.copy().confirm(title, "faramir")
    ring = game_on.confirm(title, "theoden").world.war.ring
    assert (ring.bearer, ring.captor) == ("theoden", None)


@pytest.mark.parametrize("by_a_ruling", [False, True])
@pytest.mark.parametrize("is_kept", [False, True])
def test_who_died_a_captive_with_the_ring_and_lives_after_all_has_it_for_nobody_else(
    game_on: Running, is_kept: bool, by_a_ruling: bool
) -> None:
    # Lines 424 and 669: Saruman holds the Ring only as long as he has its bearer.
    captured_by(game_on, "saruman", "saruman", "isengard")
    if is_kept:
        game_on.confirm("Frodo is brought to Isengard")
    game_on.do(Adjust((FRODO,), "he died", condition="eliminated"))
    assert game_on.world.war.ring.captor == "saruman"
    if by_a_ruling:
        game_on.do(Adjust((FRODO,), "where he lies", place=PlaceId("edoras")))
        game_on.do(Ruling("he did not", (Correction(FRODO, condition="wounded"),)))
    else:
        there, own = PlaceId("edoras"), CommanderId("fellowship")
        game_on.do(Adjust((FRODO,), "he did not", condition="fit", place=there, commander=own))
    ring = game_on.world.war.ring
    assert (ring.bearer, ring.captor, ring.kept_at) == (FRODO, None, None)
    assert verdict(game_on.game.kit, game_on.go_to(11).world) is None


def test_a_servant_of_evil_who_has_the_ring_and_is_healed_keeps_it_for_his_master(
    game_on: Running,
) -> None:
    lurtz = FigureId("lurtz")
    game_on.do(PassRing(lurtz, reason="he cut it off")).do(Adjust((lurtz,), "hurt", condition="wounded"))
    game_on.do(Adjust((lurtz,), "tended", condition="fit"))
    assert (game_on.world.war.ring.bearer, game_on.world.war.ring.captor) == (lurtz, "saruman")


@pytest.mark.parametrize("condition", [None, "captured"])
def test_a_captive_who_is_put_elsewhere_by_hand_is_no_longer_in_his_cell(
    game_on: Running, condition: Condition | None
) -> None:
    # Line 424: Saruman wins by the Ring only while it is at Isengard.
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    game_on.do(Adjust((FRODO,), "he was led away", condition=condition, place=PlaceId("bree")))
    assert (game_on.world.war.kept, game_on.world.war.captives) == ({}, {FRODO: "saruman"})
    assert game_on.world.war.ring.kept_at is None
    assert verdict(game_on.game.kit, game_on.go_to(12).world) is None


@pytest.mark.rules("ITM-RING-02")
def test_a_ringbearer_captured_anew_elsewhere_has_not_left_the_ring_in_his_cell(game_on: Running) -> None:
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    game_on.do(Adjust((FRODO,), "he died in his cell", condition="eliminated"))
    game_on.do(Adjust((FRODO,), "he had fled", condition="captured", place=PlaceId("bree")))
    assert game_on.world.war.ring.kept_at is None
    assert verdict(game_on.game.kit, game_on.go_to(12).world) is None


def test_who_stands_before_the_walls_does_not_take_up_a_ring_within_them(game_on: Running) -> None:
    captured_by(game_on, "witch-king", "witch-king", "minas-morgul")
    game_on.do(Adjust((FRODO,), "he would not speak", condition="eliminated"))
    game_on.stand("theoden", "minas-morgul")
    assert game_on.copy().told("ring-dropped") == ["Frodo is gone: who takes up the Ring?"]
    before = replace(game_on.force_with("theoden"), afield=True)
    game_on.set_war(forces={**game_on.world.war.forces, before.id: before})
    assert game_on.told("ring-dropped") == []


@pytest.mark.rules("HUN-01")
def test_a_captive_led_past_the_fire_destroys_nothing_unless_the_table_says_why(game_on: Running) -> None:
    # Lines 423 and 669: the Witch-king carries him off, and would hardly let him.
    captured_by(game_on, "witch-king", "witch-king", "cracks-of-doom")
    with pytest.raises(Illegal, match="is captive: no captive throws it into the fire"):
        game_on.do(PassRing(None, destroyed=True))
    game_on.do(PassRing(None, destroyed=True, reason="he bit his guard and leapt"))
    assert game_on.said[0] == "Because: he bit his guard and leapt"
    assert game_on.said[-1].startswith("Victory: Good wins: the Ring is destroyed at Cracks of Doom.")
