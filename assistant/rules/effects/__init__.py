"""Abilities, places, peoples and artifacts: small classes that override a hook or two, by theme."""

from assistant.rules.effects import (
    blows,
    crews,
    engines,
    fates,
    ground,
    guards,
    march,
    minds,
    mounts,
    nearness,
    peoples,
    powers,
    tethers,
    walls,
    ways,
    wraiths,
)

__all__ = [
    "blows",
    "crews",
    "engines",
    "fates",
    "ground",
    "guards",
    "march",
    "minds",
    "mounts",
    "nearness",
    "peoples",
    "powers",
    "tethers",
    "walls",
    "ways",
    "wraiths",
]
