"""The odds of a contact: of those who are there as they are, and with those who could still come."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.campaign.participants import at_hand
from assistant.kernel.ids import FigureId
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


@pytest.mark.rules("CMB-04")
def test_those_who_hide_have_odds_also_when_it_is_asked_what_would_change_them(come: Come) -> None:
    # Line 790: in the cloaks of Lórien two hobbits are found on a 6 only, and else there is no fight.
    master = come("master")
    frodo = master.at().world.war.force_of(FigureId("frodo"))
    assert frodo is not None
    contact = meet(master, frodo.id, "khamul-32-khamul", frodo.place, attacker="evil")
    for what_if in (False, True):
        answer = master.post(f"contacts/{contact}/odds", hides={"good": True}, what_if=what_if)
        assert answer.status_code == 200, answer.get_json()
        found = answer.get_json()["odds"]
        assert found["no_fight"] == pytest.approx(5 / 6, abs=0.02)
        assert "good behind walls" not in [one["change"] for one in found["what_if"]]
        assert bool(found["what_if"]) is what_if


def test_the_form_of_a_fight_for_walls_says_what_their_loss_means_and_others_do_not_ask(come: Come) -> None:
    master = come("master")
    war = master.at().world.war
    denethor, host = (war.force_of(FigureId(one)) for one in ("denethor", "witch-king"))
    assert denethor is not None
    assert host is not None
    field = meet(master, "gondor-15-osgiliath-veteran-1", "witch-king-42-gorbag", "osgiliath")
    assert "walls_fell" not in master.page(f"contacts/{field}/report").text
    city = meet(master, denethor.id, host.id, "minas-tirith")
    page = master.page(f"contacts/{city}/report").text
    assert 'data-said="walls_fell" data-holder="good" checked' in page
    assert "If good lost, the walls fell: all inside are lost, or in the tower" in page
