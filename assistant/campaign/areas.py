"""An assistant may be limited to one table: what is known to lie wholly on another is not theirs to touch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import read_deed
from assistant.rules.core.resources import RING, taken_apart
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.placing import Measure
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.reminders import due_as
from assistant.rules.standing import awaited, table_of
from assistant.rules.war import ForceId
from assistant.rules.world import World

ABOUT = ("spot of", "contact", "Ring with")
"""What is said of a figure or a contact."""
BY_HAND = frozenset({"adjust", "ruling", "measure"})
SHEETS = frozenset({"measure"})
"""Lists that are sent back whole: in them counts only who becomes otherwise."""


def table_named(kit: Kit, area: str) -> str:
    """The id of a table an assistant is limited to; nothing is no limit."""
    if area and area not in kit.scenario.tables:
        names = ", ".join(kit.scenario.tables) or "none"
        raise Malformed("no-such-table", f"There is no table {area!r} here.", do=f"There are: {names}.")
    return area


def tables_of(kit: Kit, world: World, names: Iterable[str]) -> frozenset[str]:
    """The tables on which the forces, figures, places and arrivals of these names are, as far as is known."""
    places = (place for name in names for place in _places(kit, world, name))
    return frozenset(table for place in places if (table := table_of(kit, place)))


def tables_of_deed(kit: Kit, world: World, kind: str, setup: Json) -> frozenset[str]:
    """Where a deed is done: where those are whom it is about or whom it names, else at the place it names."""
    try:
        deed = read_deed(kind, setup)
        holds = deed.plan(kit, world).holds
    except AssistantError:
        # What cannot be done is refused with its own words, unless it is about others anyway.
        return tables_of(kit, world, _named(world, setup))
    told = (holds, tuple(_named(world, setup)), (str(getattr(deed, "place", "")),))
    return next((found for each in told if (found := tables_of(kit, world, each))), frozenset())


def refuse_deed_elsewhere(limits: Collection[str], kit: Kit, world: World, kind: str, setup: Json) -> None:
    """Refuse a deed on tables that are not one's own; a list made by hand is judged figure by figure."""
    if kind not in SHEETS:
        found = tables_of_deed(kit, world, kind, setup)
        refuse_elsewhere(limits, found)
        if not found and any(True for _ in _named(world, setup)):
            raise _nobody_knows_where(limits)
    for figure in _listed(world, kind, setup):
        if figure in world.figures:
            name = name_of(kit, world, world.figures[figure])
            refuse_elsewhere(limits, tables_of(kit, world, [figure]), name)


def _nobody_knows_where(limits: Collection[str]) -> Illegal:
    return Illegal(
        "another-table",
        f"You help at the {' and '.join(limits)} table, and nothing says on which table this is.",
        do="Let the game master do it.",
    )


def _named(world: World, setup: Json) -> Iterator[str]:
    """Every figure, force and contact that stands anywhere in a deed."""
    match setup:
        case str():
            if setup in world.figures or setup in world.war.forces or setup in world.war.contacts:
                yield setup
        case dict():
            for key, value in setup.items():
                yield from _named(world, key)
                yield from _named(world, value)
        case list():
            for value in setup:
                yield from _named(world, value)


def _listed(world: World, kind: str, setup: Json) -> Iterator[FigureId]:
    """Those of a list made by hand who become otherwise than they are."""
    match read_deed(kind, setup) if kind in BY_HAND else None:
        case Adjust(figures=figures):
            yield from figures
        case Ruling(figures=corrections):
            yield from (one.figure for one in corrections)
        case Measure(figures=measured):
            yield from (one.figure for one in measured if world.war.spots.get(one.figure) != one.spot)


def refuse_elsewhere(limits: Collection[str], tables: frozenset[str], what: str = "this") -> None:
    """Refuse what lies wholly on tables that are not one's own."""
    if is_elsewhere(limits, tables):
        raise Illegal(
            "another-table",
            f"You help at the {' and '.join(limits)} table, and {what} is on the other one.",
            do="Let the game master or the assistant of that table do it.",
        )


def is_elsewhere(limits: Iterable[str], tables: frozenset[str]) -> bool:
    """Whether something is known to lie wholly on tables that are not one's own."""
    mine = frozenset(limits)
    return bool(mine and tables and not mine & tables)


def _places(kit: Kit, world: World, name: str) -> Iterator[PlaceId]:
    war = world.war
    kind, subject = taken_apart(name)
    if kind in ABOUT:
        yield from _places(kit, world, subject)
    elif (bearer := _bearer_of(world, name)) is not None:
        yield from _places(kit, world, bearer)
    elif kind == "arrival":
        yield from (place for one in awaited(kit, world) if one.key == subject for place in one.due.places)
    elif kind == "reminder":
        yield from _places_of_reminder(kit, world, subject)
    elif (kept := war.kept.get(FigureId(name))) is not None:
        yield kept
    elif (force := war.forces.get(ForceId(name)) or war.force_of(FigureId(name))) is not None:
        yield force.place
    elif (met := war.contacts.get(name)) is not None:
        yield met.place
    else:
        yield PlaceId(name)


def _bearer_of(world: World, name: str) -> FigureId | None:
    """Who has what is called so, if it is a thing, or the Ring."""
    if name == RING:
        return world.war.ring.bearer
    borne = world.war.things.get(name)
    return FigureId(borne) if borne else None


def _places_of_reminder(kit: Kit, world: World, key: str) -> Iterator[PlaceId]:
    """Where those are whom it is about, else those named in its key, else its place, which may be ahead."""
    one = due_as(kit, world, key)
    named = key.partition("@")[0].split()[1:]
    for names in (one.figures if one else (), named, [one.place] if one and one.place else []):
        found = [place for name in names for place in _places(kit, world, name) if place in kit.book.places]
        if found:
            yield from found
            return
