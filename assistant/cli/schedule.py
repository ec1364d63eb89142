"""`assistant schedule`: arrivals per turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assistant.cli.common import instance_option, json_option, print_json
from assistant.cli.loading import (
    Refusals,
    campaign_option,
    house_rules_option,
    load_war,
    of_campaign,
    pairs,
    read_house_rules,
    refuse_again,
    scenario_option,
)
from assistant.kernel.errors import Malformed

if TYPE_CHECKING:
    from assistant.rules.arrivals import CommanderId, Contingent, EventId
    from assistant.rules.book import Book, Side
    from assistant.rules.house import HouseRules
    from assistant.rules.scenario import Scenario
    from assistant.rules.schedule import Choice, Due, Held, TurnArrivals

SIDES: dict[str, Side] = {"good": "good", "evil": "evil"}
SPAN = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


@click.command(epilog="\b\nExample: assistant schedule --turns 1-20 --event war-of-the-ring=8")
@scenario_option
@click.option("--turns", default="1-20", show_default=True, metavar="FIRST-LAST", help="Which turns.")
@click.option("--event", "events", multiple=True, metavar="ID=TURN", help="Happened on that turn.")
@click.option(
    "--choice", "choices", multiple=True, metavar="ID=VALUE[@TURN]", help="Chosen from that turn on."
)
@click.option(
    "--held", "holdings", multiple=True, metavar="PLACE=SIDE[@TURN[-TURN]]",
    help="Held by good or evil; without a turn always, with one from then on.",
)  # fmt: skip
@click.option(
    "--commander",
    "commanders",
    multiple=True,
    metavar="ID",
    help="Only whose arrivals; repeat it for more.",
)
@campaign_option
@house_rules_option
@instance_option
@json_option
def schedule(
    scenario: str,
    turns: str,
    events: tuple[str, ...],
    choices: tuple[str, ...],
    holdings: tuple[str, ...],
    commanders: tuple[str, ...],
    campaign: str | None,
    house_rules: tuple[str, ...],
    instance: Path,
    as_json: bool,
) -> None:
    """List who arrives on which turn, and where.

    With a campaign its house rules hold, and those given here on top.
    """
    from assistant.rules.schedule import held, told_once
    from assistant.rules.schedule import schedule as work_out

    if campaign is not None:
        scenario, house_rules = of_campaign(campaign, instance, house_rules, who="assistant schedule")
    book, war = load_war(scenario)
    course = _read(war, _Given(turns, events, choices, holdings, commanders, house_rules))
    found = work_out(
        war,
        course.turns,
        house=course.house,
        events=course.events,
        choices=course.choices,
        control=held(course.holdings),
    )
    for rule in course.house.without_bearing():
        click.echo(f"House rule {rule} has no bearing on arrivals.", err=True)
    if as_json:
        print_json({"turns": [_turn_json(turn, commanders) for turn in found]})
        return
    for turn in told_once(found):
        _show(turn, war, book, commanders)


@dataclass(frozen=True, slots=True)
class _Given:
    """The options as they were typed."""

    turns: str
    events: tuple[str, ...]
    choices: tuple[str, ...]
    holdings: tuple[str, ...]
    commanders: tuple[str, ...]
    house_rules: tuple[str, ...]


@dataclass(slots=True)
class _Asked:
    """The options as they are meant."""

    house: HouseRules
    turns: Sequence[int] = ()
    events: dict[EventId, int] = field(default_factory=dict)
    choices: dict[str, Choice] = field(default_factory=dict)
    holdings: list[Held] = field(default_factory=list)


def _read(war: Scenario, given: _Given) -> _Asked:
    """What is asked for; whatever is wrong with it is told at once."""
    from assistant.rules.near import no_such
    from assistant.rules.schedule import course_faults

    refusals, asked = Refusals(), _Asked(read_house_rules(()))
    with refusals.noting():
        asked.house = read_house_rules(given.house_rules)
    with refusals.noting():
        asked.turns = _span(given.turns, "--turns", war.turns)
    for text in given.events:
        with refusals.noting():
            _note_event(text, asked.events)
    for text in given.choices:
        with refusals.noting():
            _note_choice(text, asked.choices, war)
    for text in given.holdings:
        with refusals.noting():
            asked.holdings.append(_holding(text, war))
    unknown = [one for one in given.commanders if one not in war.commanders]
    refusals.add([no_such("commander", one, war.commanders) for one in unknown])
    refusals.add(course_faults(war, asked.house, asked.events, asked.choices))
    refusals.speak()
    return asked


def _span(text: str, option: str, most: int) -> range:
    """`7` or `3-12`: whole turns in order."""
    match = SPAN.fullmatch(text.strip())
    if match is None:
        raise Malformed(
            "unreadable-turns", f"{option}: {text!r} is not a turn.", do="Write it like 7 or 1-20."
        )
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= most:
        raise Malformed(
            "no-such-turn",
            f"{option}: there are no turns {text}.",
            do=f"Turns run from 1 to {most}, the earlier one first.",
        )
    return range(first, last + 1)


def _turn(text: str, option: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Malformed("unreadable-turns", f"{option}: {text!r} is not a turn.", do="Write it like 7.")
    return int(text)


def _note_event(text: str, events: dict[EventId, int]) -> None:
    from assistant.rules.arrivals import EventId

    ((event, turn),) = pairs([text], "--event", "ID=TURN").items()
    refuse_again(event, events, "--event")
    events[EventId(event)] = _turn(turn, "--event")


def _note_choice(text: str, choices: dict[str, Choice], war: Scenario) -> None:
    from assistant.rules.schedule import Choice

    ((named, answer),) = pairs([text], "--choice", "ID=VALUE").items()
    # `fangorn` will do while only one commander has such a choice.
    meant = [one.key for one in war.supplies if one.id == named]
    key = meant[0] if len(meant) == 1 else named
    refuse_again(key, choices, "--choice")
    value, at, turn = answer.partition("@")
    choices[key] = Choice(value, _turn(turn, "--choice") if at else 1)


def _holding(text: str, war: Scenario) -> Held:
    from assistant.rules.book import PlaceId
    from assistant.rules.near import no_such
    from assistant.rules.schedule import Held

    ((name, answer),) = pairs([text], "--held", "PLACE=SIDE").items()
    places = {place for place in war.place_names if place not in war.spots or war.spots[place].barred}
    side, at, when = answer.partition("@")
    place = PlaceId(name)
    if place in war.spots and place not in places:
        raise Malformed("no-place-to-hold", f"Nobody can hold {war.place_names[place]}.", do="Leave it out.")
    if place not in places:
        raise no_such("place", name, sorted(places))
    if side not in SIDES:
        raise no_such("side", side, tuple(SIDES))
    turns = _span(when, "--held", war.turns) if at else range(1, war.turns + 1)
    last = turns[-1] if not at or "-" in when else None
    return Held(place, SIDES[side], turns[0], last)


def _turn_json(turn: TurnArrivals, commanders: tuple[str, ...]) -> dict[str, Any]:
    arrivals = [_due_json(due) for due in turn.arrivals if not commanders or due.commander in commanders]
    return {"turn": turn.turn, "arrivals": arrivals}


def _due_json(due: Due) -> dict[str, Any]:
    more = {
        "may_mount": list(due.may_mount),
        "instead": list(due.instead),
        "optional": due.optional,
        "note": due.note,
        "kept_since": due.kept_since,
        "lost": due.lost,
        "waits": due.waits,
    }
    return {
        "commander": due.commander,
        "source": due.source,
        "places": list(due.places),
        "figures": [_figures_json(each) for each in due.figures],
        "rules": list(due.rules),
        **{key: value for key, value in more.items() if value},
    }


def _figures_json(figures: Contingent) -> dict[str, Any]:
    if len(figures.profiles) == 1:
        return {"profile": figures.profiles[0], "count": figures.count}
    return {"or": list(figures.profiles), "count": figures.count}


def _show(turn: TurnArrivals, war: Scenario, book: Book, commanders: tuple[str, ...]) -> None:
    """One turn as it is read out at the table, commander by commander."""
    by_commander: dict[CommanderId, list[Due]] = {}
    for due in turn.arrivals:
        if not commanders or due.commander in commanders:
            by_commander.setdefault(due.commander, []).append(due)
    click.echo(f"Turn {turn.turn}" + ("" if by_commander else ": nobody arrives"))
    for who, dues in by_commander.items():
        click.echo(f"  {war.commanders[who].name}")
        for due in dues:
            click.echo(f"    {_line(due, war, book)}")


def _line(due: Due, war: Scenario, book: Book) -> str:
    from assistant.campaign.wording import figures_text
    from assistant.printing.wording import places_text

    figures = ", ".join(figures_text(each, book, war) for each in due.figures)
    mounts = " or ".join(book.profiles[profile].name for profile in due.may_mount)
    where = places_text(due.places, war)
    what = figures or mounts or war.commanders[due.commander].name
    kept_away = f"{'WAITING' if due.waits else 'LOST'}: {what}. {due.lost}"
    line = kept_away if due.lost else f"{what}: {where}" if figures and where else what
    remarks = "" if due.lost else "".join(f". {remark}" for remark in _remarks(due, book))
    return f"{line}{remarks} ({', '.join(due.rules)})" if due.rules else f"{line}{remarks}"


def _remarks(due: Due, book: Book) -> Iterator[str]:
    """What else the owner should know; the last full stop is left to whoever wrote the note."""
    if due.instead:
        others = " or ".join(book.profiles[profile].name for profile in due.instead)
        who = "It" if sum(each.count for each in due.figures) == 1 else "One"
        yield f"{who} may be {_a(others)} if none is in play"
    if due.kept_since is not None:
        yield f"Kept back since turn {due.kept_since}"
    if due.note:
        yield due.note


def _a(name: str) -> str:
    return f"{'an' if name[0].casefold() in 'aeiou' else 'a'} {name}"
