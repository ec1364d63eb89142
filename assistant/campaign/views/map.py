"""The tables as screens show them: the land once, and over it everyone where they stand now."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.campaign.mapped import places_of, scene_of, without_secrets
from assistant.campaign.permissions import Power
from assistant.campaign.playing import Table
from assistant.kernel.errors import Illegal
from assistant.maps.draw import bare_land, over
from assistant.maps.frame import MARGIN
from assistant.maps.pieces import Scene
from assistant.maps.svg import Pen
from assistant.rules.arrivals import CommanderId
from assistant.rules.game import RingOfPower
from assistant.rules.near import no_such
from assistant.rules.standing import forces_of, members
from assistant.rules.world import World
from assistant.table.atlas import Sheet

KEPT = 4
"""Campaigns whose last scene is kept: more are hardly played at once."""
LAYERS = 24
"""Drawn layers that are kept: every table for those who know the bearer and for those who do not."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A table's measures on the screen, land and figures alike."""

    id: str
    name: str
    box: str
    width: int
    height: int

    @classmethod
    def of(cls, sheet: Sheet) -> Frame:
        pen = Pen(sheet.width, sheet.height)
        width, height = pen.width + 2 * MARGIN, pen.height + 2 * MARGIN
        return cls(sheet.id, sheet.name, f"{-MARGIN} {-MARGIN} {width} {height}", width, height)


@dataclass(frozen=True, slots=True)
class Kept:
    """A scene as it was set out last: for which world, and as the how manyth."""

    world: World
    scene: Scene
    number: int


@dataclass
class Cartographer:
    """Draws the tables of one game; any thread may ask, and each scene is set out once."""

    game: RingOfPower
    _scenes: dict[str, Kept] = field(default_factory=dict)
    _layers: dict[str, str] = field(default_factory=dict)
    _drawn: int = 0
    _guard: threading.Lock = field(default_factory=threading.Lock)
    _drawing: threading.Lock = field(default_factory=threading.Lock)
    """Ten phones that ask at once for the same layer wait for one drawing of it."""

    def sheets(self) -> tuple[Sheet, ...]:
        """The tables and insets there are."""
        return tuple(self.game.scenario.atlas.sheets.values())

    def sheet(self, table: str) -> Sheet:
        """One of them by its id."""
        known = self.game.scenario.atlas.sheets
        if not known:
            raise Illegal("no-map", "This scenario has no map.", do="Draw one in its tables.toml.")
        if table not in known:
            raise no_such("table", table, known)
        return known[table]

    def land(self, table: str, *, by_night: bool = False) -> str:
        """All of a table that does not change during a game, as a drawing of its own."""
        scenario = self.game.scenario
        known = places_of(self.game.book, scenario)
        return bare_land(self.sheet(table), known, scenario.atlas, by_night=by_night)

    def frames(self) -> tuple[Frame, ...]:
        """The measures of all tables and insets."""
        return tuple(Frame.of(sheet) for sheet in self.sheets())

    def frame(self, table: str) -> Frame:
        """The measures of one of them."""
        return Frame.of(self.sheet(table))

    def edition(self, here: Table, power: Power) -> str:
        """Changes when a table looks different to somebody."""
        number = self._kept(here).number
        return f"{here.campaign.id}-{number}-{'known' if _may_know(here, power) else 'veiled'}"

    def kept_layer(self, here: Table, table: str, power: Power) -> str | None:
        """The same if it is drawn already: whoever looks again need not wait for anybody."""
        return self._layers.get(f"{self.edition(here, power)}-{self.sheet(table).id}")

    def layer(self, here: Table, table: str, power: Power) -> str:
        """Who stands on a table, for somebody: not everyone may know who bears the Ring."""
        sheet, edition = self.sheet(table), f"{self.edition(here, power)}-{table}"
        with self._drawing:
            if edition not in self._layers:
                while len(self._layers) >= LAYERS:
                    self._layers.pop(next(iter(self._layers)))
                self._layers[edition] = self._draw(sheet, here, power)
            return self._layers[edition]

    def _draw(self, sheet: Sheet, here: Table, power: Power) -> str:
        scene = self._kept(here).scene
        if not _may_know(here, power):
            scene = without_secrets(scene)
        fighting = {force for forces in scene.contacts for force in forces}
        scenario = self.game.scenario
        return over(sheet, places_of(self.game.book, scenario), scene, atlas=scenario.atlas, halo=fighting)

    def _kept(self, here: Table) -> Kept:
        """Set out anew only when somebody has moved, come or gone."""
        with self._guard:
            kept = self._scenes.get(here.campaign.id)
            if kept is not None and _looks_alike(kept.world, here.world):
                return kept
            scene = scene_of(self.game.kit, here.world)
            while len(self._scenes) >= KEPT:
                self._scenes.pop(next(iter(self._scenes)))
            self._drawn += 1
            made = self._scenes[here.campaign.id] = Kept(here.world, scene, self._drawn)
            return made


def _looks_alike(then: World, now: World) -> bool:
    """Whether the tables look the same."""
    was, war = then.war, now.war
    return (
        (was.turn, was.ring, was.contacts, was.names) == (war.turn, war.ring, war.contacts, war.names)
        and was.forces == war.forces
        and was.spots == war.spots
        and then.figures == now.figures
        and then.house_rules == now.house_rules
    )


def _may_know(here: Table, power: Power) -> bool:
    """The game master, and whoever commands the bearer."""
    bearer = here.world.war.ring.bearer
    force = here.world.war.force_of(bearer) if bearer else None
    return power.is_master or (force is not None and force.commander in power.commanders)


def home_table(here: Table, commanders: Sequence[CommanderId]) -> str:
    """The table on which most figures of some commanders stand; nothing if they have none on any."""
    sizes: Counter[str] = Counter()
    for force in (each for one in commanders for each in forces_of(here.world, one)):
        if (sheet := here.kit.scenario.atlas.sheet_of(force.place)) is not None:
            sizes[sheet.id] += len(members(here.world, force))
    return sizes.most_common(1)[0][0] if sizes else ""
