"""Charts that have more to say than fits at ease: what gives way, and in what order."""

from __future__ import annotations

import pytest

from assistant.printing.placed import Layout
from assistant.printing.proof import faults
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_list import Player, fitted_chart, fitted_merged
from assistant.printing.side import Paper
from assistant.rules.seats import seats
from tests.printing.material import COMMANDERS, commander, material, shipped

PAPERS: tuple[Paper, ...] = ("a4", "letter")
EIGHT = {
    "CON_008": "quarter-rate",
    "CON_042": "already-counted",
    "CON_080": "single-outside",
    "AMB_011": "label-decides",
    "AMB_020": "fear-apart",
    "AMB_026": "do-not-count",
    "AMB_029": "pro-rata",
    "AMB_033": "full-move",
}


def lines(layout: Layout, side: int) -> list[str]:
    return [item.text for item in layout.sides[side].items if item.text]


@pytest.mark.parametrize("paper", PAPERS)
def test_eight_changed_house_rules_leave_the_fellowship_on_one_sheet(paper: Paper) -> None:
    made = material(**EIGHT)
    layout = fitted_chart(made, coming(made), commander("fellowship"), paper)
    assert len(layout.sides) == 2
    assert faults(layout) == ()
    printed = " ".join((*lines(layout, 0), *lines(layout, 1)))
    assert [rule for rule in EIGHT if rule.replace("_", "-") not in printed] == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["fellowship", "saruman", "dwarves"])
def test_no_entry_of_the_fullest_charts_goes_on_overleaf(name: str, paper: Paper) -> None:
    made, arrivals = shipped()
    layout = fitted_chart(made, arrivals, commander(name), paper)
    head = next(item.y for item in layout.sides[1].items if item.kind == "rule")
    first = next(
        item for item in layout.sides[1].items if item.text and item.y > head and item.face != "semibold"
    )
    deeds = [item for item in layout.sides[1].items if item.face == "semibold" and item.x < first.x]
    # The points of a deed stand before it.
    assert first.face == "bold" or first.text == "•" or any(abs(one.y - first.y) < 1 for one in deeds)


@pytest.mark.rules("VIC-02", "VIC-04", "VIC-05", "VIC-07", "VIC-08")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_however_full_a_chart_is_it_tells_how_each_side_wins(name: str, paper: Paper) -> None:
    layout = fitted_chart(*shipped(), commander(name), paper)
    printed = " ".join((*lines(layout, 0), *lines(layout, 1)))
    assert (
        "Good wins by bringing the Ring to the Cracks of Doom or by holding Barad-dûr and 3 other" in printed
    )
    others = " (another minion, not you)" if name == "saruman" else ""
    assert (
        f"Evil wins by bringing the Ring to Barad-dûr{others} or by holding 5 main bases of good" in printed
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_the_powers_of_saruman_stand_together(paper: Paper) -> None:
    made, arrivals = shipped()
    layout = fitted_chart(made, arrivals, commander("saruman"), paper)
    titles = [text for side in (0, 1) for text in lines(layout, side) if text.startswith("Powers")]
    assert titles == ["Powers: tick when used"]


def test_what_others_start_with_or_receive_does_not_stand_on_the_chart() -> None:
    made = material(CON_002="gate-or-barad-dur", CON_021="twenty")
    layout = fitted_chart(made, coming(made), commander("fellowship"), "a4")
    assert not any("CON-0" in text for side in (0, 1) for text in lines(layout, side))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_fifth_side_of_a_merged_chart_is_saved_by_a_legend_in_a_row(paper: Paper) -> None:
    player = Player((commander("fellowship"), commander("dwarves")))
    layout = fitted_merged(*shipped(), player, paper)
    assert len(layout.sides) == 4
    assert faults(layout) == ()


@pytest.mark.parametrize("paper", PAPERS)
def test_a_third_side_is_given_a_fourth_in_larger_type_and_no_table_is_torn(paper: Paper) -> None:
    player = Player((commander("gondor"), commander("gondor-fiefdoms")))
    layout = fitted_merged(*shipped(), player, paper)
    assert len(layout.sides) == 4
    assert layout.type_size > 10
    printed = [text for side in range(4) for text in lines(layout, side)]
    assert {"Reinforcements", "Armies", "Characters"} <= set(printed)
    assert not [text for text in printed if text.startswith(("Reinforcements (", "Armies (", "Characters ("))]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_long_table_goes_on_overleaf_rather_than_leave_a_side_half_empty(paper: Paper) -> None:
    names = ("fellowship", "rohan", "high-elves", "wood-elves", "eriador")
    layout = fitted_merged(*shipped(), Player(tuple(map(commander, names))), paper)
    for side in layout.sides[:-1]:
        foot = side.margins[3] - 30
        assert max(item.y for item in side.items if item.kind == "text" and item.y < foot) > 0.85 * foot


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("names", ["saruman goblin-king", "rohan eriador", "gondor gondor-fiefdoms eriador"])
def test_no_side_of_a_merged_chart_but_the_last_is_half_empty(names: str, paper: Paper) -> None:
    layout = fitted_merged(*shipped(), Player(tuple(map(commander, names.split()))), paper)
    for side in layout.sides[:-1]:
        foot = side.margins[3] - 30
        assert max(item.y for item in side.items if item.kind == "text" and item.y < foot) > 0.6 * foot


@pytest.mark.parametrize("paper", PAPERS)
def test_text_fills_the_side_that_the_powers_of_saruman_leave(paper: Paper) -> None:
    layout = fitted_chart(*shipped(), commander("saruman"), paper)
    printed = lines(layout, 0)
    assert "Powers: tick when used" in printed or "Your people and your foes" in printed


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("number", [2, 5])
def test_no_back_of_a_merged_chart_stays_empty(number: int, paper: Paper) -> None:
    made, arrivals = shipped()
    chairs = seats(made.scenario, number, house=made.house).chairs
    several = [one.commands for one in chairs if len(one.commands) > 1]
    for commanders in several:
        layout = fitted_merged(made, arrivals, Player(tuple(commanders)), paper)
        assert len(layout.sides) % 2 == 0
        assert sum(1 for item in layout.sides[-1].items if item.text) > 8
