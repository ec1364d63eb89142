"""The numbers of a profile as a fight reads them where a table adds what stands in brackets."""

from __future__ import annotations

from dataclasses import replace

from assistant.rules.book import Line, Profile
from assistant.rules.combat.muster import BEST_TARGET, WORST_TARGET
from assistant.rules.effects.blows import Elite
from assistant.rules.effects.guards import HeavyArmor, Rabble, Unarmored
from assistant.rules.house import HouseRules

ADDED: dict[str, tuple[int, int]] = {
    Elite.name: (+1, 0),
    HeavyArmor.name: (0, HeavyArmor.amount),
    Unarmored.name: (0, Unarmored.amount),
    Rabble.name: (Rabble.amount, Rabble.amount),
}
"""What each ability adds to attack and defense."""


def has_brackets(profile: Profile) -> bool:
    """Whether AMB-012 asks about this figure."""
    return any(trait.name in ADDED for trait in profile.traits)


def on_top(profile: Profile, house: HouseRules) -> Profile:
    """AMB-012: the profile as it fights, with its bracketed abilities added if the table adds them."""
    if house["AMB-012"] != "added-on-top" or not has_brackets(profile):
        return profile
    added = [ADDED[trait.name] for trait in profile.traits if trait.name in ADDED]
    attack, defense = (sum(amounts) for amounts in zip(*added, strict=True))
    best = 1 if house["AMB-079"] == "one-plus" else BEST_TARGET

    def better(line: Line) -> Line:
        hits = None if line.attack is None else min(max(line.attack - attack, best), WORST_TARGET)
        saves = None if line.defense is None else max(line.defense - defense, BEST_TARGET)
        return Line(line.dice, hits, saves if saves is not None and saves <= WORST_TARGET else None)

    on_foot = better(profile.dismounted) if profile.dismounted else None
    return replace(profile, line=better(profile.line), dismounted=on_foot)
