"""Forces split, join, change hands and hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import inches
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.companies import company_of, leaving
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.deeds.calling import called
from assistant.rules.deeds.checks import (
    commander_in,
    force_in,
    living_force,
    require_begun,
    require_free,
    require_members,
    require_phase,
    require_running,
)
from assistant.rules.deeds.fallen_back import have_fallen_back, require_fallen_back
from assistant.rules.deeds.lots import SHARED, keep_lots, own_marks, share_lots, turn_of
from assistant.rules.deeds.reasons import say_why
from assistant.rules.deeds.recruiting import form, join_force
from assistant.rules.deeds.spoils import pass_captives
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceHandedOver, ForcesMarked
from assistant.rules.measuring import is_measured, too_far_off
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.names import name_of, names_of
from assistant.rules.retreats import has_to_fall_back
from assistant.rules.standing import can_hide, members, place_name, side_of, where_at
from assistant.rules.sways import why_clings
from assistant.rules.war import Force, ForceId, Mark, Marks
from assistant.rules.wording import join
from assistant.rules.world import World

AGAIN: Mark = "again"
AFIELD: Mark = "afield"


@deed
class Divide(Deed):
    """FRC-05: some figures leave a force and stand as one of their own at the same place."""

    force: ForceId
    figures: tuple[FigureId, ...]
    name: str = ""
    kind: Literal["divide"] = "divide"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_phase(world, "Figures leave a force", "start", "movement")
        force = living_force(world, self.force)
        require_members(world, force, self.figures)
        if not self.figures or len(set(self.figures)) == len(members(world, force)):
            raise Illegal(
                "all-or-none", "Some must go and some must stay.", do="Name some of the figures, not all."
            )
        require_begun(world, force)
        leaving = [one for one in members(world, force) if one.id in self.figures]
        if why := why_clings(kit, world, force, leaving):
            raise Illegal("stilled", f"They may not part: {why}.", do="Name both, or neither.")
        name = called(self.name)
        verb = "leaves" if len(leaving) == 1 else "leave"
        as_named = f" as {name}" if name else ""
        title = f"{names_of(kit, world, leaving)} {verb} {self._others(kit, world, force)}{as_named}"
        return Opening(title, (force.id, *self.figures), encode(self))

    def _others(self, kit: Kit, world: World, force: Force) -> str:
        """Those who stay, as they are called without who leaves: nobody leaves himself."""
        staying = [one for one in members(world, force) if one.id not in self.figures]
        rest = force.called_among([one.id for one in staying]).name
        gone = [name_of(kit, world, world.figures[one]) for one in self.figures]
        return names_of(kit, world, staying) if rest in gone else rest

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        force = desk.world.war.forces[self.force]
        is_owing = has_to_fall_back(desk.world, force)
        own = {one: desk.world.war.marks_of(force, (one,)) for one in self.figures}
        like = force.with_marks(reduce(Marks.together, own.values(), Marks()))
        new = form(kit, desk, force.commander, force.place, self.figures, called(self.name), like)
        keep_lots(desk, own, like.marks)
        _let_go(desk, force)
        if not is_owing:
            have_fallen_back(desk, (force.id, new))
        if force.afield:
            desk.record(ForcesMarked((new,), AFIELD, 1))
        if force.hidden:
            desk.record(ForcesMarked((new,), "hidden", 1))
        one = "a single figure" if len(self.figures) == 1 else f"{len(self.figures)} figures"
        alone = f", {enforced('FRC-06')}" if len(self.figures) == 1 else ""
        rest = desk.world.war.forces[self.force]
        desk.say(f"{rest.does('parts', 'part')} from {one} ({enforced('FRC-05')}{alone}).")
        _stay_met(desk, force, new)
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)


def _stay_met(desk: RulesDesk, force: Force, new: ForceId) -> None:
    """FRC-05: only a move takes figures away from a force, and so out of the fight that it has met for."""
    if (met := desk.world.war.contact_of(force.id)) is None:
        return
    if force.id in met.good:
        desk.record(ForcesMet(replace(met, good=(*met.good, new))))
    else:
        desk.record(ForcesMet(replace(met, evil=(*met.evil, new))))
    desk.say(f"All of them have met the enemy; who is to be away must move away ({enforced('FRC-05')}).")


def _let_go(desk: RulesDesk, before: Force) -> None:
    """FRC-05: who stays bears no longer what only those did who have parted from them."""
    rest = desk.world.war.forces[before.id]
    marks = desk.world.war.marks_of(before, rest.figures)
    for mark in SHARED:
        if (turn := getattr(marks, mark)) < turn_of(rest, mark):
            desk.record(ForcesMarked((rest.id,), mark, turn))


@deed
class Unite(Deed):
    """FRC-01, FRC-05: forces that stand within 1 inch, or at one place, are one; the first keeps its name."""

    forces: tuple[ForceId, ...]
    kind: Literal["unite"] = "unite"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_phase(world, "Forces join", "start", "movement")
        joined = [living_force(world, one) for one in self.forces]
        if len({one.id for one in joined}) < 2:
            raise Illegal("one-force", "It takes two forces to join.", do="Name at least two.")
        first = joined[0]
        for one in joined:
            require_fallen_back(kit, world, one)
            require_begun(world, one)
        for other in joined[1:]:
            # Measured forces may stand side by side where one place ends and another begins.
            shown = is_measured(world, first) and is_measured(world, other)
            if other.place != first.place and not shown:
                raise Illegal(
                    "apart",
                    f"{other.does('is', 'are')} not {where_at(kit, first.place)}.",
                    do="Move it there first.",
                )
            if not shown:
                _require_same_ground(kit, first, other)
            if side_of(kit, world, other) != side_of(kit, world, first):
                raise Illegal("enemies", f"{other.name} and {first.name} are enemies.", do="Name friends.")
            _require_one_owner(kit, world, first, other)
            _require_same_fight(world, first, other)
            _require_rested(kit, world, first, other)
        _require_beside(kit, world, joined)
        held = tuple(name for one in joined for name in (one.id, *one.figures))
        names = join(one.name for one in joined)
        return Opening(f"{names} join", held, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        first, *others = (desk.world.war.forces[one] for one in dict.fromkeys(self.forces))
        unite(kit, desk, first, others)
        have_fallen_back(desk, (first.id,))
        rules = f"{asked('FRC-01')}, {enforced('FRC-05')}"
        where = (
            "its figures stand" if is_measured(desk.world, desk.world.war.forces[first.id]) else "keep them"
        )
        desk.say(f"{first.name}: one force now; {where} within 1 inch of one another ({rules}).")
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, *self.forces)


def unite(kit: Kit, desk: RulesDesk, first: Force, others: Sequence[Force]) -> None:
    """FRC-05: others are one force with the first; what each did and suffered itself stays its own."""
    own = own_marks(desk, first, *others)
    join_force(kit, desk, tuple(one for other in others for one in other.figures), first.id)
    share_lots(desk, desk.world.war.forces[first.id], own)
    if first.again and not all(one.again == first.again for one in others):
        desk.record(ForcesMarked((first.id,), AGAIN, 0))
    is_hidden = desk.world.war.forces[first.id].hidden
    if is_hidden and not all(one.hidden for one in others):
        desk.record(ForcesMarked((first.id,), "hidden", 0))


def _owner(kit: Kit, commander: CommanderId | None) -> str:
    """Whose they are, in a word."""
    return kit.scenario.commanders[commander].name if commander is not None else "nobody"


def _require_one_owner(kit: Kit, world: World, first: Force, other: Force) -> None:
    """STA-03: whose figures they are is never lost by standing together."""
    if other.commander == first.commander:
        return
    one, two = (_owner(kit, force.commander) for force in (first, other))
    bound = any(company_of(kit, world, each) for force in (first, other) for each in members(world, force))
    for_good = f"; who is handed out of a company leaves it for good ({enforced('FEL-10')})" if bound else ""
    raise Illegal(
        "two-commanders",
        f"{first.name} and {other.name} belong to {one} and to {two}, and stay apart on the record.",
        do="At one place they fight together as they are, and riders may take others along. "
        f"To make them one, hand one over first{for_good}.",
    )


def _require_same_ground(kit: Kit, first: Force, other: Force) -> None:
    """FRC-05: who is in the field about a place comes to those in it only by a move."""
    if first.afield == other.afield:
        return
    out, inside = (first, other) if first.afield else (other, first)
    where = place_name(kit, first.place)
    raise Illegal(
        "apart",
        f"{out.does('stands', 'stand')} in the field about {where}, and {inside.does('is', 'are')} in it: "
        f"forces join by a move ({enforced('FRC-05')}).",
        do=f"Let {out.name} march to {where} when they may move. If they stand together at the table, the "
        "game master sets it right by hand.",
    )


def _require_same_fight(world: World, first: Force, other: Force) -> None:
    """MOV-13, FRC-05: who has met the enemy stays; others come to those who have only by a move."""
    met = world.war.contact_of(first.id)
    if met is not None and met == world.war.contact_of(other.id):
        return
    require_free(world, other)
    if met is not None and world.war.phase == "start":
        raise Illegal(
            "in-contact",
            f"{first.does('has', 'have')} met the enemy, and others come to them by a move "
            f"({enforced('FRC-05')}).",
            do="Join them in movement, or fight it out first.",
        )


def _require_rested(kit: Kit, world: World, first: Force, other: Force) -> None:
    """OUT-08: who regroups does not attack by joining those who do."""
    met = world.war.contact_of(first.id)
    if met is None or met.attacker != side_of(kit, world, first) or other.regrouping < world.war.turn:
        return
    raise Illegal(
        "regrouping",
        f"{first.does('attacks', 'attack')}, and {other.does('regroups', 'regroup')}: who regroups may not "
        f"attack this turn ({enforced('OUT-08')}).",
        do="They may join when that is fought out.",
    )


def _require_beside(kit: Kit, world: World, forces: Sequence[Force]) -> None:
    """FRC-05: forces join by ending their moves within 1 inch, which measured ones show."""
    if (found := too_far_off(kit, world, forces)) is None:
        return
    other, gap = found
    off = "on another table" if gap is None else f'{inches(gap)}" off'
    raise Illegal(
        "apart",
        f"{other.does('is', 'are')} measured {off}: forces join within 1 inch ({enforced('FRC-05')}).",
        do="Move them together first; if they stand together at the table, measure them again.",
    )


@deed
class HandOver(Deed):
    """A force goes to another commander of its side, or to nobody; one nobody controls goes to anyone."""

    force: ForceId
    commander: CommanderId | None
    kind: Literal["hand-over"] = "hand-over"
    done_by: ClassVar[By] = "owner"
    reason: str = ""

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = force_in(world, self.force)
        if self.commander == force.commander:
            raise Illegal(
                "nothing-changes", f"{force.does('is', 'are')} theirs already.", do="Name another commander."
            )
        to = "nobody"
        if self.commander is not None:
            taking = kit.scenario.commanders[commander_in(kit, self.commander)]
            to = taking.name
            if force.commander is not None and taking.side != side_of(kit, world, force):
                raise Illegal(
                    "wrong-side",
                    f"{force.name} cannot go over to {to}.",
                    do="If the table says so, set it right by hand.",
                )
        return Opening(f"{force.does('goes', 'go')} to {to}", (force.id, *force.figures), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        _keep_dispersed(kit, desk, desk.world.war.forces[self.force])
        force, world = desk.world.war.forces[self.force], desk.world
        gone = [one.id for one in members(world, force) if company_of(kit, world, one)]
        desk.record(ForceHandedOver(self.force, self.commander))
        say_why(desk, self.reason)
        pass_captives(kit, desk, self.force)
        if gone := [one for one in gone if not company_of(kit, desk.world, desk.world.figures[one])]:
            for fact in leaving(desk.world, tuple(gone)):
                desk.record(fact)
            desk.say(f"They leave their company for good ({enforced('FEL-10')}).")
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)


def _keep_dispersed(kit: Kit, desk: RulesDesk, force: Force) -> None:
    """PPL-RINGWRAITH-02: a dispersed lord returns to his own; only those whom he led are handed over."""
    away = [one for one in map(desk.world.figures.__getitem__, force.figures) if one.condition == "dispersed"]
    if not away or force.commander is None or not members(desk.world, force):
        return
    verb = "is" if len(away) == 1 else "are"
    who, rule = names_of(kit, desk.world, away), enforced("PPL-RINGWRAITH-02")
    form(kit, desk, force.commander, force.place, [one.id for one in away])
    desk.say(f"{who} {verb} dispersed and {verb} not handed over ({rule}).")


@deed
class Hide(Deed):
    """CMB-04: a force of characters hides, or comes out."""

    force: ForceId
    hidden: bool = True
    kind: Literal["hide"] = "hide"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = living_force(world, self.force)
        if force.hidden == self.hidden:
            raise Illegal(
                "nothing-changes", f"{force.does('does', 'do')} so already.", do="Nothing is to be done."
            )
        if self.hidden and not can_hide(kit, world, force):
            raise Illegal(
                "cannot-hide",
                f"Only characters by themselves hide ({enforced('CMB-04')}).",
                do="Let them leave the army first.",
            )
        if self.hidden:
            require_begun(world, force)
        hides = force.does("hides", "hide") if self.hidden else force.does("comes", "come") + " out of hiding"
        return Opening(hides, (force.id,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(ForcesMarked((self.force,), "hidden", int(self.hidden)))
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)
