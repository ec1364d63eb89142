"""How each side wins, as a chart tells it, and which the main bases are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.printing.blocks import Text
from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_quick import wins
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import join, main_bases
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Side

MAIN_BASES = {side: f"Main bases of {side}:" for side in ("good", "evil")}
NO_SHARE = "Who has lost a home base has no share in it."


def victories(
    material: Material,
    arrivals: Sequence[Coming],
    commanders: Sequence[CommanderId],
    *,
    in_short: bool = False,
) -> tuple[Text, Text]:
    """How their side wins, and how the other, with the bases by name.

    Where the reinforcements name them, or room is short, few words do for the other side, and follow at once.
    """
    found = [material.scenario.commanders[one] for one in commanders]
    listed = [one.strong for one in main_bases_named(material, arrivals)]
    sides: tuple[Side, ...] = ("good", "evil") if found[0].side == "good" else ("evil", "good")
    few = in_short or MAIN_BASES[sides[0]] in listed
    ours = wins(material, sides[0], named=MAIN_BASES[sides[1]] not in listed, but_for=commanders)
    theirs = wins(material, sides[1], named=not few)
    if sides[0] == "good" and any(one.home for one in found):
        cite(("VIC-09",))
        ours = f"{ours} {NO_SHARE}"
    if few:
        return Text(f"{ours} {theirs}"), Text("")
    return Text(ours), Text(theirs)


def main_bases_named(material: Material, lines: Sequence[Coming]) -> Iterator[Text]:
    """Which the main bases are, where something may come to any of them."""
    for side, places in main_bases(material.scenario).items():
        if any(f"any main base of {side}" in one.where.lower() for one in lines):
            names = join(material.scenario.place_names[place] for place in places)
            yield Text(f"{names}.", strong=MAIN_BASES[side])
