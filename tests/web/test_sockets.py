"""The server at its sockets: whoever takes too much, says too much or takes too long is let go of."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from assistant.campaign.service import Service
from assistant.web import create_app
from assistant.web.server import Server, listen
from tests.web.conftest import KEYS
from tests.web.wires import PATIENCE, Gate, Wire, chunk, header, told_by

MOST = 262_144
OTHER = "127.0.0.9"
OWN = "http://127.0.0.1"
JSON = "application/json"

Besiege = Callable[..., Gate]

# ---- connections ---------------------------------------------------------------------------------------


@contextmanager
def dripping(wire: Wire, drop: bytes) -> Iterator[None]:
    """Somebody who goes on sending a little, for as long as the line stands."""
    over = threading.Event()

    def drip() -> None:
        with suppress(OSError):
            while not over.wait(0.05):
                wire.say(drop)

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("begun", [b"", b"GET ", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: "])
def test_a_header_that_is_not_whole_in_time_is_hung_up_on(begun: bytes, besieged: Besiege) -> None:
    wire = besieged(header_seconds=1).wire()
    assert wire.say(begun).is_hung_up()


def test_a_header_that_comes_letter_by_letter_has_no_more_time(besieged: Besiege) -> None:
    wire = besieged(header_seconds=1).wire()
    wire.say(b"GET / HTTP/1.1\r\n")
    with dripping(wire, b"X-More: 1\r\n"):
        assert wire.is_hung_up()


def test_a_connection_that_is_idle_for_long_is_let_go(besieged: Besiege) -> None:
    wire = besieged(idle_seconds=1).wire()
    assert wire.ask().hear().status == 200
    assert wire.is_hung_up()


def test_an_address_has_so_many_connections_and_its_quietest_make_room(besieged: Besiege) -> None:
    gate = besieged(connections_each=3)
    held = [gate.wire() for _ in range(3)]
    assert [one.ask().hear().status for one in held[1:]] == [200, 200]
    assert gate.answers()
    assert held[0].is_hung_up()
    assert held[2].ask().hear().status == 200


def test_another_address_loses_nothing_by_it(besieged: Besiege) -> None:
    gate = besieged(connections_each=2, connections=6)
    quiet = gate.wire(OTHER)
    assert quiet.ask().hear().status == 200
    crowd = [gate.wire() for _ in range(12)]
    assert crowd[0].is_hung_up()
    assert quiet.ask().hear().status == 200
    assert gate.answers(OTHER)


def test_when_all_places_are_taken_the_address_with_the_most_makes_room(besieged: Besiege) -> None:
    gate = besieged(connections=4)
    crowd = [gate.wire() for _ in range(4)]
    assert gate.answers(OTHER)
    assert crowd[0].is_hung_up()


def test_of_too_many_that_say_nothing_the_oldest_goes(besieged: Besiege) -> None:
    gate = besieged(half_open=2, half_open_seconds=0)
    crowd = [gate.wire().say(b"GET / HTTP/1.1\r\n") for _ in range(3)]
    assert crowd[0].is_hung_up()
    assert crowd[2].say(b"Host: 127.0.0.1\r\n\r\n").hear().status == 200


@pytest.mark.parametrize("after_a_request", [False, True])
def test_a_browser_that_tries_https_is_hung_up_on_at_once(after_a_request: bool, besieged: Besiege) -> None:
    wire = besieged().wire()
    if after_a_request:
        wire.ask().hear()
    assert wire.say(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").is_hung_up()


def test_two_requests_in_one_breath_are_answered_in_order(besieged: Besiege) -> None:
    wire = besieged().wire().say(header("/heads") + header("/health") + header("/no-such-page", Accept=JSON))
    told = [wire.hear() for _ in range(3)]
    assert [one.status for one in told] == [200, 200, 404]
    assert "heads" in told_by(told[0])
    assert told_by(told[1])["status"] == "ok"


def test_a_head_is_answered_without_a_body_and_the_connection_goes_on(besieged: Besiege) -> None:
    wire = besieged().wire()
    shown = wire.ask("/join").hear()
    asked = wire.ask("/join", "HEAD").hear(has_body=False)
    assert (asked.status, asked.headers["content-type"]) == (200, shown.headers["content-type"])
    assert wire.ask().hear().status == 200


def test_the_server_stops_while_some_say_nothing_some_are_idle_and_some_listen(
    service: Service,
) -> None:
    server = Server(create_app(service, addresses=[], keys=KEYS), listen("127.0.0.1", 0))
    running = threading.Thread(target=server.run)
    running.start()
    half_open, idle, stream = (Wire(server.port) for _ in range(3))
    half_open.say(b"GET / HTTP/1.1\r\n")
    idle.ask().hear()
    stream.ask("/stream")
    while b"retry:" not in stream.held:
        stream.held += stream.link.recv(4096)
    server.stop()
    running.join(PATIENCE)
    assert not running.is_alive()
    assert b"closing" in stream.until_end()
    for wire in (half_open, idle, stream):
        wire.close()


def come_in(gate: Gate) -> str:
    """The cookie of somebody who has joined, with which a page was seen."""
    wire = gate.wire()
    cookie = wire.ask(f"/master?passphrase={KEYS.passphrase}").hear().headers["set-cookie"].split(";")[0]
    assert wire.ask(Cookie=cookie).hear().status == 200
    return cookie


def test_whoever_has_joined_is_not_kept_waiting_by_others_of_the_address(besieged: Besiege) -> None:
    gate = besieged(requests_each=1)
    cookie = come_in(gate)
    gate.holds()
    waiting = gate.wire().ask()
    assert gate.wire().ask(Cookie=cookie).hear().status == 200
    waiting.link.setblocking(False)
    with pytest.raises(BlockingIOError):
        waiting.link.recv(1)


def test_a_cookie_that_nobody_was_given_makes_nobody_known(besieged: Besiege) -> None:
    gate = besieged(requests_each=1)
    name = come_in(gate).partition("=")[0]
    forged = gate.wire()
    assert forged.ask(Cookie=f"{name}=made-up").hear().status == 200
    gate.holds()
    forged.ask(Cookie=f"{name}=made-up")
    assert gate.wire(OTHER).ask().hear().status == 200
    forged.link.setblocking(False)
    with pytest.raises(BlockingIOError):
        forged.link.recv(1)


def test_connections_of_those_who_have_joined_are_the_last_to_make_room(besieged: Besiege) -> None:
    gate = besieged(connections_each=4)
    cookie, known, idle = come_in(gate), gate.wire(), gate.wire()
    assert known.ask(Cookie=cookie).hear().status == 200
    assert idle.ask().hear().status == 200
    assert [gate.answers() for _ in range(3)] == [True] * 3
    assert idle.is_hung_up()
    assert known.ask(Cookie=cookie).hear().status == 200


# ---- bodies --------------------------------------------------------------------------------------------


def test_a_gigabyte_is_refused_before_a_byte_of_it_is_sent(besieged: Besiege) -> None:
    wire = besieged().wire()
    refused = wire.ask("/join", "POST", Origin=OWN, Accept=JSON, Content_Length="1000000000").hear()
    assert (refused.status, refused.code) == (413, "too-large")


def test_a_body_of_unknown_length_is_refused_as_soon_as_it_is_too_large(besieged: Besiege) -> None:
    wire = besieged().wire().ask("/join", "POST", Origin=OWN, Accept=JSON, Transfer_Encoding="chunked")
    for _ in range(5):
        wire.say(chunk(b"x" * 65_536))
    refused = wire.hear()
    assert (refused.status, refused.code) == (413, "too-large")


@pytest.mark.parametrize("length", [MOST, MOST + 1])
def test_a_body_may_be_so_large_and_no_larger(length: int, besieged: Besiege) -> None:
    wire = besieged().wire().ask("/api/v1/quick", "POST", Content_Type=JSON, Content_Length=str(length))
    if length <= MOST:
        wire.say(b"x" * length)
    assert wire.hear().status == (400 if length <= MOST else 413)


def test_who_goes_on_sending_after_a_refusal_reads_it_and_is_hung_up_on(besieged: Besiege) -> None:
    wire = besieged().wire().ask("/join", "POST", Origin=OWN, Accept=JSON, Content_Length="1000000000")
    wire.say(b"x" * 200_000)
    assert wire.hear().status == 413
    with pytest.raises(ConnectionError):
        wire.say(b"x" * 200_000_000)


@pytest.mark.parametrize("is_master", [False, True])
def test_the_game_master_alone_may_send_a_large_file(is_master: bool, besieged: Besiege) -> None:
    wire, cookie = besieged().wire(), ""
    if is_master:
        cookie = wire.ask(f"/master?passphrase={KEYS.passphrase}").hear().headers["set-cookie"].split(";")[0]
    kind = "multipart/form-data; boundary=b"
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
    body += b"x" * (2 * MOST) + b"\r\n--b--\r\n"
    wire.ask(
        "/api/v1/restore", "POST", Origin=OWN, Cookie=cookie, Content_Type=kind, Content_Length=str(len(body))
    )
    if is_master:
        wire.say(body)
    refused = wire.hear()
    assert (refused.status, refused.code) != (413, "too-large")
    assert refused.status == (400 if is_master else 401)


def test_a_body_that_does_not_come_is_not_waited_for(besieged: Besiege) -> None:
    wire = besieged(body_seconds=1).wire()
    wire.ask("/api/v1/quick", "POST", Content_Type=JSON, Content_Length="1000").say(b'{"battle":')
    assert wire.is_hung_up()


def test_a_body_that_comes_too_slowly_is_not_waited_for(besieged: Besiege) -> None:
    wire = besieged(body_seconds=1, body_pace=1_000_000).wire()
    wire.ask("/api/v1/quick", "POST", Content_Type=JSON, Content_Length="100000")
    with dripping(wire, b" "):
        assert wire.is_hung_up()


def test_a_get_that_expects_to_be_let_go_on_is_answered(besieged: Besiege) -> None:
    wire = besieged().wire()
    assert wire.ask(Expect="100-continue").hear().status == 200
    assert wire.ask().hear().status == 200


def test_whoever_expects_to_be_let_go_on_is_told_so_before_the_body(besieged: Besiege) -> None:
    wire = besieged().wire()
    wire.ask("/api/v1/quick", "POST", Content_Type=JSON, Content_Length="2", Expect="100-continue")
    assert wire.hear().status == 100
    assert wire.say(b"{}").hear().status == 400


def test_whoever_expects_to_send_too_much_is_refused_and_never_let_go_on(besieged: Besiege) -> None:
    wire = besieged().wire()
    wire.ask("/api/v1/quick", "POST", Content_Type=JSON, Content_Length=str(10**9), Expect="100-continue")
    assert wire.hear().status == 413


# ---- proxies -------------------------------------------------------------------------------------------

THROUGH = "10.66.0.1, 10.1.2.3"


@pytest.mark.parametrize("host", ["127.0.0.1", "::"])
@pytest.mark.parametrize(
    ("proxies", "home", "counts_as"),
    [
        ((), "127.0.0.1", "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", "10.1.2.3"),
        (("::ffff:127.0.0.1",), "127.0.0.1", "10.1.2.3"),
        (("127.0.0.1",), OTHER, OTHER),
        (("127.0.0.1", "10.1.2.3"), "127.0.0.1", "10.66.0.1"),
    ],
)
def test_a_forwarded_address_is_believed_of_a_trusted_proxy_alone(
    proxies: tuple[str, ...], home: str, counts_as: str, host: str, besieged: Besiege
) -> None:
    gate = besieged(proxies=proxies, host=host)
    wire = gate.wire(home).ask("/stream", X_Forwarded_For=THROUGH)
    wire.hear(has_body=False)
    assert [one.holder.address for one in gate.hub.listening()] == [counts_as]


def test_a_proxy_is_not_one_address_with_too_many_connections(besieged: Besiege) -> None:
    gate = besieged(proxies=("127.0.0.1",), connections_each=2)
    held = [gate.wire() for _ in range(4)]
    assert [one.ask().hear().status for one in held] == [200] * 4
