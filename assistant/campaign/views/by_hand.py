"""Setting things right by hand: every figure that ever came into play, to be ticked and changed in bulk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from assistant.campaign.permissions import MASTER, Power, may_lead
from assistant.campaign.playing import Table
from assistant.campaign.prisoners import Prisoner, prisoners
from assistant.campaign.ringbearer import ring_line
from assistant.campaign.roll_call import called, state_of
from assistant.campaign.views.console import captives_for
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.setting_right import borne_things
from assistant.rules.names import force_at
from assistant.rules.standing import is_on_table, members, place_name
from assistant.rules.wording import many
from assistant.rules.world import Condition

CONDITIONS: dict[Condition, str] = {
    "fit": "fit again",
    "wounded": "wounded",
    "paralyzed": "paralyzed",
    "captured": "captured",
    "dispersed": "dispersed",
    "eliminated": "removed",
    "serving": "serving a weapon",
}
assert set(CONDITIONS) == set(get_args(Condition))
GONE_KEY = "gone"
GONE = "No longer on the table"


@dataclass(frozen=True, slots=True)
class FigureShown:
    """One figure to be ticked."""

    id: FigureId
    name: str
    state: str
    condition: str
    kind: str
    """What it is called among others of its kind."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Figures that nobody tells apart: of one kind, and in the same state."""

    name: str
    state: str
    ids: tuple[FigureId, ...]


@dataclass(frozen=True, slots=True)
class GroupShown:
    """Figures that belong together: a force, or those who are gone."""

    key: str
    title: str
    figures: tuple[FigureShown, ...]

    @property
    def alike(self) -> tuple[Alike, ...]:
        """The figures as they are ticked or counted, in the order in which they come."""
        found: dict[tuple[str, str], list[FigureShown]] = {}
        for one in self.figures:
            found.setdefault((one.kind, one.state), []).append(one)
        return tuple(
            Alike(some[0].name if len(some) == 1 else kind, state, tuple(one.id for one in some))
            for (kind, state), some in found.items()
        )


@dataclass(frozen=True, slots=True)
class ByHandView:
    """Groups of figures, and what they can be changed to."""

    groups: tuple[GroupShown, ...]
    commanders: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, str], ...]
    forces: tuple[tuple[str, str], ...]
    profiles: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[str, str], ...]
    seats: tuple[tuple[str, str], ...]
    chosen: str
    persons: tuple[tuple[str, str], ...]
    """Characters who are not dead: they bear things, and may be captured."""
    ring: str
    things: tuple[tuple[str, str], ...]
    """What is borne, and by whom now."""
    captives: tuple[Prisoner, ...]
    events: tuple[tuple[str, str], ...]
    """Wars and whatever else comes about once, and since when."""


def by_hand_view(here: Table, find: str, commander: str, power: Power = MASTER) -> ByHandView:
    """Everyone whose name, force or place has these words in it, of one commander or of all."""
    kit, world = here.kit, here.world
    named = kit.scenario.commanders
    groups = [
        group
        for group in _groups(here, commander)
        if (group.key == GONE_KEY or may_lead(power, kit, world, [group.key]))
        and (not find or find.casefold() in _words(group) or _some(group, find))
    ]
    return ByHandView(
        groups=tuple(group if _in_title(group, find) else _only(group, find) for group in groups),
        commanders=tuple((one.id, one.name) for one in named.values()),
        places=tuple((one, place_name(kit, one)) for one in _places(here)),
        forces=tuple(
            (force.id, force_at(kit, force)) for force in world.war.forces.values() if members(world, force)
        ),
        profiles=tuple((one.id, one.name) for one in kit.book.profiles.values()),
        conditions=tuple(CONDITIONS.items()),
        seats=tuple(
            (one.id, f"{one.player} ({_commands(here, one.commanders)})") for one in world.war.seats.values()
        ),
        chosen=commander,
        persons=_persons(here),
        ring=ring_line(kit, world),
        things=_things(here),
        captives=captives_for(here, power),
        events=_events(here),
    )


def _persons(here: Table) -> tuple[tuple[str, str], ...]:
    profiles, figures = here.kit.book.profiles, here.world.figures.values()
    found = [one for one in figures if profiles[one.profile].is_character and one.condition != "eliminated"]
    named = [(str(one.id), called(here.kit, here.world, one.id)) for one in found]
    return tuple(sorted(named, key=lambda one: one[1]))


def _things(here: Table) -> tuple[tuple[str, str], ...]:
    """Andúril, borne by Aragorn."""
    kit, world = here.kit, here.world
    now = {thing: world.war.things.get(thing, "") for thing in borne_things(kit, world)}
    borne = {
        thing: f", borne by {called(kit, world, FigureId(who))}" if who in world.figures else ""
        for thing, who in now.items()
    }
    return tuple((thing, f"{name}{borne[thing]}") for thing, name in borne_things(kit, world).items())


def _events(here: Table) -> tuple[tuple[str, str], ...]:
    """War of the Ring: since turn 4."""
    came = here.world.war.events
    return tuple(
        (one.id, f"{one.name}: {f'since turn {came[one.id]}' if one.id in came else 'not yet'}")
        for one in here.kit.scenario.events.values()
    )


def _commands(here: Table, commanders: tuple[str, ...]) -> str:
    known = here.kit.scenario.commanders
    return ", ".join(one.name for one in known.values() if one.id in commanders)


def _places(here: Table) -> list[PlaceId]:
    return sorted(here.kit.scenario.place_names, key=here.kit.scenario.place_names.__getitem__)


def _groups(here: Table, commander: str) -> list[GroupShown]:
    kit, world = here.kit, here.world
    held = {one.figure: one.says(kit).removeprefix(f"{one.name}: ") for one in prisoners(kit, world)}
    found = [
        GroupShown(
            force.id,
            force_at(kit, force),
            tuple(
                _shown(here, figure, held)
                for figure in force.figures
                if figure in held or is_on_table(world.figures[figure])
            ),
        )
        for force in world.war.forces.values()
        if members(world, force) and commander in ("", force.commander or "nobody")
    ]
    gone = tuple(
        _shown(here, one.id, held)
        for one in world.figures.values()
        if not is_on_table(one) and (one.id not in held or world.war.force_of(one.id) is None)
    )
    if gone and not commander:
        found.append(GroupShown(GONE_KEY, GONE, gone))
    return found


def _shown(here: Table, one: FigureId, held: Mapping[FigureId, str]) -> FigureShown:
    figure = here.world.figures[one]
    state = held.get(one) or state_of(here.kit, here.world, one).strip()
    profile = here.kit.book.profiles[figure.profile]
    kind = called(here.kit, here.world, one) if profile.is_character else many(profile)
    return FigureShown(one, called(here.kit, here.world, one), state, figure.condition, kind)


def _words(group: GroupShown) -> str:
    return group.title.casefold()


def _in_title(group: GroupShown, find: str) -> bool:
    return not find or find.casefold() in _words(group)


def _some(group: GroupShown, find: str) -> bool:
    return any(find.casefold() in one.name.casefold() for one in group.figures)


def _only(group: GroupShown, find: str) -> GroupShown:
    kept = tuple(one for one in group.figures if find.casefold() in one.name.casefold())
    return GroupShown(group.key, group.title, kept)
