"""What a game so far leaves on a sheet: ticks, strokes, and forces where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.printing.blocks import Mark, Text
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


def marks_of(now: Now | None, lines: Sequence[Coming]) -> tuple[Mark, ...]:
    """What the boxes of some arrivals hold already."""
    return tuple(now.mark(one.id) for one in lines) if now else ()


def lost_word(now: Now | None, one: Coming) -> str:
    """Said before an arrival that will not come any more; a rhythm goes on."""
    return LOST if now and one.source != "regular" and now.mark(one.id) == "struck" else ""
