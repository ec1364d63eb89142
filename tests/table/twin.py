"""The same questions answered the slow way: every pair, exact fractions, nothing of ours but the figures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from assistant.table.bases import Standing

Told = tuple[list[list[str]], list[list[str]], list[str]]


def gap_is_within(one: Standing, other: Standing, inches: int, measure: str = "edge") -> bool:
    """Base edge to base edge, in inches; rectangles must face along the edges of the table."""
    boxes = [_box(figure, measure) for figure in (one, other)]
    apart = [
        max(Fraction(0), boxes[1][axis][0] - boxes[0][axis][1], boxes[0][axis][0] - boxes[1][axis][1])
        for axis in (0, 1)
    ]
    radii = sum((_radius(figure, measure) for figure in (one, other)), Fraction(0))
    return bool(apart[0] ** 2 + apart[1] ** 2 <= (inches + radii) ** 2)


def _radius(figure: Standing, measure: str) -> Fraction:
    if measure == "centre" or figure.base.length:
        return Fraction(0)
    return Fraction(figure.base.width, 2 * 254_000)


def _box(figure: Standing, measure: str) -> list[tuple[Fraction, Fraction]]:
    """A rectangle as its sides along x and y; a round base as its centre."""
    centre = [Fraction(figure.at.x, 1000), Fraction(figure.at.y, 1000)]
    half = [Fraction(0), Fraction(0)]
    if figure.base.length and measure == "edge":
        half = [Fraction(side, 2 * 254_000) for side in (figure.base.width, figure.base.length)]
        if figure.facing % 180:
            half.reverse()
    return [(middle - size, middle + size) for middle, size in zip(centre, half, strict=True)]


def twin(figures: Sequence[Standing], measure: str = "edge") -> Told:
    """Forces, the fighters of each combat and the pinned, each sorted."""
    count = len(figures)

    def near(one: int, other: int, inches: int) -> bool:
        return figures[one].table == figures[other].table and gap_is_within(
            figures[one], figures[other], inches, measure
        )

    def foes(one: int, other: int) -> bool:
        return figures[one].side != figures[other].side

    forces = _groups(count, lambda one, other: not foes(one, other) and near(one, other, 1))
    stands = list(range(count))
    for force in forces:
        if all(figures[one].is_character for one in force):
            lead = min(force, key=lambda one: (not figures[one].leads, -figures[one].leadership, one))
            for one in force:
                stands[one] = lead
    contacts = [
        (one, other)
        for one in range(count)
        for other in range(count)
        if foes(one, other) and near(stands[one], stands[other], 1)
    ]
    number = {one: index for index, force in enumerate(forces) for one in force}
    touching = {(number[one], number[other]) for one, other in contacts}
    combats = _groups(len(forces), lambda one, other: (one, other) in touching)
    fighters = [
        sorted(
            figures[one].id
            for one in who
            if any(foes(one, other) and near(stands[one], stands[other], 6) for other in who)
        )
        for combat in combats
        if len(combat) > 1
        for who in ([one for force in combat for one in forces[force]],)
    ]
    told = sorted(sorted(figures[one].id for one in force) for force in forces)
    return told, sorted(fighters), sorted({figures[one].id for one, _ in contacts})


def _groups(count: int, joined) -> list[list[int]]:  # type: ignore[no-untyped-def]
    """What hangs together, by walking from one to the next."""
    left, found = set(range(count)), list[list[int]]()
    while left:
        group, edge = [], [min(left)]
        left.discard(edge[0])
        while edge:
            one = edge.pop()
            group.append(one)
            next_to = [other for other in sorted(left) if joined(one, other)]
            left.difference_update(next_to)
            edge.extend(next_to)
        found.append(sorted(group))
    return found
