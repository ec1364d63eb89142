"""Every number and name of the rulebook is loaded from a file or a chart, and cites its rule."""

from __future__ import annotations

import pytest

from assistant.packs.catalogue import rules
from assistant.packs.load import load_both
from assistant.rules.book import ProfileId, is_difficult
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.movement import CHART, computed
from assistant.rules.terrain import terrain_chart

AREAS = ("PRF", "SCN", "REI", "STA", "VIC", "WAR", "NAV", "FEL", "HUN", "MNT", "ITM", "PLC", "PPL")
ELSEWHERE = (
    "TER-13", "TER-14", "TER-15", "TER-16", "TER-17", "HEA-03", "FOR-01", "FOR-09", "FOR-10", "TOW-01",
    "TOW-02", "ART-05", "ART-08", "ART-11", "ART-12", "ART-14", "ART-17", "ART-18", "ART-19", "ART-20",
    "ART-21", "ART-22", "ART-23", "ABL-BULLIES", "ABL-BULLIES-2", "ABL-BURROWER", "ABL-CAMELS",
    "ABL-ETHEREAL-2", "ABL-HERO", "ABL-HERO-3", "ABL-HERO-4", "ABL-HERO-5", "ABL-SCOUTS", "ABL-STEALTH",
    "ABL-TRACKER-2", "ABL-VENERABLE",
)  # fmt: skip
IN_PACKS = (*(rule.id for rule in rules().values() if rule.id.split("-")[0] in AREAS), *ELSEWHERE)


@pytest.mark.rules(*IN_PACKS)
def test_loading_the_scenario_cites_every_rule_it_gives_numbers_for() -> None:
    book, scenario = load_both(effects=parameters())
    assert len(book.profiles) == 170
    assert len(scenario.commanders) == 17


@pytest.mark.rules(*(f"TER-{number:02}" for number in range(1, 13)))
def test_the_terrain_chart_has_the_rulebooks_twelve_rows() -> None:
    # Lines 93-104: rough are hills, marsh, caves, sand, rocks and woods, and the mountains off their paths.
    chart = terrain_chart()
    assert len(chart) == 12
    rough = {ground.name for ground in chart if ground.difficult}
    assert rough == {"Hills", "Marsh", "Caves, tunnels", "Mountains", "Soft sand", "Rocks", "Woods"}
    assert is_difficult("woods")
    assert not is_difficult("road")


@pytest.mark.rules(*(f"MOV-{number:02}" for number in range(2, 12)))
def test_every_row_of_the_movement_chart_is_used_by_some_figure() -> None:
    book, _ = load_both(effects=parameters())
    used = {profile.movement for profile in book.profiles.values()}
    assert used == set(CHART)
    for profile in book.profiles.values():
        computed(profile, profile.starts_mounted, HouseRules(book.house_rules, {}))
    assert ProfileId("ship") in book.profiles
