"""Forces come into contact and must fight, or do not meet after all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import ClassVar, Literal

from assistant.kernel.codec import Json, encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.core.resources import contact_of
from assistant.rules.deeds.checks import living_force, place_in, require_free, require_running
from assistant.rules.deeds.contacts import refuse_attack_of_others
from assistant.rules.deeds.marching import March, leave_mounts
from assistant.rules.deeds.said_before import came_as_said
from assistant.rules.deeds.stillness import going_of
from assistant.rules.effects.entering import ASSAULT, require_may_assault, require_untried, shut_out
from assistant.rules.effects.regions import is_within
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.measuring import apart, is_measured
from assistant.rules.meeting.facts import ContactEnded, ForcesMet
from assistant.rules.near import no_such
from assistant.rules.numbering import new_contact
from assistant.rules.standing import members, side_of, where_at
from assistant.rules.sways import why_all_withdraw, why_spared
from assistant.rules.table_word.facts import Overruled
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.wording import join
from assistant.rules.world import World

REACH = 6_000
"""CMB-02: how near, in thousandths of an inch, figures of a fight are to each other."""


@deed
class Meet(Deed):
    """CMB-01: forces are within 1 inch of each other and must fight; the attacker is who moved there."""

    good: tuple[ForceId, ...]
    evil: tuple[ForceId, ...]
    place: PlaceId
    note: str = ""
    attacker: FightingSide | None = None
    overruled: str = ""
    """Why the game master says so though some of them stand elsewhere."""
    kind: Literal["meet"] = "meet"
    done_by: ClassVar[By] = "any-owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        why = self.overruled.strip()
        sides = self.require_possible(kit, world)
        if not why:
            self._require_there(kit, world)
        names, foes = (join(one.name for one in sides[side]) for side in SIDES)
        told = f", by the game master's word: {why}" if why else ""
        title = f"{names} against {foes}: contact {where_at(kit, self.place)}{told}"
        return Opening(title, (*self.good, *self.evil), encode(self))

    def require_possible(self, kit: Kit, world: World) -> Mapping[FightingSide, tuple[Force, ...]]:
        """Whether these may fight each other at all, wherever they stand; who they are, by side."""
        require_running(world)
        place_in(kit, self.place)
        sides = {side: self._forces(kit, world, side) for side in SIDES}
        both = (*self.good, *self.evil)
        if len(set(both)) < len(both):
            raise Illegal("figure-twice", "A force is named twice in this contact.", do="Name each once.")
        if self._resting_attacker(kit, world, sides["good"], sides["evil"]):
            raise Illegal(
                "regrouping",
                f"Who regroups may not attack this turn ({enforced('OUT-08')}).",
                do="They fight only if the other side comes to them: name that side as attacker.",
            )
        self._require_seen(kit, world, sides)
        if attacker := self._assaulting(kit, world):
            require_may_assault(kit, world, sides[attacker], self.place)
            require_untried(kit, world, sides[attacker], (self.place,), ASSAULT)
        return sides

    def on(self, side: FightingSide) -> tuple[ForceId, ...]:
        """The forces of a side."""
        return self.good if side == "good" else self.evil

    def elsewhere(self, kit: Kit, world: World) -> tuple[Force, ...]:
        """Who is neither at that place or in a part of it, nor measured within reach of another of them."""
        forces = [world.war.forces[one] for one in (*self.good, *self.evil)]
        return tuple(
            one
            for one in forces
            if not is_within(kit, one.place, self.place)
            and not is_within(kit, self.place, one.place)
            and not any(other is not one and _are_close(kit, world, one, other) for other in forces)
        )

    def _require_there(self, kit: Kit, world: World) -> None:
        """SEQ-03: forces come to each other only by marching, and only while forces move."""
        away = self.elsewhere(kit, world)
        if away and world.war.phase != "movement":
            stand = join(f"{one.name} {where_at(kit, one.place)}" for one in away)
            raise Illegal(
                "stand-apart",
                f"Not {where_at(kit, self.place)}: {stand}. Forces go to each other only in movement "
                f"({enforced('SEQ-03')}).",
                do="Leave them out. If they do stand there on the table, let the game master say why.",
            )
        for one in away:
            March(one.id, self.place).plan(kit, world)

    def _forces(self, kit: Kit, world: World, side: FightingSide) -> tuple[Force, ...]:
        if not self.on(side):
            raise Illegal("nobody-there", f"Nobody of {side} is in this contact.", do="Name a force.")
        found = tuple(living_force(world, one) for one in self.on(side))
        for force in found:
            if side_of(kit, world, force) not in (side, "uncontrolled"):
                raise Illegal(
                    "wrong-side", f"{force.does('is', 'are')} not of {side}.", do="Name it on its own side."
                )
            if force.fought == world.war.turn:
                raise Illegal(
                    "fought-already",
                    f"{force.does('has', 'have')} fought this turn.",
                    do="A figure fights once a turn.",
                )
            if not any(one.condition == "fit" for one in members(world, force)):
                raise Illegal(
                    "nobody-fit",
                    f"Nobody of {force.name} is fit to fight.",
                    do="Leave them out. The wounded at the enemy's mercy are asked about in combat.",
                )
            require_free(world, force)
        return found

    def _resting_attacker(self, kit: Kit, world: World, good: Sequence[Force], evil: Sequence[Force]) -> bool:
        """OUT-08: whether someone who regroups would attack, as it was said or as they came."""
        resting = {
            side: any(force.regrouping >= world.war.turn for force in forces)
            for side, forces in (("good", good), ("evil", evil))
        }
        attacker = self._who_attacks(kit, world)
        return resting[attacker] if attacker else all(resting.values())

    def _require_seen(self, kit: Kit, world: World, sides: Mapping[FightingSide, Sequence[Force]]) -> None:
        """Nobody attacks whom a power or a thing hides from them; unsaid, either side may be the attacker."""
        for side in (self.attacker,) if self.attacker else SIDES:
            for one, foe in ((one, foe) for one in sides[side] for foe in sides[other(side)]):
                if why := why_spared(kit, world, one, foe):
                    raise Illegal(
                        "spared",
                        f"{one.does('does', 'do')} not attack {foe.name}: {why}.",
                        do="Leave one of them out, or name the other side as attacker.",
                    )
        for force, foes in ((one, sides[other(side)]) for side in SIDES for one in sides[side]):
            if why := why_all_withdraw(kit, world, force, foes):
                raise Illegal("spared", f"Nobody of {force.name} can be fought: {why}.", do="Leave them out.")

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        if why := self.overruled.strip():
            who = (one for force in self.elsewhere(kit, desk.world) for one in force.figures)
            desk.record(Overruled(why, (), concerns=tuple(who)))
            yield from self._noted(kit, desk.world).bring_about(kit, desk)
        elif met := (yield from self._marched(kit, desk)):
            yield from met._noted(kit, desk.world).bring_about(kit, desk)

    def _noted(self, kit: Kit, world: World) -> Meet:
        """With a note for everybody to read if only somebody's word says who attacks."""
        if self.attacker is None or self.attacker == self.who_moved(kit, world):
            return self
        return replace(self, note=f"{self.note} {came_as_said(self.attacker)}".strip())

    def _marched(self, kit: Kit, desk: RulesDesk) -> Procedure[Meet | None]:
        """MOV-01: who is not there yet marches there; nothing if one of them is kept away."""
        came: dict[ForceId, ForceId] = {}
        for force in self.elsewhere(kit, desk.world):
            first = going_of(kit, desk.world, force)[0].id
            yield from March(force.id, self.place).perform(kit, desk)
            now = desk.world.war.force_of(first)
            if now is None or now.place != self.place:
                return None
            came[force.id] = now.id
        good, evil = (tuple(came.get(one, one) for one in side) for side in (self.good, self.evil))
        return replace(self, good=good, evil=evil)

    def bring_about(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        """They are in contact, wherever each was said to stand before."""
        war = desk.world.war
        if assaulting := self._assaulting(kit, desk.world):
            forces = tuple(war.forces[one] for one in self.on(assaulting))
            if why := (yield from shut_out(kit, desk, forces, (self.place,), ASSAULT)):
                desk.say(f"{forces[0].name}: {why}.")
                return
        attacker = self._who_attacks(kit, desk.world)
        contact = Contact(
            new_contact(war.met, war.turn), self.good, self.evil, self.place, war.turn, self.note, attacker
        )
        self._gather(kit, desk)
        desk.record(ForcesMet(contact))
        desk.say(f"Contact {contact.id}: they fight this turn ({asked('CMB-01')}, {asked('FRC-01')}).")
        if attacker and self.note.endswith(came_as_said(attacker)):
            desk.say(came_as_said(attacker))
        yield from ()

    def _assaulting(self, kit: Kit, world: World) -> FightingSide | None:
        """The side that attacks a place which it does not hold itself."""
        attacker = self._who_attacks(kit, world)
        return attacker if world.war.holder(self.place) not in (None, attacker) else None

    def _gather(self, kit: Kit, desk: RulesDesk) -> None:
        """Who is said to have met at a place stands there; of the measured the table knows better."""
        for one in (*self.good, *self.evil):
            force = desk.world.war.forces[one]
            if force.place == self.place or is_measured(desk.world, force):
                continue
            desk.record(ForceMoved(one, self.place, force.moved))
            leave_mounts(kit, desk, members(desk.world, force), self.place)
            desk.say(f"{force.does('is', 'are')} {where_at(kit, self.place)} now.")

    def _who_attacks(self, kit: Kit, world: World) -> FightingSide | None:
        return self.attacker or self.who_moved(kit, world)

    def is_against_moves(self, kit: Kit, world: World) -> bool:
        """Whether the record shows that it was not the named side that came."""
        known = all(one in world.war.forces for one in (*self.good, *self.evil))
        return known and self.who_moved(kit, world) not in (None, self.attacker)

    def who_moved(self, kit: Kit, world: World) -> FightingSide | None:
        """By the record: the one side that moved this turn, or comes now, if the other did not."""
        coming = {one.id for one in self.elsewhere(kit, world)}
        moved = [
            side
            for side, forces in (("good", self.good), ("evil", self.evil))
            if any(world.war.forces[one].moved == world.war.turn or one in coming for one in forces)
        ]
        return next((side for side in SIDES if moved == [side]), None)

    def owners(self, kit: Kit, world: World) -> Owners:
        """Anyone in it; a force that marches for it needs its commander's word."""
        if self.overruled:
            return ()
        known = all(one in world.war.forces for one in (*self.good, *self.evil))
        coming = {one.commander for one in self.elsewhere(kit, world)} if known else set()
        if len(coming) > 1:
            return ()
        return coming or owners_of_forces(world, *self.good, *self.evil)

    def refuse_from_seat(self, kit: Kit, world: World, mine: Set[CommanderId], sent: Json) -> None:
        if self.attacker is not None:
            known = () if self.is_against_moves(kit, world) else self.on(self.attacker)
            refuse_attack_of_others(mine, world, known)


def _are_close(kit: Kit, world: World, one: Force, other: Force) -> bool:
    """Whether two forces are measured, and so near that they may be in one fight."""
    if not is_measured(world, one) or not is_measured(world, other):
        return False
    gap = apart(kit, world, one, other)
    return gap is not None and gap <= REACH


@deed
class Part(Deed):
    """Forces that were said to have met do not fight after all: out of reach, or never so close."""

    contact: str
    why: str
    kind: Literal["part"] = "part"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.contact not in world.war.contacts:
            raise no_such("contact", self.contact, world.war.contacts)
        if not self.why.strip():
            raise Illegal("no-reason", "Say why.", do="A few words are enough: they stand in the history.")
        met = world.war.contacts[self.contact]
        title = f"No fight {where_at(kit, met.place)}: {self.why.strip()}"
        return Opening(title, (*met.good, *met.evil, contact_of(self.contact)), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        met, war = desk.world.war.contacts[self.contact], desk.world.war
        desk.record(ContactEnded(self.contact, self.why.strip()))
        desk.record(ChoiceMade(parted(met.place, (*met.good, *met.evil)), war.phase, war.turn))
        yield from ()


def parted(place: PlaceId, forces: Sequence[ForceId] = ()) -> str:
    """Under which name it is kept that forces at a place were said not to have met."""
    return " ".join(("parted", place, *forces))
