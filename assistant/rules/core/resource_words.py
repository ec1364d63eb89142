"""What facts touch, in people's words: `saruman done` is whether Saruman is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from assistant.kernel.ids import FigureId
from assistant.rules.almanac import due_until
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.core.resources import TURN, Kind, taken_apart
from assistant.rules.kit import Kit
from assistant.rules.names import told_apart
from assistant.rules.reminders import UPKEEP
from assistant.rules.standing import place_name
from assistant.rules.war import ForceId
from assistant.rules.wording import join
from assistant.rules.world import World

Words = Callable[[Kit, World, str], str]


def called(kit: Kit, world: World, name: str) -> str:
    """What a figure, force, place or anything else that `touches` names is called at the table."""
    if name == TURN:
        return "the turn and its phase"
    if known := _known(kit, world, name):
        return known
    kind, subject = taken_apart(name)
    return _WORDS[kind](kit, world, subject) if kind else name


def _known(kit: Kit, world: World, name: str) -> str:
    scenario, war = kit.scenario, world.war
    if (figure := world.figures.get(FigureId(name))) is not None:
        return war.names.get(figure.id) or told_apart(kit, figure)
    if (force := war.forces.get(ForceId(name))) is not None:
        return force.name
    if name in scenario.place_names or name in scenario.spots:
        return place_name(kit, PlaceId(name))
    if (event := scenario.events.get(EventId(name))) is not None:
        return f"the {event.name}" if event.declared_by else event.name
    if name in kit.book.house_rules:
        return f"house rule {name}"
    if question := next((one.name for one in scenario.supplies if one.key == name), ""):
        return f'the answer to "{question}"'
    things = {one.id: one.name for one in scenario.artifacts}
    kind, _, bearer = name.partition("@")
    if kind in kit.book.gear and bearer:
        return f"{kit.book.gear[kind]} of {_known(kit, world, bearer) or bearer}"
    return things.get(name) or things.get(kind, "")


def _commander(kit: Kit, name: str) -> str:
    found = kit.scenario.commanders.get(CommanderId(name))
    return found.name if found else name


def _seat(kit: Kit, world: World, name: str) -> str:
    held = world.war.seats.get(name)
    return f"the seat of {held.player}" if held else "a seat"


def _player(kit: Kit, world: World, name: str) -> str:
    """As it is written at the table; what nobody has now as it is kept."""
    return _as_written("player", name, (one.player for one in world.war.seats.values()))


def _own_name(kit: Kit, world: World, name: str) -> str:
    return _as_written("figure", name, world.war.names.values())


def _as_written(whose: str, name: str, names: Iterable[str]) -> str:
    return f"which {whose} is called {next((one for one in names if one.casefold() == name), name)}"


def _contact(kit: Kit, world: World, name: str) -> str:
    contact = world.war.contacts.get(name)
    if contact is None:
        return f"contact {name}"
    return f"the contact of {join(called(kit, world, one) for one in (*contact.good, *contact.evil))}"


def _arrival(kit: Kit, world: World, name: str) -> str:
    due = dict(due_until(kit, world, world.war.turn)).get(name)
    return f"an arrival of {_commander(kit, due.commander)}'s on turn {due.turn}" if due else "an arrival"


def _power(kit: Kit, world: World, name: str) -> str:
    found = (one.name for one in kit.scenario.things if one.id == name)
    return next(found, "what can be done once a turn")


def _reminder(kit: Kit, world: World, name: str) -> str:
    """Of a kind, or one of them: its name begins with the kind."""
    kind = next((one for one in UPKEEP if name == one or name.startswith((f"{one} ", f"{one}@"))), None)
    return f'the reminder "{UPKEEP[kind].title}"' if kind else "a reminder"


_WORDS: dict[Kind, Words] = {
    "seat": _seat,
    "player": _player,
    "name": _own_name,
    "contact": _contact,
    "arrival": _arrival,
    "power": _power,
    "reminder": _reminder,
    "kept": lambda kit, world, name: f"whether {called(kit, world, name.rpartition(' ')[2])} may leave",
    "spot of": lambda kit, world, name: f"where {called(kit, world, name)} stands",
    "Ring with": lambda kit, world, name: f"whether {called(kit, world, name)} bears the Ring",
    "done": lambda kit, world, name: f"whether {_commander(kit, name)} is done",
    "company": lambda kit, world, name: f"the company of {called(kit, world, name)}",
    "mind": lambda kit, world, name: f"the mind of {_commander(kit, name)}",
    "number": lambda kit, world, name: "how many a die has brought",
}
