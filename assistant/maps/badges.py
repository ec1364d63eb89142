"""What is said of forces on the map: how many they are, and where they fight, in letters for each view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.maps.pieces import Scene, Token, radius, seam
from assistant.maps.svg import Pen
from assistant.maps.views import Box, Taken, View

SWORDS = "M-34-40l52 52M34-40l-52 52M4 26l22-22M-4 26l-22-22M19 13l16 16M-19 13l-16 16"
"""Two blades, two guards, two grips."""
LEAST_COUNT = {"near": 2, "mid": 2, "far": 12}
"""From how many figures on a force has its count; views that are not named show none.

From afar only hosts have one, and only a screen on a wall shows it: on a phone it would hide them.
"""
FROM_AFAR = 1.14
SPOTS = ((1, 1), (0, 1), (1, 0), (-1, 1), (1, -1), (-1, 0), (-1, -1), (0, -1))
"""East and north of a force, in the order in which its count is tried there."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A sign over a force, and the room it takes."""

    box: Box
    drawn: str


def badges(
    pen: Pen, table: str, scene: Scene, view: View, fights: Sequence[tuple[int, int]] = ()
) -> Iterator[Badge]:
    """Counts beside their forces where they can be read, and crossed swords on every fight."""
    swords = [_swords(x, y, view) for x, y in fights]
    if (least := LEAST_COUNT.get(view.name)) is not None:
        members, taken = scene.members(table), Taken(one.box for one in swords)
        for force in scene.groups:
            if len(members[force.id]) >= least:
                yield (count := _count(pen, force.side, members[force.id], view, taken))
                taken.add([count.box])
    yield from swords


def battlefields(pen: Pen, table: str, scene: Scene) -> list[tuple[int, int]]:
    """Where on a table enemies meet, a spot for each fight."""
    members = scene.members(table)
    meetings = ([members[id] for id in ids if members.get(id)] for ids in scene.contacts)
    middles = (seam(sides).centroid for sides in meetings if len(sides) > 1)
    return [pen.at(middle.x, middle.y) for middle in middles if not middle.is_empty]


def _count(pen: Pen, side: str, tokens: Sequence[Token], view: View, taken: Taken) -> Badge:
    """How many they are, at the first spot beside the force that no other sign lies over."""
    size = 72 * view.scale * (FROM_AFAR if view.is_distant else 1)
    kind = f"tally {side}{' on-walls' * view.is_distant}"
    wide, tall = round(size * (0.42 + 0.34 * len(str(len(tokens))))), round(size * 0.6)
    spots = [(x, y, (x - wide, y - tall, x + wide, y + tall)) for x, y in _around(pen, tokens, wide, tall)]
    x, y, box = next((spot for spot in spots if taken.is_free(spot[2])), spots[0])
    return Badge(
        box,
        f'<g class="{kind}" transform="translate({x} {y})"><rect x="{-wide}" y="{-tall}"'
        f' width="{2 * wide}" height="{2 * tall}" rx="{tall}"/><text y="{round(size * 0.34)}"'
        f' font-size="{round(size)}" text-anchor="middle">{len(tokens)}</text></g>',
    )


def _around(pen: Pen, tokens: Sequence[Token], wide: int, tall: int) -> Iterator[tuple[int, int]]:
    """Where the count of a force is looked for: at its upper right, then around it, and then further off."""
    for off in (0, 1, 2):
        for east, north in SPOTS:

            def outward(one: Token, east: int = east, north: int = north) -> float:
                return one.standing.at.y * north + one.standing.at.x * east / 4

            last = max(tokens, key=outward)
            x, y = pen.at(last.standing.at.x + east * radius(last), last.standing.at.y + north * radius(last))
            x, y = x + off * east * wide, y - off * north * tall
            # Nothing is read beyond the edge of the table.
            yield min(max(x, wide), pen.width - wide), min(max(y, tall), pen.height - tall)


def _swords(x: int, y: int, view: View) -> Badge:
    size = round(view.scale * (0.8 if view.is_distant else 1.1), 2)
    half = 62 * size
    return Badge(
        (x - half, y - half, x + half, y + half),
        f'<g class="clash" transform="translate({x} {y})scale({size})"><circle r="58"/>'
        f'<path d="{SWORDS}"/></g>',
    )
