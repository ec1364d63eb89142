"""What defeat costs, by the number of figures that still stand: the aftermath of many fights at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assistant.rules.combat.aftermath import FIGURES_PER_LOSS
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import FightingSide
from assistant.simulate.odds_table import Ints


@dataclass(frozen=True, slots=True)
class Defeat:
    """OUT-05, FOR-06..FOR-08: how a side pays for losing here."""

    overrun: bool
    refuge: bool = False
    room: int = 0
    also_pursued: bool = True
    by_the_way: tuple[int, int, int] = (0, 0, 0)
    """Those behind the walls who do not fight: army figures, engines, characters."""

    @classmethod
    def of(cls, fight: Fight, side: FightingSide) -> Defeat:
        site = fight.setup.site
        if site.fortress != side or site.at == "field":
            return cls(overrun=False)
        place = fight.book.places[site.place] if site.place else None
        return cls(
            overrun=True,
            refuge=site.tower and site.at == "walls",
            room=place.tower_room if place else 0,
            also_pursued=fight.house["AMB-083"] != "none",
            by_the_way=_standing_by(fight, side),
        )

    @property
    def number_standing_by(self) -> int:
        return sum(self.by_the_way)

    def losses(self, army: Ints, characters: Ints, weapons: Ints | int = 0) -> Ints:
        """How many of those standing are lost; no weapon finds room in a tower."""
        lost = np.zeros_like(army)
        left = army + characters
        if self.overrun:
            saved = characters + np.minimum(army, self.room) if self.refuge else np.zeros_like(army)
            lost, left = left + weapons - saved + self._lost_standing_by(army), saved
        if self.also_pursued:
            lost = lost - (-left // FIGURES_PER_LOSS)
        return lost

    def _lost_standing_by(self, army: Ints) -> Ints:
        """FOR-06: of those out of reach; room that the army in reach leaves in the tower is theirs."""
        others, engines, _ = self.by_the_way
        if not self.refuge:
            return np.full_like(army, self.number_standing_by)
        return others - np.clip(self.room - army, 0, others) + engines


def behind_the_walls(fight: Fight, side: FightingSide) -> tuple[Combatant, ...]:
    """FOR-06: who is lost with the walls without having fought; in doubt they are taken to be inside."""
    orders = fight.orders(side)
    by = tuple(one for one in fight.reserves(side) if one.id not in orders.outside)
    return by + fight.as_declared(side, orders.inside + orders.perhaps_inside)


def _standing_by(fight: Fight, side: FightingSide) -> tuple[int, int, int]:
    profiles = [one.profile for one in behind_the_walls(fight, side)]
    characters = sum(one.is_character for one in profiles)
    engines = sum(one.kind == "artillery" for one in profiles)
    return len(profiles) - characters - engines, engines, characters
