"""Sheets for the game master: turns, points, arrivals, and what is due as a turn begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assistant.printing.blocks import Boxes, Column, Page, Section, Sheet, Table, Text, TurnRecord
from assistant.printing.sheets_arrivals import Coming, after_text, event_text
from assistant.printing.sheets_lore import once, power_boxes, powers_for
from assistant.printing.sheets_now_marks import mark_of, marks_of, what_of
from assistant.printing.sheets_points import exceptions, tallies
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import capital, small
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.scenario import Due, Moment

STARRED = (
    "A star marks the turns on which reinforcements are due by turn. What comes on every turn, or after a "
    "war is declared or a deed done, stands on the sheet of reinforcements."
)
MOMENTS: Mapping[Moment, str] = {
    "start": "As a turn starts",
    "movement": "While figures move",
    "combat": "When fights begin",
    "end": "As a turn ends",
}
MAY = "May "
"""How a right begins that needs no name, because it is the commander's own."""
PART_OF_PLAY = (
    ("SEQ-05", "Has anyone won? If not, begin another turn."),
    ("SEQ-06", "Bring on the arrivals of this turn: regular, by turn, by event."),
    ("SEQ-07", "What has no place of its own to come to is lost for good."),
    ("SCN-20", "Then evil moves first."),
)


def stars(material: Material) -> tuple[int, ...]:
    """SCN-23: the turns that carry a star."""
    found = in_force(material.scenario.stars, material.house)
    cite(rule for one in found for rule in one.rules)
    return tuple(turn for one in found for turn in one.turns)


def turn_record(material: Material, arrivals: Sequence[Coming]) -> Sheet:
    """SCN-23: every turn to cross out, those with arrivals starred and told."""
    cite(("SCN-23",))
    due = [one for one in arrivals if one.source == "scheduled"]
    marks = tuple((turn, "") for turn in stars(material))
    crossed = material.now.done if material.now else 0
    record = TurnRecord(material.scenario.turns, marks, crossed=crossed)
    sections = (
        Section("Cross out each turn when it is done", (Text(STARRED),), wide=True),
        Section("Arrivals by turn", (*_brackets(material), _dues(material, due, "Turn")), wide=True),
    )
    page = Page("Turn record", material.scenario.name, sections, record=record)
    return Sheet("turn-record", "Turn record", (page,), material.footer, material.scenario.name)


def _dues(material: Material, lines: Sequence[Coming], when: str) -> Table:
    """Arrivals of all commanders with a box for each."""
    cite(rule for one in lines for rule in one.rules)
    columns = (
        Column(when, share=1.8), Column("Commander", share=1.5), Column("Who comes", share=4.4),
        Column("Where", share=1.8),
    )  # fmt: skip
    rows = tuple(
        (
            _short(one),
            material.commander_name(one.commander),
            " ".join((f"{what_of(material.now, one)}.", *one.notes)),
            one.where,
        )
        for one in lines
    )
    boxes = tuple(0 if one.source == "regular" else 1 for one in lines)
    return Table(columns, rows, boxes, marks=marks_of(material.now, lines))


def _short(one: Coming) -> str:
    return str(one.turn) if one.source == "scheduled" else one.when


def reinforcements(material: Material, arrivals: Sequence[Coming]) -> Sheet:
    """The calendar of the game master: all that comes, when, for whom and where."""
    regular, scheduled = (
        [one for one in arrivals if one.source == source] for source in ("regular", "scheduled")
    )
    sections = [
        Section("Again and again", (_dues(material, _by_rhythm(regular), "When"),), wide=True),
        Section("By turn", (_dues(material, scheduled, "Turn"),), wide=True),
    ]
    for event in material.scenario.events:
        lines = [one for one in arrivals if one.event == event]
        if lines:
            title = event_text(material, event)
            sections.append(Section(title, (_after(material, lines),), wide=True))
    # A right that begins on some turn has its box there.
    rights = {power.id for one in scheduled for power in powers_for(one, material.scenario.powers)}
    powers = once(one for one in material.scenario.powers if one.id not in rights)
    called = power_boxes(material, powers, tuple(material.scenario.commanders))
    sections.append(Section("Declared or called, once in a game", called))
    sections.append(Section("What keeps them away", tuple(_stops(material))))
    # Below the title, where it is read on every side.
    brackets = " ".join((f"{material.scenario.name}.", *(one.text for one in _brackets(material))))
    page = Page("Reinforcements", brackets.rstrip("."), tuple(sections))
    return Sheet("reinforcements", "Reinforcements", (page,), material.footer, material.scenario.name)


