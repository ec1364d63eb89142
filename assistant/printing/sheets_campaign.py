"""Sheets of a campaign for afterwards: its chronicle and the reports of its fights; and labels for bases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.campaign.chronicle import Chronicle
from assistant.campaign.reports import Report
from assistant.campaign.roll_call import called
from assistant.printing.blocks import Column, Page, Section, Sheet, Table, Text
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import NBSP
from assistant.rules.arrivals import CommanderId
from assistant.rules.kit import Kit
from assistant.rules.starts import starts
from assistant.rules.world import OFF_TABLE, World

QUIET = "All was quiet."
STANDS = "How it stands"
NO_FIGHT = "No fight has been fought yet."
NOBODY = "Nobody's"
"""Over the figures that no commander has, such as ents and spiders."""
ACROSS = 4
LABEL = 13.0
"""How many labels stand in a row, and how many millimetres high each is at least."""


def chronicle_sheet(material: Material, told: Chronicle) -> Sheet:
    """The story of a game, turn by turn, and how it stands."""
    chapters = [(one.title, one.paragraphs or (QUIET,)) for one in told.chapters]
    if told.ending:
        chapters.append((STANDS, told.ending))
    sections = tuple(Section(title, tuple(map(Text, sentences))) for title, sentences in chapters)
    page = Page(told.name, f"{material.scenario.name}. Chronicle", sections, running="Chronicle")
    return Sheet("chronicle", f"Chronicle: {told.name}", (page,), material.footer, material.scenario.name)


def combat_report(material: Material, name: str, fights: Sequence[Report]) -> Sheet:
    """Every fight: what came of it, then blow by blow with its dice, and the luck of both sides."""
    sections = tuple(map(_fight, fights)) or (Section("", (Text(NO_FIGHT),)),)
    page = Page(name, f"{material.scenario.name}. Combat report", sections, running="Combat report")
    return Sheet("combat-report", f"Combat report: {name}", (page,), material.footer, material.scenario.name)


def _fight(one: Report) -> Section:
    told = Text(" ".join(one.story), strong=f"{one.when}, deed {one.deed}.")
    blows = (Text(line, bullet=True) for line in one.blows)
    luck = (Text(line, bullet=True) for line in one.luck)
    doubt = (Text(one.doubt, strong="The luck cannot be told."),) if one.doubt else ()
    return Section(one.title, (told, *blows, *(_lead("Luck.", luck)), *doubt))


def _lead(word: str, lines: Iterable[Text]) -> Iterator[Text]:
    """Lines after a word of their own, if there are any."""
    listed = tuple(lines)
    if listed:
        yield Text("", strong=word)
        yield from listed


@dataclass(frozen=True, slots=True)
class Label:
    """What is stuck under a base: who it is, whose, and what the assistant calls it."""

    name: str
    whose: str
    id: str


def labels(material: Material, listed: Iterable[Label]) -> Sheet:
    """A grid to cut up, a part for each commander."""
    parts: dict[str, list[Label]] = {}
    for one in listed:
        parts.setdefault(one.whose, []).append(one)
    sections = tuple(
        Section(whose, (_grid(sorted(found, key=_in_order)),), wide=True) for whose, found in parts.items()
    )
    page = Page("Labels", material.scenario.name, sections)
    return Sheet("labels", "Labels", (page,), material.footer, material.scenario.name)


def _in_order(label: Label) -> tuple[bool, str, int]:
    """Persons first, then kind by kind as they are counted: a label is found where one looks for it."""
    kind, dash, number = label.id.rpartition("-")
    return (True, kind, int(number)) if dash and number.isdecimal() else (False, label.id, 0)


def _grid(listed: Sequence[Label]) -> Table:
    cells = [f"{_kept(one.name)}\n{one.whose}\n{one.id}" for one in listed]
    cells += [""] * (-len(cells) % ACROSS)
    rows = (tuple(cells[at : at + ACROSS]) for at in range(0, len(cells), ACROSS))
    return Table((Column(""),) * ACROSS, tuple(rows), heights=(LABEL,))


def _kept(name: str) -> str:
    """A name whose number stays on its line."""
    who, space, number = name.rpartition(" ")
    return f"{who}{NBSP}{number}" if space and number.isdecimal() else name


def labels_at_start(material: Material) -> Iterator[Label]:
    """Everyone who stands on the table as the game begins, under the names they will have."""
    numbers: Counter[str] = Counter()
    book = material.book
    for start in starts(material.scenario, house=material.house, seats=material.seats):
        cite(start.rules)
        whose = material.commander_name(start.commander) if start.commander else NOBODY
        for some in start.figures:
            profile = book.profiles[some.profiles[0]]
            for _ in range(some.count):
                if profile.is_character and not numbers[profile.id]:
                    numbers[profile.id] += 1
                    yield Label(profile.name, whose, profile.id)
                    continue
                numbers[profile.id] += 1
                number = numbers[profile.id] - profile.is_character
                yield Label(f"{profile.name} {number}", whose, f"{profile.id}-{number}")


def labels_now(kit: Kit, world: World, names: Mapping[CommanderId, str]) -> Iterator[Label]:
    """Everyone who is in play, force by force."""
    for force in world.war.forces.values():
        whose = names[force.commander] if force.commander else NOBODY
        for one in force.figures:
            if world.figures[one].condition not in OFF_TABLE:
                yield Label(called(kit, world, one), whose, one)
