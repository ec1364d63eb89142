"""The names a file may use, handed to the models that check it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import AfterValidator, ValidationInfo

from assistant.packs.faults import finding, remedy, shown

Kind = Literal[
    "ability", "commander", "effect", "event", "house rule", "people or race", "place", "profile", "roster",
    "rule", "table",
]  # fmt: skip

WHERE: Mapping[Kind, str] = {
    "ability": "abilities stand in rosters/abilities.toml",
    "commander": "commanders stand in the scenario's commanders.toml",
    "effect": "effects stand in the scenario's place-rules.toml",
    "event": "events stand in the scenario's schedule.toml",
    "house rule": "see `assistant scenario house-rules`",
    "people or race": "use the people or race of some profile",
    "place": "places stand in the scenario's places.toml, other spots in its scenario.toml",
    "profile": "profile ids are the first column of `assistant roster export`",
    "roster": "a roster is a file in rosters/, named without .toml",
    "rule": "search for it with `assistant rules`",
    "table": "tables stand in scenario.toml",
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
        check_name(kind, value, info)
        return value

    return AfterValidator(check)


def check_name(kind: Kind, value: str, info: ValidationInfo) -> None:
    """The same for a name inside a text."""
    known = names_in(info).known.get(kind)
    if known is not None and value not in known:
        raise finding(f"unknown {kind} {shown(value)}", lambda: remedy(value, known, WHERE[kind]))


def check_reading(rule: object, reading: str, info: ValidationInfo) -> None:
    """Refuse a reading that this house rule does not have."""
    readings = names_in(info).readings.get(rule) if isinstance(rule, str) else None
    if readings is not None and reading not in readings:
        raise finding(f"{rule} has no reading {shown(reading)}", lambda: remedy(reading, readings))
