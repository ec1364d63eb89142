"""Places that live by someone: without their keeper they lose their powers, and in them only he commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from assistant.kernel.evidence import enforced
from assistant.kernel.remembering import remembered
from assistant.rules.book import PART_OF, Place, PlaceId, Trait
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Effect, Modifier
from assistant.rules.effects.regions import is_in
from assistant.rules.effects.registry import effect
from assistant.rules.effects.tethers import CAME_BY_THE_PATHS
from assistant.rules.kit import Kit
from assistant.rules.standing import is_on_table
from assistant.rules.world import World

DEPENDS, COMMANDED, RIVER = "depends-on", "commanded-by", "guardian"


@effect(COMMANDED)
@dataclass(frozen=True)
class CommandedBy(Effect):
    """PPL-DENETHOR-02: while he is there nobody else leads those who hold the place."""

    who: str = ""
    until: str = ""
    rule: str = "PPL-DENETHOR-02"

    def leadership_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        if scene.site.holder != me.side:
            return
        there = {str(one.profile.id): one for one in scene.everyone(me.side)}
        chief = next((there[one] for one in self.who.split() if one in there), None)
        if chief is not None and chief.id != me.id:
            amount = -me.profile.leadership
            yield Modifier(amount, f"{chief.profile.name} commands here", enforced(self.rule))


def as_kept(kit: Kit, world: World) -> Kit:
    """The kit with its places as their keepers leave them; the same while everyone is where he belongs."""
    changed = {
        place.id: kept
        for place in _dependent(kit.book.places)
        if (kept := _as_kept(kit, world, place)) is not place
    }
    return _changed(kit, changed) if changed else kit


# Nearly every deed leaves every keeper where he is: then those who remember by the book find it again.
_last_changed: tuple[Kit, Mapping[PlaceId, Place], Kit] | None = None


def _changed(kit: Kit, changed: Mapping[PlaceId, Place]) -> Kit:
    global _last_changed
    held = _last_changed
    is_same = held is not None and held[0].book is kit.book and held[0].scenario is kit.scenario
    if held is None or not is_same or held[1] != changed:
        book = replace(kit.book, places={**kit.book.places, **changed})
        held = _last_changed = (kit, changed, replace(kit, book=book))
    return held[2]


@remembered
def _dependent(places: Mapping[PlaceId, Place]) -> tuple[Place, ...]:
    """Those that live by someone at all."""
    return tuple(
        one for one in places.values() if any(trait.name in (DEPENDS, COMMANDED) for trait in one.traits)
    )


def _as_kept(kit: Kit, world: World, place: Place) -> Place:
    for trait in place.traits:
        given = dict(trait.params)
        if trait.name == COMMANDED and given.get("until") and CAME_BY_THE_PATHS in world.war.events:
            enforced("PPL-DENETHOR-03")
            place = replace(place, traits=tuple(one for one in place.traits if one != trait))
        if trait.name == DEPENDS and _is_bereft(kit, world, place.id, str(given["who"])):
            enforced(str(given["rule"]))
            left = tuple(one for one in place.traits if _stays(kit, world, place, one))
            place = replace(place, traits=left, healing=None)
    return place


def _is_bereft(kit: Kit, world: World, place: PlaceId, keeper: str) -> bool:
    """PPL-ELROND-02, PLC-LOTHLORIEN-06: whether its keeper is dead, or has left."""
    figure = next((one for one in world.figures.values() if one.profile == keeper), None)
    if figure is None:
        return False
    force = world.war.force_of(figure.id)
    return not is_on_table(figure) or force is None or not is_in(kit, force, place)


def _stays(kit: Kit, world: World, place: Place, trait: Trait) -> bool:
    """CON-075: what a place is part of stays; the river, too, where any of its guardians keeps it."""
    if trait.name == RIVER and kit.house(world)["CON-075"] == "any-of-the-three":
        guardians = str(dict(trait.params).get("present", "")).split()
        return not all(_is_bereft(kit, world, place.id, one) for one in guardians)
    return trait.name == PART_OF
