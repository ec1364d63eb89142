"""Commands that look and change nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import wrap

import click

from assistant.campaign.chronicle import chronicle as tell
from assistant.campaign.clock import require_in_record
from assistant.campaign.ringbearer import ring_line
from assistant.cli.campaign import play_show as show
from assistant.cli.campaign.play_commands import COMMANDS, Command, command, needs, understood, whole
from assistant.cli.campaign.play_names import parted
from assistant.cli.campaign.play_sitting import Quit, Sitting
from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.seen import seen
from assistant.rules.near import no_such

USAGE, NARROWEST, WIDEST = 36, 60, 110
GROUPS: Mapping[str, str] = {
    "The turn": "play_turns",
    "Quiet turns": "play_quickly",
    "Forces and figures": "play_forces",
    "Fights": "play_battle",
    "Places, captives and points": "play_holding",
    "Inches": "play_measuring",
    "Seats": "play_seating",
    "Looking, and leaving": "play_looks",
}
"""The commands as `help` groups them, by the modules in which they are."""


def echo(lines: Iterable[str]) -> None:
    """Print line by line; a text in it begins no line of its own."""
    for line in lines:
        click.echo(seen(line))


@command("where", "where the game stands and what is due", "look", "status", "w")
def where(sitting: Sitting, text: str) -> None:
    echo(show.where(sitting))


@command("due", "what is due now, numbered", "d", "list")
def due(sitting: Sitting, text: str) -> None:
    echo(show.due_lines(sitting))


@command("may", "declarations, choices and powers that are possible, numbered", "options")
def may(sitting: Sitting, text: str) -> None:
    echo(show.may_lines(sitting))


@command("forces of rohan", "everyone's forces, or a commander's, a side's or those `at` a place")
def forces(sitting: Sitting, text: str) -> None:
    said, found = parted(text, "of", "at"), [*sitting.world.war.forces.values()]
    whose = said.get("of") or said[""]
    if whose:
        wanted = sitting.meaning.commanders(whose)
        found = [force for force in found if force.commander in wanted]
    if said.get("at"):
        place = sitting.meaning.place(said["at"])
        found = [force for force in found if force.place == place]
    echo(show.force_lines(sitting, found))


@command("show faramir", "a force, a figure, a place or a commander; `show ring` who bears it", "s", "who")
def show_one(sitting: Sitting, text: str) -> None:
    meaning = sitting.meaning
    if not text:
        echo(show.where(sitting))
        return
    if text.lower().removeprefix("the ") == "ring":
        echo([ring_line(sitting.kit, sitting.world)])
        return
    if gone := meaning.gone(text):
        echo(show.figure_lines(sitting, gone))
        return
    looks: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: show.force_in_full(sitting, meaning.force(text)),
        lambda: show.figure_lines(sitting, meaning.figure(text)),
        lambda: show.place_lines(sitting, meaning.place(text)),
        lambda: show.commander_lines(sitting, meaning.commander(text)),
    )
    several: AssistantError | None = None
    for look in looks:
        try:
            echo(look())
            return
        except Illegal as error:
            several = error if error.code == "which-one" else several
        except AssistantError:
            continue
    if several is not None:
        raise several
    raise no_such("force, figure, place or commander", text, [*sitting.world.war.forces])


@command("places", "who holds what")
def places(sitting: Sitting, text: str) -> None:
    if text:
        echo(show.place_lines(sitting, sitting.meaning.place(text)))
    else:
        echo(show.places_lines(sitting))


@command(
    "standings",
    "status points, how far each way to win has come, all counted",
    "victory",
    "score",
)
def standings(sitting: Sitting, text: str) -> None:
    echo(show.standings_lines(sitting))


@command("coming", "the arrivals of the next turns", "preview")
def coming(sitting: Sitting, text: str) -> None:
    echo(show.coming_lines(sitting))


@command("limits", "what binds commanders until their wars are declared")
def limits(sitting: Sitting, text: str) -> None:
    echo(show.limits_lines(sitting))


@command("seats", "who plays what")
def seats(sitting: Sitting, text: str) -> None:
    echo(show.seats_lines(sitting))


@command("clock 18", "how long turns take, how long was played, and when turn 18 ends at this pace")
def clock(sitting: Sitting, text: str) -> None:
    words = text.lower().removeprefix("turn").strip()
    wanted = whole(words, "turn") if words else None
    if wanted is not None and wanted < sitting.world.war.turn:
        raise Illegal("turn-past", f"Turn {wanted} is over.", do="Name this turn or a later one.")
    require_in_record(wanted, sitting.kit.scenario.turns)
    echo(show.day_lines(sitting, wanted))


@command("chronicle", "the whole game as a story", "story")
def chronicle(sitting: Sitting, text: str) -> None:
    echo(tell(sitting.service, sitting.campaign).lines())


@command("history 20", "the newest deeds with their numbers", "log")
def history(sitting: Sitting, text: str) -> None:
    echo(show.history_lines(sitting, whole(text, "number of deeds") if text else show.MOST_HISTORY))


@command("deed 12", "one deed with all that was told of it, and who did it when")
def deed(sitting: Sitting, text: str) -> None:
    echo(show.deed_lines(sitting, whole(needs(text, "deed 12"), "deed")))


@command("help move", "all commands, or one", "?", "h")
def help_(sitting: Sitting, text: str) -> None:
    if text:
        one, _ = understood(text)
        names = f" (also {', '.join(one.names[1:])})" if len(one.names) > 1 else ""
        click.echo(f"{one.usage}: {one.says}{names}")
        return
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    for title, module in GROUPS.items():
        click.echo(f"\n{title}:")
        for one in (one for one in COMMANDS if one.run.__module__.endswith(f".{module}")):
            echo(_help_lines(one, width))


def _help_lines(one: Command, width: int) -> Iterator[str]:
    """How a command is written, and beside it what it does; below it where there is no room."""
    usage, indent = f"  {one.usage}", " " * USAGE
    says = wrap(one.says, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    if len(usage) < USAGE:
        says[0] = usage + says[0][len(usage) :]
    else:
        yield usage
    yield from says


@command("quit", "leave; everything is kept", "q", "exit", "bye")
def quit_(sitting: Sitting, text: str) -> None:
    raise Quit
