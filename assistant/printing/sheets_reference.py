"""Sheets for the whole table: abilities, movement, places and peoples, and the roster of all figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.printing.blocks import Column, Page, Section, Sheet, Table, Text
from assistant.printing.sheets_figures import figure_table
from assistant.printing.sheets_legend import how_to_read
from assistant.printing.sheets_lore import alike, entry_of, told
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import NONE, join, people_name
from assistant.rules.book import AbilityText, Place
from assistant.rules.movement import kept_to_roads
from assistant.rules.scenario import Artifact, People, Spot
from assistant.rules.terrain import said_of, terrain_chart
from assistant.rules.wording import many

ON_THE_MARCH = ("MOV-15", "FRC-01", "FRC-02", "FRC-04", "FRC-05", "FRC-06", "MOV-13", "MOV-14")
CHANGES_A_MOVE = {
    "ABL-BURROWER-2", "ABL-CAMELS", "ABL-HEAVYARMOUR", "ABL-IMMOBILE", "ABL-MINERS", "ABL-PIKES",
    "ABL-PONDEROUS", "ABL-SCOUTS", "ABL-SWIFT", "ABL-TRACKER", "ABL-VENERABLE", "ABL-WOODSMEN", "FEL-09",
    "ITM-ROPE-01", "PRF-GA04", "PPL-ORCDRUMMER-01",
}  # fmt: skip
FORCES = (
    'A force is any number of figures of one side, each within 1" of another of them. It moves at the pace '
    "of its slowest and fights as one body.",
    "Characters alone stand, for combat, where their leading member stands.",
    'Figures join or leave a force by ending their move within 1" of it, or further off. A figure apart from '
    "any force moves and fights alone.",
    'A figure with an enemy within 1" as its move begins is pinned and may not move, unless it has stealth '
    "and has not been spotted.",
)


def abilities(material: Material) -> Sheet:
    """CHT-24: every ability from A to Z."""
    cite(("CHT-24",))
    found = sorted(material.book.abilities.values(), key=lambda ability: ability.title)
    cite(rule for ability in found for rule in ability.rules)
    page = Page("Abilities", material.scenario.name, (Section("", tuple(map(_ability, found))),))
    return Sheet("abilities", "Abilities", (page,), material.footer, material.scenario.name)


def _ability(ability: AbilityText) -> Text:
    return Text(ability.text, bullet=True, strong=f"{ability.title}.")


def movement(material: Material) -> Sheet:
    """CHT-25: how far, over what, and what changes it."""
    cite(("CHT-25", *ON_THE_MARCH))
    marchers = [one for one in material.book.abilities.values() if _changes_a_move(one)]
    cite(rule for ability in marchers for rule in ability.rules)
    sections = (
        Section("Inches a turn", (_paces(material), *_by_road(material)), wide=True),
        Section("Ground", (_ground(material),)),
        Section("Who moves otherwise", tuple(map(_ability, sorted(marchers, key=lambda one: one.title)))),
        Section("Figures and forces", tuple(Text(text, bullet=True) for text in FORCES)),
    )
    page = Page("Movement", material.scenario.name, sections)
    return Sheet("movement", "Movement", (page,), material.footer, material.scenario.name)


def _paces(material: Material) -> Table:
    columns = (
        Column("", share=3), Column("Clear, on foot", "center"), Column("Clear, mounted", "center"),
        Column("Difficult", "center"),
    )  # fmt: skip
    rows = []
    for pace in material.book.paces.values():
        if pace.moves:
            cite(pace.rules)
            numbers = (pace.on_foot, pace.mounted, pace.difficult)
            rows.append((pace.name, *(NONE if inches is None else str(inches) for inches in numbers)))
    return Table(columns, tuple(rows))


def _by_road(material: Material) -> Iterator[Text]:
    """MOV-09, ABL-PONDEROUS: of whom the chart's rate in difficult ground does not hold."""
    for pace in material.book.paces.values():
        kept = kept_to_roads(pace, material.book.profiles.values(), material.house)
        if kept:
            cite(rule for one in kept for rule in one.rules)
            names = join(dict.fromkeys(many(one) for one in kept))
            yield Text(f"{names} enter difficult ground only along a road.", strong=f"{pace.name}.")


def _ground(material: Material) -> Table:
    chart = terrain_chart(material.book, material.house)
    cite(rule for ground in chart for rule in ground.rules)
    rows = tuple((ground.name, said_of(ground, material.book)) for ground in chart)
    return Table((Column("", share=1), Column("", share=2.4)), rows)


def _changes_a_move(ability: AbilityText) -> bool:
    return not CHANGES_A_MOVE.isdisjoint(ability.rules)


def places(material: Material) -> Sheet:
    """Every place, people and thing with a rule of its own, for whoever comes there or meets them."""
    pages = [
        Page(f"Places: {table.name}", material.scenario.name, tuple(_places_of(material, table.id)))
        for table in material.scenario.tables.values()
    ]
    scenario = material.scenario
    peoples = (
        Section("Peoples and persons", _by_name(scenario.peoples)),
        Section("Things", _by_name(scenario.artifacts)),
    )
    pages.append(Page("Peoples and things", scenario.name, peoples))
    return Sheet("places", "Places and peoples", tuple(pages), material.footer, scenario.name)


def _places_of(material: Material, table: str) -> Iterator[Section]:
    places = [place for place in material.book.places.values() if place.table == table and place.text]
    sheet = material.scenario.atlas.sheets.get(table)
    spots = [
        one for one in material.scenario.spots.values() if one.text and sheet and one.id in sheet.footprints
    ]
    yield Section("", _by_name([*places, *spots]))


def _by_name(found: Iterable[Place | Spot | People | Artifact]) -> tuple[Text, ...]:
    """From A to Z; those of which the same is told in one paragraph."""
    return told(alike(map(entry_of, sorted(found, key=lambda one: one.name))))


def roster(material: Material) -> Sheet:
    """Every figure of the book by its people, with the numbers in force."""
    profiles = list(map(material.figure, material.book.profiles))
    sections = [
        figure_table(material, [one for one in profiles if one.people == people], people_name(people))
        for people in sorted({profile.people for profile in profiles}, key=people_name)
    ]
    how = Section("How to read the tables", how_to_read(material, profiles), wide=True)
    page = Page("Roster", material.scenario.name, (*sections, how))
    return Sheet("roster", "Roster", (page,), material.footer, material.scenario.name, leaves=True)
