"""A commander comes in by the code of a seat, on a phone with another browser than the one we build with."""

from __future__ import annotations

from tests.browser.engines.browsers import Engine
from tests.browser.every_page import Site

PHONE = (360, 740)


def test_a_commander_joins_by_typing_the_code_of_the_seat(engine: Engine, demo: Site) -> None:
    phone = engine.visit(*PHONE)
    phone.open(f"{demo.url}/join")
    phone.type("#code", demo.codes["rohan"].lower().replace("-", " "))
    phone.tap("button", "Come in")
    phone.is_live()
    phone.sees("Rohan", css="body")
    assert phone.look("return document.documentElement.scrollWidth") == PHONE[0]
