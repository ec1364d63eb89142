"""`assistant scenario packing-list` as whoever packs the van reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant


def line(out: str, start: str) -> str:
    return next(text.strip() for text in out.splitlines() if text.strip().startswith(start))


def test_each_figure_has_a_line_with_its_numbers_and_models(assistant: Assistant) -> None:
    told = assistant("scenario", "packing-list", "--turns", "20").out
    assert line(told, "Knight of Dol Amroth").split()[4:] == [
        "6", "6", "10", "0", "22", "16", "mounted,", "22", "on", "foot",
    ]  # fmt: skip
    assert line(told, "Khamûl ").endswith("1 mounted, 1 on foot; 1 on a fell beast")
    assert line(told, "Treebeard").endswith("stands for Ents too")
    assert line(told, "Trebuchet").endswith("with 3 crew")


def test_terrain_things_and_markers_have_a_line_each(assistant: Assistant) -> None:
    told = assistant("scenario", "packing-list").out.splitlines()
    assert "  Helm's Deep (fortress): walls, tower with room for 6 figures" in told
    assert "  1 × demolition charge" in told
    assert "    1 × Fire. In Fangorn, once Saruman despoils it." in told


@pytest.mark.parametrize(
    "feature",
    [
        "Misty Mountains",
        "Silverlode",
        "Greyflood",
        "River Isen",
        "South Road",
        "Cracks of Doom",
        "Brandywine",
    ],
)
def test_rivers_ranges_and_roads_that_are_no_places_are_laid_out_too(
    assistant: Assistant, feature: str
) -> None:
    told = assistant("scenario", "packing-list").out.splitlines()
    assert [line for line in told if line.startswith(f"  {feature}: ")]


def test_the_set_up_names_things_as_players_do(assistant: Assistant) -> None:
    told = assistant("scenario", "packing-list").out
    assert "Fellowship of the Ring: Frodo with The One Ring, Sam" in told
    assert "2 Goblin Drummers with drum" in told
    assert "6 Knights of Dol Amroth on foot" in told


def test_the_document_counts_the_models(assistant: Assistant) -> None:
    document = assistant("scenario", "packing-list", "--turns", "10", "--json").json
    (riders,) = [one for one in document["figures"] if one["profile"] == "rider-of-rohan"]
    # 10 at the start, 12 with the war, 9 on turns 2 to 10; each also on foot.
    assert (riders["total"], riders["mounted"], riders["on_foot"], riders["models"]) == (31, 31, 31, 62)


def test_a_campaign_brings_its_house_rules(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer", "--house-rule", "CON-026=five")
    told = assistant("scenario", "packing-list", "--turns", "1", "--campaign", "summer").out
    assert line(told, "Man of Dale").split()[3] == "5"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--turns", "0"], "0 is not in the range"),
        (["--turns", "101"], "101 is not in the range"),
        (["--house-rule", "CON-026=six", "--house-rule", "CON-1=x"], "CON-026 has no reading 'six'"),
        (["--scenario", "war-of-the-rings"], "Did you mean 'war-of-the-ring'?"),
        (["--campaign", "nowhere"], "There is no campaign database"),
    ],
)
def test_bad_input_is_refused_with_a_useful_line(
    assistant: Assistant, arguments: list[str], said: str
) -> None:
    assistant("scenario", "packing-list", *arguments).refused(said)
