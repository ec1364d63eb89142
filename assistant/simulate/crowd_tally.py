"""What a crowd of bots did and what went wrong: counts of everything, and figures and points minded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from assistant.rules.deeds import DEEDS
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.deeds.settling import SettleHouseRule
from assistant.rules.kit import Kit
from assistant.rules.reminders import UPKEEP
from assistant.rules.scoring import standings
from assistant.rules.standing import census, is_on_table
from assistant.rules.world import World

# Deeds of single fights, which a running game has in other shape.
OF_LOOSE_FIGHTS = {"fight", "reported-fight"}
WITHOUT_KIND: dict[type, str] = {Ruling: "ruling", SettleHouseRule: "house-rule"}
# Deeds by which figures come into play that were never there before.
ENLISTING = {"begin-game", "arrive", "add-figures", "battle", "reported-battle", "heed", "use-power", "go-on"}


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


def faults_of(kit: Kit, before: World, after: World, deed: Any) -> list[str]:
    """What a deed must never do: lose or double a figure, or give points without a reason."""
    found = (
        *_changes_at_odds(before, after, deed),
        *_forces_at_odds(after),
        *_points_at_odds(kit, before, after),
    )
    # What was wrong before is not this deed's doing; most often nothing was.
    known = set(_forces_at_odds(before)) if found else set()
    return [f"{kind_of(deed)}: {fault}" for fault in found if fault not in known]


def faults_of_reversal(before: World, after: World, what: str) -> list[str]:
    """What an undo or a redo must never do: leave a figure on the table without a force, or in two."""
    known = {*_forces_at_odds(before)}
    return [f"{what}: {fault}" for fault in _forces_at_odds(after) if fault not in known]


def kind_of(deed: Any) -> str:
    """The name under which a deed is stored."""
    return WITHOUT_KIND.get(type(deed)) or str(deed.kind)


def _changes_at_odds(before: World, after: World, deed: Any) -> Iterator[str]:
    if gone := [one for one in before.figures if one not in after.figures]:
        yield f"{gone[0]} is gone without a trace"
    came = len(after.figures) - len(before.figures)
    if came and kind_of(deed) not in ENLISTING:
        yield f"{came} figures came from nowhere"
    if sum(census(after).values()) != len(after.figures):
        yield f"{len(after.figures)} figures came into play and {census(after)} are counted"


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


def _points_at_odds(kit: Kit, before: World, after: World) -> Iterator[str]:
    kept = after.war.points[: len(before.war.points)]
    if kept != before.war.points:
        yield "points of the past have changed"
    if any(not one.reason.strip() for one in after.war.points):
        yield "points without a reason"
    if dict(standings(kit, after)) != {one: after.war.total(one) for one, _ in standings(kit, after)}:
        yield "the standings are not the sum of the points"


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
