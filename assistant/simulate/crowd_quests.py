"""Whom and what the special rules of a scenario are about: bots seek it, so that the rarest come up too."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.kit import Kit
from assistant.rules.scenario import Artifact, Power, Thing


def places_of_note(kit: Kit, commander: CommanderId | None) -> tuple[PlaceId, ...]:
    """Where the powers and people of a commander have something to do, as often as rules speak of it."""
    things = (one for one in kit.scenario.things if commander in _owners(one))
    named = (PlaceId(word) for one in things for word in _words(one))
    return tuple(place for place in named if place in kit.scenario.place_names)


def persons_of_note(kit: Kit) -> tuple[ProfileId, ...]:
    """Whose fate some rule of the scenario turns on."""
    named = dict.fromkeys(ProfileId(word) for one in kit.scenario.things for word in _words(one))
    profiles = kit.book.profiles
    return tuple(one for one in named if one in profiles and profiles[one].is_character)


def _owners(thing: Thing) -> tuple[CommanderId, ...]:
    match thing:
        case Power():
            return (thing.commander,)
        case Artifact():
            return ()
        case _:
            return thing.commanders


def _words(thing: Thing) -> Iterator[str]:
    """Everything that the data tells the rules of a thing by name."""
    for trait in thing.traits:
        for _, value in trait.params:
            if isinstance(value, str):
                yield from value.split()
