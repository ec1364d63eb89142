"""What has happened in a fight, and to those who fought it."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.core.draft import Draft
from assistant.rules.core.fact import Fact, fact
from assistant.rules.world import Condition

FROM_AMBUSH = "from ambush"
PARALYZED_AND_BEATEN = "lost while paralyzed"
ONLY_STRIKES = "only strikes"
"""Causes that the telling of a fight knows."""


@fact
class Dismounted(Fact):
    """DEF-05, MNT-02: figures lost their mounts, in combat or by going where no mount can go."""

    figures: tuple[FigureId, ...]
    how: Literal["in-combat", "left-outside"] = "in-combat"
    kind: Literal["dismounted"] = "dismounted"

    def write(self, world: Draft) -> None:
        lost = {"unhorsed": self.how == "in-combat", "unhorsed_in": world.war.turn}
        world.change(self.figures, mounted=False, **lost)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Mounted(Fact):
    """MNT-03..11: figures have mounts; `again` those that they lost in combat."""

    figures: tuple[FigureId, ...]
    again: bool = False
    kind: Literal["mounted"] = "mounted"

    def write(self, world: Draft) -> None:
        again = {"remounted_in": world.war.turn} if self.again else {}
        world.change(self.figures, mounted=True, unhorsed=False, **again)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Suffered(Fact):
    """Figures of one side met the same end in the same way."""

    figures: tuple[FigureId, ...]
    condition: Condition
    cause: str
    kind: Literal["suffered"] = "suffered"

    def write(self, world: Draft) -> None:
        for one in self.figures:
            world.change((one,), hurt=self.condition == "captured" and world.is_hurt(one))
        world.change(self.figures, condition=self.condition)
        world.war.since.update(dict.fromkeys(self.figures, world.war.turn))
        world.fall_out(self.figures, self.condition)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class LivesLost(Fact):
    """ART-03, PPL-MUMAKIL-01: a weapon or beast lost crew, or a hull was hit; who stepped in goes first."""

    figure: FigureId
    number: int
    cause: str
    recruits: tuple[FigureId, ...] = ()
    """ART-04: of those lost, the ones who had stepped in."""
    kind: Literal["lives-lost"] = "lives-lost"

    def write(self, world: Draft) -> None:
        """Recruits go first: as long as one of the first crew lives, others may step in."""
        weapon = world.figures[self.figure]
        fallen, left = weapon.recruits[: self.number], weapon.recruits[self.number :]
        lost = weapon.lives_lost + self.number - len(fallen)
        world.change((self.figure,), recruits=left, lives_lost=lost)
        world.change(fallen, condition="eliminated")

    def changes(self) -> tuple[str, ...]:
        return (self.figure, *self.recruits)


@fact
class CrewReplaced(Fact):
    """ART-04: infantry stepped in to serve a weapon."""

    weapon: FigureId
    figures: tuple[FigureId, ...]
    kind: Literal["crew-replaced"] = "crew-replaced"

    def write(self, world: Draft) -> None:
        recruits = (*world.figures[self.weapon].recruits, *self.figures)
        world.change((self.weapon,), recruits=recruits)
        world.change(self.figures, condition="serving")

    def changes(self) -> tuple[str, ...]:
        return (self.weapon, *self.figures)


@fact
class GateTried(Fact):
    """ART-19: a ram ran at a gate in vain; the next try is easier."""

    figure: FigureId
    kind: Literal["gate-tried"] = "gate-tried"

    def write(self, world: Draft) -> None:
        world.change((self.figure,), tries=world.figures[self.figure].tries + 1)

    def changes(self) -> tuple[str, ...]:
        return (self.figure,)


@fact
class WallsBroken(Fact):
    """ART-19, ART-22: a gate was smashed or a wall breached."""

    place: str | None
    what: str
    by: tuple[FigureId, ...]
    kind: Literal["walls-broken"] = "walls-broken"

    def write(self, world: Draft) -> None:
        if self.place and self.place not in world.breached:
            world.breached.append(self.place)

    def changes(self) -> tuple[str, ...]:
        return (self.place, *self.by) if self.place else self.by


@fact
class WallsFell(Fact):
    """FOR-06: the holders of a fortress or tower lost it."""

    holder: Side
    into_tower: tuple[FigureId, ...]
    kind: Literal["walls-fell"] = "walls-fell"

    def write(self, world: Draft) -> None:
        world.change(self.into_tower, in_tower=True)

    def changes(self) -> tuple[str, ...]:
        return self.into_tower


@fact
class LeftTower(Fact):
    """TOW-04: figures came out of their tower."""

    figures: tuple[FigureId, ...]
    kind: Literal["left-tower"] = "left-tower"

    def write(self, world: Draft) -> None:
        world.change(self.figures, in_tower=False)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Recovered(Fact):
    """ABL-PARALYZE-2: figures are themselves again."""

    figures: tuple[FigureId, ...]
    kind: Literal["recovered"] = "recovered"

    def write(self, world: Draft) -> None:
        world.change(self.figures, condition="fit", hurt=False, left_behind=False, mending_at=None)
        world.set_down(self.figures)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Duelled(Fact):
    """MAG-01..04: wizards tried each other's strength; the loser neither strikes nor leads in this fight."""

    own: FigureId
    enemy: FigureId
    loser: FigureId | None
    kind: Literal["duelled"] = "duelled"

    def write(self, world: Draft) -> None:
        """Its loser is left out of this fight only."""

    def changes(self) -> tuple[str, ...]:
        return (self.own, self.enemy)


