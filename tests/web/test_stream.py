"""Live news over a real server: nothing missed, nothing told twice, and no stream that stays for ever."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.client import HTTPResponse
from typing import Any

import pytest
from flask.testing import FlaskClient

from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from assistant.web.hub import Holder, Hub, StreamSettings, TooManyStreams
from assistant.web.server import Server
from assistant.web.stream import MOST_REPLAYED, Standing, Telling, follow, read_heads

Event = tuple[str, str, Any]
Serve = Callable[..., Server]
Ask = Callable[..., HTTPResponse]
Hear = Callable[[HTTPResponse], Event]
Record = Callable[..., Entry]
Eventually = Callable[[Callable[[], bool]], None]


def deed(campaign: Campaign, seq: int, position: int | None = None) -> Event:
    """The event that tells of a deed."""
    return "deed", str(seq if position is None else position), {"campaign": campaign.id, "seq": seq}


@pytest.fixture
def other(ledger: Ledger) -> Campaign:
    """A second campaign in the same ledger."""
    return ledger.create("Autumn", "ring-of-power", {}, key="autumn")


def test_a_new_deed_is_told_with_its_number(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    stream = ask(serve(), f"/stream?campaign={campaign.id}&since=0")
    record(campaign)
    record(campaign)
    assert [hear(stream), hear(stream)] == [deed(campaign, 1), deed(campaign, 2)]


def test_a_stream_is_not_kept_or_held_up_on_its_way(serve: Serve, ask: Ask) -> None:
    stream = ask(serve(), "/stream")
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert stream.headers["Cache-Control"] == "no-store"
    assert stream.headers["X-Accel-Buffering"] == "no"
    assert stream.readline() == b"retry: 2000\n"


def test_whoever_was_away_hears_each_missed_deed_once(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    for _ in range(4):
        record(campaign)
    stream = ask(serve(), f"/stream?campaign={campaign.id}&since=2")
    assert [hear(stream), hear(stream)] == [deed(campaign, 3), deed(campaign, 4)]
    record(campaign)
    assert hear(stream) == deed(campaign, 5)


def test_the_last_event_id_wins_over_since(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    for _ in range(3):
        record(campaign)
    stream = ask(serve(), f"/stream?campaign={campaign.id}&since=0", Last_Event_ID="2")
    assert hear(stream) == deed(campaign, 3)


def test_following_one_campaign_nothing_is_heard_of_others(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, other: Campaign, record: Record
) -> None:
    stream = ask(serve(), f"/stream?campaign={campaign.id}&since=0")
    record(other)
    record(campaign)
    assert hear(stream) == deed(campaign, 1)


def test_following_all_the_id_counts_the_deeds_of_all(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, other: Campaign, record: Record
) -> None:
    record(campaign)
    stream = ask(serve(), "/stream?since=1")
    record(other)
    record(campaign)
    assert [hear(stream), hear(stream)] == [deed(other, 1, position=2), deed(campaign, 2, position=3)]


def test_following_all_whoever_was_away_hears_where_each_campaign_stands(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, other: Campaign, record: Record
) -> None:
    record(campaign)
    record(other)
    stream = ask(serve(), "/stream?since=1")
    assert hear(stream) == ("heads", "2", {"heads": {campaign.id: 1, other.id: 1}})


def test_without_a_position_only_what_is_new_is_told(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    record(campaign)
    stream = ask(serve(), "/stream")
    record(campaign)
    assert hear(stream) == deed(campaign, 2)


@pytest.mark.parametrize("since", [MOST_REPLAYED + 1, 0])
def test_too_far_ahead_or_behind_one_hears_only_where_the_campaign_stands(
    since: int, serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    deeds = 1 if since else MOST_REPLAYED + 1
    for _ in range(deeds):
        record(campaign)
    stream = ask(serve(), f"/stream?campaign={campaign.id}&since={since}")
    assert hear(stream) == ("heads", str(deeds), {"heads": {campaign.id: deeds}})


def test_a_deed_between_joining_and_reading_is_told_once(
    ledger: Ledger, campaign: Campaign, record: Record
) -> None:
    hub = Hub(ledger, StreamSettings(look=0.01))
    listener = hub.join("phone", campaign.id)
    record(campaign)
    standing = Standing(read_heads(ledger, campaign.id))
    record(campaign)
    told = follow(Telling(listener, standing, 0, hub.settings), lambda: False)
    seen = [next(told) for _ in range(3)][1:]
    assert [json.loads(one.partition("data: ")[2])["seq"] for one in seen] == [1, 2]
    hub.close()
    assert next(told).startswith("event: bye")


def test_a_phone_that_drops_out_again_and_again_hears_everything_once_and_in_order(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    server, wanted = serve(), 120
    writers = [
        threading.Thread(target=lambda: [record(campaign) for _ in range(wanted // 4)]) for _ in range(4)
    ]
    for writer in writers:
        writer.start()
    heard: list[int] = []
    while len(heard) < wanted:
        last = heard[-1] if heard else 0
        stream = ask(server, f"/stream?campaign={campaign.id}&client=phone", Last_Event_ID=str(last))
        for _ in range(min(7, wanted - len(heard))):
            heard.append(hear(stream)[2]["seq"])
        stream.close()
    for writer in writers:
        writer.join()
    assert heard == list(range(1, wanted + 1))


def test_in_silence_the_server_says_that_it_is_there(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    record(campaign)
    stream = ask(serve(beat=0.05), "/stream")
    assert [hear(stream), hear(stream)] == [("beat", "", {"position": 1})] * 2


def test_a_newer_stream_of_the_same_browser_takes_the_place_of_the_older(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    server = serve(most=1)
    older = ask(server, "/stream?client=phone")
    newer = ask(server, "/stream?client=phone")
    assert hear(older) == ("bye", "", {"why": "taken"})
    assert hear(older)[0] == "end"
    record(campaign)
    assert hear(newer) == deed(campaign, 1)


def test_when_all_places_are_taken_one_is_told_when_to_come_again(serve: Serve, ask: Ask) -> None:
    server = serve(most=2)
    assert ask(server, "/stream?client=a").status == 200
    assert ask(server, "/stream?client=b").status == 200
    refused = ask(server, "/stream?client=c")
    assert refused.status == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert json.load(refused)["error"]["code"] == "too-many-streams"


def joined(code: str, **more: Any) -> Holder:
    """Somebody with the code of a seat."""
    return Holder(codes=frozenset({code}), is_guest=False, **more)


def test_whoever_has_not_joined_leaves_places_for_those_who_play(ledger: Ledger) -> None:
    """One visitor after another, from one address and from many: ten seats, projector and master get in."""
    hub, refused = Hub(ledger, StreamSettings()), 0
    for number in range(60):
        try:
            hub.join(f"visitor-{number}", holder=Holder(address=f"10.0.0.{number // 20}"))
        except TooManyStreams:
            refused += 1
    assert len(hub) == 8
    assert refused == 52
    for number in range(10):
        for screen in range(2):
            hub.join(f"seat-{number}-{screen}", holder=joined(f"seat-{number}"))
    hub.join("projector", holder=joined("projector"))
    hub.join("laptop", holder=Holder(is_master=True, is_guest=False))


def test_one_address_has_four_live_visitors_and_its_players_are_not_counted(ledger: Ledger) -> None:
    hub = Hub(ledger, StreamSettings())
    for number in range(4):
        hub.join(f"visitor-{number}", holder=Holder(address="10.0.0.1"))
    with pytest.raises(TooManyStreams):
        hub.join("visitor-5", holder=Holder(address="10.0.0.1"))
    hub.join("visitor-6", holder=Holder(address="10.0.0.2"))
    hub.join("phone", holder=joined("rohan", address="10.0.0.1"))


def test_neither_demos_nor_the_screens_of_one_seat_take_every_place(ledger: Ledger) -> None:
    hub = Hub(ledger, StreamSettings())
    for number in range(16):
        hub.join(f"demo-{number}", holder=Holder(codes=frozenset({f"demo-{number}"})))
    with pytest.raises(TooManyStreams):
        hub.join("demo-17", holder=Holder(codes=frozenset({"demo-17"})))
    for number in range(8):
        hub.join(f"rohan-{number}", holder=joined("rohan"))
    with pytest.raises(TooManyStreams):
        hub.join("rohan-9", holder=joined("rohan"))
    hub.join("gondor", holder=joined("gondor"))


def test_who_finds_no_place_for_a_new_stream_keeps_the_one_they_have(ledger: Ledger) -> None:
    """A phone in a demo leaves it, while as many visitors as may be are there already."""
    hub = Hub(ledger, StreamSettings(visitors=1))
    held = hub.join("phone", holder=Holder(codes=frozenset({"demo"})))
    hub.join("visitor", holder=Holder(address="10.0.0.1"))
    with pytest.raises(TooManyStreams):
        hub.join("phone", holder=Holder(address="10.0.0.2"))
    assert [(one.client, one.ending) for one in hub.listening()] == [("phone", None), ("visitor", None)]
    again = hub.join("phone", holder=Holder(codes=frozenset({"demo"})))
    assert held.ending == "taken"
    assert again in hub.listening()


def test_without_a_stream_one_can_ask_where_everything_stands(
    serve: Serve, ask: Ask, campaign: Campaign, record: Record
) -> None:
    record(campaign)
    assert json.load(ask(serve(), "/heads")) == {"position": 1, "heads": {campaign.id: 1}}


def test_a_browser_that_hangs_up_frees_its_place(serve: Serve, ask: Ask, eventually: Eventually) -> None:
    server = serve(most=1, look=0.02)
    ask(server, "/stream?client=a").close()
    eventually(lambda: ask(server, "/stream?client=b").status == 200)


def test_asking_for_the_headers_only_takes_no_place(client: FlaskClient) -> None:
    client.head("/stream").close()
    assert client.get("/health").get_json()["streams"] == 0


def test_a_reader_that_lags_too_far_is_let_go_and_can_resume(
    ledger: Ledger, campaign: Campaign, record: Record
) -> None:
    hub = Hub(ledger, StreamSettings(backlog=3, look=0.01))
    standing = Standing(read_heads(ledger, campaign.id))
    told = follow(Telling(hub.join("slow", campaign.id), standing, 0, hub.settings), lambda: False)
    for _ in range(5):
        record(campaign)
    # The last deed is published after its caller was answered; an empty command waits for that.
    ledger.drop("nothing")
    assert [one.splitlines()[0] for one in told] == ["retry: 2000", "event: bye"]
    assert standing.position == 0
    hub.close()


def test_a_server_that_stops_says_goodbye_and_does_not_wait_for_its_streams(
    serve: Serve, ask: Ask, hear: Hear
) -> None:
    server = serve()
    streams = [ask(server, f"/stream?client={n}") for n in range(5)]
    server.stop()
    for stream in streams:
        assert hear(stream)[0] in ("bye", "end")


@pytest.mark.parametrize("since", ["-1", "1.5", "many", "9" * 20, "²"])
def test_a_position_that_is_no_number_is_refused(since: str, client: FlaskClient) -> None:
    answer = client.get("/stream", query_string={"since": since})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["code"] == "bad-position"


def test_an_unknown_campaign_is_refused_before_a_place_is_taken(client: FlaskClient) -> None:
    answer = client.get("/stream?campaign=nowhere")
    assert answer.status_code == 404
    assert answer.get_json()["error"]["code"] == "unknown-campaign"
    assert client.get("/health").get_json()["streams"] == 0


def test_a_name_that_is_too_long_is_refused(client: FlaskClient) -> None:
    assert client.get("/stream", query_string={"client": "x" * 65}).status_code == 400


def test_with_thirty_streams_open_and_pages_reloading_others_are_still_answered(
    serve: Serve, ask: Ask, hear: Hear, campaign: Campaign, record: Record
) -> None:
    server = serve(guests=40, visitors=40, from_one_address=40)
    streams = [ask(server, f"/stream?client={n}") for n in range(30)]
    for n in range(90):
        ask(server, f"/stream?client=reloading-{n % 5}").close()
    assert ask(server, "/health").status == 200
    assert ask(server, "/").status == 200
    record(campaign)
    assert [hear(stream) for stream in streams] == [deed(campaign, 1)] * 30
