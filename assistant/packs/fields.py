"""What the values of our files may be: words, names, numbers and tables of known keys."""

from __future__ import annotations

from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    WithJsonSchema,
)

from assistant.packs.expect import HYPHENATED
from assistant.packs.faults import finding, shown
from assistant.packs.names import named

Text = Annotated[str, Field(min_length=1, max_length=2000)]
Word = Annotated[str, Field(pattern=HYPHENATED, max_length=60)]


def _one_line(value: str) -> str:
    if not value.isprintable():
        raise finding(f"{shown(value)} is not one line of plain text", lambda: "write it on one line")
    if value.startswith(FORMULA):
        raise finding(
            f"a spreadsheet would take {shown(value)} for a formula",
            lambda: f"begin it with something else than {value[0]}",
        )
    return value


FORMULA = ("=", "+", "-", "@")
"""What makes a spreadsheet program work a cell out instead of showing it."""
Name = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(_one_line)]
Dice = Annotated[int, Field(ge=0, le=30)]
Target = Annotated[int, Field(ge=1, le=6)]
Points = Annotated[int, Field(ge=0, le=9)]
Inches = Annotated[int, Field(ge=0, le=60)]
CrewSize = Annotated[int, Field(ge=1, le=20)]
RuleName = Annotated[str, named("rule")]
PeopleName = Annotated[Word, named("people")]
LINES = r"^([0-9]{1,5}(-[0-9]{1,5})?(;[0-9]{1,5}(-[0-9]{1,5})?)*)?$"


def _parameter(value: object) -> int | str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise finding(f"a parameter must be a whole number or text, not {shown(value)}")
    return value


Parameter = Annotated[
    int | str, PlainValidator(_parameter), WithJsonSchema({"type": ["integer", "string"]})
]  # fmt: skip


ParameterName = Annotated[str, Field(pattern=r"^[a-z]+(_[a-z]+)*$", max_length=40)]


class Row(BaseModel):
    """A table of known keys: no others, and nothing taken for what it is not."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
