"""What comes over a connection is understood at little cost, however it is cut and however much comes."""

from __future__ import annotations

import h11
import pytest

from assistant.web.hearing import FEW_PIECES, MOST_LINES, PIECE_BYTES, Hearing
from tests.web.wires import chunk, header

HEADER_BYTES = 65_536
POST = header("/join", "POST", Transfer_Encoding="chunked")
GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
READ = 262_144
"""As much as a server reads at once."""


def heard(said: bytes, cut: int = READ) -> list[object]:
    """Everything that is understood of it, and where it breaks off the refusal."""
    hearing, events = Hearing(HEADER_BYTES), list[object]()
    try:
        for at in range(0, len(said), cut):
            hearing.receive_data(said[at : at + cut])
            while (event := hearing.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
                events.append(event)
    except h11.RemoteProtocolError as error:
        events.append(error)
    return events


def body(events: list[object]) -> bytes:
    return b"".join(bytes(event.data) for event in events if isinstance(event, h11.Data))


@pytest.mark.parametrize("cut", [1, 7, READ])
def test_a_body_in_crumbs_is_refused_after_a_few(cut: int) -> None:
    events = heard(POST + chunk(b"a") * 40_000, cut)
    assert isinstance(events[-1], h11.RemoteProtocolError)
    assert len(body(events)) == FEW_PIECES


@pytest.mark.parametrize("cut", [999, READ])
def test_a_body_of_a_hundred_thousand_bytes_in_pieces_that_programs_send_is_heard_whole(cut: int) -> None:
    events = heard(POST + chunk(b"x" * PIECE_BYTES) * 1000 + chunk(b""), cut)
    assert body(events) == b"x" * PIECE_BYTES * 1000
    assert isinstance(events[-1], h11.EndOfMessage)


@pytest.mark.parametrize("cut", [1, 100, READ])
@pytest.mark.parametrize("lines", [MOST_LINES, MOST_LINES + 1])
def test_a_header_has_so_many_lines_and_no_more(lines: int, cut: int) -> None:
    events = heard(GET + b"a: b\r\n" * (lines - 1) + b"\r\n", cut)
    assert isinstance(events[0], h11.Request if lines <= MOST_LINES else h11.RemoteProtocolError)


@pytest.mark.parametrize("cut", [1000, READ])
def test_a_header_has_so_many_bytes_and_no_more_though_it_comes_at_once(cut: int) -> None:
    assert isinstance(heard(GET + b"a: " + b"b" * 60_000 + b"\r\n\r\n", cut)[0], h11.Request)
    for line in (b"a: " + b"b" * 200_000 + b"\r\n", (b"a: " + b"b" * 4000 + b"\r\n") * 50):
        assert isinstance(heard(GET + line + b"\r\n", cut)[0], h11.RemoteProtocolError)


@pytest.mark.parametrize("cut", [1000, READ])
def test_what_follows_a_body_in_pieces_has_no_more_lines_than_a_header(cut: int) -> None:
    events = heard(POST + chunk(b"{}") + b"0\r\n" + b"a:\r\n" * 50_000 + b"\r\n", cut)
    assert isinstance(events[-1], h11.RemoteProtocolError)


def test_a_second_request_in_the_same_breath_is_bound_as_the_first() -> None:
    hearing = Hearing(HEADER_BYTES)
    hearing.receive_data(GET + b"\r\n" + GET + b"a:\r\n" * 50_000 + b"\r\n")
    assert [type(hearing.next_event()) for _ in range(2)] == [h11.Request, h11.EndOfMessage]
    hearing.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
    hearing.send(h11.EndOfMessage())
    hearing.start_next_cycle()
    with pytest.raises(h11.RemoteProtocolError):
        hearing.next_event()


def test_the_pieces_of_each_request_are_counted_anew() -> None:
    hearing = Hearing(HEADER_BYTES)
    for _ in range(3):
        hearing.receive_data(POST + chunk(b"a") * FEW_PIECES + chunk(b""))
        events = [hearing.next_event() for _ in range(FEW_PIECES + 2)]
        assert isinstance(events[-1], h11.EndOfMessage)
        hearing.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
        hearing.send(h11.EndOfMessage())
        hearing.start_next_cycle()
