"""When powers may be used: on which turns, where their people stand, and what a fight asks by itself."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.core.fact import Fact
from assistant.rules.effects.campaign_powers import CampaignPower, Numbers, campaign_power
from assistant.rules.effects.regions import is_in
from assistant.rules.fight.facts import Called
from assistant.rules.kit import Kit
from assistant.rules.scenario import Power
from assistant.rules.schedule import as_read
from assistant.rules.standing import figures_of, forces_of, is_on_table, place_name
from assistant.rules.wording import join
from assistant.rules.world import Figure, World


def _given(numbers: Numbers, name: str) -> tuple[str, ...]:
    """What the data names, one or several."""
    return tuple(str(numbers.get(name, "")).split())


def _on_table(world: World, profiles: tuple[str, ...]) -> Iterator[Figure]:
    return (one for one in world.figures.values() if one.profile in profiles and is_on_table(one))


def _named(kit: Kit, profile: str) -> str:
    return kit.book.profiles[ProfileId(profile)].name


def _is_in(kit: Kit, world: World, figure: Figure, places: tuple[str, ...]) -> bool:
    force = world.war.force_of(figure.id)
    return force is not None and any(is_in(kit, force, PlaceId(one)) for one in places)


@campaign_power("called-to-combat")
class CalledToCombat(CampaignPower):
    """PPL-EAGLES-01, REI-E19: a fight asks whether they are called; by hand after one fought at the table."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        profile, caller = ProfileId(str(numbers["profile"])), str(numbers["by"])
        if profile in world.called:
            return f"{power.name}: they have come, and come once in a game ({enforced(power.rules[0])})."
        if why := self._awaits(kit, world, profile):
            return why
        there = [world.war.force_of(one.id) for one in _on_table(world, (caller,))]
        if any(force is not None and force.fought == world.war.turn for force in there):
            return ""
        name, cited = _named(kit, caller), enforced(power.rules[0])
        return f"A fight of {name}'s force asks whether they are called ({cited})."

    @staticmethod
    def _awaits(kit: Kit, world: World, profile: ProfileId) -> str:
        """What must have been reached before they may be called at all."""
        for row in as_read(kit.scenario, kit.house(world)):
            event = kit.scenario.events[row.event] if row.event else None
            if event is None or not event.reached or event.id in world.war.events:
                continue
            if any(profile in each.profiles for each in row.figures):
                return f"Not before this: {event.name} ({enforced(row.rules[0])})."
        return ""

    def records(self, kit: Kit, world: World, numbers: Numbers) -> Iterator[Fact]:
        caller = next(_on_table(world, (str(numbers["by"]),)), None)
        if caller is not None:
            yield Called(caller.id, ProfileId(str(numbers["profile"])), ())


@campaign_power("asked-in-combat")
class AskedInCombat(CampaignPower):
    """PPL-SHAMAN-02: whoever has this power uses it at the end of a fight, and the fight asks."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        profiles, cited = _given(numbers, "profiles"), enforced("PPL-SHAMAN-02")
        mine = figures_of(world, forces_of(world, power.commander))
        if not any(one.profile in profiles for one in mine):
            who = kit.scenario.commanders[power.commander].name
            return (
                f"{who} has no {join((_named(kit, one) for one in profiles), 'or')} on the table ({cited})."
            )
        return f"A fight that his force loses by one point asks for it ({cited})."


@campaign_power("rides-by-arrival")
class RidesByArrival(CampaignPower):
    """REI-S07, PPL-FELLBEAST-01: a beast on the schedule; whoever mounts it there has ticked the box."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        for row in as_read(kit.scenario, kit.house(world)):
            if row.commander != power.commander or row.mount != numbers["mount"] or row.turn is None:
                continue
            cited, *_ = map(enforced, row.rules)
            handled = world.war.arrivals.get(f"{row.id}@{row.turn}")
            if world.war.turn < row.turn:
                return f"{power.name}: not before turn {row.turn} ({cited})."
            if handled == "placed":
                return f"{power.name}: it has its rider already ({cited})."
            if not any(_on_table(world, row.may_mount)):
                return f"{power.name}: nobody is on the table who may ride it ({cited})."
            return f"{power.name}: it is mounted where it stands among the arrivals ({cited})."
        return ""


@campaign_power("claims-a-stone")
class ClaimsAStone(CampaignPower):
    """ITM-PALANTIR-04: only from a place where such a stone is."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        who, places = str(numbers["who"]), _given(numbers, "places")
        if any(_is_in(kit, world, one, places) for one in _on_table(world, (who,))):
            return ""
        where = join((place_name(kit, PlaceId(one)) for one in places), "or")
        return f"{_named(kit, who)} must be in {where} ({enforced('ITM-PALANTIR-04')})."

    def says(self, kit: Kit, world: World, numbers: Numbers) -> Iterator[str]:
        of = join(kit.scenario.commanders[CommanderId(one)].name for one in _given(numbers, "of"))
        turn, most = world.war.turn + int(numbers["after_turns"]), numbers["figures"]
        cited = enforced("ITM-PALANTIR-04")
        yield f"On turn {turn} he moves up to {most} figures each of {of}; nobody ensnares him ({cited})."


@campaign_power("takes-the-place-of")
class TakesThePlaceOf(CampaignPower):
    """PPL-GLORFINDEL-02: once one of those named is slain, while the company has not reached a place."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        others, cited = _given(numbers, "of"), enforced("PPL-GLORFINDEL-02")
        if not any(_on_table(world, (str(numbers["profile"]),))):
            return f"{_named(kit, str(numbers['profile']))} is not on the table ({cited})."
        fallen = (one for one in world.figures.values() if one.profile in others)
        if not any(one.condition == "eliminated" for one in fallen):
            return f"{join((_named(kit, one) for one in others), 'or')} must have been slain ({cited})."
        goal, mine = str(numbers["before_place"]), figures_of(world, forces_of(world, power.commander))
        if any(_is_in(kit, world, one, (goal,)) for one in mine):
            return f"The company has reached {place_name(kit, PlaceId(goal))} ({cited})."
        return ""


@campaign_power("blown-at")
class BlownAt(CampaignPower):
    """PLC-HELMSDEEP-05, PLC-HELMSDEEP-06: as some sally, one who stays behind at the place blows it."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        place, mine = str(numbers["place"]), forces_of(world, power.commander)
        who, where = kit.scenario.commanders[power.commander].name, place_name(kit, PlaceId(place))
        if not any(_is_in(kit, world, one, (place,)) for one in figures_of(world, mine)):
            return f"Nobody of {who} is in {where} to blow it ({enforced('PLC-HELMSDEEP-06')})."
        if any(world.war.contact_of(one.id) or one.fought == world.war.turn for one in mine):
            return ""
        return f"{power.name}: when {who} sallies from {where} to fight ({enforced('PLC-HELMSDEEP-05')})."
