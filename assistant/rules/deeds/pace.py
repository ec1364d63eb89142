"""How far a force goes: as its slowest, with whom it carries, and who rides along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.carrying import Speed, carrying_speed
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.registry import carried
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.kit import Kit
from assistant.rules.movement import at_most
from assistant.rules.world import Figure, World


@dataclass(frozen=True, slots=True)
class Pace:
    """Inches in clear and in difficult ground, none where it may not go at all, and how they came about."""

    clear: float | None
    difficult: float | None
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        clear, difficult = (
            "not at all" if one is None else f'{one:g}"' for one in (self.clear, self.difficult)
        )
        return f"at most {clear} in clear and {difficult} in difficult ground"


def pace_of(kit: Kit, world: World, figures: Sequence[Figure]) -> Pace:
    """FRC-02: figures who go together go as fast as the slowest of those who walk or ride themselves."""
    house = kit.house(world)
    borne = [one for one in figures if one.id in world.war.carried]
    walkers = [
        one
        for one in figures
        if one.id not in world.war.carried and riding_with(kit, world, one, figures) is None
    ]
    paces = [
        at_most(kit.book.profiles[one.profile], one.mounted, house, crew=_crew(kit, house, one))
        for one in walkers
    ]
    if not paces:
        return Pace(None, None, ())
    slowest = min(paces, key=lambda one: (one.clear or 0, one.difficult or 0))
    reasons = [f"as the slowest ({enforced('FRC-02')})", *slowest.reasons]
    half = 1
    if borne and carrying(kit, world, borne, figures) == "half":
        half = 2
        reasons.append(f"half speed, carrying ({enforced('ABL-HERO-3')})")
    clear, difficult = (_least(one.clear for one in paces), _least(one.difficult for one in paces))
    return Pace(
        None if clear is None else clear / half,
        None if difficult is None else difficult / half,
        tuple(reasons),
    )


def _crew(kit: Kit, house: HouseRules, one: Figure) -> int | None:
    """ART-03: who is left to move a weapon."""
    crew = profile_under(house, kit.book.profiles[one.profile]).crew
    return None if crew is None else crew.size - one.lives_lost + len(one.recruits)


def _least(inches: Iterable[int | None]) -> int | None:
    """The least of them; who may not go there at all holds everyone back."""
    return min(inches, key=lambda one: -1 if one is None else one, default=None)


def carrying(kit: Kit, world: World, borne: Sequence[Figure], figures: Sequence[Figure]) -> Speed | None:
    """ABL-HERO-3: how fast those who go carry the helpless among them; not at all with too few hands."""
    there = {one.id: one for one in figures}
    names = dict.fromkeys(by for one in borne for by in world.war.carried.get(one.id, ()))
    bearers = [there[name] for name in names if name in there and there[name].condition == "fit"]
    return carrying_speed(_profiles(kit, bearers), _profiles(kit, borne))


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
