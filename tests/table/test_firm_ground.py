"""Where a base stands: all of it on firm ground, and in a full place side by side with the others."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest
import shapely

from assistant.kernel.inches import Mil, Point, mils
from assistant.packs.load import load_both
from assistant.rules.effects.registry import parameters
from assistant.table.atlas import Atlas, Feature, Footprint, Sheet
from assistant.table.bases import Base
from assistant.table.ground import Ground, ground
from assistant.table.packing import packed
from assistant.table.setting_out import in_place, is_free

FOOT, LARGE = Base.of(25), Base.of(40)


def point(x: float, y: float) -> Point:
    return Point(Mil(round(1000 * x)), Mil(round(1000 * y)))


def fort() -> Ground:
    """Walls of 4" about the middle of a table of 24" by 24", a gate in the south, a range in the east."""
    home = Footprint("fort", at=point(12, 12), radius=mils(4), has_walls=True, gates=(point(12, 8),))
    crags = tuple(point(x, y) for x, y in ((18, -2), (18, 26), (30, 26), (30, -2)))
    features = (
        Feature("crags", "mountain", crags, is_area=True),
        Feature("ledge", "path", (point(12, 12), point(26, 12)), is_area=False, widths=(mils("0.9"),)),
    )
    return Ground(Sheet("field", "Field", mils(24), mils(24), features=features, footprints={"fort": home}))


def test_a_base_that_lies_on_a_wall_does_not_stand_there_though_its_middle_does() -> None:
    # The wall is 0.3" thick, so its outer face is 4.15" out. A base of 25 mm is 0.49" from rim to middle.
    land = fort()
    assert not is_free(land, point(12, 12 + 4.15 + 0.3), FOOT, ())
    assert is_free(land, point(12, 12 + 4.15 + 0.5), FOOT, ())
    assert not is_free(land, point(12, 12 + 4.15 + 0.5), LARGE, ())


def test_on_a_ledge_narrower_than_a_base_one_stands_in_its_middle_only() -> None:
    land = fort()
    assert is_free(land, point(22, 12), FOOT, ())
    assert not is_free(land, point(22, 12.3), FOOT, ())
    assert not is_free(land, point(22, 15), FOOT, ())


def test_who_finds_no_room_in_ranks_stands_base_to_base_within_the_walls() -> None:
    # Ranks with a finger between them hold 37 or so on a floor of 3.85"; side by side 44 find room.
    land = fort()
    bases = [FOOT] * 44
    spots = in_place(land, "fort", bases, ())
    assert spots is not None
    assert all("fort" in land.places_at(spot) for spot in spots)
    assert all(is_free(land, spot, FOOT, ()) for spot in spots)
    assert min(hypot(a.x - b.x, a.y - b.y) for a, b in combinations(spots, 2)) >= 984


def test_who_finds_no_room_inside_stands_close_before_the_walls_by_the_gate() -> None:
    land = fort()
    spots = in_place(land, "fort", [FOOT] * 60, ())
    assert spots is not None
    outside = [spot for spot in spots if "fort" not in land.places_at(spot)]
    assert 1 <= len(outside) <= 16
    assert all(spot.y < 12_000 for spot in outside)


def test_large_and_small_bases_fill_a_room_together() -> None:
    room = shapely.box(0, 0, 4000, 2000)
    found = packed(room, [FOOT, LARGE, FOOT, FOOT], {})
    assert len(found) == 4
    assert all(room.contains(shapely.Point(at.x, at.y).buffer(490)) for at in found.values())


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return load_both(effects=parameters())[1].atlas


def test_every_walled_place_holds_thirty_figures_behind_its_walls(atlas: Atlas) -> None:
    for sheet in atlas.sheets.values():
        land = ground(sheet)
        for place in (id for id, one in sheet.footprints.items() if one.has_walls):
            spots = in_place(land, place, [FOOT] * 30, ())
            assert spots is not None, place
            assert all(place in land.places_at(spot) for spot in spots), place
            assert all(is_free(land, spot, FOOT, ()) for spot in spots), place
