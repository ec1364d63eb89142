"""The live map under a finger: detail comes with zoom, and a tap says who stands there, names or no names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.every_page import Site, running

PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("map")
    with running(folder) as found:
        yield found


@pytest.fixture
def page(visit: Callable[..., BrowserContext], site: Site) -> Page:
    """The south table on Rohan's phone, with everyone on it."""
    phone = visit(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    phone.goto(f"{site.url}/join?code={site.codes['rohan']}")
    phone.fill("#code", site.codes["rohan"])
    phone.get_by_role("button", name="Come in").click()
    phone.goto(f"{site.url}/c/{site.campaign}/map/south")
    phone.wait_for_selector(".map-upon [data-figure]", state="attached")
    return phone


def names_shown(page: Page) -> list[str]:
    """The sizes of names in sight; those of wide lands lie in a layer of their own."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.map-upon .names')]"
        ".filter(one => getComputedStyle(one).display !== 'none').map(one => one.classList[1])"
    )
    return list(dict.fromkeys(found))


def width_of_map(page: Page) -> float:
    return float(page.evaluate("() => document.querySelector('.map-pile').getBoundingClientRect().width"))


def test_a_phone_begins_with_the_height_of_the_table_and_fewer_names(page: Page) -> None:
    tall = page.evaluate("() => document.querySelector('.map-pile').offsetHeight")
    assert tall == pytest.approx(
        page.evaluate("() => document.querySelector('.map-frame').clientHeight"), abs=2
    )
    assert names_shown(page) == ["small"]


def test_detail_comes_with_zoom_and_goes_again(page: Page) -> None:
    device = page.locator(".map-upon .device").first
    assert not device.is_visible()
    for _ in range(3):
        page.get_by_role("button", name="Larger").click()
    assert names_shown(page) == ["near"]
    assert device.evaluate("one => getComputedStyle(one).display") == "inline"
    page.get_by_role("button", name="Fit").click()
    assert names_shown(page) == ["far"]


def test_two_fingers_enlarge_the_map_and_let_go_of_it_at_that_size(page: Page) -> None:
    before = width_of_map(page)
    box = page.locator(".map-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(apart: float) -> list[dict[str, float]]:
        return [{"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1}]

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers(80)})
    for apart in (100, 130, 160):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": fingers(apart)})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert width_of_map(page) == pytest.approx(2 * before, rel=0.05)
    assert page.evaluate("() => document.querySelector('.map-pile').style.transform") == ""


UNDER_A_NAME = """() => {
  const text = [...document.querySelectorAll('.names.small text')].find(
    one => one.textContent === 'Isengard');
  const theoden = [...document.querySelectorAll('[data-figure]')].find(
    one => one.querySelector('title').textContent === 'Théoden');
  const { e: x, f: y } = theoden.transform.baseVal.consolidate().matrix;
  text.setAttribute('x', x);
  text.setAttribute('y', y);
  const box = theoden.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


def test_a_tap_tells_the_figure_and_its_force_even_under_a_name(page: Page) -> None:
    page.touchscreen.tap(*page.evaluate(UNDER_A_NAME))
    assert page.locator("#map-about").inner_text().startswith("Théoden")


SPOT_OF = """name => {
  const force = [...document.querySelectorAll('[data-force]')].find(
    one => one.querySelector('title').textContent.startsWith(name));
  force.scrollIntoView({ block: 'center', inline: 'center' });
  const box = force.getBoundingClientRect();
  for (let x = box.left + 1; x < box.right; x += 1) {
    for (let y = box.top + 1; y < box.bottom; y += 1) {
      const hits = (x, y) => document.elementsFromPoint(x, y)
        .map(one => one.closest('[data-force]')).find(Boolean) === force;
      // Where a finger may miss by two pixels and still touch it.
      if ([-2, 2].every(off => hits(x + off, y) && hits(x, y + off))) return [x, y];
    }
  }
  throw new Error(`${name} cannot be touched`);
}"""
REACH = ".map-reach .near-ground"


def test_a_tap_on_ones_own_force_shows_how_far_it_gets_and_on_anothers_does_not(page: Page) -> None:
    assert page.locator(REACH).count() == 0
    for _ in range(4):
        page.get_by_role("button", name="Larger").click()
    page.touchscreen.tap(*page.evaluate(SPOT_OF, "Éomer"))
    page.wait_for_selector(REACH, state="attached")
    told = page.locator("#map-about").inner_text()
    assert "Éomer" in told
    assert 'Goes at most 17" in clear and 7" in difficult ground.' in told
    # Seventeen inches and two by road, either way at most.
    wide = page.evaluate("() => document.querySelector('.map-reach .near-ground').getBBox().width")
    assert 700 < wide < 3900
    page.touchscreen.tap(*page.evaluate(SPOT_OF, "Théodred"))
    page.wait_for_function("() => document.getElementById('map-about').textContent.includes('most 10')")
    page.touchscreen.tap(*page.evaluate(SPOT_OF, "Saruman"))
    page.wait_for_function(f"() => !document.querySelector('{REACH}')")
    assert "Saruman" in page.locator("#map-about").inner_text()


def test_the_signs_are_explained_below_the_map(page: Page) -> None:
    page.get_by_text("What the signs mean").click()
    assert page.locator(".map-signs li").count() >= 20
    assert page.get_by_text("Ringbearer").count() == 0
    assert page.get_by_text("Uncontrolled").is_visible()


SHOWN_AS = """how => {
  document.querySelector("main").style.display = how;
  dispatchEvent(new Event("resize"));
}"""


def test_a_map_that_had_no_room_for_a_moment_is_drawn_again_when_it_has(page: Page) -> None:
    before = width_of_map(page)
    page.evaluate(SHOWN_AS, "none")
    page.evaluate(SHOWN_AS, "flex")
    assert width_of_map(page) == pytest.approx(before, abs=2)


def test_the_buttons_for_zoom_lie_below_the_drawing_on_a_phone(page: Page) -> None:
    foot = page.locator(".map-frame").evaluate("one => one.getBoundingClientRect().bottom")
    assert page.locator(".map-zoom").evaluate("one => one.getBoundingClientRect().top") >= foot


def test_figures_that_find_the_laptop_busy_come_by_themselves_a_moment_later(page: Page) -> None:
    answers: Iterator[dict[str, Any]] = iter([{"status": 503, "headers": {"Retry-After": "1"}, "body": ""}])

    def busy_once(route: Route) -> None:
        told = next(answers, None)
        route.continue_() if told is None else route.fulfill(**told)

    page.route("**/map/*/layer", busy_once)
    page.reload()
    page.wait_for_selector(".map-upon [data-figure]", state="attached")
    assert next(answers, None) is None
