"""The shape of a scenario's tables: what is laid out on them, where places lie, how they join."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema, model_validator

from assistant.packs.faults import finding, shown
from assistant.packs.fields import Name, PeopleName, Row, RuleName, Word
from assistant.packs.names import named
from assistant.table.atlas import AreaKind, Device, Edge, FeatureKind

MOST_POINTS = 400
LARGEST = 200
FARTHEST = 2000
SPOT = re.compile(r"^(-?\d{1,4}(?:\.\d{1,3})?),(-?\d{1,4}(?:\.\d{1,3})?)$")


def _points(value: str) -> str:
    """Spots such as `12,34.5`, in inches from the south-west corner, with spaces between."""
    spots = value.split()
    for spot in spots:
        if not SPOT.match(spot):
            raise finding(
                f"{shown(spot)} is not a spot on the table",
                lambda: "write inches from the west and from the south, such as 12,34.5",
            )
        if any(abs(float(part)) > FARTHEST for part in spot.split(",")):
            raise finding(f"{shown(spot)} is far off the table", lambda: "use inches from its corner")
    if not spots:
        raise finding("there are no points", lambda: "write some, such as '12,34.5 14,36'")
    if len(spots) > MOST_POINTS:
        raise finding(f"there are {len(spots)} points", lambda: f"use at most {MOST_POINTS}")
    return value


def _one_point(value: str) -> str:
    if len(value.split()) != 1:
        raise finding(f"{shown(value)} is not one spot", lambda: "write one, such as '12,34.5'")
    return value


Points = Annotated[str, Field(max_length=8000), AfterValidator(_points)]
Spot = Annotated[Points, AfterValidator(_one_point)]


def _size(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LARGEST:
        raise finding(f"{shown(value)} is not a size", lambda: f"write inches up to {LARGEST}, such as 2.5")
    return float(value)


def _width(value: object) -> float | list[float]:
    if isinstance(value, list) and value:
        return [_size(one) for one in value[:MOST_POINTS]]
    return _size(value)


def _span(value: object) -> list[float]:
    numbers = value if isinstance(value, list) else []
    right = [one for one in numbers if isinstance(one, int | float) and 0 <= one <= FARTHEST]
    if len(numbers) != 2 or len(right) != 2:
        raise finding(f"{shown(value)} is no stretch of an edge", lambda: "write inches, such as [52, 144]")
    return [float(one) for one in numbers]


NUMBER = {"type": "number", "exclusiveMinimum": 0, "maximum": LARGEST}
Size = Annotated[float, PlainValidator(_size), WithJsonSchema(NUMBER)]
Width = Annotated[
    float | list[float],
    PlainValidator(_width),
    WithJsonSchema({"anyOf": [NUMBER, {"type": "array", "items": NUMBER, "minItems": 1}]}),
]
Span = Annotated[
    list[float],
    PlainValidator(_span),
    WithJsonSchema(
        {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 2, "maxItems": 2}
    ),
]
AreaPlace = Annotated[str, named("place")]


class InsetRow(Row):
    """A small table that stands beside another, for what is too large to lie on it."""

    id: Word = Field(description="lower-case words joined by hyphens; features and places name it as table")
    name: Name = Field(description="the name players read")
    table: Annotated[str, named("table")] = Field(description="the table beside which it stands")
    width: Size = Field(description="its width in inches")
    height: Size = Field(description="its height in inches")
    walled: bool = Field(False, description="whether its edge is closed, as underground")


class FeatureRow(Row):
    """Something laid out on a table."""

    id: Word = Field(description="lower-case words joined by hyphens, such as misty-mountains")
    table: Word = Field(description="the table or inset it lies on")
    kind: FeatureKind = Field(description="what it is, such as woods or river")
    name: str = Field("", max_length=60, description="the name on the map; none if left out")
    area: Points | None = Field(None, description="its outline, spots in inches such as '12,34.5 14,36'")
    line: Points | None = Field(None, description="its course, spots in inches such as '12,34.5 14,36'")
    at: Spot | None = Field(None, description="where it is, for a crossing")
    width: Width | None = Field(
        None, description="how wide a line is, or a list of widths from its beginning to its end"
    )
    name_along: Points | None = Field(None, description="where its name stands, if not along itself")
    navigable: bool = Field(False, description="whether ships sail here")

    @model_validator(mode="after")
    def _one_shape(self) -> FeatureRow:
        given = [key for key in ("area", "line", "at") if getattr(self, key) is not None]
        if len(given) != 1:
            said = "no shape" if not given else " and ".join(given)
            raise finding(f"it has {said}", lambda: "give one of area, line and at")
        if self.line is not None and self.width is None:
            raise finding("a line has no width", lambda: "give its width in inches")
        if self.area is not None and len(self.area.split()) < 3:
            raise finding("an area has less than three points", lambda: "give its outline")
        if self.line is not None and len(self.line.split()) < 2:
            raise finding("a line has less than two points", lambda: "give its course")
        crossing = self.kind in CROSSING_KINDS
        if crossing and self.area is not None:
            raise finding(f"a {self.kind} is no area", lambda: "say where it is with at, or with line")
        if not crossing and self.at is not None:
            raise finding(f"a {self.kind} is more than a spot", lambda: "give its area or line")
        if self.kind in LINE_KINDS and self.line is None:
            raise finding(f"a {self.kind} is a line", lambda: "give its course as line")
        return self


LINE_KINDS = ("river", "stream", "road", "path", "falls", "gate", "wall")
CROSSING_KINDS = ("ford", "bridge", "shallows", "passage")


class FootprintRow(Row):
    """Where a place or spot of the scenario lies."""

    id: AreaPlace = Field(description="the place or spot")
    table: Word = Field(description="the table or inset it lies on")
    at: Spot | None = Field(None, description="its middle, with radius")
    radius: Size | None = Field(None, description="how far it reaches from there, in inches")
    area: Points | None = Field(None, description="its outline, in place of at and radius")
    feature: Word | None = Field(None, description="the feature that it is, in place of at and radius")
    near: AreaPlace | None = Field(None, description="the place that it lies around, within radius")
    walls: bool = Field(False, description="whether walls stand around it")
    gates: Points | None = Field(None, description="where gates are in its walls")
    tower: Spot | None = Field(None, description="where its tower stands")
    tower_radius: Size | None = Field(None, description="how large the tower is")
    floor: AreaKind | None = Field(None, description="the ground in it; what lies there if left out")
    keeps_size: bool = Field(True, description="whether it stays as large on a smaller table")
    entry: bool = Field(False, description="whether figures come onto the table here")

    @model_validator(mode="after")
    def _one_shape(self) -> FootprintRow:
        given = [key for key in ("at", "area", "feature", "near") if getattr(self, key) is not None]
        if len(given) != 1:
            said = "no shape" if not given else " and ".join(given)
            raise finding(f"it has {said}", lambda: "give one of at, area, feature and near")
        if (self.at or self.near) and self.radius is None:
            raise finding("radius is missing", lambda: "say how far it reaches, in inches")
        if self.area and len(self.area.split()) < 3:
            raise finding("an area has less than three points", lambda: "give its outline")
        if self.tower and self.tower_radius is None:
            raise finding("tower_radius is missing", lambda: "say how large the tower is")
        return self


class LabelRow(Row):
    """The name of a land."""

    table: Word = Field(description="the table or inset it is written on")
    name: Name = Field(description="the name on the map")
    along: Points = Field(description="the line it is written along, two points at least")


class LinkRow(Row):
    """Where one walks from one table onto another: along an edge, or from spot to spot."""

    table: Word = Field(description="the table or inset one comes from")
    to: Word = Field(description="the table or inset one comes to")
    edge: Edge | None = Field(None, description="the edge one leaves by")
    to_edge: Edge | None = Field(None, description="the edge one comes in by")
    span: Span | None = Field(None, description="from where to where along it, in inches")
    to_span: Span | None = Field(None, description="the same on the other table")
    at: Spot | None = Field(None, description="the spot one leaves by, in place of an edge")
    to_at: Spot | None = Field(None, description="the spot one comes in by")
    name: str = Field("", max_length=60, description="what it is called")

    @model_validator(mode="after")
    def _whole(self) -> LinkRow:
        by_edge = (self.edge, self.to_edge, self.span, self.to_span)
        by_spot = (self.at, self.to_at)
        if not (all(by_edge) and not any(by_spot)) and not (all(by_spot) and not any(by_edge)):
            raise finding(
                "it is neither a whole edge nor a pair of spots",
                lambda: "give edge, span, to_edge and to_span, or at and to_at",
            )
        return self


class KeptRow(Row):
    """What the map must keep when it is fitted to other tables."""

    between: list[AreaPlace] | None = Field(None, min_length=2, max_length=2, description="two places")
    apart: Size | None = Field(None, description="how many inches they are apart at least")
    who: list[Annotated[str, named("profile")]] = Field(
        [], description="whose march from the first to the second is meant, or who finds room: profiles"
    )
    turns: list[int] | None = Field(
        None, min_length=2, max_length=2, description="the fewest turns they march and the most"
    )
    from_edge: bool = Field(False, description="whether they set out from its edge instead of its middle")
    through: Word | None = Field(None, description="the inset they pass through without leaving it")
    at: list[AreaPlace] | None = Field(None, min_length=1, description="places with room for an army")
    figures: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, description="how many of each find room there, within 9 inches"
    )
    inside: bool = Field(False, description="whether all of them find it inside the place")
    table: Word | None = Field(None, description="a table or inset")
    size: list[Size] | None = Field(
        None, min_length=2, max_length=2, description="how wide and how high it is at least, in inches"
    )
    stays: Points | None = Field(None, description="two corners of ground on it that stays as large as it is")
    why: str = Field("", max_length=200, description="what goes wrong otherwise")
    rules: list[RuleName] = Field([], description="the rules that need it")

    @model_validator(mode="after")
    def _one_thing(self) -> KeptRow:
        told = {
            key for key in ("apart", "turns", "figures", "size", "stays") if getattr(self, key) is not None
        }
        if len(told) != 1:
            said = " and ".join(sorted(told)) or "nothing to keep"
            raise finding(f"it has {said}", lambda: "give one of apart, turns, figures, size and stays")
        needs = {"apart": "between", "turns": "between", "figures": "at", "size": "table", "stays": "table"}
        if getattr(self, needs[(key := told.pop())]) is None:
            raise finding(f"{needs[key]} is missing", lambda: f"say of what {key} is meant")
        if key in ("turns", "figures") and not self.who:
            raise finding("who is missing", lambda: "name the profiles who march or find room")
        if self.turns is not None and not 0 <= self.turns[0] <= self.turns[1]:
            raise finding(f"{self.turns} is no range of turns", lambda: "write the fewest first: [2, 3]")
        if self.stays is not None and len(self.stays.split()) != 2:
            raise finding("stays has not two corners", lambda: "write two spots, such as '70,36 83,46'")
        return self


class TablesFile(Row):
    """What is laid out on the tables of a scenario."""

    inset: list[InsetRow] = Field([], description="one [[inset]] each")
    feature: list[FeatureRow] = Field([], description="one [[feature]] each; later ones lie on top")
    place: list[FootprintRow] = Field([], description="one [[place]] for each place and spot")
    devices: dict[PeopleName, Device] = Field({}, description="what each people carries on the map")
    label: list[LabelRow] = Field([], description="one [[label]] for each name of a land")
    kept: list[KeptRow] = Field([], description="one [[kept]] for each thing that must stay")
    link: list[LinkRow] = Field([], description="one [[link]] for each way from table to table")
