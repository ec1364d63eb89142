"""The Paths of the Dead: who is slain there, who is warned, and that no way is sought through them."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import SetOut
from assistant.rules.deeds.setting_right import HandThing
from assistant.rules.effects.deadly_ground import doomed
from assistant.rules.moving.reaching import outset, turns_of, way_to
from assistant.rules.standing import members
from tests.running.table import Running

PATHS, ERECH, EDORAS = PlaceId("paths-of-the-dead"), PlaceId("stone-of-erech"), PlaceId("edoras")
THREE = ("aragorn", "legolas", "gimli")


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1."""
    return game_on.go_to(1, "movement")


def three_at_edoras(running: Running, *, with_sword: bool) -> Running:
    """Aragorn, Legolas and Gimli go by themselves."""
    three = tuple(map(FigureId, THREE))
    running.do(Adjust(three, "for the test", place=EDORAS))
    return running.do(HandThing("anduril", FigureId("aragorn"), "for the test")) if with_sword else running


@pytest.mark.rules("PLC-PATHSOFTHEDEAD-01")
@pytest.mark.effect("deadly-way")
def test_no_way_is_sought_through_the_paths_for_the_riders_of_rohan(moving: Running) -> None:
    force = moving.force_with("theoden")
    begun = outset(moving.game.kit, moving.world, force, members(moving.world, force))
    assert begun is not None
    # By the Paths it would be two turns; round the mountains it is more than three.
    turns = turns_of(moving.game.kit, begun, 3)
    assert turns is not None
    assert ERECH not in turns


@pytest.mark.rules("PLC-PATHSOFTHEDEAD-01")
@pytest.mark.effect("deadly-way")
def test_aragorn_leads_his_companions_through_with_anduril_and_not_without(moving: Running) -> None:
    kit = moving.game.kit
    for with_sword in (False, True):
        here = three_at_edoras(moving.copy(), with_sword=with_sword)
        force = here.force_with("aragorn")
        here.do(SetOut(force.id))
        found = way_to(kit, here.world, here.force_with("aragorn"), members(here.world, force), ERECH)
        assert found is not None
        assert found.way is not None
        assert ("dead-mens-road" in found.way.over) is with_sword
        assert [place for place, _ in found.shunned] == ([] if with_sword else [PATHS])


@pytest.mark.rules("PLC-PATHSOFTHEDEAD-02")
@pytest.mark.effect("dying-there")
def test_who_is_sent_in_all_the_same_is_warned_and_slain_when_it_comes_to_combat(moving: Running) -> None:
    force = moving.force_with("theoden")
    moving.do(March(force.id, PATHS))
    assert any(line.startswith("Mind: Paths of the Dead is death to") for line in moving.said)
    title = f"Paths of the Dead: {force.name} is slain there"
    moving.go_to(1, "combat")
    assert moving.told("dying-there") == [title]
    moving.confirm(title)
    assert all(moving.world.figures[one].condition == "eliminated" for one in force.figures)


@pytest.mark.effect("dying-there")
def test_with_aragorn_and_the_sword_nobody_is_warned_or_slain(moving: Running) -> None:
    three_at_edoras(moving, with_sword=True).confirm("Aragorn reaches Helm's Deep or Edoras")
    moving.do(March(moving.force_with("aragorn").id, PATHS))
    assert not any("is death to" in line for line in moving.said)
    assert moving.go_to(1, "combat").told("dying-there") == []


@pytest.mark.effect("deadly-way")
@pytest.mark.parametrize(("whose", "lives"), [("fellowship", True), ("eriador", True), ("gondor", False)])
def test_rangers_of_the_north_follow_aragorn_and_those_of_ithilien_die(
    moving: Running, whose: str, lives: bool
) -> None:
    # Line 1087 spares Rangers of the North; line 1375 prints one profile for them and for those of Gondor.
    three_at_edoras(moving, with_sword=True)
    moving.do(AddFigures(ProfileId("ranger"), 2, CommanderId(whose), EDORAS, "for the test"))
    rangers = moving.force_with("ranger-12").figures
    moving.do(Adjust(rangers, "they go with Aragorn", force=moving.force_with("aragorn").id))
    company = members(moving.world, moving.force_with("aragorn"))
    dead = doomed(moving.game.kit, moving.world, company, PATHS)
    assert [one.id for those in dead.values() for one in those] == ([] if lives else list(rangers))


@pytest.mark.rules("MOV-01", "PLC-PATHSOFTHEDEAD-02")
def test_who_asks_to_go_to_the_paths_from_too_far_off_is_told_that_they_are_death(moving: Running) -> None:
    # From Helm's Deep they are two turns away: the way could be asked for again, and gone to the end.
    force = next(one for one in moving.world.war.forces.values() if one.place == "helms-deep")
    moving.do(SetOut(force.id))
    with pytest.raises(Illegal, match="in one move") as refused:
        moving.do(March(force.id, PATHS))
    assert "Paths of the Dead is death to some of them: " in refused.value.do
