"""The charts the commanders hold: what have I, what comes, how far, how hard, what for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum

from assistant.printing.blocks import Column, Page, Section, Sheet, Table, Text, TurnRecord
from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_gathered import Told, gather
from assistant.printing.sheets_house import house_rules, run_in
from assistant.printing.sheets_legend import legend
from assistant.printing.sheets_lore import Lore, is_told, power_boxes, powers_for, told
from assistant.printing.sheets_now import Now
from assistant.printing.sheets_now_marks import marks_of, standing_of, what_of
from assistant.printing.sheets_points import STROKES, status, status_of_all
from assistant.printing.sheets_quick import topics_in_short
from assistant.printing.sheets_source import Material, cite
from assistant.printing.sheets_winning import main_bases_named, victories
from assistant.printing.sheets_words import worded
from assistant.printing.wording import all_figures, join, ordinal
from assistant.rules.arrivals import CommanderId
from assistant.rules.commanding import home_bases, move_order
from assistant.rules.scenario import Commander, Start
from assistant.rules.starts import starts

TURNS = 50
"""How many turns a chart shows at least, if it is set closely; the turn record of the table has all."""
FEW_POWERS, MANY_POWERS = 2, 9
"""So few powers take the whole width where no record of points stands beside; many may be torn."""
MERGED, TOGETHER, NOTES = "Merged chart", "For all your commands", "Notes"
POWERS = "Powers"
POWERS_TICKED = f"{POWERS}: tick when used"
SHORT_TITLE = 36
"""Longer names than this many letters would fill the footer."""
SEE_NOTE = "‡"
WHOSE = "Of: the commands that have it, by their letters."
STARRED = "A star by a turn: some of yours arrive."
STARRED_TOO = "A star by a turn: some of yours arrive, or a right begins."
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
    """How closely a chart is set: not at all; victory in short; legend in a row; fewer turns; all of it."""

    NOT = 0
    VICTORY = 1
    LEGEND = 2
    TURNS = 3
    ALL = 4


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
    ours, theirs = victories(material, all_of.arrivals, all_of.commanders, in_short=close >= Close.VICTORY)
    is_close = close >= Close.LEGEND
    front = (
        *_forces(all_of, commander),
        *_aims(all_of, commander, ours, apart=close >= Close.VICTORY),
        *_reinforcements(all_of, commander),
        *(all_of.figures_in_short if is_close else all_of.figures),
        # Powers are few: what comes next may stand under them.
        *status(material, found, strokes=1 if is_close else STROKES),
        *_powers(all_of, together=close < Close.ALL),
    )
    back = (*_knowledge(all_of, theirs, close=is_close), *topics_in_short(material)[:in_short])
    house = _house_rules(all_of, _without((ours, theirs), (*front, *back)), close=is_close)
    pages = (
        Page(
            found.name,
            _subtitle(material, found),
            front,
            record=_record(all_of, least=TURNS if close >= Close.TURNS else 0),
            flows=True,
        ),
        Page(found.name, "", (*back, *house), spare=topics_in_short(material)[in_short:], notes=NOTES),
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
    ours, theirs = victories(material, all_of.arrivals, all_of.commanders)
    sections: list[Section] = []
    for one in commanders:
        found = material.scenario.commanders[one]
        sections += [
            Section(
                f"{all_of.letters[one]} · {found.name}",
                (Text(_subtitle(material, found)),),
                wide=True,
                leads=True,
                divides=True,
            ),
            *_forces(all_of, one),
            *_aims(all_of, one, ours if one == commanders[0] else None),
            *(status(material, found, strokes=STROKES) if len(minions) == 1 else ()),
            *_reinforcements(all_of, one),
        ]
    together = (
        Section(TOGETHER, (), wide=True, divides=True),
        *_limits(all_of),
        *all_of.figures,
        *(status_of_all(material, minions) if len(minions) > 1 else ()),
        *_powers(all_of),
        *_knowledge(all_of, theirs, close=close),
    )
    every = (*sections, *together)
    title = join(names)
    page = Page(
        title,
        player or MERGED,
        (*every, *_house_rules(all_of, _without((ours, theirs), every), close=close)),
        record=_record(all_of),
        spare=topics_in_short(material),
        notes=NOTES,
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


def _subtitle(material: Material, commander: Commander) -> str:
    """Side, homes, and when they move."""
    scenario = material.scenario
    base = _base(material, commander)
    if commander.side != scenario.moves_first:
        return f"{commander.side.capitalize()}, {base}, moves after {scenario.moves_first}"
    order = move_order(scenario, material.house)
    if commander.id in order:
        at = ordinal(order.index(commander.id) + 1)
        when = f"moves {at} of {commander.side}'s {len(order)} commanders"
    else:
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
    if material.now is not None:
        yield Section("Your forces now", tuple(standing_of(material.now, commander)), together=True)
        return
    book, scenario = material.book, material.scenario
    lines: list[Text] = []
    for start in starts(scenario, house=material.house, seats=material.seats):
        if start.commander == commander:
            cite(start.rules)
            where = scenario.place_names[start.place] if start.place else "In reserve"
            figures = all_figures(start.figures, book, scenario)
            # Two groups at one place say how they stand to each other.
            again = any(line.strong == f"{where}:" for line in lines)
            note = "" if _is_told_of(where, start, all_of.lore) and not again else start.note
            lines.append(Text(f"{figures}. {note}".strip(), bullet=True, strong=f"{where}:"))
    yield Section("At the start", tuple(lines) or (Text("Nothing is on the table yet."),), together=True)


def _is_told_of(where: str, start: Start, known: Lore) -> bool:
    """Whether the remark on a starting force stands among the peoples already."""
    return any(people.name == where for people in known.peoples) or is_told(start.rules, known.rules)


def _reinforcements(all_of: Told, commander: CommanderId) -> Iterator[Section]:
    """What comes when and where, with a box for what comes once."""
    mine = (one for one in all_of.arrivals if one.commander == commander)
    # What is called, and a right that nobody comes with, has its box among the powers.
    lines = [one for one in mine if not powers_for(one, all_of.lore.powers)]
    if not lines:
        yield Section("Reinforcements", (Text("None."),), wide=True)
        return
    cite(rule for one in lines for rule in one.rules)
    columns = (Column("When", share=2.8), Column("Who comes", share=5.2), Column("Where", share=1.8))
    shared = _shared_notes(lines)
    rows = tuple((one.when, _who(all_of.material.now, one, shared), one.where) for one in lines)
    boxes = tuple(0 if one.source == "regular" else 1 for one in lines)
    table = Table(columns, rows, boxes, marks=marks_of(all_of.material.now, lines))
    notes = (Text(note, strong=SEE_NOTE) for note in shared)
    before = (*_short(all_of.material, lines), *main_bases_named(all_of.material, lines), *notes)
    yield Section("Reinforcements", (*before, table), wide=True)


def _shared_notes(lines: Sequence[Coming]) -> tuple[str, ...]:
    """The one remark that several lines have: it is told once, and they carry a mark."""
    counts = Counter(note for one in lines for note in one.notes)
    return tuple(note for note, number in counts.most_common(1) if number > 1)


def _who(now: Now | None, one: Coming, shared: Sequence[str]) -> str:
    """Who comes, and what is to be minded."""
    marks = SEE_NOTE if set(shared) & set(one.notes) else ""
    return " ".join((f"{what_of(now, one)}.{marks}", *(note for note in one.notes if note not in shared)))


def _short(material: Material, lines: Sequence[Coming]) -> Iterator[Text]:
    """What the brackets mean."""
    for supply in material.scenario.supplies:
        if any(one.thinned and one.commander == supply.commander for one in lines):
            yield Text(f"In brackets: what comes while {supply.id.capitalize()} is {supply.scarce}.")


def _aims(
    all_of: Told, commander: CommanderId, victory: Text | None, *, apart: bool = False
) -> Iterator[Section]:
    """What binds one commander until a war is declared, the objectives, and how their side wins.

    Where room is short that stands apart, so that it may fill the next column.
    """
    found = all_of.material.scenario.commanders[commander]
    cite(found.rules)
    cite(("CHT-26",) if found.side == "good" else ("CHT-27",))
    if not all_of.letters:
        yield from _limits(all_of)
    # Sentences in a row keep together where bullets would be torn apart.
    aims = Text(" ".join(found.objectives))
    yield Section("Objectives", (aims, victory) if victory and not apart else (aims,), together=True)
    if victory and apart:
        yield Section("How the game is won", (victory,), together=True)


def _limits(all_of: Told) -> Iterator[Section]:
    """What binds the commanders until a war is declared, by name where it does not bind all of them."""
    if all_of.lore.limits:
        limits = (
            Text(limit.text, bullet=True, strong=f"{limit.whom}." if limit.whom else "")
            for limit in all_of.lore.limits
        )
        yield Section("Until war is declared", tuple(limits), together=True)


def _powers(all_of: Told, *, together: bool = True) -> Iterator[Section]:
    if all_of.lore.powers:
        boxes = power_boxes(all_of.material, all_of.lore.powers, all_of.commanders)
        alone = {all_of.material.scenario.commanders[one].side for one in all_of.commanders} == {"good"}
        wide = alone and len(boxes) <= FEW_POWERS
        together = together and len(boxes) <= MANY_POWERS
        yield Section(POWERS_TICKED, boxes, wide, together=together)


def _knowledge(all_of: Told, victory: Text, *, close: bool = False) -> Iterator[Section]:
    """The rules of places and peoples, how the other side wins, and the words on the tables."""
    material, known = all_of.material, all_of.lore
    if known.peoples:
        yield Section("Your people and your foes", told(known.peoples))
    if known.places:
        yield Section("Places", told(known.places))
    if victory.text:
        yield Section("How the others win", (victory,), together=True)
    how, *words = legend(material, all_of.profiles, known, close=close)
    if all_of.letters:
        how = replace(how, text=f"{WHOSE} {how.text}")
    if _turns_due(all_of):
        rights = any(one.turn and not one.figures for one in all_of.arrivals)
        how = replace(how, text=f"{how.text} {STARRED_TOO if rights else STARRED}")
    yield Section("What the tables mean", (how, *words))


def _without(texts: Sequence[Text], sections: Sequence[Section]) -> tuple[Section, ...]:
    """Sections but for texts that name places which are not theirs."""
    return tuple(
        replace(one, blocks=tuple(block for block in one.blocks if block not in texts)) for one in sections
    )


def _house_rules(all_of: Told, sections: Sequence[Section], *, close: bool = False) -> Iterator[Section]:
    for section in house_rules(
        all_of.material, sections, all_of.commanders, all_of.arrivals, all_of.profiles, all_of.lore.rules
    ):
        yield replace(section, blocks=run_in(section.blocks)) if close else section


def _record(all_of: Told, *, least: int = 0) -> TurnRecord:
    """The turns to cross out, with a star where something is due."""
    marks = tuple((turn, "") for turn in _turns_due(all_of))
    now = all_of.material.now
    return TurnRecord(all_of.material.scenario.turns, marks, least, now.done if now else 0)


def _turns_due(all_of: Told) -> list[int]:
    """The turns on which someone of theirs comes, or a right of theirs begins, as on the turn record."""
    return sorted({one.turn for one in all_of.arrivals if one.turn})
