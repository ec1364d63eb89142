"""What is said of points and of the Ring, and who may hear it: everybody else is told the rest."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from assistant.rules.arrivals import CommanderId
from assistant.rules.kit import Kit
from assistant.rules.war import Points, War

RING_IN_HAND = " has the Ring in hand with its bearer"
FIRST_OF_ALL = "first of all."
CREDIT = "credit"
"""The question whose the points of a fight are."""
EARNED = re.compile(r"(.+?): [+-]\d+ status points?, ")
ABOUT_THE_RING = re.compile(r"(?:Good|Evil): the Ring is ")


def are_open(war: War) -> bool:
    """Whether everybody sees everybody's points: as the game master wishes, and when the game is over."""
    return war.standings_shown or war.ending is not None


def said(kit: Kit, points: Points) -> str:
    """Saruman: +20 status points, Helm's Deep taken."""
    return f"{kit.scenario.commanders[points.commander].name}: {earned(points.points)}, {points.reason}."


def earned(points: int) -> str:
    """+1 status point, -20 status points."""
    return f"{points:+} status point{'' if abs(points) == 1 else 's'}"


def heard(kit: Kit, war: War, log: Iterable[str], commanders: Collection[CommanderId]) -> Iterator[str]:
    """Of what was said, what players of these commanders may hear; old records are plain words as well."""
    ids = {one.name: one.id for one in kit.scenario.commanders.values()}
    for line in log:
        if (earning := EARNED.match(line)) and earning[1] in ids:
            if are_open(war) or ids[earning[1]] in commanders:
                yield line
        elif RING_IN_HAND in line:
            if ids.get(line.partition(RING_IN_HAND)[0]) in commanders:
                yield line
        elif not ABOUT_THE_RING.match(line):
            yield openly(kit, war, line)


def openly(kit: Kit, war: War, words: str) -> str:
    """A victory without the minion who is first of all, which tells who has most points."""
    if are_open(war) or FIRST_OF_ALL not in words:
        return words
    names = "|".join(re.escape(one.name) for one in kit.scenario.commanders.values())
    return re.sub(rf"(?<=\.) (?:{names})\b(?:(?! wins: ).)*?{re.escape(FIRST_OF_ALL)}", "", words)
