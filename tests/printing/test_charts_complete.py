"""Whether our charts have all that the rulebook's own charts have."""

from __future__ import annotations

import pytest

from assistant.printing.blocks import Boxes, Text
from assistant.printing.sheets_members import members
from assistant.rules.arrivals import CommanderId
from tests.printing.material import (
    BOOK,
    COMMANDERS,
    chart_of,
    plain,
    rows,
    section,
    section_words,
    shipped,
)

FIGURES = ("Armies", "Characters", "Characters and armies")

CHARTS_OF_THE_RULEBOOK = {
    # The figures on each of the rulebook's own charts, in its order (lines 1541-2262).
    "saruman": (
        "Wild Man of Dunland, Siege Ballista, Uruk-hai, Uruk-hai Scout, Uruk-hai Berserker, Feral Uruk-hai, "
        "Uruk-hai Pikeman, Warg Rider, Gríma, Worm, Lurtz, Saruman, Sharkey, Sharkû"
    ),
    "sulladan": (
        "Corsair, Serpent Guard, Haradrim Foot, Serpent Rider, Haradrim Cavalry, Mûmak, Corsair Bosun, "
        "Corsair Captain, Dalamyr, Harad Chieftain, Hasharin, Sulladan"
    ),
    "easterling-king": "Easterling Foot, Easterling Kataphract, Easterling Chieftain, Amdûr",
    "king-of-khand": "Khand Foot, Khand Cavalry, Khand Chariot, King of Khand, Khand Chieftain",
    "mouth-of-sauron": (
        "Bolt Shooter, Morannon Orc, Orc, Orc Tracker, Siege Catapult, Troll, Uruk-hai, Warg Rider, "
        "Dark Marshal, Mouth of Sauron, Shadow Lord, Shagrat"
    ),
    "witch-king": (
        "Black Númenórean, Morgul Knight, Orc, Orc Tracker, Siege Catapult, Troll, Uruk-hai, Warg Rider, "
        "Ringwraith, Gorbag, Gothmog, Witch-king"
    ),
    "buhrdur": "Orc, Goblin, Wild Warg, Warg Rider, Ringwraith, Buhrdûr",
    "goblin-king": "Orc, Goblin, Cave Troll, Goblin King of Moria, Great Goblin, Grishnákh",
    "khamul": (
        "Bat Swarm, Orc, Giant Spider, Spider Queen, Spider Swarm, Mordor Uruk, Wild Warg, "
        "Castellan of Dol Guldur, Khamûl, Wild Warg Chieftain, Orc Shaman on Warg"
    ),
    "high-elves": "Armored Elf, Círdan, Elladan, Elrohir, Elrond, Glorfindel",
    "wood-elves": (
        "Wood Elf, Elf Sentinel, Armored Elf, Guard of the Galadhrim Court, Celeborn, Galadriel, Haldir, "
        "Legolas, Radagast, Thranduil"
    ),
    "dwarves": (
        "Dwarf Warrior, Iron Guard, Khazâd Guard, Dwarf Ballista, Dwarf Ranger, Brand, Dáin, Drar, Murin, "
        "Dwarf Chieftain, Gimli"
    ),
    "rohan": (
        "Rider of Rohan, Royal Guard of Rohan, Rohan Foot, Éomer, Éowyn, Erkenbrand, Gamling, Théoden, "
        "Théodred"
    ),
    "gondor": (
        "Gondor Bolt Shooter, Gondor Militia, Gondor Foot, Citadel Guard, Guard of the Fountain Court, "
        "Knight of Gondor, Knight of Dol Amroth, Osgiliath Veteran, Trebuchet, Aragorn, Beregond, Boromir, "
        "Madril, Damrod, Denethor, Faramir"
    ),
    "gondor-fiefdoms": (
        "Gondor Militia, Gondor Foot, Axeman of Lossarnach, Clansman of Lamedon, Pikeman of Dol Amroth, "
        "Knight of Gondor, Knight of Dol Amroth, Angbor, Cirion, Forlong the Fat, Imrahil"
    ),
    "fellowship": (
        "Ranger, Aragorn, Boromir, Elladan, Elrohir, Gandalf the White, Gimli, Halbarad, Merry, Pippin, Sam, "
        "Frodo, Legolas"
    ),
    "eriador": "Ranger, Armed Hobbit, Dog, Gildor, Merry, Pippin, Sam, Frodo, Farmer Maggot",
}
UNMARKED = str.maketrans("", "", "#*†")


@pytest.mark.rules("CHT-03", "CHT-04")
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_figure_of_the_rulebooks_own_chart_is_on_ours(name: CommanderId) -> None:
    tables = (one for page in chart_of(name).pages for one in page.sections if one.title in FIGURES)
    printed = {
        one
        for table in tables
        for row in rows(chart_of(name), table.title)
        for one in row[0].translate(UNMARKED).split(" / ")
    }
    assert [one for one in CHARTS_OF_THE_RULEBOOK[name].split(", ") if one not in printed] == []


@pytest.mark.rules("CHT-05")
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_special_rule_in_the_tables_is_explained_on_the_same_chart(name: CommanderId) -> None:
    found = chart_of(name)
    legend = plain(" ".join(section_words(section(found, "What the tables mean"))))
    leads = [
        block.strong if isinstance(block, Text) else block.label
        for page in found.pages
        for one in page.sections
        for block in one.blocks
        if isinstance(block, Text | Boxes)
    ]
    for profile in members(*shipped(), (name,)):
        for ability in (
            BOOK.abilities[trait.name] for trait in profile.traits if trait.name in BOOK.abilities
        ):
            is_in_the_numbers = "already in its" in ability.text or "a place" in ability.title
            names = (ability.title.casefold(), profile.name.casefold())
            is_told = any(name in lead.casefold() for lead in leads for name in names)
            assert is_in_the_numbers or is_told or ability.title in legend, (profile.id, ability.title)
