"""Figures come into play: of the kind their owner chooses, under free names, as a force of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId, Seat
from assistant.rules.arrivals import CommanderId, Contingent
from assistant.rules.book import PlaceId, Profile, ProfileId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.core.facts import Enlisted
from assistant.rules.deeds.things import key_for
from assistant.rules.kit import Kit
from assistant.rules.march.facts import FiguresJoined, ForceFormed, ForcesMarked
from assistant.rules.names import name_for, name_with
from assistant.rules.numbering import new_force
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.standing import can_hide, new_ids
from assistant.rules.war import Force, ForceId, War
from assistant.rules.world import Figure

NOBODY = Seat("game-master")


def seat_for(commander: CommanderId | None) -> Seat:
    """Who answers for a commander's figures; the game master where nobody commands."""
    return Seat(commander) if commander is not None else NOBODY


def enlist(
    kit: Kit,
    desk: RulesDesk,
    commander: CommanderId | None,
    contingents: Sequence[Contingent],
    kinds: Sequence[ProfileId] = (),
) -> tuple[FigureId, ...]:
    """Bring figures into play; `kinds` are the owner's choices where the scenario leaves the kind open."""
    came: list[FigureId] = []
    for contingent in contingents:
        profile = kit.book.profiles[chosen(contingent, kinds)]
        ids = new_ids(desk.world, profile.id, profile.is_character, contingent.count)
        side = kit.scenario.commanders[commander].side if commander is not None else profile.side
        mounted = profile.starts_mounted if contingent.mounted is None else contingent.mounted
        people = _people(kit, commander, profile)
        desk.record(Enlisted(tuple(Figure(one, side, profile.id, mounted, people=people) for one in ids)))
        for thing in contingent.carries:
            for bearer in ids if _is_worn(profile, thing) else ids[:1]:
                desk.record(ThingPassed(_owned(kit, thing, bearer), bearer))
        came += ids
    return tuple(came)


def _people(kit: Kit, commander: CommanderId | None, profile: Profile) -> str:
    """Of the peoples that a profile serves the one whom this commander leads; nothing where it is one's."""
    if not profile.also or commander is None:
        return ""
    led = kit.scenario.commanders[commander].peoples
    return next((one for one in profile.also if one in led), profile.people)


def chosen(contingent: Contingent, kinds: Sequence[ProfileId]) -> ProfileId:
    """The first of the scenario's options where nobody minds."""
    return next((kind for kind in kinds if kind in contingent.profiles), contingent.profiles[0])


def _owned(kit: Kit, thing: str, bearer: FigureId) -> str:
    """The artifact that is meant: of several of a kind, the one this bearer has by the scenario."""
    for artifact in kit.scenario.artifacts:
        if artifact.id == thing or (artifact.id.startswith(thing) and artifact.bearer == bearer):
            return artifact.id
    return key_for(kit, thing, bearer)


def _is_worn(profile: Profile, thing: str) -> bool:
    """Whether everyone has one of their own, as with armor; a drum or a bomb is one for all."""
    return any(one.condition == "wearing" and one.what == thing for one in profile.alternatives)


def form(
    kit: Kit,
    desk: RulesDesk,
    commander: CommanderId | None,
    place: PlaceId,
    figures: Sequence[FigureId],
    name: str = "",
    like: Force | None = None,
) -> ForceId:
    """A new force of these figures at a place, called after its leader or its largest part.

    It has moved, fought and halted as the one that it is `like`.
    """
    war = desk.world.war
    force_id = new_force(war, commander, figures)
    after = None if name else name_for(kit, desk.world, figures, place, commander)
    formed = Force(force_id, after.now if after else name, commander, place, tuple(figures), after=after)
    if like is not None:
        formed = replace(
            formed,
            moved=like.moved,
            fought=like.fought,
            regrouping=like.regrouping,
            halted=like.halted,
            again=like.again,
        )
    desk.record(ForceFormed(formed, forces_left(war, figures)))
    return force_id


def join_force(kit: Kit, desk: RulesDesk, figures: Sequence[FigureId], force: ForceId) -> None:
    """Figures join a force, which may be called after them once those it is called after are gone."""
    world = desk.world
    after = name_with(kit, world, world.war.forces[force], figures)
    desk.record(FiguresJoined(tuple(figures), force, forces_left(world.war, figures), after))
    joined = desk.world.war.forces[force]
    if joined.hidden and not can_hide(kit, desk.world, joined):
        desk.record(ForcesMarked((force,), "hidden", 0))
        desk.say(f"{joined.does('hides', 'hide')} no longer: only characters do ({enforced('CMB-04')}).")


def forces_left(war: War, figures: Sequence[FigureId]) -> tuple[ForceId, ...]:
    """The forces that figures are taken from."""
    leaving = set(figures)
    return tuple(force.id for force in war.forces.values() if not leaving.isdisjoint(force.figures))
