"""How far figures move (lines 47-74): the chart, and what abilities change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.rules.book import Book, ProfileId, Trait
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules
from assistant.rules.movement import allowance, at_most, computed, print_move
from tests.support import Fights

LABEL_DECIDES = {"AMB-011": "label-decides"}


def move(book: Book, profile: str, mounted: bool | None = None, **house: str) -> str:
    found = book.profiles[ProfileId(profile)]
    chosen = {rule.replace("_", "-"): reading for rule, reading in house.items()}
    how = found.starts_mounted if mounted is None else mounted
    return print_move(allowance(found, how, HouseRules(book.house_rules, {**LABEL_DECIDES, **chosen})))


def test_the_chart_is_the_rulebooks(book: Book) -> None:
    # Lines 50-59, typed once more: on foot, mounted, difficult.
    printed = {
        "man": (10, 15, 7),
        "orc": (8, 12, 6),
        "dwarf": (8, 12, 7),
        "spider": (6, None, 6),
        "chariot": (None, 12, None),
        "light-artillery": (6, None, 4),
        "heavy-artillery": (4, None, None),
        "flying": (None, 20, 20),
        "mumak": (None, 10, 4),
        "ship": (None, 24, 12),
        "none": (None, None, None),
    }
    assert set(book.paces) == set(printed)
    for kind, (foot, horse, rough) in printed.items():
        pace = book.paces[kind]
        assert (pace.on_foot, pace.mounted, pace.difficult) == (foot, horse, rough)


@pytest.mark.rules("MOV-02", "MOV-03", "MOV-04", "MOV-05", "MOV-06", "MOV-07", "MOV-08")
def test_each_kind_of_figure_moves_as_its_row_says(book: Book) -> None:
    assert move(book, "rohan-foot") == "10/7"
    assert move(book, "knight-of-gondor") == "15/7"
    assert move(book, "orc") == "8/6"
    assert move(book, "warg-rider") == "12/6"
    assert move(book, "dwarf-warrior") == "8/7"
    assert move(book, "giant-spider") == "6/6"
    assert move(book, "khand-chariot") == "12/-"
    assert move(book, "bat-swarm") == "20/20"
    assert move(book, "mumak") == "10/4"


@pytest.mark.rules("MOV-09", "MOV-10", "MOV-11", "ABL-PONDEROUS")
@pytest.mark.effect("ponderous")
def test_weapons_are_slow_and_the_ponderous_keep_out_of_rough_ground(book: Book) -> None:
    assert move(book, "bolt-shooter") == "6/-"
    assert move(book, "siege-catapult") == "4/-"
    assert move(book, "ship") == "24/12"


@pytest.mark.rules("ABL-IMMOBILE")
@pytest.mark.effect("immobile")
def test_what_is_immobile_never_moves(book: Book) -> None:
    # A trebuchet, and a man who was nailed to the ground.
    assert move(book, "trebuchet") == "-/-"
    nailed = replace(book.profiles[ProfileId("man-of-dale")], traits=(Trait("immobile"),), printed_move=None)
    assert print_move(allowance(nailed, False, HouseRules(book.house_rules, {}))) == "-/-"


@pytest.mark.rules("ABL-HEAVYARMOUR")
@pytest.mark.effect("heavy-armor")
def test_heavy_armor_costs_an_inch_but_not_a_dwarf(book: Book) -> None:
    # Easterling foot 10/7 less 1; Morannon orc 8/6 less 1; Khazad guard 8/7 as any dwarf.
    assert move(book, "easterling-foot") == "9/6"
    assert move(book, "morannon-orc") == "7/5"
    assert move(book, "khazad-guard") == "8/7"


@pytest.mark.rules("MOV-15")
@pytest.mark.effect("pikes")
def test_pikes_cost_two_inches(book: Book) -> None:
    # Uruk-hai pikeman 10/7 less 2; a Dol Amroth pikeman in heavy armor 10/7 less 3.
    assert move(book, "uruk-hai-pikeman") == "8/5"
    assert move(book, "dol-amroth-pikeman") == "7/4"


@pytest.mark.rules("ABL-SWIFT")
@pytest.mark.effect("swift")
def test_the_swift_gain_two_inches_in_the_open(book: Book) -> None:
    assert move(book, "rider-of-rohan") == "17/7"


@pytest.mark.rules("ABL-TRACKER")
@pytest.mark.effect("tracker")
def test_trackers_gain_two_inches_in_rough_ground(book: Book) -> None:
    assert move(book, "ranger") == "10/9"
    assert move(book, "orc-tracker") == "8/8"


@pytest.mark.rules("PRF-GA04")
@pytest.mark.effect("sure-footed")
def test_dwarf_rangers_gain_two_inches_in_rough_ground_if_the_house_agrees(book: Book) -> None:
    assert move(book, "dwarf-ranger") == "8/9"
    assert move(book, "dwarf-ranger", CON_041="no-bonus") == "8/7"


@pytest.mark.parametrize(
    ("profile", "rule", "reading", "inches"),
    [
        ("dwarf-ranger", "CON-041", "no-bonus", "8/7"),
        ("uruk-hai-scout", "CON-042", "as-printed", "10/7"),
        ("warg-rider", "CON-043", "fifteen-seven", "15/7"),
        ("siege-ballista", "CON-053", "two-inches", "2/-"),
        ("bolt-shooter", "CON-052", "light-artillery", "6/4"),
        ("frodo", "CON-039", "six-inches", "8/6"),
    ],
)
def test_where_charts_disagree_the_house_rule_decides_the_move(
    book: Book, profile: str, rule: str, reading: str, inches: str
) -> None:
    found = book.profiles[ProfileId(profile)]
    house = HouseRules(book.house_rules, {rule: reading})
    assert print_move(allowance(found, found.starts_mounted, house)) == inches
    plain = HouseRules(book.house_rules, {})
    assert print_move(allowance(found, found.starts_mounted, plain)) != inches


def test_a_ringwraith_moves_as_printed_on_its_horse_and_as_a_man_without(book: Book) -> None:
    house = HouseRules(book.house_rules, {})
    wraith = book.profiles[ProfileId("ringwraith")]
    assert print_move(allowance(wraith, True, house)) == "15/7"
    assert print_move(allowance(wraith, False, house)) == "10/7"


def test_a_driver_without_his_chariot_walks_as_a_man(book: Book) -> None:
    assert move(book, "khand-chariot", mounted=False) == "10/7"


def test_the_printed_move_stands_where_the_label_is_missing(book: Book) -> None:
    # Amdur prints 9/6 without heavy armor (AMB-011); Éomer prints 17/7 without swift.
    assert move(book, "amdur", AMB_011="printed-move") == "9/6"
    assert move(book, "amdur", AMB_011="label-decides") == "10/7"
    assert move(book, "eomer", AMB_011="printed-move") == "17/7"


@pytest.mark.rules("ABL-VETERANS")
@pytest.mark.effect("hardened-veterans")
def test_hardened_veterans_are_tough_under_another_name(book: Book) -> None:
    veteran = replace(book.profiles[ProfileId("gondor-foot")], traits=(Trait("hardened-veterans"),))
    fights = Fights(RingOfPower(replace(book, profiles={**book.profiles, veteran.id: veteran})))
    # A Gondor foot (4+) fails with 3 and rolls again, 4.
    fight = fights(
        "gondor-foot",
        "orc",
        dice={"good attack": "1", "evil attack": "5", "good defense": "3", "good defense_reroll": "4"},
    )
    assert fight.figures["gondor-foot"] == "unhurt"


def test_every_printed_move_follows_from_chart_and_abilities_but_for_the_known_ones(book: Book) -> None:
    # Printed without the label (AMB-011): armor of Amdur, Cirion, Sulladan and the citadel guards; swiftness
    # of the lords of Rohan and the Harad chieftain; wargs run as if ridden.
    known = {
        "amdur", "cirion", "sulladan", "citadel-guard", "fountain-court-guard", "harad-chieftain", "theoden",
        "theodred", "eomer", "eowyn", "erkenbrand", "gamling", "wild-warg", "wild-warg-chieftain",
    }  # fmt: skip
    house = HouseRules(book.house_rules, {})
    differing = {
        profile.id
        for profile in book.profiles.values()
        if profile.printed_move is not None
        and print_move(profile.printed_move)
        != print_move(computed(profile, profile.starts_mounted or profile.race == "wraith", house))
    }
    assert differing == known
    # Nothing else repeats what the chart says, so that a changed row of the chart moves everyone on it.
    repeated = {one.id for one in book.profiles.values() if one.printed_move and not one.printed_mounted}
    assert repeated == known


@pytest.mark.rules("ABL-SCOUTS")
def test_why_a_scout_goes_so_far_is_told_in_the_order_it_is_worked_out(book: Book) -> None:
    # Lines 71, 74: the chart's 10/7 doubled is 20/14, and only then 2 more in difficult ground: 20/16.
    found = at_most(book.profiles[ProfileId("lurtz")], False, HouseRules(book.house_rules, {}))
    base, doubled, added = found.reasons
    assert base.startswith('man 10/7"') or base.startswith('uruk-hai 10/7"')
    assert doubled.startswith('doubled to 20/14": scouts')
    assert added == "+2 tracker (ABL-TRACKER) in difficult ground"
    assert print_move(found) == "20/16"


@pytest.mark.effect("scouts")
def test_scouts_may_go_twice_as_far_as_their_kind(book: Book) -> None:
    # CON-042: 10/7 doubled is 20/14, and a tracker adds 2 in difficult ground. Plain Uruk-hai stay at 10/7.
    house = HouseRules(book.house_rules, {})
    scout, plain = (book.profiles[ProfileId(name)] for name in ("uruk-hai-scout", "uruk-hai"))
    assert print_move(at_most(scout, False, house)) == "20/16"
    assert print_move(allowance(scout, False, house)) == "10/9"
    assert print_move(at_most(plain, False, house)) == "10/7"


@pytest.mark.rules("PRF-GA10")
@pytest.mark.effect("road-bound")
def test_by_its_own_words_gondors_bolt_shooter_never_leaves_the_road(book: Book) -> None:
    # CON-054: 6 inches either way; the other reading says where.
    weapon = book.profiles[ProfileId("gondor-bolt-shooter")]
    for reading, told in (("roads-in-difficult-ground", False), ("never-off-road", True)):
        found = allowance(weapon, False, HouseRules(book.house_rules, {"CON-054": reading}))
        assert found.clear == 6
        assert any("never leaves the road" in why for why in found.reasons) == told
