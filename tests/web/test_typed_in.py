"""A battle typed in: who won follows from the losses and the leaders, or has a reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.rules.deeds.battles import proposed
from tests.web.table import Visitor
from tests.web.test_desk import LURTZ, answer, code, meet

Come = Callable[..., Visitor]


@pytest.mark.rules("OUT-01")
def test_a_winner_against_the_numbers_needs_a_reason_that_is_kept(come: Come) -> None:
    # Lines 155, 1386, 1487: evil felled three and has Lurtz's 1: 4. Good felled nobody, and Boromir leads
    # only men of Gondor, who are not there: 0.
    assistant = come("assistant")
    ends = {"boromir": "eliminated", "merry": "eliminated", "pippin": "eliminated"}
    said = {"ends": ends, "winner": "good"}
    refused = assistant.post(f"contacts/{LURTZ}/report", **said)
    assert code(refused) == "not-by-the-numbers"
    assert refused.get_json()["error"]["sentence"] == (
        "By these losses evil won: good felled 0 + 0 leadership = 0, evil felled 3 + 1 leadership = 4 "
        "(OUT-01). Yet good is entered."
    )
    done = assistant.post(f"contacts/{LURTZ}/report", **said, reason="The Eagles came")
    at = done.get_json().get("open")
    while at is not None:
        done = answer(assistant, at, {"by": "app"})
        at = done.get_json().get("open")
    page = assistant.reads(f"fought/{done.get_json()['recorded']['seq']}")
    assert "The table has it so: The Eagles came." in page


@pytest.mark.parametrize(
    ("winner", "fell", "follows"),
    [
        ("evil", 0, True),
        ("good", 0, False),
        (None, 0, False),
        (None, 1, True),
        ("evil", 1, False),
        ("good", 2, True),
    ],
)
def test_lurtz_is_worth_one_who_fell(winner: str | None, fell: int, follows: bool, come: Come) -> None:
    # Evil has 1 for Lurtz: as many Uruk-hai fallen as that are a draw, and one more is good's victory.
    ends = {f"uruk-hai-scout-{number}": "eliminated" for number in range(1, fell + 1)}
    done = come("assistant").post(f"contacts/{LURTZ}/report", ends=ends, winner=winner)
    assert (done.status_code == 200) is follows


def test_nobody_fell_and_came_through_without_the_mount_as_well(come: Come) -> None:
    master = come("master")
    contact = meet(master, "rohan-22-eomer", "saruman-38-saruman", "eastfold")
    setup = proposed(master.at().kit, master.at().world, master.at().world.war.contacts[contact])
    rider = next(one.figure for one in setup.good.figures if one.mounted)
    said = {"ends": {rider: "eliminated"}, "dismounted": [rider], "winner": "evil"}
    refused = master.post(f"contacts/{contact}/report", **said)
    assert code(refused) == "fell-and-came-through"
    assert "to have come through without the mount" in refused.get_json()["error"]["sentence"]
    assert contact in master.at().world.war.contacts
