"""The Ring on its bearer's hand: hidden from most, seen by a few, and by all evil in one land."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.coming_upon import come_beside, is_about, known, part, set_upon
from assistant.rules.deeds.contacts import end_unseen, met_by
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.effects.campaign_powers import CampaignPower, Numbers, campaign_power
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.regions import is_in, is_within
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.names import name_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, some_of, upkeep
from assistant.rules.ring.facts import RingWorn
from assistant.rules.scenario import Artifact, Power, Thing
from assistant.rules.standing import is_on_table, members, place_name, side_of
from assistant.rules.sways import Case, Sway, sway
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

WORN, UNSEEN = "ring-worn", "unseen with the Ring on"


def bearer_of(world: World) -> Figure | None:
    """Who bears the Ring, while on the table and nobody's captive."""
    bearer = world.war.ring.bearer
    figure = world.figures.get(bearer) if bearer else None
    return figure if figure is not None and is_on_table(figure) else None


def bearers_force(world: World) -> Force | None:
    """The force the ringbearer goes with."""
    bearer = bearer_of(world)
    return world.war.force_of(bearer.id) if bearer else None


def is_revealed(kit: Kit, world: World, region: str) -> bool:
    """ITM-RING-07: whether it is worn where its maker sees it."""
    force = bearers_force(world)
    return bool(world.war.ring.worn and force and is_in(kit, force, PlaceId(region)))


@campaign_power(WORN)
class PutsOnTheRing(CampaignPower):
    """ITM-RING-03..07: its bearer puts it on, or takes it off."""

    def offered(self, kit: Kit, world: World, thing: Thing, numbers: Numbers) -> Power | None:
        bearer, force = bearer_of(world), bearers_force(world)
        if bearer is None or force is None or force.commander is None or bearer.condition != "fit":
            return None
        if not isinstance(thing, Artifact):
            return None
        name = "Take off the Ring" if world.war.ring.worn else "Put on the Ring"
        traits = tuple(one for one in thing.traits if one.name == WORN)
        return Power(thing.id, name, force.commander, thing.text, 10**6, thing.rules, traits)

    def holds(self, world: World, numbers: Numbers) -> Iterator[str]:
        """Its bearer, and who would attack him for it: with their forces, and with whom these have met."""
        seeker = known(world, str(numbers["seen_by"]))
        for one in (bearer_of(world), seeker):
            if one is not None and (force := world.war.force_of(one.id)) is not None:
                yield from (one.id, force.id, *met_by(world, force))

    def act(self, kit: Kit, desk: RulesDesk, power: Power, numbers: Numbers) -> Procedure[None]:
        world, turn = desk.world, desk.world.war.turn
        bearer, force = bearer_of(world), bearers_force(world)
        assert bearer is not None
        assert force is not None
        who = name_of(kit, world, bearer)
        if world.war.ring.worn:
            desk.record(RingWorn(False, turn))
            desk.say(f"{who} takes off the Ring and can be seen ({enforced('ITM-RING-03')}).")
            return
        desk.record(RingWorn(True, turn))
        region = str(numbers["region"])
        if is_revealed(kit, desk.world, region):
            place = place_name(kit, PlaceId(region))
            desk.say(f"{who} is revealed: all evil in {place} may seek him ({enforced('ITM-RING-07')}).")
        else:
            desk.say(f"Only ethereal figures see {who} now ({enforced('ITM-RING-03')}).")
        end_unseen(kit, desk)
        seeker = str(numbers["seen_by"])
        if bearer.profile != seeker and is_about(desk.world, seeker):
            enforced("PPL-GOLLUM-11")
            fall_upon(kit, desk, seeker, "ITM-RING-05")
        yield from ()


def fall_upon(kit: Kit, desk: RulesDesk, profile: str, rule: str) -> None:
    """Someone is placed beside the ringbearer and attacks at once, to have the Ring."""
    force = bearers_force(desk.world)
    assert force is not None
    seeker = come_beside(kit, desk, profile, force)
    victims = bearers_force(desk.world)
    own = desk.world.war.force_of(seeker)
    assert victims is not None
    assert own is not None
    name = name_of(kit, desk.world, desk.world.figures[seeker])
    # The note is read by everybody; why he comes is said to those who may know.
    set_upon(desk, own.id, victims.id, f"{name} attacks them")
    desk.say(f"{name} stands beside {victims.name} and attacks to have the Ring ({enforced(rule)}).")


