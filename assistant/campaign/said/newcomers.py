"""Figures that a fight would bring to the table: shown to whoever leads, and confirmed one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import cast

from assistant.campaign.playing import Table
from assistant.kernel.codec import Json
from assistant.kernel.errors import Fault, Illegal
from assistant.kernel.forms import LONGEST_ID, Listed, Text
from assistant.rules.book import Book, ProfileId
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.wording import counted, join
from assistant.rules.world import World

New = Mapping[str, tuple[str, ProfileId]]
"""Side and profile, by figure."""
ADDITIONS = Listed(Text(LONGEST_ID, least=1))


def refuse_unless_confirmed(
    here: Table, deed: Mapping[str, Json], fight: FightSetup, additions: Json
) -> None:
    """Refuse figures that are in no record, unless whoever leads has said that they come."""
    if additions is not None:
        ADDITIONS.check(additions, "additions")
    confirmed = {*cast(list[str], additions or [])}
    book, new = here.kit.book, newcomers(here.world, deed, fight)
    for figure, (_, profile) in new.items():
        if profile not in book.profiles:
            raise Illegal("unknown-profile", f"{figure}: there is no profile {profile!r}.")
    asked = {figure: told for figure, told in new.items() if figure not in confirmed}
    if not asked:
        return
    raise Illegal(
        "new-figures",
        brought(book, asked),
        do="If that is meant, send it again with their ids as `additions`; else leave them out.",
        faults=[
            Fault("", figure, f"new, {book.profiles[profile].name}") for figure, (_, profile) in asked.items()
        ],
    )


def newcomers(world: World, deed: Mapping[str, Json], fight: FightSetup) -> New:
    """Figures that a fight names and no record knows."""
    return {figure: (side, profile) for side, figure, profile in _newcomers(world, deed, fight)}


def brought(book: Book, new: New) -> str:
    """That a fight would bring them to the table."""
    names = Counter((profile, side) for side, profile in new.values())
    told = join(f"{counted(book.profiles[one], number)} for {side}" for (one, side), number in names.items())
    return f"Not on record yet: {told}. This fight would bring them to the table for good."


def _newcomers(
    world: World, deed: Mapping[str, Json], fight: FightSetup
) -> Iterator[tuple[str, str, ProfileId]]:
    """Who is named and not on record, with side and profile; in a report also who joined in the middle."""
    known = world.figures
    for side in SIDES:
        for one in fight.side(side).figures:
            if one.figure not in known:
                yield side, one.figure, one.profile
    report = cast(Mapping[str, Json], deed.get("report", deed))
    for joining, figures in cast(Mapping[str, Mapping[str, str]], report.get("joined", {})).items():
        for figure, profile in figures.items():
            if figure not in known:
                yield joining, figure, ProfileId(profile)
