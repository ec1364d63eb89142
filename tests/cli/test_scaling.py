"""`assistant scenario scale`: the maps on the tables a club has."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from assistant.packs.load import load_both, load_scenario
from assistant.packs.playable import unkept
from assistant.packs.where import home
from assistant.rules.effects.registry import parameters
from assistant.table.atlas import Atlas
from assistant.table.ground import ground

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant

SHIPPED = home() / "scenarios" / "war-of-the-ring"


def fitted(assistant: Assistant, shelf: Path, *sizes: str) -> Atlas:
    folder = shelf / "scenarios" / "ours"
    run = assistant(
        "scenario", "scale", *(part for size in sizes for part in ("--table", size)), "-o", folder
    )
    assert run.code == 0, run.err
    return load_scenario(folder, rosters=home() / "rosters", effects=parameters()).atlas


@pytest.fixture
def shipped() -> Atlas:
    return load_scenario(effects=parameters()).atlas


def test_a_size_without_a_name_is_for_all_tables(assistant: Assistant, tmp_path: Path) -> None:
    atlas = fitted(assistant, tmp_path, "10x6")
    sizes = {id: (sheet.width, sheet.height) for id, sheet in atlas.sheets.items()}
    assert sizes == {"north": (120_000, 72_000), "south": (120_000, 72_000), "moria-halls": (36_000, 14_000)}


def test_lands_stretch_with_their_table_alone(assistant: Assistant, tmp_path: Path, shipped: Atlas) -> None:
    atlas = fitted(assistant, tmp_path, "north=6x3")
    old, new = (one.sheets["north"].feature("mirkwood-wood") for one in (shipped, atlas))
    assert old is not None
    assert new is not None
    assert [(p.x, p.y) for p in new.points] == [(p.x / 2, p.y / 2) for p in old.points]
    assert atlas.sheets["south"].width == shipped.sheets["south"].width


def test_places_keep_their_size_with_walls_gates_and_towers(
    assistant: Assistant, tmp_path: Path, shipped: Atlas
) -> None:
    atlas = fitted(assistant, tmp_path, "8x5")
    for id, old in shipped.sheets["south"].footprints.items():
        new = atlas.sheets["south"].footprints[id]
        assert new.radius == old.radius
        for a, b in zip(
            (*old.gates, *filter(None, [old.tower])), (*new.gates, *filter(None, [new.tower])), strict=True
        ):
            assert old.at is not None
            assert new.at is not None
            assert abs((a.x - old.at.x) - (b.x - new.at.x)) <= 20
            assert abs((a.y - old.at.y) - (b.y - new.at.y)) <= 20


def test_rivers_and_roads_stay_as_wide_and_ranges_do_not(
    assistant: Assistant, tmp_path: Path, shipped: Atlas
) -> None:
    atlas = fitted(assistant, tmp_path, "4x3")
    for id, kept in (("great-river", True), ("harad-road", True), ("ered-nimrais", False)):
        old, new = (one.sheets["south"].feature(id) for one in (shipped, atlas))
        assert old is not None
        assert new is not None
        assert (old.widths == new.widths) is kept


@pytest.mark.parametrize("size", ["10x6", "6x4"])
def test_on_a_smaller_table_no_two_fortresses_lie_on_one_another(
    assistant: Assistant, tmp_path: Path, size: str
) -> None:
    atlas = fitted(assistant, tmp_path, size)
    for sheet in atlas.sheets.values():
        land = ground(sheet)
        walled = [id for id, one in sheet.footprints.items() if one.has_walls]
        assert all(land.gap(a, b) > 0 for a, b in combinations(walled, 2))
        assert all(land.area.contains(land.footprint(id)) for id in walled)


def test_comments_stay_and_the_shipped_scenario_is_not_touched(assistant: Assistant, tmp_path: Path) -> None:
    before = (SHIPPED / "tables.toml").read_text(encoding="utf-8")
    fitted(assistant, tmp_path, "10x6")
    text = (tmp_path / "scenarios" / "ours" / "tables.toml").read_text(encoding="utf-8")
    assert text.startswith(before.split("\n")[0])
    assert (SHIPPED / "tables.toml").read_text(encoding="utf-8") == before


def test_places_that_come_close_are_named(assistant: Assistant, tmp_path: Path) -> None:
    run = assistant("scenario", "scale", "--table", "6x4", "-o", tmp_path / "small")
    assert "minas-tirith and pelargir are now" in run.out


@pytest.mark.parametrize("size", ["10", "0x6", "10x6x2", "ten by six", "10x600"])
def test_what_is_no_size_is_refused(assistant: Assistant, size: str) -> None:
    assistant("scenario", "scale", "--table", size).refused("is not the size of a table", "10x6")


def test_a_table_that_is_not_there_is_refused(assistant: Assistant, tmp_path: Path) -> None:
    assistant("scenario", "scale", "--table", "est=8x6", "-o", tmp_path / "x").refused("no table 'est'")


def test_a_folder_that_is_there_is_left_alone(assistant: Assistant, tmp_path: Path) -> None:
    assistant("scenario", "scale", "--table", "10x6", "-o", tmp_path).refused("is there already")


def test_what_a_map_can_no_longer_keep_is_warned_of_with_what_was_measured(
    assistant: Assistant, tmp_path: Path
) -> None:
    told = assistant("scenario", "scale", "--table", "10x6", "-o", tmp_path / "ours").out
    assert "WARNING: Buckland and Brandy Hall and Old Forest: 5." in told
    assert "WARNING: Minas Morgul to Osgiliath: Orc takes 2 turns instead of 1" in told


def test_the_shipped_map_keeps_all_that_it_must() -> None:
    assert [*unkept(*load_both(effects=parameters()))] == []
