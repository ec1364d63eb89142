"""A finished fight in a few sentences, told from its facts alone: who met, what turned it, what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from assistant.campaign.as_ruled import corrected, is_seen, won_by_ruling
from assistant.campaign.in_words import GROUND, counted_in_words, in_words
from assistant.kernel.asking import Answer, Request
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Played
from assistant.rules.book import Book, Profile
from assistant.rules.combat.luck import Luck, luck_of
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup, other
from assistant.rules.core.fact import Fact
from assistant.rules.core.facts import Enlisted
from assistant.rules.fight.facts import (
    FROM_AMBUSH,
    ONLY_STRIKES,
    PARALYZED_AND_BEATEN,
    Called,
    Dismounted,
    Duelled,
    FightEnded,
    GateTried,
    LivesLost,
    Recovered,
    Retreated,
    Stayed,
    Suffered,
    WallsBroken,
    WallsFell,
)
from assistant.rules.table_word.facts import Overruled
from assistant.rules.wording import join, many
from assistant.rules.world import Condition, Figure

F = TypeVar("F", bound=Fact)

HURT: tuple[Condition, ...] = ("wounded", "captured", "paralyzed", "dispersed")
MOST_KINDS = 5


@dataclass(frozen=True, slots=True)
class Account:
    """A fight that is over: how it was declared, what happened, and every question with its answer."""

    setup: FightSetup
    facts: tuple[Fact, ...]
    requests: tuple[Request, ...] = ()
    answers: tuple[Answer, ...] = ()

    @classmethod
    def of(cls, setup: FightSetup, played: Played[Fact, object]) -> Account:
        return cls(setup, played.done.facts, played.requests, played.answers)

    def story(self, book: Book) -> tuple[str, ...]:
        return story(book, self.setup, self.facts)

    def luck(self) -> Luck:
        return luck_of(self.requests, self.answers)


UNFOUGHT = FightEnded(0, 0, 0, 0, None)


def story(book: Book, setup: FightSetup, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The sentences, in the order in which things happened; CMB-05: there may have been no fight at all."""
    tale = _Tale.of(book, setup, facts)
    if tale.ended is UNFOUGHT:
        return (*tale.meeting(), "Those who kept out of sight were not found, and there was no fight.")
    parts = (
        tale.meeting, tale.calls, tale.duels, tale.engines, tale.ambush, tale.losses, tale.outcome,
        tale.aftermath, tale.newcomers, tale.rulings,
    )  # fmt: skip
    return tuple(sentence[0].upper() + sentence[1:] for part in parts for sentence in part())


def in_short(book: Book, setup: FightSetup, facts: Sequence[Fact]) -> tuple[str, ...]:
    """What it came to first, then what it cost and what followed; who met is for a title to say.

    What the game master ruled otherwise is told as it was ruled, and what was recorded at first is not.
    """
    tale = _Tale.of(book, setup, facts).as_ruled()
    if tale.ended is UNFOUGHT:
        return story(book, setup, facts)[-1:]
    parts = (tale.result, tale.losses, tale.aftermath, tale.newcomers)
    return tuple(sentence[0].upper() + sentence[1:] for part in parts for sentence in part())


