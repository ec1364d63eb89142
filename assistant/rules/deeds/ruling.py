"""The game master overrules what was recorded: the real table is always right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from assistant.kernel.codec import encode
from assistant.kernel.errors import AssistantError, Illegal, Malformed, refuse_all
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.deeds.checks import nowhere
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.facts import Correction, Overruled
from assistant.rules.kit import Kit
from assistant.rules.names import names_of
from assistant.rules.world import Condition, Figure, World

LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Ruling:
    """The game master's word against what was recorded, with the reason."""

    reason: str
    figures: tuple[Correction, ...] = ()
    deed: int | None = None
    winner: Literal["good", "evil", "draw"] | None = None
    concerns: tuple[FigureId, ...] = ()

    def plan(self, kit: Kit, world: World) -> Opening:
        refuse_all(self._wrong(kit, world))
        about = f"Ruling on deed {self.deed}" if self.deed is not None else "Ruling"
        holds = tuple(dict.fromkeys([*(one.figure for one in self.figures), *self.concerns]))
        return Opening(f"{about}: {self._told(kit, world)} ({self.reason.strip()})", holds, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(Overruled(self.reason.strip(), self.figures, self.deed, self.winner, self.concerns))
        desk.say(f"The game master rules: {self._told(kit, desk.world)}, because: {self.reason.strip()}")
        if self.winner is not None and (tired := self._still_regrouping(desk.world)):
            who, rule = names_of(kit, desk.world, tired), enforced("OUT-08")
            desk.say(
                f"Still as the first result left them, regrouping: {who} ({rule}). "
                "Rule on them too if they are ready after all."
            )
        yield from ()

    def _still_regrouping(self, world: World) -> list[Figure]:
        """OUT-08: who won is one thing, what it left behind another."""
        there = filter(None, map(world.figures.get, self.concerns))
        return [one for one in there if one.regrouping]

    def _told(self, kit: Kit, world: World) -> str:
        alike: dict[str, list[Figure]] = {}
        for one in self.figures:
            alike.setdefault(str(one).removeprefix("is "), []).append(world.figures[one.figure])
        said = [
            f"{names_of(kit, world, group)} {'is' if len(group) == 1 else 'are'} {how}"
            for how, group in alike.items()
        ]
        if self.winner is not None:
            said.append("it was a draw" if self.winner == "draw" else f"{self.winner} won")
        return ", ".join(said)

    def _wrong(self, kit: Kit, world: World) -> Iterator[AssistantError]:
        if not self.reason.strip():
            yield Malformed("no-reason", "A ruling needs a reason, for those who ask later.")
        if len(self.reason) > LONGEST_REASON:
            yield Malformed("long-reason", f"A reason has {LONGEST_REASON} letters at most.")
        if not self.figures and self.winner is None:
            yield Malformed("no-ruling", "A ruling changes something.", do="Say what is to be otherwise.")
        for one in self.figures:
            if one.figure not in world.figures:
                yield Illegal("unknown-figure", f"There is no figure {one.figure!r} in this campaign.")
        for condition in get_args(Condition):
            named = [one.figure for one in self.figures if one.condition == condition]
            if (refusal := nowhere(kit, world, named, condition)) is not None:
                yield refusal
