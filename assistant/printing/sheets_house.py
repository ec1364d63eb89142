"""The house rules a commander should know of: those that concern the chart, and whether it follows them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Block, Section, Text
from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_source import Material, cite, house_rule_texts
from assistant.printing.sheets_words import texts_of, worded_rules
from assistant.printing.wording import small
from assistant.rules.arrivals import Arrival, CommanderId
from assistant.rules.book import Profile
from assistant.rules.effects.on_top import has_brackets
from assistant.rules.scenario import Start

OF_THE_TABLE = frozenset(
    {
        "CON-009", "CON-019", "CON-031", "CON-062", "CON-063", "CON-064", "CON-091", "CON-098", "CON-103",
        "AMB-004", "AMB-008", "AMB-009", "AMB-010", "AMB-049", "AMB-064", "AMB-085",
    }
)  # fmt: skip
"""Questions of seats, lists and examples: whoever sets the game up has answered them."""
IN_BRACKETS = RuleId("AMB-012")
TITLE = "House rules at this table"


def house_rules(
    material: Material,
    sections: Sequence[Section],
    commanders: Collection[CommanderId],
    arrivals: Sequence[Coming],
    profiles: Sequence[Profile],
    rules: frozenset[RuleId],
) -> Iterator[Section]:
    """The changed readings that concern what stands in these sections."""
    changed = material.changed
    if not changed:
        return
    texts = "\n".join(map(texts_of, sections))
    followed = worded_rules(material, texts) | _in_numbers(material, commanders, arrivals, profiles)
    counted = [rule for rule in changed if rule in followed]
    foreign = _in_rows(material, frozenset(material.scenario.commanders), material.scenario.arrivals)
    others = [
        rule for rule in changed if rule not in followed | foreign and _concerns(material, rule, texts, rules)
    ]
    blocks = list(house_rule_texts(material, others))
    if counted:
        cite(counted)
        topics = (f"{small(material.book.house_rules[rule].topic)} ({rule})" for rule in counted)
        blocks.append(Text(f"{'; '.join(topics)}.", strong="What stands on this chart follows"))
    if blocks:
        yield Section(TITLE, tuple(blocks))


def run_in(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Texts with lead-ins as one paragraph, for where room is short."""
    first, *others = [block for block in blocks if isinstance(block, Text)]
    more = (pair for one in others for pair in ((one.strong, one.text), *one.then))
    return (replace(first, bullet=False, then=(*first.then, *more)),)


def _in_numbers(
    material: Material,
    commanders: Collection[CommanderId],
    arrivals: Sequence[Coming],
    profiles: Sequence[Profile],
) -> set[RuleId]:
    """The rules whose readings change their forces, arrivals, points, limits or figures."""
    scenario = material.scenario
    ids = {one.id for one in arrivals}
    found = _in_rows(material, commanders, [one for one in scenario.arrivals if one.id in ids])
    found |= {
        rule
        for limit in scenario.limits
        if set(limit.commanders) & set(commanders)
        for rule in (*(one.rule for one in limit.readings), *((limit.under.rule,) if limit.under else ()))
    }
    found |= {
        award.under.rule
        for award in scenario.awards
        if award.under and (not award.only or set(award.only) & set(commanders))
    }
    found |= {
        reading.rule
        for supply in scenario.supplies
        if supply.commander in commanders
        for reading in supply.readings
    }
    found |= {one.rule for profile in profiles for one in profile.variants}
    return found | ({IN_BRACKETS} if any(map(has_brackets, profiles)) else set())


def _in_rows(
    material: Material, commanders: Collection[CommanderId], arrivals: Iterable[Arrival]
) -> set[RuleId]:
    """The rules whose readings change the forces of these commanders, and these arrivals."""
    mine = (one for one in material.scenario.starts if one.commander in commanders)
    rows: list[Start | Arrival] = [*mine, *arrivals]
    found = {reading.rule for row in rows for reading in row.readings}
    return found | {row.under.rule for row in rows if row.under}


def _concerns(material: Material, rule: RuleId, texts: str, rules: frozenset[RuleId]) -> bool:
    """Whether a question is theirs: of an entry of this chart, or of someone on it, or of every fight."""
    if rule in OF_THE_TABLE:
        return False
    if rule in rules:
        return True
    topic = _flat(material.book.house_rules[rule].topic)
    named = [name for name in _names(material) if name in topic]
    return not named or any(name in _flat(texts) for name in named)


def _names(material: Material) -> Iterator[str]:
    """What a question may be about: abilities, figures, commanders and places."""
    book, scenario = material.book, material.scenario
    yield from (_flat(one.title).removesuffix("s") for one in book.abilities.values())
    yield from (_flat(one.name) for one in book.profiles.values())
    yield from (_flat(one.name) for one in scenario.commanders.values())
    yield from (_flat(name) for name in scenario.place_names.values())


def _flat(text: str) -> str:
    """Small letters without accents or hyphens: catalogue and scenario may write a name in two ways."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(" " if one == "-" else one for one in letters if not unicodedata.combining(one))
