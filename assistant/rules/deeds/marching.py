"""Forces: they go to a place as one body, split, join, change hands, hide, and come into contact."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.checks import force_in, place_in, require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.recruiting import form
from assistant.rules.kit import Kit
from assistant.rules.movement import Allowance, allowance
from assistant.rules.near import no_such
from assistant.rules.standing import members, place_name, side_of
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.war_facts import (
    FiguresJoined,
    ForceHandedOver,
    ForceMoved,
    ForcesMarked,
    ForcesMet,
)
from assistant.rules.world import Figure, World


def pace(kit: Kit, world: World, force: Force) -> Allowance:
    """FRC-02: a force goes as fast as its slowest; who is carried does not count."""
    house = kit.house(world)
    paces = [
        allowance(kit.book.profiles[one.profile], one.mounted, house)
        for one in members(world, force)
        if one.id not in world.war.carried
    ]
    if not paces:
        return Allowance(0, 0, ())
    slowest = min(paces, key=lambda one: (one.clear or 0, one.difficult or 0))
    clear, difficult = (_least(one.clear for one in paces), _least(one.difficult for one in paces))
    return Allowance(clear, difficult, (f"as the slowest ({enforced('FRC-02')})", *slowest.reasons))


def _least(inches: Iterable[int | None]) -> int | None:
    """The least of them; who may not go there at all holds everyone back."""
    return min((one for one in inches), key=lambda one: -1 if one is None else one, default=None)


@dataclass(frozen=True, slots=True)
class March:
    """A force, or some of its figures, goes to a place; those who stay behind are a force of their own."""

    force: ForceId
    place: PlaceId
    figures: tuple[FigureId, ...] = ()
    kind: Literal["march"] = "march"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force, name = force_in(world, self.force), place_name(kit, place_in(kit, self.place))
        _require_members(world, force, self.figures)
        if force.moved == world.war.turn and world.war.turn:
            raise Illegal(
                "moved-already",
                f"{force.name} has moved this turn.",
                do="Undo that move to change it, or let the game master move it by hand.",
            )
        if force.regrouping >= world.war.turn > 0:
            raise Illegal(
                "regrouping",
                f"{force.name} was beaten and regroups this turn ({enforced('OUT-08')}).",
                do="It may move again next turn.",
            )
        for one in members(world, force):
            if one.stays and (not self.figures or one.id in self.figures):
                raise Illegal("stays", f"{one.id} may not move this turn.", do="Leave those behind who stay.")
            if one.condition == "wounded" and one.id not in world.war.carried and not self.figures:
                raise Illegal(
                    "cannot-walk",
                    f"{one.id} lies wounded and cannot walk.",
                    do="Let someone carry the wounded, or leave them behind by naming who goes.",
                )
        held = (force.id, *force.figures)
        return Opening(f"{_called(force, self.figures)} to {name}", held, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        force = desk.world.war.forces[self.force]
        going, turn = force.id, desk.world.war.turn
        if self.figures and set(self.figures) != set(force.figures):
            going = form(kit, desk, force.commander, force.place, self.figures)
        desk.record(ForceMoved(going, self.place, turn))
        inches = pace(kit, desk.world, desk.world.war.forces[going])
        desk.say(
            f"{desk.world.war.forces[going].name} goes to {place_name(kit, self.place)}, {_far(inches)}."
        )
        yield from ()


def _far(inches: Allowance) -> str:
    clear, difficult = (
        "not at all" if one is None else f'{one}"' for one in (inches.clear, inches.difficult)
    )
    return f"at most {clear} in clear and {difficult} in difficult ground"


def _called(force: Force, figures: tuple[FigureId, ...]) -> str:
    return force.name if not figures else f"{len(figures)} of {force.name}"


def _require_members(world: World, force: Force, figures: Iterable[FigureId]) -> None:
    present = {one.id for one in members(world, force)}
    for figure in figures:
        if figure not in present:
            raise no_such("figure in this force", figure, sorted(present))


@dataclass(frozen=True, slots=True)
class Divide:
    """FRC-05: some figures leave a force and stand as one of their own at the same place."""

    force: ForceId
    figures: tuple[FigureId, ...]
    name: str = ""
    kind: Literal["divide"] = "divide"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = force_in(world, self.force)
        _require_members(world, force, self.figures)
        if not self.figures or len(set(self.figures)) == len(members(world, force)):
            raise Illegal(
                "nobody-left", "Some must go and some must stay.", do="Name some of the figures, not all."
            )
        title = f"{len(self.figures)} leave {force.name}"
        return Opening(title, (force.id, *self.figures), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        force = desk.world.war.forces[self.force]
        new = form(kit, desk, force.commander, force.place, self.figures, self.name)
        if force.moved:
            desk.record(ForcesMarked((new,), "moved", force.moved))
        if force.regrouping:
            desk.record(ForcesMarked((new,), "regrouping", force.regrouping))
        desk.say(f"{len(self.figures)} figures leave {force.name} ({enforced('FRC-05')}).")
        yield from ()


@dataclass(frozen=True, slots=True)
class Unite:
    """FRC-05: forces at the same place become one; the first keeps its name."""

    forces: tuple[ForceId, ...]
    kind: Literal["unite"] = "unite"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        joined = [force_in(world, one) for one in self.forces]
        if len({one.id for one in joined}) < 2:
            raise Illegal("one-force", "It takes two forces to join.", do="Name at least two.")
        first = joined[0]
        for other in joined[1:]:
            if other.place != first.place:
                raise Illegal("apart", f"{other.name} is not at {place_name(kit, first.place)}.")
            if side_of(kit, world, other) != side_of(kit, world, first):
                raise Illegal("enemies", f"{other.name} and {first.name} are enemies.")
        held = tuple(name for one in joined for name in (one.id, *one.figures))
        names = " and ".join(one.name for one in joined)
        return Opening(f"{names} join", held, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        first, *others = (desk.world.war.forces[one] for one in self.forces)
        desk.record(FiguresJoined(tuple(one for other in others for one in other.figures), first.id))
        # Who joins shares the body's lot: the latest move and the longest rest count for all.
        for mark in ("moved", "fought", "regrouping"):
            latest = max(getattr(one, mark) for one in (first, *others))
            if latest > getattr(first, mark):
                desk.record(ForcesMarked((first.id,), mark, latest))
        desk.say(f"They are one force now ({enforced('FRC-05')}).")
        yield from ()


@dataclass(frozen=True, slots=True)
class HandOver:
    """A force goes to another commander, or to nobody."""

    force: ForceId
    commander: CommanderId | None
    kind: Literal["hand-over"] = "hand-over"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = force_in(world, self.force)
        if self.commander is not None and self.commander not in kit.scenario.commanders:
            raise no_such("commander", self.commander, kit.scenario.commanders)
        to = kit.scenario.commanders[self.commander].name if self.commander else "nobody"
        return Opening(f"{force.name} goes to {to}", (force.id, *force.figures), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(ForceHandedOver(self.force, self.commander))
        yield from ()


@dataclass(frozen=True, slots=True)
class Hide:
    """A force of characters hides, or comes out."""

    force: ForceId
    hidden: bool = True
    kind: Literal["hide"] = "hide"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = force_in(world, self.force)
        if self.hidden and not all(_may_hide(kit, one) for one in members(world, force)):
            raise Illegal("cannot-hide", "Only characters can hide.", do="Let them leave the army first.")
        verb = "hides" if self.hidden else "comes out of hiding"
        return Opening(f"{force.name} {verb}", (force.id,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(ForcesMarked((self.force,), "hidden", 1 if self.hidden else 0))
        yield from ()


def _may_hide(kit: Kit, figure: Figure) -> bool:
    return kit.book.profiles[figure.profile].is_character


@dataclass(frozen=True, slots=True)
class Meet:
    """Forces are within reach of each other and must fight this turn."""

    good: tuple[ForceId, ...]
    evil: tuple[ForceId, ...]
    place: PlaceId
    note: str = ""
    kind: Literal["meet"] = "meet"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        place_in(kit, self.place)
        sides = {"good": self.good, "evil": self.evil}
        for side, forces in sides.items():
            if not forces:
                raise Illegal("nobody-there", f"Nobody of {side} is in this contact.", do="Name a force.")
            for one in forces:
                force = force_in(world, one)
                if side_of(kit, world, force) != side and side_of(kit, world, force) != "uncontrolled":
                    raise Illegal("wrong-side", f"{force.name} is not of {side}.")
                if force.fought == world.war.turn and world.war.turn:
                    raise Illegal(
                        "fought-already",
                        f"{force.name} has fought this turn.",
                        do="A figure fights once a turn.",
                    )
                if any(one in (*met.good, *met.evil) for met in world.war.contacts.values()):
                    raise Illegal("in-contact", f"{force.name} is in another contact already.")
        names = " and ".join(force_in(world, one).name for one in self.good)
        foes = " and ".join(force_in(world, one).name for one in self.evil)
        return Opening(f"{names} meets {foes}", (*self.good, *self.evil), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        war = desk.world.war
        number = 1 + max((_number(one) for one in war.contacts), default=0)
        contact = Contact(f"{war.turn}-{number}", self.good, self.evil, self.place, war.turn, self.note)
        desk.record(ForcesMet(contact))
        yield from ()


def _number(contact: str) -> int:
    tail = contact.rpartition("-")[2]
    return int(tail) if tail.isdigit() else 0
