"""Forces come into contact and must fight, or do not meet after all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.deeds.checks import living_force, place_in, require_free, require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.marching import leave_mounts
from assistant.rules.effects.entering import ASSAULT, require_may_assault, require_untried, shut_out
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.standing import is_measured, members, place_name, side_of
from assistant.rules.sways import why_spared
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.war_facts import ChoiceMade, ContactEnded, ForceMoved, ForcesMet
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Meet:
    """CMB-01: forces are within 1 inch of each other and must fight; the attacker is who moved there."""

    good: tuple[ForceId, ...]
    evil: tuple[ForceId, ...]
    place: PlaceId
    note: str = ""
    attacker: FightingSide | None = None
    kind: Literal["meet"] = "meet"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        name = place_name(kit, place_in(kit, self.place))
        sides = {side: self._forces(kit, world, side) for side in SIDES}
        both = (*self.good, *self.evil)
        if len(set(both)) < len(both):
            raise Illegal("figure-twice", "A force is named twice in this contact.", do="Name each once.")
        if self._resting_attacker(world, sides["good"], sides["evil"]):
            raise Illegal(
                "regrouping",
                f"Who regroups may not attack this turn ({enforced('OUT-08')}).",
                do="They fight only if the other side comes to them: name that side as attacker.",
            )
        self._require_seen(kit, world, sides)
        if self._assaults(world):
            forces = sides[self._attacking(world)]
            require_may_assault(kit, world, forces, self.place)
            require_untried(kit, world, forces, (self.place,), ASSAULT)
        names, foes = (" and ".join(one.name for one in sides[side]) for side in SIDES)
        return Opening(f"{names} against {foes}: contact at {name}", both, encode(self))

    def _forces(self, kit: Kit, world: World, side: FightingSide) -> tuple[Force, ...]:
        named = self.good if side == "good" else self.evil
        if not named:
            raise Illegal("nobody-there", f"Nobody of {side} is in this contact.", do="Name a force.")
        found = tuple(living_force(world, one) for one in named)
        for force in found:
            if side_of(kit, world, force) not in (side, "uncontrolled"):
                raise Illegal("wrong-side", f"{force.name} is not of {side}.", do="Name it on its own side.")
            if force.fought == world.war.turn:
                raise Illegal(
                    "fought-already",
                    f"{force.name} has fought this turn.",
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

    def _resting_attacker(self, world: World, good: Sequence[Force], evil: Sequence[Force]) -> bool:
        """OUT-08: whether someone who regroups would attack."""
        resting = {
            side: any(force.regrouping >= world.war.turn for force in forces)
            for side, forces in (("good", good), ("evil", evil))
        }
        return resting[self.attacker] if self.attacker else all(resting.values())

    def _require_seen(self, kit: Kit, world: World, sides: Mapping[FightingSide, Sequence[Force]]) -> None:
        """Nobody attacks whom a power or a thing hides from them; unsaid, either side may be the attacker."""
        for side in (self.attacker,) if self.attacker else SIDES:
            for one, foe in ((one, foe) for one in sides[side] for foe in sides[other(side)]):
                if why := why_spared(kit, world, one, foe):
                    raise Illegal(
                        "spared",
                        f"{one.name} does not attack {foe.name}: {why}.",
                        do="Leave one of them out, or name the other side as attacker.",
                    )

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        war = desk.world.war
        attacker = self.attacker or self._who_moved(desk.world)
        if self._assaults(desk.world):
            named = self.good if self._attacking(desk.world) == "good" else self.evil
            forces = tuple(war.forces[one] for one in named)
            if why := (yield from shut_out(kit, desk, forces, (self.place,), ASSAULT)):
                desk.say(f"{forces[0].name}: {why}.")
                return
        contact = Contact(
            f"{war.turn}-{war.met + 1}", self.good, self.evil, self.place, war.turn, self.note, attacker
        )
        self._gather(kit, desk)
        desk.record(ForcesMet(contact))
        desk.say(f"Contact {contact.id}: they fight this turn ({asked('CMB-01')}, {asked('FRC-01')}).")
        yield from ()

    def _assaults(self, world: World) -> bool:
        """Whether those who attack do not hold the place themselves."""
        attacker = self.attacker or self._who_moved(world)
        return attacker is not None and world.war.holder(self.place) not in (None, attacker)

    def _attacking(self, world: World) -> FightingSide:
        attacker = self.attacker or self._who_moved(world)
        assert attacker is not None
        return attacker

    def _gather(self, kit: Kit, desk: RulesDesk) -> None:
        """Who is said to have met at a place stands there; of the measured the table knows better."""
        for one in (*self.good, *self.evil):
            force = desk.world.war.forces[one]
            if force.place == self.place or is_measured(desk.world, force):
                continue
            desk.record(ForceMoved(one, self.place, force.moved))
            leave_mounts(kit, desk, members(desk.world, force), self.place)
            desk.say(f"{force.name} is at {place_name(kit, self.place)} now.")

    def _who_moved(self, world: World) -> FightingSide | None:
        """The one side that moved this turn, if the other did not."""
        moved = [
            side
            for side, forces in (("good", self.good), ("evil", self.evil))
            if any(world.war.forces[one].moved == world.war.turn for one in forces)
        ]
        return next((side for side in SIDES if moved == [side]), None)


@dataclass(frozen=True, slots=True)
class Part:
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
        title = f"No fight at {place_name(kit, met.place)}: {self.why.strip()}"
        return Opening(title, (*met.good, *met.evil, f"contact {self.contact}"), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        met, war = desk.world.war.contacts[self.contact], desk.world.war
        desk.record(ContactEnded(self.contact, self.why.strip()))
        desk.record(ChoiceMade(parted(met.place, (*met.good, *met.evil)), war.phase, war.turn))
        yield from ()


def parted(place: PlaceId, forces: Sequence[ForceId] = ()) -> str:
    """Under which name it is kept that forces at a place were said not to have met."""
    return " ".join(("parted", place, *forces))
