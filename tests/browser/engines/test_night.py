"""The console by night: what the browser itself draws is dark as well."""

from __future__ import annotations

import io

from PIL import Image, ImageStat

from tests.browser.engines.browsers import Engine
from tests.browser.every_page import Site

LAPTOP = (1440, 900)
# Where the bar of a list lies that scrolls by itself.
SCROLLS = "const pane = document.querySelector('.pane-due'); return pane.scrollHeight > pane.clientHeight;"
BAR = """const { right, top, bottom } = document.querySelector(".pane-due").getBoundingClientRect();
return [right - 6, (top + bottom) / 2, right, bottom - 60];"""


def test_by_night_no_bright_bar_stands_beside_a_list_that_scrolls(engine: Engine, demo: Site) -> None:
    laptop = engine.visit(*LAPTOP, night=True)
    laptop.open(demo.door)
    laptop.open(f"{demo.url}/c/{demo.campaign}/console")
    laptop.is_live()
    assert laptop.look(SCROLLS)
    seen = Image.open(io.BytesIO(laptop.picture())).convert("L")
    assert ImageStat.Stat(seen.crop(laptop.look(BAR))).mean[0] < 100
