"""`assistant scenario scale`: the maps on the tables a club has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shapely
from click.testing import CliRunner

from assistant.cli.scaling import scale
from assistant.kernel.errors import Illegal
from assistant.packs.load import load_both, load_scenario
from assistant.packs.playable import unkept
from assistant.packs.where import home
from assistant.rules.book import Book
from assistant.rules.effects.registry import parameters
from assistant.rules.scenario import Scenario
from assistant.table.atlas import Atlas
from assistant.table.ground import ground

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant

SHIPPED = home() / "scenarios" / "war-of-the-ring"


@dataclass(frozen=True)
class Ours:
    """A fitted copy of the shipped scenario, and what was said when it was made."""

    folder: Path
    said: str
    book: Book
    scenario: Scenario

    @property
    def atlas(self) -> Atlas:
        return self.scenario.atlas


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Ours]:
    """Fits the maps once for each choice of sizes: that takes a while."""

    @cache
    def fit(*sizes: str) -> Ours:
        folder = tmp_path_factory.mktemp("club") / "scenarios" / "ours"
        folder.parent.mkdir()
        wanted = [part for size in sizes for part in ("--table", size)]
        run = CliRunner().invoke(scale, [*wanted, "-o", str(folder)])
        assert run.exit_code == 0, run.output
        return Ours(folder, run.output, *load_both(folder, rosters=home() / "rosters", effects=parameters()))

    return fit


Fit = Callable[..., Ours]


@pytest.fixture
def shipped() -> Atlas:
    return load_scenario(effects=parameters()).atlas


def test_a_size_without_a_name_is_for_all_tables(fitted: Fit) -> None:
    sizes = {id: (sheet.width, sheet.height) for id, sheet in fitted("10x6").atlas.sheets.items()}
    assert sizes == {"north": (120_000, 72_000), "south": (120_000, 72_000), "moria-halls": (36_000, 14_000)}


@pytest.mark.parametrize("sizes", [("10x6",), ("north=8x6", "south=8x6"), ("12x5",), ("14x6",)])
def test_the_tables_that_clubs_have_keep_all_that_a_map_must_keep(
    fitted: Fit, sizes: tuple[str, ...]
) -> None:
    ours = fitted(*sizes)
    assert "WARNING" not in ours.said
    assert [found.sentence for found in unkept(ours.book, ours.scenario)] == []


def test_what_tables_of_a_size_cannot_keep_is_told_with_what_goes_wrong_and_by_which_rule(
    fitted: Fit,
) -> None:
    # Isengard, more than 12" off Fangorn, and the way from Edoras to Minas Tirith: 6 feet are too little.
    said = fitted("6x4").said
    assert "is fitted, but not everything can be kept on tables of this size:" in said
    (line,) = (line for line in said.split("\n") if "Isengard and Fangorn" in line)
    assert line.startswith("  WARNING: Isengard and Fangorn: ")
    assert 'and 12.001" at least are needed' in line
    assert line.endswith("Saruman's garrison would bring the Huorns down on itself (PLC-FANGORN-08)")
    assert "Edoras to Minas Tirith: Rider of Rohan takes 2 turns instead of 3" in said


def test_lands_stretch_with_their_table_alone(fitted: Fit, shipped: Atlas) -> None:
    atlas = fitted("north=8x6", "south=8x6").atlas
    old, new = (one.sheets["north"].feature("mirkwood-wood") for one in (shipped, atlas))
    assert old is not None
    assert new is not None
    wide, narrow = (max(p.x for p in one.points) - min(p.x for p in one.points) for one in (old, new))
    assert 0.5 < narrow / wide < 0.8
    assert atlas.sheets["south"].footprints == shipped.sheets["south"].footprints


def test_places_keep_their_size_with_walls_gates_and_towers(fitted: Fit, shipped: Atlas) -> None:
    atlas = fitted("12x5").atlas
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


def test_what_lies_inside_a_place_goes_with_it(fitted: Fit) -> None:
    for size in ("10x6", "12x5", "6x4"):
        south = ground(fitted(size).atlas.sheets["south"])
        assert south.is_inside("orthanc", "isengard")
        assert south.is_inside("cracks-of-doom", "mount-doom")


def test_woods_that_are_places_keep_their_size_and_wide_ones_do_not(fitted: Fit, shipped: Atlas) -> None:
    atlas = fitted("north=8x6", "south=8x6").atlas
    for id, kept in (("lorien-wood", True), ("old-forest-wood", True), ("mirkwood-wood", False)):
        old, new = (ground(one.sheets["north"]).shape(id).area for one in (shipped, atlas))
        assert (abs(new / old - 1) < 0.1) is kept


def test_rivers_and_roads_stay_as_wide_and_ranges_do_not(fitted: Fit, shipped: Atlas) -> None:
    atlas = fitted("6x4").atlas
    for id, kept in (("great-river", True), ("harad-road", True), ("ered-nimrais", False)):
        old, new = (one.sheets["south"].feature(id) for one in (shipped, atlas))
        assert old is not None
        assert new is not None
        assert (old.widths == new.widths) is kept


def test_roads_still_lead_to_the_gates(fitted: Fit) -> None:
    south = ground(fitted("10x6").atlas.sheets["south"])
    for place, road in (("isengard", "isengard-road"), ("minas-morgul", "osgiliath-road")):
        gate = south.sheet.footprints[place].gates[0]
        assert south.shape(road).distance(shapely.Point(gate.x, gate.y)) < 500


def test_the_great_river_of_one_table_goes_on_where_it_leaves_the_other(fitted: Fit) -> None:
    # The Anduin leaves the north table and comes onto the south table at the same share of the same stretch.
    atlas = fitted("10x6").atlas
    north, south = (ground(atlas.sheets[table]) for table in ("north", "south"))
    edge = shapely.LineString([(0, 0), (120_000, 0)])
    leaves = north.shape("great-river-north").intersection(edge).centroid.x
    edge = shapely.LineString([(0, 72_000), (120_000, 72_000)])
    comes = south.shape("great-river").intersection(edge).centroid.x
    (piece,) = (one for one in atlas.links if one.to == "south" and one.start.x <= leaves < one.end.x)
    share = (leaves - piece.start.x) / (piece.end.x - piece.start.x)
    assert comes == pytest.approx(piece.to_start.x + share * (piece.to_end.x - piece.to_start.x), abs=650)


@pytest.mark.parametrize("size", ["10x6", "6x4"])
def test_on_a_smaller_table_no_two_fortresses_lie_on_one_another(fitted: Fit, size: str) -> None:
    for sheet in fitted(size).atlas.sheets.values():
        land = ground(sheet)
        walled = [id for id, one in sheet.footprints.items() if one.has_walls]
        assert all(land.gap(a, b) > 0 for a, b in combinations(walled, 2))
        assert all(land.area.contains(land.footprint(id)) for id in walled)


def test_comments_stay_and_the_shipped_scenario_is_not_touched(fitted: Fit) -> None:
    before = (SHIPPED / "tables.toml").read_text(encoding="utf-8")
    text = (fitted("10x6").folder / "tables.toml").read_text(encoding="utf-8")
    assert text.startswith(before.split("\n")[0])
    assert (SHIPPED / "tables.toml").read_text(encoding="utf-8") == before


def test_places_that_come_close_are_named(fitted: Fit) -> None:
    assert "Minas Tirith and Pelargir are now" in fitted("6x4").said


@pytest.mark.parametrize("size", ["10", "0x6", "10x6x2", "ten by six", "10x600"])
def test_what_is_no_size_is_refused(assistant: Assistant, size: str) -> None:
    assistant("scenario", "scale", "--table", size).refused("is not the size of a table", "10x6")


def test_a_table_that_is_not_there_is_refused(assistant: Assistant, tmp_path: Path) -> None:
    assistant("scenario", "scale", "--table", "est=8x6", "-o", tmp_path / "x").refused("no table 'est'")


def test_a_folder_that_is_there_is_left_alone(assistant: Assistant, tmp_path: Path) -> None:
    assistant("scenario", "scale", "--table", "10x6", "-o", tmp_path).refused("is there already")


def test_the_shipped_map_keeps_all_that_it_must() -> None:
    assert [*unkept(*load_both(effects=parameters()))] == []


def test_a_size_that_is_none_is_refused_before_anything_is_read(assistant: Assistant) -> None:
    told = assistant("scenario", "scale", "--table", "10by6", "--scenario", "no-such-scenario")
    assert "'10by6' is not the size of a table." in told.err


def test_tables_too_small_for_a_game_are_refused_in_a_sentence_and_nothing_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    with pytest.raises(Illegal, match="No game can be played on tables of this size: ") as refused:
        CliRunner().invoke(
            scale, ["--table", "3x2", "-o", str(folder)], standalone_mode=False, catch_exceptions=False
        )
    assert "North table 12x6, South table 8x6 feet" in refused.value.do
    assert not folder.exists()


def test_the_last_count_told_is_that_of_the_maps_that_are_written(fitted: Fit) -> None:
    tries = [line for line in fitted("10x6").said.split("\n") if line.startswith("Fitting, attempt ")]
    assert tries[-1].endswith("all that was looked at is kept.")
