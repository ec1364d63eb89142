"""The charts the commanders hold: what have I, what comes, how far, how hard, what for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from assistant.printing.blocks import Boxes, Column, Lines, Page, Section, Sheet, Table, Text, TurnRecord
from assistant.printing.sheets_arrivals import Coming, of_commanders
from assistant.printing.sheets_figures import figure_tables, legend
from assistant.printing.sheets_house import house_rules, run_in
from assistant.printing.sheets_lore import Lore, is_told, lore, power_boxes, told
from assistant.printing.sheets_members import members
from assistant.printing.sheets_points import SHARED, awards_of, exceptions, points, tallies
from assistant.printing.sheets_quick import TOPICS, topic_section, wins
from assistant.printing.sheets_source import Material, cite
from assistant.printing.sheets_words import worded
from assistant.printing.wording import all_figures, join, main_bases, ordinal
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Profile
from assistant.rules.commanding import home_bases, move_order
from assistant.rules.scenario import Award, Commander, Start
from assistant.rules.starts import starts

TURNS = 50
"""How many turns a chart shows at least; the turn record of the table has all."""
HOMELESS = "You have no home base to lose; agree with the table where your captives go."
TALLY = {"great": 1, "few": 4}
STROKES = 2
"""Lines to tally on for deeds that are done all day."""
TALLY_ROW = 9.0
"""How high a row is on a merged chart to tally in, in millimetres."""
GREAT, SMALL = 50, 1
IN_SHORT = (
    "Combat, step by step", "Outcome", "Movement and ground", "Fortress and tower",
    "Spotting and the wounded",
)  # fmt: skip
"""Topics of the quick reference for charts with room to spare, in the order they are added."""
TOPICS_IN_SHORT = tuple(topic for title in IN_SHORT for topic in TOPICS if topic.title == title)
MANY_POWERS = 9
"""More boxes than this may be parted between columns."""
MERGED, TOGETHER = "Merged chart", "For all your commands"
SHORT_TITLE = 36
"""Longer names than this many letters would fill the footer."""
STARRED = "A star on the turn record: some of yours arrive."
CHARTS: Mapping[str, tuple[str, ...]] = {
    "saruman": ("CHT-06",),
    "sulladan": ("CHT-07",),
    "easterling-king": ("CHT-08",),
    "king-of-khand": ("CHT-09",),
    "mouth-of-sauron": ("CHT-10",),
    "witch-king": ("CHT-11",),
    "buhrdur": ("CHT-12",),
    "goblin-king": ("CHT-13",),
    "khamul": ("CHT-14",),
    "high-elves": ("CHT-15",),
    "wood-elves": ("CHT-16",),
    "dwarves": ("CHT-17",),
    "rohan": ("CHT-18",),
    "gondor": ("CHT-19",),
    "gondor-fiefdoms": ("CHT-20",),
    "fellowship": ("CHT-21", "CHT-23"),
    "eriador": ("CHT-22",),
}


class Close(IntEnum):
    """How closely a chart is set: not at all, its legend and house rules in a row, powers parted too."""

    NOT = 0
    LEGEND = 1
    ALL = 2


@dataclass(frozen=True)
class Told:
    """All that stands on a chart of one commander or several, however it is set."""

    material: Material
    arrivals: tuple[Coming, ...]
    commanders: tuple[CommanderId, ...]
    profiles: tuple[Profile, ...]
    lore: Lore

    @cached_property
    def figures(self) -> tuple[Section, ...]:
        """The tables of numbers."""
        return tuple(figure_tables(self.material, self.profiles))


def chart(
    material: Material,
    arrivals: Sequence[Coming],
    commander: CommanderId,
    *,
    in_short: int = 0,
    close: Close = Close.NOT,
) -> Sheet:
    """CHT-01: everything one commander needs, on both sides of one sheet.

    Where there is room, with so many topics in short; where there is none, with a closely set legend.
    """
    return chart_of(gather(material, arrivals, (commander,)), in_short=in_short, close=close)


def chart_of(all_of: Told, *, in_short: int = 0, close: Close = Close.NOT) -> Sheet:
    """The same from what was gathered before."""
    material, (commander,) = all_of.material, all_of.commanders
    cite(("CHT-01", *CHARTS.get(commander, ())))
    found = material.scenario.commanders[commander]
    subtitle = _subtitle(material, found)
    # Minions win by their points, and those are told.
    victory = "" if close or found.side == "evil" else wins(material, found.side)
    front = (
        *_forces(all_of, commander),
        *_aims(all_of, commander, wins=victory),
        *_reinforcements(all_of, commander),
        *all_of.figures,
        *_powers(all_of, together=close < Close.ALL),
        *_status(material, found, strokes=1 if close else STROKES),
    )
    topics = (topic_section(topic, material) for topic in TOPICS_IN_SHORT[:in_short])
    back = (*_knowledge(all_of, close=bool(close)), *topics)
    house = _house_rules(all_of, _without(victory, (*front, *back)), close=bool(close))
    pages = (
        Page(found.name, subtitle, front, record=_record(all_of), flows=True),
        Page(
            found.name,
            subtitle,
            (*back, *house),
        ),
    )
    sheet = Sheet(
        name=f"chart-{commander}",
        title=f"Game chart: {found.name}",
        pages=pages,
        footer=material.footer,
        subject=material.scenario.name,
        exact=True,
    )
    return worded(sheet, material)


def merged_chart(
    material: Material,
    arrivals: Sequence[Coming],
    commanders: Sequence[CommanderId],
    player: str = "",
    *,
    close: bool = False,
) -> Sheet:
    """The charts of a player with several commands as one: what they share stands there once."""
    all_of = gather(material, arrivals, tuple(commanders))
    names = [material.commander_name(one) for one in commanders]
    cite(("CHT-01", *(rule for one in commanders for rule in CHARTS.get(one, ()))))
    minions = [one for one in commanders if material.scenario.commanders[one].side == "evil"]
    sections: list[Section] = []
    for one in commanders:
        found = material.scenario.commanders[one]
        sections += [
            Section(found.name, (Text(_subtitle(material, found)),), wide=True, leads=True, divides=True),
            *_forces(all_of, one),
            *_aims(all_of, one),
            *(_status(material, found, strokes=STROKES) if len(minions) == 1 else ()),
            *_reinforcements(all_of, one),
        ]
    together = (
        Section(TOGETHER, (), wide=True, divides=True),
        *all_of.figures,
        *(_status_of_all(material, minions) if len(minions) > 1 else ()),
        *_powers(all_of),
        *_knowledge(all_of, close=close),
    )
    every = (*sections, *together)
    title = join(names)
    page = Page(
        title,
        player or MERGED,
        (*every, *_house_rules(all_of, every, close=close)),
        record=_record(all_of),
        running=title if len(title) <= SHORT_TITLE else f"{MERGED} of {len(commanders)} commands",
    )
    sheet = Sheet(
        name=f"chart-{'+'.join(commanders)}",
        title=f"Game chart: {title}",
        pages=(page,),
        footer=material.footer,
        subject=material.scenario.name,
    )
    return worded(sheet, material)


def gather(material: Material, arrivals: Sequence[Coming], commanders: tuple[CommanderId, ...]) -> Told:
    """What these commanders have, may get and need to know."""
    profiles = members(material, arrivals, commanders)
    return Told(
        material,
        of_commanders(arrivals, commanders),
        commanders,
        profiles,
        lore(material, arrivals, commanders, profiles),
    )


def _subtitle(material: Material, commander: Commander) -> str:
    """Side, homes, and when they move."""
    scenario = material.scenario
    base = _base(material, commander)
    if commander.side != scenario.moves_first:
        return f"{commander.side.capitalize()}, {base}, moves after {scenario.moves_first}"
    order = move_order(scenario, material.house)
    if commander.id in order:
        at = ordinal(order.index(commander.id) + 1)
        return f"{commander.side.capitalize()}, {base}, {at} of {len(order)} to move"
    when = f"moves with {scenario.moves_first}" if order else "moves first, in the order agreed"
    return f"{commander.side.capitalize()}, {base}, {when}"


def _base(material: Material, commander: Commander) -> str:
    """The home bases by name."""
    places = home_bases(commander, material.house)
    if not places:
        return "no home base"
    homes = join(material.scenario.place_names[place] for place in places)
    return f"home {'bases' if len(places) > 1 else 'base'}: {homes}"


def _forces(all_of: Told, commander: CommanderId) -> Iterator[Section]:
    """What is on the table, and where."""
    material = all_of.material
    book, scenario = material.book, material.scenario
    lines = []
    for start in starts(scenario, house=material.house, seats=material.seats):
        if start.commander == commander:
            cite(start.rules)
            where = scenario.place_names[start.place] if start.place else "In reserve"
            figures = all_figures(start.figures, book, scenario)
            note = "" if _is_told_of(where, start, all_of.lore) else start.note
            lines.append(Text(f"{figures}. {note}".strip(), bullet=True, strong=f"{where}:"))
    yield Section("At the start", tuple(lines) or (Text("Nothing is on the table yet."),), together=True)


def _is_told_of(where: str, start: Start, known: Lore) -> bool:
    """Whether the remark on a starting force stands among the peoples already."""
    return any(people.name == where for people in known.peoples) or is_told(start.rules, known.rules)


def _reinforcements(all_of: Told, commander: CommanderId) -> Iterator[Section]:
    """What comes when and where, with a box for what comes once."""
    mine = (one for one in all_of.arrivals if one.commander == commander)
    lines = [one for one in mine if not _is_a_power(one, all_of.lore)]
    if not lines:
        yield Section("Reinforcements", (Text("None."),), wide=True)
        return
    cite(rule for one in lines for rule in one.rules)
    columns = (Column("When", share=2.8), Column("Who comes", share=5.2), Column("Where", share=1.8))
    rows = tuple((one.when, " ".join((f"{one.what}.", *one.notes)), one.where) for one in lines)
    # A right that nobody comes with is ticked among the powers, when it is used.
    boxes = tuple(1 if one.figures and one.source != "regular" else 0 for one in lines)
    table = Table(columns, rows, boxes)
    before = (*_short(all_of.material, lines), *_bases(all_of.material, lines))
    yield Section("Reinforcements", (*before, table), wide=True)


def _is_a_power(one: Coming, known: Lore) -> bool:
    """What comes only when it is called has its box among the powers."""
    cited = set(one.rules)
    return one.event is not None and bool(cited) and any(cited <= set(power.rules) for power in known.powers)


def _short(material: Material, lines: Sequence[Coming]) -> Iterator[Text]:
    """What the brackets mean."""
    for supply in material.scenario.supplies:
        if any(one.thinned and one.commander == supply.commander for one in lines):
            yield Text(f"In brackets: what comes while {supply.id.capitalize()} is {supply.scarce}.")


def _bases(material: Material, lines: Sequence[Coming]) -> Iterator[Text]:
    """Which the main bases are, where something may come to any of them."""
    for side, places in main_bases(material.scenario).items():
        if any(f"any main base of {side}" in one.where.lower() for one in lines):
            names = join(material.scenario.place_names[place] for place in places)
            yield Text(f"{names}.", strong=f"Main bases of {side}:")


def _aims(all_of: Told, commander: CommanderId, *, wins: str = "") -> Iterator[Section]:
    """Objectives, how their side wins, and what binds the commander until a war is declared."""
    found = all_of.material.scenario.commanders[commander]
    cite(found.rules)
    cite(("CHT-26",) if found.side == "good" else ("CHT-27",))
    # Sentences in a row keep together where bullets would be torn apart.
    aims = Text(" ".join(found.objectives))
    yield Section("Objectives", (aims, Text(wins)) if wins else (aims,), together=True)
    if all_of.lore.limits and commander == all_of.commanders[0]:
        yield Section(
            "Until war is declared", tuple(Text(limit, bullet=True) for limit in all_of.lore.limits)
        )


def _status(material: Material, commander: Commander, *, strokes: int) -> Iterator[Section]:
    """CHT-02: the record of a minion's deeds; good has none to keep."""
    if commander.side == "evil":
        cite(("CHT-02",))
        homeless = () if commander.home else (Text(HOMELESS),)
        blocks = (*_deeds(material, commander, strokes), *homeless, Lines("Total", 1))
        yield Section("Status points", blocks, together=True)


