"""The names a file may use, handed to the models that check it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from pydantic import AfterValidator, ValidationInfo

from assistant.packs.faults import finding, remedy, shown

Kind = Literal[
    "ability", "artifact", "commander", "effect", "event", "house rule", "movement", "people",
    "people or race", "place", "profile", "race", "roster", "rule", "table", "thing", "thing rule",
]  # fmt: skip
KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if " " not in kind)
"""Those that a declaration of a parameter may name."""

WHERE: Mapping[Kind, str] = {
    "ability": "abilities stand in rosters/abilities.toml",
    "artifact": "artifacts stand in the scenario's things.toml",
    "commander": "commanders stand in the scenario's commanders.toml",
    "effect": "effects stand in the scenario's place-rules.toml",
    "event": "events stand in the scenario's schedule.toml",
    "house rule": "see `assistant scenario house-rules`",
    "movement": "the movement chart stands in rosters/movement.toml",
    "people": "peoples are listed at the top of rosters/abilities.toml, or are those of the profiles",
    "people or race": "use the people or race of some profile",
    "place": "places stand in the scenario's places.toml, other spots in its scenario.toml",
    "profile": "profile ids are the first column of `assistant roster export`",
    "race": "races are listed at the top of rosters/abilities.toml, or are those of the profiles",
    "roster": "a roster is a file in rosters/, named without .toml",
    "rule": "search for it with `assistant rules`",
    "table": "tables stand in scenario.toml",
    "thing": "artifacts stand in things.toml, ordinary gear in rosters/abilities.toml",
    "thing rule": "rules of things stand in the scenario's thing-rules.toml",
}
HOME: Mapping[Kind, str] = {
    "artifact": "things", "commander": "commanders", "event": "schedule", "place": "places",
}  # fmt: skip
"""The file of the scenario folder in which names of a kind stand."""


@dataclass(frozen=True, slots=True)
class Names:
    """What exists, by kind; a kind that is not listed is not checked.

    Names whose file is not there at all are counted: one word about the file says more than many about them.
    """

    known: Mapping[Kind, Collection[str]]
    readings: Mapping[str, Collection[str]] = field(default_factory=dict)
    homeless: dict[Kind, int] = field(default_factory=dict)

    @property
    def checked(self) -> Mapping[Kind, Collection[str]]:
        """Without those whose file is not there."""
        return {kind: options for kind, options in self.known.items() if kind not in self.homeless}


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
    names = names_in(info)
    known = names.known.get(kind)
    if kind in names.homeless:
        names.homeless[kind] += 1
    elif known is not None and value not in known:
        raise finding(f"unknown {kind} {shown(value)}", lambda: remedy(value, known, WHERE[kind]))


def check_reading(rule: object, reading: str, info: ValidationInfo) -> None:
    """Refuse a reading that this house rule does not have."""
    readings = names_in(info).readings.get(rule) if isinstance(rule, str) else None
    if readings is not None and reading not in readings:
        raise finding(f"{rule} has no reading {shown(reading)}", lambda: remedy(reading, readings))
