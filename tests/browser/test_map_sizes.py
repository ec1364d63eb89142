"""The map as a drawing of its own: what a phone, a screen and a poster show of it, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from assistant.campaign.mapped import places_of
from assistant.maps.draw import draw_map
from assistant.packs.load import load_both
from assistant.rules.effects.registry import parameters

WIDTHS = {"far": 360, "small": 640, "mid": 1000, "near": 2400}
SMALLEST = 11.0
"""Pixels: the least a name on a phone may be, where a finger makes it larger."""


@pytest.fixture(scope="module", params=["north", "south"])
def drawing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    book, scenario = load_both(effects=parameters())
    sheet = scenario.atlas.sheets[request.param]
    file = tmp_path_factory.mktemp("map") / "map.svg"
    file.write_text(draw_map(sheet, places_of(book, scenario), atlas=scenario.atlas), encoding="utf-8")
    return file


def opened(visit: Callable[..., BrowserContext], drawing: Path, width: int, **options: Any) -> Page:
    page = visit(viewport={"width": width, "height": width * 3 // 4}, **options).new_page()
    page.goto(drawing.as_uri())
    return page


BOXES = """() => [...document.querySelectorAll('.names')]
  .filter(layer => getComputedStyle(layer).display !== 'none')
  .flatMap(layer => [...layer.querySelectorAll('text')].map(text => {
    const box = text.getBoundingClientRect();
    return [(text.closest('.lines') || text).textContent, box.left, box.top, box.right, box.bottom,
            !!text.querySelector('textPath'),
            parseFloat(getComputedStyle(text).fontSize) * box.width / (text.getBBox().width || 1)];
  }))"""


@pytest.mark.parametrize("view", list(WIDTHS))
def test_each_size_shows_its_own_names_and_none_over_another(
    visit: Callable[..., BrowserContext], drawing: Path, view: str
) -> None:
    page = opened(visit, drawing, WIDTHS[view])
    shown = page.evaluate(
        "() => [...document.querySelectorAll('.names')]"
        ".filter(one => getComputedStyle(one).display !== 'none').map(one => one.classList[1])"
    )
    assert shown == [view]
    names = page.evaluate(BOXES)
    assert len(names) >= 5
    straight = [one for one in names if not one[5]]
    for (a, *one, _, _), (b, *other, _, _) in combinations(straight, 2):
        apart = (
            one[2] <= other[0] + 1
            or other[2] <= one[0] + 1
            or one[3] <= other[1] + 3
            or other[3] <= one[1] + 3
        )
        assert apart or a == b, f"{a} stands over {b}"  # two lines of one name are close


def test_names_on_a_phone_can_be_read(visit: Callable[..., BrowserContext], drawing: Path) -> None:
    names = opened(visit, drawing, WIDTHS["far"]).evaluate(BOXES)
    assert min(size for *_, size in names) >= SMALLEST


def test_by_night_the_paper_is_dark_and_the_ink_light(
    visit: Callable[..., BrowserContext], drawing: Path
) -> None:
    page = opened(visit, drawing, 1000, color_scheme="dark")
    paper = page.evaluate("() => getComputedStyle(document.querySelector('.paper')).fill")
    ink = page.evaluate("() => getComputedStyle(document.querySelector('.names.mid text')).fill")
    assert (paper, ink) == ("rgb(20, 23, 26)", "rgb(232, 230, 223)")
