"""A new campaign from the page: seats proposed, refusals that keep everything, the game begun, the demo."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from assistant.campaign.founding import Player, propose
from assistant.campaign.service import Service
from assistant.campaign.turn_backups import folder_of
from assistant.kernel.codec import encode
from assistant.packs.house_areas import OTHERS, by_area
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules
from assistant.rules.seats import seats, wishes_of
from assistant.web.api.founding import game_of
from assistant.web.limits import Limits
from tests.web.table import Visitor

Come = Callable[..., Visitor]
TEN = [{"name": f"P{number}"} for number in range(1, 11)]


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    return client.post(f"/api/v1/{path}", json={"key": uuid4().hex, **body})


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


# ---- seats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2, 18))
def test_seats_are_those_that_the_command_line_hands_out(number: int, war: RingOfPower) -> None:
    proposal = propose(war, [Player()] * number, {})
    chairs = seats(war.scenario, number, house=HouseRules(war.book.house_rules, {})).chairs
    assert [(seat.side, seat.commanders) for seat in proposal.seats] == [
        (chair.side, chair.commands) for chair in chairs
    ]
    assert [seat.player for seat in proposal.seats] == [f"Player {one}" for one in range(1, number + 1)]


def test_wishes_are_met_as_at_the_command_line_and_real_dice_go_with_the_player(war: RingOfPower) -> None:
    players = [Player("Anna", "rohan", "by-hand"), Player("Ben", "goblin-king"), *[Player()] * 8]
    proposal = propose(war, players, {})
    wishes = wishes_of(war.scenario, [("Anna", "rohan"), ("Ben", "goblin-king")])
    chairs = seats(war.scenario, 10, house=HouseRules(war.book.house_rules, {}), wishes=wishes).chairs
    assert [seat.commanders for seat in proposal.seats] == [chair.commands for chair in chairs]
    anna = next(seat for seat in proposal.seats if seat.player == "Anna")
    assert anna.commanders == ("rohan",)
    assert [seat.player for seat in proposal.seats if seat.dice == "by-hand"] == ["Anna"]
    assert sorted(seat.player for seat in proposal.seats)[:2] == ["Anna", "Ben"]
    assert len({seat.player for seat in proposal.seats}) == 10


def test_a_wish_that_cannot_be_met_is_named(come: Come) -> None:
    players = [{"name": "Anna", "wish": "gondor"}, {"name": "Ben", "wish": "gondor-fiefdoms"}, *TEN[2:]]
    answer = post(come("master").client, "seating", players=players).get_json()
    assert len(answer["seats"]) == 10
    assert any("Anna" in note or "Ben" in note for note in answer["notes"])


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ([{}], "seats for 2 to 17 players"),
        ([{}] * 18, "seats for 2 to 17 players"),
        ([{"name": "Anna"}, {"name": "anna"}], "Two players are called Anna"),
        ([{"wish": "rohan"}, {"wish": "rohan"}], "both wish for Rohan"),
        ([{"wish": "mordor-itself"}, {}], "no commander"),
    ],
    ids=["too few", "too many", "same name", "same wish", "unknown wish"],
)
def test_what_makes_no_sense_is_said_in_a_sentence(players: Any, said: str, come: Come) -> None:
    answer = post(come("master").client, "seating", players=players)
    assert answer.status_code == 409
    assert said in answer.get_json()["error"]["sentence"]


@pytest.mark.parametrize(
    "body",
    [{"players": "ten"}, {"players": [1, 2]}, {"players": [{"dice": "loaded"}, {}]}, {},
     {"players": [{}, {}], "house_rules": []},
     {"players": [{}, {}], "house_rules": {"CON-068": 3}}],
)  # fmt: skip
def test_what_is_not_understood_is_refused_and_never_breaks(body: Any, come: Come) -> None:
    answer = post(come("master").client, "seating", **body)
    assert code(answer) == (400, "bad-field")


# ---- the campaign --------------------------------------------------------------------------------------


def test_a_campaign_is_made_begun_and_every_seat_has_its_code(come: Come, played: Service) -> None:
    players = [{"name": "Anna", "wish": "rohan", "dice": "by-hand"}, *TEN[1:]]
    rules = {"CON-068": "after-turn-15"}
    answer = post(
        come("master").client, "campaigns", name="Spring", players=players, house_rules=rules
    ).get_json()
    assert answer["go"] == "/c/spring/seats"
    campaign = played.campaign("spring")
    world = played.world(campaign)
    assert (world.war.turn, world.war.phase, len(world.war.seats)) == (1, "start", 10)
    assert world.house_rules["CON-068"] == "after-turn-15"
    assert world.figures
    passes = played.ledger.passes(campaign.id)
    assert sorted(one.role for one in passes) == ["projector", *["seat"] * 10]


def test_the_same_command_sent_twice_makes_one_campaign(come: Come, played: Service) -> None:
    master = come("master").client
    body = {"name": "Spring", "players": TEN, "key": "k" * 16}
    first, again = post(master, "campaigns", **body), post(master, "campaigns", **body)
    assert first.get_json()["campaign"] == again.get_json()["campaign"]
    assert [one.name for one in played.ledger.campaigns()].count("Spring") == 1


@pytest.mark.parametrize(
    "wrong",
    [{"name": " "}, {"name": "x" * 61}, {"players": [{}]}, {"house_rules": {"CON-999": "x"}},
     {"house_rules": {"CON-068": "never"}}, {"key": ""}],
    ids=["no name", "long name", "alone", "unknown rule", "unknown reading", "no key"],
)  # fmt: skip
def test_nothing_is_made_of_a_campaign_that_is_refused(wrong: Any, come: Come, played: Service) -> None:
    before = played.ledger.campaigns()
    body = {"name": "Spring", "players": TEN, **wrong}
    answer = post(come("master").client, "campaigns", **body)
    assert answer.status_code in (400, 409)
    assert answer.get_json()["error"]["sentence"]
    assert played.ledger.campaigns() == before


def test_a_campaign_made_without_players_is_begun_from_its_page(come: Come, played: Service) -> None:
    bare = played.new("Bare", {"scenario": "war-of-the-ring"}, key="bare")
    master = come("master").client
    assert f"/c/{bare.id}/begin" in master.get(f"/c/{bare.id}/seats").text
    assert "Seat the players of Bare" in master.get(f"/c/{bare.id}/begin").text
    answer = post(master, f"campaigns/{bare.id}/begin", players=TEN)
    assert answer.get_json()["go"] == f"/c/{bare.id}/seats"
    assert len(played.world(bare).war.seats) == 10
    assert code(post(master, f"campaigns/{bare.id}/begin", players=TEN)) == (409, "begun-already")


def test_seats_given_out_at_the_terminal_wait_to_be_taken(come: Come, played: Service) -> None:
    held = propose(game_of(played), [Player("Anna", "rohan", "by-hand"), *[Player()] * 3], {}).seats
    setup = {"scenario": "war-of-the-ring", "seats": encode(held)}
    made = played.new("Summer", setup, key="summer")
    leader = Visitor(come("master").client, played, made.id)
    page = leader.page("seats").text
    assert "<strong>Anna</strong>" in page
    assert "Rohan" in page
    found = re.search(r'data-deed="begin-game" data-setup="([^"]+)"', page)
    assert found is not None
    assert leader.do("begin-game", **json.loads(unescape(found[1]))).status_code == 200
    assert tuple(leader.at().world.war.seats.values()) == held
    assert leader.page("seats").text.count('class="card"') == 5


def test_only_the_game_master_makes_campaigns(come: Come) -> None:
    for who in ("", "rohan", "assistant", "projector"):
        client = come(who).client
        assert post(client, "campaigns", name="Spring", players=TEN).status_code == 401
        assert post(client, "seating", players=TEN).status_code == 401
        assert client.get("/new").status_code == 401


# ---- the page ------------------------------------------------------------------------------------------


def test_every_house_rule_stands_once_under_a_heading_with_its_readings(come: Come, war: RingOfPower) -> None:
    listed = [rule.id for rules in by_area().values() for rule in rules]
    assert sorted(listed) == sorted(war.book.house_rules)
    assert OTHERS not in by_area()
    page = come("master").client.get("/new").text
    assert page.count('class="house"') == len(listed)
    assert page.count("data-default") == len(listed)
    assert "Fell beasts: from when" in page


def test_the_page_offers_every_commander_and_up_to_seventeen_players(come: Come, war: RingOfPower) -> None:
    page = come("master").client.get("/new").text
    assert page.count('data-player="name"') == 17
    assert 'min="2" max="17" value="10"' in page
    for commander in war.scenario.commanders:
        assert page.count(f'<option value="{commander}">') == 17


# ---- the demo ------------------------------------------------------------------------------------------


def test_anyone_begins_a_demo_at_one_tap_and_leads_it_but_nothing_else(
    come: Come, played: Service, trial: Any
) -> None:
    visitor = come().client
    answer = post(visitor, "demo").get_json()
    demo = answer["campaign"]["id"]
    assert answer["go"] == f"/c/{demo}/seats"
    page = visitor.get(answer["go"]).text
    assert "You are the game master of this demo" in page
    assert page.count("Open this seat in a new tab") == 10
    assert visitor.get(f"/c/{demo}/console").status_code == 200
    assert visitor.get(f"/c/{demo}/seat?as=rohan").status_code == 200
    assert visitor.get(f"/c/{trial.id}/console").status_code == 401
    assert visitor.get("/new").status_code == 401
    assert come().client.get(f"/c/{demo}/console").status_code == 401


def test_the_demo_is_played_on(come: Come, played: Service) -> None:
    visitor = come().client
    demo = post(visitor, "demo").get_json()["campaign"]["id"]
    leader = Visitor(visitor, played, demo)
    assert leader.do("say-done", commanders=["rohan"]).status_code == 200
    assert leader.do("go-on", anyway=True).status_code == 200
    assert leader.at().world.war.phase == "combat"


def test_a_demo_makes_no_copies_and_pushes_none_of_real_games_out(come: Come, played: Service) -> None:
    visitor = come().client
    demo = post(visitor, "demo").get_json()["campaign"]["id"]
    leader = Visitor(visitor, played, demo)
    before = sorted(folder_of(played.ledger).glob("*"))
    for _ in range(2):
        leader.do("go-on", anyway=True)
    assert leader.at().world.war.turn == 10
    assert sorted(folder_of(played.ledger).glob("*")) == before
    assert code(leader.post("backups")) == (403, "for-the-master")
    assert code(leader.post("what-if", name="x")) == (403, "for-the-master")
    assert leader.page("keeping").status_code == 403


def test_the_page_of_safety_says_that_turns_of_a_demo_are_not_copied(come: Come, played: Service) -> None:
    master = come("master")
    demo = post(master.client, "demo").get_json()["campaign"]["id"]
    assert "At the end of every turn" in master.page("keeping").text
    page = Visitor(master.client, played, demo).page("keeping").text
    assert "no copy is made when one of its turns ends" in page
    assert "At the end of every turn" not in page


def test_visitors_who_begin_too_many_demos_within_an_hour_wait(come: Come) -> None:
    client = come().client
    for _ in range(Limits().demos_per_hour_each):
        assert post(client, "demo").status_code == 200
    refused = post(client, "demo")
    assert code(refused) == (409, "too-many-demos")
    assert "try again in 60 min" in refused.get_json()["error"]["do"]


def test_visitors_who_begin_many_demos_keep_none_from_others(come: Come) -> None:
    from_each = Limits().demos_per_hour_each
    for number in range(6):
        told = [begun_from(come, f"192.168.1.{number}") for _ in range(from_each + 1)]
        assert [one.status_code for one in told] == [200] * from_each + [409]
    assert begun_from(come, "192.168.1.77").status_code == 200


def begun_from(come: Come, address: str) -> Any:
    """A demo that somebody begins at this address."""
    sent = {"key": uuid4().hex}
    return come().client.post("/api/v1/demo", json=sent, environ_overrides={"REMOTE_ADDR": address})
