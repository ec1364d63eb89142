"""What the game master types of a finished fight, or against one: who, how many, and what became of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import click

from assistant.cli.campaign.said import SAID
from assistant.kernel.ids import FigureId
from assistant.packs.lists import refusal
from assistant.packs.picking import Picking
from assistant.packs.result import Result
from assistant.rules.book import Book, ProfileId
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, other
from assistant.rules.deeds.reporting import ReportedFight, walls_at_stake
from assistant.rules.table_word.facts import Correction
from assistant.rules.world import Condition, Figure

Winner = Literal["good", "evil", "draw"]

CONDITIONS: Mapping[str, Condition] = {"fit": "fit", **SAID}


@dataclass
class Form:
    """One fight as it came out, filled in from options, from a file, or question by question."""

    book: Book
    setup: FightSetup
    blocked: bool = False
    walls_fell: bool | None = None
    """Unsaid, they fall with those who lose a fight for them (FOR-06)."""
    ends: dict[FigureId, Condition] = field(default_factory=dict)
    dismounted: tuple[FigureId, ...] = ()
    crews: Mapping[FigureId, int] = field(default_factory=dict)
    joined: Mapping[FightingSide, Mapping[FigureId, ProfileId]] = field(default_factory=dict)
    winner: FightingSide | None = None
    retreats: FightingSide | None = None
    dashes: str = "--"
    """How what is said is marked: an option of a command line, or a plain word of the running game."""

    def fill(self, said: Mapping[str, str | None], *, asked: bool) -> None:
        """What became of whom; everything that is wrong in the options is told at once."""
        everyone = {one.figure: one.profile for one in self._everyone()}
        picking = Picking(self.book, everyone, among="in this fight")
        for word, condition in SAID.items():
            figures = self._figures(picking, word, said.get(word), asked=asked)
            self.ends |= dict.fromkeys(figures, condition)
        # A number of riders means those who came through and rode.
        likely = [one.figure for one in self._everyone() if one.mounted and one.figure not in self.ends]
        riders = picking.again()
        self.dismounted = self._figures(riders, "dismounted", said.get("dismounted"), likely, asked=asked)
        if picking.faults:
            raise refusal(picking.faults)

    def _figures(
        self,
        picking: Picking,
        word: str,
        given: str | None,
        likely: Collection[FigureId] = (),
        *,
        asked: bool,
    ) -> tuple[FigureId, ...]:
        if given is not None or not asked:
            return picking.pick(given or "", f"{self.dashes}{word}", likely)
        while True:
            trial = Picking(picking.book, picking.figures, named={*picking.named}, among=picking.among)
            text: str = click.prompt(f"Who was {word} (Enter for nobody)", default="", show_default=False)
            figures = trial.pick(text, "", likely)
            if not trial.faults:
                picking.named |= trial.named
                return figures
            for fault in trial.faults:
                click.echo(str(fault), err=True)

    def decide(self, winner: Winner | None, retreats: str | None) -> None:
        """Who won and who goes back: the beaten, if anyone is left and they have not lost their walls."""
        if winner is None:
            winner = click.prompt("Who won", type=click.Choice([*SIDES, "draw"]))
        self.winner = next((side for side in SIDES if side == winner), None)
        beaten = other(self.winner) if self.winner else None
        if self.walls_fell is None:
            self.walls_fell = retreats is None and beaten is not None and walls_at_stake(self.setup) == beaten
        if retreats is None and beaten is not None and not self.walls_fell and self._is_left(beaten):
            retreats = beaten
        self.retreats = next((side for side in SIDES if side == retreats), None)

    def take(self, result: Result) -> None:
        """All of it from a file."""
        self.winner, self.retreats = result.winner, result.retreats
        self.crews = {FigureId(name): left for name, left in result.crews.items()}
        self.joined = {
            side: {FigureId(name): ProfileId(profile) for name, profile in named.items()}
            for side, named in result.joined.items()
        }
        for name, status in result.figures.items():
            if status == "dismounted":
                self.dismounted = (*self.dismounted, FigureId(name))
            elif status != "unhurt":
                self.ends[FigureId(name)] = status

    def report(self) -> ReportedFight:
        """The deed that this makes."""
        how: Literal["full-move", "blocked"] = "blocked" if self.blocked else "full-move"
        return ReportedFight(
            self.setup,
            self.ends,
            self.dismounted,
            self.winner,
            self.retreats,
            how,
            bool(self.walls_fell),
            crews=self.crews,
            joined=self.joined,
        )

    def _everyone(self) -> list[Entrant]:
        return [one for side in SIDES for one in self.setup.side(side).everyone]

    def _is_left(self, side: FightingSide) -> bool:
        return any(one.figure not in self.ends for one in self.setup.side(side).everyone)


def corrections(
    book: Book,
    figures: Mapping[FigureId, Figure],
    said: Mapping[str, str | None],
    only: Collection[FigureId] | None = None,
) -> tuple[Correction, ...]:
    """How figures stand by the game master's word; each condition, mount and rest may be said apart."""
    known = {figure.id: figure.profile for figure in figures.values() if only is None or figure.id in only}
    ruled: dict[FigureId, Correction] = {}
    picking = Picking(book, known)
    for words in (CONDITIONS, ("mounted", "on_foot"), ("regrouping", "ready")):
        picking = picking.again()
        for word in words:
            changing = [name for name in known if _would_change(word, figures[name], ruled.get(name))]
            for figure in picking.pick(said.get(word) or "", f"--{word.replace('_', '-')}", changing):
                ruled[figure] = _with(ruled.get(figure, Correction(figure)), word)
    if picking.faults:
        raise refusal(picking.faults)
    return tuple(ruled.values())


def _would_change(word: str, figure: Figure, ruled: Correction | None) -> bool:
    """Whether a number of figures likely means this one: nobody puts the slain on foot."""
    if word in CONDITIONS:
        return CONDITIONS[word] != figure.condition
    if ((ruled and ruled.condition) or figure.condition) != "fit":
        return False
    if word in ("mounted", "on_foot"):
        return figure.mounted is not (word == "mounted")
    return figure.regrouping is not (word == "regrouping")


def _with(one: Correction, word: str) -> Correction:
    if word in CONDITIONS:
        return replace(one, condition=CONDITIONS[word])
    if word in ("mounted", "on_foot"):
        return replace(one, mounted=word == "mounted")
    return replace(one, regrouping=word == "regrouping")
