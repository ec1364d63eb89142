"""A commander's phone, paper and rules: what each shows, and to whom."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from io import BytesIO
from urllib.parse import quote

import pytest
from pypdf import PdfReader

from assistant.campaign.permissions import kinds_of_seats
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.packs.catalogue import areas
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def test_a_phone_shows_what_is_due_with_one_button_each(come: Come) -> None:
    page = come("saruman").page("seat").text
    assert "Uruk-hai at Isengard" in page
    assert 'data-deed="arrive"' in page
    assert "Done with turn start" in page


def test_a_war_that_may_be_declared_is_offered_once(come: Come) -> None:
    page = come("saruman").reads("seat")
    says = re.findall('class="due-says">([^<]*)', page)
    assert sum("Declare the War of Saruman." in one for one in says) == 1
    assert len(re.findall('aria-label="Declare now: [^"]*the War of Saruman', page)) == 1
    assert "Saruman may declare" not in page
    # The same war as a power of his chart.
    assert "On any of your turns: your limits end" not in page


def test_a_phone_does_not_show_what_is_due_for_others(come: Come) -> None:
    assert "Minas Tirith" not in come("saruman").page("seat").text


def test_nobody_looks_at_another_commanders_phone_but_who_leads_the_game(come: Come) -> None:
    assert come("rohan").page("seat?as=saruman").status_code == 403
    assert come("master").page("seat?as=saruman").status_code == 200


def test_my_forces_say_how_far_they_go_and_why(come: Come) -> None:
    page = come("rohan").reads("seat/forces")
    # The chart gives swift riders 17" in clear and 7" in difficult ground; Éomer's five are all mounted.
    assert "Éomer" in page
    assert "at most 17&#34; in clear and 7&#34;" in page
    assert "as the slowest" in page


def test_forces_may_march_only_while_it_is_time_to_move(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    assert 'data-deed="march"' not in rohan.page("seat/forces").text
    master.do("go-on", anyway=True)
    assert 'data-deed="march"' in rohan.page("seat/forces").text
    rohan.do("say-done", commanders=["rohan"])
    assert 'data-deed="march"' not in rohan.page("seat/forces").text


def test_the_phones_of_good_say_for_whom_they_wait_while_evil_moves(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    told = "Evil moves first, and "
    assert told not in rohan.reads("seat")
    master.do("go-on", anyway=True)
    assert told in rohan.reads("seat")
    assert told not in come("saruman").reads("seat")
    rohan.do("say-done", commanders=["rohan"])
    assert told not in rohan.reads("seat")


def test_some_of_a_force_are_split_off_by_number(come: Come) -> None:
    rohan = come("rohan")
    page = rohan.page("seat/forces").text
    assert "Riders of Rohan" in page
    assert "of 4" in page


def test_what_comes_is_told_for_the_next_turns(come: Come) -> None:
    page = come("rohan").page("seat/coming").text
    # REI: one Rider of Rohan on every even turn.
    assert "Turn 2" in page
    assert "Rider of Rohan" in page


def test_goals_are_objectives_and_points_with_their_reasons(come: Come) -> None:
    master, saruman = come("master"), come("saruman")
    master.do("correct-points", commander="saruman", points=5, reason="a bold raid")
    page = saruman.page("seat/goals").text
    assert "keep it at Isengard for 10 turns" in page
    assert "a bold raid" in page
    assert "+5" in page


def test_the_chart_on_the_phone_reads_as_on_paper(come: Come) -> None:
    page = come("rohan").page("seat/chart").text
    assert "Fords of Isen:" in page
    assert "Help good to win." in page


def test_the_chart_on_the_phone_asks_for_no_pen_and_says_what_is_done(come: Come) -> None:
    saruman = come("saruman")
    before = saruman.reads("seat/chart")
    assert "<h3>Powers</h3>" in before
    assert "A star by a turn" not in before
    assert 'class="mark-word"' not in before
    assert "In brackets: what comes while Fangorn is undisturbed." in before
    saruman.do("declare", event="war-of-saruman", commander="saruman")
    saruman.do("decide", choice="saruman.fangorn", value="disturbed")
    after = saruman.reads("seat/chart")
    assert '<strong>Declare the War of Saruman.</strong> <span class="mark-word">done</span>' in after
    assert '<strong>Despoil Fangorn.</strong> <span class="mark-word">done</span>' in after
    assert "undisturbed" not in after


def test_ones_chart_is_a_pdf_with_ones_name(come: Come, played: Service, trial: Campaign) -> None:
    rohan = come("rohan")
    seat = next(one for one in rohan.at().world.war.seats.values() if "rohan" in one.commanders)
    answer = rohan.page(f"papers/charts/{seat.id}.pdf")
    assert answer.mimetype == "application/pdf"
    assert seat.player in PdfReader(answer_file(answer.data)).pages[0].extract_text()


def answer_file(content: bytes) -> BytesIO:
    return BytesIO(content)


def test_anothers_chart_is_not_handed_out(come: Come) -> None:
    rohan = come("rohan")
    other = next(one for one in rohan.at().world.war.seats.values() if "rohan" not in one.commanders)
    assert rohan.page(f"papers/charts/{other.id}.pdf").status_code == 403
    assert come("assistant").page(f"papers/charts/{other.id}.pdf").status_code == 200


@pytest.mark.parametrize("name", ["quick-reference", "turn-record", "blank-combat-worksheet"])
def test_references_are_one_tap_away(name: str, come: Come) -> None:
    answer = come("rohan").page(f"papers/{name}.pdf?paper=letter")
    assert answer.data.startswith(b"%PDF")


def test_a_wrong_sheet_or_paper_is_told_with_what_there_is(come: Come) -> None:
    rohan = come("rohan")
    assert "quick-reference" in rohan.page("papers/quick-referense.pdf").text
    assert rohan.page("papers/roster.pdf?paper=a3").status_code == 409


@pytest.mark.parametrize("name", ["chronicle", "combat-report", "labels"])
def test_what_was_played_is_printed_for_whoever_leads_the_game_and_not_for_commanders(
    come: Come, name: str
) -> None:
    leader, rohan = come("assistant"), come("rohan")
    assert f"papers/{name}.pdf" in leader.page("papers").text
    assert leader.page(f"papers/{name}.pdf").data.startswith(b"%PDF")
    assert f"papers/{name}.pdf" not in rohan.page("papers").text
    refused = rohan.page(f"papers/{name}.pdf")
    assert refused.status_code == 403
    assert "That sheet is for the game master and assistants." in refused.text


def test_every_rule_can_be_looked_up_by_its_number_or_by_words(come: Come) -> None:
    client = come().client
    assert "CMB-01" in client.get("/rules/CMB-01").text
    came = {"Referer": "http://localhost/c/summer/fights/1"}
    assert '<a href="/c/summer/fights/1">Back' in client.get("/rules/CMB-01", headers=came).text
    foreign = {"Referer": "http://elsewhere.example/c/summer"}
    assert "Back to where" not in client.get("/rules/CMB-01", headers=foreign).text
    assert "ABL-ELITE" in client.get("/rules?find=elite").text
    assert "No rule has all these words in it." in client.get("/rules?find=xylophone").text
    missing = client.get("/rules/CMB-99")
    assert missing.status_code in (404, 409)
    assert "There is no rule" in missing.text


def test_the_rules_can_be_read_part_by_part_and_no_part_is_left_out(come: Come) -> None:
    client = come().client
    contents = client.get("/rules").text
    for area, rules in areas().items():
        assert f'href="/rules?about={quote(area)}"' in contents
        page = client.get("/rules", query_string={"about": area}).text
        assert all(f'id="{rule.id}"' in page for rule in rules)


def test_nobody_marches_to_where_somebody_only_comes_from(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    assert "With Aragorn" not in rohan.page("seat/forces").text
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    spot = next(one.id for one in rohan.at().kit.scenario.spots.values() if one.beside is not None)
    refused = rohan.do("march", force=force.id, place=spot)
    assert refused.get_json()["error"]["code"] == "no-destination"


def ranges_of(page: str, force: str) -> dict[str, list[str]]:
    """What a march form offers, range by range."""
    form = page.partition(f'id="to-{force}"')[2].partition("</select>")[0]
    groups = re.findall(r'<optgroup label="([^"]+)"(.*?)</optgroup>', form, re.DOTALL)
    return {html.unescape(label): re.findall(r">([^<>\n]+)</option>", inside) for label, inside in groups}


@pytest.mark.rules("MOV-01")
def test_where_to_march_is_sorted_by_how_many_turns_it_takes(come: Come) -> None:
    # Théodred's riders stand at the Fords and go 17" a turn: Isengard is next door, Minas Tirith is not.
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    force = next(one for one in rohan.at().world.war.forces.values() if one.name == "Théodred")
    found = ranges_of(rohan.page("seat/forces").text, force.id)
    labels = [*found]
    assert labels[:3] == ["Within this turn's move", "2 turns away", "3 turns away"]
    assert "Isengard" in found["Within this turn's move"]
    assert "Minas Tirith" not in found["Within this turn's move"]
    assert "Rivendell" in found["Farther, or no way there"]
    # The closed list shows one name and no label: it says the turns itself.
    assert "Edoras (2 turns)" in found["2 turns away"] or "Edoras" in found["Within this turn's move"]
    assert all(name.endswith(" (3 turns)") for name in found["3 turns away"])
    everywhere = [name for names in found.values() for name in names]
    assert len(everywhere) == len(set(everywhere))
    assert all(names == sorted(names) for names in found.values())


def test_what_is_farther_than_a_turn_is_warned_of_and_marched_to_all_the_same(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    assert "By the map that is 2 turns away, not one." in rohan.page("seat/forces").text
    force = next(one for one in rohan.at().world.war.forces.values() if one.name == "Théodred")
    assert rohan.do("march", force=force.id, place="rivendell").status_code == 200


def test_a_force_that_is_measured_counts_from_where_it_stands(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    force = next(one for one in rohan.at().world.war.forces.values() if one.name == "Théodred")
    before = ranges_of(rohan.page("seat/forces").text, force.id)
    assert rohan.do("set-out", force=force.id).status_code == 200
    after = ranges_of(rohan.page("seat/forces").text, force.id)
    assert set(after["Within this turn's move"]) & set(before["Within this turn's move"])


def eowyn_would_leave(rohan: Visitor) -> str:
    """Gríma is at Edoras too: Éowyn's march is asked about before it is recorded."""
    force = next(one for one in rohan.at().world.war.forces.values() if one.name == "Théoden")
    asked = rohan.do("march", force=force.id, place="eastfold", figures=["eowyn"])
    return str(asked.get_json()["open"]["id"])