@fact
class FightEnded(Fact):
    """OUT-01..04: the score of a combat and who took part; no winner is a draw.

    Of a fight that was reported after it was fought at the table, the leadership is not known.
    """

    good_casualties: int
    good_leadership: int
    evil_casualties: int
    evil_leadership: int
    winner: Side | None
    fought: tuple[FigureId, ...] = ()
    turn: int | None = None
    reported: bool = False
    attacker: Side | None = None
    kind: Literal["fight-ended"] = "fight-ended"

    def write(self, world: Draft) -> None:
        world.fights += 1
        if self.turn is not None:
            world.change(self.fought, fought_in=self.turn, fought_after=self.attacker)

    def changes(self) -> tuple[str, ...]:
        return self.fought


@fact
class Retreated(Fact):
    """OUT-07, OUT-08: the beaten went back, a full move or as far as they could, and regroup."""

    figures: tuple[FigureId, ...]
    how: Literal["full-move", "blocked"]
    kind: Literal["retreated"] = "retreated"

    def write(self, world: Draft) -> None:
        world.change(self.figures, regrouping=True)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Called(Fact):
    """PPL-EAGLES-01, PPL-DEADARMY-01: a power that comes once in the game was called."""

    by: FigureId
    what: ProfileId
    figures: tuple[FigureId, ...]
    kind: Literal["called"] = "called"

    def write(self, world: Draft) -> None:
        world.called.append(self.what)

    def changes(self) -> tuple[str, ...]:
        return (self.by, *self.figures)


@fact
class Stayed(Fact):
    """ABL-PARALYZE-2, ABL-VENERABLE: figures that may not move in the turn after this fight."""

    figures: tuple[FigureId, ...]
    cause: str
    kind: Literal["stayed"] = "stayed"

    def write(self, world: Draft) -> None:
        world.change(self.figures, stays=True)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Readied(Fact):
    """OUT-08: the turn of regrouping or resting is over."""

    figures: tuple[FigureId, ...]
    kind: Literal["readied"] = "readied"

    def write(self, world: Draft) -> None:
        world.change(self.figures, stays=False, regrouping=False)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Turned(Fact):
    """HUN-03: figures are on another side now, or nobody's, or came to their senses."""

    figures: tuple[FigureId, ...]
    side: Side
    kind: Literal["turned"] = "turned"

    def write(self, world: Draft) -> None:
        world.change(self.figures, side=self.side)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Carried(Fact):
    """ABL-HERO-3, AMB-059: the wounded or captives are carried, at this speed; by nobody when set down."""

    figures: tuple[FigureId, ...]
    by: tuple[FigureId, ...]
    speed: Literal["full", "half"]
    kind: Literal["carried"] = "carried"

    def write(self, world: Draft) -> None:
        world.change(self.figures, left_behind=False)
        world.set_down(self.figures)
        if self.by:
            world.war.carried.update(dict.fromkeys(self.figures, self.by))

    def changes(self) -> tuple[str, ...]:
        return (*self.figures, *self.by)


@fact
class LeftBehind(Fact):
    """ABL-HERO-5: nobody carried the wounded; the enemy may slay or capture them."""

    figures: tuple[FigureId, ...]
    kind: Literal["left-behind"] = "left-behind"

    def write(self, world: Draft) -> None:
        world.change(self.figures, left_behind=True)
        world.set_down(self.figures)

    def changes(self) -> tuple[str, ...]:
        return self.figures


@fact
class Mending(Fact):
    """HEA-02: wounded while they defended a place of healing; they recover there in a full turn."""

    figures: tuple[FigureId, ...]
    place: PlaceId
    kind: Literal["mending"] = "mending"

    def write(self, world: Draft) -> None:
        world.change(self.figures, mending_at=self.place)

    def changes(self) -> tuple[str, ...]:
        return self.figures
