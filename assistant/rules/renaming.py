"""Newcomers of two deeds that were under way side by side: nobody takes a name that is given already."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import cast

from assistant.kernel.codec import Json, decode, encode
from assistant.rules.facts import Enlisted, Fact
from assistant.rules.war_facts import ForceFormed
from assistant.rules.world import World


def unlike_others(world: World, facts: Sequence[Fact]) -> Sequence[Fact]:
    """The facts of a deed as they can be added to a world that has gone on since it began."""
    figures = (one.id for fact in facts if isinstance(fact, Enlisted) for one in fact.figures)
    forces = (fact.force.id for fact in facts if isinstance(fact, ForceFormed))
    names = {**_new_names(figures, world.figures), **_new_names(forces, world.war.forces)}
    if not names:
        return facts
    return tuple(cast(Fact, decode(type(fact), _renamed(encode(fact), names))) for fact in facts)


def _new_names(given: Iterable[str], taken: Collection[str]) -> dict[str, str]:
    """Another name for whoever bears one that is taken: the next number of its kind that nobody has."""
    wanted = [*given]
    used, found = {*taken, *wanted}, dict[str, str]()
    for name in wanted:
        if name not in taken or name in found:
            continue
        kind, _, last = name.rpartition("-")
        stem = kind if last.isdecimal() else name
        number = int(last) if last.isdecimal() else 1
        while (other := f"{stem}-{number}") in used:
            number += 1
        used.add(other)
        found[name] = other
    return found


def _renamed(value: Json, names: Mapping[str, str]) -> Json:
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [_renamed(one, names) for one in value]
        case dict():
            return {names.get(key, key): _renamed(one, names) for key, one in value.items()}
        case _:
            return value
