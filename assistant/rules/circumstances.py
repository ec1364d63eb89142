"""Other numbers on a condition: what a figure bears or wears, where it stands, whom it faces."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import Alternative, Profile
from assistant.rules.house import with_numbers


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What an alternative may depend on."""

    bears: Collection[str] = ()
    place: str | None = None
    foes: Collection[str] = ()
    """The peoples and races among the enemy."""
    near_water: bool = False
    in_cover: bool = False

    def hold(self, alternative: Alternative) -> bool:
        match alternative.condition:
            case "bearing" | "wearing":
                return alternative.what in self.bears
            case "within":
                return alternative.what == self.place
            case "against":
                return alternative.what in self.foes
            case "near-water":
                return self.near_water
            case "in-cover":
                return self.in_cover


def profile_in(circumstances: Circumstances, profile: Profile) -> tuple[Profile, tuple[str, ...]]:
    """The profile with the numbers that hold here, and why."""
    reasons: dict[str, None] = {}
    for alternative in profile.alternatives:
        if circumstances.hold(alternative):
            profile = with_numbers(profile, alternative.numbers)
            reasons[_reason(alternative)] = None
    return profile, tuple(reasons)


def _reason(alternative: Alternative) -> str:
    rules = ", ".join(_cited(alternative))
    return f"{alternative.condition} {alternative.what} ({rules})" if rules else alternative.what


def _cited(alternative: Alternative) -> Iterator[str]:
    for rule in alternative.rules:
        yield enforced(rule)
