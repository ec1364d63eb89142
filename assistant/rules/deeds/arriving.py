"""SEQ-06, SEQ-07: figures due are placed with one answer, put off by a busy table, or lost by the rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import Contingent
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, not_yours
from assistant.rules.core.resources import arrival_of
from assistant.rules.deeds.checks import require_running
from assistant.rules.deeds.mustering import garrison, hosts, offered_places, on_table
from assistant.rules.deeds.placing import stand_with
from assistant.rules.deeds.recruiting import chosen, enlist, form, join_force
from assistant.rules.deeds.replacing import (
    force_taken_over,
    take_over,
    take_the_place_of,
    those_replaced,
    why_not_elsewhere,
)
from assistant.rules.deeds.things import key_for
from assistant.rules.fight.facts import Mounted
from assistant.rules.kit import Kit
from assistant.rules.marches import beginning
from assistant.rules.names import name_of
from assistant.rules.near import no_such
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.schedule import Due
from assistant.rules.standing import (
    Awaited,
    awaited,
    cannot_wait,
    is_measured,
    is_put_off,
    members,
    riders,
    room_for,
    where_at,
)
from assistant.rules.turn.facts import ArrivalHandled
from assistant.rules.war import ForceId
from assistant.rules.wording import many
from assistant.rules.world import World


@deed
class Arrive(Deed):
    """Figures due come on: where, of which kinds, mounted or instead as their owner chooses.

    Unless they are to stand `apart` they join a garrison of their commander that is there.
    """

    arrival: str
    place: PlaceId | None = None
    kinds: tuple[ProfileId, ...] = ()
    mounted: bool = False
    instead: bool = False
    joins: ForceId | None = None
    apart: bool = False
    rider: FigureId | None = None
    kind: Literal["arrive"] = "arrive"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        one = find_arrival(kit, world, self.arrival)
        if one.lost:
            raise Illegal(
                "lost", one.lost, do="The rule allows no other answer; overrule it by hand if you must."
            )
        if one.shut:
            raise Illegal("shut-out", one.shut, do="Leave them waiting, or ask the game master.")
        if one.strikes:
            frozen = self
        elif not one.figures:
            frozen = replace(self, rider=self._rider(kit, world, one))
        else:
            frozen = self._placed(kit, world, one)
        title = f"{kit.scenario.commanders[one.commander].name}: {frozen._told(kit, world, one)}"
        joined = (frozen.joins,) if frozen.joins else ()
        return Opening(title, (arrival_of(self.arrival), *joined), encode(frozen))

    def _placed(self, kit: Kit, world: World, one: Due) -> Arrive:
        place = self._where(kit, world, one)
        self._check_kinds(kit, world, one, place)
        if (old := force_taken_over(world, one.replaces)) is not None:
            if self.apart or self.joins not in (None, old.id):
                raise why_not_elsewhere(kit, world, one.replaces)
            return replace(self, place=place, joins=old.id)
        if self.joins is not None:
            force = world.war.forces.get(self.joins)
            if force is None or force.commander != one.commander or not members(world, force):
                raise Illegal("cannot-join", "They can only join a force of their own commander.")
            if force.inside != place and force.id not in hosts(kit, world, one):
                raise Illegal("apart", f"{force.does('is', 'are')} not {where_at(kit, place)}.")
        joins = None if self.apart else self.joins or garrison(kit, world, one, place)
        return replace(self, place=place, joins=joins, apart=joins is None)

    def _where(self, kit: Kit, world: World, one: Due) -> PlaceId:
        offered = offered_places(kit, world, one)
        if self.place is None:
            if len(offered) != 1:
                raise Illegal(
                    "which-place", "They may come to several places.", do=f"Choose: {', '.join(offered)}."
                )
            return offered[0]
        if self.place not in offered:
            raise no_such("place for them", self.place, offered)
        return self.place

    def _check_kinds(self, kit: Kit, world: World, one: Due, place: PlaceId) -> None:
        options = [kind for contingent in one.figures for kind in contingent.profiles]
        for kind in self.kinds:
            if kind not in options:
                raise no_such("figure among them", kind, options)
        if unrolled := next((each for each in one.figures if each.is_rolled), None):
            raise Illegal("not-rolled", f"A die says how many come ({unrolled.number}).", do="Roll it first.")
        if self.instead:
            _require_none_in_play(kit, world, one)
        if self.mounted and not one.may_mount and place not in one.mounted_at:
            where = " or ".join(where_at(kit, each) for each in one.mounted_at)
            raise Illegal(
                "on-foot",
                "They come as the schedule says and may not be mounted.",
                do=f"Leave that out{f': only {where} do they come mounted' if where else ''}.",
            )

    def _rider(self, kit: Kit, world: World, one: Due) -> FigureId:
        able = riders(world, one)
        if self.rider is not None and self.rider not in able:
            raise no_such("rider", self.rider, able)
        return self.rider or able[0]

    def _told(self, kit: Kit, world: World, one: Due) -> str:
        if one.strikes:
            return f"{told(kit, one.figures)} {'may be called' if one.pledge else 'called'}"
        if self.rider is not None:
            return f"{name_of(kit, world, world.figures[self.rider])} mounts a {one.mount}"
        assert self.place is not None
        return f"{told(kit, self._coming(one))} {where_at(kit, self.place)}"

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        one = find_arrival(kit, desk.world, self.arrival)
        for rule in one.rules:
            enforced(rule)
        if self.rider is not None:
            desk.record(Mounted((self.rider,)))
            _give_mount(kit, desk, one, self.rider)
        elif not one.strikes:
            self._come(kit, desk, one)
        if one.pledge is not None:
            for bearer in on_table(desk.world, (one.pledge.to,)):
                desk.record(ThingPassed(key_for(kit, one.pledge.thing, bearer.id), bearer.id))
        came_to = (self.place,) if one.needs_control and self.place is not None else ()
        desk.record(ArrivalHandled(self.arrival, "placed", owing=(*one.owing, *came_to)))
        desk.say(f"{self._told(kit, desk.world, one)} ({enforced('SEQ-06')}).")
        if one.note and one.note_at in (None, self.place):
            for rule in one.rules:
                warned(rule)
            desk.say(one.note)
        yield from ()

    def _come(self, kit: Kit, desk: RulesDesk, one: Due) -> None:
        assert self.place is not None
        replaced = those_replaced(desk.world, one.replaces)
        figures = enlist(kit, desk, one.commander, self._coming(one), self.kinds)
        if replaced and self.joins is not None:
            take_over(kit, desk, self.joins, replaced, figures)
            return
        if self.joins is not None:
            was_measured = is_measured(desk.world, desk.world.war.forces[self.joins])
            join_force(kit, desk, figures, self.joins)
            if was_measured:
                stand_with(kit, desk, self.joins, figures)
        else:
            form(kit, desk, one.commander, self.place, figures)
        for fact in beginning(kit, desk.world, one.commander, self.place, figures):
            desk.record(fact)
        if replaced:
            take_the_place_of(desk, replaced, figures)
        if self.place in one.mounted_at:
            _give_mount(kit, desk, one, figures[0])

    def _coming(self, one: Due) -> tuple[Contingent, ...]:
        """PPL-SHAMAN-01: in place of one figure, not of all that come."""
        first, *others = one.figures
        coming = one.figures
        if self.instead:
            left = (replace(first, count=first.count - 1),) if first.count > 1 else ()
            coming = (*left, Contingent(one.instead), *others)
        if self.place in one.mounted_at or self.mounted:
            coming = tuple(replace(each, mounted=True) if self._rides(one, each) else each for each in coming)
        return tuple(replace(each, profiles=(chosen(each, self.kinds),)) for each in coming)

    def _rides(self, one: Due, each: Contingent) -> bool:
        return self.place in one.mounted_at or set(each.profiles) <= set(one.may_mount)

    def owners(self, kit: Kit, world: World) -> Owners:
        return [one.due.commander for one in awaited(kit, world) if one.key == self.arrival]


def _give_mount(kit: Kit, desk: RulesDesk, one: Due, rider: FigureId) -> None:
    """A mount with a name of its own is a thing its rider has."""
    if one.mount:
        desk.record(ThingPassed(key_for(kit, one.mount.replace(" ", "-"), rider), rider))


def may_come_instead(kit: Kit, world: World, one: Due) -> bool:
    """PPL-SHAMAN-04, CON-095: whether one may come in their place: no more than so many are in play."""
    return bool(one.instead) and room_for(kit, world, one.instead) > 0


def _require_none_in_play(kit: Kit, world: World, one: Due) -> None:
    if not one.instead:
        raise Illegal("no-exchange", "Nobody may come in their place.")
    if not may_come_instead(kit, world, one):
        name = kit.book.profiles[one.instead[0]].name
        raise Illegal("one-in-play", f"{name} is in play already ({enforced('PPL-SHAMAN-04')}).")


@deed
class Forgo(Deed):
    """An arrival is put off by a busy table, or its owner passes up what may come but need not.

    Those who wait for a place that the enemy has taken since their turn are given up by the game master.
    """

    arrival: str
    how: Literal["postponed", "lost"] = "postponed"
    kind: Literal["forgo"] = "forgo"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        one = find_arrival(kit, world, self.arrival)
        if self.how == "postponed" and cannot_wait(kit, one) and not one.lost:
            raise Illegal(
                "cannot-wait",
                f"They come by sea and land this turn, or they are lost ({enforced('NAV-03')}).",
                do="Say where they land. Who has no time now does it before the turn ends.",
            )
        if self.how == "lost" and not (one.lost or one.shut or is_choice(one) or cannot_wait(kit, one)):
            raise Illegal(
                "not-yours-to-lose",
                f"Figures that are due must come ({enforced('SEQ-07')}).",
                do="Put them off; they wait until there is time.",
            )
        if self.how == "postponed" and is_put_off(world, Awaited(self.arrival, one)):
            raise Illegal(
                "put-off-already",
                "They are put off for this turn already.",
                do="Place them when there is time.",
            )
        gone = "lost" if one.lost else "given up" if is_given_up(one, self.how) else "not taken"
        verb = "put off" if self.how == "postponed" else gone
        who = kit.scenario.commanders[one.commander].name
        return Opening(
            f"{who}: {told(kit, one.figures, one.mount)} {verb}", (arrival_of(self.arrival),), encode(self)
        )

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        one = find_arrival(kit, desk.world, self.arrival)
        reason = one.lost or ("the table was busy" if self.how == "postponed" else "their owner passed")
        owing, turn = one.owing, desk.world.war.turn if self.how == "postponed" else 0
        if is_given_up(one, self.how):
            reason, owing = "no way in was free", (*owing, *one.places)
        desk.record(ArrivalHandled(self.arrival, self.how, reason, owing, turn))
        if one.lost:
            enforced("SEQ-07")
        desk.say(f"{told(kit, one.figures, one.mount)}: {reason.rstrip('.')}.")
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        """Figures that must come and find no way in are not their owner's to give up."""
        found = [one.due for one in awaited(kit, world) if one.key == self.arrival]
        if any(is_given_up(one, self.how) for one in found):
            raise not_yours(is_somebodys=False)
        return [one.commander for one in found]


def is_given_up(one: Due, how: str) -> bool:
    """Whether it takes the game master's word: they must come, and only wait for a way in."""
    return how == "lost" and bool(one.shut) and not is_choice(one)


def is_choice(one: Due) -> bool:
    """Whether it may come and need not: those who are called, and beasts to mount."""
    return one.optional or not one.figures


def find_arrival(kit: Kit, world: World, key: str) -> Due:
    """An arrival that is due now."""
    found = {one.key: one.due for one in awaited(kit, world)}
    if key not in found:
        raise no_such("arrival due now", key, found)
    return found[key]


def told(kit: Kit, figures: tuple[Contingent, ...], mount: str = "") -> str:
    """2 Orcs, Shaman; a mount has no figures of its own."""
    return ", ".join(_each(kit, figures)) or f"a {mount or 'mount'}"


def _each(kit: Kit, figures: tuple[Contingent, ...]) -> Iterator[str]:
    for each in figures:
        profiles = [kit.book.profiles[one] for one in each.profiles]
        is_one = each.count == 1 and not each.is_rolled
        name = " or ".join(one.name if is_one else many(one) for one in profiles)
        is_person = is_one and all(one.is_character for one in profiles)
        yield name if is_person else f"{each.number} {name}"
