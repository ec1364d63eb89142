"""What is put off, offered and explained on phones: no button that does nothing, no term without its rule."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from assistant.campaign.views.presence import ScreenOpen, presence
from tests.web.table import Visitor

Come = Callable[..., Visitor]
ORCS = "orcs-of-carn-dum@1"


@pytest.mark.rules("SEQ-06")
def test_an_arrival_that_is_put_off_is_no_longer_due_and_cannot_be_put_off_twice(come: Come) -> None:
    master, buhrdur = come("master"), come("buhrdur")
    due = re.compile(rf'data-key="Awaited {ORCS}".*?</li>', re.DOTALL)
    before = master.page("console").text
    assert master.do("forgo", arrival=ORCS, how="postponed").status_code == 200
    after = master.page("console").text
    count = re.compile(r'id="due-title">Due now <span class="count">(\d+)<')
    (were,), (are,) = count.findall(before), count.findall(after)
    assert int(are) == int(were) - 1
    (shown,) = due.findall(after)
    assert "put off until turn 2" in shown
    assert ">Later<" not in shown
    assert "Put off" in buhrdur.page("seat/coming").text
    assert master.do("forgo", arrival=ORCS, how="postponed").json["error"]["code"] == "put-off-already"


@pytest.mark.rules("SEQ-06")
def test_what_was_put_off_is_due_again_on_the_next_turn_and_can_be_put_off_again(come: Come) -> None:
    master = come("master")
    assert master.do("forgo", arrival=ORCS, how="postponed").status_code == 200
    while master.at().world.war.turn == 1:
        assert master.do("go-on", anyway=True).status_code == 200
    due = master.page("console").text
    assert re.search(rf'data-key="Awaited {ORCS}".*?\(since turn 1\).*?>Later<', due, re.DOTALL)
    assert master.do("forgo", arrival=ORCS, how="postponed").status_code == 200


@pytest.mark.rules("CMB-04")
def test_only_characters_by_themselves_are_offered_to_hide(come: Come) -> None:
    saruman, fellowship = come("saruman"), come("fellowship")
    led = next(one for one in saruman.at().world.war.forces.values() if one.name == "Lurtz")
    page = saruman.page("seat/forces").text
    assert f'data-deed="hide" data-setup="{{&#34;force&#34;: &#34;{led.id}' not in page
    assert saruman.do("hide", force=led.id).json["error"]["code"] == "cannot-hide"
    assert 'data-deed="hide"' in fellowship.page("seat/forces").text


def test_all_that_one_may_do_and_all_that_binds_opens_its_rule(come: Come) -> None:
    page = come("saruman").page("seat").text
    may = page[page.index('id="may-title"') : page.index('id="limits-title"')]
    binds = page[page.index('id="limits-title"') :]
    for item in may.split('class="due"')[1:]:
        assert 'href="/rules/' in item, item
    for line in re.findall(r"<li>.*?</li>", binds[: binds.index("</ul>")], re.DOTALL):
        assert 'href="/rules/' in line, line


def test_a_choice_for_good_is_asked_with_yes_and_no(come: Come) -> None:
    page = come("saruman").page("seat").text
    assert "Does Saruman despoil Fangorn for fuel? Yes (disturbed) or no (undisturbed), once for good" in page
    assert "Yes: disturbed" in page


@pytest.mark.rules("MOV-02")
def test_why_a_force_goes_so_far_begins_with_the_inches_of_the_chart(come: Come) -> None:
    # Men go 10 inches on foot in clear ground and 7 in difficult ground.
    assert "man 10/7&#34; (MOV-02)" in come("gondor").reads("seat/forces")


def test_the_console_names_who_is_not_connected_and_leaves_other_games_out(come: Come) -> None:
    master = come("master")
    page = master.page("console").text
    assert '<span class="count">0</span> of 10 seats connected, no projector.' in page
    at = master.at()
    codes = {one.label: one.code for one in at.service.ledger.passes(at.campaign.id)}
    player = next(seat.player for seat in at.world.war.seats.values() if "rohan" in seat.commanders)
    open_now = [
        ScreenOpen("1", player, frozenset({codes[player]})),
        ScreenOpen("2", "Projector", frozenset({codes["Projector"]})),
        ScreenOpen("3", "somebody of another game", frozenset({"ELSE-WHERE"})),
        ScreenOpen("4", "game master", frozenset(), is_master=True),
    ]
    found = presence(at, open_now)
    assert (found.connected, found.seats, found.projector) == (1, 10, True)
    assert [one.who for one in found.screens] == [player, "Projector", "game master"]
    assert player not in dict(found.missing)
    assert len(found.missing) == 9
    assert come("rohan").page("connections").status_code == 403


@pytest.mark.rules("SEQ-07")
def test_who_waits_for_a_fallen_place_is_given_up_by_the_game_master_alone(come: Come) -> None:
    master, buhrdur = come("master"), come("buhrdur")
    for _ in range(2):
        assert master.do("go-on", anyway=True).status_code == 200
    assert master.do("take-place", place="carn-dum", side="good", by=[]).status_code == 200
    due = re.compile(rf'data-key="Awaited {ORCS}".*?</li>', re.DOTALL)
    (shown,), (own,) = due.findall(master.page("console").text), due.findall(buhrdur.page("seat").text)
    assert "in enemy hands now, but not on their turn" in shown
    assert (">Give them up<" in shown, ">Give them up<" in own) == (True, False)
    assert buhrdur.do("arrive", arrival=ORCS).json["error"]["code"] == "shut-out"
    assert buhrdur.do("forgo", arrival=ORCS, how="lost").status_code == 403
    assert master.do("forgo", arrival=ORCS, how="lost").status_code == 200
    assert due.findall(master.page("console").text) == []


def test_who_waits_for_a_place_that_fell_is_the_game_master_s_to_give_up_and_its_owner_is_told_so(
    come: Come,
) -> None:
    master, buhrdur = come("master"), come("buhrdur")
    for _ in range(2):
        assert master.do("go-on", anyway=True).status_code == 200
    assert master.do("take-place", place="carn-dum", side="good", by=[]).status_code == 200
    refused = buhrdur.do("forgo", arrival=ORCS, how="lost")
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "for-the-master")
    assert "the game master gives them up, and may add them" in buhrdur.page("seat/coming").text
    assert master.do("forgo", arrival=ORCS, how="lost").status_code == 200
