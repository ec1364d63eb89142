"""How forces formed, and where they went."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.core.draft import Draft, put
from assistant.rules.core.fact import Fact, fact
from assistant.rules.core.resources import place_on_table
from assistant.rules.numbering import number_of_force
from assistant.rules.war import Force, ForceId, ForceName, Lot, Mark, Spot


@fact
class ForceFormed(Fact):
    """FRC-05: figures became a force of their own, and left the ones they were in."""

    force: Force
    left: tuple[ForceId, ...] = ()
    kind: Literal["force-formed"] = "force-formed"

    def write(self, world: Draft) -> None:
        war = world.war
        war.formed = max(war.formed + 1, number_of_force(self.force))
        war.regroup(self.force.figures, self.force)

    def changes(self) -> tuple[str, ...]:
        return (self.force.id, *self.left, *self.force.figures)


@fact
class FiguresJoined(Fact):
    """FRC-05: figures joined a force, and left the one they were in."""

    figures: tuple[FigureId, ...]
    force: ForceId
    left: tuple[ForceId, ...] = ()
    after: ForceName | None = None
    """Whom the force may be called after now that these are with it."""
    kind: Literal["figures-joined"] = "figures-joined"

    def write(self, world: Draft) -> None:
        joined = world.war.forces[self.force]
        newcomers = tuple(one for one in self.figures if one not in joined.figures)
        figures, after = (*joined.figures, *newcomers), self.after or joined.after
        world.war.regroup(newcomers, replace(joined.called_as_before(after), figures=figures))

    def changes(self) -> tuple[str, ...]:
        return (self.force, *self.left, *self.figures)


@fact
class LotsKept(Fact):
    """FRC-05: figures that joined others did not do what those did: that counts if they part again."""

    figures: tuple[FigureId, ...]
    lot: Lot
    kind: Literal["lots-kept"] = "lots-kept"

    def write(self, world: Draft) -> None:
        world.war.lots.update(dict.fromkeys(self.figures, self.lot))

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class ForceMoved(Fact):
    """FRC-02: a force went to a place as one body, or into the field about it."""

    force: ForceId
    place: PlaceId
    turn: int
    afield: bool = False
    kind: Literal["force-moved"] = "force-moved"

    def write(self, world: Draft) -> None:
        war = world.war
        was = war.forces[self.force]
        left = 0 if was.moved == self.turn else was.again
        now = replace(was, place=self.place, moved=self.turn, again=left, afield=self.afield)
        war.forces[self.force] = now
        # A force that is only told where it stands has not moved; one that moves a second time has.
        if self.turn != was.moved or was.again == self.turn:
            war.befall(was, "moved", self.turn)
        if (was.place, was.afield) != (self.place, self.afield):
            war.came[self.force] = self.turn
        if was.place != self.place:
            war.lift(was.figures)
            if war.ring.kept_at and war.ring.bearer in was.figures:
                # Who bears it himself takes it along; the captive who has it is kept behind.
                war.ring = replace(war.ring, kept_at=None)

    def changes(self) -> tuple[str, ...]:
        return (self.force,)


@fact
class FiguresPlaced(Fact):
    """Figures were measured on a table, each as x, y and facing; without any they are measured no more."""

    figures: tuple[FigureId, ...]
    table: str
    at: tuple[tuple[int, int, int], ...]
    kind: Literal["figures-placed"] = "figures-placed"

    def write(self, world: Draft) -> None:
        world.war.lift(self.figures)
        for figure, (x, y, facing) in zip(self.figures, self.at, strict=False):
            world.war.spots[figure] = Spot(self.table, x, y, facing)

    def changes(self) -> tuple[str, ...]:
        return tuple(map(place_on_table, self.figures))


@fact
class ForceHandedOver(Fact):
    """Another commander has a force now; without one nobody controls it."""

    force: ForceId
    commander: CommanderId | None
    kind: Literal["force-handed-over"] = "force-handed-over"

    def write(self, world: Draft) -> None:
        forces = world.war.forces
        forces[self.force] = replace(forces[self.force], commander=self.commander)

    def changes(self) -> tuple[str, ...]:
        return (self.force,)


@fact
class ForcesMarked(Fact):
    """Forces bear a mark on a turn; turn 0 wipes it off."""

    forces: tuple[ForceId, ...]
    mark: Mark
    turn: int
    kind: Literal["forces-marked"] = "forces-marked"

    def write(self, world: Draft) -> None:
        for name in self.forces:
            if (force := world.war.forces.get(name)) is not None:
                world.war.mark(force, self.mark, self.turn)

    def changes(self) -> tuple[str, ...]:
        return self.forces


@fact
class RodeAlong(Fact):
    """MNT-06, MNT-08: figures are carried on another's mount; on nobody's when they get down."""

    figures: tuple[FigureId, ...]
    rider: FigureId | None
    kind: Literal["rode-along"] = "rode-along"

    def write(self, world: Draft) -> None:
        for figure in self.figures:
            put(world.war.riding, figure, self.rider)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class MarchFollowed(Fact):
    """WAR-03, WAR-10: newcomers are on the march they are bound to; with a turn they came to its end, with
    one below 0 they broke it off."""

    figures: tuple[FigureId, ...]
    turn: int = 0
    kind: Literal["march-followed"] = "march-followed"

    def write(self, world: Draft) -> None:
        world.war.marching.update(dict.fromkeys(self.figures, self.turn))

    def changes(self) -> tuple[str, ...]:
        return self.figures
