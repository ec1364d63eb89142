"""Who ought to be in play: counted from what deeds, schedule and dice promise, never from the world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from assistant.kernel.asking import Answer, Chosen, Request, Rolled
from assistant.kernel.ids import FigureId, RuleId
from assistant.rules.book import ProfileId
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.core.fact import Fact
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import Battle, ReportedBattle
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.deeds.reminding import Heed
from assistant.rules.kit import Kit
from assistant.rules.schedule import Due
from assistant.rules.standing import Awaited, awaited, census
from assistant.rules.starts import starts
from assistant.rules.world import World

MET, BROUGHT_FORTH = RuleId("PPL-RUFFIANS-03"), RuleId("PLC-MIRKWOOD-05")
CALLED = {RuleId("PPL-EAGLES-01"): 1, RuleId("PPL-DEADARMY-01"): 10}
"""How many come at most where the question that stands on this rule is answered by a call."""


@dataclass(frozen=True, slots=True)
class Witnessed:
    """A deed as it was seen: how things stood before and after, what it recorded, and what was answered."""

    kit: Kit
    before: World
    after: World
    deed: Any
    facts: tuple[Fact, ...] = ()
    replies: tuple[tuple[Request, Answer], ...] = ()


@dataclass(frozen=True, slots=True)
class Some:
    """Figures of which the rules leave something open: of these kinds, so many at least and at most."""

    fewest: int
    most: int
    kinds: Collection[ProfileId] | None = None
    """None where a rule brings a single kind, which its own test knows."""


@dataclass(frozen=True, slots=True)
class Promise:
    """Whom a deed brings into play: those who come for sure, and those of whom something is open."""

    sure: Counter[ProfileId] = field(default_factory=Counter)
    others: tuple[Some, ...] = ()

    def faults(self, came: Counter[ProfileId]) -> Iterator[str]:
        """Where those who came are not those who were promised."""
        yield from (f"{one} is promised and did not come" for one in self.sure - came)
        rest = came - self.sure
        fewest, most = (sum(getattr(one, name) for one in self.others) for name in ("fewest", "most"))
        if not fewest <= rest.total() <= most:
            number = str(most) if fewest == most else f"{fewest} to {most}"
            yield f"{rest.total()} figures came from nowhere where {number} are promised: {dict(rest)}"
        elif strangers := [kind for kind in rest if not any(_is_one_of(kind, one) for one in self.others)]:
            yield f"{strangers[0]} is none of those who are promised"


def _is_one_of(kind: ProfileId, those: Some) -> bool:
    return those.most > 0 and (those.kinds is None or kind in those.kinds)


@dataclass
class Roster:
    """Everyone who is in play by the deeds that count, and every arrival that is waited for."""

    brought: list[frozenset[FigureId]]
    """By each deed that brought anybody, whom it brought."""
    taken_back: list[frozenset[FigureId]] = field(default_factory=list)
    waiting: dict[str, Awaited] = field(default_factory=dict)
    grounds: tuple[Any, ...] = ()

    @classmethod
    def of(cls, world: World) -> Roster:
        """Whoever is there already when the bots sit down."""
        return cls([frozenset(world.figures)])

    def faults_of(self, seen: Witnessed) -> Iterator[str]:
        """Whether a deed brought just those whom it promised, and everybody who is in play is somewhere."""
        gone = seen.before.figures.keys() - seen.after.figures.keys()
        yield from (f"{one} is gone without a trace" for one in sorted(gone)[:1])
        came = frozenset(seen.after.figures.keys() - seen.before.figures.keys())
        yield from _promised(seen, came).faults(Counter(seen.after.figures[one].profile for one in came))
        if isinstance(seen.deed, Arrive):
            yield from _handled_twice(seen, seen.deed.arrival)
        if came:
            self.brought.append(came)
        yield from self._miscounted(seen.after)

    def faults_of_reversal(self, before: World, after: World) -> Iterator[str]:
        """An undo takes away all whom a deed brought, or nobody; a redo brings just them."""
        for lost, here, there in (
            (before.figures.keys() - after.figures.keys(), self.brought, self.taken_back),
            (after.figures.keys() - before.figures.keys(), self.taken_back, self.brought),
        ):
            if lost and lost not in here:
                yield f"{len(lost)} figures went or came back who did not come together"
            elif lost:
                here.remove(frozenset(lost))
                there.append(frozenset(lost))
        yield from self._miscounted(after)

    def _miscounted(self, world: World) -> Iterator[str]:
        """Figures in = on the table + dead + captive + dispersed; those who wait are not in yet."""
        came, counted = sum(map(len, self.brought)), census(world)
        if came != sum(counted.values()):
            yield f"{came} figures came into play and {dict(counted)} are counted"

    def forgotten(self, world: World, now: Iterable[Awaited]) -> Iterator[str]:
        """SEQ-06: whoever was due and neither came nor is lost must still be waited for."""
        grounds = (frozenset(world.war.events.items()), world.war.reread, dict(world.war.choices))
        is_same = self.grounds[1:] == grounds[1:] and self.grounds[0] <= grounds[0] if self.grounds else False
        due = {one.key: one for one in now}
        settled = {_base(key) for key, how in world.war.arrivals.items() if how != "postponed"}
        known = settled | {_base(key) for key in due}
        for key, one in self.waiting.items() if is_same else ():
            if _base(key) not in known and one.due.figures and not one.due.strikes:
                yield f"{key} was due, did not come, and is waited for no more"
        self.waiting, self.grounds = due, grounds


def _base(key: str) -> str:
    """The name of an arrival on its turn, whether it is lost or kept back."""
    return key.rstrip("~!")


def _handled_twice(seen: Witnessed, arrival: str) -> Iterator[str]:
    if seen.before.war.arrivals.get(arrival) in ("placed", "lost"):
        yield f"{arrival} had come or was lost already"
    if seen.after.war.arrivals.get(arrival) != "placed":
        yield f"{arrival} came and is due again"


# ---- what is promised ----------------------------------------------------------------------------------


def _promised(seen: Witnessed, came: Collection[FigureId]) -> Promise:
    match seen.deed:
        case BeginGame() as begun:
            return _at_the_start(seen, begun)
        case Arrive() as arriving:
            return _by_schedule(seen, arriving)
        case AddFigures() as added:
            return Promise(Counter({added.profile: added.count}))
        case Battle() as fought:
            return Promise(_strangers(seen.before, fought.setup), (*_by_the_fight(seen, fought.setup),))
        case ReportedBattle() as told:
            joined = Counter(kind for side in told.report.joined.values() for kind in side.values())
            return Promise(_strangers(seen.before, told.report.fight) + joined)
        case Heed() | UsePower():
            return Promise(others=(*_met(seen), Some(0, 1, _persons_unseen(seen) if came else ())))
        case _:
            return Promise()


def _at_the_start(seen: Witnessed, begun: BeginGame) -> Promise:
    """SCN-19: every starting force that has a place."""
    groups = tuple(seat.commanders for seat in begun.seats)
    found = starts(seen.kit.scenario, house=seen.kit.house(seen.before), seats=groups)
    return Promise(
        others=tuple(
            Some(each.count, each.count, each.profiles)
            for start in found
            if start.place is not None
            for each in start.figures
        )
    )


def _by_schedule(seen: Witnessed, arriving: Arrive) -> Promise:
    """SEQ-06: as many as the schedule says, and of its kinds, whoever of them comes in another's place."""
    due = next((one.due for one in awaited(seen.kit, seen.before) if one.key == arriving.arrival), None)
    if due is None or due.strikes:
        return Promise()
    sure = Counter[ProfileId]()
    for each in due.figures:
        if len(each.profiles) == 1:
            sure[each.profiles[0]] += each.count
    others = [Some(each.count, each.count, each.profiles) for each in due.figures if len(each.profiles) > 1]
    if arriving.instead:
        sure, others = Counter(), [_any_of(due)]
    return Promise(sure, tuple(others))


