"""Ring of Power as the kernel knows a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from assistant.kernel.codec import Json, decode, encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Procedure, Start
from assistant.rules.apply import apply, touches
from assistant.rules.book import Book
from assistant.rules.combat import combat
from assistant.rules.combat.check import check_setup
from assistant.rules.combat.fight import RulesDesk
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup
from assistant.rules.facts import Enlisted, Fact, HouseRuleChosen
from assistant.rules.house import check_choice
from assistant.rules.world import Figure, World

RULES_VERSION = "1"


@dataclass(frozen=True, slots=True)
class RingOfPower:
    """The first game on this ground."""

    book: Book

    @property
    def name(self) -> str:
        return "ring-of-power"

    @property
    def rules_version(self) -> str:
        return RULES_VERSION

    @property
    def pack_hash(self) -> str:
        return self.book.hash

    def set_up(self, setup: Json) -> World:
        """An empty table with the house rules the campaign began with."""
        chosen = setup.get("house_rules", {}) if isinstance(setup, dict) else {}
        rules: Mapping[str, str] = decode(Mapping[str, str], chosen)
        for rule, reading in rules.items():
            check_choice(self.book.house_rules, rule, reading)
        return World(house_rules=rules)

    def opening(self, kind: str, setup: Json, world: World) -> Opening:
        match self._deed(kind, setup):
            case FightSetup() as fight:
                fight = self._as_they_stand(fight, world)
                names = {side: fight.side(side).figures for side in SIDES}
                place = self.book.places[fight.site.place].name if fight.site.place else None
                title = f"{self._roll_call(names['good'])} against {self._roll_call(names['evil'])}"
                holds = tuple(entrant.figure for side in SIDES for entrant in names[side])
                # The fight reads its own setup only: a reading changed while it goes on does not change it.
                frozen = encode(replace(fight, house_rules={**world.house_rules, **fight.house_rules}))
                return Opening(f"{title} at {place}" if place else title, holds, frozen)
            case HouseRuleChosen() as chosen:
                return Opening(f"House rule {chosen.rule}: {chosen.reading}", (chosen.rule,), setup)

    def start(self, kind: str, setup: Json) -> Start[World, Fact, object]:
        match self._deed(kind, setup):
            case FightSetup() as fight:
                return self.fight(fight)
            case HouseRuleChosen() as chosen:
                return _settle(chosen)

    def fight(self, setup: FightSetup) -> Start[World, Fact, Outcome]:
        """The procedure of a fight, with newcomers brought to the table first."""

        def start(desk: RulesDesk) -> Procedure[Outcome]:
            present = self._as_they_stand(setup, desk.world)
            newcomers = tuple(
                Figure(entrant.figure, side, entrant.profile, entrant.mounted)
                for side in SIDES
                for entrant in present.side(side).figures
                if entrant.figure not in desk.world.figures
            )
            if newcomers:
                desk.record(Enlisted(newcomers))
            return (yield from combat(desk, self.book, present))

        return start

    def _roll_call(self, entrants: Sequence[Entrant]) -> str:
        """Éomer and 3 × Rider of Rohan: profiles in listed order with their number."""
        counts = Counter(entrant.profile for entrant in entrants)
        names = [
            name if number == 1 else f"{number} × {name}"
            for profile, number in counts.items()
            if (name := self.book.profiles[profile].name)
        ]
        if len(names) > 3:
            names = [*names[:2], f"{len(names) - 2} other kinds"]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def _deed(self, kind: str, setup: Json) -> FightSetup | HouseRuleChosen:
        match kind:
            case "fight":
                fight = cast(FightSetup, decode(FightSetup, setup))
                check_setup(self.book, fight)
                return fight
            case "house-rule":
                chosen = cast(HouseRuleChosen, decode(HouseRuleChosen, setup))
                check_choice(self.book.house_rules, chosen.rule, chosen.reading)
                return chosen
            case _:
                raise Illegal("unknown-deed", f"{kind!r} is not something that can be done in this game.")

    def _as_they_stand(self, setup: FightSetup, world: World) -> FightSetup:
        """Figures already on the table come as they are; whoever cannot fight is refused."""
        sides = {
            side: replace(
                setup.side(side),
                figures=tuple(
                    self._as_it_stands(entrant, side, world) for entrant in setup.side(side).figures
                ),
            )
            for side in SIDES
        }
        return replace(setup, good=sides["good"], evil=sides["evil"])

    def _as_it_stands(self, entrant: Entrant, side: FightingSide, world: World) -> Entrant:
        if entrant.profile not in self.book.profiles:
            raise Illegal("unknown-profile", f"{entrant.figure}: there is no profile {entrant.profile!r}.")
        known = world.figures.get(entrant.figure)
        if known is None:
            return entrant
        if (known.profile, known.side) != (entrant.profile, side):
            raise Illegal(
                "another-figure",
                f"{entrant.figure} is already on the table as {known.profile} of {known.side}.",
                do="Give the new figure another id.",
            )
        if known.condition != "fit":
            raise Illegal("cannot-fight", f"{entrant.figure} is {known.condition} and cannot fight.")
        return replace(entrant, mounted=known.mounted)

    def apply(self, world: World, fact: Fact) -> World:
        return apply(world, fact)

    def touches(self, fact: Fact) -> Sequence[str]:
        return touches(fact)

    def encode_fact(self, fact: Fact) -> Json:
        return encode(fact)

    def decode_fact(self, value: Json) -> Fact:
        return cast(Fact, decode(Fact, value))

    def view(self, world: World, seat: Seat) -> Json:
        """Everything is in the open until hidden figures come into play."""
        return encode(world)


def _settle(chosen: HouseRuleChosen) -> Callable[[RulesDesk], Procedure[None]]:
    def start(desk: RulesDesk) -> Procedure[None]:
        desk.record(chosen)
        desk.say(f"From now on {chosen.rule} reads {chosen.reading}.")
        yield from ()

    return start


def status_of(entrant: Entrant, figure: Figure) -> str:
    """How a figure came out of a fight, in the words of the battle file."""
    if figure.condition != "fit":
        return figure.condition
    return "dismounted" if entrant.mounted and not figure.mounted else "unhurt"


__all__ = ["RingOfPower", "status_of"]
