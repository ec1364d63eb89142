"""REI-R, REI-S, REI-E: who comes when, where and in what number, by lines 543-597 of the rulebook."""

from __future__ import annotations

import pytest

from assistant.rules.arrivals import EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Decide
from assistant.rules.standing import Awaited, awaited
from tests.running.hosts import coming, host, standing
from tests.running.table import Running

LAST, DECLARED = 20, 7
EVERY, ODD, EVEN = range(1, 21), range(1, 21, 2), range(2, 21, 2)
SARUMAN, RING, NORTH = "war-of-saruman", "war-of-the-ring", "war-of-the-north"

# Line 543 onward; Saruman despoils Fangorn here, and no war is declared.
RATES = [
    ("REI-R01", "buhrdur", "2 orc", "carn-dum", EVERY),
    ("REI-R02", "mouth-of-sauron", "2 orc", "black-gate", EVERY),
    ("REI-R03", "witch-king", "2 orc", "minas-morgul", EVERY),
    ("REI-R04", "khamul", "2 orc", "dol-guldur", EVERY),
    ("REI-R05", "saruman", "2 uruk-hai", "isengard", EVERY),
    ("REI-R06", "goblin-king", "4 goblin", "moria goblin-town", EVERY),
    ("REI-R07", "high-elves", "1 armored-elf", "grey-havens edhellond rivendell", EVEN),
    ("REI-R08", "wood-elves", "1 wood-elf", "lothlorien thranduils-palace", ODD),
    ("REI-R09", "eriador", "1 hobbit", "shire bree", EVERY),
    ("REI-R10", "eriador", "1 ranger", "shire bree", range(3, 21, 3)),
    ("REI-R11", "dwarves", "1 dwarf-warrior", "erebor iron-hills", EVERY),
    ("REI-R12", "dwarves", "1 man-of-dale", "dale lake-town", EVEN),
    ("REI-R13", "gondor", "1 gondor-foot", "minas-tirith", EVERY),
    ("REI-R14", "gondor-fiefdoms", "1 gondor-foot", "pelargir", EVERY),
    ("REI-R16", "rohan", "1 rider-of-rohan", "edoras", EVEN),
    ("REI-R17", "easterling-king", "1 easterling-foot", "easterling-city", EVERY),
    ("REI-R18", "king-of-khand", "1 khand-foot", "khandish-encampment", EVERY),
    ("REI-R19", "sulladan", "1 haradrim-foot", "south-road", range(5, 21)),
]

# Line 561 onward: each but once, on its turn.
SCHEDULED = [
    ("REI-S02", "sulladan", "harad-foot-chieftain, mumak, 12 haradrim-foot", "south-road", 5),
    ("REI-S03", "saruman", "12 wild-man-of-dunland", "dunland", 5),
    ("REI-S04", "goblin-king", "grishnakh, 5 orc", "moria goblin-town", 5),
    (
        "REI-S05",
        "sulladan",
        "sulladan, harad-chieftain, mumak, 12 haradrim-foot, 4 haradrim-cavalry",
        "south-road",
        10,
    ),
    ("REI-S06", "saruman", "sharku, 5 warg-rider, 2 siege-ballista, 20 uruk-hai", "isengard", 10),
    ("REI-S08", "witch-king", "siege-catapult, 3 warg-rider", "minas-morgul", 12),
    ("REI-S09", "mouth-of-sauron", "bolt-shooter, 3 warg-rider", "black-gate", 12),
    ("REI-S10", "saruman", "8 uruk-hai-berserker, 2 engineer, battering-ram", "isengard", 12),
    ("REI-S11", "mouth-of-sauron", "troll-chieftain, 10 orc", "black-gate", 15),
    ("REI-S12", "sulladan", "hasharin, 24 haradrim-foot", "south-road", 15),
    ("REI-S13", "witch-king", "30 orc", "minas-morgul", 15),
]

