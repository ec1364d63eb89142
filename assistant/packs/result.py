"""How a fight came out, in the file that `assistant resolve` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from assistant.kernel.errors import Malformed
from assistant.packs.faults import faults_in, listed
from assistant.packs.fields import Row
from assistant.packs.files import Unreadable, parse_json, read_text
from assistant.packs.where import shown_path
from assistant.rules.combat.setup import FightingSide

Status = Literal["unhurt", "dismounted", "wounded", "captured", "paralyzed", "dispersed", "eliminated"]


class ResultRow(Row):
    """What matters of a result; the score and the account of the blows may be there too."""

    winner: FightingSide | None = Field(description="the side that won, or null for a draw")
    retreats: FightingSide | None = Field(None, description="the side that goes back, if any")
    figures: dict[str, Status] = Field(description="how each figure came out")
    crews: dict[str, Annotated[int, Field(ge=0, le=1000)]] = Field(
        {}, description="the crew that weapons and beasts have left"
    )
    joined: dict[FightingSide, dict[str, str]] = Field(
        {}, description="who came in the middle of the fight, and of which profile"
    )
    score: Any = Field(None, description="not read")
    extra_losses: Any = Field(None, description="not read; they are among the figures")
    log: Any = Field(None, description="not read")


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, who retreats, and how everyone came out."""

    winner: FightingSide | None
    retreats: FightingSide | None
    figures: Mapping[str, Status]
    crews: Mapping[str, int]
    joined: Mapping[FightingSide, Mapping[str, str]]


def read_result(path: Path) -> Result:
    """The result in a file; refuses with all its faults at once."""
    name = shown_path(path)
    try:
        source = parse_json(read_text(path), name)
        row = ResultRow.model_validate(source.raw)
    except Unreadable as unreadable:
        faults = list(unreadable.faults)
    except ValidationError as error:
        faults = listed(name, faults_in(source, ResultRow, error))
    else:
        return Result(row.winner, row.retreats, row.figures, row.crews, row.joined)
    raise Malformed("bad-result", f"The result in {name} cannot be read.", faults=faults)
