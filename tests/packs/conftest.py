"""A small scenario and roster on disk, and a small book, for tests that must not depend on the real ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assistant.kernel.errors import Malformed
from assistant.packs.battle import BattleFile, parse_battle
from assistant.packs.load import check_scenario, load_book
from assistant.rules.book import Book
from tests.packs.small import COMMANDERS, SCHEDULE

EFFECTS = {"shelter": ("defense",), "furious-charge": (), "ranger": ("dice",)}

SCENARIO = """
id = "skirmish"
name = "A skirmish"
rules = ["SCN-01"]

[[tables]]
id = "only"
name = "The only table"
width_feet = 6
height_feet = 4
"""

PLACES = """
[[place]]
id = "bree"
name = "Bree"
effects = [{ name = "shelter", defense = 1 }]
rules = ["PLC-BREE-01"]

[[place]]
id = "dol-amroth"
name = "Dol Amroth"
fortress = true
tower = true
rules = ["PLC-DOLAMROTH-01"]

[[place]]
id = "easterling-city"
name = "Easterling City"
fortress = true
"""

ABILITIES = """
[gear]
palantir = "palantír"

[[ability]]
id = "furious-charge"
title = "Furious charge"
text = "Missed attack dice are rolled again."
rules = ["ABL-FURIOUSCHARGE"]

[[ability]]
id = "ranger"
title = "Ranger"
text = "Fights better in difficult ground."

[[ability]]
id = "swift"
title = "Swift"
text = "Moves further."
takes = { zone = "optional terrain", by = "optional 1 to 20" }
"""

ROHAN = """
side = "good"
people = "rohan"

[[profile]]
id = "rider-of-rohan"
name = "Rider of Rohan"
race = "man"
kind = "army"
dice = 2
attack = 4
defense = 4
dismounted = { dice = 1, attack = 5, defense = 5 }
abilities = ["swift", { name = "furious-charge", when = "mounted" }]
printed_move = { clear = 17, difficult = 7 }
base_mm = 40
house = [{ rule = "CON-033", reading = "booklet", attack = 5 }]
rules = ["PRF-GA24"]
lines = "1371;2109"

[[profile]]
id = "eomer"
name = "Eomer"
race = "man"
kind = "character"
dice = 3
attack = 3
defense = 3
leadership = 2
leadership_scope = "rohan"
mounted_bonus = true
magic_weapon = true
alternatives = [{ if = "bearing", what = "anduril", leadership = 4, rules = ["ITM-ANDURIL-02"] }]
"""

STRANGERS = """
side = "evil"
people = "isengard"

[[profile]]
id = "uruk-hai"
name = "Uruk-hai"
race = "orc"
kind = "army"
dice = 1
attack = 4
defense = 4
movement = "orc"

[[profile]]
id = "saruman"
name = "Saruman"
race = "wizard"
kind = "character"
dice = 2
wizardry = 3

[[profile]]
id = "siege-ballista"
name = "Siege Ballista"
race = "orc"
kind = "artillery"
attack = 4
defense = 5
crew = { size = 3, dice_each = 1, to_move = 3 }
movement = "heavy-artillery"

[[profile]]
id = "gandalf"
name = "Gandalf"
side = "good"
people = "istari"
race = "wizard"
kind = "character"
dice = 3
attack = 3
defense = 3
wizardry = 3

[[profile]]
id = "watcher"
name = "Watcher"
side = "uncontrolled"
race = "beast"
kind = "creature"
dice = 5
attack = 4
"""


@dataclass(frozen=True)
class Pack:
    """A scenario folder whose files a test may rewrite."""

    folder: Path

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def profile(self, **keys: str) -> None:
        """One profile in one roster, with these keys (as TOML) over sound ones."""
        sound = {"id": '"guard"', "name": '"Guard"', "race": '"man"', "kind": '"army"', "dice": "1"}
        lines = [f"{key} = {value}" for key, value in {**sound, **keys}.items() if value]
        (self.folder / "rosters" / "strangers.toml").unlink(missing_ok=True)
        self.write("rosters/rohan.toml", 'side = "good"\npeople = "rohan"\n[[profile]]\n' + "\n".join(lines))

    def lines(self) -> list[str]:
        """Every fault as users see it, with paths from the scenario folder."""
        faults = check_scenario(self.folder, effects=EFFECTS)
        return [str(fault).replace(f"{self.folder}/", "") for fault in faults]

    def load(self) -> Book:
        return load_book(self.folder, effects=EFFECTS)


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """A sound scenario with its own rosters."""
    pack = Pack(tmp_path / "skirmish")
    pack.write("scenario.toml", SCENARIO)
    pack.write("places.toml", PLACES)
    pack.write("rosters/abilities.toml", ABILITIES)
    pack.write("rosters/rohan.toml", ROHAN)
    pack.write("rosters/strangers.toml", STRANGERS)
    return pack


@pytest.fixture
def whole(pack: Pack) -> Pack:
    """A sound scenario with commanders and a schedule."""
    pack.write("commanders.toml", COMMANDERS)
    pack.write("schedule.toml", SCHEDULE)
    return pack


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book of that scenario."""
    pack = Pack(tmp_path_factory.mktemp("packs"))
    pack.write("scenario.toml", SCENARIO)
    pack.write("places.toml", PLACES)
    pack.write("rosters/abilities.toml", ABILITIES)
    pack.write("rosters/rohan.toml", ROHAN)
    pack.write("rosters/strangers.toml", STRANGERS)
    return pack.load()


@dataclass(frozen=True)
class Battles:
    """Battle files against the small book."""

    book: Book

    def sound(self) -> dict[str, Any]:
        """A battle without a fault, for a test to spoil or to extend."""
        return {
            "site": {"terrain": "clear"},
            "sides": {
                "good": {
                    "figures": [
                        {"id": "eomer", "profile": "eomer"},
                        {"id": "r", "profile": "rider-of-rohan", "count": 3},
                        {"id": "gandalf", "profile": "gandalf"},
                    ]
                },
                "evil": {
                    "figures": [
                        {"id": "u", "profile": "uruk-hai", "count": 2},
                        {"id": "saruman", "profile": "saruman"},
                    ]
                },
            },
        }

    def parse(self, battle: object) -> BattleFile:
        return parse_battle(json.dumps(battle), "b.json", self.book)

    def lines(self, battle: object) -> list[str]:
        """Every fault as users see it; none for a sound battle."""
        return self.lines_of(json.dumps(battle))

    def lines_of(self, text: str) -> list[str]:
        try:
            parse_battle(text, "b.json", self.book)
        except Malformed as refusal:
            return [str(fault) for fault in refusal.faults]
        return []


@pytest.fixture(scope="session")
def battles(book: Book) -> Battles:
    return Battles(book)


@pytest.fixture
def spoiled(battles: Battles) -> Callable[[Callable[[dict[str, Any]], object]], list[str]]:
    """The faults of a sound battle after a change."""

    def faults(change: Callable[[dict[str, Any]], object]) -> list[str]:
        battle = battles.sound()
        change(battle)
        return battles.lines(battle)

    return faults
