"""Whom and what the special rules of a scenario are about: bots seek it, so that the rarest come up too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId, Trait
from assistant.rules.kit import Kit
from assistant.rules.scenario import Artifact, People, Power, Thing

NAMED = 2
"""How much more often bots go where a rule names one of them than where it names his race."""
LOSS = "loss"
"""The parameter by which the data tells whose death a rule turns on."""


def places_of_note(kit: Kit, commander: CommanderId | None) -> tuple[PlaceId, ...]:
    """Where a commander, or whoever comes, has something to do, as often as rules speak of it."""
    if commander is None:
        return ()
    things = (one for one in kit.scenario.things if commander in _owners(one) or _is_anyones(one))
    named = (PlaceId(word) for one in things for word in _words(one))
    return tuple(place for place in named if place in kit.scenario.place_names)


def persons_of_note(kit: Kit) -> tuple[ProfileId, ...]:
    """Whose fate some rule of the scenario turns on."""
    named = dict.fromkeys(ProfileId(word) for one in kit.scenario.things for word in _words(one))
    profiles = kit.book.profiles
    return tuple(one for one in named if one in profiles and profiles[one].is_character)


def places_that_call(kit: Kit, there: Iterable[ProfileId]) -> tuple[PlaceId, ...]:
    """Places whose rules name someone of a force, or his race, and those where a power needs him."""
    profiles = [kit.book.profiles[one] for one in there]
    names = {one.id for one in profiles}
    places = [one for one in kit.book.places.values() if one.id in kit.scenario.place_names]
    by_name, by_race = (
        tuple(one.id for one in places if not known.isdisjoint(_named(one.traits)))
        for known in (names, {one.race for one in profiles})
    )
    powers = [{*_words(one)} for one in kit.scenario.powers]
    needed = tuple(one.id for one in places for words in powers if one.id in words and words & names)
    return (by_name + needed) * NAMED + by_race


def mourned(kit: Kit) -> tuple[ProfileId, ...]:
    """Whose death changes something for others."""
    found = (dict(trait.params).get(LOSS) for one in kit.scenario.things for trait in one.traits)
    return tuple(dict.fromkeys(ProfileId(str(one)) for one in found if one is not None))


def _owners(thing: Thing) -> tuple[CommanderId, ...]:
    match thing:
        case Power():
            return (thing.commander,)
        case Artifact():
            return ()
        case _:
            return thing.commanders


def _is_anyones(thing: Thing) -> bool:
    """Whether it stands on no chart, because whoever comes may meet it."""
    return isinstance(thing, People) and not thing.commanders


def _words(thing: Thing) -> Iterator[str]:
    """Everything that the data tells the rules of a thing by name."""
    return _named(thing.traits)


def _named(traits: Iterable[Trait]) -> Iterator[str]:
    for trait in traits:
        for _, value in trait.params:
            if isinstance(value, str):
                yield from value.split()
