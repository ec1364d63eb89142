"""How to read the tables of figures, and what every ability on them does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from assistant.printing.blocks import Text
from assistant.printing.sheets_figures import is_explained, is_haste, starred
from assistant.printing.sheets_lore import Lore
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import NBSP, is_counted, join
from assistant.rules.book import AbilityText, Profile, Trait

MOVES = "Move: inches in clear / difficult ground, – for never."
ON_FOOT = "Dismounted: dice / attack / defense, and move."
LEADERSHIP = {
    "in-the-force": "Ld: leadership; with a people named, only where some of them are in the force.",
    "whole-force": "Ld: leadership; with a people named, only where the whole force is of them.",
    "beside-the-leader": "Ld: leadership; with a people named, only where some of them fight beside him.",
}
PLAIN_LEADERSHIP = "Ld: leadership."
WIZARDRY = (
    "Wz: wizardry. In a fight it may duel an enemy who has it, 1d6 + Wz each: the loser does not strike or "
    "lead. Or a point improves its dice, attack or defense by 1, to 2+ at best."
)
NO_DEFENSE = "Defense –: no roll, a hit removes it."
CREW = "Crew: how many serve it, and how many it takes to move it; after the dice: so many for each of them."
BRACKETS = "What is in brackets is counted in the numbers."
UNLISTED = "Anything else: see the entry of its bearer."
OF_SOME = ("PPL-", "ITM-", "FEL-", "PLC-")
"""Rules of some people, thing or place; all others are rules of the game."""
OF_THE_LIST = "ABL-"
HEALING = "Healed by a full turn at rest in"
CARRYING = (
    "One unwounded character carries him at half pace, two at full, hobbits counting half; left behind, he "
    "may be slain or taken."
)
RIDES = "Once mounted: +1 die, +1 to attack, and that move."


def legend(
    material: Material,
    profiles: Sequence[Profile],
    known: Lore | None = None,
    *,
    close: bool = False,
) -> tuple[Text, ...]:
    """CHT-05: how to read the tables, what every ability on them does, and where the sheet has told it."""
    cite(("CHT-05",))
    found = {
        trait.name: material.book.abilities[trait.name]
        for profile in profiles
        for trait in profile.traits
        if trait.name in material.book.abilities and is_explained(material.book.abilities[trait.name])
    }
    found |= _named_in(material, found, known)
    abilities = sorted(found.values(), key=lambda ability: ability.title)
    cite(rule for ability in abilities for rule in ability.rules)
    stars = starred(material, profiles)
    places = {ability.name: _told_where(ability, known) for ability in abilities}
    marks = tuple(_marks(material, profiles, [(mark, found[name]) for name, mark in stars.items()]))
    said = (
        *(
            Text(ability.text, bullet=True, strong=f"{ability.title}.")
            for ability in abilities
            if not places[ability.name] and ability.name not in stars
        ),
        *_pointers(
            ((ability, places[ability.name]) for ability in abilities if ability.name not in stars), profiles
        ),
    )
    how = " ".join(filter(None, (_how_to_read(material, profiles), _unlisted(places.values()))))
    return (Text(how), *(part for one in (marks, said) for part in (_run_in(one) if close else one)))


def how_to_read(material: Material, profiles: Sequence[Profile]) -> tuple[Text, ...]:
    """CHT-05: what headings and marks mean, where a sheet of its own tells the abilities."""
    cite(("CHT-05",))
    return (Text(_how_to_read(material, profiles)), *_marks(material, profiles, ()))


def _run_in(texts: Sequence[Text]) -> Iterator[Text]:
    """Where room is short, one paragraph of the marks and one of the abilities."""
    if texts:
        first, *others = texts
        yield replace(first, bullet=False, then=tuple((one.strong, one.text) for one in others))


def _named_in(
    material: Material, found: Mapping[str, AbilityText], known: Lore | None
) -> dict[str, AbilityText]:
    """Abilities of the rulebook's list that a power or another ability speaks of, though nobody has them."""
    texts = [ability.text for ability in found.values()]
    texts += [power.text for power in known.powers] if known else []
    said = {word.strip(".,;:") for text in texts for word in text.split()}
    return {
        name: ability
        for name, ability in material.book.abilities.items()
        if ability.in_combat and ability.rules[0].startswith(OF_THE_LIST) and ability.title.lower() in said
    }


def told_with_bearers(
    material: Material, profiles: Sequence[Profile], stars: Collection[str], known: Lore
) -> tuple[str, ...]:
    """The abilities that the entries of all who have them tell, so that nobody looks for them by name."""
    named = {trait.name for one in profiles for trait in one.traits if trait.name not in stars}
    abilities = [material.book.abilities[one] for one in sorted(named & {*material.book.abilities})]
    places = [(one, _told_where(one, known)) for one in abilities if is_explained(one)]
    return tuple(one.name for one, entries in places if entries and not _to_look_up(one, entries, profiles))


