"""How a game stands, as sheets show it: who is where, who came, what is used up, and the points so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from assistant.campaign.prisoners import prisoners
from assistant.campaign.roll_call import who_line
from assistant.campaign.wording import thing_name
from assistant.kernel.ids import FigureId
from assistant.printing.blocks import Mark
from assistant.rules.almanac import due_until
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import Profile, ProfileId
from assistant.rules.captives import owner_of
from assistant.rules.circumstances import BORNE
from assistant.rules.companies import as_it_marches
from assistant.rules.deeds.things import borne
from assistant.rules.effects.campaign_powers import declaring, parts_of
from assistant.rules.kit import Kit
from assistant.rules.names import name_of, names_of
from assistant.rules.scenario import Award, Power, Scenario
from assistant.rules.standing import members, place_name
from assistant.rules.war import Points
from assistant.rules.wording import join
from assistant.rules.world import OFF_TABLE, Figure, World

CAPTIVES, LOST = "Your captives", "Lost"


@dataclass(frozen=True, slots=True)
class Standing:
    """Some figures of a commander, and where they are."""

    commander: CommanderId
    where: str
    who: str


@dataclass(frozen=True, slots=True)
class Bearing:
    """What a character has with it, or all of a kind that a commander has on the table."""

    profile: ProfileId
    commander: CommanderId | None
    things: frozenset[str]


@dataclass(frozen=True, slots=True)
class Now:
    """A game after so many turns; equal games make equal sheets."""

    turn: int
    over: bool
    standings: tuple[Standing, ...]
    came: frozenset[str]
    lost: frozenset[str]
    used: tuple[tuple[str, int], ...]
    points: tuple[Points, ...]
    events: frozenset[EventId] = frozenset()
    choices: tuple[tuple[str, str], ...] = ()
    """What commanders decided for good, by the keys of the choices."""
    spent: frozenset[str] = frozenset()
    """The powers that cannot be used any more, however often they were."""
    bearings: tuple[Bearing, ...] = ()
    """Those who have, or could have, things with them by which other numbers hold."""
    slowed: frozenset[tuple[ProfileId, str]] = frozenset()
    """FEL-10: the characters that have no longer the ability of the company they left."""
    quickened: frozenset[tuple[ProfileId, str]] = frozenset()
    """FEL-09: those that have the ability of a company they joined."""

    @property
    def done(self) -> int:
        """How many turns are crossed out."""
        return self.turn if self.over else self.turn - 1

    def bearing(self, profile: ProfileId) -> frozenset[str]:
        """What a character, or each of some army figures, has with it that changes its numbers."""
        found = [one.things for one in self.bearings if one.profile == profile]
        return frozenset.intersection(*found) if found else frozenset()

    def on_chart_of(self, commanders: Collection[CommanderId]) -> Now:
        """The same where only the army figures of these commanders count."""
        mine = (one for one in self.bearings if one.commander is None or one.commander in commanders)
        return replace(self, bearings=tuple(mine))

    @property
    def settled(self) -> Now:
        """What is decided for good and nothing else: all that arrivals depend on, and it seldom changes."""
        return Now(0, False, (), frozenset(), frozenset(), (), (), self.events, self.choices)

    def mark(self, arrival: str) -> Mark:
        """Whether an arrival has come, or is lost."""
        return "tick" if arrival in self.came else "struck" if arrival in self.lost else ""

    def uses(self, powers: Iterable[str]) -> int:
        """How often a power was used, under whichever name it has."""
        names = set(powers)
        return max((times for power, times in self.used if power in names), default=0)

    def of(self, commander: CommanderId, award: Award) -> tuple[Points, ...]:
        """What a commander has got for a kind of deed."""
        return tuple(one for one in self.points if (one.commander, one.award) == (commander, award.id))

    def total(self, commander: CommanderId) -> int:
        """STA-11: all the status points of a commander."""
        return sum(one.points for one in self.points if one.commander == commander)


def now_of(kit: Kit, world: World) -> Now | None:
    """How a game stands; nothing before its first turn, when sheets show its start."""
    war = world.war
    if war.turn < 1:
        return None
    came = {_id(key) for key, handling in war.arrivals.items() if handling == "placed"}
    lost = {_id(key) for key, handling in war.arrivals.items() if handling == "lost"}
    supplies = {supply.key for supply in kit.scenario.supplies}
    dues = [due for _, due in due_until(kit, world, war.turn)]
    awaited = {due.id for due in dues if not due.lost or due.waits}
    lost |= {due.id for due in dues} - awaited
    going = tuple(_going(kit, world))
    return Now(
        turn=war.turn,
        over=war.ending is not None,
        standings=tuple(_standings(kit, world)),
        came=frozenset(came),
        lost=frozenset(lost - came),
        used=tuple(sorted(_used(kit, world).items())),
        points=war.points,
        events=frozenset(war.events),
        choices=tuple(sorted((key, one.value) for key, one in war.choices.items() if key in supplies)),
        spent=frozenset(_spent(kit, world)),
        bearings=tuple(_bearings(kit, world)),
        slowed=frozenset(found for one, now in going for found in _without(one, now)),
        quickened=frozenset(found for one, now in going for found in _without(now, one)),
    )


def _used(kit: Kit, world: World) -> dict[str, int]:
    """How often each power was used, or for how many turns; a war begun, or a choice made, is used up."""
    used = {power: len(turns) for power, turns in world.war.powers.items()}
    for event, commander in product(world.war.events, kit.scenario.commanders):
        for power in declaring(kit, event, commander):
            used.setdefault(power.id, power.uses)
    decided = {(key, one.value) for key, one in world.war.choices.items()}
    for power in kit.scenario.powers:
        if any(part.decides(kit, power, given) in decided for part, given in parts_of(power)):
            used.setdefault(power.id, power.uses)
        turns, last = world.war.powers.get(power.id), turns_of(kit.scenario, power)
        if turns and last > power.uses:
            used[power.id] = min(world.war.turn - turns[0] + 1, last)
    return used


def turns_of(scenario: Scenario, power: Power) -> int:
    """How many boxes a power has: one for each use, or for each turn where it lasts for several."""
    return max((one.boxes for one in scenario.dues if one.id == power.id), default=power.uses)


def _spent(kit: Kit, world: World) -> Iterator[str]:
    for power in kit.scenario.powers:
        if any(part.is_over(world, given) for part, given in parts_of(power)):
            yield power.id


def _id(key: str) -> str:
    """An arrival without its turn."""
    return key.partition("@")[0]


def _standings(kit: Kit, world: World) -> Iterator[Standing]:
    """Each force by its place, then the captives and where they are kept, and characters that are lost."""
    for force in world.war.forces.values():
        there = [one for one in force.figures if world.figures[one].condition not in OFF_TABLE]
        if force.commander and there:
            who = "; ".join((who_line(kit, world, there), *_borne(kit, world, there)))
            yield Standing(force.commander, place_name(kit, force.place), who)
    for one in prisoners(kit, world):
        yield Standing(one.captor, CAPTIVES, f"{one.name}, {one.where}")
        if one.owner:
            captor = kit.scenario.commanders[one.captor].name
            yield Standing(one.owner, "Captive", f"{one.name}, taken by {captor}, {one.where}")
    for figure in world.figures.values():
        is_lost = figure.condition == "eliminated" and kit.book.profiles[figure.profile].is_character
        if is_lost and (owner := owner_of(kit, world, figure.id)):
            yield Standing(owner, LOST, name_of(kit, world, figure))


def _borne(kit: Kit, world: World, there: Sequence[FigureId]) -> Iterator[str]:
    """Who of a force has what, but for what figures of the kind are never without."""
    carried: dict[FigureId, list[str]] = {}
    for key, bearer in world.war.things.items():
        thing, one = key.partition("@")[0], FigureId(bearer)
        if one in there and thing not in kit.book.profiles[world.figures[one].profile].always_has:
            carried.setdefault(one, []).append(_called(kit, thing))
    alike: dict[str, list[Figure]] = {}
    for one in sorted(carried, key=there.index):
        alike.setdefault(join(carried[one]), []).append(world.figures[one])
    for things, figures in alike.items():
        yield f"{names_of(kit, world, figures)} with {things}"


def _called(kit: Kit, thing: str) -> str:
    """As starting lists call it: palantír, where the thing itself is one of several."""
    listed = {thing for start in kit.scenario.starts for one in start.figures for thing in one.carries}
    name = max((one for one in listed if thing == one or thing.startswith(f"{one}-")), key=len, default=thing)
    said = thing_name(name, kit.book, kit.scenario)
    return f"the {said.removeprefix('The ')}" if said.startswith("The ") else said


def _bearings(kit: Kit, world: World) -> Iterator[Bearing]:
    """What those on the table have with them now that changes their numbers."""
    found: dict[tuple[ProfileId, CommanderId | None], frozenset[str]] = {}
    for force in world.war.forces.values():
        for figure in members(world, force):
            profile = kit.book.profiles[figure.profile]
            usable = {one.what for one in profile.alternatives if one.condition in BORNE}
            if not usable:
                continue
            held = usable.intersection(borne(world, figure.id))
            # Of a character there is one, on whoever's chart it stands.
            key = profile.id, None if profile.is_character else force.commander
            found[key] = found.get(key, frozenset(held)) & held
    for profile_id, commander in sorted(found, key=str):
        yield Bearing(profile_id, commander, found[profile_id, commander])


def _going(kit: Kit, world: World) -> Iterator[tuple[Profile, Profile]]:
    """Each character on the table as it is printed, and as it goes: in a company, or out of one."""
    for force in world.war.forces.values():
        for figure in members(world, force):
            profile = kit.book.profiles[figure.profile]
            if profile.is_character:
                yield profile, as_it_marches(kit, world, figure)


def _without(profile: Profile, other: Profile) -> Iterator[tuple[ProfileId, str]]:
    """The abilities of the one that the other has not."""
    kept = {one.name for one in other.traits}
    yield from ((profile.id, one.name) for one in profile.traits if one.name not in kept)
