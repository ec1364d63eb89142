"""A battle of forces that have met: the fight itself, and what it means for the forces and the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from assistant.kernel.codec import decode, encode
from assistant.kernel.evidence import asked
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId, Seat
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import SIDES, Entrant, FightSetup, SideSetup, Site
from assistant.rules.deeds.checks import require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.fighting import Combat
from assistant.rules.deeds.holding import said
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.scoring import for_slain
from assistant.rules.standing import members
from assistant.rules.war import Contact
from assistant.rules.war_facts import CaptiveTaken, ContactEnded, ForcesMarked, RingPassed
from assistant.rules.world import Condition, World

GAME_MASTER = Seat("game-master")


def proposed(kit: Kit, world: World, contact: Contact) -> FightSetup:
    """Everyone of the forces who can fight; the table strikes out who is not in reach."""
    sides = {
        side: SideSetup(
            tuple(
                Entrant(one.id, one.profile, one.mounted, "clear", bears=_borne(world, one.id))
                for force in (contact.good if side == "good" else contact.evil)
                for one in members(world, world.war.forces[force])
                if one.condition == "fit"
            )
        )
        for side in SIDES
    }
    place = contact.place if contact.place in kit.book.places else None
    return FightSetup(sides["good"], sides["evil"], Site(place=place))


@dataclass(frozen=True, slots=True)
class Battle:
    """A contact is fought out."""

    contact: str
    setup: FightSetup
    kind: Literal["battle"] = "battle"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.contact not in world.war.contacts:
            raise no_such("contact", self.contact, world.war.contacts)
        met = world.war.contacts[self.contact]
        opening = Combat(self.setup).plan(kit, world)
        frozen = replace(self, setup=decode(FightSetup, opening.setup))
        holds = (*opening.holds, *met.good, *met.evil, f"contact {self.contact}")
        return Opening(opening.title, holds, encode(frozen))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[Outcome]:
        before = {one: desk.world.figures[one].condition for one in self._entrants()}
        met = desk.world.war.contacts[self.contact]
        outcome = yield from Combat(self.setup).perform(kit, desk)
        turn = max(desk.world.war.turn, 1)
        desk.record(ForcesMarked((*met.good, *met.evil), "fought", turn))
        if outcome.retreats is not None:
            beaten = met.good if outcome.retreats == "good" else met.evil
            desk.record(ForcesMarked(beaten, "regrouping", turn + 1))
        victor = yield from _first_of_evil(kit, desk, met)
        _take_captives(desk, before, victor)
        slain = [desk.world.figures[one] for one in _now(desk.world, before, "eliminated")]
        for given in for_slain(kit, desk.world, slain, victor) if victor else ():
            desk.record(given)
            desk.say(said(kit, given.points))
        desk.record(ContactEnded(self.contact, "fought"))
        return outcome

    def _entrants(self) -> tuple[FigureId, ...]:
        return tuple(one.figure for side in SIDES for one in self.setup.side(side).figures)


def _borne(world: World, figure: FigureId) -> tuple[str, ...]:
    return tuple(thing for thing, holder in world.war.things.items() if holder == figure)


def _first_of_evil(kit: Kit, desk: RulesDesk, met: Contact) -> Procedure[CommanderId | None]:
    """Whose deed it was: the minion with most figures in the fight, unless the game master says another."""
    counts: Counter[CommanderId] = Counter()
    for force_id in met.evil:
        force = desk.world.war.forces[force_id]
        if force.commander is not None:
            counts[force.commander] += len(force.figures)
    ranked = [commander for commander, _ in counts.most_common()]
    if len(ranked) < 2:
        return ranked[0] if ranked else None
    why = "Several minions fought: whose are the points and captives?"
    answer = yield from desk.choose(GAME_MASTER, "credit", why, ranked, asked("STA-04"))
    return CommanderId(answer)


def _take_captives(desk: RulesDesk, before: dict[FigureId, Condition], captor: CommanderId | None) -> None:
    for figure in _now(desk.world, before, "captured"):
        if captor is not None and desk.world.figures[figure].side == "good":
            desk.record(CaptiveTaken(figure, captor))
            if desk.world.war.ring.bearer == figure:
                desk.record(RingPassed(figure, captor, None, desk.world.war.turn))


def _now(world: World, before: dict[FigureId, Condition], condition: Condition) -> Iterator[FigureId]:
    for figure, was in before.items():
        if was != condition and world.figures[figure].condition == condition:
            yield figure