def _told_where(ability: AbilityText, known: Lore | None) -> tuple[str, ...]:
    """The entries that tell an ability: for one that several have, those of whoever has it here."""
    told_by = known.told_by if known and not is_haste(Trait(ability.name)) else {}
    of_some, of_all = (
        [rule for rule in ability.rules if rule.startswith(OF_SOME) is is_of_some]
        for is_of_some in (True, False)
    )
    if not all(rule in told_by for rule in of_all):
        return ()
    return tuple(dict.fromkeys(told_by[rule] for rule in (*of_some, *of_all) if rule in told_by))


def _is_alike(ability: AbilityText, entry: str) -> bool:
    """Whether an ability is named after an entry, or the entry after it."""
    title, name = ability.title.casefold(), entry.casefold().removeprefix("the ")
    return title in name or name in title


def _to_look_up(ability: AbilityText, entries: Sequence[str], profiles: Sequence[Profile]) -> tuple[str, ...]:
    """The entries that tell an ability, if some who have it have none named after them; but for such."""
    bearers = [
        one.name.casefold() for one in profiles if any(trait.name == ability.name for trait in one.traits)
    ]
    own = [one for one in entries if any(bearer in one.casefold() for bearer in bearers)]
    if all(any(bearer in one.casefold() for one in own) for bearer in bearers):
        return ()
    return tuple(one for one in entries if one not in own) or tuple(entries)


def _pointers(
    abilities: Iterable[tuple[AbilityText, tuple[str, ...]]], profiles: Sequence[Profile]
) -> Iterator[Text]:
    """Where to read about abilities that entries tell under another name than theirs or their bearer's."""
    said: dict[tuple[str, ...], list[str]] = {}
    for ability, names in abilities:
        entries = _to_look_up(ability, names, profiles)
        if entries and not any(_is_alike(ability, name) for name in names):
            said.setdefault(entries, []).append(ability.title)
    if said:
        pairs = (f"{join(titles)}: {join(names)}" for names, titles in said.items())
        yield Text(f"{'; '.join(pairs)}.", bullet=True, strong="See the entry.")


def _unlisted(places: Iterable[tuple[str, ...]]) -> str:
    return UNLISTED if any(places) else ""


def _how_to_read(material: Material, profiles: Sequence[Profile]) -> str:
    """What the headings of the tables mean, as far as they stand on this sheet."""
    abilities = [material.book.abilities.get(trait.name) for one in profiles for trait in one.traits]
    scoped = any(one.leadership_scope for one in profiles)
    leadership = LEADERSHIP[material.house["AMB-030"]] if scoped else PLAIN_LEADERSHIP
    said = {
        MOVES: True,
        ON_FOOT: any(one.dismounted for one in profiles),
        leadership: any(one.is_character for one in profiles),
        WIZARDRY: any(one.wizardry is not None for one in profiles),
        CREW: any(one.crew for one in profiles),
        NO_DEFENSE: any(one.line.defense is None and one.line.attack is not None for one in profiles),
        BRACKETS: any(ability and is_counted(ability) for ability in abilities),
    }
    return " ".join(sentence for sentence, holds in said.items() if holds)


def _marks(
    material: Material, profiles: Sequence[Profile], stars: Iterable[tuple[str, AbilityText]]
) -> Iterator[Text]:
    """What stands on many lines is told once: the marks after a name, riding, and what a hero is."""
    magic, hero = material.ability_of_rule("ABL-MAGICWEAPON"), material.ability_of_rule("ABL-HERO-2")
    if magic and any(profile.magic_weapon for profile in profiles):
        cite(magic.rules)
        yield Text(magic.text, bullet=True, strong=f"#{NBSP}{magic.title}.")
    for mark, ability in stars:
        yield Text(ability.text, bullet=True, strong=f"{mark}{NBSP}{ability.title}.")
    if hero and any(profile.is_character and profile.side == "good" for profile in profiles):
        cite((*hero.rules, "HEA-03"))
        yield Text(f"{hero.text} {CARRYING} {_healing(material)}", bullet=True, strong=f"{hero.title}.")
    if any(profile.mounted_bonus for profile in profiles):
        yield Text(RIDES, bullet=True, strong="Rides.")


def _healing(material: Material) -> str:
    """Where the wounded are healed, and how long it takes."""
    places = [place.name for place in material.book.places.values() if place.healing]
    return f"{HEALING} {join(places, 'or')}." if places else ""
