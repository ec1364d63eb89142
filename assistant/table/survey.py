"""FRC-01..06, CMB-01, CMB-02, MOV-13: who stands together, who fights and who is pinned, by measuring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from assistant.kernel.evidence import enforced
from assistant.kernel.inches import Mil
from assistant.table.bases import GRAINS_PER_MIL, Standing
from assistant.table.bodies import Bodies, Bools, Ints, Measure
from assistant.table.nodes import Layout, Nodes, components, neighbours, numbered, reachable

TOGETHER = Mil(1000)
"""FRC-01, CMB-01: figures this near are one force if friends, and fight if foes."""
REACH = Mil(6000)
"""CMB-02: how near an enemy a figure of a fighting force must be to fight."""
SQUARE_OF_SIX_INCHES = 4242 * GRAINS_PER_MIL
"""Any two points of such a square are within six inches of one another."""
SQUARE_INCH = 1000 * GRAINS_PER_MIL


@dataclass(frozen=True, slots=True)
class Force:
    """FRC-01: figures of one side that stand together on one table, in the order they were listed."""

    id: str
    side: str
    table: str
    figures: tuple[str, ...]
    characters_only: bool
    lead: str
    """FRC-04, AMB-084: who stands for a force of characters only; of others the best leader."""


@dataclass(frozen=True, slots=True)
class Combat:
    """CMB-01, CMB-02: forces that touch, and those of their figures that are in reach, by side."""

    forces: tuple[str, ...]
    fighters: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """What measuring tells of a whole table."""

    forces: tuple[Force, ...]
    combats: tuple[Combat, ...]
    pinned: tuple[str, ...]
    """MOV-13: figures within an inch of an enemy."""


def survey(figures: Sequence[Standing], measure: Measure = "edge") -> Survey:
    """Measure everything once: forces, then who of them touch, then who is near enough to fight."""
    if not figures:
        return Survey((), (), ())
    return _Surveyor(figures, measure).tell()


class _Surveyor:
    """One survey under way: arrays by figure, in the order the figures were listed."""

    def __init__(self, figures: Sequence[Standing], measure: Measure) -> None:
        self.figures = figures
        self.ids = [figure.id for figure in figures]
        self.bodies = Bodies.of(figures, measure)
        self.side_names = tuple(dict.fromkeys(figure.side for figure in figures))
        self.side = _numbers([figure.side for figure in figures])
        self.table = _numbers([figure.table for figure in figures])
        self.army = self.table * len(self.side_names) + self.side
        self.everyone = np.arange(len(figures))

    def tell(self) -> Survey:
        self._find_forces()
        self._find_contacts()
        self._find_fighters()
        if self.pinned.any():
            enforced("MOV-13")
        pinned = [self.ids[one] for one in np.flatnonzero(self.pinned).tolist()]
        return Survey(tuple(self._forces()), tuple(self._combats()), tuple(pinned))

    def _find_forces(self) -> None:
        """FRC-01, FRC-06: chains of steps of an inch or less; whoever stands alone is a force of one."""
        enforced("FRC-01")
        self.shift = Layout.of(self.bodies, self.table, self._gap(TOGETHER)).shift
        self.nodes = Nodes.thinned(self.bodies, self.everyone, self.army, self.table)
        self.near = neighbours(self.nodes, TOGETHER, self.shift)
        left, right, sure = self.near.left, self.near.right, self.near.sure
        friends = self.nodes.kind[left] == self.nodes.kind[right]
        joined = components(len(self.nodes.first), left[friends & sure], right[friends & sure])
        unsure = friends & ~sure
        unsure[unsure] = joined[left[unsure]] != joined[right[unsure]]
        links = [(left[friends & sure], right[friends & sure])]
        node = np.empty(len(self.figures), dtype=np.int64)
        node[self.nodes.members] = self.nodes.spread()
        for one, other in self.nodes.pairs(left[unsure], right[unsure], self.nodes):
            touching = self.bodies.within(TOGETHER, one, other)
            links.append((node[one[touching]], node[other[touching]]))
        label = components(
            len(self.nodes.first),
            np.concatenate([a for a, _ in links]),
            np.concatenate([b for _, b in links]),
        )
        self.force = _by_first(label[node])
        order = np.argsort(self.force, kind="stable")
        ends = np.cumsum(np.bincount(self.force)).tolist()
        listed = order.tolist()
        self.muster = [listed[first:end] for first, end in pairwise((0, *ends))]
        self.lead = np.array([self._lead(members) for members in self.muster])
        self.hidden = self._find_hidden()

    def _lead(self, members: list[int]) -> int:
        """AMB-084: whoever is named, else the highest leadership, else the first listed."""
        if len(members) == 1:
            return members[0]
        return max(members, key=lambda one: (self.figures[one].leads, self.figures[one].leadership))

    def _find_hidden(self) -> Bools:
        """FRC-04: who of a force of characters only stands, for all that matters, where their leader does."""
        self.characters = np.array([figure.is_character for figure in self.figures])
        others = np.bincount(self.force, weights=~self.characters) > 0
        self.characters_only = ~others
        hidden = self.characters_only[self.force]
        hidden[self.lead] = False
        if hidden.any():
            enforced("FRC-04")
        return hidden

    def _find_contacts(self) -> None:
        """CMB-01, MOV-13: foes within an inch; forces linked by such contacts fight as one (AMB-034)."""
        if self.hidden.any():
            shown = np.flatnonzero(~self.hidden)
            self.nodes = Nodes.thinned(self.bodies, shown, self.army[shown], self.table)
            self.near = neighbours(self.nodes, TOGETHER, self.shift)
        left, right, sure = self.near.left, self.near.right, self.near.sure
        foes = self.nodes.kind[left] != self.nodes.kind[right]
        left, right, sure = left[foes], right[foes], sure[foes]
        held = np.zeros(len(self.nodes.first), dtype=bool)
        held[left[sure]] = held[right[sure]] = True
        pinned = np.zeros(len(self.figures), dtype=bool)
        pinned[self.nodes.members] = held[self.nodes.spread()]
        force = self.force[self.nodes.body]
        links = [(force[left[sure]], force[right[sure]])]
        joined = components(len(self.muster), *links[0])
        news = ~(held[left] & held[right] & (joined[force[left]] == joined[force[right]]))
        for one, other in self.nodes.pairs(left[~sure & news], right[~sure & news], self.nodes):
            touching = self.bodies.within(TOGETHER, one, other)
            links.append((self.force[one[touching]], self.force[other[touching]]))
            pinned[one[touching]] = pinned[other[touching]] = True
        one, other = (np.concatenate(column) for column in zip(*links, strict=True))
        self.combat = components(len(self.muster), one, other)
        self.fighting = np.zeros(len(self.muster), dtype=bool)
        self.fighting[one] = self.fighting[other] = True
        self.pinned = self._with_their_leader(pinned)

    def _with_their_leader(self, true: Bools) -> Bools:
        """FRC-04: of a force of characters all or none, by their leader's place."""
        spread = true.copy()
        spread[self.hidden] = true[self.lead][self.force[self.hidden]]
        return spread

    def _find_fighters(self) -> None:
        """CMB-02: of the forces of a combat those within six inches of any of its enemies."""
        self.fights = np.zeros(len(self.figures), dtype=bool)
        combat = self.combat[self.force]
        who = np.flatnonzero(self.fighting[self.force] & ~self.hidden)
        if not len(who):
            return
        enforced("CMB-01")
        enforced("CMB-02")
        self.fights[who] = self._shares_a_square(who, combat)
        left = who[~self.fights[who]]
        shift = Layout.of(self.bodies, combat, self._gap(REACH)).shift
        for side in range(len(self.side_names)):
            seekers, foes = left[self.side[left] == side], who[self.side[who] != side]
            if len(seekers) and len(foes):
                self._seek(seekers, foes, combat, shift)
        self.fights = self._with_their_leader(self.fights)

    def _shares_a_square(self, who: Ints, combat: Ints) -> Bools:
        """Whoever shares a square with an enemy of the same combat is near enough for sure."""
        x, y = self.bodies.x[who] // SQUARE_OF_SIX_INCHES, self.bodies.y[who] // SQUARE_OF_SIX_INCHES
        square, side = numbered(x, y, combat[who]), self.side[who]
        most, least = np.full((2, square.max() + 1), -1)
        np.maximum.at(most, square, side)
        least = most.copy()
        np.minimum.at(least, square, side)
        mixed: Bools = (most != least)[square]
        return mixed

    def _seek(
        self, seekers: Ints, foes: Ints, combat: Ints, shift: np.ndarray[tuple[int], np.dtype[np.float64]]
    ) -> None:
        """Mark those of one side who have an enemy of their combat in reach."""
        nodes = Nodes.of(self.bodies, seekers, combat[seekers], SQUARE_INCH)
        others = Nodes.of(self.bodies, foes, combat[foes], SQUARE_INCH)
        near = reachable(nodes, others, REACH, shift)
        found = np.zeros(len(nodes.first), dtype=bool)
        found[near.left[near.sure]] = True
        self.fights[nodes.members] = found[nodes.spread()]
        unsure = ~near.sure & ~found[near.left]
        for one, other in nodes.pairs(near.left[unsure], near.right[unsure], others):
            self.fights[one[self.bodies.within(REACH, one, other)]] = True

    def _gap(self, reach: Mil) -> float:
        return float(4 * (reach * GRAINS_PER_MIL + self.bodies.outer.max() + SQUARE_OF_SIX_INCHES))

    def _forces(self) -> Iterator[Force]:
        leads, characters_only = self.lead.tolist(), self.characters_only.tolist()
        for number, members in enumerate(self.muster):
            first = self.figures[members[0]]
            yield Force(
                f"F{number + 1}",
                first.side,
                first.table,
                tuple([self.ids[one] for one in members]),
                characters_only[number],
                self.ids[leads[number]],
            )

    def _combats(self) -> Iterator[Combat]:
        together: dict[int, list[int]] = {}
        combats = self.combat.tolist()
        for force in np.flatnonzero(self.fighting).tolist():
            together.setdefault(combats[force], []).append(force)
        fights = self.fights.tolist()
        for forces in together.values():
            if len(forces) > 2:
                enforced("FRC-03")
            fighters: dict[str, list[int]] = {}
            for force in forces:
                members = self.muster[force]
                of_side = fighters.setdefault(self.figures[members[0]].side, [])
                of_side += [one for one in members if fights[one]]
            yield Combat(
                tuple([f"F{force + 1}" for force in forces]),
                tuple(
                    [(side, tuple([self.ids[one] for one in sorted(who)])) for side, who in fighters.items()]
                ),
            )


def _numbers(names: Sequence[str]) -> Ints:
    """Names as numbers, in the order they first come up."""
    known = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([known[name] for name in names], dtype=np.int64)


def _by_first(label: Ints) -> Ints:
    """Labels as numbers from 0 on, in the order of their first figure."""
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]
