"""The shape of the file with the movement chart and the terrain chart."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator, model_validator

from assistant.packs.faults import finding
from assistant.packs.fields import Inches, Name, Row, RuleName, Word
from assistant.packs.names import check_reading, named
from assistant.rules.book import Cost, GroundKind, Medium


class PaceRow(Row):
    """One row of the movement chart: inches a turn; leave a number out where such figures may not go."""

    id: Word = Field(description="lower-case words joined by hyphens, such as heavy-artillery")
    name: Name = Field(description="who moves like this, as players read it")
    on_foot: Inches | None = Field(None, description="inches on foot over clear ground")
    mounted: Inches | None = Field(
        None, description="inches on a mount over clear ground, or of what is never on foot"
    )
    difficult: Inches | None = Field(None, description="inches over difficult ground, on foot or mounted")
    over: Medium = Field("land", description="land, air or water: what it goes over")
    afoot: Annotated[str, named("movement")] | None = Field(
        None, description="the row by which its riders walk once they have lost what carried them"
    )
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")


class CrossingsRow(Row):
    """Where ground is passed and what of a move that takes: nothing or whole-move."""

    anywhere: Cost | None = Field(None, description="all along it")
    gate: Cost | None = Field(None, description="at a gate")
    path: Cost | None = Field(None, description="on a marked path")
    mountain_pass: Cost | None = Field(None, alias="pass", description="over a pass")
    bridge: Cost | None = Field(None, description="on a bridge")
    ford: Cost | None = Field(None, description="at a ford")
    shallows: Cost | None = Field(None, description="where it is broad and shallow")

    @model_validator(mode="after")
    def _somewhere(self) -> CrossingsRow:
        if not self.model_fields_set:
            raise finding("crossings names no crossing", lambda: "name one, or leave crossings out")
        return self


class GroundVariantRow(Row):
    """Where ground is passed under a reading of a house rule."""

    rule: Annotated[str, named("house rule")] = Field(description="the id of a house rule")
    reading: str = Field(description="the name of one of its readings")
    crossings: CrossingsRow = Field(description="where it is passed then")

    @field_validator("reading")
    @classmethod
    def _known_reading(cls, value: str, info: ValidationInfo) -> str:
        check_reading(info.data.get("rule"), value, info)
        return value


class GroundRow(Row):
    """One row of the terrain chart: what a kind of ground does to those who come to it."""

    id: GroundKind = Field(description="the kind of ground")
    name: Name = Field(description="its name as players read it")
    difficult: bool = Field(False, description="whether it is difficult ground")
    crossings: CrossingsRow | None = Field(
        None, description="where it is passed; left out for ground one walks on"
    )
    closed_to: list[Annotated[str, named("movement")]] = Field(
        [], description="rows of the movement chart that may not enter it"
    )
    characters_only: bool = Field(False, description="whether it holds only characters")
    cancels_difficult: bool = Field(False, description="whether it takes the place of ground it runs through")
    whole_way: Inches = Field(0, description="inches gained by a move that keeps to it all the way")
    unless: Name | None = Field(None, description="an exception for the charts, after a comma")
    note: Name | None = Field(None, description="something more for the charts")
    house: list[GroundVariantRow] = Field([], description="where it is passed under a house rule")
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")


class MovementFile(Row):
    """How far everyone goes, and what the ground does to them."""

    movement: list[PaceRow] = Field(min_length=1, description="one [[movement]] for each way to move")
    terrain: list[GroundRow] = Field(min_length=1, description="one [[terrain]] for each kind of ground")
