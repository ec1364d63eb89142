"""The charts the commanders hold: what have I, what comes, how far, how hard, what for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Boxes, Column, Lines, Page, Section, Sheet, Table, Text, TurnRecord
from assistant.printing.sheets_arrivals import Coming, of_commanders
from assistant.printing.sheets_figures import figure_tables, legend, members
from assistant.printing.sheets_lore import UNBOUNDED, Lore, is_told, lore, power_boxes, told
from assistant.printing.sheets_quick import TOPICS, topic_section
from assistant.printing.sheets_source import Material, cite, house_rule_texts
from assistant.printing.wording import all_figures, join, ordinal
from assistant.rules.arrivals import Arrival, CommanderId, in_force
from assistant.rules.book import Profile
from assistant.rules.scenario import Award, Commander, Start
from assistant.rules.starts import starts

TURNS = 50
"""How many turns a chart shows at least; the turn record of the table has all."""
SHARED = "split if taken together"
HOMELESS = "You have no home base to lose; agree with the table where your captives go."
TALLY = {"great": 1, "few": 4, "many": 10}
GREAT, SMALL = 50, 1
IN_SHORT = ("Combat, step by step", "Outcome")
"""Topics of the quick reference for charts with room to spare."""
NAMED = 10
"""How many entries that stand elsewhere are named."""

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


class _Ruled(Protocol):
    @property
    def rules(self) -> tuple[RuleId, ...]: ...


@dataclass(frozen=True, slots=True)
class _Told:
    """All that stands on a chart of one commander or several."""

    material: Material
    arrivals: tuple[Coming, ...]
    commanders: tuple[CommanderId, ...]
    profiles: tuple[Profile, ...]
    lore: Lore


def chart(
    material: Material,
    arrivals: Sequence[Coming],
    commander: CommanderId,
    most: int = UNBOUNDED,
) -> Sheet:
    """CHT-01: everything one commander needs, on both sides of one sheet."""
    all_of = _gather(material, arrivals, (commander,), most)
    cite(("CHT-01", *CHARTS.get(commander, ())))
    found = material.scenario.commanders[commander]
    subtitle = _subtitle(material, found)
    front = (
        *_forces(all_of, commander),
        *_aims(all_of, commander),
        *_reinforcements(all_of, commander),
        *figure_tables(material, all_of.profiles),
        *_powers(all_of),
        *_status(material, found),
    )
    pages = (
        Page(found.name, subtitle, front, record=_record(all_of), flows=True),
        Page(found.name, subtitle, tuple(_knowledge(all_of))),
    )
    return Sheet(
        name=f"chart-{commander}",
        title=f"Game chart: {found.name}",
        pages=pages,
        footer=material.footer,
        subject=material.scenario.name,
        exact=True,
    )


def merged_chart(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId], player: str = ""
) -> Sheet:
    """The charts of a player with several commands as one: what they share stands there once."""
    all_of = _gather(material, arrivals, tuple(commanders), most=UNBOUNDED)
    names = [material.commander_name(one) for one in commanders]
    cite(("CHT-01", *(rule for one in commanders for rule in CHARTS.get(one, ()))))
    sections: list[Section] = []
    for one in commanders:
        found = material.scenario.commanders[one]
        sections += [
            Section(found.name, (Text(_subtitle(material, found)),), wide=True, leads=True, divides=True),
            *_forces(all_of, one),
            *_aims(all_of, one),
            *_status(material, found),
            *_reinforcements(all_of, one),
        ]
    together = (
        Section(f"For {join(names)}", (), wide=True, divides=True),
        *figure_tables(material, all_of.profiles),
        *_powers(all_of),
        *_knowledge(all_of),
    )
    title = join(names)
    page = Page(title, player or "Merged chart", (*sections, *together), record=_record(all_of))
    return Sheet(
        name=f"chart-{'+'.join(commanders)}",
        title=f"Game chart: {title}",
        pages=(page,),
        footer=material.footer,
        subject=material.scenario.name,
    )


def _gather(
    material: Material, arrivals: Sequence[Coming], commanders: tuple[CommanderId, ...], most: int
) -> _Told:
    profiles = members(material, arrivals, commanders)
    return _Told(
        material,
        of_commanders(arrivals, commanders),
        commanders,
        profiles,
        lore(material, arrivals, commanders, profiles, most),
    )


def _subtitle(material: Material, commander: Commander) -> str:
    """Side, homes, and when they move."""
    scenario = material.scenario
    base = _base(material, commander)
    if commander.side != scenario.moves_first:
        return f"{commander.side.capitalize()}, {base}, moves after {scenario.moves_first}"
    if commander.id not in scenario.move_order:
        return f"{commander.side.capitalize()}, {base}"
    at = ordinal(scenario.move_order.index(commander.id) + 1)
    return f"{commander.side.capitalize()}, {base}, {at} of {len(scenario.move_order)} to move"


def _base(material: Material, commander: Commander) -> str:
    """The home bases by name."""
    if not commander.home:
        return "no home base"
    homes = join(material.scenario.place_names[place] for place in commander.home)
    return f"home {'bases' if len(commander.home) > 1 else 'base'}: {homes}"


def _forces(all_of: _Told, commander: CommanderId) -> Iterator[Section]:
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


def _reinforcements(all_of: _Told, commander: CommanderId) -> Iterator[Section]:
    """What comes when and where, with a box for what comes once."""
    mine = (one for one in all_of.arrivals if one.commander == commander)
    lines = [one for one in mine if not _is_a_power(one, all_of.lore)]
    if not lines:
        yield Section("Reinforcements", (Text("None."),), wide=True)
        return
    cite(rule for one in lines for rule in one.rules)
    columns = (Column("When", share=2.8), Column("Who comes", share=5.2), Column("Where", share=1.8))
    rows = tuple((one.when, " ".join((f"{one.what}.", *one.notes)), one.where) for one in lines)
    boxes = tuple(0 if one.source == "regular" else 1 for one in lines)
    table = Table(columns, rows, boxes)
    yield Section("Reinforcements", (*_short(all_of.material, lines), table), wide=True)


def _is_a_power(one: Coming, known: Lore) -> bool:
    """What comes only when it is called has its box among the powers."""
    return one.optional and any(set(one.rules) <= set(power.rules) for power in known.powers)


def _short(material: Material, lines: Sequence[Coming]) -> Iterator[Text]:
    """What the brackets mean."""
    for supply in material.scenario.supplies:
        if any(one.thinned and one.commander == supply.commander for one in lines):
            yield Text(f"In brackets: what comes while {supply.id.capitalize()} is {supply.scarce}.")


def _aims(all_of: _Told, commander: CommanderId) -> Iterator[Section]:
    """Objectives, and what binds the commander until a war is declared."""
    found = all_of.material.scenario.commanders[commander]
    cite(found.rules)
    cite(("CHT-26",) if found.side == "good" else ("CHT-27",))
    # Sentences in a row keep together where bullets would be torn apart.
    yield Section("Objectives", (Text(" ".join(found.objectives)),), together=True)
    if all_of.lore.limits and commander == all_of.commanders[0]:
        yield Section(
            "Until war is declared", tuple(Text(limit, bullet=True) for limit in all_of.lore.limits)
        )


def _status(material: Material, commander: Commander) -> Iterator[Section]:
    """CHT-02: the record of a minion's deeds; good has none to keep."""
    if commander.side == "evil":
        cite(("CHT-02",))
        homeless = () if commander.home else (Text(HOMELESS),)
        blocks = (*_deeds(material, commander), *homeless, Lines("Total", 1))
        yield Section("Status points", blocks, together=True)


