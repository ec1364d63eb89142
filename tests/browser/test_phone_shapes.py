"""What phones differ in: a notch, a narrow title, and a browser that enlarges small fields."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.fighting import FightTable, expect_live
from tests.browser.players import PATIENCE, Evening, Visit, master, phone

ACROSS: ViewportSize = {"width": 844, "height": 390}
NOTCH = 59
# Where words and buttons begin and end, of all that is in sight.
EDGES = """() => {
  const boxes = [...document.querySelectorAll("h1, h2, p, a, button, label, input, summary")]
    .filter((one) => one.checkVisibility() && !one.closest(".unseen, .skip"))
    .map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect();
    })
    .filter(({ width, height }) => width > 1 && height > 1);
  return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))];
}"""
SMALL_FIELDS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => !["checkbox", "radio"].includes(one.type))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML)"""
TALL = "() => document.querySelector('.masthead').offsetHeight"
CONNECTING = """() => {
  document.getElementById("connection").dataset.state = "connecting";
  document.getElementById("connection-words").textContent = "Connecting…";
}"""


def hold_across(page: Page) -> None:
    """An iPhone lying on its side: the notch takes as much from either edge."""
    page.set_viewport_size(ACROSS)
    edges = {"insets": {"left": NOTCH, "right": NOTCH, "top": 0, "bottom": 21}}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", edges)


def test_no_word_of_a_phone_that_is_held_across_lies_under_its_notch(evening: Evening, visit: Visit) -> None:
    carl = phone(visit, evening, "Carl")
    for path in ("/seat", "/seat/forces", "/fights", "/map/south"):
        carl.open(path)
        hold_across(carl.page)
        left, right = carl.page.evaluate(EDGES)
        assert left >= NOTCH, path
        assert right <= ACROSS["width"] - NOTCH, path


def test_the_first_page_on_a_phone_stays_where_it_is_when_it_goes_live(at: FightTable) -> None:
    page = at.page(viewport={"width": 360, "height": 740})
    page.goto(at.url)
    expect_live(page)
    live = page.evaluate(TALL)
    page.evaluate(CONNECTING)
    expect(page.locator("#connection")).to_have_attribute("data-state", "connecting")
    assert page.evaluate(TALL) == live


def test_no_field_is_so_small_that_an_iphone_enlarges_the_page_for_it(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    for path in ("/console", "/history", "/by-hand", "/seats", "/house-rules"):
        laptop.open(path)
        expect(laptop.page.locator("input, select").first).to_be_attached(timeout=PATIENCE)
        assert laptop.page.evaluate(SMALL_FIELDS) == [], path