def _status_of_all(material: Material, minions: Sequence[CommanderId]) -> Iterator[Section]:
    """CHT-02: one record of the deeds of all minions a player has; each table may begin a side."""
    cite(("CHT-02",))
    *tables, last = tallies(material, minions, TALLY_ROW)
    for table in tables:
        yield Section("Status points", (table,), wide=True, together=True)
    title = "Status points of the others" if tables else "Status points"
    yield Section(title, (last, *exceptions(material, minions)), wide=True, together=True)


def _deeds(material: Material, commander: Commander, strokes: int) -> Iterator[Boxes]:
    for award in awards_of(material, commander.id):
        if award.points > 0 or commander.home:
            cite(award.rules)
            note = _note(material, award, commander)
            if award.points == SMALL:
                yield Boxes(award.name, 0, note=note, points=points(award), strokes=strokes)
            else:
                yield Boxes(award.name, _tally(award, commander), note=note, points=points(award))


def _tally(award: Award, commander: Commander) -> int:
    """As many boxes as such deeds are likely."""
    if award.points < 0:
        return len(commander.home)
    if award.places:
        return min(len(award.places), TALLY["few"] + 1)
    if award.points >= GREAT:
        return TALLY["great"]
    return TALLY["few"]


def _note(material: Material, award: Award, commander: Commander) -> str:
    places = award.doubled_for.get(commander.id, ())
    said = [SHARED] if award.shared else []
    if places:
        said.append(f"double at {join((material.scenario.place_names[place] for place in places), 'or')}")
    return f"({'; '.join(said)})" if said else ""


