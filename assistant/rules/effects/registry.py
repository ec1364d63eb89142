"""Effects by name, and which of them speak for a figure, in a fixed order."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from assistant.rules.book import Profile, Trait
from assistant.rules.effects.hooks import Effect, Scope

if TYPE_CHECKING:
    from assistant.rules.combat.scene import Combatant, Scene

EFFECTS: dict[str, type[Effect]] = {}
STANDING: list[str] = []
ONES_OWN = frozenset({
    "refuses_to_attack", "is_unseen", "summons", "falls_alone", "scatters", "lives", "runs_amok", "rams",
    "blows_up", "storms", "spawns", "is_spent", "lends_rerolls", "turns_defeat", "takes_revenge",
})  # fmt: skip
"""What a figure does or is by itself: an effect that reaches its friends must not say this of them too."""

E = TypeVar("E", bound=type[Effect])


def effect(name: str, *, standing: bool = False) -> Callable[[E], E]:
    """Register an effect; a standing one is asked about every figure in every fight."""

    def register(cls: E) -> E:
        _refuse_leaks(name, cls)
        cls.name = name
        EFFECTS[name] = cls
        if standing:
            STANDING.append(name)
        forget_built()
        return cls

    return register


def _refuse_leaks(name: str, cls: type[Effect]) -> None:
    """Whoever is helped by a friend does not become what the friend is."""
    if cls.reaches is Effect.reaches:
        return
    leaks = sorted(hook for hook in ONES_OWN if getattr(cls, hook) is not getattr(Effect, hook))
    if leaks:
        raise TypeError(f"{name} reaches friends, and would make them speak to {', '.join(leaks)} as well")


def parameters() -> Mapping[str, Mapping[str, type]]:
    """What data may name, and the parameters each takes: whole numbers or words."""
    return {
        name: {
            field.name: int if isinstance(field.default, int) else str for field in dataclasses.fields(cls)
        }
        if dataclasses.is_dataclass(cls)
        else {}
        for name, cls in EFFECTS.items()
    }


@cache
def _build(name: str, params: tuple[tuple[str, int | str], ...] = ()) -> Effect:
    """Data may say more than an effect uses: what is for spotting or for the charts is no part of a fight."""
    cls = EFFECTS[name]
    known: list[str] = (
        [field.name for field in dataclasses.fields(cls)] if dataclasses.is_dataclass(cls) else []
    )
    return cls(**{key: value for key, value in params if key in known})


def resolve(trait: Trait) -> Effect | None:
    """The effect a trait names; none where the assistant leaves the rule to the table."""
    return _build(trait.name, trait.params) if trait.name in EFFECTS else None


def holds(trait: Trait, mounted: bool) -> bool:
    """Whether a trait bound to being mounted or on foot is in force."""
    return trait.when == "always" or (trait.when == "mounted") == mounted


def carried(profile: Profile, mounted: bool, *hooks: str) -> tuple[Effect, ...]:
    """A profile's own effects, as listed: all, or those with anything to say to one of these hooks."""
    return _carried(profile.traits, mounted, hooks)


@cache
def _carried(traits: tuple[Trait, ...], mounted: bool, hooks: tuple[str, ...]) -> tuple[Effect, ...]:
    return named(tuple(one for one in traits if holds(one, mounted)), *hooks)


@cache
def named(traits: tuple[Trait, ...], *hooks: str) -> tuple[Effect, ...]:
    """The effects that traits name, in their order: all, or those with anything to say to one of these hooks.

    Whoever asks one question of a thousand stretches of ground asks only those who answer it.
    """
    found = (resolve(one) for one in traits)
    return tuple(one for one in found if one is not None and (not hooks or overrides(one, *hooks)))


def in_play(me: Combatant, scene: Scene) -> tuple[Effect, ...]:
    """A figure's own effects as listed, its friends', the place's, then those that stand in every fight.

    However many bring the same effect, it speaks once.
    """
    of_place = (resolve(trait) for trait in scene.place.traits) if scene.place else ()
    spoken = (
        *carried(me.profile, me.mounted),
        *(found for holder, found in scene.auras if is_reached(holder, found, me, scene)),
        *(found for found in of_place if found is not None),
        *(_build(name) for name in STANDING),
    )
    return tuple(dict.fromkeys(spoken))


def is_reached(holder: Combatant, found: Effect, me: Combatant, scene: Scene) -> bool:
    """Whether a friend's effect speaks for this figure."""
    if holder.side != me.side or holder.id == me.id or not _is_in_scope(found.scope, holder, me):
        return False
    return found.reaches(holder, me, scene)


def _is_in_scope(scope: Scope, holder: Combatant, me: Combatant) -> bool:
    match scope:
        case "force":
            return holder.force == me.force
        case "near":
            return holder.id in me.near
        case "fight":
            return True


def auras(combatants: Iterable[Combatant]) -> Iterator[tuple[Combatant, Effect]]:
    """The effects that may speak for others than their holder."""
    for holder in combatants:
        for found in carried(holder.profile, holder.mounted):
            if overrides(found, "reaches"):
                yield holder, found


def overrides(found: Effect, *hooks: str) -> bool:
    """Whether an effect has anything to say to one of these."""
    return any(getattr(type(found), hook) is not getattr(Effect, hook) for hook in hooks)


def things() -> frozenset[str]:
    """All that a figure may bear because some effect asks about it."""
    return frozenset(thing for cls in EFFECTS.values() for thing in cls.things)


def users_of(thing: str) -> Iterator[frozenset[str]]:
    """Of each effect that asks about a thing, the peoples and races who can use it; nobody named: all."""
    for cls in EFFECTS.values():
        if thing in cls.things:
            yield frozenset(cls.used_by)


def wanted_with(thing: str) -> tuple[str, ...]:
    """What one must bear as well for a thing to be of use: nothing, if some effect asks for it by itself."""
    needs = [cls.used_with for cls in EFFECTS.values() if thing in cls.things]
    return min(needs, key=len, default=())


def brought_by(bears: Iterable[str]) -> tuple[Trait, ...]:
    """The effects that what a figure bears brings with it."""
    return tuple(Trait(thing) for thing in bears if thing in EFFECTS and thing in EFFECTS[thing].things)


_edition = 0


def edition() -> int:
    """Another number whenever the registry has changed: what rests on effects is remembered under it."""
    return _edition


def forget_built() -> None:
    """Effects are built once; forget them after the registry has changed."""
    global _edition
    _edition += 1
    for kept in (_build, _carried, named):
        kept.cache_clear()
