"""Effects by name, and which of them speak for a figure, in a fixed order."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from assistant.rules.book import Profile, Trait
from assistant.rules.effects.hooks import Effect

if TYPE_CHECKING:
    from assistant.rules.book import Place
    from assistant.rules.combat.scene import Combatant

EFFECTS: dict[str, type[Effect]] = {}
STANDING: list[str] = []

E = TypeVar("E", bound=type[Effect])


def effect(name: str, *, standing: bool = False) -> Callable[[E], E]:
    """Register an effect; a standing one is asked about every figure in every fight."""

    def register(cls: E) -> E:
        cls.name = name
        EFFECTS[name] = cls
        if standing:
            STANDING.append(name)
        return cls

    return register


def parameters() -> Mapping[str, tuple[str, ...]]:
    """What data may name, and the parameters each takes."""
    return {
        name: tuple(field.name for field in dataclasses.fields(cls)) if dataclasses.is_dataclass(cls) else ()
        for name, cls in EFFECTS.items()
    }


@cache
def _build(name: str, params: tuple[tuple[str, int | str], ...] = ()) -> Effect:
    return EFFECTS[name](**dict(params))


def resolve(trait: Trait) -> Effect | None:
    """The effect a trait names; none where the assistant leaves the rule to the table."""
    return _build(trait.name, trait.params) if trait.name in EFFECTS else None


def holds(trait: Trait, mounted: bool) -> bool:
    """Whether a trait bound to being mounted or on foot is in force."""
    return trait.when == "always" or (trait.when == "mounted") == mounted


def carried(profile: Profile, mounted: bool) -> Iterator[Effect]:
    """A profile's own effects, as listed."""
    for trait in profile.traits:
        if holds(trait, mounted) and (found := resolve(trait)) is not None:
            yield found


def in_play(me: Combatant, place: Place | None) -> tuple[Effect, ...]:
    """A figure's own effects as listed, then the place's, then those that stand in every fight."""
    of_place = (resolve(trait) for trait in place.traits) if place else ()
    return (
        *carried(me.profile, me.mounted),
        *(found for found in of_place if found is not None),
        *(_build(name) for name in STANDING),
    )


def left_to_the_table(profile: Profile) -> tuple[str, ...]:
    """Abilities of a profile that the assistant does not resolve; the table applies them by hand."""
    return tuple(trait.name for trait in profile.traits if trait.name not in EFFECTS)


def forget_built() -> None:
    """Effects are built once; forget them after the registry has changed."""
    _build.cache_clear()
