"""What the page for a new campaign offers: commanders to wish for, and house rules by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.packs.bearing import with_bearing
from assistant.packs.house_areas import by_area
from assistant.rules.book import HouseRule
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules
from assistant.rules.seats import FEWEST, seats

USUAL = 10


@dataclass(frozen=True, slots=True)
class ReadingShown:
    """One reading of a house rule."""

    name: str
    text: str
    is_default: bool
    is_in_force: bool


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A house rule to choose a reading of."""

    id: str
    topic: str
    why: str
    readings: tuple[ReadingShown, ...]
    is_followed: bool
    """Whether the assistant itself goes by the reading; otherwise it is recorded and printed."""

    @property
    def is_changed(self) -> bool:
        """Whether this table reads it otherwise than it stands."""
        return any(one.is_in_force and not one.is_default for one in self.readings)


@dataclass(frozen=True, slots=True)
class FoundingView:
    """Everything that can be chosen."""

    scenario: str
    commanders: Mapping[str, tuple[tuple[str, str], ...]]
    house: Mapping[str, tuple[RuleShown, ...]]
    fewest: int
    usual: int
    most: int


def founding_view(game: RingOfPower) -> FoundingView:
    """What there is to choose for this game."""
    return FoundingView(
        game.scenario.id,
        {
            side: tuple((one.id, one.name) for one in game.scenario.commanders.values() if one.side == side)
            for side in ("good", "evil")
        },
        house_shown(game, {}),
        FEWEST,
        USUAL,
        _most(game),
    )


def house_shown(game: RingOfPower, chosen: Mapping[str, str]) -> Mapping[str, tuple[RuleShown, ...]]:
    """Every house rule by what it is about, with the readings in force where these were chosen."""
    known, followed = game.book.house_rules, with_bearing(game.book, game.scenario)
    return {
        area: tuple(
            _shown(known[rule.id], chosen.get(rule.id) or known[rule.id].default, rule.id in followed)
            for rule in rules
            if rule.id in known
        )
        for area, rules in by_area().items()
    }


def _shown(rule: HouseRule, in_force: str, is_followed: bool) -> RuleShown:
    readings = tuple(
        ReadingShown(name, text, name == rule.default, name == in_force)
        for name, text in rule.readings.items()
        if text
    )
    return RuleShown(rule.id, rule.topic, rule.why, readings, is_followed)


def _most(game: RingOfPower) -> int:
    """As many players as there are seats for."""
    house = HouseRules(game.book.house_rules, {})
    most = len(game.scenario.commanders)
    return len(seats(game.scenario, most, house=house).chairs) if most >= FEWEST else FEWEST
