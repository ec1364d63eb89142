"""What sheets are made from: the book, the scenario, the house rules in force, and what every footer says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from assistant import __version__
from assistant.kernel.evidence import printed
from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Text
from assistant.printing.sheets_now import Now
from assistant.rules.arrivals import CommanderId, EventId, Supply
from assistant.rules.book import AbilityText, Book, HouseRule, Profile, ProfileId
from assistant.rules.effects.on_top import on_top
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.scenario import Scenario
from assistant.rules.starts import Groups


@dataclass(frozen=True)
class Material:
    """A scenario under the readings a table has chosen; `seats` are the commanders each player has."""

    book: Book
    scenario: Scenario
    house: HouseRules
    seats: Groups = ()
    version: str = __version__
    now: Now | None = None
    """How the game stands; none for a game as it starts."""

    @cached_property
    def changed(self) -> dict[RuleId, str]:
        """The readings that are not the default ones, in the order of the catalogue."""
        return {
            rule.id: self.house.chosen[rule.id]
            for rule in self.book.house_rules.values()
            if self.house.chosen.get(rule.id, rule.default) != rule.default
        }

    @property
    def footer(self) -> str:
        """Which game this sheet belongs to: equal footers, equal rules."""
        when = f" · turn {self.now.turn}" if self.now else ""
        name = f"{self.scenario.name} {self.scenario.hash[:8]}"
        return f"{name}{when} · {self._digest()} · assistant {self.version}"

    def _digest(self) -> str:
        if not self.changed:
            return "house rules: all as suggested"
        text = ";".join(f"{rule}={reading}" for rule, reading in sorted(self.changed.items()))
        return f"house rules: {len(self.changed)} changed, {hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def is_past(self, event: EventId) -> bool:
        """Whether something has happened in the game so far: what held until then is over."""
        return self.now is not None and event in self.now.events

    def settled(self, supply: Supply) -> str:
        """What has been decided for good of a supply in the game so far, if anything."""
        return dict(self.now.choices).get(supply.key, "") if self.now else ""

    def figure(self, profile: ProfileId) -> Profile:
        """A profile with the numbers in force."""
        return on_top(profile_under(self.house, self.book.profiles[profile]), self.house)

    def commander_name(self, commander: CommanderId) -> str:
        """As it stands on the charts."""
        return self.scenario.commanders[commander].name

    def ability_of_rule(self, rule: str) -> AbilityText | None:
        """The ability that stands on a rule."""
        return next((one for one in self.book.abilities.values() if rule in one.rules), None)


def cite(rules: Iterable[str]) -> None:
    """Put on record that these rules stand on a sheet."""
    for rule in rules:
        printed(rule)


def house_rule_texts(material: Material, rules: Iterable[RuleId]) -> tuple[Text, ...]:
    """Chosen readings in words, each under its number."""
    return tuple(_house_rule(material, material.book.house_rules[rule]) for rule in rules)


def _house_rule(material: Material, rule: HouseRule) -> Text:
    reading = rule.readings[material.house[rule.id]].rstrip(".")
    return Text(f"{rule.topic}: {reading}.", bullet=True, strong=printed(rule.id))
