"""What a rule adds that is left to the table: the game master says so before the fight, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.table import Visitor
from tests.web.test_desk import LURTZ, begin, code, go_on

Come = Callable[..., Visitor]
HOME = {"attack": 1, "defense": 1, "dice": 1, "why": "home ground"}


def with_lurtz(**by_hand: Any) -> list[dict[str, Any]]:
    others = [{"figure": one} for one in ("merry", "pippin", "lurtz")]
    return [{"figure": "boromir", "by_hand": by_hand}, *others]


def test_what_is_added_by_hand_counts_in_the_fight_and_is_told_with_its_reason(come: Come) -> None:
    # Line 1386: Boromir has 2 dice at 3+; one more of each by hand is 3 dice at 2+.
    master = come("master")
    at = begin(master, figures=with_lurtz(**HOME))
    while at["request"]["kind"] != "roll" or at["request"]["seat"] != "good":
        at = go_on(master, at)
    dice = at["request"]["dice"]
    boromir = [one for one in dice if one["figure"] == "boromir"]
    assert [one["need"] for one in boromir] == [2, 2, 2]
    assert any("+1 home ground (by hand)" in reason for reason in boromir[0]["reasons"])


def test_the_odds_count_it_too(come: Come) -> None:
    master = come("master")

    # Lurtz leads with 1 and can fall alone: a draw is the best that three of good can do.
    def drawn(**by_hand: Any) -> float:
        answer = master.post(f"contacts/{LURTZ}/odds", figures=with_lurtz(**by_hand))
        return float(answer.get_json()["odds"]["win"]["draw"])

    assert drawn() < drawn(defense=1, why="home ground") < drawn(**HOME)


@pytest.mark.parametrize(
    ("by_hand", "refusal"),
    [
        ({"attack": 1}, "no-reason"),
        ({"attack": 1, "why": "  "}, "no-reason"),
        ({"attack": 6, "why": "home ground"}, "bad-field"),
        ({"attack": "1", "why": "home ground"}, "bad-field"),
        ({"dice": True, "why": "home ground"}, "bad-field"),
    ],
)
def test_what_cannot_be_added_is_refused(by_hand: dict[str, Any], refusal: str, come: Come) -> None:
    refused = come("master").post(f"contacts/{LURTZ}/fight", figures=with_lurtz(**by_hand))
    assert code(refused) == refusal


def test_no_commander_helps_himself(come: Come) -> None:
    saruman = come("saruman")
    refused = saruman.post(f"contacts/{LURTZ}/fight", figures=with_lurtz(**HOME))
    assert (refused.status_code, code(refused)) == (403, "for-the-master")
    assert "data-by-hand" not in saruman.page(f"contacts/{LURTZ}").text
    assert "data-by-hand" in come("assistant").page(f"contacts/{LURTZ}").text
