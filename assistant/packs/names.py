"""The names a file may use, handed to the models that check it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import AfterValidator, ValidationInfo

from assistant.packs.faults import finding, remedy, shown

Kind = Literal[
    "ability", "effect", "house rule", "people or race", "place", "profile", "roster", "rule",
]  # fmt: skip

WHERE: Mapping[Kind, str] = {
    "ability": "abilities stand in rosters/abilities.toml",
    "effect": "effects are the named rules the assistant knows how to apply",
    "house rule": "see `assistant scenario house-rules`",
    "people or race": "use the people or race of some profile",
    "place": "places stand in the scenario's places.toml",
    "profile": "profile ids are the first column of `assistant roster export`",
    "roster": "a roster is a file in rosters/, named without .toml",
    "rule": "search for it with `assistant rules`",
}


@dataclass(frozen=True, slots=True)
class Names:
    """What exists, by kind; a kind that is not listed is not checked."""

    known: Mapping[Kind, Collection[str]]
    readings: Mapping[str, Collection[str]] = field(default_factory=dict)
    parameters: Mapping[str, Collection[str]] = field(default_factory=dict)


def names_in(info: ValidationInfo) -> Names:
    """The names that came with this validation; none when only the shape is checked."""
    return info.context if isinstance(info.context, Names) else Names({})


def named(kind: Kind) -> AfterValidator:
    """Refuse a name of this kind that does not exist."""

    def check(value: str, info: ValidationInfo) -> str:
        known = names_in(info).known.get(kind)
        if known is not None and value not in known:
            raise finding(f"unknown {kind} {shown(value)}", lambda: remedy(value, known, WHERE[kind]))
        return value

    return AfterValidator(check)


def check_reading(rule: object, reading: str, info: ValidationInfo) -> None:
    """Refuse a reading that this house rule does not have."""
    readings = names_in(info).readings.get(rule) if isinstance(rule, str) else None
    if readings is not None and reading not in readings:
        raise finding(f"{rule} has no reading {shown(reading)}", lambda: remedy(reading, readings))
