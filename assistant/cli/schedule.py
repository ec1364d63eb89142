"""`assistant schedule`: arrivals per turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from assistant.cli.common import json_option, print_json
from assistant.cli.loading import (
    each_pair,
    house_rules_option,
    load_war,
    pairs,
    read_house_rules,
    scenario_option,
)
from assistant.kernel.errors import Malformed

if TYPE_CHECKING:
    from assistant.rules.arrivals import CommanderId, Contingent, EventId
    from assistant.rules.book import ProfileId, Side
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
@click.option("--commander", metavar="ID", help="Only this commander's arrivals.")
@house_rules_option
@json_option
def schedule(
    scenario: str,
    turns: str,
    events: tuple[str, ...],
    choices: tuple[str, ...],
    holdings: tuple[str, ...],
    commander: str | None,
    house_rules: tuple[str, ...],
    as_json: bool,
) -> None:
    """List who arrives on which turn, and where."""
    from assistant.rules.near import no_such
    from assistant.rules.schedule import held
    from assistant.rules.schedule import schedule as work_out

    book, war = load_war(scenario)
    if commander is not None and commander not in war.commanders:
        raise no_such("commander", commander, war.commanders)
    found = work_out(
        war,
        _span(turns, "--turns", war.turns),
        house=read_house_rules(house_rules),
        events=_events(events),
        choices=_choices(choices),
        control=held(_holdings(holdings, war)),
    )
    if as_json:
        print_json({"turns": [_turn_json(turn, commander) for turn in found]})
        return
    names = {profile.id: profile.name for profile in book.profiles.values()}
    for turn in found:
        _show(turn, war, names, commander)


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


def _events(given: Iterable[str]) -> dict[EventId, int]:
    from assistant.rules.arrivals import EventId

    found = pairs(given, "--event", "ID=TURN")
    return {EventId(event): _turn(turn, "--event") for event, turn in found.items()}


def _choices(given: Iterable[str]) -> dict[str, Choice]:
    from assistant.rules.schedule import Choice

    found = {}
    for key, answer in pairs(given, "--choice", "ID=VALUE").items():
        value, at, turn = answer.partition("@")
        found[key] = Choice(value, _turn(turn, "--choice") if at else 1)
    return found


def _holdings(given: Iterable[str], war: Scenario) -> list[Held]:
    from assistant.rules.book import PlaceId
    from assistant.rules.near import no_such
    from assistant.rules.schedule import Held

    found = []
    places = {place for place in war.place_names if place not in war.spots or war.spots[place].barred}
    for name, answer in each_pair(given, "--held", "PLACE=SIDE"):
        side, at, when = answer.partition("@")
        place = PlaceId(name)
        if place in war.spots and place not in places:
            raise Malformed(
                "no-place-to-hold", f"Nobody can hold {war.place_names[place]}.", do="Leave it out."
            )
        if place not in places:
            raise no_such("place", name, sorted(places))
        if side not in SIDES:
            raise no_such("side", side, tuple(SIDES))
        turns = _span(when, "--held", war.turns) if at else range(1, war.turns + 1)
        last = turns[-1] if not at or "-" in when else None
        found.append(Held(place, SIDES[side], turns[0], last))
    return found


def _turn_json(turn: TurnArrivals, commander: str | None) -> dict[str, Any]:
    arrivals = [_due_json(due) for due in turn.arrivals if commander in (None, due.commander)]
    return {"turn": turn.turn, "arrivals": arrivals}


def _due_json(due: Due) -> dict[str, Any]:
    more = {
        "may_mount": list(due.may_mount),
        "instead": list(due.instead),
        "optional": due.optional,
        "note": due.note,
        "lost": due.lost,
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


def _show(turn: TurnArrivals, war: Scenario, names: dict[ProfileId, str], commander: str | None) -> None:
    """One turn as it is read out at the table, commander by commander."""
    by_commander: dict[CommanderId, list[Due]] = {}
    for due in turn.arrivals:
        if commander in (None, due.commander):
            by_commander.setdefault(due.commander, []).append(due)
    click.echo(f"Turn {turn.turn}" + ("" if by_commander else ": nobody arrives"))
    for who, dues in by_commander.items():
        click.echo(f"  {war.commanders[who].name}")
        for due in dues:
            click.echo(f"    {_line(due, war, names)}")


def _line(due: Due, war: Scenario, names: dict[ProfileId, str]) -> str:
    figures = ", ".join(_figures_text(each, names) for each in due.figures)
    mounts = " or ".join(names[profile] for profile in due.may_mount)
    where = " or ".join(war.place_names[place] for place in due.places)
    what = figures or mounts or war.commanders[due.commander].name
    line = f"LOST: {what}. {due.lost}" if due.lost else f"{what}: {where}" if figures and where else what
    note = f". {due.note}" if due.note and not due.lost else ""
    return f"{line}{note} ({', '.join(due.rules)})" if due.rules else f"{line}{note}"


def _figures_text(figures: Contingent, names: dict[ProfileId, str]) -> str:
    who = " or ".join(names[profile] for profile in figures.profiles)
    many = f"{figures.count} {who}" if figures.count > 1 or len(figures.profiles) > 1 else who
    how = {None: "", True: " mounted", False: " on foot"}[figures.mounted]
    carries = f" with {' and '.join(figures.carries)}" if figures.carries else ""
    return f"{many}{how}{carries}"
