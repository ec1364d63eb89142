"""A running game on the map: everyone at their place, off one another, in contact only where declared."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from assistant.campaign.demo import demo_file, new_demo
from assistant.campaign.mapped import places_of, scene_of, without_secrets
from assistant.campaign.service import Service
from assistant.ledger.store import Ledger
from assistant.maps.pieces import Scene
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.table.bases import GRAINS_PER_MIL
from assistant.table.ground import ground
from assistant.table.room import NOWHERE

Told = tuple[RingOfPower, World, Scene]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, war: RingOfPower) -> Told:
    """The demo in mid-game: some eight hundred figures."""
    path = demo_file("war-of-the-ring")
    assert isinstance(path, Path)
    database = tmp_path_factory.mktemp("demo") / "campaigns.sqlite"
    with Ledger.open(database, who="a test") as ledger:
        service = Service(ledger, war)
        campaign, _ = new_demo(service, path)
        world: World = service.world(campaign)
    return war, world, scene_of(war.kit, world)


def test_everyone_on_the_table_stands_somewhere(told: Told) -> None:
    game, world, scene = told
    on_table = {
        id
        for force in world.war.forces.values()
        for id in force.figures
        if world.figures[id].condition not in ("eliminated", "dispersed")
        and game.scenario.atlas.sheet_of(force.place) is not None
    }
    shown = {one.standing.id for one in scene.tokens}
    assert shown <= on_table
    assert len(on_table - shown) <= len(on_table) / 50


def test_nobody_stands_on_another_or_where_nobody_can(told: Told) -> None:
    game, _, scene = told
    for table, sheet in game.scenario.atlas.sheets.items():
        here = [one.standing for one in scene.tokens if one.standing.table == table]
        land = ground(sheet)
        assert all(land.kind_at(one.at) not in NOWHERE for one in here)
        for a, b in combinations(here, 2):
            apart = ((a.at.x - b.at.x) ** 2 + (a.at.y - b.at.y) ** 2) ** 0.5 * GRAINS_PER_MIL
            assert apart >= a.base.outer + b.base.outer


def test_contacts_are_those_that_were_declared(told: Told) -> None:
    _, world, scene = told
    assert len(scene.contacts) == len(world.war.contacts)
    assert scene.pinned == frozenset()


def test_a_seat_sees_only_what_it_may_know(told: Told) -> None:
    game, world, scene = told
    some = {one.standing.id for one in scene.tokens[:5]}
    seen = scene_of(game.kit, world, known=some)  # type: ignore[arg-type]
    assert {one.standing.id for one in seen.tokens} == some
    assert {id for group in seen.groups for id in group.figures} == some


def test_the_ringbearer_is_marked_for_those_who_may_know_and_for_nobody_else(told: Told) -> None:
    _, world, scene = told
    marked = [one.standing.id for one in scene.tokens if one.is_ringbearer]
    assert marked in ([world.war.ring.bearer], [])
    assert not any(one.is_ringbearer for one in without_secrets(scene).tokens)


def test_main_bases_are_known_as_such(told: Told) -> None:
    game, _, _ = told
    places = places_of(game.book, game.scenario)
    assert places["minas-tirith"].is_base
    assert not places["bree"].is_base
    assert places["mordor"].has_border
