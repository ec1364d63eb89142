"""Those who go together: who walks, who is carried, who rides on another's mount."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, Profile, Trait
from assistant.rules.captives import captives_in
from assistant.rules.carrying import Speed, carrying_speed
from assistant.rules.companies import as_it_marches
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.registry import carried
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.kit import Kit
from assistant.rules.moving.rates import Walker
from assistant.rules.moving.travel import Traveller
from assistant.rules.standing import is_on_table, members
from assistant.rules.world import Figure, World

LOST = "lost"


def travellers(kit: Kit, world: World, figures: Sequence[Figure]) -> tuple[Traveller, ...]:
    """Each of those who go together, as abilities and places see it."""
    house = kit.house(world)
    company = _alike(profile_under(house, as_it_marches(kit, world, one)) for one in figures)
    roll = _roll_call(kit.book, world)
    events = frozenset(str(one) for one in world.war.events)
    borne = [_borne(world, one) for one in figures]
    gear = frozenset(
        (str(one.profile), thing) for one, its in zip(figures, borne, strict=True) for thing in its
    )
    return tuple(
        Traveller(
            profile,
            one.mounted,
            house,
            company,
            its,
            roll.abroad,
            roll.fallen,
            events,
            world.war.turn,
            gear,
        )
        for one, profile, its in zip(figures, company, borne, strict=True)
    )


def _alike(company: Iterable[Profile]) -> tuple[Profile, ...]:
    """Those who go as others do share one profile, so that each sort is asked once (see `unlike`)."""
    sorts: dict[tuple[str, str, tuple[Trait, ...]], Profile] = {}
    return tuple(sorts.setdefault((one.id, one.people, one.traits), one) for one in company)


@dataclass(frozen=True, slots=True)
class _RollCall:
    """The races on the table and the profiles of the fallen: the same for everyone who goes anywhere."""

    book: Book
    figures: Mapping[FigureId, Figure]
    abroad: frozenset[str]
    fallen: frozenset[str]


# Each figure of a force is asked how far it goes, and figures never change under a world.
_last_call: _RollCall | None = None


def _roll_call(book: Book, world: World) -> _RollCall:
    global _last_call
    held = _last_call
    if held is None or held.figures is not world.figures or held.book is not book:
        everyone = world.figures.values()
        abroad = {one.profile for one in everyone if is_on_table(one)}
        fallen = {str(one.profile) for one in everyone if one.condition == "eliminated"}
        races = frozenset(book.profiles[one].race for one in abroad)
        held = _last_call = _RollCall(book, world.figures, races, frozenset(fallen))
    return held


def _borne(world: World, one: Figure) -> frozenset[str]:
    return frozenset(key.partition("@")[0] for key, bearer in world.war.things.items() if bearer == one.id)


def walkers(kit: Kit, world: World, figures: Sequence[Figure]) -> tuple[Walker, ...]:
    """FRC-02: those who go by themselves; who is carried or rides along holds nobody up."""
    house = kit.house(world)
    borne = [one for one in figures if is_borne(kit, world, one)]
    led = led_by(kit, world, figures)
    halved = (bool(borne) and carrying(kit, world, borne, figures) == "half") or (
        bool(led) and leading(kit, world, led, figures) != "full"
    )
    lost = has_lost_the_way(world, figures)
    return tuple(
        Walker(one.id, me, crew_of(kit, house, one), halved, lost)
        for one, me in zip(figures, travellers(kit, world, figures), strict=True)
        if one not in borne and riding_with(kit, world, one, figures) is None
    )


def key_of_way(force: str) -> str:
    """Under which name it is recorded that a force lost its way."""
    return f"{force} way"


def has_lost_the_way(world: World, figures: Sequence[Figure]) -> bool:
    """PLC-EMYNMUIL-02: whether anyone of those who go together lost the way this turn."""
    forces = {force.id for one in figures if (force := world.war.force_of(one.id)) is not None}
    said = (world.war.choices.get(key_of_way(one)) for one in sorted(forces))
    return any(one is not None and one.value == LOST and one.turn == world.war.turn for one in said)


def crew_of(kit: Kit, house: HouseRules, one: Figure) -> int | None:
    """ART-03: who is left to move a weapon."""
    crew = profile_under(house, kit.book.profiles[one.profile]).crew
    return None if crew is None else crew.size - one.lives_lost + len(one.recruits)


def bearers_of(world: World, one: FigureId) -> tuple[FigureId, ...]:
    """Who of those who were told to carry somebody still can: on their feet, and in the same force."""
    force = world.war.force_of(one)
    there = force.figures if force is not None else ()
    told = world.war.carried.get(one, ())
    return tuple(by for by in told if by in there and world.figures[by].condition == "fit")


def burdens_of(world: World, bearers: Collection[FigureId]) -> list[FigureId]:
    """Whom any of these still carry: who has parted from a burden, or fallen, has his hands free of it."""
    return [one for one in world.war.carried if not set(bearers_of(world, one)).isdisjoint(bearers)]


def borne_at(kit: Kit, world: World, one: Figure) -> Speed | None:
    """ABL-HERO-3: how fast those go who carry a wounded figure, with all else they carry; none if too few."""
    able = bearers_of(world, one.id)
    if not able:
        return None
    burdens = burdens_of(world, able)
    hands = dict.fromkeys(by for each in burdens for by in bearers_of(world, each))
    figures = world.figures
    return carrying_speed(
        _profiles(kit, (figures[by] for by in hands)), _profiles(kit, (figures[each] for each in burdens))
    )


def is_borne(kit: Kit, world: World, one: Figure) -> bool:
    """Whether others carry a figure along; captives go with their captors, however many these are."""
    if one.id not in world.war.carried:
        return False
    return one.condition == "captured" or borne_at(kit, world, one) is not None


def carrying(kit: Kit, world: World, borne: Sequence[Figure], figures: Sequence[Figure]) -> Speed | None:
    """ABL-HERO-3: how fast those who go carry the helpless among them; not at all with too few hands."""
    there = {one.id: one for one in figures}
    names = dict.fromkeys(by for one in borne for by in world.war.carried.get(one.id, ()))
    bearers = [there[name] for name in names if name in there and there[name].condition == "fit"]
    return carrying_speed(_profiles(kit, bearers), _profiles(kit, borne))


def led_by(kit: Kit, world: World, figures: Sequence[Figure]) -> tuple[FigureId, ...]:
    """HUN-01, AMB-059: captives who go with these; with too few hands they stay while others guard them."""
    if not world.war.captives:
        return ()
    forces = {force.id: force for one in figures if (force := world.war.force_of(one.id)) is not None}
    led = tuple(captive for force in forces.values() for captive in captives_in(world, force))
    if not led or leading(kit, world, led, figures) is not None:
        return led
    going = {one.id for one in figures}
    staying = (one for force in forces.values() for one in members(world, force) if one.id not in going)
    return () if any(one.condition == "fit" for one in staying) else led


def leading(kit: Kit, world: World, led: Sequence[FigureId], figures: Sequence[Figure]) -> Speed | None:
    """AMB-059: how fast those whose hands are free lead captives away; not at all with too few of them."""
    if kit.house(world)["AMB-059"] == "no-slowing":
        return "full"
    busy = {by for one in figures if is_borne(kit, world, one) for by in world.war.carried[one.id]}
    free = (one for one in figures if one.condition == "fit" and one.id not in busy)
    return carrying_speed(_profiles(kit, free), _profiles(kit, (world.figures[one] for one in led)))


def _profiles(kit: Kit, figures: Iterable[Figure]) -> list[Profile]:
    return [kit.book.profiles[one.profile] for one in figures]


def riding_with(kit: Kit, world: World, one: Figure, figures: Sequence[Figure]) -> Reason | None:
    """MNT-06, MNT-08: whether it is carried on the mount of someone who goes too."""
    rider = next((other for other in figures if other.id == world.war.riding.get(one.id)), None)
    return may_ride_with(kit, one, rider) if rider is not None else None


def may_ride_with(kit: Kit, one: Figure, rider: Figure) -> Reason | None:
    """Whether a figure can be carried on another's mount as both are now."""
    profile, bearer = (kit.book.profiles[figure.profile] for figure in (one, rider))
    if one.mounted or not rider.mounted or rider.condition != "fit" or not bearer.is_character:
        return None
    # Who needs a lift himself gives none: a pony bears one.
    if any(effect.rides_along(bearer, bearer) for effect in carried(bearer, rider.mounted)):
        return None
    found = (effect.rides_along(profile, bearer) for effect in carried(profile, one.mounted))
    return next(filter(None, found), None)
