"""One figure on the march, as the effects of abilities and places see it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from assistant.rules.book import Profile
from assistant.rules.house import HouseRules


@dataclass(frozen=True, slots=True)
class Traveller:
    """A figure that goes somewhere, and those who go with it."""

    profile: Profile
    mounted: bool
    house: HouseRules
    company: tuple[Profile, ...] = ()
    """Everyone who goes along, itself included."""
    bears: frozenset[str] = frozenset()
    """What it bears itself."""
    abroad: frozenset[str] = frozenset()
    """The races of everyone in play."""
    fallen: frozenset[str] = frozenset()
    """The profiles of those who are slain."""
    events: frozenset[str] = frozenset()
    """What has come about in this game."""
    turn: int = 1
    gear: frozenset[tuple[str, str]] = frozenset()
    """What everyone who goes along bears: whose profile, and which thing."""

    def key(self) -> Hashable:
        """All that is known of it; what data alone brings about is told apart by which object it is."""
        return (
            id(self.profile),
            self.mounted,
            id(self.house.known),
            tuple(sorted(self.house.chosen.items())),
            tuple(map(id, self.company)),
            self.bears,
            self.abroad,
            self.fallen,
            self.events,
            self.turn,
            self.gear,
        )

    def is_led_by(self, names: str) -> bool:
        """Whether one of these profiles goes along; whom a company follows is its own choice (AMB-084)."""
        return any(one.id in names.split() for one in self.company)

    def is_led_with(self, names: str, thing: str) -> bool:
        """Whether one of these profiles goes along and bears this thing."""
        return any((name, thing) in self.gear for name in names.split())

    def has_with(self, race: str) -> bool:
        """Whether anyone of this race goes along."""
        return any(one.race == race for one in self.company)

    @property
    def all_characters(self) -> bool:
        return all(one.is_character for one in self.company)
