"""What a fight was told that has no bearing on it: said once, so that nobody counts on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import Fighter, muster
from assistant.rules.combat.setup import SIDES, FightSetup, SideSetup, other
from assistant.rules.effects.registry import EFFECTS, in_play, wanted_with


def without_bearing(desk: RulesDesk, fight: Fight) -> Iterator[str]:
    """A line for cover that shelters nobody, and for things that others or other enemies would ask about."""
    if idle := list(_idle_cover(desk, fight)):
        yield f"Cover makes no difference here to {', '.join(idle)} (CON-061)."
    for thing, bearers in _idle_things(desk, fight).items():
        yield f"Borne, but without bearing on this fight: {thing} ({', '.join(bearers)})."
    for (thing, lacking), bearers in _incomplete_things(desk, fight).items():
        yield f"Borne, but of no use without {lacking}: {thing} ({', '.join(bearers)})."


def _idle_cover(desk: RulesDesk, fight: Fight) -> Iterator[str]:
    """Those in cover whose numbers would be the same in the open."""
    covered = [one.figure for side in SIDES for one in fight.orders(side).figures if one.cover]
    if not covered:
        return
    bare = replace(fight, setup=_in_the_open(fight.setup), numbers={}, numbered_in=None)
    inside, outside = (_fighters(desk, one) for one in (fight, bare))
    for name in covered:
        if name in inside and _same(inside[name], outside[name]):
            yield name


def _in_the_open(setup: FightSetup) -> FightSetup:
    def bare(side: SideSetup) -> SideSetup:
        return replace(side, figures=tuple(replace(one, cover=False) for one in side.figures))

    return replace(setup, good=bare(setup.good), evil=bare(setup.evil))


def _fighters(desk: RulesDesk, fight: Fight) -> dict[str, Fighter]:
    sides = muster(fight.scene(desk)).sides
    return {fighter.me.id: fighter for side in SIDES for fighter in sides[side]}


def _same(one: Fighter, two: Fighter) -> bool:
    return replace(one, me=two.me) == two


def _idle_things(desk: RulesDesk, fight: Fight) -> dict[str, list[str]]:
    """Things that mean nothing to their bearers themselves, and to nobody they face."""
    scene = fight.scene(desk)
    idle: dict[str, list[str]] = {}
    for side in SIDES:
        foes = scene.hosts[other(side)].combatants
        sought = {thing for foe in foes for found in in_play(foe, scene) for thing in found.things}
        for one in scene.hosts[side].combatants:
            own = {what.what for what in one.profile.alternatives} | EFFECTS.keys()
            for thing in one.bears:
                if thing not in own and thing not in sought:
                    idle.setdefault(thing, []).append(one.id)
    return idle


def _incomplete_things(desk: RulesDesk, fight: Fight) -> dict[tuple[str, str], list[str]]:
    """Things that do nothing alone, by what their bearers lack for them."""
    scene = fight.scene(desk)
    lacking: dict[tuple[str, str], list[str]] = {}
    for one in (one for side in SIDES for one in scene.hosts[side].combatants):
        for thing in one.bears:
            if missing := [needed for needed in wanted_with(thing) if needed not in one.bears]:
                lacking.setdefault((thing, ", ".join(missing)), []).append(one.id)
    return lacking
