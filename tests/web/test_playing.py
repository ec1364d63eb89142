"""Commanders and the game master at one game: who comes in, who may do what, and what happens at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from assistant.campaign.passes import reissue
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.rules.standing import awaited
from assistant.rules.war import Force
from tests.web.table import Visitor, code_of

Come = Callable[..., Visitor]


def code(answer: object) -> str:
    return str(answer.get_json()["error"]["code"])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("who", "screen"),
    [("saruman", "seat"), ("projector", "board"), ("assistant", "console"), ("master", "console")],
)
def test_everyone_is_led_to_their_own_screen(who: str, screen: str, come: Come, trial: Campaign) -> None:
    answer = come(who).client.get(f"/c/{trial.id}")
    assert answer.headers["Location"] == f"/c/{trial.id}/{screen}"


def test_nobody_comes_in_without_a_code_and_is_told_how(come: Come) -> None:
    answer = come().page("seat")
    assert answer.status_code == 401
    assert "Scan the QR code of your seat again" in answer.text


def test_a_seat_that_was_issued_anew_is_out_at_once(come: Come, played: Service, trial: Campaign) -> None:
    rohan = come("rohan")
    assert rohan.page("seat").status_code == 200
    reissue(played.ledger, trial, code_of(played, trial, "rohan"))
    assert rohan.page("seat").status_code == 401
    assert rohan.do("say-done", commanders=["rohan"]).status_code == 401


def test_a_commander_says_done_for_themselves_and_for_nobody_else(come: Come) -> None:
    rohan = come("rohan")
    assert rohan.do("say-done", commanders=["rohan"]).status_code == 200
    other = rohan.do("say-done", commanders=["gondor"])
    assert (other.status_code, code(other)) == (403, "not-yours")


def test_only_the_game_master_goes_on_with_the_turn(come: Come) -> None:
    refused = come("rohan").do("go-on", anyway=True)
    assert (refused.status_code, code(refused)) == (403, "for-the-master")
    assert come("assistant").do("go-on", anyway=True).status_code == 200


def test_a_code_for_one_campaign_opens_no_other(come: Come, played: Service) -> None:
    other = played.new("Another", {"scenario": "war-of-the-ring"}, key="another")
    assert come("rohan").client.get(f"/c/{other.id}/seat").status_code == 401
    assert come("assistant").client.get(f"/c/{other.id}/console").status_code == 401


def test_the_same_command_sent_twice_is_done_once(come: Come) -> None:
    rohan = come("rohan")
    first = rohan.post(
        "deeds", kind="say-done", setup={"kind": "say-done", "commanders": ["rohan"]}, key="k" * 16
    )
    again = rohan.post(
        "deeds", kind="say-done", setup={"kind": "say-done", "commanders": ["rohan"]}, key="k" * 16
    )
    assert first.get_json() == again.get_json()
    assert rohan.at().seen == 2


def test_a_command_without_a_key_is_told_why_it_needs_one(come: Come) -> None:
    refused = come("rohan").post("deeds", kind="say-done", setup={"commanders": ["rohan"]}, key="")
    assert (refused.status_code, code(refused)) == (400, "bad-key")


def test_a_move_meant_for_a_force_that_somebody_moved_meanwhile_is_not_done(come: Come) -> None:
    master, rohan = come("master"), come("rohan")
    master.do("go-on", anyway=True)
    seen = rohan.at().seen
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    assert master.do("march", force=force.id, place="isengard").status_code == 200
    late = rohan.do("march", seen=seen, force=force.id, place="minas-tirith")
    assert (late.status_code, code(late)) == (409, "changed-meanwhile")
    told = late.get_json()["error"]["sentence"]
    assert told == "While you were looking, somebody changed what this is about."


def test_what_others_did_elsewhere_meanwhile_stops_nobody(come: Come) -> None:
    master, rohan = come("master"), come("rohan")
    master.do("go-on", anyway=True)
    seen = rohan.at().seen
    mine, theirs = (
        next(one for one in rohan.at().world.war.forces.values() if one.commander == who)
        for who in ("rohan", "gondor")
    )
    master.do("march", force=theirs.id, place="osgiliath")
    assert rohan.do("march", seen=seen, force=mine.id, place="isengard").status_code == 200


def test_a_player_takes_back_their_own_deed_but_not_anothers(come: Come) -> None:
    rohan, gondor = come("rohan"), come("gondor")
    seq = rohan.do("say-done", commanders=["rohan"]).get_json()["recorded"]["seq"]
    assert gondor.post("undo", seq=seq).status_code == 403
    assert rohan.post("undo", seq=seq).status_code == 200
    assert "rohan" not in rohan.at().world.war.done


def test_another_sites_page_can_do_nothing_in_a_players_name(come: Come) -> None:
    rohan = come("rohan")
    path = f"/api/v1/campaigns/{rohan.campaign}/deeds"
    body = {"kind": "say-done", "setup": {"commanders": ["rohan"]}, "key": "k" * 16}
    answer = rohan.client.post(path, json=body, headers={"Origin": "http://elsewhere.example"})
    assert (answer.status_code, code(answer)) == (403, "from-elsewhere")
    assert rohan.client.post("/leave", data={}).status_code == 403


def test_all_who_leave_no_choice_are_placed_at_one_word(come: Come) -> None:
    master = come("master")
    before = len(master.at().world.figures)
    said = master.post("arrivals").get_json()
    assert len(said["placed"]) > 1
    assert len(master.at().world.figures) > before
    assert master.post("arrivals").get_json()["placed"] == []


def test_whoever_may_come_otherwise_waits_for_the_word_of_their_commander(come: Come) -> None:
    # REI-R20, PPL-SHAMAN-04: of Saruman's Uruk-hai one may be a shaman while none is in play.
    master, saruman = come("master"), come("saruman")
    offer = "1 Uruk-hai at Isengard, or Uruk-hai Shaman instead"
    assert offer in saruman.reads("seat")
    assert master.post("arrivals").get_json()["placed"]
    assert offer in saruman.reads("seat")


def test_the_console_shows_what_is_due_with_its_rule_and_a_button(come: Come) -> None:
    master = come("master")
    page = master.page("console").text
    assert "Boromir against Lurtz at Amon Hen" in page
    assert 'href="/rules/REI-R01"' in page
    assert "Place at Carn Dûm" in page
    assert "<li>1 contact is not fought</li>" in master.reads("console")


def test_what_is_owed_is_counted_by_kind_with_its_list_behind_it(come: Come) -> None:
    master = come("master")
    master.do("adjust", figures=["witch-king"], place="minas-tirith", reason="he rode there")
    page = master.page("console").text
    assert "Due by the rules before that: A steward despairs (1)</summary>" in page
    assert "<li>Denethor may despair</li>" in page
    for _ in range(2):
        master.do("go-on", anyway=True)
    # CMB-01: at each place where enemies stand together.
    owed = page_part(master.page("console").text, "Due by the rules before that", "</details>")
    assert "Enemies at one place (" in owed
    assert "at Minas Tirith: do they meet?</li>" in owed


def page_part(page: str, start: str, end: str) -> str:
    return page.partition(start)[2].partition(end)[0]


def test_the_history_finds_deeds_by_their_words(come: Come) -> None:
    master = come("master")
    master.do("say-done", commanders=["rohan"])
    assert "The game begins" not in master.page("history?find=rohan").text
    assert "No deed has these words in it." in master.page("history?find=balrog").text


def test_figures_are_set_right_in_bulk_with_a_reason(come: Come) -> None:
    master = come("master")
    page = master.page("by-hand?find=uruk").text
    assert "uruk-hai-3" in page
    done = master.do(
        "adjust", figures=["uruk-hai-3", "uruk-hai-4"], condition="eliminated", reason="miscounted"
    )
    assert done.status_code == 200
    assert master.at().world.figures["uruk-hai-3"].condition == "eliminated"  # type: ignore[index]


def test_a_backup_is_made_at_one_tap_and_listed(come: Come) -> None:
    master = come("master")
    name = master.post("backups", note="before the siege").get_json()["backup"]
    assert "before-the-siege" in name
    assert name in master.page("keeping").text


def test_a_what_if_copy_stands_beside_the_game(come: Come) -> None:
    master = come("master")
    made = master.post("what-if", name="Another road").get_json()["campaign"]
    assert made["name"] == "Another road"
    assert made["head"] == master.at().seen


def test_who_makes_a_copy_is_led_into_it_and_told_what_it_is(come: Come) -> None:
    master = come("master")
    assert master.do("go-on", anyway=True).status_code == 200
    history = master.page("history").text
    assert f'href="/c/{master.campaign}/history?after=1"' in history
    assert re.search(r'<input id="after"[^>]* value="1"', master.page("history?after=1").text)
    go = master.post("what-if", seq=1, name="Another road").get_json()["go"]
    page = master.client.get(go).text
    assert "This is the copy: Another road." in page
    assert "It stands after deed 1." in page
    assert "What if …" not in come("assistant").page("history").text


def test_a_deed_sent_again_because_its_reply_got_lost_is_answered_as_the_first_time(come: Come) -> None:
    gondor, key = come("gondor"), "men-of-gondor-1"
    sent = {"kind": "arrive", "setup": {"kind": "arrive", "arrival": "men-of-minas-tirith@1"}, "key": key}
    first, again = (gondor.post("deeds", **sent) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.get_json() == first.get_json()
    # Somebody else's key proves nothing.
    assert come("saruman").post("deeds", **sent).status_code == 403


def test_an_undo_sent_again_because_its_reply_got_lost_is_answered_as_the_first_time(come: Come) -> None:
    gondor = come("gondor")
    seq = gondor.do("arrive", arrival="men-of-minas-tirith@1").get_json()["recorded"]["seq"]
    first, again = (gondor.post("undo", seq=seq, key="taken-back-1") for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.get_json() == first.get_json()


def test_the_console_asks_before_a_turn_ends_over_a_fleet_at_sea(come: Come) -> None:
    master = come("master")
    master.do("go-on", anyway=True)
    assert master.do("declare", event="war-of-the-ring", commander="witch-king").status_code == 200
    master.do("go-on", anyway=True)
    page = master.page("console").text
    assert "must land now or be lost" in page
    # Not one tap, and not the key N: the button stands behind what it would cost.
    warning = page.index("If you go on anyway, they are lost for good.")
    assert page.index('data-shortcut="n"') < warning < page.index('data-deed="go-on"')
    here = master.at()
    fleet = next(one.key for one in awaited(here.kit, here.world) if "umbar" in one.key)
    assert code(master.do("forgo", arrival=fleet, how="postponed")) == "cannot-wait"


def test_only_those_who_lead_are_told_on_the_console_who_bears_the_ring(come: Come) -> None:
    for who in ("master", "assistant"):
        assert "Frodo bears the Ring at " in come(who).reads("console")
    for who, page in (("saruman", "seat"), ("projector", "board")):
        assert "bears the Ring" not in come(who).reads(page)


@pytest.mark.rules("SEQ-03")
def test_movement_does_not_end_while_somebody_is_asked_whether_they_can_leave(come: Come) -> None:
    master, rohan = come("master"), come("rohan")
    master.do("go-on", anyway=True)

    def riders() -> Force:
        return next(one for one in master.at().world.war.forces.values() if "theodred" in one.figures)

    adjusted = master.do("adjust", figures=list(riders().figures), place="isengard", reason="a raid")
    assert adjusted.status_code == 200
    # Saruman is there: is an enemy within 1 inch?
    asked = rohan.do("march", force=riders().id, place="edoras").get_json()["open"]
    assert asked["request"]["purpose"] == "pinned"
    master.do("say-done", commanders=sorted(master.at().kit.scenario.commanders))
    refused = master.do("go-on")
    assert (refused.status_code, code(refused)) == (409, "left-to-do")
    said = {"answer": {"kind": "chosen", "option": "free"}, "step": 0, "revision": asked["revision"]}
    assert rohan.post(f"fights/{asked['id']}/answers", **said).status_code == 200
    assert riders().place == "edoras"
    assert master.do("go-on").status_code == 200


def test_a_power_that_is_being_used_is_not_offered_again_and_a_second_try_is_told_in_plain_words(
    come: Come,
) -> None:
    saruman = come("saruman")
    offered = "Spell on Radagast"
    assert "spell-on-radagast" in saruman.page("seat").text
    assert saruman.do("use-power", power="spell-on-radagast").get_json().get("open"), "it asks something"
    page = saruman.page("seat").text
    assert f"Saruman: {offered}</a>" in page
    assert "spell-on-radagast" not in page
    again = saruman.do("use-power", power="spell-on-radagast").get_json()["error"]
    assert again["sentence"].startswith(f"{offered} is still needed in")
    assert again["do"] == "Finish that first, or call it off."


def test_a_commander_brings_the_own_force_to_a_fight_but_nobody_elses_and_breaks_no_rule(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    forces = {one.name: one.id for one in rohan.at().world.war.forces.values()}
    met: dict[str, Any] = {"good": [forces["Théodred"]], "evil": [forces["Saruman"]]}
    drawn = rohan.do("meet", place="fords-of-isen", **met)
    assert (drawn.status_code, code(drawn)) == (403, "not-yours")
    by_word = rohan.do("meet", place="isengard", overruled="so it is", **met)
    assert (by_word.status_code, code(by_word)) == (403, "not-yours")
    assert rohan.do("meet", place="isengard", **met).status_code == 200
