"""What the table's word has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.core.draft import Draft, put
from assistant.rules.core.fact import Fact, fact
from assistant.rules.core.resources import name_of_figure, ring_with
from assistant.rules.world import Condition


@dataclass(frozen=True, slots=True)
class Correction:
    """How a figure stands by the game master's word; what is not said stays as it is."""

    figure: FigureId
    condition: Condition | None = None
    mounted: bool | None = None
    regrouping: bool | None = None

    def __str__(self) -> str:
        said: list[str] = [self.condition] if self.condition else []
        said += [] if self.mounted is None else ["mounted" if self.mounted else "on foot"]
        said += [] if self.regrouping is None else ["regrouping" if self.regrouping else "ready to move"]
        return f"is {' and '.join(said)}"

    def write(self, world: Draft) -> None:
        """Put down what is said of the figure."""
        was = world.figures[self.figure]
        hurt = self.condition == "captured" and world.is_hurt(self.figure)
        said = {"condition": self.condition, "mounted": self.mounted, "regrouping": self.regrouping}
        known = {name: value for name, value in said.items() if value is not None}
        world.change((self.figure,), **known)
        if self.mounted is not None:
            # By whatever mishap it lost its mount, it may have another where riders mount again.
            unhorsed = not self.mounted and (was.mounted or was.unhorsed)
            world.change((self.figure,), unhorsed=unhorsed)
        if self.condition is not None:
            world.change((self.figure,), hurt=hurt, left_behind=False)
            world.war.since[self.figure] = world.war.turn
            world.fall_out((self.figure,), self.condition)


@fact
class Overruled(Fact):
    """The game master decided otherwise and said why; a ruling on a deed concerns everyone in it."""

    reason: str
    figures: tuple[Correction, ...]
    deed: int | None = None
    winner: Literal["good", "evil", "draw"] | None = None
    concerns: tuple[FigureId, ...] = ()
    kind: Literal["overruled"] = "overruled"

    def write(self, world: Draft) -> None:
        for one in self.figures:
            one.write(world)

    def changes(self) -> tuple[str, ...]:
        return tuple(one.figure for one in self.figures)

    def rests_on(self) -> tuple[str, ...]:
        """A figure that stands up again with the Ring has it for nobody else, so it matters who bore it."""
        restored = (ring_with(one.figure) for one in self.figures if one.condition is not None)
        return (*self.concerns, *restored)


@fact
class FigureNamed(Fact):
    """The table calls a figure so."""

    figure: FigureId
    name: str
    kind: Literal["figure-named"] = "figure-named"
    before: str = ""
    """What it was called, which is free now."""

    def write(self, world: Draft) -> None:
        put(world.war.names, self.figure, self.name or None)

    def changes(self) -> tuple[str, ...]:
        return (self.figure, *(name_of_figure(one) for one in (self.name, self.before) if one))

    def rests_on(self) -> tuple[str, ...]:
        return ()
