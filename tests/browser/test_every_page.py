"""Every page, at phone and laptop size, light and dark: it fits, is readable, and keeps to this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.every_page import Site, running
from tests.browser.markup import faults_of

Visit = Callable[..., BrowserContext]
SIZES = {"phone": (360, 740), "laptop": (1440, 900)}
# What fades in is half transparent on its way, and nobody reads it then; what never ends is not waited for.
AT_REST = """() => Promise.all(
  document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => null))
)"""
# Words in a field that do not fit in it: what is chosen in a list, and what an empty field says it is for.
CUT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("main select, main input[placeholder]")]
    .filter((one) => one.checkVisibility() && one.clientWidth)
    .map((one) => {
      const look = getComputedStyle(one);
      const words = one.selectedOptions?.[0]?.text ?? (one.value ? "" : one.placeholder);
      pen.font = look.font;
      const arrow = one.matches("select") ? 16 : 0;
      const room = one.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - arrow;
      return [words, pen.measureText(words).width - room];
    })
    .filter(([, beyond]) => beyond > 1)
    .map(([words, beyond]) => `${words}: ${Math.round(beyond)} pixels are cut`);
}"""
# Shapes that stand apart from the number beside them, as when a line breaks between the two.
PARTED = """() => [...document.querySelectorAll(".of-side")].filter((one) => one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().height > 30).map((one) => one.textContent.trim())"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo, served."""
    folder: Path = tmp_path_factory.mktemp("site")
    with running(folder) as served:
        yield served


def serious(page: Page) -> list[str]:
    """What axe finds wrong, as readable lines, once whatever fades in has come to rest."""
    page.evaluate(AT_REST)
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['help']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_is_readable_and_keeps_to_this_machine(
    size: str, scheme: str, site: Site, visit: Visit
) -> None:
    width, height = SIZES[size]
    context = visit(viewport={"width": width, "height": height}, color_scheme=scheme)
    page, troubles = context.new_page(), list[str]()
    page.on(
        "console", lambda said: troubles.append(f"console: {said.text}") if said.type == "error" else None
    )
    page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
    page.on(
        "request",
        lambda asked: None if asked.url.startswith(site.url) else troubles.append(f"asks {asked.url}"),
    )
    page.goto(site.door)
    for one in site.pages:
        answer = page.goto(f"{site.url}{one.path}")
        assert answer is not None
        assert answer.status == 200, one
        page.wait_for_load_state("load")
        troubles += [f"{one.name}: {fault}" for fault in faults_of(answer.text())]
        beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if beyond > 0:
            troubles.append(f"{one.name} is {beyond} pixels too wide")
        troubles += [f"{one.name}: {fault}" for script in (CUT, PARTED) for fault in page.evaluate(script)]
        if size == "phone":
            # Between a phone and a laptop columns are at their narrowest.
            page.set_viewport_size({"width": 768, "height": 1024})
            troubles += [f"{one.name}, 768: {fault}" for fault in page.evaluate(CUT)]
            page.set_viewport_size({"width": width, "height": height})
        troubles += [f"{one.name}: {fault}" for fault in serious(page)]
    assert "\n".join(troubles) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_goes_wrong_is_told_on_pages_as_readable_as_the_others(
    scheme: str, site: Site, visit: Visit
) -> None:
    page = visit(viewport={"width": 360, "height": 740}, color_scheme=scheme).new_page()
    game, troubles = f"{site.url}/c/{site.campaign}", list[str]()
    nobody = {f"{site.url}/nowhere": 404, f"{game}/console": 401, f"{site.url}/j/WRONG-CODE": 409}
    for url, status in nobody.items():
        troubles += told(page, url, status)
    page.goto(f"{site.url}/j/{site.codes['saruman']}")
    seated = {f"{game}/console": 403, f"{game}/seat?as=rohan": 403, f"{game}/fought/99999": 404}
    for url, status in seated.items():
        troubles += told(page, url, status)
    assert "\n".join(troubles) == ""


def told(page: Page, url: str, status: int) -> list[str]:
    """What is wrong with the page of an error."""
    answer = page.goto(url)
    assert answer is not None
    assert answer.status == status, url
    assert page.get_by_role("heading", level=1).inner_text().strip()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"{url} is too wide"] * (wide > 0) + [f"{url}: {fault}" for fault in serious(page)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_without_contact_every_sort_of_screen_says_so_and_is_still_readable(
    size: str, scheme: str, site: Site, visit: Visit
) -> None:
    width, height = SIZES[size]
    context = visit(viewport={"width": width, "height": height}, color_scheme=scheme)
    # A worker that is shared by pages does not feel that a page is offline.
    context.add_init_script("delete window.SharedWorker")
    page, troubles = context.new_page(), list[str]()
    page.goto(site.door)
    sorts = (
        "phone-seat",
        "phone-forces",
        "console-console-page",
        "board-board",
        "desk-fight",
        "desk-contact",
    )
    for one in (shown for shown in site.pages if shown.name in sorts):
        page.goto(f"{site.url}{one.path}")
        expect(page.locator("#connection-words")).to_have_text("Live", timeout=15_000)
        context.set_offline(True)
        expect(page.locator("#lost")).to_be_visible(timeout=10_000)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        troubles += [f"{one.name} is too wide"] * (wide > 0)
        troubles += [f"{one.name}: {fault}" for fault in serious(page)]
        context.set_offline(False)
    assert "\n".join(troubles) == ""
