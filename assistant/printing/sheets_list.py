"""Every sheet there is by its name, and the documents it is printed as."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assistant.printing.blocks import Sheet
from assistant.printing.draw import draw
from assistant.printing.fit import EASY, SCALE, WHOLE
from assistant.printing.fonts import Cleaner
from assistant.printing.layout import lay_out, rooms_for
from assistant.printing.measure import Type
from assistant.printing.placed import Layout, PageOverflow
from assistant.printing.render import render
from assistant.printing.sheets_arrivals import Coming, coming
from assistant.printing.sheets_blank import blanks
from assistant.printing.sheets_charts import Close, chart_of, merged_chart
from assistant.printing.sheets_gathered import gather
from assistant.printing.sheets_quick import quick_reference, topics_in_short
from assistant.printing.sheets_reference import abilities, movement, places, roster
from assistant.printing.sheets_source import Material
from assistant.printing.sheets_table import checklist, reinforcements, status_record, turn_record
from assistant.printing.sheets_words import worded
from assistant.printing.side import Paper
from assistant.printing.stock import Stock
from assistant.printing.wrap import shortened
from assistant.rules.arrivals import CommanderId

CHARTS, BLANK, ALL = "charts", "blank", "all"
FOR_ALL: dict[str, Callable[[Material, Sequence[Coming]], Sheet]] = {
    "quick-reference": lambda material, _: quick_reference(material),
    "abilities": lambda material, _: abilities(material),
    "movement": lambda material, _: movement(material),
    "places": lambda material, _: places(material),
    "turn-record": turn_record,
    "status-record": lambda material, _: status_record(material),
    "reinforcements": reinforcements,
    "checklist": checklist,
    "roster": lambda material, _: roster(material),
}
SHEETS = (CHARTS, *FOR_ALL, BLANK, ALL)
NAME = 18.0
"""How much of the line under a title a player's name may take, in ems."""
ROOMY = 10.5
"""In type of this size or larger there is room on a chart for topics of the quick reference."""
ROOMY_SCALE = tuple(type_ for type_ in EASY if type_.size >= ROOMY)
AIRY = tuple(type_ for type_ in EASY if type_.air >= 1)
"""Sizes at which no line is set closer than it reads best."""
TRIES = (
    (Close.NOT, AIRY),
    (Close.VICTORY, AIRY),
    (Close.NOT, EASY),
    (Close.VICTORY, EASY),
    (Close.LEGEND, EASY),
    (Close.VICTORY, WHOLE),
    (Close.LEGEND, WHOLE),
    (Close.TURNS, EASY),
    (Close.TURNS, WHOLE),
    (Close.ALL, WHOLE),
    (Close.ALL, SCALE),
)
"""What gives way on a chart that is too full, in this order."""


@dataclass(frozen=True, slots=True)
class Player:
    """Someone with several commands, who holds one chart for all of them."""

    commanders: tuple[CommanderId, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be: its name without ending, and how it is made."""

    name: str
    make: Callable[[Paper], bytes]


def documents(
    sheet: str,
    material: Material,
    commanders: Sequence[CommanderId] = (),
    players: Sequence[Player] = (),
    *,
    arrivals: Sequence[Coming] | None = None,
) -> tuple[Document, ...]:
    """What a sheet is printed as; charts are those of the commanders and players named, else of everyone.

    Whoever knows the arrivals already spares the long work of finding them.
    """
    arrivals = coming(material) if arrivals is None else arrivals
    found: list[Document] = []
    if sheet in (CHARTS, ALL):
        everyone = not commanders and not players
        names = tuple(material.scenario.commanders) if everyone else tuple(commanders)
        found += (_chart(material, arrivals, one) for one in names)
        found += (_merged(material, arrivals, one) for one in players)
    for name, make in FOR_ALL.items():
        if sheet in (name, ALL):
            found.append(plain_document(worded(make(material, arrivals), material)))
    if sheet in (BLANK, ALL):
        found += map(plain_document, blanks(material))
    return tuple(found)


def plain_document(sheet: Sheet) -> Document:
    """A sheet that takes as many sides as it needs."""
    return Document(sheet.name, lambda paper: render(sheet, paper))


def _merged(material: Material, arrivals: Sequence[Coming], player: Player) -> Document:
    if len(player.commanders) == 1:
        return _chart(material, arrivals, player.commanders[0], player.name)
    name = f"chart-{'+'.join(player.commanders)}"
    return Document(name, lambda paper: draw(fitted_merged(material, arrivals, player, paper)))


def fitted_merged(material: Material, arrivals: Sequence[Coming], player: Player, paper: Paper) -> Layout:
    """One chart for several commands; its legend stands in a row where that saves a sheet of paper."""

    def made(close: Close) -> Sheet:
        name = _in_a_head(player.name)
        return merged_chart(material, arrivals, player.commanders, name, close=close >= Close.LEGEND)

    return _on_few_sheets(made, paper, Stock())


def _on_few_sheets(made: Callable[[Close], Sheet], paper: Paper, stock: Stock) -> Layout:
    """At ease; with a legend in a row where that saves a sheet of paper; else on both sides of the last."""
    easy = made(Close.NOT)
    laid = lay_out(easy, paper, stock=stock)
    if len(laid.sides) % 2 == 0:
        return laid
    close = lay_out(made(Close.LEGEND), paper, stock=stock)
    if len(close.sides) < len(laid.sides):
        return close
    return lay_out(replace(easy, leaves=True), paper, stock=stock)


def _chart(
    material: Material, arrivals: Sequence[Coming], commander: CommanderId, player: str = ""
) -> Document:
    return Document(
        f"chart-{commander}", lambda paper: draw(fitted_chart(material, arrivals, commander, paper, player))
    )


def fitted_chart(
    material: Material, arrivals: Sequence[Coming], commander: CommanderId, paper: Paper, player: str = ""
) -> Layout:
    """The chart on two sides, with topics in short where there is room; if it needs more sides, all of it."""
    all_of = gather(material, arrivals, (commander,))

    def made(in_short: int = 0, *, close: Close = Close.NOT) -> Sheet:
        return _named(chart_of(all_of, in_short=in_short, close=close), player)

    plain, stock = made(), Stock()
    for in_short in range(rooms_for(plain, paper, topics_in_short(material), ROOMY, stock), 0, -1):
        if fuller := _two_sides(made(in_short), paper, stock, ROOMY_SCALE):
            return fuller
    for close, scale in TRIES:
        if whole := _two_sides(made(close=close), paper, stock, scale):
            return whole
    return _on_few_sheets(lambda close: replace(made(close=close), exact=False), paper, stock)


def _two_sides(sheet: Sheet, paper: Paper, stock: Stock, scale: tuple[Type, ...]) -> Layout | None:
    try:
        return lay_out(sheet, paper, scale, stock)
    except PageOverflow:
        return None


def _in_a_head(player: str) -> str:
    """A player's name as it stands under a title, where it is never longer than a part of the line."""
    return shortened(Cleaner()(player), "italic", NAME)


def _named(sheet: Sheet, player: str) -> Sheet:
    """A chart with its player's name on every page."""
    if not player:
        return sheet
    name = _in_a_head(player)
    pages = (replace(page, subtitle=f"{name}. {page.subtitle}".rstrip(". ")) for page in sheet.pages)
    return replace(sheet, pages=tuple(pages))
