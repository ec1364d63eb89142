"""What figures did themselves counts for them alone, whoever they have joined."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.placing import SetOut
from assistant.rules.retreats import retreat_key
from assistant.rules.war import Marks
from tests.running.table import Running

HELMS_DEEP, EDORAS = PlaceId("helms-deep"), PlaceId("edoras")


def foot_of(running: Running) -> tuple[FigureId, ...]:
    """The foot of Helm's Deep."""
    there = running.force("rohan", "helms-deep").figures
    return tuple(one for one in there if one.startswith("rohan-foot"))


@pytest.fixture
def joined(game_on: Running) -> Running:
    """Turn 1: Théodred has ridden into Helm's Deep and joined those who stood there all the time."""
    game_on.do(Part("opening-1", "for the test")).stand("grima", "isengard").go_to(1, "movement")
    rider, garrison = game_on.force_with("theodred").id, game_on.force("rohan", "helms-deep").id
    return game_on.do(March(rider, HELMS_DEEP)).do(Unite((garrison, rider)))


@pytest.mark.rules("FRC-05")
def test_who_stood_still_may_go_though_a_rider_has_come_and_joined_them(joined: Running) -> None:
    host, foot = joined.force_with("theodred").id, foot_of(joined)
    with pytest.raises(Illegal, match="moved this turn"):
        joined.do(March(host, EDORAS))
    joined.do(March(host, EDORAS, foot))
    assert joined.force_with(foot[0]).place == "edoras"
    # And then they have moved, once and for all.
    with pytest.raises(Illegal, match="moved this turn"):
        joined.do(March(joined.force_with(foot[0]).id, HELMS_DEEP))
    # The rider, who had come, may not leave by himself.
    with pytest.raises(Illegal, match="moved this turn"):
        joined.do(March(joined.force_with("theodred").id, EDORAS, (FigureId("theodred"),)))


def test_all_of_a_force_have_moved_that_the_game_master_let_go_again(joined: Running) -> None:
    host, foot = joined.force_with("theodred").id, foot_of(joined)
    joined.do(March(host, EDORAS, overruled="by agreement"))
    assert joined.force_with(foot[0]).place == "edoras"
    with pytest.raises(Illegal, match="moved this turn"):
        joined.do(March(host, HELMS_DEEP, foot))


def test_who_parts_again_has_moved_only_if_they_did(joined: Running) -> None:
    host, foot = joined.force_with("theodred"), foot_of(joined)
    joined.do(Divide(host.id, tuple(one for one in host.figures if one not in foot)))
    assert joined.force_with("theodred").moved == 1
    assert joined.force_with(foot_of(joined)[0]).moved == 0


def test_those_who_part_from_the_unmoved_leave_them_free_to_go(joined: Running) -> None:
    host, foot = joined.force_with("theodred").id, foot_of(joined)
    joined.do(Divide(host, foot))
    assert (joined.force_with("theodred").moved, joined.force_with(foot[0]).moved) == (1, 0)
    joined.do(March(joined.force_with(foot[0]).id, EDORAS))


def test_who_is_only_set_out_on_the_table_has_not_moved(joined: Running) -> None:
    host, foot = joined.force_with("theodred").id, foot_of(joined)
    joined.do(SetOut(host))
    at = joined.world.war.spots[foot[0]]
    joined.do(SetOut(host, at.table, at.x + 8_000, at.y))
    assert joined.world.war.marks_of(joined.world.war.forces[host], foot).moved == 0


