"""Other numbers on a condition: what a figure bears or wears, where it stands, whom it faces."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields

from assistant.kernel.evidence import enforced
from assistant.rules.book import Alternative, Numbers, Profile
from assistant.rules.house import with_numbers
from assistant.rules.wording import plural_of

BORNE = ("bearing", "wearing")
"""What holds of a figure by what it has with it."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What an alternative may depend on."""

    bears: Collection[str] = ()
    places: Collection[str] = ()
    """The place, and all it lies in."""
    foes: Collection[str] = ()
    """The peoples and races among the enemy."""
    near_water: bool = False
    in_cover: bool = False

    def hold(self, alternative: Alternative) -> bool:
        match alternative.condition:
            case "bearing" | "wearing":
                return alternative.what in self.bears
            case "within":
                return alternative.what in self.places
            case "against":
                return alternative.what in self.foes
            case "near-water":
                return self.near_water
            case "in-cover":
                return self.in_cover


Because = tuple[tuple[str, str], ...]
"""Which of the numbers are not the printed ones, each with a reason."""


def profile_in(
    circumstances: Circumstances, profile: Profile, gear: Mapping[str, str]
) -> tuple[Profile, Because]:
    """The profile with the numbers that hold here, and why; `gear` is what things are called."""
    reasons: dict[tuple[str, str], None] = {}
    for alternative in profile.alternatives:
        if circumstances.hold(alternative):
            profile = with_numbers(profile, alternative.numbers)
            why = _reason(alternative, gear)
            reasons |= dict.fromkeys((number, why) for number in _changed(alternative.numbers))
    return profile, tuple(reasons)


def _changed(numbers: Numbers) -> Iterator[str]:
    return (one.name for one in fields(numbers) if getattr(numbers, one.name) is not None)


def _reason(alternative: Alternative, gear: Mapping[str, str]) -> str:
    rules = ", ".join(_cited(alternative))
    named = gear.get(alternative.what) or alternative.what.replace("-", " ")
    what = plural_of(named) if alternative.condition == "against" else named
    said = f"{alternative.condition.replace('-', ' ')} {what}".strip()
    return f"{said} ({rules})" if rules else said


def _cited(alternative: Alternative) -> Iterator[str]:
    for rule in alternative.rules:
        yield enforced(rule)
