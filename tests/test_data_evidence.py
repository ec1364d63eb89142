"""Every number and name of the rulebook is loaded from a file or a chart, and cites its rule."""

from __future__ import annotations

import pytest

from assistant.packs.catalogue import rules
from assistant.packs.load import load_both
from assistant.rules.book import ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.movement import computed
from assistant.rules.terrain import terrain_chart

# Rules that are nothing but numbers and names; what must be computed or asked has tests of its own.
FROM_CHARTS = ("SEQ", "CMB", "MOV", "TER")
IN_PACKS = tuple(
    rule.id for rule in rules().values() if rule.kind == "data" and rule.id.split("-")[0] not in FROM_CHARTS
)


@pytest.mark.rules(*IN_PACKS, "TER-13")
def test_loading_the_scenario_cites_every_rule_it_gives_numbers_for() -> None:
    book, scenario = load_both(effects=parameters())
    assert len(book.profiles) == 170
    assert len(scenario.commanders) == 17


@pytest.mark.rules("SEQ-02")
def test_a_figure_is_an_army_or_one_person_who_may_lead() -> None:
    book, _ = load_both(effects=parameters())
    rider, eomer = (book.profiles[ProfileId(one)] for one in ("rider-of-rohan", "eomer"))
    assert (rider.kind, rider.is_character, rider.leadership) == ("army", False, 0)
    assert (eomer.kind, eomer.is_character, eomer.leadership > 0) == ("character", True, True)


@pytest.mark.rules(*(f"TER-{number:02}" for number in range(1, 13)))
def test_the_terrain_chart_has_the_rulebooks_twelve_rows() -> None:
    # Lines 93-104: rough are hills, marsh, caves, sand, rocks and woods, and the mountains off their paths.
    book, _ = load_both(effects=parameters())
    chart = terrain_chart(book, HouseRules(book.house_rules, {}))
    assert len(chart) == 12
    rough = {ground.id for ground in chart if ground.difficult}
    assert rough == {"hills", "marsh", "caves", "mountain", "sand", "rocky", "woods"}
    assert book.is_difficult("woods")
    assert not book.is_difficult("road")
    assert not book.is_difficult("clear")


@pytest.mark.rules(*(f"MOV-{number:02}" for number in range(2, 12)))
def test_every_row_of_the_movement_chart_is_used_by_some_figure() -> None:
    book, _ = load_both(effects=parameters())
    used = {profile.movement for profile in book.profiles.values()}
    assert used == set(book.paces)
    for profile in book.profiles.values():
        computed(profile, profile.starts_mounted, HouseRules(book.house_rules, {}))
    assert ProfileId("ship") in book.profiles
