"""A census of many random fights: that all of them end, and how often each ability and effect had a say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from random import Random
from typing import Any

from assistant.kernel.asking import Answer, Request, count_of
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import RuleId
from assistant.kernel.procedure import play
from assistant.rules.book import Book
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.effects.hooks import HOOKS, OF_THE_MARCH, Effect
from assistant.rules.effects.registry import EFFECTS
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules
from assistant.rules.world import World
from assistant.simulate.answerers import Answerer
from assistant.simulate.bots import Whim
from assistant.simulate.random_fights import Dealer, with_every_ability

MOST_QUESTIONS = 500
SEEKING = 0.5
READ = "__getitem__"


@dataclass
class Census:
    """In how many fights each effect spoke, and each ability, profile and place took part."""

    fights: int = 0
    refused: int = 0
    most_questions: int = 0
    effects: Counter[str] = field(default_factory=Counter)
    abilities: Counter[str] = field(default_factory=Counter)
    profiles: Counter[str] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)
    terrains: Counter[str] = field(default_factory=Counter)

    def missing(self, book: Book) -> tuple[str, ...]:
        """What never had a say."""
        wanted: dict[str, tuple[list[str], Counter[str]]] = {
            "effect": (combat_effects(), self.effects),
            "ability": (borne_abilities(book), self.abilities),
            "profile": ([*book.profiles], self.profiles),
            "place": ([*book.places], self.places),
        }
        return tuple(
            f"{kind} {name}" for kind, (names, seen) in wanted.items() for name in names if not seen[name]
        )

    def lines(self, book: Book) -> Iterator[str]:
        """The report: everything counted, the rarest first."""
        ended = count_of(self.fights, "fight", "fights")
        yield f"{ended} ended, after {self.most_questions} questions at most; {self.refused} were refused."
        yield from _ranked("Effects", combat_effects(), self.effects)
        yield from _ranked("Abilities", borne_abilities(book), self.abilities)


def _ranked(title: str, names: list[str], seen: Counter[str]) -> Iterator[str]:
    yield f"{title}, and in how many fights each had a say:"
    yield from (f"  {seen[name]:>6}  {name}" for name in sorted(names, key=lambda name: seen[name]))


def combat_effects() -> list[str]:
    """The effects that have something to say in a fight."""
    hooks = [hook for hook in HOOKS if hook not in OF_THE_MARCH]
    return [
        name
        for name, cls in EFFECTS.items()
        if any(getattr(cls, hook) is not getattr(Effect, hook) for hook in hooks)
    ]


def borne_abilities(book: Book) -> list[str]:
    """The abilities that act in a fight and that some figure has."""
    borne = {trait.name for profile in book.profiles.values() for trait in profile.traits}
    return [name for name, ability in book.abilities.items() if ability.in_combat and name in borne]


def census(game: RingOfPower, fights: int, seed: int) -> Census:
    """Fight so many fights; any that does not end, or breaks, is an error."""
    found = Census()
    random = Random(seed)
    dealer = Dealer(with_every_ability(game.book), random)
    game = replace(game, book=dealer.book)
    with _heard(dealer.bearing) as heard:
        while found.fights < fights:
            # Towards the end, what has not been met is sought out.
            missing = [name for name in combat_effects() if not found.effects[name]]
            seek = random.choice(missing) if missing and found.fights >= fights * SEEKING else ""
            heard.clear()
            setup = dealer.fight(seek)
            _fight(found, game, setup, dealer.world(setup), Patient(Whim(random)))
            found.effects.update(heard)
    return found


def _fight(found: Census, game: RingOfPower, setup: FightSetup, world: World, bot: Patient) -> None:
    try:
        play(game.fight(setup), world, game.apply, bot)
    except Illegal:
        # Some fights may not be declared; one that has begun must end.
        if bot.asked:
            raise
        found.refused += 1
        return
    found.fights += 1
    found.most_questions = max(found.most_questions, bot.asked)
    _count(found, game.book, setup)


@dataclass
class Patient:
    """A player who answers for a long time, but not for ever."""

    answers: Answerer
    asked: int = 0

    def __call__(self, request: Request) -> Answer:
        self.asked += 1
        if self.asked > MOST_QUESTIONS:
            raise RuntimeError(f"no end after {MOST_QUESTIONS} questions: {request}")
        return self.answers(request)


def _count(found: Census, book: Book, setup: FightSetup) -> None:
    profiles = {one.profile for side in SIDES for one in setup.side(side).figures}
    found.profiles.update(profiles)
    found.abilities.update({trait.name for one in profiles for trait in book.profiles[one].traits})
    found.terrains[setup.site.terrain] += 1
    if setup.site.place is not None:
        found.places[setup.site.place] += 1


@contextmanager
def _heard(consulted: list[RuleId]) -> Iterator[set[str]]:
    """The names of effects that gave an answer, until somebody clears them; and house rules asked about."""
    heard: set[str] = set()
    changed: list[tuple[type[Any], str, Any]] = [(HouseRules, READ, HouseRules.__getitem__)]
    setattr(HouseRules, READ, _reading(HouseRules.__getitem__, consulted))
    classes = (cls for found in EFFECTS.values() for cls in found.__mro__ if cls not in Effect.__mro__)
    for cls in dict.fromkeys(classes):
        for hook in HOOKS:
            if hook not in OF_THE_MARCH and hook in vars(cls):
                changed.append((cls, hook, vars(cls)[hook]))
                setattr(cls, hook, _listening(vars(cls)[hook], heard))
    try:
        yield heard
    finally:
        for cls, hook, silent in changed:
            setattr(cls, hook, silent)


def _reading(read: Callable[[HouseRules, str], str], consulted: list[RuleId]) -> Callable[..., str]:
    @wraps(read)
    def ask(house: HouseRules, rule: str) -> str:
        if rule not in consulted:
            consulted.append(RuleId(rule))
        return read(house, rule)

    return ask


def _listening(hook: Callable[..., Any], heard: set[str]) -> Callable[..., Any]:
    @wraps(hook)
    def ask(me: Effect, *arguments: Any) -> Any:
        answer = hook(me, *arguments)
        if isinstance(answer, Iterator):
            answer = tuple(answer)
        if answer or (answer == 0 and answer is not False):
            heard.add(me.name)
        return answer

    return ask
