"""An assistant limited to one table: what the limit does, on the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant.campaign.passes import let_in
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.ledger.records import Campaign
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.reminders import due_now
from tests.web.table import Visitor

Come = Callable[..., Visitor]


@pytest.fixture
def helper(come: Come, played: Service, trial: Campaign) -> Callable[[str], Visitor]:
    """An assistant at a table."""

    def enter(area: str) -> Visitor:
        visitor = come()
        visitor.client.get(f"/j/{let_in(played.ledger, trial, 'assistant', label=area, area=area).code}")
        return visitor

    return enter


Helper = Callable[[str], Visitor]


def force_at(visitor: Visitor, place: str) -> str:
    return next(force.id for force in visitor.at().world.war.forces.values() if force.place == place)


def error(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]  # type: ignore[attr-defined]


def test_forces_of_ones_own_table_are_moved_and_others_are_not(come: Come, helper: Helper) -> None:
    come("master").do("go-on", anyway=True)
    north = helper("north")
    dain, faramir = force_at(north, "erebor"), force_at(north, "ithilien")
    assert error(north.do("march", force=faramir, place="osgiliath")) == (403, "another-table")
    assert north.do("march", force=dain, place="dale").status_code == 200
    assert helper("south").do("march", force=faramir, place="osgiliath").status_code == 200


def test_a_force_on_a_spot_is_on_the_table_of_that_spot(helper: Helper) -> None:
    south = helper("south")
    radagast = force_at(south, "west-of-misty-mountains")
    assert error(south.do("hide", force=radagast)) == (403, "another-table")
    assert helper("north").do("hide", force=radagast).status_code == 200


def test_a_fight_on_the_other_table_is_neither_begun_nor_answered_nor_called_off(
    helper: Helper,
) -> None:
    north, south = helper("north"), helper("south")
    contact = next(iter(north.at().world.war.contacts))
    at = north.at()
    setup = encode(Battle(contact, proposed(at.kit, at.world, at.world.war.contacts[contact])))
    assert error(north.post("deeds", kind="battle", setup=setup)) == (403, "another-table")
    opened = south.post("deeds", kind="battle", setup=setup).get_json()["open"]
    answer = {"answer": {"by": "app"}, "step": opened["step"], "revision": opened["revision"]}
    assert opened["mine"]
    assert error(north.post(f"fights/{opened['id']}/answers", **answer)) == (403, "another-table")
    path = f"/api/v1/campaigns/{north.campaign}/fights/{opened['id']}"
    assert error(north.client.delete(path, json={})) == (403, "another-table")
    assert south.post(f"fights/{opened['id']}/answers", **answer).status_code == 200
    assert error(north.post(f"fights/{opened['id']}/back", revision=2)) == (403, "another-table")
    assert south.client.delete(path, json={}).status_code == 200


def test_what_is_of_no_table_is_open_to_both(helper: Helper) -> None:
    assert helper("north").do("say-done", commanders=["gondor"]).status_code == 200
    assert helper("north").do("go-on", anyway=True).status_code == 200


def test_a_deed_on_the_other_table_is_not_undone(come: Come, helper: Helper) -> None:
    master = come("master")
    master.do("go-on", anyway=True)
    faramir = force_at(master, "ithilien")
    seq = master.do("march", force=faramir, place="osgiliath").get_json()["recorded"]["seq"]
    assert error(helper("north").post("undo", seq=seq)) == (403, "another-table")
    assert helper("south").post("undo", seq=seq).status_code == 200
    assert error(helper("north").post("redo", seq=seq)) == (403, "another-table")
    assert helper("south").post("redo", seq=seq).status_code == 200


def test_the_last_deed_of_an_assistant_is_the_last_on_their_table(come: Come, helper: Helper) -> None:
    come("master").do("go-on", anyway=True)
    north, south = helper("north"), helper("south")
    north.do("march", force=force_at(north, "erebor"), place="dale")
    south.do("march", force=force_at(south, "ithilien"), place="osgiliath")
    assert "to Dale" in north.post("undo").get_json()["recorded"]["title"]
    assert "to Dale" in north.post("redo").get_json()["recorded"]["title"]
    assert error(helper("south").post("redo")) == (403, "for-the-master")


def test_one_who_helps_at_both_tables_is_limited_to_neither(
    come: Come, helper: Helper, played: Service, trial: Campaign
) -> None:
    come("master").do("go-on", anyway=True)
    both = helper("north")
    both.client.get(f"/j/{let_in(played.ledger, trial, 'assistant', label='x', area='south').code}")
    assert both.do("march", force=force_at(both, "ithilien"), place="osgiliath").status_code == 200


def test_only_those_of_ones_own_table_are_placed_at_one_word(helper: Helper) -> None:
    north = helper("north")
    assert north.post("arrivals").get_json()["placed"]
    placed = {entry.title for entry in north.service.ledger.entries(north.campaign)}
    assert "Buhrdûr: 2 Orcs at Carn Dûm" in placed
    assert "Gondor: Gondor Foot at Minas Tirith" not in placed


def test_a_fight_of_the_other_table_is_not_overruled(come: Come, helper: Helper) -> None:
    master = come("master")
    master.do("go-on", anyway=True)
    seq = master.do("march", force=force_at(master, "ithilien"), place="osgiliath").get_json()["recorded"][
        "seq"
    ]
    ruled = {"reason": "the die was cocked", "winner": "good"}
    assert error(helper("north").post(f"fought/{seq}/ruling", **ruled)) == (403, "another-table")


def test_only_the_forces_of_ones_own_table_are_set_out_at_one_word(helper: Helper) -> None:
    north = helper("north")
    assert north.post("set-out").status_code == 200
    titles = " ".join(entry.title for entry in north.service.ledger.entries(north.campaign))
    assert "Dáin" in titles
    assert "Faramir" not in titles


def test_a_code_is_limited_only_to_a_table_that_there_is(come: Come) -> None:
    master = come("master")
    assert error(master.post("passes", label="Ben", area="mars")) == (400, "no-such-table")
    made = master.post("passes", label="Ben", area="north").get_json()["pass"]
    assert (made["role"], made["area"], made["label"]) == ("assistant", "north", "Ben")


def test_the_console_of_an_assistant_names_their_table_and_keeps_the_other_ones_acts_away(
    come: Come, helper: Helper
) -> None:
    master, north = come("master"), helper("north")
    page, whole = north.page("console").text, master.page("console").text
    assert '<span class="tag">North table</span>' in page
    assert '<span class="tag">' not in whole
    own, _, other = page.partition("On the other table")
    assert "Place at Carn Dûm" in own
    assert ">Fight</a>" not in page
    assert ">Fight</a>" in whole
    # Amon Hen and the Black Gate are on the south table: told of, without a button.
    assert "2 Orcs at Black Gate" in other
    assert "Place at Black Gate" not in page
    assert "Place at Black Gate" in whole
    assert "On the other table" not in whole


def test_an_assistant_is_offered_the_undo_of_the_last_deed_of_their_table(come: Come, helper: Helper) -> None:
    come("master").do("go-on", anyway=True)
    north, south = helper("north"), helper("south")
    north.do("march", force=force_at(north, "erebor"), place="dale")
    south.do("march", force=force_at(south, "ithilien"), place="osgiliath")
    assert "Undo 3: " in north.page("console").text
    assert "Undo 4: " in south.page("console").text
    assert 'Undo<span class="unseen"> deed 4' not in north.page("history").text


def test_setting_right_by_hand_lists_what_is_on_ones_own_table(come: Come, helper: Helper) -> None:
    assert "Faramir at Ithilien" in come("master").page("by-hand").text
    page = helper("north").page("by-hand").text
    assert "You help at the north table" in page
    assert "<summary>Faramir at Ithilien" not in page


def figure_of(visitor: Visitor, profile: str) -> str:
    return next(str(one) for one in visitor.at().world.figures if str(one).startswith(profile))


def kept_at_isengard(come: Come, captive: str) -> Visitor:
    """The game master says that somebody was captured by Saruman, brought to Isengard and kept there."""
    master = come("master")
    taken = master.do(
        "adjust",
        figures=[captive],
        condition="captured",
        commander="saruman",
        force=force_at(master, "isengard"),
        reason="as the table says",
    )
    assert taken.status_code == 200, taken.get_json()
    brought = master.do("bring-home", captive=captive, place="isengard")
    assert brought.status_code == 200, brought.get_json()
    assert master.at().world.war.kept[captive] == "isengard"  # type: ignore[index]
    return master


def test_a_captive_who_is_kept_on_the_other_table_is_not_set_free(come: Come, helper: Helper) -> None:
    merry = figure_of(come("master"), "merry")
    master = kept_at_isengard(come, merry)
    north, south = helper("north"), helper("south")
    assert error(north.do("set-free", captive=merry)) == (403, "another-table")
    for page in ("console", "by-hand"):
        assert "captive of Saruman" in north.reads(page)
        assert 'data-deed="set-free"' not in north.page(page).text
        assert 'data-deed="set-free"' in south.page(page).text
        assert 'data-deed="set-free"' in master.page(page).text
    assert south.do("set-free", captive=merry).status_code == 200


def test_a_list_made_by_hand_is_judged_figure_by_figure(come: Come, helper: Helper) -> None:
    north, master = helper("north"), come("master")
    there, here = (
        next(str(force.figures[0]) for force in north.at().world.war.forces.values() if force.place == place)
        for place in ("ithilien", "erebor")
    )
    wound: dict[str, Any] = {"condition": "wounded", "reason": "as the table says"}
    assert error(north.do("adjust", figures=[there], **wound)) == (403, "another-table")
    refused = north.do("adjust", figures=[here, there], **wound)
    assert error(refused) == (403, "another-table")
    assert "Faramir is on the other one" in refused.get_json()["error"]["sentence"]
    corrections = [{"figure": one, "condition": "wounded"} for one in (here, there)]
    ruling = {"reason": "as the table says", "figures": corrections}
    assert error(north.post("deeds", kind="ruling", setup=ruling)) == (403, "another-table")
    assert north.do("adjust", figures=[here], **wound).status_code == 200
    assert master.do("adjust", figures=[there], **wound).status_code == 200


def test_figures_of_the_other_table_are_not_measured_anew(come: Come, helper: Helper) -> None:
    north, master = helper("north"), come("master")
    there = next(
        str(force.figures[0]) for force in north.at().world.war.forces.values() if force.place == "ithilien"
    )
    spot = {"table": "south", "x": 20_000, "y": 20_000, "facing": 0}
    measured = [{"figure": there, "spot": spot}]
    assert error(north.do("measure", figures=measured)) == (403, "another-table")
    assert master.do("measure", figures=measured).status_code == 200
    # As it stands already it is nobody's to refuse: a whole sheet may be sent back.
    assert north.do("measure", figures=measured).status_code == 200


def reminder_at(visitor: Visitor, place: str) -> str:
    at = visitor.at()
    return next(one.key for one in due_now(at.kit, at.world) if one.place == place)


def come_near_at_lake_town(come: Come) -> Visitor:
    """Evil comes to Lake-town, where Brand is: whether they meet is asked in the combat phase."""
    master = come("master")
    assert master.do("go-on", anyway=True).status_code == 200
    amdur = next(one for one in master.at().world.war.forces if one.startswith("easterling-king"))
    sent = master.do("march", force=amdur, place="lake-town", overruled="as the table says")
    assert sent.status_code == 200, sent.get_json()
    assert master.do("go-on", anyway=True).status_code == 200
    return master


def test_what_a_rule_makes_due_on_the_other_table_is_neither_seen_to_nor_skipped_nor_answered(
    come: Come, helper: Helper
) -> None:
    master, north, south = come_near_at_lake_town(come), helper("north"), helper("south")
    asked = reminder_at(master, "lake-town")
    for how in ("done", "skipped"):
        assert error(south.do("heed", reminder=asked, how=how)) == (403, "another-table")
    own, _, other = south.reads("console").partition("On the other table")
    assert "are at Lake-town" not in own.partition('<ul class="dues">')[2]
    assert "are at Lake-town" in other
    opened = north.do("heed", reminder=asked).get_json()["open"]
    answer = {"answer": {"by": "app"}, "step": opened["step"], "revision": opened["revision"]}
    assert error(south.post(f"fights/{opened['id']}/answers", **answer)) == (403, "another-table")
    done = north.post(f"fights/{opened['id']}/answers", **answer)
    assert done.status_code == 200
    assert error(south.post("undo", seq=done.get_json()["recorded"]["seq"])) == (403, "another-table")
