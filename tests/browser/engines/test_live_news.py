"""News for all tabs of one browser, however one of them goes."""

from __future__ import annotations

import json
from urllib.request import urlopen
from uuid import uuid4

from assistant.kernel.codec import encode
from assistant.rules.deeds.turning import GoOn
from tests.browser.engines.browsers import Engine
from tests.browser.engines.window import Window, wait_for
from tests.browser.players import KEYS, Evening

LAPTOP = (1280, 800)


def go_on(evening: Evening) -> None:
    """Somebody elsewhere goes on to the next phase."""
    deed = GoOn(anyway=True)
    evening.service.begin(evening.at().campaign, deed.kind, encode(deed), actor="gm", key=uuid4().hex)


def door(evening: Evening) -> str:
    """How the game master comes in."""
    return f"http://127.0.0.1:{evening.port}/master?passphrase={KEYS.passphrase}"


def open_fights(tab: Window, evening: Evening) -> None:
    tab.open(f"http://127.0.0.1:{evening.port}/c/{evening.campaign}/fights")
    tab.is_live()


def streams(evening: Evening) -> int:
    """How many the server has open."""
    with urlopen(f"http://127.0.0.1:{evening.port}/health") as answer:
        return int(json.load(answer)["streams"])


def test_a_tab_hears_of_deeds_after_another_tab_was_closed(engine: Engine, evening: Evening) -> None:
    first = engine.visit(*LAPTOP)
    first.open(door(evening))
    open_fights(first, evening)
    second = first.another()
    open_fights(second, evening)
    assert streams(evening) == 1
    first.close()
    go_on(evening)
    second.sees("movement", css="#topbar")
    second.is_live()


def test_a_tab_hears_of_deeds_after_another_tab_was_killed(engine: Engine, evening: Evening) -> None:
    second, kill = engine.visit_beside(door(evening), *LAPTOP)
    wait_for(lambda: streams(evening) == 1, "the first tab has a stream")
    open_fights(second, evening)
    assert streams(evening) == 1
    kill()
    go_on(evening)
    second.sees("movement", css="#topbar")
    second.is_live()
