"""QR codes for pages and terminals."""

from __future__ import annotations

from assistant.web.qr import qr_lines, qr_svg

URL = "http://192.168.1.20:8090/"


def test_the_picture_is_dark_on_light_and_without_inline_style() -> None:
    picture = qr_svg(URL)
    assert picture.startswith("<svg")
    assert 'stroke="#1f2328"' in picture
    assert 'fill="#fff"' in picture
    assert "style" not in picture


def test_different_addresses_have_different_codes() -> None:
    assert qr_svg(URL) != qr_svg("http://10.0.4.7:8090/")


def test_a_terminal_gets_a_square_of_half_blocks() -> None:
    lines = qr_lines(URL, "utf-8")
    assert len({len(line) for line in lines}) == 1
    assert len(lines) == (len(lines[0]) + 1) // 2


def test_a_terminal_that_cannot_show_blocks_gets_none() -> None:
    assert qr_lines(URL, "ascii") == ()
    assert qr_lines(URL, "latin-1") == ()
    assert qr_lines(URL, None) == ()
    assert qr_lines(URL, "no-such-encoding") == ()
    assert qr_lines(URL, "cp437")
