"""The game master overrules a fight that was recorded, and nobody else does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.table import Visitor

Come = Callable[..., Visitor]


def fought(master: Visitor) -> int:
    """The battle at Amon Hen, fought by the app to its end; gives back its number."""
    opened = master.post("contacts/opening-1/fight", **{}).get_json()
    while "open" in opened:
        at = opened["open"]
        opened = master.post(
            f"fights/{at['id']}/answers", step=at["step"], revision=at["revision"], answer={"by": "app"}
        ).get_json()
    return int(opened["recorded"]["seq"])


def test_a_fight_is_overruled_with_a_reason_and_its_page_offers_it(come: Come) -> None:
    master = come("master")
    seq = fought(master)
    page = master.page(f"fought/{seq}").text
    assert "Overrule it" in page
    # Persons are ticked; of those who are alike one says how many.
    assert re.search(r'type="checkbox" name="figures" value="lurtz"', page)
    assert re.search(r'data-as="take" data-ids="[^"]*uruk-hai-scout-3&#34;', page)
    done = master.post(
        f"fought/{seq}/ruling",
        figures=["uruk-hai-scout-3"],
        condition="eliminated",
        winner="draw",
        reason="we miscounted",
    )
    assert done.status_code == 200
    assert "we miscounted" in done.get_json()["recorded"]["title"]
    assert master.at().world.figures["uruk-hai-scout-3"].condition == "eliminated"  # type: ignore[index]


def test_a_ruling_without_a_reason_or_on_a_stranger_is_refused_with_a_sentence(come: Come) -> None:
    master = come("master")
    seq = fought(master)
    bare = master.post(f"fought/{seq}/ruling", winner="good")
    assert bare.status_code in (400, 409)
    stranger = master.post(
        f"fought/{seq}/ruling", figures=["theoden"], condition="wounded", reason="he was there"
    )
    assert stranger.get_json()["error"]["code"] == "not-in-the-fight"


def test_a_ruling_that_is_sent_as_a_deed_is_held_against_the_fight_as_any_other(come: Come) -> None:
    master = come("master")
    seq = fought(master)

    def rule(**said: Any) -> Any:
        return master.post("deeds", kind="ruling", setup={"reason": "we miscounted", **said}).get_json()

    assert rule(deed=99_999, winner="good")["error"]["code"] == "unknown-entry"
    assert rule(deed=1, winner="good")["error"]["code"] == "not-a-fight"
    assert rule(winner="good")["error"]["code"] == "no-such-deed"
    stranger = [{"figure": "theoden", "condition": "wounded"}]
    assert rule(deed=seq, figures=stranger)["error"]["code"] == "not-in-the-fight"
    assert rule(deed=seq, winner="good", concerns=["theoden"])["error"]["code"] == "from-the-record"
    assert master.at().seen == seq
    # Whom it concerns is looked up: all who fought, as from the page of the fight.
    assert rule(deed=seq, winner="good")["recorded"]["seq"] == seq + 1
    ruled: Any = master.service.ledger.entry(master.campaign, seq + 1).setup
    assert {"lurtz", "boromir"} <= {*ruled["concerns"]}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"figures": ["lurtz"]}, "You named figures, but not what becomes of them."),
        ({"condition": "wounded"}, "You chose a condition, but nobody who is in it."),
    ],
    ids=["figures without a condition", "a condition of nobody"],
)
def test_nothing_of_a_ruling_is_left_out_unsaid(come: Come, said: dict[str, Any], sentence: str) -> None:
    master = come("master")
    seq = fought(master)
    before = master.at().campaign.head
    refused = master.post(f"fought/{seq}/ruling", winner="draw", reason="we miscounted", **said)
    assert refused.status_code == 400
    assert refused.get_json()["error"]["sentence"] == sentence
    assert master.at().campaign.head == before


def test_a_commander_overrules_nothing(come: Come) -> None:
    master, saruman = come("master"), come("saruman")
    seq = fought(master)
    assert "Overrule it" not in saruman.page(f"fought/{seq}").text
    assert saruman.post(f"fought/{seq}/ruling", winner="evil", reason="mine").status_code == 403
