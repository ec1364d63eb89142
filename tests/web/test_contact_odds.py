"""The odds of a contact: of those who are there as they are, and with those who could still come."""

from __future__ import annotations

from collections.abc import Callable

from assistant.campaign.participants import at_hand
from tests.web.table import Visitor
from tests.web.test_desk import meet
from tests.web.test_rulings import fought

Come = Callable[..., Visitor]


def test_nobody_proposes_the_dead_as_leaders(come: Come) -> None:
    master = come("master")
    seq = fought(master)
    contact = meet(master, "gondor-15-osgiliath-veteran-1", "witch-king-42-gorbag", "osgiliath")

    def could_lead() -> bool:
        found = master.post(f"contacts/{contact}/odds", what_if=True).get_json()["odds"]
        return any(one["change"] == "Boromir leading good" for one in found["what_if"])

    for condition, lives in (("fit", True), ("eliminated", False)):
        ruling = {"figures": ["boromir"], "condition": condition, "reason": "as the table has it"}
        assert master.post(f"fought/{seq}/ruling", **ruling).status_code == 200
        assert ("boromir" in at_hand(master.at())) is could_lead() is lives
