"""The real table is always right: anything recorded can be set right by hand, one by one or in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal, refuse_all
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, Contingent
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.captives import are_foes, captives_in, guards_at, is_among_foes, owner_of
from assistant.rules.companies import overfull
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.deeds.checks import (
    commander_in,
    figure_in,
    force_in,
    never_dispersed,
    nowhere,
    place_in,
    require_not_over,
)
from assistant.rules.deeds.contacts import end_without_foes
from assistant.rules.deeds.letting_go import has_booty, lay_down, regain_ring
from assistant.rules.deeds.reasons import require_reason, say_why
from assistant.rules.deeds.reckoning import Reckoning
from assistant.rules.deeds.recruiting import enlist, forces_left, form, join_force
from assistant.rules.deeds.spoils import hold_captive, pass_captives
from assistant.rules.fight.facts import LeftTower, Turned
from assistant.rules.kit import Kit
from assistant.rules.names import names_of
from assistant.rules.near import no_such
from assistant.rules.ring.facts import CaptiveTaken, RingPassed
from assistant.rules.standing import members, side_of, where_at
from assistant.rules.table_word.facts import Correction, Overruled
from assistant.rules.war import Force, ForceId
from assistant.rules.wording import counted, join
from assistant.rules.world import ON_THEIR_FEET, Condition, Figure, World

MOST_AT_ONCE = 1000
MOST_KINDS = 4
MOST_FORCES = 3


@deed
class Adjust(Deed):
    """Figures are as the game master says: their condition, mount, place, force or owner."""

    figures: tuple[FigureId, ...]
    reason: str
    condition: Condition | None = None
    mounted: bool | None = None
    regrouping: bool | None = None
    place: PlaceId | None = None
    force: ForceId | None = None
    commander: CommanderId | None = None
    kind: Literal["adjust"] = "adjust"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_not_over(world)
        if not self.figures:
            raise Illegal("no-figures", "No figure is named.", do="Name one or more.")
        require_reason(self.reason)
        for one in self.figures:
            figure_in(world, one)
        if self.place is not None:
            place_in(kit, self.place)
        if self.force is not None:
            force_in(world, self.force)
        if self.commander is not None:
            commander_in(kit, self.commander)
        said = self._said(kit, world)
        if not said:
            raise Illegal("nothing-changes", "Nothing is to change.", do="Say how the figures are now.")
        self._require_change(kit, world)
        refuse_all(never_dispersed(kit, world, self.figures if self.condition == "dispersed" else ()))
        if self._is_moved and not self.force:
            for one in self.figures:
                self._whereabouts(kit, world, one)
        elif not self.force and (refusal := nowhere(kit, world, self.figures, self.condition)) is not None:
            raise refusal
        return Opening(
            f"By hand: {self._who(kit, world)} {', '.join(said)}", self._held(kit, world), encode(self)
        )

    def _require_change(self, kit: Kit, world: World) -> None:
        """A deed that leaves some as they are says more than happens: ten slain where nine lived."""
        if self.place is not None or self.force is not None or self.commander is not None:
            return
        same = [world.figures[one] for one in self.figures if self.is_so(world.figures[one])]
        if same:
            so = str(self._correction(same[0].id))
            verb = "is" if len(same) == 1 else "are"
            raise Illegal(
                "nothing-changes",
                f"{names_of(kit, world, same)} {verb} {so.removeprefix('is ')} already.",
                do="Name only those who change.",
            )

    def is_so(self, one: Figure) -> bool:
        """Whether a figure is in every way as it is said to be."""
        return (
            self.condition in (None, one.condition)
            and self.mounted in (None, one.mounted)
            and self.regrouping in (None, one.regrouping)
        )

    def _who(self, kit: Kit, world: World) -> str:
        """Gimli, 3 Orcs, Frodo and Sam: by names and kinds while those are few, else only counted."""
        people = [world.figures[one] for one in self.figures]
        kinds = {one.profile for one in people}
        who = names_of(kit, world, people) if len(kinds) <= MOST_KINDS else f"{len(people)} figures"
        whose = self._whose(
            kit, world, [one for one in people if not kit.book.profiles[one.profile].is_character]
        )
        return f"{who} ({whose})" if whose else who

    def _whose(self, kit: Kit, world: World, nameless: Sequence[Figure]) -> str:
        """Khamûl at Dol Guldur: of those who are only counted, whose and where they were."""
        forces = {force.id: force for one in nameless if (force := world.war.force_of(one.id)) is not None}
        if len(forces) > MOST_FORCES:
            return f"of {len(forces)} forces"
        names = {key: one.name for key, one in kit.scenario.commanders.items()}
        told = (
            f"{names[one.commander] if one.commander else one.name} {where_at(kit, one.place)}"
            for one in forces.values()
        )
        return join(dict.fromkeys(told))

    @property
    def _is_moved(self) -> bool:
        """Whether they come to stand elsewhere, or under another; captives are only in another's hands."""
        return self.place is not None or (self.commander is not None and self.condition != "captured")

    def _held(self, kit: Kit, world: World) -> tuple[str, ...]:
        forces = forces_left(world.war, self.figures) if self.force or self._is_moved else ()
        groups = self._groups(kit, world, self.figures) if self._is_moved else {}
        guards = (self._guards(kit, world, *where, group) for where, group in groups.items())
        joined = (self.force, *(one.id for one in guards if one is not None))
        return (*self.figures, *self._along(world), *forces, *(one for one in joined if one))

    def _said(self, kit: Kit, world: World) -> tuple[str, ...]:
        correction = self._correction(self.figures[0])
        verb = "is" if len(self.figures) == 1 else "are"
        how = f"{verb}{str(correction).removeprefix('is')}"
        said = [] if correction == Correction(self.figures[0]) else [how]
        said += [where_at(kit, self.place)] if self.place else []
        said += [f"in the force of {world.war.forces[self.force].name}"] if self.force else []
        said += [f"under {kit.scenario.commanders[self.commander].name}"] if self.commander else []
        return tuple(said)

    def _correction(self, figure: FigureId) -> Correction:
        return Correction(figure, self.condition, self.mounted, self.regrouping)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        corrected = tuple(map(self._correction, self.figures))
        reckoning = Reckoning.of(kit, desk.world, corrected)
        if corrected[0] != Correction(self.figures[0]):
            desk.record(Overruled(self.reason.strip(), corrected))
        say_why(desk, self.reason)
        reckoning.settle(kit, desk)
        freed, along = self._freed(kit, desk.world), self._along(desk.world)
        # Before they are free: under whom they stood is known only of captives.
        groups = self._groups(kit, desk.world, (*self.figures, *along) if self._is_moved else freed)
        if self.condition is not None:
            self._free(kit, desk)
        if self.force is not None:
            join_force(kit, desk, (*self.figures, *along), self.force)
            self._lead(kit, desk, self.force)
        else:
            for (commander, place), group in groups.items():
                self._stand(kit, desk, commander, place, group)
        self._go_over(kit, desk)
        self._take_ring_along(desk)
        if self._is_moved and (inside := self._in_towers(desk.world)):
            desk.record(LeftTower(inside))
        if along:
            who = names_of(kit, desk.world, [desk.world.figures[one] for one in along])
            go = "goes along as a captive" if len(along) == 1 else "go along as captives"
            desk.say(f"{who} {go} ({enforced('HUN-01')}).")
        end_without_foes(kit, desk)
        yield from ()

    def _stand(
        self,
        kit: Kit,
        desk: RulesDesk,
        commander: CommanderId | None,
        place: PlaceId,
        group: Sequence[FigureId],
    ) -> None:
        """They are a force of their own; captives alone go with one of their captor's that is there."""
        guards = self._guards(kit, desk.world, commander, place, group)
        if guards is None:
            new = form(kit, desk, commander, place, group)
            pass_captives(kit, desk, new)
            self._lead(kit, desk, new)
            return
        if coming := [one for one in group if one not in guards.figures]:
            join_force(kit, desk, coming, guards.id)
        self._lead(kit, desk, guards.id)
        enforced("HUN-01")

    def _guards(
        self,
        kit: Kit,
        world: World,
        commander: CommanderId | None,
        place: PlaceId,
        group: Sequence[FigureId],
    ) -> Force | None:
        """HUN-01: the force of an enemy commander in whose hands captives are where they are put."""
        if commander is None or not all(self._is_captive(world, one) for one in group):
            return None
        side = kit.scenario.commanders[commander].side
        if not all(are_foes(side, world.figures[one].side) for one in group):
            return None
        there = guards_at(world, place, commander)
        # Who is led by one of several stays with it.
        return next((one for one in there if group[0] in one.figures), next(iter(there), None))

    def _is_captive(self, world: World, figure: FigureId) -> bool:
        """Whether somebody is a captive when all is as it is said to be."""
        return self.condition == "captured" or (self.condition is None and figure in world.war.captives)

    def _along(self, world: World) -> tuple[FigureId, ...]:
        """HUN-01: the captives of a force that goes as a whole: nobody is left there to guard them."""
        forces = forces_left(world.war, self.figures) if self._is_moved or self.force else ()
        named, led = set(self.figures), list[FigureId]()
        for force in (world.war.forces[one] for one in forces if one != self.force):
            there = members(world, force)
            if there and all(one.id in named for one in there):
                led += (one for one in captives_in(world, force) if one not in named)
        return tuple(led)

    def _go_over(self, kit: Kit, desk: RulesDesk) -> None:
        """Who is put under a commander of the other side, and is nobody's captive, fights for that side."""
        over: dict[Side, list[FigureId]] = {}
        for one in self.figures if self.commander or self.force else ():
            force = desk.world.war.force_of(one)
            if force is None or force.commander is None or one in desk.world.war.captives:
                continue
            side, figure = side_of(kit, desk.world, force), desk.world.figures[one]
            if are_foes(figure.side, side) and figure.condition != "captured":
                over.setdefault(side, []).append(one)
        for side, figures in over.items():
            desk.record(Turned(tuple(figures), side))

    def _take_ring_along(self, desk: RulesDesk) -> None:
        """ITM-RING-02: who is put elsewhere with the Ring has not left it where it was kept."""
        ring = desk.world.war.ring
        force = desk.world.war.force_of(ring.bearer) if ring.bearer in self.figures else None
        if ring.kept_at is not None and force is not None and force.place != ring.kept_at:
            enforced("ITM-RING-02")
            desk.record(RingPassed(ring.bearer, ring.captor, None, desk.world.war.turn))

    def _in_towers(self, world: World) -> tuple[FigureId, ...]:
        """Whoever is put somewhere is not in the tower of where they were."""
        return tuple(one for one in self.figures if world.figures[one].in_tower)

    def _free(self, kit: Kit, desk: RulesDesk) -> None:
        """Whose condition changed is nobody's burden any more, and a captive only if the table says so."""
        lay_down(desk, self.figures)
        for one in self.figures:
            if self.condition == "captured" and self.commander is not None:
                hold_captive(desk, one, self.commander)
            elif self.condition != "captured":
                if is_captive := one in desk.world.war.captives:
                    desk.record(CaptiveTaken(one, None))
                if self.condition in ON_THEIR_FEET and (is_captive or has_booty(kit, desk.world, one)):
                    regain_ring(desk, one)

    def _lead(self, kit: Kit, desk: RulesDesk, force: ForceId) -> None:
        """A captive put into a force is kept nowhere, and an enemy's force has it in its hands."""
        guards = desk.world.war.forces[force]
        for one in captives_in(desk.world, guards):
            captor = desk.world.war.captives[one]
            if guards.commander and side_of(kit, desk.world, guards) != desk.world.figures[one].side:
                captor = guards.commander
            if one in desk.world.war.kept or captor != desk.world.war.captives[one]:
                hold_captive(desk, one, captor)

    def _freed(self, kit: Kit, world: World) -> tuple[FigureId, ...]:
        """The captives who are on their feet again; also those who died in the midst of enemies."""
        is_out = self.condition in ON_THEIR_FEET
        return tuple(
            one
            for one in self.figures
            if is_out and (one in world.war.captives or is_among_foes(kit, world, one))
        )

    def _whereabouts(self, kit: Kit, world: World, figure: FigureId) -> tuple[CommanderId | None, PlaceId]:
        """Under whom and where a figure is to stand: as told or as it stands, the freed with their own."""
        held = world.war.force_of(figure)
        place = self.place or (held.place if held else world.war.kept.get(figure))
        if place is None:
            raise Illegal("nowhere", f"{figure} is nowhere yet.", do="Say at which place.")
        if figure in self._freed(kit, world):
            return self.commander or owner_of(kit, world, figure), place
        return self.commander or (held.commander if held else world.war.captives.get(figure)), place

    def _groups(
        self, kit: Kit, world: World, figures: Sequence[FigureId]
    ) -> dict[tuple[CommanderId | None, PlaceId], list[FigureId]]:
        """Who is moved together stands together, but each under their own commander."""
        groups: dict[tuple[CommanderId | None, PlaceId], list[FigureId]] = {}
        for figure in figures if self.force is None else ():
            groups.setdefault(self._whereabouts(kit, world, figure), []).append(figure)
        return groups


