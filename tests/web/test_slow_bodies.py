"""Whoever does not say everything, or waits for others, holds nobody else's place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import KEYS
from tests.web.wires import Gate, Wire

ATTACKERS, MORE, OTHER = "127.0.0.66", "127.0.0.67", "127.0.0.9"
OWN = "http://127.0.0.1"
JSON = "application/json"

Besiege = Callable[..., Gate]


def slow_body(gate: Gate, home: str = "127.0.0.1") -> Wire:
    """A form of which nothing has come; the server says that it awaits it."""
    wire = gate.wire(home).ask(
        "/api/v1/quick", "POST", Content_Type=JSON, Content_Length="2", Expect="100-continue"
    )
    assert wire.hear().status == 100
    return wire


def listens(gate: Gate, home: str, cookie: str = "") -> Wire:
    """A live stream that has begun."""
    wire = gate.wire(home).ask("/stream", Cookie=cookie)
    assert wire.hear(has_body=False).status == 200
    return wire


def is_open(wire: Wire) -> bool:
    """Whether nothing ended it, as far as the server's last word tells."""
    wire.link.setblocking(False)
    try:
        return wire.link.recv(65_536) != b""
    except BlockingIOError:
        return True


# ---- connections whose requests are not whole -----------------------------------------------------------


def test_those_that_await_their_bodies_make_room_for_whoever_comes_from_elsewhere(besieged: Besiege) -> None:
    gate = besieged(connections=4)
    slow = [slow_body(gate, home) for home in (ATTACKERS, ATTACKERS, MORE, MORE)]
    assert gate.answers(OTHER)
    assert slow[0].is_hung_up()


def test_those_that_await_their_bodies_make_room_for_others_of_their_address(besieged: Besiege) -> None:
    gate = besieged(connections_each=2)
    slow = [slow_body(gate) for _ in range(2)]
    assert gate.answers()
    assert slow[0].is_hung_up()


def test_whoever_came_just_now_is_not_the_first_to_make_room(besieged: Besiege) -> None:
    gate = besieged(connections_each=3)
    slow = [slow_body(gate) for _ in range(2)]
    newcomer = gate.wire().say(b"GET /health HTTP/1.1\r\n")
    assert gate.answers()
    assert slow[0].is_hung_up()
    assert newcomer.say(b"Host: 127.0.0.1\r\n\r\n").hear().status == 200


def test_when_all_places_are_taken_the_address_with_most_visitors_gives_one_whatever_it_does(
    besieged: Besiege,
) -> None:
    gate = besieged(connections=3)
    busy = [listens(gate, ATTACKERS) for _ in range(3)]
    assert gate.answers(OTHER)
    assert busy[0].until_end() is not None
    assert all(map(is_open, busy[1:]))


def test_live_screens_of_those_who_have_joined_stay_though_their_address_has_the_most(
    besieged: Besiege,
) -> None:
    """Also right after the start of a server: their cookies were seen by none of its requests before."""
    gate = besieged(connections=3)
    wire = gate.wire()
    cookie = wire.ask(f"/master?passphrase={KEYS.passphrase}").hear().headers["set-cookie"].split(";")[0]
    wire.close()
    screens = [listens(gate, "127.0.0.1", cookie) for _ in range(2)]
    slow = slow_body(gate, ATTACKERS)
    assert gate.answers(OTHER)
    assert slow.is_hung_up()
    assert all(map(is_open, screens))


# ---- bodies that do not come ----------------------------------------------------------------------------


def test_bodies_that_do_not_come_keep_nobody_else_of_their_address_waiting(besieged: Besiege) -> None:
    gate = besieged(requests_each=1)
    slow_body(gate)
    assert gate.answers()


@pytest.mark.parametrize("spared_seconds", [0, 1])
def test_of_many_bodies_that_one_address_owes_the_oldest_is_awaited_no_longer(
    spared_seconds: int, besieged: Besiege
) -> None:
    gate = besieged(bodies_each=2, half_open_seconds=spared_seconds)
    slow = [slow_body(gate) for _ in range(3)]
    elsewhere = slow_body(gate, OTHER)
    assert slow[0].is_hung_up()
    for one in (*slow[1:], elsewhere):
        assert one.say(b"{}").hear().status == 400


def test_whoever_waits_too_long_for_others_of_their_address_is_told_to_come_again(besieged: Besiege) -> None:
    gate = besieged(requests_each=1, waiting_seconds=1)
    held = gate.holds()
    refused = gate.wire().ask(Accept=JSON).hear()
    assert (refused.status, refused.code, "retry-after" in refused.headers) == (503, "busy", True)
    gate.held.let_go.set()
    assert held.hear().status == 200
    assert gate.answers()


def test_a_server_that_stops_waits_for_nobody_whose_request_is_not_whole(besieged: Besiege) -> None:
    gate = besieged(requests_each=1)
    slow, held, waiting = slow_body(gate), gate.holds(), gate.wire().ask()
    half = gate.wire().say(b"GET / HTTP/1.1\r\n")
    gate.server.stop()
    assert slow.is_hung_up()
    assert waiting.is_hung_up()
    assert half.is_hung_up()
    gate.held.let_go.set()
    assert held.hear().status == 200
