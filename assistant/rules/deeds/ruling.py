"""The game master overrules what was recorded: the real table is always right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from assistant.kernel.codec import encode
from assistant.kernel.errors import AssistantError, Illegal, Malformed, refuse_all
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.aftermath import FIGURES_PER_LOSS
from assistant.rules.combat.setup import SIDES, other
from assistant.rules.core.deed import Deed, RulesDesk, stored_as
from assistant.rules.deeds.checks import never_dispersed, nowhere, require_not_over
from assistant.rules.deeds.contacts import end_without_foes
from assistant.rules.deeds.letting_go import set_right
from assistant.rules.deeds.reckoning import Reckoning
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForcesMarked
from assistant.rules.names import names_of
from assistant.rules.table_word.facts import Correction, Overruled
from assistant.rules.world import Condition, Figure, World

LONGEST_REASON = 500


@stored_as("ruling")
@dataclass(frozen=True, slots=True)
class Ruling(Deed):
    """The game master's word against what was recorded, with the reason."""

    reason: str
    figures: tuple[Correction, ...] = ()
    deed: int | None = None
    winner: Literal["good", "evil", "draw"] | None = None
    concerns: tuple[FigureId, ...] = ()

    def plan(self, kit: Kit, world: World) -> Opening:
        require_not_over(world)
        refuse_all(self._wrong(kit, world))
        about = f"Ruling on deed {self.deed}" if self.deed is not None else "Ruling"
        holds = tuple(dict.fromkeys([*(one.figure for one in self.figures), *self.concerns]))
        return Opening(f"{about}: {self._told(kit, world)} ({self.reason.strip()})", holds, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        beaten = self._newly_beaten(desk.world)
        now = beaten if self._is_of_this_turn(desk.world) else ()
        figures = (*self.figures, *(Correction(one.id, regrouping=True) for one in now))
        reckoning = Reckoning.of(kit, desk.world, self.figures)
        desk.record(Overruled(self.reason.strip(), figures, self.deed, self.winner, self.concerns))
        set_right(kit, desk, self.figures)
        desk.say(f"The game master rules: {self._told(kit, desk.world)}, because: {self.reason.strip()}")
        reckoning.settle(kit, desk)
        self._mark(desk, now)
        if beaten:
            desk.say(_owed(kit, desk.world, beaten, is_late=not now))
        tired = [
            one for one in self._still_regrouping(desk.world) if one.id not in {one.id for one in beaten}
        ]
        if tired:
            who, rule = names_of(kit, desk.world, tired), enforced("OUT-08")
            desk.say(
                f"Still as the first result left them, regrouping: {who} ({rule}). "
                "Rule on them too if they are ready after all."
            )
        end_without_foes(kit, desk)
        yield from ()

    def _newly_beaten(self, world: World) -> tuple[Figure, ...]:
        """OUT-05..OUT-08: who stands and is beaten only now, unless the ruling says otherwise."""
        loser = next((other(side) for side in SIDES if side == self.winner), None)
        ruled = {one.figure: one for one in self.figures}
        there = [
            one
            for one in filter(None, map(world.figures.get, self.concerns))
            if one.side == loser and (said := ruled.get(one.id, Correction(one.id))).regrouping is None
            if (said.condition or one.condition) == "fit"
        ]
        # Who was beaten by the first result regroups already, and owes nothing more.
        return () if any(one.regrouping for one in there) else tuple(there)

    def _is_of_this_turn(self, world: World) -> bool:
        """Whether what a defeat asks for has not passed by: the turn in which it was fought goes on."""
        there = filter(None, map(world.figures.get, self.concerns))
        return all(one.fought_in is None or one.fought_in == world.war.turn for one in there)

    def _mark(self, desk: RulesDesk, beaten: Sequence[Figure]) -> None:
        """OUT-08: a beaten force regroups for the whole of the next turn."""
        war = desk.world.war
        forces = dict.fromkeys(force.id for one in beaten if (force := war.force_of(one.id)) is not None)
        if forces:
            desk.record(ForcesMarked(tuple(forces), "regrouping", war.turn + 1))

    def _still_regrouping(self, world: World) -> list[Figure]:
        """OUT-08: who won is one thing, what it left behind another."""
        there = filter(None, map(world.figures.get, self.concerns if self.winner else ()))
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
        yield from never_dispersed(
            kit, world, [one.figure for one in self.figures if one.condition == "dispersed"]
        )
        for condition in get_args(Condition):
            named = [one.figure for one in self.figures if one.condition == condition]
            if (refusal := nowhere(kit, world, named, condition)) is not None:
                yield refusal


def _owed(kit: Kit, world: World, beaten: Sequence[Figure], *, is_late: bool) -> str:
    """OUT-05, OUT-07, OUT-08: what a defeat asks for, and what is left to the table of it."""
    side, number = beaten[0].side, -(-len(beaten) // FIGURES_PER_LOSS)
    verb = "stand" if len(beaten) > 1 else "stands"
    lost = f"{number} of them {'is' if number == 1 else 'are'} lost besides ({enforced('OUT-05')})"
    back = f"the rest go back a full move ({enforced('OUT-07')}) and regroup ({enforced('OUT-08')})"
    done = (
        "That turn is over: rule on whatever of it still matters."
        if is_late
        else ("They are marked as regrouping; rule on who is lost, and move them back.")
    )
    who = names_of(kit, world, beaten)
    return f"So {side} was beaten, and still {verb}: {who}. {lost[0].upper()}{lost[1:]}, {back}. {done}"
