"""What befell figures by a deed: nobody is hurt, healed or led away without a cause that was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.kernel.ids import FigureId
from assistant.rules.core.fact import Fact
from assistant.rules.core.facts import Enlisted
from assistant.rules.deeds.battles import Battle, ReportedBattle
from assistant.rules.fight.facts import CrewReplaced, LivesLost, Recovered, Suffered
from assistant.rules.table_word.facts import Overruled
from assistant.rules.war import Contact
from assistant.rules.world import Condition, Figure, World
from assistant.simulate.crowd_roster import Witnessed

FATEFUL = {"battle", "reported-battle", "heed", "adjust", "ruling", "arrive", "set-free"}
"""Deeds by which a figure's condition may change."""
BY_HAND = {"adjust", "ruling"}


def fates_at_odds(seen: Witnessed, kind: str) -> Iterator[str]:
    """Whoever changed did so by a deed that may bring it, with a cause; captives are in somebody's hands."""
    changed = [*_changed(seen)]
    told = _told(seen.facts) if changed else {}
    for one in changed:
        if kind not in FATEFUL:
            yield f"{one.id} is {one.condition} by a deed that changes nobody"
        elif told.get(one.id) != one.condition:
            yield f"{one.id} is {one.condition} without a cause"
    if isinstance(seen.deed, Battle | ReportedBattle):
        met = seen.before.war.contacts[seen.deed.contact]
        yield from _out_of_nowhere(seen, met, changed)
        yield from _in_no_hands(seen, met, changed)
    elif kind not in BY_HAND:
        for one in changed:
            if one.condition == "captured" and one.id not in seen.after.war.captives:
                yield from _left_to_nobody(seen, one)
    if kind not in BY_HAND:
        yield from _let_slip(seen)


def _changed(seen: Witnessed) -> Iterator[Figure]:
    for figure, now in seen.after.figures.items():
        was = seen.before.figures.get(figure)
        if was is not now and now.condition != (was.condition if was else "fit"):
            yield now


def _told(facts: tuple[Fact, ...]) -> Mapping[FigureId, Condition]:
    """How facts with a cause leave everyone they name, the last word last."""
    told: dict[FigureId, Condition] = {}
    for fact in facts:
        match fact:
            case Enlisted():
                told.update((one.id, one.condition) for one in fact.figures)
            case Suffered() if fact.cause.strip():
                told.update(dict.fromkeys(fact.figures, fact.condition))
            case Recovered():
                told.update(dict.fromkeys(fact.figures, "fit"))
            case CrewReplaced():
                told.update(dict.fromkeys(fact.figures, "serving"))
            case LivesLost() if fact.cause.strip():
                told.update(dict.fromkeys(fact.recruits, "eliminated"))
            case Overruled() if fact.reason.strip():
                told.update((one.figure, one.condition) for one in fact.figures if one.condition)
    return told


def _out_of_nowhere(seen: Witnessed, met: Contact, changed: list[Figure]) -> Iterator[str]:
    """FOR-06: a fight is the fate of those who met, of who came to them, and of a garrison with its walls."""
    garrison = (one for force in seen.before.war.at(met.place) for one in force.figures)
    there = {*_figures_of(seen.before, met), *_figures_of(seen.after, met), *garrison}
    for one in changed:
        if one.id in seen.before.figures and one.id not in there:
            yield f"{one.id} is {one.condition} by a fight without having been there"


def _figures_of(world: World, met: Contact) -> Iterator[FigureId]:
    for force in (*met.good, *met.evil):
        if force in world.war.forces:
            yield from world.war.forces[force].figures


def _in_no_hands(seen: Witnessed, met: Contact, changed: list[Figure]) -> Iterator[str]:
    """STA-04, HUN-01: whom a minion's force has taken is the captive of a minion."""
    forces = (seen.before.war.forces.get(force) for force in met.evil)
    if any(force and force.commander for force in forces):
        for one in changed:
            if (one.condition, one.side) == ("captured", "good") and one.id not in seen.after.war.captives:
                yield f"{one.id} is captured and nobody's captive"


def _left_to_nobody(seen: Witnessed, one: Figure) -> Iterator[str]:
    """ABL-HERO-5: who is taken where he lay is in the hands of the minion who stood there."""
    force = seen.before.war.force_of(one.id)
    there = seen.before.war.at(force.place) if force else ()
    enemies = [each for each in there if seen.before.figures[each.figures[0]].side != one.side]
    if enemies and all(each.commander for each in enemies):
        yield f"{one.id} is captured and nobody's captive"


def _let_slip(seen: Witnessed) -> Iterator[str]:
    """HUN-01: who was a captive and is neither free nor dead is a captive still."""
    for one in seen.before.war.captives:
        if one not in seen.after.war.captives and seen.after.figures[one].condition == "captured":
            yield f"{one} is captured still and in nobody's hands"
