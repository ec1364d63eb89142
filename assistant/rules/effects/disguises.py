"""Orc armor: hobbits who walk unnoticed among the enemies of a land, and lead them astray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import forces_left, seat_for
from assistant.rules.deeds.things import bearers
from assistant.rules.effects.campaign_powers import CampaignPower, Numbers, campaign_power
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.regions import is_in
from assistant.rules.effects.ring_worn import is_revealed
from assistant.rules.effects.steering import Steering
from assistant.rules.kit import Kit
from assistant.rules.names import names_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, some_of, upkeep
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.scenario import Power, Thing
from assistant.rules.standing import figures_of, forces_of, members, place_name, side_of
from assistant.rules.sways import Case, Sway, sway
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

DISGUISE, LEADS_ASTRAY = "disguise", "moves-enemies"
ARMOR = "orc-armor"


def _able(kit: Kit, world: World, power: Power, numbers: Numbers) -> tuple[Figure, ...]:
    """Those of the race who are inside the region and fit to walk."""
    region = PlaceId(str(numbers["region"]))
    inside = [one for one in forces_of(world, power.commander) if is_in(kit, one, region)]
    return tuple(
        one
        for one in figures_of(world, inside)
        if one.condition == "fit" and kit.book.profiles[one.profile].race == numbers["race"]
    )


@campaign_power(DISGUISE)
class Disguise(CampaignPower):
    """ITM-ORCARMOUR-01, AMB-054: for those of a race who are inside the region and do not wear the Ring."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        race, region = str(numbers["race"]), str(numbers["region"])
        where = place_name(kit, PlaceId(region))
        if not _able(kit, world, power, numbers):
            return f"No {race} is in {where} ({enforced('ITM-ORCARMOUR-01')})."
        if is_revealed(kit, world, region):
            return f"The Ring is worn in {where}: nobody there is unseen ({enforced('ITM-RING-07')})."
        return ""

    def act(self, kit: Kit, desk: RulesDesk, power: Power, numbers: Numbers) -> Procedure[None]:
        able = [one.id for one in _able(kit, desk.world, power, numbers)]
        ask, seat = f"Who puts on {power.name.lower()}?", seat_for(power.commander)
        cited, most = (asked("ITM-ORCARMOUR-01"),), int(numbers["figures"])
        wearing = yield from some_of(desk, seat, DISGUISE, ask, able, most, cited)
        for one in wearing or able[:1]:
            desk.record(ThingPassed(f"{ARMOR}@{one}", one, forces_left(desk.world.war, (one,))))
        names = names_of(kit, desk.world, [desk.world.figures[one] for one in wearing or able[:1]])
        last = desk.world.war.turn + int(numbers["turns"]) - 1
        where, rule = place_name(kit, PlaceId(str(numbers["region"]))), enforced("ITM-ORCARMOUR-02")
        desk.say(f"{names} in {power.name.lower()}, up to and with turn {last}.")
        desk.say(f"No evil figure in {where} moves meanwhile, or seeks or attacks them ({rule}).")


def lasts(kit: Kit, world: World, thing: Thing, given: Numbers) -> bool:
    """ITM-ORCARMOUR-02: whether the disguise holds this turn; the Ring worn in the region ends it."""
    used = world.war.powers.get(thing.id, ())
    is_on = bool(used) and used[-1] <= world.war.turn < used[-1] + int(given["turns"])
    return is_on and not is_revealed(kit, world, str(given["region"]))


@sway(DISGUISE)
class Disguised(Sway):
    """ITM-ORCARMOUR-02, ITM-ORCARMOUR-03, AMB-053: evil in the region neither moves nor hunts them."""

    def stays(self, case: Case, force: Force, going: Sequence[Figure]) -> Reason | None:
        if case.kit.house(case.world)["AMB-053"] != "may-not-move" or not self._is_blind(case, force):
            return None
        return Reason("hobbits in orc armor go unnoticed there", enforced("ITM-ORCARMOUR-02"))

    def spares(self, case: Case, seekers: Force, target: Force) -> Reason | None:
        wearers = bearers(case.world, ARMOR)
        if not any(one.id in wearers for one in members(case.world, target)):
            return None
        if not self._is_blind(case, seekers):
            return None
        return Reason("orc armor disguises them", enforced("ITM-ORCARMOUR-02"))

    def slips(self, case: Case, one: Figure) -> Reason | None:
        if one.id not in bearers(case.world, ARMOR) or not self._lasts(case):
            return None
        return Reason("walks through the enemy in orc armor", enforced("ITM-ORCARMOUR-03"))

    def _is_blind(self, case: Case, force: Force) -> bool:
        if side_of(case.kit, case.world, force) != "evil" or not self._lasts(case):
            return False
        return is_in(case.kit, force, PlaceId(case.word("region")))

    def _lasts(self, case: Case) -> bool:
        return lasts(case.kit, case.world, case.thing, case.given)


@upkeep("misled", "Enemies are led astray", phase="movement", thing=DISGUISE)
class Misled(Upkeep):
    """ITM-ORCARMOUR-04: on each of those turns their owner moves some evil figures of the region."""

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        if not isinstance(thing, Power) or not lasts(kit, world, thing, given):
            return
        astray, region = self._numbers(thing), str(given["region"])
        if not astray or not self._steering(kit, world, region, int(astray["figures"])).forces:
            return
        where = place_name(kit, PlaceId(region))
        yield self.each_turn(
            world,
            thing.id,
            title=f"Up to {astray['figures']} {astray['side']} figures in {where} are led astray",
            commander=thing.commander,
            rules=rules("ITM-ORCARMOUR-04"),
            given={"power": thing.id},
            note=f"A full move and {astray['inches']} inch each, in any direction.",
        )

    def _numbers(self, thing: Thing) -> Numbers:
        return next((dict(one.params) for one in thing.traits if one.name == LEADS_ASTRAY), {})

    def _steering(self, kit: Kit, world: World, region: str, most: int) -> Steering:
        def fits(force: Force) -> bool:
            return side_of(kit, world, force) == "evil" and is_in(kit, force, PlaceId(region))

        return Steering.among(kit, world, fits, most)

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        thing = next(one for one in kit.scenario.powers if one.id == reminder.word("power"))
        given = next(dict(one.params) for one in thing.traits if one.name == DISGUISE)
        most = int(self._numbers(thing)["figures"])
        steering = self._steering(kit, desk.world, str(given["region"]), most)
        yield from steering.steer(desk, seat_for(reminder.commander), reminder.title, reminder.rules[0])
