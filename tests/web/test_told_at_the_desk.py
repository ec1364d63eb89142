"""What the desk says of itself: why somebody cannot fight, and what came of what was seen to at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from assistant.rules.reminders import due_now
from tests.web.table import Visitor
from tests.web.test_desk import answer, meet

Come = Callable[..., Visitor]


def offered(visitor: Visitor, at: Any) -> list[str]:
    """The answers to what is asked now, as they are called."""
    return re.findall(r'class="button option"[^>]*>([^<]*)<', visitor.page(f"fights/{at['id']}").text)


def test_who_cannot_fight_is_named_with_the_reason_and_its_rule(come: Come) -> None:
    master = come("master")
    contact = meet(master, "dwarves-2-brand", "easterling-king-29-amdur", "lake-town")
    hurt = master.do("adjust", figures=["brand"], condition="wounded", reason="as the table says")
    assert hurt.status_code == 200, hurt.get_json()
    assert "Cannot fight: Brand (wounded, ABL-HERO)." in master.reads(f"contacts/{contact}")


def test_what_is_seen_to_at_once_says_what_came_of_it(come: Come) -> None:
    master = come("master")
    contact = meet(master, "dwarves-2-brand", "easterling-king-29-amdur", "lake-town")
    told = {"ends": {}, "winner": "evil", "retreats": "good", "reason": "they ran"}
    at = master.post(f"contacts/{contact}/report", **told).get_json().get("open")
    while at is not None:
        at = answer(master, at, {"by": "app"}).get_json().get("open")
    assert master.do("set-out", force="dwarves-2-brand").status_code == 200
    now = master.at()
    due = next(one.key for one in due_now(now.kit, now.world) if one.about == "falling-back")
    done = master.do("heed", reminder=due).get_json()
    assert done["recorded"]["title"] == "Brand falls back from Lake-town"
    assert "and stands near" in done["told"]
    assert "OUT-07" not in done["told"]


def test_a_fight_before_a_gate_is_said_to_be_there_and_not_at_it(come: Come) -> None:
    master = come("master")
    war = master.at().world.war
    elves, orcs = (
        next(one.id for one in war.forces.values() if one.commander == name)
        for name in ("high-elves", "goblin-king")
    )
    contact = meet(master, elves, orcs, "outside-moria")
    for page, title in (("", "Who fights"), ("/report", "How it went")):
        read = master.page(f"contacts/{contact}{page}").text
        assert f"<h1>{title} outside the west gate of Moria</h1>" in read


def test_whoever_leads_comes_back_to_the_console_with_what_came_of_a_small_deed(come: Come) -> None:
    master = come("master")
    assert master.do("go-on", anyway=True).status_code == 200
    lost = master.do("adjust", figures=["frodo", "sam"], place="emyn-muil", reason="for the test")
    assert lost.status_code == 200
    due = next(one for one in due_now(master.at().kit, master.at().world) if one.about == "losing-the-way")
    at = master.do("heed", reminder=due.key).get_json()["open"]
    done = answer(master, at, {"by": "app"}).get_json()["recorded"]
    over = master.page(f"fights/{at['id']}")
    assert over.headers["Location"].endswith(f"/console?did={done['seq']}")
    shown = master.reads(f"console?did={done['seq']}")
    assert "Just done" in shown
    assert f"/fought/{done['seq']}" in shown
    assert "Just done" not in master.reads("console")


def test_what_is_only_asked_and_noted_is_open_to_whoever_leads_and_a_fight_is_folded(come: Come) -> None:
    master = come("master")
    fight = master.post("contacts/opening-1/fight").get_json()["open"]
    assert re.search(r'id="for-them"\s*>', master.page(f"fights/{fight['id']}").text)
    assert master.do("go-on", anyway=True).status_code == 200
    lost = master.do("adjust", figures=["gimli"], place="emyn-muil", reason="for the test")
    assert lost.status_code == 200, lost.get_json()
    due = next(one for one in due_now(master.at().kit, master.at().world) if one.about == "losing-the-way")
    at = master.do("heed", reminder=due.key).get_json()["open"]
    assert re.search(r'id="for-them" open>', master.page(f"fights/{at['id']}").text)


def test_who_carries_is_asked_with_nobody_at_first_and_then_with_nobody_else(come: Come) -> None:
    master = come("master")
    master.do("adjust", figures=["aragorn", "legolas", "gimli"], place="bree", reason="for the test")
    master.do("adjust", figures=["legolas"], condition="wounded", reason="for the test")
    assert master.do("go-on", anyway=True).status_code == 200
    due = next(one for one in due_now(master.at().kit, master.at().world) if "who carries" in one.title)
    at = master.do("heed", reminder=due.key).get_json()["open"]
    assert offered(master, at)[-1] == "Nobody"
    at = answer(master, at, {"kind": "chosen", "option": "aragorn"}).get_json()["open"]
    assert offered(master, at)[-1] == "Nobody else"


def test_what_is_never_reminded_of_stands_on_the_console_to_be_switched_on_again(come: Come) -> None:
    master = come("master")
    assert "Reminders that are off" not in master.page("console").text
    assert master.do("switch-reminder", about="healing", on=False).status_code == 200
    off = master.page("console").text.partition("Reminders that are off")[2].partition("</details>")[0]
    assert "The wounded recover" in off
    assert 'aria-label="Remind again: The wounded recover"' in off
    assert master.do("switch-reminder", about="healing", on=True).status_code == 200
    assert "Reminders that are off" not in master.page("console").text