@dataclass(frozen=True, slots=True)
class _Tale:
    """What a story is made of: the declaration of the fight, and its facts before and after the outcome."""

    book: Book
    setup: FightSetup
    ended: FightEnded
    before: tuple[Fact, ...]
    after: tuple[Fact, ...]
    is_as_ruled: bool = False

    @classmethod
    def of(cls, book: Book, setup: FightSetup, facts: Sequence[Fact]) -> _Tale:
        ended = next(iter(_all(facts, FightEnded)), None)
        if ended is None:
            return cls(book, setup, UNFOUGHT, tuple(facts), ())
        end = facts.index(ended)
        return cls(book, setup, ended, tuple(facts[:end]), tuple(facts[end + 1 :]))

    def as_ruled(self) -> _Tale:
        """The same with everyone as the rulings have left them."""
        before, after = corrected(self.before, self.after)
        return replace(self, before=before, after=after, is_as_ruled=True)

    # ---- who met where ----------------------------------------------------------------------------------

    def meeting(self) -> Iterator[str]:
        """Éomer and three Riders of Rohan met nine Uruk-hai and Lurtz in the woods."""
        site = self.setup.site
        where = f" at {self.book.places[site.place].name}" if site.place else ""
        dark = ", in darkness" if site.darkness else ""
        if site.fortress is None or site.at == "field":
            yield f"{self._host('good')} met {self._host('evil')}{where or GROUND[site.terrain]}{dark}."
        else:
            holders, attackers = self._host(site.fortress), self._host(other(site.fortress))
            yield f"{attackers} attacked the {site.at}{where}, held by {holders}{dark}."

    def _host(self, side: FightingSide) -> str:
        return self._named(one.figure for one in self.setup.side(side).figures)

    def calls(self) -> Iterator[str]:
        """Gandalf the White called for Eagles, and they came."""
        for call in _all(self.before, Called):
            yield f"{self._named([call.by])} called, and {self._named(call.figures)} came."

    def duels(self) -> Iterator[str]:
        """What came of wizards' duels."""
        for duel in _all(self.before, Duelled):
            if duel.loser is None:
                yield f"The duel of {self._named([duel.own, duel.enemy])} came to nothing."
            else:
                winner = duel.enemy if duel.loser == duel.own else duel.own
                yield f"{self._named([winner])} neutralised {self._named([duel.loser])} in a duel."

    def engines(self) -> Iterator[str]:
        """One Battering Ram ran at the gate in vain; the gate was broken by two Uruk-hai Engineers."""
        for tried in _all(self.before, GateTried):
            yield f"{self._named([tried.figure])} ran at the gate in vain."
        for broken in _all(self.before, WallsBroken):
            yield f"{self._named(broken.by)} broke the {broken.what}."

    def ambush(self) -> Iterator[str]:
        """Two Orcs fell to an ambush before they could strike."""
        for side in SIDES:
            struck = [fact for fact in self.before if _is_of(fact, FROM_AMBUSH)]
            if fallen := [*self._ends(struck, side)]:
                yield f"An ambush felled {self._named(fallen)} before any blow could be struck back."

    # ---- what it cost -----------------------------------------------------------------------------------

    def losses(self) -> Iterator[str]:
        """Good lost one Rider of Rohan; Éomer was wounded."""
        for side in SIDES:
            yield f"{side.capitalize()} {'; '.join(self._losses(side))}."

    def _losses(self, side: FightingSide) -> Iterator[str]:
        ends = self._ends((fact for fact in self.before if not _is_of(fact, ONLY_STRIKES)), side)
        if slain := _with(ends, "eliminated"):
            everyone = len(slain) == len(self.setup.side(side).everyone) > 1
            yield f"lost {self._named(slain)}{', everyone it had' if everyone else ''}"
        else:
            yield "lost nobody outright" if ends else "lost nobody"
        yield from self._hurt(ends)
        thrown = [name for fact in _all(self.before, Dismounted) for name in fact.figures]
        if walking := [name for name in thrown if self._side_of(name) == side and name not in ends]:
            yield f"{self._named(walking)} lost {'the mount' if len(walking) == 1 else 'their mounts'}"
        yield from self._worn(self.before, side, ends)

    def _worn(
        self, facts: Iterable[Fact], side: FightingSide, gone: Mapping[FigureId, Condition]
    ) -> Iterator[str]:
        """Who lost some of its lives and not the last: crews of weapons and beasts, and hulls."""
        lost: Counter[FigureId] = Counter()
        for fact in _all(facts, LivesLost):
            # Those who had stepped in are told of with their like.
            own = fact.number - len(fact.recruits)
            if self._side_of(fact.figure) == side and fact.figure not in gone and own:
                lost[fact.figure] += own
        for figure, number in lost.items():
            profile = self._profiles().get(figure)
            how = "lost {} of its crew" if profile and profile.crew else "took {} of its wounds"
            yield f"{self._named([figure])} {how.format(in_words(number))}"

    def _hurt(self, ends: Mapping[FigureId, Condition]) -> Iterator[str]:
        for condition in HURT:
            if hurt := _with(ends, condition):
                yield f"{self._named(hurt)} {self._were(hurt)} {condition}"

    def _ends(self, facts: Iterable[Fact], side: FightingSide) -> dict[FigureId, Condition]:
        """What became of those of a side who did not come through, in the order they fell."""
        ends: dict[FigureId, Condition] = {}
        for fact in facts:
            if isinstance(fact, Suffered):
                ends |= {name: fact.condition for name in fact.figures if self._side_of(name) == side}
            elif isinstance(fact, LivesLost) and self._side_of(fact.figure) == side:
                ends |= dict.fromkeys(fact.recruits, "eliminated")
            elif isinstance(fact, Recovered):
                ends = {name: end for name, end in ends.items() if name not in fact.figures}
        return ends

    # ---- how it ended -----------------------------------------------------------------------------------

    @property
    def _winner(self) -> FightingSide | None:
        return next((side for side in SIDES if side == self.ended.winner), None)

    @property
    def _overruled(self) -> Overruled | None:
        """The ruling by which somebody else won than was recorded."""
        words = [one for one in _all(self.after, Overruled) if one.winner is not None]
        is_other = bool(words) and words[-1].winner != (self._winner or "draw")
        return words[-1] if is_other else None

    def result(self) -> Iterator[str]:
        """Who won by the last word on it, and whoever was ruled upon."""
        if (word := self._overruled) is None:
            yield from self.outcome()
        else:
            yield f"{won_by_ruling(word)} by the game master's ruling ({word.reason})."
        yield from self._ruled(
            (replace(one, figures=tuple(filter(is_seen, one.figures)), winner=None))
            for one in _all(self.after, Overruled)
        )

    def outcome(self) -> Iterator[str]:
        """Good won by seven to two, and what decided it."""
        said = self._outcome()
        yield said if self._overruled is None else f"At first {said[0].lower()}{said[1:]}"

    def _outcome(self) -> str:
        winner = self._winner
        if winner is None:
            return self._draw()
        if self.ended.reported:
            return f"{winner.capitalize()} won."
        loser = other(winner)
        alone = self._killed(winner) <= self._killed(loser)
        return (
            f"{winner.capitalize()} won by {self._total(winner)} to {self._total(loser)}"
            f"{', by leadership alone' if alone else ''}."
        )

    def _draw(self) -> str:
        good, evil = self._total("good"), self._total("evil")
        if self.ended.reported:
            return "Nobody won."
        if good == evil:
            return f"It was a draw, {good} to {evil}."
        beaten: FightingSide = "good" if good < evil else "evil"
        given = [*self._ends(self.after, beaten)][:1]
        how = f"{self._named(given)} gave everything for a draw" if given else "it counted as a draw"
        score = f"{max(good, evil)} to {min(good, evil)}"
        return f"{other(beaten).capitalize()} had the better of it, {score}, but {how}."

    def _killed(self, side: FightingSide) -> int:
        return self.ended.evil_casualties if side == "good" else self.ended.good_casualties

    def _total(self, side: FightingSide) -> int:
        led = self.ended.good_leadership if side == "good" else self.ended.evil_leadership
        return self._killed(side) + led

    # ---- what came of it --------------------------------------------------------------------------------

    def aftermath(self) -> Iterator[str]:
        """Walls that fell, further losses, captives, and who went back."""
        for fell in _all(self.after, WallsFell):
            saved = f"; {self._named(fell.into_tower)} reached the tower" if fell.into_tower else ""
            yield f"The {self.setup.site.at} fell{saved}."
        yield from self._paralyzed()
        if self._winner is not None:
            loser = other(self._winner)
            later = (fact for fact in self.after if not _is_of(fact, PARALYZED_AND_BEATEN))
            ends = self._ends(later, loser)
            # Nobody was defeated any more where that was overruled, and still they are lost.
            is_none = self.is_as_ruled and self._overruled is not None
            when, then = ("Afterwards", "afterwards") if is_none else ("In defeat", "in defeat")
            if lost := _with(ends, "eliminated"):
                yield f"{when} {loser} also lost {self._named(lost)}."
            yield from (f"{sentence} {then}." for sentence in self._hurt(ends))
            yield from (f"{sentence} {then}." for sentence in self._worn(self.after, loser, ends))
        for retreat in _all(self.after, Retreated):
            far = "a full move" if retreat.how == "full-move" else "as far as it could"
            side = self._side_of(retreat.figures[0])
            yield f"{side.capitalize()} retreated {far} with {self._named(retreat.figures)}."

    def _paralyzed(self) -> Iterator[str]:
        """ABL-PARALYZE-2: the winners' will recover; all others are lost, heroes wounded."""
        for stayed in _all(self.after, Stayed):
            if held := [one for one in stayed.figures if self._held(one)]:
                yield f"{self._named(held)}, paralyzed, will recover but not move next turn."
        for fact in _all(self.after, Suffered):
            if _is_of(fact, PARALYZED_AND_BEATEN):
                end = "lost" if fact.condition == "eliminated" else fact.condition
                yield f"{self._named(fact.figures)}, paralyzed, {self._were(fact.figures)} {end}."

    def _held(self, figure: FigureId) -> bool:
        return self._ends(self.before, self._side_of(figure)).get(figure) == "paralyzed"

    def newcomers(self) -> Iterator[str]:
        """Three Spider Swarms came forth."""
        known = {one for call in _all(self.before, Called) for one in call.figures}
        known |= {one.figure for side in SIDES for one in self.setup.side(side).concerned}
        born = [one.id for one in self._joined() if one.id not in known and ".crew." not in one.id]
        if born:
            yield f"{self._named(born)} came forth."

    def rulings(self) -> Iterator[str]:
        """What the game master decided otherwise, and why."""
        yield from self._ruled(_all(self.after, Overruled))

    def _ruled(self, rulings: Iterable[Overruled]) -> Iterator[str]:
        for ruling in rulings:
            alike: dict[str, list[FigureId]] = {}
            for one in ruling.figures:
                alike.setdefault(str(one).removeprefix("is "), []).append(one.figure)
            parts = [f"{self._named(figures)} {self._are(figures)} {said}" for said, figures in alike.items()]
            if ruling.winner is not None:
                parts.append("it was a draw" if ruling.winner == "draw" else f"{ruling.winner} won")
            if parts:
                yield f"The game master ruled otherwise: {join(parts)} ({ruling.reason})."

    # ---- names ------------------------------------------------------------------------------------------

    def _profiles(self) -> dict[FigureId, Profile]:
        entrants = (one for side in SIDES for one in self.setup.side(side).concerned)
        named = {one.id: one.profile for one in self._joined()} | {
            one.figure: one.profile for one in entrants
        }
        # A record may name what no roster holds any more: it goes untold, and the rest is told.
        known = self.book.profiles
        return {figure: known[profile] for figure, profile in named.items() if profile in known}

    def _joined(self) -> Iterator[Figure]:
        """Those who came to the table for this fight, some of them only while it went on."""
        for fact in _all((*self.before, *self.after), Enlisted):
            yield from fact.figures

    def _side_of(self, figure: FigureId) -> FightingSide:
        good = {one.figure for one in self.setup.good.concerned}
        return "good" if figure in good | {one.id for one in self._joined() if one.side == "good"} else "evil"

    def _is_one(self, figures: Sequence[FigureId]) -> bool:
        """Whether a verb is in the singular: not for several, nor for one figure called Eagles."""
        profile = self._profiles().get(figures[0])
        named = profile is not None and profile.kind == "creature" and profile.name == many(profile)
        return len(figures) == 1 and not named

    def _were(self, figures: Sequence[FigureId]) -> str:
        return "was" if self._is_one(figures) else "were"

    def _are(self, figures: Sequence[FigureId]) -> str:
        return "is" if self._is_one(figures) else "are"

    def _named(self, figures: Iterable[FigureId]) -> str:
        """Éomer and three Riders of Rohan."""
        profiles = self._profiles()
        counts = Counter(profiles[figure].id for figure in figures if figure in profiles)
        said = [counted_in_words(self.book.profiles[profile], number) for profile, number in counts.items()]
        if len(said) > MOST_KINDS:
            rest = sum([*counts.values()][MOST_KINDS - 1 :])
            said = [*said[: MOST_KINDS - 1], f"{in_words(rest)} others"]
        return join(said)


def _is_of(fact: Fact, cause: str) -> bool:
    return isinstance(fact, Suffered) and fact.cause == cause


def _with(ends: Mapping[FigureId, Condition], condition: Condition) -> list[FigureId]:
    return [figure for figure, end in ends.items() if end == condition]


def _all(facts: Iterable[Fact], kind: type[F]) -> list[F]:
    return [fact for fact in facts if isinstance(fact, kind)]
