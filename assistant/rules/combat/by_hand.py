"""What acts in a fight and the assistant does not resolve: said once, for the table to apply."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from assistant.kernel.evidence import warned
from assistant.rules.book import AbilityText
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.setup import SIDES
from assistant.rules.effects.registry import EFFECTS, holds


def left_to_the_table(desk: RulesDesk, fight: Fight) -> Iterator[str]:
    """One line for each ability or rule of the place that acts in combat but has no effect here."""
    bearers: dict[str, dict[str, None]] = {}
    for side in SIDES:
        for one in fight.combatants(desk, side):
            for trait in one.profile.traits:
                if holds(trait, one.mounted):
                    bearers.setdefault(trait.name, {})[one.profile.name] = None
    yield from _lines(fight.book.abilities.values(), bearers)
    # What a place lies in has its say there too (TER-13), and under its own name.
    for place in map(fight.book.places.__getitem__, fight.book.regions_of(fight.setup.site.place)):
        traits = {one.name: {place.name: None} for one in place.traits}
        yield from _lines(fight.book.place_rules.values(), traits, place.rules)


def _lines(
    texts: Iterable[AbilityText], bearers: Mapping[str, Iterable[str]], of_place: Collection[str] = ()
) -> Iterator[str]:
    """A rule of places cites only what this place brings."""
    for text in texts:
        if text.in_combat and text.name in bearers and text.name not in EFFECTS:
            who = ", ".join(bearers[text.name])
            rules = [rule for rule in text.rules if not of_place or rule in of_place]
            cited = f" ({', '.join(map(warned, rules))})" if rules else ""
            yield f"{text.title} ({who}) is not resolved here; apply it by hand{cited}."
