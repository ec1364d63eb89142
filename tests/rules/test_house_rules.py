"""What other readings make of profiles, starts, limits and awards, by hand from the rulebook."""

from __future__ import annotations

import pytest

from assistant.packs.load import load_both
from assistant.rules.arrivals import in_force, limits_in_force
from assistant.rules.book import Book, Profile, ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.movement import allowance
from assistant.rules.scenario import Scenario
from assistant.rules.starts import starts

Both = tuple[Book, Scenario]


@pytest.fixture(scope="module")
def both() -> Both:
    return load_both(effects=parameters())


def chosen(both: Both, rule: str, reading: str) -> HouseRules:
    return HouseRules(both[0].house_rules, {rule: reading})


def profile(both: Both, name: str, rule: str, reading: str) -> Profile:
    return profile_under(chosen(both, rule, reading), both[0].profiles[ProfileId(name)])


def test_the_ringwraith_of_carn_dum_may_lack_a_magic_weapon(both: Both) -> None:
    assert profile(both, "ringwraith", "CON-044", "magic-weapon").magic_weapon
    assert not profile(both, "ringwraith", "CON-044", "no-magic-weapon").magic_weapon


@pytest.mark.parametrize(("name", "dice"), [("aragorn", 31), ("boromir", 21), ("gandalf-the-white", 21)])
def test_glued_footnotes_may_be_taken_for_dice(both: Both, name: str, dice: int) -> None:
    assert profile(both, name, "AMB-010", "literal-dice").line.dice == dice


def test_the_iron_guards_armor_may_come_on_top(both: Both) -> None:
    # A plain dwarf's 3+, and 1 better for heavy armor.
    assert profile(both, "iron-guard", "AMB-013", "already-included").line.defense == 3
    assert profile(both, "iron-guard", "AMB-013", "not-for-iron-guard").line.defense == 2


@pytest.mark.parametrize("name", ["faramir", "madril", "damrod", "halbarad"])
def test_ranger_characters_may_track_and_know_the_woods_like_their_men(both: Both, name: str) -> None:
    house = chosen(both, "AMB-074", "as-ranger-troops")
    ranger = profile_under(house, both[0].profiles[ProfileId(name)])
    assert {"ranger", "tracker", "woodsmen"} <= {trait.name for trait in ranger.traits}
    assert allowance(both[0].profiles[ProfileId(name)], False, house).difficult == 9


@pytest.mark.parametrize(("reading", "shamans"), [("two-then-one", 2), ("one-at-most", 1)])
def test_the_goblins_may_start_with_one_shaman_only(both: Both, reading: str, shamans: int) -> None:
    found = starts(both[1], house=chosen(both, "CON-095", reading))
    assert sum("goblin-shaman" in one.profiles for force in found for one in force.figures) == shamans


@pytest.mark.parametrize(
    ("rule", "reading", "until", "said"),
    [
        ("AMB-072", "every-figure", "war-of-the-ring", "On the south table at most 5 figures of each minion"),
        ("AMB-089", "anywhere", "war-of-the-ring", "At most 5 orcs, trolls, Easterlings or Haradrim"),
        ("CON-092", "fornost-force-exempt", "war-of-the-north", "that start at Fornost do not count"),
        ("CON-092", "limit-at-fornost", "war-of-the-north", "Buhrdûr's at Fornost count too"),
        ("CON-092", "fornost-second-base", "war-of-the-north", "Fornost counts as a base of Buhrdûr's"),
    ],
)
def test_the_limits_say_what_the_table_has_chosen(
    both: Both, rule: str, reading: str, until: str, said: str
) -> None:
    (limit,) = [
        one for one in limits_in_force(both[1].limits, chosen(both, rule, reading)) if one.until == until
    ]
    assert said in limit.text


def test_a_citadel_may_be_a_fortress_with_a_tower_only(both: Both) -> None:
    def citadels(reading: str) -> list[int]:
        awards = in_force(both[1].awards, chosen(both, "AMB-061", reading))
        return [len(one.places) for one in awards if one.name == "Take a good citadel"]

    # The ten main bases; or Erebor, Helm's Deep, Minas Tirith and Dol Amroth.
    assert citadels("ten-bases") == [10]
    assert citadels("tower-or-citadel") == [4]
