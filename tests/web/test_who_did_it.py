"""Whose deed it was: told by who sits where, not by what they are called."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from assistant.campaign import history
from assistant.campaign.passes import let_in, reissue
from assistant.campaign.service import Service
from assistant.kernel.codec import Json
from assistant.ledger.exchange import export_campaign
from assistant.ledger.records import Campaign
from assistant.rules.arrivals import CommanderId
from tests.web.table import Visitor, code_of

Come = Callable[..., Visitor]


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


def seat(visitor: Visitor, commander: str) -> tuple[str, str]:
    """The id of a commander's seat, and who sits there."""
    held = visitor.at().world.war.seat_of(CommanderId(commander))
    assert held is not None
    return held.id, held.player


def also_plays(visitor: Visitor, commander: str) -> None:
    """The phone takes one more seat."""
    campaign = visitor.service.campaign(visitor.campaign)
    visitor.client.get(f"/j/{code_of(visitor.service, campaign, commander)}")


def done(visitor: Visitor, commander: str) -> Any:
    return visitor.do("say-done", commanders=[commander]).get_json()["recorded"]


def test_a_seat_renamed_as_another_cannot_undo_what_that_one_did(come: Come) -> None:
    rohan, saruman, master = come("rohan"), come("saruman"), come("master")
    name, mine = seat(rohan, "rohan")[1], seat(saruman, "saruman")
    deed = done(rohan, "rohan")
    master.do("change-seat", seat=seat(rohan, "rohan")[0], player="Somebody new")
    assert master.do("change-seat", seat=mine[0], player=name).status_code == 200
    assert deed["actor"] == name
    assert error(saruman.post("undo", seq=deed["seq"])) == (403, "for-the-master")
    assert "undo" not in saruman.page("seat").text.partition("What you did last")[2]


