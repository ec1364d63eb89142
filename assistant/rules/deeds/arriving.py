"""SEQ-06, SEQ-07: figures due are placed with one answer, put off by a busy table, or lost by the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import Contingent
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.checks import require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.recruiting import enlist, form
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.schedule import Due
from assistant.rules.standing import awaited, members, place_name
from assistant.rules.war import ForceId
from assistant.rules.war_facts import ArrivalHandled, FiguresJoined
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Arrive:
    """Figures due come on: where, of which kinds, mounted or instead as their owner chooses."""

    arrival: str
    place: PlaceId | None = None
    kinds: tuple[ProfileId, ...] = ()
    mounted: bool = False
    instead: bool = False
    joins: ForceId | None = None
    kind: Literal["arrive"] = "arrive"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        one = _find(kit, world, self.arrival)
        if one.lost:
            raise Illegal(
                "lost", one.lost, do="The rule allows no other answer; overrule it by hand if you must."
            )
        place = self._where(one)
        self._check_kinds(one)
        if self.joins is not None:
            force = world.war.forces.get(self.joins)
            if force is None or force.commander != one.commander or not members(world, force):
                raise Illegal("cannot-join", "They can only join a force of their own commander.")
        frozen = replace(self, place=place)
        who = kit.scenario.commanders[one.commander].name
        title = f"{who}: {_count(one.figures)} arrive at {place_name(kit, place)}"
        return Opening(title, (f"arrival {self.arrival}",), encode(frozen))

    def _where(self, one: Due) -> PlaceId:
        if self.place is None:
            if len(one.places) != 1:
                raise Illegal(
                    "which-place", "They may come to several places.", do=f"Choose: {', '.join(one.places)}."
                )
            return one.places[0]
        if self.place not in one.places:
            raise no_such("place for them", self.place, one.places)
        return self.place

    def _check_kinds(self, one: Due) -> None:
        offered = [kind for contingent in one.figures for kind in contingent.profiles]
        for kind in self.kinds:
            if kind not in offered:
                raise no_such("figure among them", kind, offered)
        if self.instead and not one.instead:
            raise Illegal("no-exchange", "Nobody may come in their place.")
        if self.mounted and not one.may_mount:
            raise Illegal("on-foot", "They come as the schedule says and may not be mounted.")

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        one = _find(kit, desk.world, self.arrival)
        place = self._where(one)
        figures = enlist(kit, desk, one.commander, self._coming(one), self.kinds)
        if self.joins is not None:
            desk.record(FiguresJoined(figures, self.joins))
        else:
            form(kit, desk, one.commander, place, figures)
        desk.record(ArrivalHandled(self.arrival, "placed"))
        desk.say(f"{_count(one.figures)} come to {place_name(kit, place)} ({enforced('SEQ-06')}).")
        yield from ()

    def _coming(self, one: Due) -> tuple[Contingent, ...]:
        if self.instead:
            return (Contingent(one.instead),)
        if not self.mounted:
            return one.figures
        return tuple(
            replace(each, mounted=True) if set(each.profiles) <= set(one.may_mount) else each
            for each in one.figures
        )


@dataclass(frozen=True, slots=True)
class Forgo:
    """An arrival is put off by a busy table, or its owner passes up what may come but need not."""

    arrival: str
    how: Literal["postponed", "lost"] = "postponed"
    kind: Literal["forgo"] = "forgo"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        one = _find(kit, world, self.arrival)
        if self.how == "lost" and not (one.lost or one.optional):
            raise Illegal(
                "not-yours-to-lose",
                f"Figures that are due must come ({enforced('SEQ-07')}).",
                do="Put them off; they wait until there is time.",
            )
        verb = "put off" if self.how == "postponed" else "not taken"
        who = kit.scenario.commanders[one.commander].name
        return Opening(f"{who}: {_count(one.figures)} {verb}", (f"arrival {self.arrival}",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        one = _find(kit, desk.world, self.arrival)
        reason = one.lost or ("the table was busy" if self.how == "postponed" else "their owner passed")
        desk.record(ArrivalHandled(self.arrival, self.how, reason))
        if one.lost:
            enforced("SEQ-07")
        desk.say(f"{_count(one.figures)}: {reason}.")
        yield from ()


def _find(kit: Kit, world: World, key: str) -> Due:
    found = {one.key: one.due for one in awaited(kit, world)}
    if key not in found:
        raise no_such("arrival due now", key, found)
    return found[key]


def _count(figures: tuple[Contingent, ...]) -> str:
    number = sum(one.count for one in figures)
    return f"{number} figure{'s' if number != 1 else ''}"
