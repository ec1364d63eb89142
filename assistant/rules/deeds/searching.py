"""Those who hide are looked for, and found or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Profile
from assistant.rules.deeds.checks import living_force, require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.things import borne
from assistant.rules.effects.regions import regions_of
from assistant.rules.kit import Kit
from assistant.rules.spotting import Chance, Hunt, chance
from assistant.rules.standing import members, side_of
from assistant.rules.war import Force, ForceId
from assistant.rules.war_facts import ForcesMarked, PowerUsed
from assistant.rules.world import World

CLOSE = 2
"""CMB-04, ITM-CLOAKS-01: how near, in inches, nobody comes to those who are not found."""


@dataclass(frozen=True, slots=True)
class Search:
    """CMB-05, ITM-CLOAKS-01: a force looks for one that hides; once a turn for each that does."""

    seekers: ForceId
    hidden: ForceId
    kind: Literal["search"] = "search"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        seekers, hidden = living_force(world, self.seekers), living_force(world, self.hidden)
        if side_of(kit, world, seekers) == side_of(kit, world, hidden):
            raise Illegal("wrong-side", "Nobody looks for friends.", do="Name a force of the other side.")
        if not hidden.hidden:
            raise Illegal("not-hidden", f"{hidden.name} does not hide.", do="They can be seen by everyone.")
        if world.war.turn in world.war.powers.get(self._tried, ()):
            raise Illegal(
                "searched-already",
                f"{seekers.name} has looked for {hidden.name} this turn ({enforced('CMB-05')}).",
                do="They may look again next turn.",
            )
        return Opening(f"{seekers.name} searches for {hidden.name}", (seekers.id, hidden.id), encode(self))

    @property
    def _tried(self) -> str:
        return f"search {self.seekers} {self.hidden}"

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        seekers, hidden = (desk.world.war.forces[one] for one in (self.seekers, self.hidden))
        odds = chance_of(kit, desk.world, seekers, hidden)
        for reason in odds.reasons:
            desk.say(reason)
        face = 0
        if odds.need <= 6:
            die = odds.die(members(desk.world, seekers)[0].id)
            why = f"to find {hidden.name}, {odds.need}+"
            seat = seat_for(seekers.commander)
            (face,) = yield from desk.roll(seat, "special", why, [die], asked("CMB-05"))
        desk.record(PowerUsed(self._tried, desk.world.war.turn))
        if face >= odds.need:
            desk.record(ForcesMarked((self.hidden,), "hidden", 0))
            desk.say(f"{face}: {hidden.name} is found ({enforced('CMB-05')}).")
            return
        desk.say(f"{face or 'No roll'}: not found; nobody of them comes within {CLOSE} inches this turn.")


def chance_of(kit: Kit, world: World, seekers: Force, hidden: Force) -> Chance:
    """What it takes, as things stand."""
    company = members(world, hidden)
    return chance(
        kit.book,
        Hunt(
            tuple(_profiles(kit, world, hidden)),
            tuple(_profiles(kit, world, seekers)),
            kit.house(world),
            hidden.place,
            frozenset(thing for one in company for thing in borne(world, one.id)),
            any(one.id == world.war.ring.bearer for one in company),
            regions_of(kit, hidden.place),
        ),
    )


def _profiles(kit: Kit, world: World, force: Force) -> Iterator[Profile]:
    return (kit.book.profiles[one.profile] for one in members(world, force))
