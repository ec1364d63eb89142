"""`python3 run.py screenshots`: every page and the moments of a fight, at three widths, to be looked at."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.every_page import Site, running
from tests.browser.scenes import scenes, show

WIDTHS = {360: 740, 768: 1024, 1440: 900}
SCHEMES = ("light", "dark")
SIZES = tuple((width, height, scheme) for width, height in WIDTHS.items() for scheme in SCHEMES)
SETTLING = 150
GOES_ON = "() => document.documentElement.scrollHeight > innerHeight"
# Maps are there when the figures on them have come.
DRAWN = "() => [...document.querySelectorAll('[data-layer]')].every(one => one.childElementCount)"


@contextmanager
def window(browser: Browser, site: Site, width: int, height: int, scheme: str) -> Iterator[Page]:
    """The game master's, of one size and one palette."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    # A worker that is shared by pages does not feel that a page is offline.
    context.add_init_script("delete window.SharedWorker")
    page = context.new_page()
    page.goto(site.door)
    yield page
    context.close()


def take(page: Page, folder: Path, name: str) -> int:
    """What one sees first, and the whole page where it goes on below; returns how many pictures that is."""
    page.wait_for_timeout(SETTLING)
    page.screenshot(path=folder / f"{name}.png")
    if not page.evaluate(GOES_ON):
        return 1
    # The bar on top stays on top.
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=folder / f"{name}-whole.png", full_page=True)
    return 2


def main(folder: Path) -> int:
    """Take them all, and say where they are."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        print("Screenshots need Chromium: install it (on Debian: apt install chromium).", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    with (
        tempfile.TemporaryDirectory() as work,
        running(Path(work)) as site,
        sync_playwright() as driver,
        driver.chromium.launch(executable_path=found, args=ARGUMENTS) as browser,
    ):
        for width, height, scheme in SIZES:
            with window(browser, site, width, height, scheme) as page:
                for one in site.pages:
                    page.goto(f"{site.url}{one.path}")
                    page.wait_for_function(DRAWN)
                    taken += take(page, folder, f"{one.name}-{width}-{scheme}")
            print(f"{width} pixels, {scheme}: {len(site.pages)} pages", file=sys.stderr)
        for scene in scenes(site, browser):
            for width, height, scheme in SIZES:
                with window(browser, site, width, height, scheme) as page:
                    show(page, site, scene)
                    taken += take(page, folder, f"{scene.name}-{width}-{scheme}")
            print(f"{scene.name}: {len(SIZES)} sizes", file=sys.stderr)
    print(f"{taken} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "printouts/screenshots")))
