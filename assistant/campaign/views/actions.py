"""What can be done about something that is due: as buttons and short forms that any screen can draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from assistant.campaign.due import Item
from assistant.campaign.reached import in_address
from assistant.kernel.ids import RuleId
from assistant.ledger.records import Pending
from assistant.rules.agenda import Declaration
from assistant.rules.arrivals import EventId, Supply
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES
from assistant.rules.deeds.arriving import is_choice, may_come_instead
from assistant.rules.deeds.contacts import is_fought_now
from assistant.rules.deeds.mustering import offered_places
from assistant.rules.kit import Kit
from assistant.rules.reminders import Reminder
from assistant.rules.scenario import Power
from assistant.rules.standing import Awaited, cannot_wait, is_put_off, place_name, where_at
from assistant.rules.victory import Verdict
from assistant.rules.war import Contact
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to choose before doing it: the first option is what happens when nobody minds."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    meant: str = ""
    """How the text is meant where it is no text: a list, a number or yes and no."""


@dataclass(frozen=True, slots=True)
class Action:
    """One button: a deed with its setup and what is still to be chosen, or a page to go to."""

    label: str
    deed: str = ""
    setup: dict[str, Any] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    page: str = ""
    is_main: bool = True
    is_masters: bool = False
    """Whether it is for the game master alone, whoever else may do such deeds."""
    asks: str = ""
    """What comes of it, where so much does that one tap is not enough."""


def actions(kit: Kit, world: World, item: Item) -> tuple[Action, ...]:
    """Every way to see to one thing on the list, the usual one first."""
    about = item.about
    match about:
        case Pending():
            return (Action("Go on", page=f"fights/{in_address(about.id)}"),)
        case Verdict():
            if about.winner is not None:
                return (Action("Confirm the victory", "end-game", {"how": "victory"}),)
            return tuple(
                Action(f"It is {side}'s", "end-game", {"how": "victory", "winner": side}) for side in SIDES
            )
        case Contact():
            is_now = is_fought_now(world, about)
            return (Action("Fight" if is_now else "Look", page=f"contacts/{about.id}", is_main=is_now),)
        case Awaited():
            return tuple(_arrival(kit, world, about))
        case Reminder():
            return (
                Action("See to it", "heed", {"reminder": about.key, "how": "done"}),
                Action("Skip", "heed", {"reminder": about.key, "how": "skipped"}, is_main=False),
                Action("Never remind", "switch-reminder", {"about": about.about, "on": False}, is_main=False),
            )
        case Declaration():
            setup = {"event": about.event, "commander": about.commander}
            return (
                Action("Declare", "declare", setup, asks=f"The {about.name} begins at once, for everybody."),
            )
        case Supply():
            return (
                Action(f"Yes: {about.full}", "decide", {"choice": about.key, "value": about.full}),
                Action(
                    f"No: {about.scarce}",
                    "decide",
                    {"choice": about.key, "value": about.scarce},
                    is_main=False,
                ),
            )
        case Power():
            return (Action("Use it", "use-power", {"power": about.id}),)


def _arrival(kit: Kit, world: World, one: Awaited) -> Iterator[Action]:
    """SEQ-06: placed with one answer, put off, passed up where they need not come, or given up."""
    due, key = one.due, one.key
    if due.lost:
        yield Action("Strike it off", "forgo", {"arrival": key, "how": "lost"})
        return
    if due.shut:
        word, is_masters = ("Not at all", False) if is_choice(due) else ("Give them up", True)
        setup = {"arrival": key, "how": "lost"}
        yield Action(word, "forgo", setup, is_main=False, is_masters=is_masters)
        return
    places = offered_places(kit, world, due) if due.figures else ()
    fields = tuple(_choices(kit, world, one, places))
    where = f" {where_at(kit, places[0])}" if len(places) == 1 else ""
    yield Action(f"Place{where}" if due.figures else "Take it", "arrive", {"arrival": key}, fields)
    if not cannot_wait(kit, due) and not is_put_off(world, one):
        yield Action("Later", "forgo", {"arrival": key, "how": "postponed"}, is_main=False)
    if is_choice(due):
        yield Action("Not at all", "forgo", {"arrival": key, "how": "lost"}, is_main=False)


def _choices(kit: Kit, world: World, one: Awaited, places: tuple[PlaceId, ...]) -> Iterator[Field]:
    due, profiles = one.due, kit.book.profiles
    if len(places) > 1:
        yield Field("place", "Where", tuple((place, place_name(kit, place)) for place in places))
    for contingent in due.figures:
        if len(contingent.profiles) > 1:
            options = tuple((kind, profiles[kind].name) for kind in contingent.profiles)
            yield Field("kinds", "Which", options, "list")
    if due.may_mount and due.figures:
        yield Field("mounted", "How", (("false", "As the schedule says"), ("true", "Mounted")), "bool")
    if may_come_instead(kit, world, due):
        name = profiles[due.instead[0]].name
        yield Field(
            "instead", "Who", (("false", "As the schedule says"), ("true", f"{name} for one")), "bool"
        )


def rules_of(kit: Kit, item: Item) -> tuple[RuleId, ...]:
    """The rules by which something is due, to look up."""
    match item.about:
        case Reminder(rules=cited) | Supply(rules=cited) | Power(rules=cited):
            return cited
        case Declaration(event=event):
            return kit.scenario.events[EventId(event)].rules
        case Awaited(due=due):
            return due.rules
        case _:
            return ()
