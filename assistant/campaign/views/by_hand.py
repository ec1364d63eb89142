"""Setting things right by hand: every figure that ever came into play, to be ticked and changed in bulk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from assistant.campaign.playing import Table
from assistant.campaign.roll_call import called, state_of
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.standing import is_on_table, members, place_name
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
GONE = "No longer on the table"


@dataclass(frozen=True, slots=True)
class FigureShown:
    """One figure to be ticked."""

    id: FigureId
    name: str
    state: str
    condition: str


@dataclass(frozen=True, slots=True)
class GroupShown:
    """Figures that belong together: a force, or those who are gone."""

    key: str
    title: str
    figures: tuple[FigureShown, ...]


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


def by_hand_view(here: Table, find: str, commander: str) -> ByHandView:
    """Everyone whose name, force or place has these words in it, of one commander or of all."""
    kit, world = here.kit, here.world
    named = kit.scenario.commanders
    groups = [
        group
        for group in _groups(here, commander)
        if not find or find.casefold() in _words(group) or _some(group, find)
    ]
    return ByHandView(
        groups=tuple(group if _in_title(group, find) else _only(group, find) for group in groups),
        commanders=tuple((one.id, one.name) for one in named.values()),
        places=tuple((one, place_name(kit, one)) for one in _places(here)),
        forces=tuple(
            (force.id, f"{force.name} at {place_name(kit, force.place)}")
            for force in world.war.forces.values()
            if members(world, force)
        ),
        profiles=tuple((one.id, one.name) for one in kit.book.profiles.values()),
        conditions=tuple(CONDITIONS.items()),
        seats=tuple(
            (one.id, f"{one.player} ({_commands(here, one.commanders)})") for one in world.war.seats.values()
        ),
        chosen=commander,
    )


def _commands(here: Table, commanders: tuple[str, ...]) -> str:
    known = here.kit.scenario.commanders
    return ", ".join(one.name for one in known.values() if one.id in commanders)


def _places(here: Table) -> list[PlaceId]:
    return sorted(here.kit.scenario.place_names, key=here.kit.scenario.place_names.__getitem__)


def _groups(here: Table, commander: str) -> list[GroupShown]:
    kit, world = here.kit, here.world
    found = [
        GroupShown(
            force.id,
            f"{force.name} at {place_name(kit, force.place)}",
            tuple(_shown(here, one.id) for one in members(world, force)),
        )
        for force in world.war.forces.values()
        if members(world, force) and commander in ("", force.commander or "nobody")
    ]
    gone = tuple(_shown(here, one.id) for one in world.figures.values() if not is_on_table(one))
    if gone and not commander:
        found.append(GroupShown("gone", GONE, gone))
    return found


def _shown(here: Table, one: FigureId) -> FigureShown:
    figure = here.world.figures[one]
    state = state_of(here.kit, here.world, one).strip()
    return FigureShown(one, called(here.kit, here.world, one), state, figure.condition)


def _words(group: GroupShown) -> str:
    return group.title.casefold()


def _in_title(group: GroupShown, find: str) -> bool:
    return not find or find.casefold() in _words(group)


def _some(group: GroupShown, find: str) -> bool:
    return any(find.casefold() in one.name.casefold() for one in group.figures)


def _only(group: GroupShown, find: str) -> GroupShown:
    kept = tuple(one for one in group.figures if find.casefold() in one.name.casefold())
    return GroupShown(group.key, group.title, kept)