@deed
class AddFigures(Deed):
    """Figures beyond the scenario come into play."""

    profile: ProfileId
    count: int
    commander: CommanderId | None
    place: PlaceId
    reason: str
    mounted: bool | None = None
    kind: Literal["add-figures"] = "add-figures"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_not_over(world)
        if self.profile not in kit.book.profiles:
            raise no_such("profile", self.profile, kit.book.profiles)
        if self.commander is not None:
            commander_in(kit, self.commander)
        if not 1 <= self.count <= MOST_AT_ONCE:
            raise Illegal(
                "how-many", f"{self.count} figures cannot be added.", do=f"From 1 to {MOST_AT_ONCE}."
            )
        require_reason(self.reason)
        coming = counted(kit.book.profiles[self.profile], self.count)
        return Opening(f"By hand: {coming} {where_at(kit, place_in(kit, self.place))}", (), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        coming = Contingent((self.profile,), self.count, self.mounted)
        twins = self._twins(kit, desk.world)
        form(kit, desk, self.commander, self.place, enlist(kit, desk, self.commander, (coming,)))
        say_why(desk, self.reason)
        for line in (*twins, *overfull(kit, desk.world)):
            desk.say(line)
        yield from ()

    def _twins(self, kit: Kit, world: World) -> tuple[str, ...]:
        """A person of whom there is one already is not doubled without a word."""
        profile = kit.book.profiles[self.profile]
        if not profile.is_character or all(one.profile != self.profile for one in world.figures.values()):
            return ()
        return (f"{profile.name} is known to this game already: there is more than one now.",)