@sway(WORN)
class Unseen(Sway):
    """ITM-RING-06, ITM-RING-07: an invisible bearer is attacked only by those who see him."""

    def spares(self, case: Case, seekers: Force, target: Force) -> Reason | None:
        there = members(case.world, target)
        if len(there) != 1 or not self._is_worn_by(case, there[0]):
            return None
        if any(self._sees(case, one) for one in members(case.world, seekers)):
            return None
        return Reason("the Ring hides its bearer", enforced("ITM-RING-06"))

    def withdraws(self, case: Case, one: Figure, enemies: Sequence[Force]) -> Reason | None:
        able = [foe for force in enemies for foe in members(case.world, force) if foe.condition == "fit"]
        if self._is_worn_by(case, one):
            why = None if any(self._sees(case, foe) for foe in able) else UNSEEN
        else:
            sees_nobody = len(able) == 1 and self._is_worn_by(case, able[0]) and not self._sees(case, one)
            why = "blind to the wearer of the Ring" if sees_nobody else None
        return Reason(why, enforced("ITM-RING-06")) if why else None

    def hides(self, case: Case, one: Figure, enemies: Sequence[Figure]) -> Sequence[Figure]:
        if not self._is_worn_by(case, one):
            return ()
        blind = [foe for foe in enemies if not self._sees(case, foe)]
        if blind:
            enforced("ITM-RING-06")
        return blind

    def _is_worn_by(self, case: Case, one: Figure) -> bool:
        return bool(case.world.war.ring.worn) and case.world.war.ring.bearer == one.id

    def _sees(self, case: Case, enemy: Figure) -> bool:
        if enemy.profile == case.word("seen_by"):
            return True
        if _is_ethereal(case.kit, enemy, case.word("seen_by_ability")):
            return True
        region, force = case.word("region"), case.world.war.force_of(enemy.id)
        return (
            force is not None
            and is_revealed(case.kit, case.world, region)
            and side_of(case.kit, case.world, force) == "evil"
            and is_within(case.kit, force.place, PlaceId(region))
        )


def _is_ethereal(kit: Kit, one: Figure, ability: str) -> bool:
    return any(trait.name == ability for trait in kit.book.profiles[one.profile].traits)


@upkeep("drawn", "The Ring is worn, and draws those who see it", phase="movement", thing=WORN)
class Drawn(Upkeep):
    """ITM-RING-04: each turn it is worn, ethereal figures may at once make a full move to its bearer."""

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        bearer, force = bearer_of(world), bearers_force(world)
        if not world.war.ring.worn or bearer is None or force is None:
            return
        own = side_of(kit, world, force)
        for commander in kit.scenario.commanders.values():
            able = self._able(kit, world, commander.id, str(given["seen_by_ability"]))
            if commander.side != own and able:
                yield self.each_turn(
                    world,
                    commander.id,
                    title=f"{name_of(kit, world, bearer)} wears the Ring: who of {commander.name} comes",
                    commander=commander.id,
                    rules=rules("ITM-RING-04"),
                    figures=able,
                    note="Each may at once make a full move to him and attacks if that brings it beside him.",
                )

    def _able(self, kit: Kit, world: World, commander: CommanderId, ability: str) -> tuple[FigureId, ...]:
        return tuple(
            one.id
            for force in world.war.forces.values()
            if force.commander == commander and world.war.contact_of(force.id) is None
            for one in members(world, force)
            if one.condition == "fit" and _is_ethereal(kit, one, ability)
        )

    def holds(self, world: World) -> Iterator[str]:
        """A fight of the bearer's that they would join."""
        force = bearers_force(world)
        yield from met_by(world, force) if force is not None else ()

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        ask = f"{reminder.title}? Name those whom a full move brings within an inch of him."
        seat, cited = seat_for(reminder.commander), (asked("ITM-RING-04"),)
        most = len(reminder.figures)
        came = yield from some_of(desk, seat, self.name, ask, reminder.figures, most, cited)
        victims = bearers_force(desk.world)
        if not came or victims is None:
            desk.say("Nobody of them reaches him this turn.")
            return
        moving = part(kit, desk, came, reminder.commander)
        force = desk.world.war.forces[moving]
        desk.record(ForceMoved(moving, victims.place, force.moved))
        set_upon(desk, moving, victims.id, "they attack at once")
        find = force.does(
            "finds the wearer of the Ring and attacks", "find the wearer of the Ring and attack"
        )
        desk.say(f"{find} ({enforced('ITM-RING-04')}).")
