"""Forces and combats of 500 to 100,000 figures, beside measuring every pair and scipy's k-d tree."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.cli.common import load_game
from assistant.cli.way import walkers_of
from assistant.kernel.inches import Mil, Point
from assistant.rules.moving.routes import journey, reach_from
from assistant.table.bases import POINT, Standing
from assistant.table.survey import survey

SIZES = (500, 2_000, 10_000, 100_000)
JUDGED = 10_000
SQUARE_INCHES_EACH = 1.5
TIMES = 5
STACKED = 5_000

AT_LEAST_TIMES_BRUTE_FORCE = 100
AT_MOST_TIMES_THE_TREE = 8
TEN_TIMES_THE_FIGURES_AT_MOST = 14
STACKED_AT_MOST_MS = 100
ROUTE_AT_MOST_MS = 300
WAYS = 60
COMPANIES = ("12 orc", "6 rider-of-rohan", "frodo, sam", "1 mumak")

Told = tuple[list[list[str]], list[list[str]], list[str]]


def scattered(count: int) -> list[Standing]:
    """Two armies all over a table that grows with them, as thick as in the middle of a great battle."""
    random = Random(count)
    side = int((count * SQUARE_INCHES_EACH) ** 0.5 * 1000)
    return [
        Standing(
            f"f{number}",
            random.choice(("good", "evil")),
            "south",
            Point(Mil(random.randrange(side)), Mil(random.randrange(side))),
            POINT,
        )
        for number in range(count)
    ]


def stacked(count: int) -> list[Standing]:
    """Everyone on one spot."""
    return [
        Standing(f"f{number}", ("good", "evil")[number % 2], "south", Point(Mil(0), Mil(0)))
        for number in range(count)
    ]


def brute_force(figures: Sequence[Standing]) -> Told:
    """Every pair, in plain Python."""
    count = len(figures)
    places = [(figure.at.x, figure.at.y) for figure in figures]
    sides = [figure.side for figure in figures]
    force, combat = list(range(count)), list(range(count))

    def root(parents: list[int], one: int) -> int:
        while parents[one] != one:
            parents[one] = parents[parents[one]]
            one = parents[one]
        return one

    pinned, reaching = set[int](), list[tuple[int, int]]()
    for one in range(count):
        x, y = places[one]
        side = sides[one]
        for other in range(one):
            apart = (x - places[other][0]) ** 2 + (y - places[other][1]) ** 2
            if apart > 36_000_000:
                continue
            if side != sides[other]:
                reaching.append((one, other))
            if apart <= 1_000_000:
                combat[root(combat, one)] = root(combat, other)
                if side == sides[other]:
                    force[root(force, one)] = root(force, other)
                else:
                    pinned.update((one, other))
    fights = {
        who for one, other in reaching if root(combat, one) == root(combat, other) for who in (one, other)
    }
    forces = [root(force, one) for one in range(count)]
    combats = [root(combat, one) for one in range(count)]
    return _told(figures, forces, combats, fights, pinned)


def with_a_tree(figures: Sequence[Standing]) -> Told:
    """The same with the k-d tree and the graphs of scipy."""
    count = len(figures)
    places = np.array([(figure.at.x, figure.at.y) for figure in figures], dtype=float)
    good = np.array([figure.side == "good" for figure in figures])
    tree = cKDTree(places)
    near = tree.query_pairs(1000, output_type="ndarray")
    friends = good[near[:, 0]] == good[near[:, 1]]
    forces = _components(count, near[friends])
    combats = _components(count, near)
    pinned = np.unique(near[~friends])
    fighting = np.isin(combats, combats[pinned])
    fights = set[int]()
    ours, theirs = np.flatnonzero(fighting & good), np.flatnonzero(fighting & ~good)
    if len(ours):
        reach = cKDTree(places[ours]).sparse_distance_matrix(
            cKDTree(places[theirs]), 6000, output_type="ndarray"
        )
        one, other = ours[reach["i"]], theirs[reach["j"]]
        same = combats[one] == combats[other]
        fights = {*one[same].tolist(), *other[same].tolist()}
    return _told(figures, forces.tolist(), combats.tolist(), fights, set(pinned.tolist()))


def _components(count: int, pairs: np.ndarray) -> np.ndarray:
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    labels: np.ndarray = connected_components(graph, directed=False)[1]
    return labels


def _told(
    figures: Sequence[Standing], forces: list[int], combats: list[int], fights: set[int], pinned: set[int]
) -> Told:
    together: dict[int, list[str]] = {}
    fighters: dict[int, list[str]] = {}
    for one, figure in enumerate(figures):
        together.setdefault(forces[one], []).append(figure.id)
        if one in fights:
            fighters.setdefault(combats[one], []).append(figure.id)
    return list(together.values()), list(fighters.values()), [figures[one].id for one in sorted(pinned)]


def ours(figures: Sequence[Standing]) -> Told:
    """The survey, as the others tell it."""
    seen = survey(figures)
    forces = [list(force.figures) for force in seen.forces]
    return (
        forces,
        [[one for _, who in combat.fighters for one in who] for combat in seen.combats],
        list(seen.pinned),
    )


def agree(one: Told, other: Told) -> bool:
    """Whether two ways of measuring tell the same."""
    return all(
        sorted(sorted(group) for group in one[part]) == sorted(sorted(group) for group in other[part])
        for part in (0, 1)
    ) and sorted(one[2]) == sorted(other[2])


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The least processor time of several runs, with Python's collector at rest as `timeit` has it."""
    taken = []
    gc.disable()
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
        gc.collect()
    gc.enable()
    return min(taken) * 1000


