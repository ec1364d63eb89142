"""SCN-S01..16: everyone who stands on the table on the first morning, by lines 523-539 of the rulebook."""

from __future__ import annotations

import pytest

from assistant.packs.load import load_both
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.rules.standing import members
from tests.running.hosts import host, standing
from tests.running.table import Running

Places = dict[str, str]

GOBLINS = "goblin-shaman, 2 goblin-drummer, cave-troll, 24 goblin"
BY_THE_BOOK: list[tuple[str, str | None, Places]] = [
    (
        "SCN-S01",
        "dwarves",
        {
            "erebor": "dain, 12 dwarf-warrior, 6 khazad-guard",
            "lake-town": "brand, 10 man-of-dale",
            "blue-mountains-north": "dwarf-chieftain, 10 dwarf-ranger",
            "blue-mountains-south": "10 dwarf-ranger",
            "iron-hills": "murin, drar, 12 dwarf-warrior, 8 dwarf-ranger, 6 iron-guard, 4 tunnel-guard",
        },
    ),
    (
        "SCN-S02",
        "wood-elves",
        {
            "lothlorien": "celeborn, galadriel, 8 wood-elf, 8 armored-elf, 4 elvish-knight, "
            "3 galadhrim-guard",
            "thranduils-palace": "thranduil, 16 wood-elf, 3 elf-sentinel",
        },
    ),
    (
        "SCN-S02",
        "high-elves",
        {
            "rivendell": "elrond, glorfindel, arwen, 12 armored-elf",
            "edhellond": "3 armored-elf",
            "grey-havens": "cirdan, 12 armored-elf",
        },
    ),
    (
        "SCN-S03",
        "fellowship",
        {"amon-hen": "aragorn, gimli, legolas, boromir, merry, pippin", "rauros-east-bank": "frodo, sam"},
    ),
    (
        "SCN-S04",
        "gondor",
        {
            "minas-tirith": "denethor, beregond, 2 citadel-guard, fountain-court-guard, 8 gondor-foot, "
            "trebuchet, gondor-bolt-shooter",
            "osgiliath": "6 osgiliath-veteran",
            # CON-031: Denethor's, though line 447 gives those of Ithilien to the other seat.
            "ithilien": "5 ranger, faramir, damrod, madril",
        },
    ),
    (
        "SCN-S04",
        "gondor-fiefdoms",
        {
            "pelargir": "6 gondor-foot, cirion",
            "dol-amroth": "6 knight-of-dol-amroth",
        },
    ),
    (
        "SCN-S05",
        "rohan",
        {
            "helms-deep": "8 rohan-foot",
            "fords-of-isen": "theodred, 3 rider-of-rohan",
            "edoras": "theoden, eowyn, 3 rider-of-rohan",
            "eastfold": "eomer, 4 rider-of-rohan",
        },
    ),
    (
        "SCN-S06",
        "eriador",
        {
            "hobbiton": "5 hobbit, 3 dog, farmer-maggot",
            "buckland": "6 hobbit",
            "tookborough": "8 hobbit",
            "west-of-misty-mountains": "radagast",
            "near-the-shire": "6 ranger, gildor",
            "bree": "2 man-of-bree, 2 hobbit",
        },
    ),
    ("SCN-S07", "easterling-king", {"easterling-city": "amdur, 12 easterling-foot, 3 easterling-kataphract"}),
    (
        "SCN-S08",
        "goblin-king",
        {"moria": f"goblin-king, {GOBLINS}", "goblin-town": f"great-goblin, {GOBLINS}"},
    ),
    (
        "SCN-S09",
        "khamul",
        {
            "dol-guldur": "khamul, 2 castellan-of-dol-guldur, 4 mordor-uruk, orc-shaman, 30 orc",
            "south-mirkwood": "2 bat-swarm, wild-warg-chieftain, 2 wild-warg, spider-queen, 4 giant-spider",
        },
    ),
    ("SCN-S10", "king-of-khand", {"khandish-encampment": "khand-chieftain, 5 khand-foot"}),
    (
        "SCN-S11",
        "mouth-of-sauron",
        {
            "barad-dur": "dark-marshal, 4 orc",
            "black-gate": "mouth-of-sauron, shadow-lord, 8 orc, troll",
            "cirith-ungol": "shagrat, 2 uruk-hai",
        },
    ),
    (
        "SCN-S12",
        "saruman",
        {"isengard": "saruman, 10 uruk-hai", "edoras": "grima", "amon-hen": "lurtz, 12 uruk-hai-scout"},
    ),
    (
        "SCN-S14",
        None,
        {"shelobs-lair": "shelob", "fangorn": "treebeard, 2 huorns", "outside-moria": "watcher-in-the-water"},
    ),
    (
        "SCN-S15",
        "witch-king",
        {"minas-morgul": "witch-king, gothmog, 12 orc, troll", "cirith-ungol": "gorbag, 3 orc"},
    ),
    (
        "SCN-S16",
        "buhrdur",
        {"carn-dum": "buhrdur, ringwraith, 24 orc, 6 warg-rider", "fornost": "24 goblin, 7 wild-warg"},
    ),
]


@pytest.mark.parametrize(
    ("commander", "places"),
    [
        pytest.param(commander, places, id=f"{rule} {commander}", marks=pytest.mark.rules(rule))
        for rule, commander, places in BY_THE_BOOK
    ],
)
def test_a_commander_begins_with_just_these_at_just_these_places(
    war: RingOfPower, commander: str | None, places: Places
) -> None:
    morning = Running.begun(war)
    own = [one for one in morning.world.war.forces.values() if one.commander == commander]
    assert {one.place for one in own if members(morning.world, one)} == {*places}
    for place, typed in places.items():
        assert standing(morning, commander, place) == host(typed), place


@pytest.mark.rules("SCN-S13")
def test_sulladan_has_nobody_on_the_first_morning() -> None:
    morning = Running.begun(RingOfPower(*load_both(effects=parameters())))
    assert [one for one in morning.world.war.forces.values() if one.commander == "sulladan"] == []


@pytest.mark.rules("SCN-S04", "SCN-S09", "SCN-S10", "SCN-S11", "SCN-S15")
@pytest.mark.parametrize(
    ("figure", "mounted"),
    [("khamul", True), ("gothmog", True), ("dark-marshal", True), ("khand-chieftain", False)],
)
def test_who_is_on_horse_warg_or_foot_is_so(war: RingOfPower, figure: str, mounted: bool) -> None:
    morning = Running.begun(war)
    found = next(one for one in morning.world.figures.values() if one.profile == figure)
    assert found.mounted is mounted
