"""The arrivals of a game as far as it is foreseen, worked out once for all who look at it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from assistant.kernel.evidence import Citation, cite_again, overheard
from assistant.rules.arrivals import EventId, Supply
from assistant.rules.house import HouseRules
from assistant.rules.kit import Kit
from assistant.rules.scenario import Scenario
from assistant.rules.schedule import Choice, Due, Held, due, held, once_only, regained
from assistant.rules.tenures import Tenure, lasting, moments
from assistant.rules.war import Decision, Reread
from assistant.rules.world import World

AHEAD = 3
"""How many turns beyond the one asked for are worked out with it: the next questions are about those."""
KEPT = 8
"""For how many games, or ways a game may stand, the answer is kept."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """All that arrivals depend on; ten phones that look at the same table stand on the same grounds."""

    scenario: Scenario
    readings: Mapping[str, str]
    events: Mapping[EventId, int]
    choices: Mapping[str, Decision]
    tenures: tuple[Tenure, ...]
    reread: tuple[Reread, ...]

    def same_as(self, other: Grounds) -> bool:
        """Scenarios are large, and there is one of each."""
        return self.scenario is other.scenario and (
            (self.readings, self.events, self.choices, self.tenures, self.reread)
            == (other.readings, other.events, other.choices, other.tenures, other.reread)
        )


@dataclass(frozen=True, slots=True)
class Page:
    """Every arrival up to a turn, by the name it is recorded under."""

    grounds: Grounds
    last: int
    dues: tuple[tuple[str, Due], ...]
    cited: tuple[Citation, ...]


# Replaced as a whole, never written into: threads read it as it was.
_pages: tuple[Page, ...] = ()


def key_of(one: Due) -> str:
    """The name of one arrival on one turn, also where part of it is lost on the same turn.

    Who was kept back is called by the turn they should have come on: others may come on the turn they do.
    """
    name = name_on(one.id, one.turn) if one.kept_since is None else f"{name_on(one.id, one.kept_since)}~"
    return name + ("!" if one.lost else "")


def name_on(arrival: str, turn: int) -> str:
    """The name of those who come, on their turn."""
    return f"{arrival}@{turn}"


def due_until(kit: Kit, world: World, last: int) -> tuple[tuple[str, Due], ...]:
    """SEQ-06: everything due from the first turn to this one, each under its name."""
    if last < 1:
        return ()
    page = _page(kit, world, last)
    cite_again(page.cited)
    return page.dues if page.last == last else tuple(one for one in page.dues if one[1].turn <= last)


def forget() -> None:
    """Work everything out anew, as when a game is opened."""
    global _pages
    _pages = ()


def _page(kit: Kit, world: World, last: int) -> Page:
    global _pages
    war, supplies = world.war, {supply.key for supply in kit.scenario.supplies}
    choices = {key: one for key, one in war.choices.items() if key in supplies}
    grounds = Grounds(kit.scenario, world.house_rules, war.events, choices, war.tenures, war.reread)
    for page in _pages:
        if page.last >= last and page.grounds.same_as(grounds):
            return page
    page = _worked_out(kit, world, grounds, min(last + AHEAD, kit.scenario.turns))
    _pages = (page, *_pages)[:KEPT]
    return page


def _worked_out(kit: Kit, world: World, grounds: Grounds, last: int) -> Page:
    found, cited = overheard(lambda: sorted(_due_in_all(kit, grounds, last), key=lambda one: one.turn))
    return Page(grounds, last, tuple((key_of(one), one) for one in found), cited)


@dataclass(frozen=True, slots=True)
class Span:
    """Turns whose arrivals are those of the same readings; none, if more are settled within one turn."""

    first: int
    last: int
    readings: Mapping[str, str]
    events: Mapping[EventId, int]
    """What had come about when the next reading was settled: what came later goes by that one."""


def _spans(grounds: Grounds, last: int) -> tuple[Span, ...]:
    """The oldest first: each change of a reading ends one, as what was due by then stays as it was."""
    readings, events, found = dict(grounds.readings), grounds.events, list[Span]()
    for one in sorted(grounds.reread, key=lambda one: one.last)[::-1]:
        found.append(Span(one.last + 1, last, dict(readings), events))
        last = min(last, one.last)
        if one.events is not None:
            events = {event: turn for event, turn in events.items() if event in one.events}
        if one.before:
            readings[one.rule] = one.before
        else:
            readings.pop(one.rule, None)
    return (Span(1, last, readings, events), *reversed(found))


def _due_in_all(kit: Kit, grounds: Grounds, last: int) -> Iterator[Due]:
    """Each span's arrivals; who comes once comes in one of them, though their turn is read anew.

    Whoever a reading left out on their turn does not come by a later one. Who was still waited for, and
    should have come already as it is read now, comes late.
    """
    come, waited_for, before = set[str](), set[str](), frozenset[EventId]()
    for span in _spans(grounds, last):
        house = HouseRules(kit.book.house_rules, span.readings)
        coming, still, late = set[str](), set[str](), dict[str, int]()
        for name, (event, turn) in once_only(kit.scenario, house, span.events).items():
            if name in come:
                continue
            is_new = event is not None and event not in before
            if turn is not None and turn < span.first and not is_new:
                if name not in waited_for:
                    continue
                turn = late[name] = span.first
            if turn is None or turn > span.last:
                still.add(name)
            else:
                coming.add(name)
        is_empty = span.first > span.last
        if coming or not is_empty:
            yield from _due_in(kit, grounds, span, last, house, coming, late)
        come |= coming
        # What is settled and taken back within one turn has left nobody out.
        waited_for, before = still | (waited_for if is_empty else set()), frozenset(span.events)


def _due_in(
    kit: Kit,
    grounds: Grounds,
    span: Span,
    last: int,
    house: HouseRules,
    coming: Collection[str],
    late: Mapping[str, int],
) -> Iterator[Due]:
    """What comes again and again, of the turns of a span, and of those who come once who is coming in it."""
    rows = [Held(row.place, row.side, row.first, awaits=row.awaits) for row in lasting(grounds.tenures)]
    found = due(
        kit.scenario,
        0,
        last,
        house=house,
        events=grounds.events,
        choices={
            one.key: _choice(one, grounds) for one in kit.scenario.supplies if one.key in grounds.choices
        },
        control=held(rows),
        moments=moments(grounds.tenures),
        regained=regained(rows),
        late=late,
    )
    for one in found:
        if one.source != "regular":
            if one.id in coming:
                yield one
        elif span.first <= (one.turn if one.kept_since is None else one.kept_since) <= span.last:
            yield one


def _choice(supply: Supply, grounds: Grounds) -> Choice:
    """Who leaves it scarce has never opened it, though the table may have changed its reading since."""
    said = grounds.choices[supply.key]
    if said.value == supply.scarce:
        return Choice(said.value)
    return Choice(said.value, said.turn, said.after)
