"""What the figures of a force can do and what they bear, by the names of the terms."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.campaign.playing import Table
from assistant.campaign.roll_call import called
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, Profile, ProfileId, Trait
from assistant.rules.companies import as_it_marches
from assistant.rules.equipped import equipped
from assistant.rules.house import profile_under
from assistant.rules.standing import members
from assistant.rules.war import Force
from assistant.rules.wording import many
from assistant.rules.world import Figure

MAGIC = "Magic weapon"
A_PLACE = "a place"
WHEN = {"always": "", "mounted": " when mounted", "on-foot": " on foot"}


@dataclass(frozen=True, slots=True)
class Gift:
    """An ability, a number of note or a thing: its term, and how it is said of these figures."""

    term: str
    says: str


@dataclass(frozen=True, slots=True)
class Gifted:
    """Figures of one sort, and what they have."""

    who: str
    gifts: tuple[Gift, ...]


def gifts_of(here: Table, force: Force) -> tuple[Gifted, ...]:
    """The figures of a force, sort by sort; those who have nothing of note are left out."""
    sorts: dict[ProfileId, list[Figure]] = {}
    for one in members(here.world, force):
        sorts.setdefault(one.profile, []).append(one)
    found = (_gifted(here, figures) for figures in sorts.values())
    return tuple(one for one in found if one.gifts)


def _gifted(here: Table, figures: Sequence[Figure]) -> Gifted:
    """What those of one sort can do as they are now: in their company or out of it, with what they bear."""
    names = [one.id for one in figures]
    marching = profile_under(here.kit.house(here.world), as_it_marches(here.kit, here.world, figures[0]))
    profile = replace(equipped(here.kit, here.world, figures[0]), traits=marching.traits)
    return Gifted(_who(here, names), _once(*_of_profile(here, profile), *_borne(here, names)))


def _who(here: Table, figures: Sequence[FigureId]) -> str:
    profile = here.kit.book.profiles[here.world.figures[figures[0]].profile]
    return many(profile) if len(figures) > 1 else called(here.kit, here.world, figures[0])


def _of_profile(here: Table, profile: Profile) -> Iterator[Gift]:
    yield from (_ability(here, trait) for trait in profile.traits)
    if profile.leadership:
        yield Gift("leadership", f"leadership {profile.leadership}")
    if profile.wizardry:
        yield Gift("wizardry", f"wizardry {profile.wizardry}")
    if profile.magic_weapon:
        yield Gift(MAGIC, MAGIC)


def _once(*gifts: Gift) -> tuple[Gift, ...]:
    """The chart marks some with a sign for what others have as an ability."""
    return tuple(dict.fromkeys(gifts))


def _ability(here: Table, trait: Trait) -> Gift:
    known = here.kit.book.abilities.get(trait.name)
    title = known.title if known else trait.name.replace("-", " ").capitalize()
    place = here.kit.scenario.place_names.get(PlaceId(str(dict(trait.params).get("place", ""))))
    said = title.replace(A_PLACE, place) if place else title
    return Gift(title, f"{said}{WHEN[trait.when]}")


def _borne(here: Table, figures: Collection[FigureId]) -> Iterator[Gift]:
    """What they bear; of the Ring only its own page tells."""
    scenario, gear = here.kit.scenario, here.kit.book.gear
    artifacts = {one.id: one.name for one in scenario.artifacts}
    secret = {one.thing for one in scenario.ring_victories}
    held = (
        key.partition("@")[0] for key, bearer in here.world.war.things.items() if FigureId(bearer) in figures
    )
    for thing in dict.fromkeys(one for one in held if one not in secret):
        name = artifacts.get(thing) or gear.get(thing, thing)
        yield Gift(name, name)