def routes() -> float:
    """The longest that any company waits for a way between two places, a refusal, or its reach."""
    game = load_game()
    atlas = game.scenario.atlas
    places = [place for sheet in atlas.sheets.values() for place in sheet.footprints]
    random, longest = Random(1), 0.0
    print("who                  ways   longest ms   turns   reaches   longest ms")
    for who in COMPANIES:
        walkers = walkers_of(game.book, game.scenario, who, ())
        journey(game.book, atlas, walkers, places[0], places[-1])
        pairs = [random.sample(places, 2) for _ in range(WAYS)]
        ways, turns = list[float](), 0
        for start, end in pairs:
            begun = time.process_time()
            found = journey(game.book, atlas, walkers, start, end).way
            ways.append((time.process_time() - begun) * 1000)
            turns = max(turns, found.turns if found else 0)
        seen = list[float]()
        for start, _ in pairs:
            begun = time.process_time()
            reach_from(game.book, atlas, walkers, start)
            seen.append((time.process_time() - begun) * 1000)
        print(f"{who:<18} {len(ways):>6} {max(ways):>12.0f} {turns:>7} {len(seen):>9} {max(seen):>12.0f}")
        longest = max(longest, *ways, *seen)
    return longest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--brute-up-to", type=int, default=JUDGED, help="measure every pair up to so many")
    brute_up_to = parser.parse_args().brute_up_to
    print("figures   ours ms   k-d tree ms   every pair ms   ours/tree   pairs/ours")
    taken, kept = dict[int, float](), True
    for size in SIZES:
        figures = scattered(size)
        told = ours(figures)
        if not agree(told, with_a_tree(figures)):
            print(f"{size:>7,}: the survey and the k-d tree disagree.")
            return 1
        taken[size] = milliseconds(lambda: survey(figures), TIMES)  # noqa: B023
        tree = milliseconds(lambda: with_a_tree(figures), TIMES)  # noqa: B023
        print(f"{size:>7,} {taken[size]:>9.1f} {tree:>13.1f}", end=" ")
        if size > brute_up_to:
            print(f"{'not measured':>15} {taken[size] / tree:>11.1f}")
            continue
        pairs = milliseconds(lambda: brute_force(figures), 1)  # noqa: B023
        print(f"{pairs:>15,.0f} {taken[size] / tree:>11.1f} {pairs / taken[size]:>12.0f}")
        kept &= agree(told, brute_force(figures)) if size < JUDGED else True
        if size == JUDGED:
            kept &= pairs / taken[size] >= AT_LEAST_TIMES_BRUTE_FORCE
            kept &= taken[size] / tree <= AT_MOST_TIMES_THE_TREE
    growth = taken[10 * JUDGED] / taken[JUDGED]
    heap = milliseconds(lambda: survey(stacked(STACKED)), TIMES)
    print(f"Ten times the figures take {growth:.1f} times as long; {STACKED:,} on one spot {heap:.0f} ms.")
    slowest = routes()
    print(f"No way, refusal or reach takes longer than {slowest:.0f} ms.")
    kept &= slowest < ROUTE_AT_MOST_MS
    kept &= growth <= TEN_TIMES_THE_FIGURES_AT_MOST and heap < STACKED_AT_MOST_MS
    print("All within bounds." if kept else "Out of bounds.")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