def _any_of(due: Due) -> Some:
    """PPL-SHAMAN-01: one may come in place of one, so that the number stays."""
    number = sum(each.count for each in due.figures)
    return Some(number, number, {*due.instead, *(kind for each in due.figures for kind in each.profiles)})


def _strangers(world: World, fight: FightSetup) -> Counter[ProfileId]:
    """Those whom the setup of a fight names and nobody knew."""
    everyone = (one for side in SIDES for one in fight.side(side).everyone)
    return Counter(one.profile for one in everyone if one.figure not in world.figures)


def _by_the_fight(seen: Witnessed, fight: FightSetup) -> Iterator[Some]:
    """PPL-EAGLES-01, PPL-DEADARMY-01, PLC-MIRKWOOD-05, ART-20: those who come in the middle of a fight."""
    for request, answer in seen.replies:
        match answer:
            case Chosen("call"):
                yield from (Some(1, CALLED[rule]) for rule in request.rules if rule in CALLED)
            case Rolled() if BROUGHT_FORTH in request.rules:
                # A d3 by a die of six; fewer come where the table has nearly all of them.
                yield Some(0, sum(-(-face // 2) for face in answer.faces))
    for one in (each for side in SIDES for each in fight.side(side).everyone):
        crew, now = seen.kit.book.profiles[one.profile].crew, seen.after.figures.get(one.figure)
        if crew is not None and now is not None and now.condition == "eliminated":
            yield Some(0, crew.size)


def _met(seen: Witnessed) -> Iterator[Some]:
    """PPL-RUFFIANS-03: as many as the die says."""
    for request, answer in seen.replies:
        if isinstance(answer, Rolled) and MET in request.rules:
            yield Some(sum(answer.faces), sum(answer.faces))


def _persons_unseen(seen: Witnessed) -> Collection[ProfileId]:
    """Persons who turn up by a rule of their own, and have not yet."""
    known = {one.profile for one in seen.before.figures.values()}
    book = seen.kit.book.profiles.values()
    return {one.id for one in book if one.is_character and one.id not in known}