# Line 581 onward: so many turns after a war is declared; where tables disagree, by the house rules.
AFTER_A_WAR = [
    ("REI-E01", SARUMAN, 0, "saruman", "20 uruk-hai-pikeman, 3 feral-uruk-hai, uruk-hai-shaman", "isengard"),
    (
        "REI-E02",
        SARUMAN,
        1,
        "rohan",
        "erkenbrand, gamling, 2 royal-guard-of-rohan, 12 rider-of-rohan",
        "edoras",
    ),
    ("REI-E04", RING, 0, "king-of-khand", "khand-chieftain, 8 khand-cavalry", "khandish-encampment"),
    (
        "REI-E06",
        RING,
        1,
        "gondor-fiefdoms",
        "forlong, angbor, 36 gondor-militia, 6 clansman-of-lamedon, 6 axeman-of-lossarnach",
        "dol-amroth pelargir",
    ),
    (
        "REI-E08",
        RING,
        1,
        "mouth-of-sauron",
        "24 morannon-orc, 3 orc-tracker, orc-taskmaster, orc-drummer",
        "black-gate",
    ),
    (
        "REI-E09",
        RING,
        1,
        "witch-king",
        "10 orc, 3 orc-tracker, 9 black-numenorean, 5 morgul-knight",
        "minas-morgul",
    ),
    (
        "REI-E10",
        RING,
        2,
        "gondor-fiefdoms",
        "imrahil, 6 knight-of-dol-amroth, 5 knight-of-gondor, 3 gondor-foot",
        "dol-amroth",
    ),
    (
        "REI-E11",
        RING,
        2,
        "king-of-khand",
        "king-of-khand, 3 khand-chariot, 6 khand-foot",
        "khandish-encampment",
    ),
    ("REI-E12", NORTH, 0, "buhrdur", "3 warg-rider, 10 orc", "carn-dum"),
    (
        "REI-E13",
        NORTH,
        0,
        "easterling-king",
        "easterling-chieftain, 30 easterling-foot, 5 easterling-kataphract",
        "easterling-city",
    ),
    ("REI-E14", NORTH, 0, "dwarves", "dwarf-king, 16 dwarf-warrior, 8 khazad-guard", "iron-hills"),
    ("REI-E15", NORTH, 1, "wood-elves", "haldir, 5 armored-elf", "rivendell lothlorien edhellond"),
    ("REI-E16", NORTH, 1, "khamul", "30 orc", "dol-guldur"),
]


def late_in_the_game(game_on: Running, event: str = "") -> Running:
    """Turn 20 with nothing placed yet, Fangorn despoiled, and perhaps a war declared on turn 7."""
    game_on.do(Decide("saruman.fangorn", "disturbed"))
    events = {EventId(event): DECLARED} if event else {}
    return game_on.set_war(turn=LAST, phase="start", events=events)


def waiting(game_on: Running, rule: str, commander: str) -> list[Awaited]:
    found = awaited(game_on.game.kit, game_on.world)
    return [one for one in found if rule in one.due.rules and one.due.commander == commander]


def bring_on(game_on: Running, one: Awaited, typed: str, places: str) -> None:
    """It may come to just these places, and at the first it stands in just this number."""
    assert {*map(str, one.due.places)} == {*places.split()}
    assert coming(one.due.figures) == host(typed)
    place = one.due.places[0]
    before = standing(game_on, one.due.commander, place)
    game_on.do(Arrive(one.key, place))
    assert standing(game_on, one.due.commander, place) - before == host(typed)


@pytest.mark.parametrize(
    ("rule", "commander", "typed", "places", "turns"),
    [pytest.param(*case, id=case[0], marks=pytest.mark.rules(case[0])) for case in RATES],
)
def test_a_regular_reinforcement_comes_on_just_its_turns(
    game_on: Running, rule: str, commander: str, typed: str, places: str, turns: range
) -> None:
    found = waiting(late_in_the_game(game_on), rule, commander)
    assert [one.due.turn for one in found] == [*turns]
    assert all(coming(one.due.figures) == host(typed) for one in found)
    bring_on(game_on, found[0], typed, places)


@pytest.mark.parametrize(
    ("rule", "commander", "typed", "places", "turn"),
    [pytest.param(*case, id=case[0], marks=pytest.mark.rules(case[0])) for case in SCHEDULED],
)
def test_a_scheduled_host_comes_once_on_its_turn(
    game_on: Running, rule: str, commander: str, typed: str, places: str, turn: int
) -> None:
    (found,) = waiting(late_in_the_game(game_on), rule, commander)
    assert found.due.turn == turn
    bring_on(game_on, found, typed, places)


@pytest.mark.parametrize(
    ("rule", "event", "delay", "commander", "typed", "places"),
    [pytest.param(*case, id=case[0], marks=pytest.mark.rules(case[0])) for case in AFTER_A_WAR],
)
def test_a_war_brings_a_host_once_and_only_if_it_is_declared(
    game_on: Running, rule: str, event: str, delay: int, commander: str, typed: str, places: str
) -> None:
    assert waiting(late_in_the_game(game_on.copy()), rule, commander) == []
    (found,) = waiting(late_in_the_game(game_on, event), rule, commander)
    assert found.due.turn == DECLARED + delay
    bring_on(game_on, found, typed, places)


@pytest.mark.rules("REI-E07")
def test_dalamyr_and_his_corsairs_come_by_sea_on_the_turn_after_the_war_of_the_ring(game_on: Running) -> None:
    game_on.go_to(3).set_war(events={EventId(RING): 2})
    (found,) = waiting(game_on, "REI-E07", "sulladan")
    assert found.due.turn == 3
    assert coming(found.due.figures) == host("dalamyr, 24 corsair")
    game_on.do(Arrive(found.key, PlaceId("anfalas")))
    assert standing(game_on, "sulladan", "anfalas") == host("dalamyr, 24 corsair")
