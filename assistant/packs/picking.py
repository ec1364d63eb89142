"""Some figures out of many, as people name them afterwards: `6 uruk-hai, lurtz, rider-of-rohan.2`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from assistant.kernel.errors import Fault
from assistant.kernel.ids import FigureId
from assistant.packs.faults import remedy, shown
from assistant.packs.lists import LISTED, Names, number_of, parts
from assistant.rules.book import Book, ProfileId
from assistant.rules.wording import join


@dataclass
class Picking:
    """Figures to choose from, each of which is named once; what cannot be understood is kept as a fault."""

    book: Book
    figures: dict[FigureId, ProfileId]
    faults: list[Fault] = field(default_factory=list)
    named: set[FigureId] = field(default_factory=set)
    among: str = "among them"
    """What those have in common who may be named: in play, a captive, in this fight."""

    def pick(self, text: str, where: str, first: Collection[FigureId] = ()) -> tuple[FigureId, ...]:
        """The figures of a list, in the order they are named; where many would do, those who come first."""
        return tuple(figure for part in parts(text) for figure in self._of(part, where, first))

    def again(self) -> Picking:
        """The same choice anew, for a list that may name them a second time."""
        return Picking(self.book, self.figures, self.faults, among=self.among)

    def _of(self, part: str, where: str, first: Collection[FigureId]) -> Iterator[FigureId]:
        if part in self.figures:
            yield from self._take([FigureId(part)], 1, part, where)
            return
        found = LISTED.fullmatch(part)
        meant = Names(self.book).meant(found["name"]) if found else ()
        able = [figure for figure, profile in self.figures.items() if profile in meant]
        if found is None or not able:
            right = remedy(part, [*self.figures], "name those who are")
            who = join((self.book.profiles[one].name for one in meant), "or")
            wrong = f"{who} is not {self.among}" if meant else f"{shown(part)} is nobody {self.among}"
            self.faults.append(Fault(where, "", wrong, right))
            return
        number = number_of(found)
        if number is None and len(able) > 1:
            self.faults.append(Fault(where, "", f"which or how many of {shown(part)}?", f"write 2 {part}"))
            return
        if number == 0:
            self.faults.append(Fault(where, "", f"{shown(part)} is nobody", "name one or more"))
            return
        likely = sorted(able, key=lambda figure: figure not in first)
        yield from self._take(likely, number or 1, part, where)

    def _take(self, able: Sequence[FigureId], number: int, part: str, where: str) -> Iterator[FigureId]:
        left = [figure for figure in able if figure not in self.named]
        if number > len(left):
            left_over = f"only {len(left)} are left to name" if left else "it is named already"
            self.faults.append(Fault(where, "", f"{shown(part)}: {left_over}", "name each figure once"))
        for figure in left[:number]:
            self.named.add(figure)
            yield figure