def _powers(all_of: Told, *, together: bool = True) -> Iterator[Section]:
    if all_of.lore.powers:
        boxes = power_boxes(all_of.material, all_of.lore.powers, named=len(all_of.commanders) > 1)
        yield Section("Powers: tick when used", boxes, together=together and len(boxes) <= MANY_POWERS)


def _knowledge(all_of: Told, *, close: bool = False) -> Iterator[Section]:
    """The rules of places and peoples, the words on the tables, and the house rules."""
    material, known = all_of.material, all_of.lore
    if known.peoples:
        yield Section("Your people and your foes", told(known.peoples))
    if known.places:
        yield Section("Places", told(known.places))
    how, *words = legend(material, all_of.profiles, known, close=close)
    if any(one.turn for one in all_of.arrivals):
        how = replace(how, text=f"{how.text} {STARRED}")
    # Where room is short, all words of the legend stand in a row already; then they follow at once.
    told_in_short = run_in((how, *words)) if close and len(words) == 1 else (how, *words)
    yield Section("What the tables mean", told_in_short)


def _without(text: str, sections: Sequence[Section]) -> tuple[Section, ...]:
    """Sections but for a text that names places which are not theirs."""
    return tuple(
        replace(one, blocks=tuple(block for block in one.blocks if block != Text(text))) for one in sections
    )


def _house_rules(all_of: Told, sections: Sequence[Section], *, close: bool = False) -> Iterator[Section]:
    for section in house_rules(
        all_of.material, sections, all_of.commanders, all_of.arrivals, all_of.profiles, all_of.lore.rules
    ):
        yield replace(section, blocks=run_in(section.blocks)) if close else section


def _record(all_of: Told) -> TurnRecord:
    """The turns to cross out, with a star where something is due."""
    due = sorted({one.turn for one in all_of.arrivals if one.turn})
    return TurnRecord(all_of.material.scenario.turns, tuple((turn, "") for turn in due), least=TURNS)