def test_whose_name_was_corrected_may_still_undo_what_they_did(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    deed = done(rohan, "rohan")
    master.do("change-seat", seat=seat(rohan, "rohan")[0], player="Clara with a C")
    assert deed["title"] in rohan.page("seat").text
    undone = rohan.post("undo", seq=deed["seq"])
    assert undone.status_code == 200
    assert undone.get_json()["recorded"]["actor"] == "Clara with a C"


@pytest.mark.parametrize("name", ["game master", "Game  Master", "The game master"])
def test_no_player_is_called_the_game_master(name: str, come: Come) -> None:
    master = come("master")
    held = seat(master, "rohan")[0]
    assert error(master.do("change-seat", seat=held, player=name)) == (409, "reserved-name")
    told = [{"name": name}, *({"name": f"Player {number}"} for number in range(9))]
    sent = master.client.post("/api/v1/seating", json={"players": told, "key": "somebody-called-so"})
    assert error(sent) == (409, "reserved-name")


def test_a_seat_that_changes_hands_is_not_called_as_another_player_or_an_assistant(come: Come) -> None:
    master = come("master")
    held, other = seat(master, "rohan")[0], seat(master, "saruman")[1]
    assert error(master.do("change-seat", seat=held, player=other.upper())) == (409, "same-name")
    assert master.post("passes", label="Mira").status_code == 200
    assert error(master.do("change-seat", seat=held, player="mira")) == (409, "name-taken")
    assert (
        master.do("change-seat", seat=held, player=seat(master, "rohan")[1], dice="by-hand").status_code
        == 200
    )


def test_no_assistant_is_called_as_a_player_or_the_game_master(come: Come) -> None:
    master = come("master")
    assert error(master.post("passes", label=seat(master, "rohan")[1])) == (409, "name-taken")
    assert error(master.post("passes", label="Game master")) == (409, "reserved-name")


def test_a_phone_that_takes_a_second_seat_may_still_undo_what_it_did_before(come: Come) -> None:
    rohan = come("rohan")
    deed = done(rohan, "rohan")
    also_plays(rohan, "gondor")
    assert rohan.post("undo", seq=deed["seq"]).status_code == 200
    assert "undid what you did" not in rohan.page("seat").text


def test_a_phone_with_two_seats_signs_with_the_one_whose_commander_it_is_about(come: Come) -> None:
    both = come("rohan")
    also_plays(both, "gondor")
    (_, rohan), (_, gondor) = seat(both, "rohan"), seat(both, "gondor")
    assert rohan != gondor
    deed = done(both, "gondor")
    assert deed["actor"] == gondor
    assert done(both, "rohan")["actor"] == rohan
    assert both.post("undo", seq=deed["seq"]).get_json()["recorded"]["actor"] == gondor
    together = both.do("say-done", commanders=["rohan", "gondor"], done=False)
    assert together.get_json()["recorded"]["actor"] in (f"{rohan} and {gondor}", f"{gondor} and {rohan}")


def test_each_of_two_seats_on_other_phones_undoes_only_its_own(come: Come) -> None:
    both, gondor = come("rohan"), come("gondor")
    also_plays(both, "gondor")
    deed = done(both, "rohan")
    assert error(gondor.post("undo", seq=deed["seq"])) == (403, "for-the-master")
    own = done(both, "gondor")
    assert gondor.post("undo", seq=own["seq"]).status_code == 200


def test_a_phone_with_two_seats_answers_as_the_one_that_is_asked(come: Come) -> None:
    both, master = come("saruman"), come("master")
    also_plays(both, "rohan")
    contact = next(iter(both.at().world.war.contacts))
    opened = both.post(f"contacts/{contact}/fight").get_json()
    while "open" in opened:
        at = opened["open"]
        given = {"answer": {"by": "app"}, "step": at["step"], "revision": at["revision"]}
        who = both if "saruman" in at["asked"] else master
        opened = who.post(f"fights/{at['id']}/answers", **given).get_json()
    assert seat(both, "saruman")[1] in opened["recorded"]["actor"]
    assert seat(both, "rohan")[1] not in opened["recorded"]["actor"]


def test_a_deed_written_before_seats_were_known_is_told_by_its_name(
    come: Come, played: Service, trial: Campaign
) -> None:
    rohan, saruman = come("rohan"), come("saruman")
    old = played.begin(
        trial,
        "say-done",
        {"kind": "say-done", "commanders": ["rohan"]},
        actor=seat(rohan, "rohan")[1],
        key="of old",
    )
    assert getattr(old, "who", None) == ()
    assert error(saruman.post("undo", seq=2)) == (403, "for-the-master")
    also_plays(rohan, "gondor")
    assert rohan.post("undo", seq=2).status_code == 200


def test_what_the_command_line_did_is_no_players_whatever_they_are_called(
    come: Come, played: Service, trial: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.cli.common import actor

    rohan = come("rohan")
    monkeypatch.setenv("USER", seat(rohan, "rohan")[1])
    setup: Json = {"kind": "say-done", "commanders": ["rohan"]}
    played.begin(trial, "say-done", setup, actor=actor(), key="typed")
    assert error(rohan.post("undo", seq=2)) == (403, "for-the-master")


def test_who_did_what_goes_along_with_an_export_and_the_chain_holds(
    come: Come, played: Service, trial: Campaign
) -> None:
    rohan = come("rohan")
    done(rohan, "rohan")
    held = seat(rohan, "rohan")[0]
    assert played.ledger.entry(trial.id, 2).who == (f"seat {held}",)
    assert played.ledger.verify(trial.id) == ()
    file = BytesIO()
    export_campaign(played.ledger, trial.id, file)
    assert f'"who": ["seat {held}"]'.encode() in file.getvalue()
    copy = history.what_if(played, trial, None, "What if")
    assert played.ledger.entry(copy.id, 2).who == (f"seat {held}",)


def test_an_assistant_who_leaves_takes_no_rights_of_a_seat_along(
    come: Come, played: Service, trial: Campaign
) -> None:
    rohan = come("rohan")
    code = let_in(played.ledger, trial, "assistant", label="Mira").code
    rohan.client.get(f"/j/{code}")
    deed = done(rohan, "gondor")
    assert deed["actor"] == "Mira"
    played.ledger.issue([], instead_of=[code])
    assert error(rohan.post("undo", seq=deed["seq"])) == (403, "for-the-master")


def met(come: Come, who: str) -> tuple[Visitor, int, str]:
    """A commander says that two forces have met at Amon Hen, again after the game master parted them."""
    visitor, master = come(who), come("master")
    contact = next(iter(visitor.at().world.war.contacts.values()))
    master.do("part", contact=contact.id, why="they stood too far apart")
    said = visitor.do("meet", good=contact.good, evil=contact.evil, place=contact.place)
    assert said.status_code == 200, said.get_json()
    (again,) = visitor.at().world.war.contacts
    return visitor, said.get_json()["recorded"]["seq"], again


def test_who_said_that_forces_have_met_takes_it_back(come: Come) -> None:
    saruman, seq, contact = met(come, "saruman")
    page = saruman.page(f"contacts/{contact}").text
    assert "You said that they met: you may take it back." in page
    assert f'data-body="{{&#34;seq&#34;: {seq}}}"' in page
    assert saruman.post("undo", seq=seq).status_code == 200
    assert not saruman.at().world.war.contacts


def test_who_was_only_met_asks_the_game_master(come: Come) -> None:
    _, seq, contact = met(come, "saruman")
    fellowship = come("fellowship")
    page = fellowship.page(f"contacts/{contact}").text
    assert "you may take it back" not in page
    assert "Tell the game master, who takes the contact back." in page
    assert error(fellowship.post("undo", seq=seq)) == (403, "for-the-master")


def test_once_they_fight_the_meeting_stands(come: Come) -> None:
    saruman, seq, contact = met(come, "saruman")
    for _ in range(2):
        come("master").do("go-on", anyway=True)
    opened = saruman.post(f"contacts/{contact}/fight")
    assert opened.status_code == 200
    assert saruman.post("undo", seq=seq).status_code == 409


def test_a_phone_with_two_seats_is_headed_with_both(come: Come) -> None:
    both = come("saruman")
    also_plays(both, "rohan")
    seats = both.at().world.war.seats.values()
    names = [one.player for one in seats if {"saruman", "rohan"} & {*one.commanders}]
    heading = both.page("seat").text.partition("<h1>")[2].partition("</h1>")[0]
    assert " and ".join(names) in heading
    assert "side-good" in heading
    assert "side-evil" in heading


def test_a_phone_is_told_which_of_its_seats_has_a_new_code_until_it_was_read(
    come: Come, played: Service, trial: Campaign
) -> None:
    both = come("saruman")
    also_plays(both, "rohan")
    name = seat(both, "rohan")[1]
    said = f"The seat of {name} has a new code, so this phone no longer plays it."
    assert said not in both.page("seat").text
    fresh = reissue(played.ledger, trial, code_of(played, trial, "rohan"))
    for page in ("seat", "seat/forces", "fights"):
        assert said in both.page(page).text
    assert name not in both.page("seat").text.partition("<h1>")[2].partition("</h1>")[0]
    origin = {"Origin": "http://localhost"}
    read = both.client.post("/forget", json={}, headers=origin)
    assert (read.status_code, read.json) == (200, {"forgotten": 1})
    assert said not in both.page("seat").text
    assert both.page("seat").status_code == 200
    both.client.get(f"/j/{fresh.code}")
    assert name in both.page("seat").text.partition("<h1>")[2].partition("</h1>")[0]


def test_a_page_that_was_on_its_way_does_not_bring_back_what_was_read_meanwhile(come: Come) -> None:
    both = come("saruman")
    also_plays(both, "rohan")
    # Its reply may come after that to "I have read it", so it must not say which seats this phone holds.
    for page in ("seat", "seat/forces", "fights"):
        assert "Set-Cookie" not in both.page(page).headers
    # Whoever comes in anew stays known for as long again.
    assert "Set-Cookie" in both.client.get(f"/c/{both.campaign}").headers


def test_who_comes_back_with_the_new_code_is_told_nothing_more(
    come: Come, played: Service, trial: Campaign
) -> None:
    both = come("saruman")
    also_plays(both, "rohan")
    fresh = reissue(played.ledger, trial, code_of(played, trial, "rohan"))
    both.client.get(f"/j/{fresh.code}")
    assert "has a new code" not in both.page("seat").text
