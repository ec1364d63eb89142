"""What sheets say where a table reads a rule otherwise: in place of the words that stand for the default."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Block, Boxes, Lines, Section, Sheet, Table, Text
from assistant.printing.sheets_source import Material
from assistant.rules.scenario import Wording

Say = Callable[[str], str]


def worded(sheet: Sheet, material: Material) -> Sheet:
    """A sheet in the words of the readings in force."""
    said = (*(pair for wording in in_words(material) for pair in wording.say), *_by_now(material))
    if not said:
        return sheet

    def say(text: str) -> str:
        for default, instead in said:
            text = text.replace(default, instead)
        return text

    pages = (
        replace(page, sections=tuple(_section(one, say) for one in page.sections)) for page in sheet.pages
    )
    return replace(sheet, pages=tuple(pages))


def in_words(material: Material) -> Iterator[Wording]:
    """The wordings of the readings this table has chosen."""
    return (
        one for one in material.scenario.wordings if material.changed.get(one.under.rule) == one.under.reading
    )


def _by_now(material: Material) -> Iterator[tuple[str, str]]:
    """What is said in place of an "if", once it is decided in the game."""
    for supply in material.scenario.supplies:
        if material.settled(supply) == supply.full:
            yield from supply.say


def worded_rules(material: Material, texts: str) -> frozenset[RuleId]:
    """The changed readings that some of these texts follow."""
    return frozenset(
        one.under.rule for one in in_words(material) if any(default in texts for default, _ in one.say)
    )


def texts_of(section: Section) -> str:
    """Everything a section says, as it is written."""
    return "\n".join(part for block in section.blocks for part in _texts(block))


def _texts(block: Block) -> Iterator[str]:
    match block:
        case Text():
            yield f"{block.strong} {block.text}"
            yield from (f"{strong} {text}" for strong, text in block.then)
        case Boxes():
            yield f"{block.label} {block.note}"
        case Table():
            yield from (cell for row in block.rows for cell in row)
        case Lines():
            yield block.label


def _section(section: Section, say: Say) -> Section:
    return replace(section, blocks=tuple(_block(block, say) for block in section.blocks))


def _block(block: Block, say: Say) -> Block:
    match block:
        case Text():
            then = tuple((say(strong), say(text)) for strong, text in block.then)
            return replace(block, text=say(block.text), strong=say(block.strong), then=then)
        case Boxes():
            return replace(block, label=say(block.label), note=say(block.note))
        case Table():
            return replace(block, rows=tuple(tuple(map(say, row)) for row in block.rows))
        case Lines():
            return block
