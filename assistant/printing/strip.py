"""The turn record: a narrow strip of numbered boxes to cross out along the outer edge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from assistant.printing.blocks import Mark, TurnRecord
from assistant.printing.fonts import Cleaner, Face
from assistant.printing.measure import SMALLEST, set_lines
from assistant.printing.placed import TICK, Placed
from assistant.printing.wrap import Line, Run, wrap

BOX, WIDE_BOX = 13.5, 16.5
"""Wide enough for two digits, and for three."""
PITCH = TICK + 1.6
LEADING = 9.8
STAR = 7.0
WORD = 46.0
"""How wide the words beside marked turns may grow."""
GAP = 2.5
BETWEEN_COLUMNS = 5.0
HEADING = 14.0
TITLE = wrap((Run("Turn", "semibold"),), 9.0)
MOST_AFTER_FIVES = 4.5
MOST_AFTER_EACH = 2.5


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn with the lines beside it, if it is marked."""

    number: int
    lines: tuple[Line, ...] = ()
    marked: bool = False
    is_over: bool = False

    @property
    def height(self) -> float:
        return max(PITCH, len(self.lines) * LEADING + 1)

    @property
    def beside(self) -> float:
        """How wide is what stands beside its box."""
        words = max((line.w * SMALLEST for line in self.lines), default=0.0)
        return (GAP + STAR if self.marked else 0.0) + (GAP + words if words else 0.0)


@dataclass(frozen=True)
class Row:
    """Turns one below the other."""

    turns: tuple[Turn, ...]

    @property
    def box(self) -> float:
        return BOX if self.turns[-1].number < 100 else WIDE_BOX

    @cached_property
    def width(self) -> float:
        return self.box + max(turn.beside for turn in self.turns)

    @property
    def depth(self) -> float:
        return sum(turn.height for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Strip:
    """The turns in columns, none deeper than the side allows."""

    columns: tuple[Row, ...]
    after_fives: float
    """White after every fifth turn, so that they can be counted at a glance."""
    after_each: float
    """White after every turn, so that the strip runs along the whole edge."""

    @property
    def width(self) -> float:
        columns = sum(column.width + BETWEEN_COLUMNS for column in self.columns) - BETWEEN_COLUMNS
        return max(columns, TITLE[0].w * SMALLEST)

    def place(self, x: float, y: float) -> tuple[Placed, ...]:
        """Every turn from the top of the strip down, column by column."""
        placed = list(set_lines(TITLE, x, y, SMALLEST, HEADING, "left", self.width))
        for column in self.columns:
            top = y + HEADING
            for turn in column.turns:
                placed.extend(_place_turn(turn, x, top, column.box))
                top += turn.height + self.after_each + (0.0 if turn.number % 5 else self.after_fives)
            x += BETWEEN_COLUMNS + column.width
        return tuple(placed)


def strip_of(record: TurnRecord, height: float, clean: Cleaner) -> Strip | None:
    """The record in as few columns as the height allows; nothing if none will hold it."""
    marks: dict[int, str] = {}
    for turn, word in record.marks:
        marks[turn] = ", ".join(filter(None, [marks.get(turn, ""), clean.line(word)]))
    return _strip(record.turns, tuple(marks.items()), height, record.crossed)


@lru_cache(maxsize=100)
def _strip(
    number_of_turns: int, marks: tuple[tuple[int, str], ...], height: float, crossed: int
) -> Strip | None:
    """The same for clean words, once for all the sides it stands on."""
    turns = [_turn(number, dict(marks), crossed) for number in range(1, number_of_turns + 1)]
    for number in range(1, len(turns) + 1):
        if columns := _split(turns, number, height - HEADING):
            deepest = max(column.depth for column in columns)
            rows = max(len(column.turns) for column in columns)
            spare = height - HEADING - deepest
            fives = min(spare / max(1, rows // 5), MOST_AFTER_FIVES)
            return Strip(columns, fives, min((spare - rows // 5 * fives) / rows, MOST_AFTER_EACH))
    return None


def _turn(number: int, marks: dict[int, str], crossed: int) -> Turn:
    is_over = number <= crossed
    if number not in marks:
        return Turn(number, is_over=is_over)
    word = marks[number]
    lines = wrap((Run(word),), WORD / SMALLEST) if word else ()
    return Turn(number, lines, marked=True, is_over=is_over)


def _split(turns: list[Turn], number: int, room: float) -> tuple[Row, ...] | None:
    """The turns in so many columns of the same count, in tens where that fits, unless one is too deep."""
    each = -(-len(turns) // number)
    for count in (-(-each // 10) * 10, each):
        columns = [Row(tuple(turns[at : at + count])) for at in range(0, len(turns), count)]
        if len(columns) <= number and all(column.depth <= room for column in columns):
            return tuple(columns)
    return None


def _place_turn(turn: Turn, x: float, y: float, box: float) -> list[Placed]:
    face: Face = "bold" if turn.marked else "regular"
    weight = 1.1 if turn.marked else 0.4
    mark: Mark = "cross" if turn.is_over else ""
    placed = [Placed(x, y, box, TICK, "turn", str(turn.number), face, SMALLEST, weight, mark)]
    if turn.marked:
        placed.append(Placed(x + box + GAP, y + (TICK - STAR) / 2, STAR, STAR, "star"))
    left = x + box + GAP + STAR + GAP
    top = y + (TICK - LEADING) / 2
    placed.extend(set_lines(turn.lines, left, top, SMALLEST, LEADING, "left", WORD))
    return placed
