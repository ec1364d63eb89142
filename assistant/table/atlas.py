"""What lies on a table, as data: features, footprints of places, and how tables join. No geometry yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.kernel.inches import Mil, Point
from assistant.table.kept import Kept

AreaKind = Literal[
    "clear", "woods", "hills", "marsh", "rocky", "sand", "caves", "rough", "mountain", "sea", "lake",
    "island",
]  # fmt: skip
LineKind = Literal["river", "stream", "road", "path", "wall"]
CrossingKind = Literal["ford", "bridge", "shallows", "passage", "falls", "gate"]
FeatureKind = Literal[AreaKind, LineKind, CrossingKind]
GroundKind = Literal[FeatureKind, "tower"]
"""What one may stand on at a point of a table."""
Device = Literal[
    "axe", "dot", "eye", "flame", "hammer", "hand", "horse", "leaf", "moon", "serpent", "skull", "spider",
    "star", "sun", "swan", "tree",
]  # fmt: skip
"""What a people carries on its shields, and its figures on the map."""
Edge = Literal["north", "east", "south", "west"]

LAYERS: Mapping[str, int] = {
    "hills": 10, "rough": 10, "rocky": 10, "sand": 10, "woods": 10, "marsh": 10, "clear": 10, "caves": 10,
    "mountain": 10,
    "path": 20, "road": 30,
    "sea": 40, "lake": 40, "river": 40, "stream": 40,
    "island": 50, "wall": 60, "falls": 65,
    "ford": 70, "bridge": 70, "shallows": 70, "passage": 70, "gate": 70, "tower": 80,
}  # fmt: skip
"""Of two features that cover a point the one on the higher layer counts, on one layer the later one."""

NONE = Mil(0)
FLOOR = 25
"""The layer of the ground inside a place: above mountains and passes, below roads and water."""

WATER = frozenset({"sea", "lake", "river", "stream"})
CROSSINGS = frozenset({"ford", "bridge", "shallows", "passage"})


@dataclass(frozen=True, slots=True)
class Feature:
    """Something laid out on a table: an area, a line with a width from end to end, or a crossing of water."""

    id: str
    kind: FeatureKind
    points: tuple[Point, ...]
    is_area: bool
    widths: tuple[Mil, ...] = ()
    """Of a line from its first point to its last, as many as are given, evenly spread."""
    name: str = ""
    along: tuple[Point, ...] = ()
    """Where its name stands, if not along itself."""
    is_navigable: bool = False


@dataclass(frozen=True, slots=True)
class Footprint:
    """Where a place lies: a circle or an area of its own, a feature, or the surroundings of another."""

    place: str
    at: Point | None = None
    radius: Mil = NONE
    points: tuple[Point, ...] = ()
    feature: str = ""
    near: str = ""
    has_walls: bool = False
    gates: tuple[Point, ...] = ()
    tower: Point | None = None
    tower_radius: Mil = NONE
    floor: AreaKind | None = None
    """The ground inside, where it is not what lies there anyway."""
    keeps_size: bool = False
    """Whether it must not shrink with a smaller table."""
    is_entry: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a land, written along a line."""

    name: str
    along: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Where one walks from a table onto another: along an edge, or from one spot to another."""

    table: str
    to: str
    start: Point
    end: Point
    to_start: Point
    to_end: Point
    name: str = ""


@dataclass(frozen=True, eq=False)
class Sheet:
    """One table, or an inset that stands beside one, with everything on it."""

    id: str
    name: str
    width: Mil
    height: Mil
    inset_of: str = ""
    features: tuple[Feature, ...] = ()
    footprints: Mapping[str, Footprint] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    is_walled: bool = False
    """Whether its edge is solid rock, as an inset underground has it."""

    def feature(self, id: str) -> Feature | None:
        """The feature of this id, if it lies here."""
        return next((one for one in self.features if one.id == id), None)


@dataclass(frozen=True, eq=False)
class Atlas:
    """All tables of a scenario."""

    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    devices: Mapping[str, Device] = field(default_factory=dict)
    kept: tuple[Kept, ...] = ()

    def sheet_of(self, place: str) -> Sheet | None:
        """The table on which a place has its footprint."""
        return next((sheet for sheet in self.sheets.values() if place in sheet.footprints), None)

    def links_from(self, table: str) -> tuple[Link, ...]:
        """Every way off a table, those that are listed the other way round turned about."""
        there = tuple(link for link in self.links if link.table == table)
        back = tuple(
            Link(link.to, link.table, link.to_start, link.to_end, link.start, link.end, link.name)
            for link in self.links
            if link.to == table
        )
        return there + back


NO_ATLAS = Atlas()
