"""The live map on a phone, by day and by night."""

from __future__ import annotations

import io

from PIL import Image, ImageStat

from tests.browser.engines.browsers import Engine
from tests.browser.engines.window import Window
from tests.browser.every_page import Site

PHONE = (360, 740)
DRAWN = """const land = document.querySelector(".map-land");
return land?.complete && land.naturalWidth && document.querySelector(".map-upon [data-figure]");"""
FRAME = """const { left, top, right, bottom } = document.querySelector(".map-frame").getBoundingClientRect();
return [left, top, right, bottom];"""


def open_map(engine: Engine, demo: Site, *, night: bool) -> Window:
    """The south table on Rohan's phone, with everyone on it."""
    phone = engine.visit(*PHONE, night=night)
    phone.open(f"{demo.url}/j/{demo.codes['rohan']}")
    phone.is_live()
    phone.open(f"{demo.url}/c/{demo.campaign}/map/south")
    phone.until(DRAWN)
    return phone


def brightness(phone: Window) -> float:
    """Of what is in sight of the map, from 0 to 255."""
    seen = Image.open(io.BytesIO(phone.picture())).convert("L")
    left, top, right, bottom = phone.look(FRAME)
    return ImageStat.Stat(seen.crop((left + 2, top + 2, right - 2, bottom - 2))).mean[0]


def test_by_day_the_land_is_light(engine: Engine, demo: Site) -> None:
    assert brightness(open_map(engine, demo, night=False)) > 180


def test_by_night_the_land_is_dark(engine: Engine, demo: Site) -> None:
    assert brightness(open_map(engine, demo, night=True)) < 75
