"""Seats worked out by hand, and short ways to write wishes and read who has what."""

from __future__ import annotations

from assistant.packs.catalogue import house_rules
from assistant.rules.arrivals import CommanderId
from assistant.rules.house import HouseRules
from assistant.rules.seats import Seating, Wish

DEFAULT = HouseRules(house_rules(), {})
SIDES = ("good", "evil")

# The minions of Sauron as one command, and as the rulebook divides them.
ALL_MINIONS = "mouth-of-sauron khamul witch-king sulladan easterling-king king-of-khand buhrdur"
IN_TWO = "khamul easterling-king mouth-of-sauron buhrdur", "witch-king king-of-khand sulladan"
IN_THREE = "khamul easterling-king buhrdur", "mouth-of-sauron king-of-khand", "witch-king sulladan"
IN_FOUR = "khamul easterling-king buhrdur", "mouth-of-sauron king-of-khand", "witch-king", "sulladan"

SEATS: dict[int, list[str]] = {
    # The Fellowship takes all of good, the minions all of evil.
    2: [
        "fellowship gondor gondor-fiefdoms rohan high-elves wood-elves dwarves eriador",
        f"{ALL_MINIONS} saruman goblin-king",
    ],
    # Evil has two players now: the goblins go to Saruman, who has one commander against seven.
    3: [
        "fellowship gondor gondor-fiefdoms rohan high-elves wood-elves dwarves eriador",
        ALL_MINIONS,
        "saruman goblin-king",
    ],
    # Rohan to the Fellowship (1 against Gondor's 2); elves to the upper of two equals (2 and 2); dwarves to
    # Gondor (2 against 4); hobbits to Gondor (3 against 4).
    4: [
        "fellowship rohan high-elves wood-elves",
        ALL_MINIONS,
        "saruman goblin-king",
        "gondor gondor-fiefdoms dwarves eriador",
    ],
    # Elves to the Fellowship (1, as Rohan); dwarves to Rohan (1); hobbits to Gondor (2, as Rohan by then).
    5: [
        "fellowship high-elves wood-elves",
        ALL_MINIONS,
        "saruman goblin-king",
        "gondor gondor-fiefdoms eriador",
        "rohan dwarves",
    ],
    6: [
        "fellowship high-elves wood-elves",
        ALL_MINIONS,
        "saruman",
        "gondor gondor-fiefdoms eriador",
        "rohan dwarves",
        "goblin-king",
    ],
    # Dwarves to the Fellowship (1), hobbits to Rohan (1).
    7: [
        "fellowship dwarves",
        ALL_MINIONS,
        "saruman",
        "gondor gondor-fiefdoms",
        "rohan eriador",
        "goblin-king",
        "high-elves wood-elves",
    ],
    # Only the hobbits are left: of the Fellowship, Rohan and the dwarves, with one each, the upper one.
    8: [
        "fellowship eriador",
        ALL_MINIONS,
        "saruman",
        "gondor gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves wood-elves",
        "dwarves",
    ],
    # The ninth player divides the minions; the hobbits are still left over.
    9: [
        "fellowship eriador",
        *IN_TWO,
        "saruman",
        "gondor gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves wood-elves",
        "dwarves",
    ],
    # The tenth takes the hobbits.
    10: [
        "fellowship",
        *IN_TWO,
        "saruman",
        "gondor gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves wood-elves",
        "dwarves",
        "eriador",
    ],
    11: [
        "fellowship",
        *IN_THREE,
        "saruman",
        "gondor gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves wood-elves",
        "dwarves",
        "eriador",
    ],
    12: [
        "fellowship",
        *IN_FOUR,
        "saruman",
        "gondor gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves wood-elves",
        "dwarves",
        "eriador",
    ],
    # The printed divisions of the minions are used up: Gondor, then the elves.
    13: [
        "fellowship",
        *IN_FOUR,
        "saruman",
        "gondor",
        "gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves wood-elves",
        "dwarves",
        "eriador",
    ],
    14: [
        "fellowship",
        *IN_FOUR,
        "saruman",
        "gondor",
        "gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves",
        "wood-elves",
        "dwarves",
        "eriador",
    ],
    # Buhrdûr, the King of Khand and the Easterling King get seats of their own.
    15: [
        "fellowship",
        "khamul easterling-king",
        "mouth-of-sauron king-of-khand",
        "witch-king",
        "sulladan",
        "buhrdur",
        "saruman",
        "gondor",
        "gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves",
        "wood-elves",
        "dwarves",
        "eriador",
    ],
    16: [
        "fellowship",
        "khamul easterling-king",
        "mouth-of-sauron",
        "witch-king",
        "sulladan",
        "king-of-khand",
        "buhrdur",
        "saruman",
        "gondor",
        "gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves",
        "wood-elves",
        "dwarves",
        "eriador",
    ],
    17: [
        "fellowship",
        "khamul",
        "mouth-of-sauron",
        "witch-king",
        "sulladan",
        "easterling-king",
        "king-of-khand",
        "buhrdur",
        "saruman",
        "gondor",
        "gondor-fiefdoms",
        "rohan",
        "goblin-king",
        "high-elves",
        "wood-elves",
        "dwarves",
        "eriador",
    ],
}


def handed_out(seating: Seating) -> list[str]:
    return [" ".join(chair.commands) for chair in seating.chairs]


def wish(text: str) -> Wish:
    """'Anna: rohan'."""
    name, commander = text.split(": ")
    return Wish(name, CommanderId(commander))


def names_of(seating: Seating) -> dict[str, str]:
    return {chair.name: " ".join(chair.commands) for chair in seating.chairs if chair.name}