def _by_rhythm(lines: Sequence[Coming]) -> list[Coming]:
    """What comes on the same turns stands together: every turn first, as the first of them does."""
    rhythms = list(dict.fromkeys(one.when for one in lines))
    return sorted(lines, key=lambda one: rhythms.index(one.when))


def _after(material: Material, lines: Sequence[Coming]) -> Table:
    table = _dues(material, lines, "When")
    rows = tuple(
        (capital(after_text(one.delay)), *cells[1:]) for one, cells in zip(lines, table.rows, strict=True)
    )
    return replace(table, rows=rows)


def _brackets(material: Material) -> Iterator[Text]:
    for supply in material.scenario.supplies:
        if material.settled(supply):
            continue
        who = material.commander_name(supply.commander)
        yield Text(f"In brackets: what comes to {who} while {supply.id.capitalize()} is {supply.scarce}.")


def _stops(material: Material) -> Iterator[Text]:
    for stop in in_force(material.scenario.stops, material.house):
        cite(stop.rules)
        yield Text(stop.text, bullet=True, strong=f"{material.commander_name(stop.commander)}.")
    cite(("SEQ-07",))
    yield Text("Whoever does not hold the place on the turn loses the arrival for good.", bullet=True)


def status_record(material: Material) -> Sheet:
    """STA-11: a column for each minion, a row for each deed, and the total."""
    cite(("STA-11",))
    found = in_force(material.scenario.status_records, material.house)
    minions: tuple[CommanderId, ...] = tuple(one for record in found for one in record.columns)
    sections = (
        Section("Tally here", tallies(material, minions), wide=True),
        Section("Exceptions", exceptions(material, minions), wide=True),
    )
    page = Page("Status record", "Minions of Sauron", sections)
    return Sheet("status-record", "Status record", (page,), material.footer, material.scenario.name)


def checklist(material: Material, arrivals: Sequence[Coming]) -> Sheet:
    """What must not be forgotten: every turn, on some turns, and while something lasts."""
    cite(rule for rule, _ in PART_OF_PLAY)
    scenario = material.scenario
    always = tuple(Text(text, bullet=True) for _, text in PART_OF_PLAY)
    by_turn = tuple(_on_turn(material, one) for one in arrivals if one.source == "scheduled")
    lasting = (
        Section(title, tuple(_due(material, one) for one in _at(scenario.dues, moment)))
        for moment, title in MOMENTS.items()
    )
    sections = (
        Section("Every turn", always),
        Section("On these turns", (*_brackets(material), *by_turn)),
        *(section for section in lasting if section.blocks),
    )
    page = Page("Turn checklist", scenario.name, sections)
    return Sheet("checklist", "Turn checklist", (page,), material.footer, scenario.name)


def _on_turn(material: Material, one: Coming) -> Boxes:
    """A box for each arrival that comes once."""
    is_of_the_commander = one.what.startswith(MAY)
    what = what_of(material.now, one)
    what = small(what) if is_of_the_commander and what == one.what else what
    note = f"{material.commander_name(one.commander)}: {what}."
    mark = mark_of(material.now, one)
    return Boxes(f"Turn {one.turn}:", 1, note=note, ticked=int(mark == "tick"), struck=mark == "struck")


def _at(dues: Sequence[Due], moment: Moment) -> list[Due]:
    """What is due at some moment of a turn, last what is counted in boxes."""
    return sorted((one for one in dues if one.at == moment), key=lambda one: bool(one.boxes))


def _due(material: Material, due: Due) -> Boxes | Text:
    """Something that lasts has a box for each of its turns, ticked as on the chart of whose power it is."""
    cite(due.rules)
    if due.boxes:
        now = material.now
        ticked = min(now.uses((due.id,)), due.boxes) if now else 0
        over = now is not None and due.id in now.spent
        return Boxes(due.who, due.boxes, note=due.text, ticked=ticked, struck=over)
    return Text(due.text, bullet=True, strong=f"{due.who}.")