def _deeds(material: Material, commander: Commander) -> Iterator[Boxes]:
    for award in awards_of(material, commander.id):
        if award.points > 0 or commander.home:
            cite(award.rules)
            note = _note(material, award, commander)
            yield Boxes(award.name, _tally(award, commander), note=note, points=points(award))


def awards_of(material: Material, commander: CommanderId) -> tuple[Award, ...]:
    """The deeds that earn this minion something."""
    every = in_force(material.scenario.awards, material.house)
    return tuple(award for award in every if not award.only or commander in award.only)


def points(award: Award) -> str:
    """50, -25, or leadership and 5."""
    return f"Ld + {award.points}" if award.plus_leadership else str(award.points).replace("-", "−")


def _tally(award: Award, commander: Commander) -> int:
    """As many boxes as such deeds are likely."""
    if award.points < 0:
        return len(commander.home)
    if award.places:
        return min(len(award.places), TALLY["few"] + 1)
    if award.points >= GREAT:
        return TALLY["great"]
    return TALLY["many"] if award.points == SMALL else TALLY["few"]


def _note(material: Material, award: Award, commander: Commander) -> str:
    places = award.doubled_for.get(commander.id, ())
    said = [SHARED] if award.shared else []
    if places:
        said.append(f"double at {join((material.scenario.place_names[place] for place in places), 'or')}")
    return f"({'; '.join(said)})" if said else ""


