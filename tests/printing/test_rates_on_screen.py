"""What a sheet of a running game says of rates is what its screens bring, whatever has happened before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from assistant.cli.common import load_game
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_now import now_of
from assistant.rules.almanac import due_until
from assistant.rules.arrivals import EventId
from assistant.rules.war import Decision
from assistant.rules.world import World
from tests.printing.material import WAR, material, plain

CHOICES = {"despoiled": "disturbed", "left-alone": "undisturbed"}
FIRST, TURN, LAST = 2, 12, 24
"""Events happen one a turn from the first of these; it is this turn; and so far one looks ahead."""
CHANGING = tuple(
    EventId(event)
    for event in (
        "war-of-saruman",
        "war-of-the-north",
        "war-of-the-ring",
        "aragorn-reaches-helms-deep-or-edoras",
        "ents-destroy-isengard",
    )
)
"""Those that change a rate, or did so on paper."""
PAIRS, TRIPLES = tuple(combinations(WAR.events, 2)), tuple(combinations(CHANGING, 3))


@cache
def game_after(events: tuple[EventId, ...], fuel: str) -> World:
    war = replace(
        World().war,
        turn=TURN,
        phase="movement",
        events={event: FIRST + at for at, event in enumerate(events)},
        choices={"saruman.fangorn": Decision(CHOICES[fuel], 1)},
    )
    return replace(World(), war=war)


def printed(world: World) -> dict[str, dict[int, str]]:
    """Who comes on which of the turns to come, as the sheets of that game put it."""
    made = replace(material(), now=now_of(load_game().kit, world))
    found = ((one.id, plain(one.when), plain(one.what)) for one in coming(made) if one.source == "regular")
    return {name: dict.fromkeys(turns_of(when), what) for name, when, what in found}


def turns_of(when: str) -> Iterator[int]:
    """Every even turn; Every 3rd turn from turn 4; No more."""
    ahead = range(TURN + 1, LAST + 1)
    if when == "No more":
        return iter(())
    found = re.fullmatch(r"Every (?:(odd|even|\d)(?:st|nd|rd|th)? )?turn(?: from turn (\d+))?", when)
    assert found is not None, when
    word, since = found[1], int(found[2] or 0)
    step = {None: 1, "odd": 2, "even": 2}.get(word) or int(word)
    first = since or {"odd": 1}.get(word or "", step)
    return (turn for turn in ahead if (turn - first) % step == 0)


def on_screen(world: World) -> dict[str, dict[int, str]]:
    """The same as the game's own agenda brings it."""
    kit, book = load_game().kit, material().book
    regular = {one.id for one in WAR.arrivals if one.source == "regular"}
    found: dict[str, dict[int, str]] = {name: {} for name in regular}
    for _, due in due_until(kit, world, LAST):
        if due.id in regular and due.turn > TURN and not due.lost:
            (one,) = due.figures
            names = " or ".join(book.profiles[profile].name for profile in one.profiles)
            found[due.id][due.turn] = f"{one.number} × {names}"
    return found


@pytest.mark.parametrize("events", [*PAIRS, *TRIPLES], ids="+".join)
def test_after_any_two_or_three_events_paper_and_screen_bring_the_same(events: tuple[EventId, ...]) -> None:
    world = game_after(events, "despoiled")
    assert printed(world) == on_screen(world)


@pytest.mark.parametrize("events", TRIPLES, ids="+".join)
def test_while_fangorn_is_left_alone_paper_and_screen_bring_the_same(events: tuple[EventId, ...]) -> None:
    world = game_after(events, "left-alone")
    assert printed(world) == on_screen(world)


def test_no_other_event_changes_a_rate() -> None:
    usual = on_screen(game_after((), "despoiled"))
    assert {one for one in WAR.events if on_screen(game_after((one,), "despoiled")) != usual} <= {*CHANGING}


def test_the_screens_go_by_the_rulebook_once_three_wars_are_on() -> None:
    # Lines 552, 555, 575, 737 and 747: one rider, two dwarves and two men of Minas Tirith each turn.
    wars = tuple(EventId(f"war-of-{name}") for name in ("saruman", "the-north", "the-ring"))
    found = on_screen(game_after(wars, "despoiled"))
    assert {found[one][LAST] for one in ("riders-of-edoras", "dwarf-warriors", "men-of-minas-tirith")} == {
        "1 × Rider of Rohan",
        "2 × Dwarf Warrior",
        "2 × Gondor Foot",
    }
