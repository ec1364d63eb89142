"""What a crowd of bots did and what went wrong: counts of everything, and figures and points minded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from assistant.rules.arrivals import CommanderId
from assistant.rules.core.deed import DEEDS, stored_kind
from assistant.rules.reminders import UPKEEP
from assistant.rules.scoring import standings
from assistant.rules.standing import is_on_table
from assistant.rules.turn.facts import PointsGiven
from assistant.rules.world import World
from assistant.simulate.crowd_fates import fates_at_odds
from assistant.simulate.crowd_roster import Roster, Witnessed

# Deeds of single fights, which a running game has in other shape.
OF_LOOSE_FIGHTS = {"fight", "reported-fight"}


@dataclass
class Tally:
    """How often each deed, question, reminder and refusal came, and every fault that was found."""

    turns: int = 0
    games: int = 0
    deeds: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    reminders: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    victories: Counter[str] = field(default_factory=Counter)
    stranded: Counter[str] = field(default_factory=Counter)
    """Arrivals that were due, not lost, and could not be placed anywhere."""
    faults: list[str] = field(default_factory=list)

    def missing(self) -> tuple[str, ...]:
        """Deeds and reminders that never came."""
        deeds = [*(kind for kind in DEEDS if kind not in OF_LOOSE_FIGHTS), "undo", "redo"]
        return (
            *(f"deed {kind}" for kind in deeds if not self.deeds[kind]),
            *(f"reminder {name}" for name in UPKEEP if not self.reminders[name]),
        )

    def lines(self) -> Iterator[str]:
        """The report: everything counted, the rarest first."""
        yield f"{self.turns} turns in {self.games} games, {sum(self.deeds.values())} deeds."
        for title, counts, names in (
            ("Deeds", self.deeds, [kind for kind in DEEDS if kind not in OF_LOOSE_FIGHTS]),
            ("Reminders", self.reminders, [*UPKEEP]),
            ("Questions", self.questions, []),
            ("Refusals", self.refusals, []),
            ("Victories", self.victories, []),
            ("Arrivals that found no place", self.stranded, []),
        ):
            yield f"{title}:"
            everything = sorted(dict.fromkeys((*names, *counts)), key=lambda one: (counts[one], one))
            yield from (f"  {counts[name]:>7}  {name}" for name in everything)
        yield f"Faults: {len(self.faults)}"
        yield from (f"  {fault}" for fault in self.faults[:20])


def faults_of(seen: Witnessed, roster: Roster) -> list[str]:
    """What a deed must never do: lose, double or harm a figure without a cause, or miscount a point."""
    found = (
        *roster.faults_of(seen),
        *fates_at_odds(seen, stored_kind(seen.deed)),
        *_forces_at_odds(seen.after),
        *_points_at_odds(seen),
    )
    # What was wrong before is not this deed's doing; most often nothing was.
    known = set(_forces_at_odds(seen.before)) if found else set()
    return [f"{stored_kind(seen.deed)}: {fault}" for fault in found if fault not in known]


def faults_of_reversal(before: World, after: World, what: str, roster: Roster) -> list[str]:
    """What an undo or a redo must never do: lose a figure, or leave one in no force or in two."""
    known = {*_forces_at_odds(before)}
    found = (*roster.faults_of_reversal(before, after), *_forces_at_odds(after))
    return [f"{what}: {fault}" for fault in found if fault not in known]


def _forces_at_odds(world: World) -> Iterator[str]:
    held = Counter(one for force in world.war.forces.values() for one in force.figures)
    yield from (f"{one} is in two forces" for one, times in held.items() if times > 1)
    yield from (f"{one} is in a force and nowhere else" for one in held if one not in world.figures)
    for figure in world.figures.values():
        if is_on_table(figure) and figure.id not in held:
            yield f"{figure.id} is on the table and in no force"
        if figure.id in world.war.captives and figure.condition != "captured":
            yield f"{figure.id} is a captive and {figure.condition}"
    for contact in world.war.contacts.values():
        for one in (*contact.good, *contact.evil):
            if one not in world.war.forces:
                yield f"contact {contact.id} is with {one}, which is gone"


def _points_at_odds(seen: Witnessed) -> Iterator[str]:
    """Points are those of the past and those that the deed gave, and the standings are their sum."""
    before, after = seen.before.war.points, seen.after.war.points
    given = tuple(fact.points for fact in seen.facts if isinstance(fact, PointsGiven))
    if after[: len(before)] != before:
        yield "points of the past have changed"
    elif after[len(before) :] != given:
        yield "the points are not those that the deed gave"
    if any(not one.reason.strip() for one in given):
        yield "points without a reason"
    sums = Counter[CommanderId]()
    for one in after:
        sums[one.commander] += one.points
    if wrong := [one for one, points in standings(seen.kit, seen.after) if points != sums[one]]:
        yield f"the standing of {wrong[0]} is not the sum of the points"


def total(tallies: Iterable[Tally]) -> Tally:
    """Several reports as one."""
    whole = Tally()
    for one in tallies:
        whole.turns += one.turns
        whole.games += one.games
        whole.faults += one.faults
        for name in ("deeds", "questions", "reminders", "refusals", "victories", "stranded"):
            getattr(whole, name).update(getattr(one, name))
    return whole
