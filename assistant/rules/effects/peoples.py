"""Peoples and characters who change a fight by being there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import HOBBIT, Profile
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import other
from assistant.rules.effects.hooks import Aim, Effect, Loan, Modifier, Reason, Revenge, Spent
from assistant.rules.effects.registry import effect


@effect("beast-friend")
class BeastFriend(Effect):
    """PPL-RADAGAST-03: the beasts of the wood fight beside him."""

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("beasts of the wood", enforced("PPL-RADAGAST-03")) if me.terrain == "woods" else None


@effect("bosun")
@dataclass(frozen=True)
class Bosun(Effect):
    """PPL-BOSUN-01: he holds the corsairs of his force together; AMB-099 says whether captains too.

    Men are held together, not what carries them.
    """

    scope = "force"

    defense: int = 1

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return me.is_of(holder.profile.people) and me.profile.kind in ("army", "character")

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.house["AMB-099"] == "whole-people" or not me.profile.is_character:
            yield Modifier(self.defense, "bosun", enforced("PPL-BOSUN-01"))


@effect("dark-leadership")
@dataclass(frozen=True)
class DarkLeadership(Effect):
    """PPL-DARKMARSHAL-01: his force rolls some failed defense dice again; AMB-038 says when."""

    rerolls: int = 5

    def lends_rerolls(self, me: Combatant, scene: Scene) -> Loan | None:
        why = Reason("dark leadership", enforced("PPL-DARKMARSHAL-01"))
        in_defeat = scene.house["AMB-038"] == "lost-combat-only"
        return Loan("failed", self.rerolls, None, me.force, why, in_defeat)


@effect("fights-on-foot")
@dataclass(frozen=True)
class FightsOnFoot(Effect):
    """MNT-06, MNT-09: may be carried by a mount, but never fights from it."""

    rides_with: str = ""

    def fights_on_foot(self, me: Combatant, scene: Scene) -> Reason | None:
        rule = enforced("MNT-09" if me.profile.race == "hobbit" else "MNT-06")
        return Reason("dismounts to fight", rule)

    def rides_along(self, profile: Profile, rider: Profile) -> Reason | None:
        if self.rides_with and rider.id != self.rides_with:
            return None
        return Reason(f"rides with {rider.name}", enforced("MNT-06" if self.rides_with else "MNT-08"))


@effect("one-strike")
class OneStrike(Effect):
    """PPL-HASHARIN-01, PPL-HASHARIN-02: he strikes at one whom he touches, and is lost, and counted so.

    AMB-097: one of his hits falls on that figure, or by the other reading all of them.
    """

    def chooses_victim(self, me: Combatant, scene: Scene) -> Aim | None:
        every_hit = scene.house["AMB-097"] == "whole-attack"
        return Aim(every_hit, Reason("one whom he touches", enforced("PPL-HASHARIN-01")))

    def is_spent(self, me: Combatant, scene: Scene) -> Spent | None:
        counts = scene.house["AMB-093"] != "neither-counts"
        return Spent(counts, Reason("struck and is lost", enforced("PPL-HASHARIN-02")))


@effect("osgiliath-veterans")
class OsgiliathVeterans(Effect):
    """PPL-OSGILIATHVETS-01: they strike double under the captains they know, unless CON-057 forgets it."""

    CAPTAINS = ("faramir", "boromir")

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        if scene.house["CON-057"] == "one-reroll":
            return None
        leaders = [one.profile for one in scene.force_of(me) if one.profile.is_character]
        best = max((leader.leadership for leader in leaders), default=0)
        if not any(leader.id in self.CAPTAINS and leader.leadership == best for leader in leaders):
            return None
        return Reason("under their captain", enforced("PPL-OSGILIATHVETS-01"))


@effect("royal-standard")
@dataclass(frozen=True)
class RoyalStandard(Effect):
    """PPL-GAMLING-01: the lords of his people lead better beside him; AMB-100 says whether all of them do."""

    scope = "force"

    leadership: int = 1

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        return me.profile.is_character and me.is_of(holder.profile.people)

    def leadership_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if me.profile.leadership or scene.house["AMB-100"] == "any-character":
            yield Modifier(self.leadership, "royal standard", enforced("PPL-GAMLING-01"))


@effect("shadows")
@dataclass(frozen=True)
class Shadows(Effect):
    """PPL-SHADOWLORD-01: so many of his force count as under darkness, the first listed who gain by it."""

    scope = "force"

    figures: int = 5

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        if scene.site.darkness:
            return False
        gainers = [one.id for one in scene.force_of(me) if _loves_darkness(one)]
        return me.id in gainers[: self.figures]

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if _loves_darkness(me):
            yield Modifier(+1, "shadows", enforced("PPL-SHADOWLORD-01"))


def _loves_darkness(one: Combatant) -> bool:
    return any(trait.name == "darkness" for trait in one.profile.traits)


@effect("shaman")
class Shaman(Effect):
    """PPL-SHAMAN-02: turns a defeat by one point into a draw, and is removed; PPL-SHAMAN-03: never alone."""

    def turns_defeat(self, me: Combatant, scene: Scene, margin: int) -> Reason | None:
        return Reason("shaman", enforced("PPL-SHAMAN-02")) if margin == 1 else None

    def falls_alone(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("a shaman does not stand alone", enforced("PPL-SHAMAN-03"))


@effect("walks-underground")
class WalksUnderground(Effect):
    """AMB-069: leaves the mount outside when it fights in caves, by the usual reading."""

    def fights_on_foot(self, me: Combatant, scene: Scene) -> Reason | None:
        if me.terrain != "caves" or scene.house["AMB-069"] != "warg-outside-only":
            return None
        return Reason("no mount underground", enforced("PRF-EC14"))


@effect("spite")
@dataclass(frozen=True)
class Spite(Effect):
    """PPL-GRISHNAKH-01: strikes better at a force with any of those he hates."""

    against: str = "hobbit"
    attack: int = 1

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if any(foe.is_of(self.against) for foe in scene.foes(me).combatants):
            yield Modifier(self.attack, f"against {self.against}s", enforced("PPL-GRISHNAKH-01"))


@effect("taskmaster")
@dataclass(frozen=True)
class Taskmaster(Effect):
    """PPL-TASKMASTER-01: orcs of his force roll some missed attacks again."""

    rerolls: int = 3

    def lends_rerolls(self, me: Combatant, scene: Scene) -> Loan | None:
        why = Reason("taskmaster", enforced("PPL-TASKMASTER-01"))
        return Loan("missed", self.rerolls, "orc", me.force, why)


@effect("wraithbane")
class Wraithbane(Effect):
    """PPL-GANDALF-02: double dice against a force with any ethereal figure, in reach or not."""

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        foes = scene.everyone(other(me.side))
        if not any(trait.name == "ethereal" for foe in foes for trait in foe.profile.traits):
            return None
        return Reason("against ethereal foes", enforced("PPL-GANDALF-02"))


@effect("bullies")
class Bullies(Effect):
    """ABL-BULLIES, PPL-RUFFIANS-01: they attack only fewer than themselves, or smaller folk (CON-060)."""

    def refuses_to_attack(self, me: Combatant, scene: Scene) -> Reason | None:
        foes = scene.everyone(other(me.side))
        if len(scene.force_of(me)) > len(foes):
            return None
        if scene.house["CON-060"] == "no-exception":
            return Reason("bullies attack only those they outnumber", enforced("ABL-BULLIES-2"))
        if all(foe.is_of(HOBBIT) for foe in foes):
            return None
        enforced("PPL-RUFFIANS-01")
        return Reason("bullies attack only those they outnumber, or hobbits", enforced("ABL-BULLIES"))


@effect("venerable")
class Venerable(Effect):
    """ABL-VENERABLE: he does not move in the turn after a fight."""

    def rests_after(self, me: Combatant, scene: Scene) -> Reason | None:
        return Reason("venerable", enforced("ABL-VENERABLE"))


@effect("worms-revenge")
@dataclass(frozen=True)
class WormsRevenge(Effect):
    """PPL-GRIMA-07: when his master loses a combat, he may slay him in a rage."""

    master: str = "sharkey"
    need: int = 4

    def takes_revenge(self, me: Combatant, scene: Scene) -> Revenge | None:
        masters = (one.id for one in scene.everyone(me.side) if one.profile.id == self.master)
        if (victim := next(masters, None)) is None:
            return None
        return Revenge(victim, self.need, Reason("overcome with rage", enforced("PPL-GRIMA-07")))