def test_three_who_join_and_part_keep_each_what_they_did(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(3, "movement")
    three = [one for one in game_on.world.war.forces.values() if one.commander == "rohan"][:3]
    placed = {
        one.id: replace(one.with_marks(Marks(moved=moved)), place=EDORAS)
        for one, moved in zip(three, (0, 2, 3), strict=True)
    }
    game_on.set_war(forces={**game_on.world.war.forces, **placed})
    first, second, _ = (one.figures for one in three)
    game_on.do(Unite(tuple(placed)))
    game_on.do(Divide(game_on.force_with(first[0]).id, (*first, *second)))
    war, force = game_on.world.war, game_on.force_with(first[0])
    assert (war.marks_of(force, first).moved, war.marks_of(force, second).moved, force.moved) == (0, 2, 2)


@pytest.mark.rules("OUT-08")
def test_the_beaten_regroup_and_those_whom_they_join_do_not(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).stand("grima", "isengard").stand("theodred", "edoras")
    beaten = game_on.force_with("theodred")
    host = game_on.force_with("theoden")
    game_on.set_war(
        forces={
            **game_on.world.war.forces,
            beaten.id: beaten.with_marks(Marks(regrouping=1)),
        },
        heeded={retreat_key(beaten): "done"},
    )
    game_on.go_to(1, "movement").do(Unite((host.id, beaten.id)))
    with pytest.raises(Illegal, match="beaten, and regrouping this turn"):
        game_on.do(March(host.id, HELMS_DEEP))
    game_on.do(Divide(host.id, beaten.figures))
    assert (game_on.force_with("theodred").regrouping, game_on.force_with("theoden").regrouping) == (1, 0)
    game_on.do(March(game_on.force_with("theoden").id, HELMS_DEEP))


@pytest.mark.rules("HEA-01")
def test_a_wounded_hero_recovers_though_others_have_come_and_joined_him(game_on: Running) -> None:
    # Imrahil's knights are Gondor's, as Faramir is: he lies at Minas Tirith from turn 1 on.
    game_on.do(Part("opening-1", "for the test")).stand("faramir", "minas-tirith").go_to(1, "movement")
    lying = game_on.force_with("faramir")
    game_on.do(Divide(lying.id, (FigureId("faramir"),)))
    others = game_on.force_with(next(one for one in lying.figures if one != "faramir"))
    game_on.do(March(others.id, PlaceId("osgiliath")))
    game_on.do(Adjust((FigureId("faramir"),), "hurt", condition="wounded")).go_to(2, "movement")
    game_on.do(March(others.id, PlaceId("minas-tirith")))
    game_on.do(Unite((game_on.force_with("faramir").id, others.id))).go_to(3)
    assert any("Faramir recovers" in one for one in game_on.told("healing"))


@pytest.mark.rules("STA-03")
def test_forces_of_two_commanders_stay_two_so_that_both_have_their_share(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    game_on.stand("witch-king", "osgiliath").stand("khamul", "osgiliath").go_to(1, "movement")
    both = tuple(game_on.force_with(one).id for one in ("witch-king", "khamul"))
    with pytest.raises(Illegal, match="belong to Witch-king and to Khamûl, and stay apart on the record"):
        game_on.do(Unite(both))
    takers = tuple(game_on.world.war.forces[one].commander for one in both)
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil", tuple(one for one in takers if one)))
    assert (game_on.points("witch-king"), game_on.points("khamul")) == (10, 10)


@pytest.mark.rules("PLC-EMYNMUIL-02")
def test_who_must_roll_before_moving_still_must_after_somebody_who_moved_has_joined_them(
    game_on: Running,
) -> None:
    hobbits = (FigureId("frodo"), FigureId("sam"))
    game_on.go_to(1, "movement").do(Adjust(hobbits, "x", place=PlaceId("emyn-muil")))
    game_on.do(Adjust((FigureId("merry"),), "x", place=PlaceId("emyn-muil")))
    frodo, merry = game_on.force_with("frodo"), game_on.force_with("merry")
    game_on.set_war(forces={**game_on.world.war.forces, merry.id: merry.with_marks(Marks(moved=1))})
    game_on.do(Unite((frodo.id, merry.id)))
    with pytest.raises(Illegal, match="comes before the move"):
        game_on.do(March(frodo.id, PlaceId("dead-marshes"), hobbits))
    game_on.confirm("Frodo may lose the way in Emyn Muil", [6])
    game_on.do(March(frodo.id, PlaceId("dead-marshes"), hobbits))
    assert game_on.force_with("sam").place == "dead-marshes"


@pytest.mark.rules("PLC-HIGHPASS-01")
def test_only_those_who_had_not_moved_fall_back_from_the_pass(game_on: Running) -> None:
    # Rulebook lines 980-985: on a 1 the force falls back a full move.
    game_on.go_to(1, "movement").do(Adjust((FigureId("elrond"),), "x", place=PlaceId("high-pass")))
    game_on.do(Adjust((FigureId("glorfindel"),), "x", place=PlaceId("high-pass")))
    elrond, other = game_on.force_with("elrond"), game_on.force_with("glorfindel")
    game_on.set_war(forces={**game_on.world.war.forces, other.id: other.with_marks(Marks(moved=1))})
    game_on.do(Unite((elrond.id, other.id)))
    (title,) = game_on.told("snowbound")
    game_on.confirm(title, [1], "rivendell")
    assert game_on.force_with("elrond").place == "rivendell"
    assert game_on.force_with("glorfindel").place == "high-pass"