def test_a_question_that_is_no_fight_is_not_called_one(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    asked = eowyn_would_leave(rohan)
    page = rohan.page("seat").text
    assert "Go on: Éowyn to Eastfold" in page
    assert "To your fight" not in page
    desk = master.page(f"fights/{asked}").text
    assert "Leave this undone" in desk
    assert "Call this fight off" not in desk
    assert "No enemy is so near: they go" in desk


def test_whoever_left_a_question_open_finds_it_again_on_their_phone(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    asked = eowyn_would_leave(rohan)
    assert f"fights/{asked}" in rohan.page("seat").text
    assert f"fights/{asked}" not in come("gondor").page("seat").text


def test_ways_to_win_say_what_to_do_and_how_it_stands(come: Come) -> None:
    page = come("rohan").reads("seat/goals")
    assert "Destroy the Ring at Cracks of Doom: not yet" in page
    assert "Take Barad-dûr and 3 of 9 evil bases: Barad-dûr still stands, none of them yet" in page


def test_saruman_shares_in_what_another_minion_wins_and_reads_the_same_on_both_pages(come: Come) -> None:
    # Rulebook line 425: any minion but Saruman wins for evil at Barad-dûr.
    saruman = come("saruman")
    assert "Have another minion bring the Ring to Barad-dûr: not yet" in saruman.reads("seat/goals")
    assert "(another minion, not you) or" in saruman.reads("seat/chart")
    witch_king = come("witch-king")
    assert "Bring the Ring to Barad-dûr: not yet" in witch_king.reads("seat/goals")
    assert "Evil wins by bringing the Ring to Barad-dûr or" in witch_king.reads("seat/chart")


def test_nobody_is_told_of_a_way_to_win_that_is_not_theirs(come: Come) -> None:
    alone = "Bring the Ring to Isengard and keep it there for 10 turns"
    assert f"{alone}: not yet" in come("saruman").reads("seat/goals")
    assert alone not in come("witch-king").reads("seat/goals")
    # Where the Ring is, and is not, only those know who lead.
    assert f"{alone}: not there yet" in come("master").reads("console")


def test_who_plays_one_commander_is_not_told_whose_it_is(come: Come) -> None:
    page = come("saruman").page("seat").text
    assert "Uruk-hai at Isengard" in page
    assert 'due-says">Saruman: ' not in page
    assert "Rider of Rohan at Edoras" in (coming := come("rohan").page("seat/coming").text)
    assert "Rohan: Rider of Rohan" not in coming


def test_a_contact_is_looked_at_until_it_may_be_fought(come: Come) -> None:
    # Théodred has come upon Saruman at Isengard; contacts of this turn are fought in its combat phase.
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    forces = {one.name: one.id for one in rohan.at().world.war.forces.values()}
    rohan.do("meet", place="isengard", good=[forces["Théodred"]], evil=[forces["Saruman"]])
    contact = rohan.at().world.war.contact_of(forces["Théodred"])
    assert contact is not None
    look = f'contacts/{contact.id}">Look</a>'
    assert look in rohan.page("seat").text
    assert look in master.page("console").text
    assert "To your fight" not in rohan.page("seat").text
    master.do("go-on", anyway=True)
    page = rohan.page("seat").text
    assert f'contacts/{contact.id}">Fight</a>' in page
    assert f'contacts/{contact.id}">To your fight</a>' in page
    assert "Done with combat" in page


def test_nobody_marches_to_anywhere_west_of_the_mountains(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    page = rohan.page("seat/forces").text
    assert "Isengard</option>" in page
    assert "Anywhere" not in page


def test_after_a_question_that_is_no_fight_the_way_leads_back_to_ones_forces(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    asked = eowyn_would_leave(rohan)
    rohan.post(f"fights/{asked}/answers", answer={"kind": "chosen", "option": "free"}, step=0)
    done = rohan.page(f"fights/{asked}")
    told = rohan.client.get(done.headers["Location"]).text
    assert "To my forces" in told
    assert "All fights" not in told


def test_what_a_player_did_last_can_be_taken_back_on_the_phone_and_nobody_elses(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    force = next(one for one in rohan.at().world.war.forces.values() if one.name == "Théodred")
    done = rohan.do("march", force=force.id, place="helms-deep").get_json()["recorded"]
    page = rohan.page("seat").text
    assert "What you did last" in page
    assert page.count("Théodred to Helm&#39;s Deep") == 2
    assert "Movement</span>" not in page
    assert "Théodred to Helm&#39;s Deep" not in come("saruman").page("seat").text
    assert "What you did last" not in master.page("seat?as=rohan").text
    assert rohan.post("undo", seq=done["seq"]).status_code == 200
    assert "Théodred to Helm&#39;s Deep" not in rohan.page("seat").text
    rohan.do("march", force=force.id, place="helms-deep")
    master.do("go-on", anyway=True)
    assert "What you did last" not in rohan.page("seat").text


def test_a_phone_offers_nothing_that_only_the_game_master_may_do(come: Come) -> None:
    # Éowyn lies wounded: Rohan is reminded of it, and only the console can switch that off.
    rohan, master = come("rohan"), come("master")
    master.do("adjust", figures=["eowyn"], condition="wounded", reason="a fall")
    master.do("go-on", anyway=True)
    page = rohan.page("seat").text
    assert "Éowyn lies wounded" in page
    assert "Never remind" not in page
    assert "Never remind" in master.page("console").text
    offered = set(re.findall(r'data-deed="([a-z-]+)"', page))
    assert offered <= set(kinds_of_seats())


@pytest.mark.parametrize(
    ("label", "title"),
    [
        (
            "Agreed: no side wins, the minion with most points comes first",
            "The game ends by agreement: no side is victorious, so the minion with most points comes first",
        ),
        ("Agreed to stop: a victory that is met counts", "The game ends by agreement"),
    ],
)
def test_who_agrees_to_stop_chooses_whether_what_is_met_counts(come: Come, label: str, title: str) -> None:
    master = come("master")
    buttons = re.findall(
        r"data-deed=\"end-game\" data-setup='([^']+)'>([^<]+)</button>", master.page("console").text
    )
    (setup,) = (json.loads(setup) for setup, told in buttons if told == label)
    assert master.do("end-game", **setup).get_json()["recorded"]["title"] == title
