"""What binds minions until their wars, on the charts of one and of several commands."""

from __future__ import annotations

import pytest

from assistant.printing.blocks import Section, Text
from assistant.printing.sheets_charts import TOGETHER, merged_chart
from assistant.rules.arrivals import CommanderId
from tests.printing.material import EVIL, chart_of, commander, plain, section, shipped, words

LIMITS = "Until war is declared"
NORTHERN = ("khamul", "witch-king", "mouth-of-sauron", "easterling-king", "king-of-khand", "buhrdur")


def limits(found: Section) -> dict[str, str]:
    """The limits under a heading by the wars they end with: whom they bind, and how."""
    texts = [block for block in found.blocks if isinstance(block, Text)]
    return {one.text.partition(":")[0]: plain(f"{one.strong} {one.text}") for one in texts}


def merged(*names: str) -> tuple[Section, ...]:
    found = merged_chart(*shipped(), tuple(map(commander, names)))
    return found.pages[0].sections


@pytest.mark.rules("WAR-06", "AMB-098")
@pytest.mark.parametrize("name", NORTHERN)
def test_every_northern_minion_reads_that_only_the_north_table_counts(name: CommanderId) -> None:
    # Rulebook lines 741 to 747.
    assert "; only figures on the north table count." in words(chart_of(name))
    either = words(chart_of(name, AMB_098="either-table"))
    assert "Until the War of the North" in either
    assert "north table count" not in either


def test_fornost_is_told_to_buhrdur_alone() -> None:
    told = [name for name in NORTHERN if "Fornost counts as a base" in words(chart_of(name))]
    assert told == ["buhrdur"]


@pytest.mark.rules("WAR-10")
def test_the_march_of_the_haradrim_binds_sulladan_and_not_the_witch_king_beside_him() -> None:
    # Rulebook lines 577 and 756: what comes from Harad.
    sections = merged("witch-king", "king-of-khand", "sulladan")
    titles = [one.title for one in sections]
    assert titles.index(TOGETHER) < titles.index(LIMITS)
    found = limits(sections[titles.index(LIMITS)])
    assert "; Sulladan's newcomers do not count on their march" in found["Until the War of the Ring"]
    assert "; newcomers" not in found["Until the War of the Ring"]
    # He has no base to be far from; the other two have.
    assert found["Until the War of the North"].startswith("Witch-king and King of Khand. Until")


@pytest.mark.rules("WAR-01", "WAR-02")
def test_with_nine_commands_each_limit_stands_once_and_says_whom_it_binds() -> None:
    sections = merged(*EVIL)
    [one] = [found for found in sections if found.title == LIMITS]
    found = limits(one)
    assert found["Until the War of Saruman"].startswith(
        "Saruman. Until the War of Saruman: at most 5 of Saruman"
    )
    north = found["Until the War of the North"].partition(".")[0]
    assert "Saruman" not in north
    assert "Goblin King" not in north
    assert "Buhrdûr" in north


def test_a_single_chart_names_nobody_before_a_limit() -> None:
    blocks = section(chart_of("witch-king"), LIMITS).blocks
    assert [one.strong for one in blocks if isinstance(one, Text)] == ["", ""]
