"""Ring of Power as the kernel knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from assistant.kernel.codec import Json, decode, encode
from assistant.kernel.game import Opening
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Procedure, Start
from assistant.rules.book import Book
from assistant.rules.combat.fight import RulesDesk
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import Entrant, FightSetup
from assistant.rules.core.deed import read_deed
from assistant.rules.core.fact import Fact, apply, fold, read_fact
from assistant.rules.core.facts import Enlisted
from assistant.rules.core.resource_words import called
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.fighting import Combat
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.turning import GoOn
from assistant.rules.effects.keepers import as_kept
from assistant.rules.house import check_choice
from assistant.rules.kit import Kit
from assistant.rules.scenario import NO_SCENARIO, Scenario
from assistant.rules.turn.facts import GameEnded, PhaseBegan
from assistant.rules.world import Figure, World

RULES_VERSION = "1"


@dataclass(frozen=True, slots=True)
class RingOfPower:
    """The first game on this ground."""

    book: Book
    scenario: Scenario = NO_SCENARIO

    @property
    def name(self) -> str:
        return "ring-of-power"

    @property
    def rules_version(self) -> str:
        return RULES_VERSION

    @property
    def pack_hash(self) -> str:
        return self.book.hash

    @property
    def kit(self) -> Kit:
        """What it is played with."""
        return Kit(self.book, self.scenario)

    def set_up(self, setup: Json) -> World:
        """An empty table with the house rules the campaign began with."""
        chosen = setup.get("house_rules", {}) if isinstance(setup, dict) else {}
        rules: Mapping[str, str] = decode(Mapping[str, str], chosen)
        for rule, reading in rules.items():
            check_choice(self.book.house_rules, rule, reading)
        return World(house_rules=rules)

    def opening(self, kind: str, setup: Json, world: World, under_way: Sequence[str] = ()) -> Opening:
        deed = read_deed(kind, setup)
        if isinstance(deed, GoOn | EndGame):
            deed = replace(deed, under_way=tuple(under_way))
        return deed.plan(as_kept(self.kit, world), world)

    def start(self, kind: str, setup: Json) -> Start[World, Fact, object]:
        deed = read_deed(kind, setup)
        return lambda desk: deed.perform(as_kept(self.kit, desk.world), desk)

    def fight(self, setup: FightSetup) -> Start[World, Fact, Outcome]:
        """The procedure of a fight, with newcomers brought to the table first."""

        def start(desk: RulesDesk) -> Procedure[Outcome]:
            return Combat(setup).perform(self.kit, desk)

        return start

    def apply(self, world: World, fact: Fact) -> World:
        return apply(world, fact)

    def fold(self, world: World, facts: Iterable[Fact]) -> World:
        return fold(world, facts)

    def can_hold(self, world: World, facts: Sequence[Fact]) -> bool:
        """Nobody comes who is there already, and nothing is changed that is gone."""
        new = (one.id for fact in facts if isinstance(fact, Enlisted) for one in fact.figures)
        if any(one in world.figures for one in new):
            return False
        try:
            fold(world, facts)
        except LookupError:
            return False
        return True

    def touches(self, fact: Fact) -> Sequence[str]:
        return fact.changes()

    def rests_on(self, fact: Fact) -> Sequence[str]:
        return fact.rests_on()

    def without_words(self, fact: Fact) -> Fact:
        return fact.without_words()

    def called(self, world: World, name: str) -> str:
        return called(self.kit, world, name)

    def begins(self, fact: Fact) -> str:
        """SEQ-03: a turn is what a game is divided into."""
        return f"Turn {fact.turn}" if isinstance(fact, PhaseBegan) and fact.phase == "start" else ""

    def ends(self, fact: Fact) -> bool:
        """SCN-22: who won rests on all that was played."""
        return isinstance(fact, GameEnded)

    def is_over(self, world: World) -> bool:
        return world.war.phase == "over"

    def lapses(self, kind: str, setup: Json, fact: Fact) -> bool:
        """SEQ-03: what is due in a phase is not asked about in another."""
        deed = read_deed(kind, setup) if isinstance(fact, PhaseBegan) else None
        return isinstance(fact, PhaseBegan) and isinstance(deed, Heed) and deed.lapses_with(fact.phase)

    def encode_fact(self, fact: Fact) -> Json:
        return encode(fact)

    def decode_fact(self, value: Json) -> Fact:
        return read_fact(value)

    def encode_world(self, world: World) -> Json:
        return encode(world, slim=True)

    def decode_world(self, value: Json) -> World:
        return cast(World, decode(World, value))

    def view(self, world: World, seat: Seat) -> Json:
        """Everything is in the open until hidden figures come into play."""
        return encode(world)


def status_of(entrant: Entrant, figure: Figure) -> str:
    """How a figure came out of a fight, in the words of the battle file: who serves a weapon is unhurt."""
    if figure.condition not in ("fit", "serving"):
        return figure.condition
    return "dismounted" if entrant.mounted and not figure.mounted else "unhurt"


__all__ = ["RingOfPower", "status_of"]