def _powers(all_of: _Told) -> Iterator[Section]:
    if all_of.lore.powers:
        yield Section("Powers: tick when used", power_boxes(all_of.lore.powers), together=True)


def _knowledge(all_of: _Told) -> Iterator[Section]:
    """The rules of places and peoples, the words on the tables, and the house rules."""
    material, known = all_of.material, all_of.lore
    if known.peoples:
        yield Section("Your people and your foes", told(known.peoples, close=known.is_long))
    if places := (*told(known.places, close=known.is_long), *_elsewhere(known)):
        yield Section("Places", places)
    yield Section(
        "What the tables mean", legend(material, all_of.profiles, known.told_by, close=known.is_long)
    )
    if known.is_short:
        yield from (topic_section(topic) for topic in TOPICS if topic.title in IN_SHORT)
    if rules := house_rules_that_matter(all_of.material, all_of.lore.rules):
        yield Section("House rules at this table", house_rule_texts(material, rules))


def _elsewhere(known: Lore) -> Iterator[Text]:
    if known.elsewhere:
        names = ", ".join(one.name for one in known.elsewhere[:NAMED])
        more = " and others" if len(known.elsewhere) > NAMED else ""
        yield Text(f"{names}{more}: see the sheet of places and peoples.", strong="Also for you.")


def house_rules_that_matter(material: Material, rules: frozenset[RuleId]) -> tuple[RuleId, ...]:
    """Changed readings of what stands on this chart, and of what stands on nobody's: those matter to all."""
    anyones = _on_any_chart(material)
    return tuple(rule for rule in material.changed if rule in rules or rule not in anyones)


def _on_any_chart(material: Material) -> set[RuleId]:
    """Every rule that belongs to some place, people, figure or arrival."""
    scenario, book = material.scenario, material.book
    rows: tuple[_Ruled, ...] = (
        *scenario.starts, *scenario.arrivals, *scenario.powers, *scenario.peoples, *scenario.artifacts,
        *scenario.awards, *scenario.limits, *scenario.supplies, *scenario.stops, *book.places.values(),
        *book.profiles.values(),
    )  # fmt: skip
    found = {rule for row in rows for rule in row.rules}
    changed: tuple[Start | Arrival, ...] = (*scenario.starts, *scenario.arrivals)
    readings = {reading.rule for row in changed for reading in row.readings}
    variants = {one.rule for profile in book.profiles.values() for one in profile.variants}
    return found | readings | variants


def _record(all_of: _Told) -> TurnRecord:
    """The turns to cross out, with a star where something is due."""
    due = sorted({one.turn for one in all_of.arrivals if one.turn})
    return TurnRecord(all_of.material.scenario.turns, tuple((turn, "") for turn in due), least=TURNS)
