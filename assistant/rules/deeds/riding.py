"""Figures ride on another's mount, also with a friend's rider who stands at the same place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_figures
from assistant.rules.deeds.checks import figure_in, require_running
from assistant.rules.deeds.goals import require_may_enter, require_untethered
from assistant.rules.deeds.stillness import refusal
from assistant.rules.effects.hooks import Reason
from assistant.rules.kit import Kit
from assistant.rules.march.facts import RodeAlong
from assistant.rules.moving.company import may_ride_with
from assistant.rules.names import name_of, names_of
from assistant.rules.standing import members, side_of
from assistant.rules.war import Force
from assistant.rules.world import Figure, World


@deed
class RideAlong(Deed):
    """MNT-06, MNT-08: figures are carried on another's mount, or get down."""

    figures: tuple[FigureId, ...]
    rider: FigureId | None
    kind: Literal["ride-along"] = "ride-along"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if not self.figures:
            raise Illegal("no-figures", "No figure is named.", do="Name one or more.")
        riding = [world.figures[figure_in(world, one)] for one in self.figures]
        names = names_of(kit, world, riding)
        if self.rider is None:
            return Opening(f"{names} on foot again", self.figures, encode(self))
        rider = world.figures[figure_in(world, self.rider)]
        who = name_of(kit, world, rider)
        for one in riding:
            if not are_together(kit, world, one, rider):
                raise Illegal(
                    "apart",
                    f"{name_of(kit, world, one)} is not with {who}.",
                    do="Let them come to the same place first.",
                )
            if not rider.mounted:
                on_foot = f"{who} is on foot, and has no mount to share"
                raise Illegal("may-not-ride", f"{on_foot} ({enforced('MNT-06')}).", do="Name a rider.")
            if may_ride_with(kit, one, rider) is None:
                raise Illegal(
                    "may-not-ride",
                    f"{name_of(kit, world, one)} may not ride with {who} "
                    f"({enforced('MNT-06')}, {enforced('MNT-08')}).",
                    do="Hobbits ride with any mounted character, others as their ability says.",
                )
        return Opening(f"{names} with {who}", (*self.figures, self.rider), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(RodeAlong(self.figures, self.rider))
        if self.rider is not None:
            rider = desk.world.figures[self.rider]
            for figure in self.figures:
                one = desk.world.figures[figure]
                desk.say(f"{name_of(kit, desk.world, one)}: {may_ride_with(kit, one, rider)}.")
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_figures(world, self.figures)


def are_together(kit: Kit, world: World, one: Figure, rider: Figure) -> bool:
    """Whether two are in one force, or friends at one place: those of two commanders never are one force."""
    first, second = world.war.force_of(one.id), world.war.force_of(rider.id)
    if first is None or second is None:
        return False
    if first.id == second.id:
        return True
    are_friends = side_of(kit, world, first) == side_of(kit, world, second)
    return are_friends and first.inside is not None and first.inside == second.inside


def riders_for(kit: Kit, world: World, one: Figure) -> tuple[Figure, ...]:
    """MNT-06, MNT-08: everybody on whose mount a figure could be carried now."""
    force = world.war.force_of(one.id)
    near = world.war.at(force.place) if force is not None else ()
    there = (other for body in near for other in members(world, body))
    return tuple(
        other
        for other in there
        if other.id != one.id
        and may_ride_with(kit, one, other) is not None
        and are_together(kit, world, one, other)
    )


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody of another force who rides with one of those who go, and why he may."""

    figure: Figure
    why: Reason


def guests_of(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> Iterator[Guest]:
    """MNT-08: who of other forces rides with one of these and is still beside him."""
    riders = {one.id: one for one in going}
    for figure, on in world.war.riding.items():
        one, rider = world.figures[figure], riders.get(on)
        if rider is None or figure in force.figures or not are_together(kit, world, one, rider):
            continue
        if one.condition == "fit" and (why := may_ride_with(kit, one, rider)) is not None:
            yield Guest(one, why)


def say_who_stays(kit: Kit, desk: RulesDesk, guest: Guest, own: Force, place: PlaceId) -> bool:
    """Whether a guest may not go there himself, and so stays behind; then it is said why."""
    refused = refusal(kit, desk.world, own, (guest.figure,)) or _kept_out(kit, desk.world, guest, place)
    if refused is not None:
        desk.say(f"{name_of(kit, desk.world, guest.figure)} stays behind. {refused.sentence}")
    return refused is not None


def _kept_out(kit: Kit, world: World, guest: Guest, place: PlaceId) -> Illegal | None:
    try:
        require_may_enter(kit, world, (guest.figure,), place)
        require_untethered(kit, world, (guest.figure,), place)
    except Illegal as refused:
        return refused
    return None
