"""What a game so far leaves on a sheet: ticks, strokes, and forces where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.printing.blocks import Mark, Text
from assistant.printing.sheets_arrivals import NOBODY as NOBODY_LEFT
from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_now import Now
from assistant.rules.arrivals import CommanderId

LOST = "Lost: "
NOBODY = "Nobody of yours is on the table."


def standing_of(now: Now, commander: CommanderId) -> Iterator[Text]:
    """Who of a commander's is where, a line for each place."""
    places: dict[str, list[str]] = {}
    for one in now.standings:
        if one.commander == commander:
            places.setdefault(one.where, []).append(one.who)
    for where, who in places.items():
        yield Text(f"{'; '.join(who)}.", bullet=True, strong=f"{where}:")
    if not places:
        yield Text(NOBODY)


def mark_of(now: Now | None, one: Coming) -> Mark:
    """What the box of an arrival holds: it has come, or will not."""
    if now is None:
        return ""
    return now.mark(one.id) or ("struck" if one.still == NOBODY_LEFT else "")


def marks_of(now: Now | None, lines: Sequence[Coming]) -> tuple[Mark, ...]:
    """What the boxes of some arrivals hold already."""
    return tuple(mark_of(now, one) for one in lines) if now else ()


def what_of(now: Now | None, one: Coming) -> str:
    """Who comes, or who of them still can; said to be lost if nobody will. A rhythm goes on."""
    if now is None or one.source == "regular":
        return one.what
    mark = mark_of(now, one)
    if mark == "struck":
        return f"{LOST}{one.what}"
    return one.still if one.still and mark != "tick" else one.what
