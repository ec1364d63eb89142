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
from tests.browser.every_page import Shown, Site, running
from tests.browser.scenes import scenes, show

WIDTHS = {360: 740, 768: 1024, 1440: 900}
SCHEMES = ("light", "dark")
SIZES = tuple((width, height, scheme) for width, height in WIDTHS.items() for scheme in SCHEMES)
SETTLING = 150
GOES_ON = "() => document.documentElement.scrollHeight > innerHeight"
HEIGHT = "() => document.documentElement.scrollHeight"
# What is folded away is looked at too, once, on the narrowest screen.
FOLDS = (360, "light")
CLOSED = "main details:not([open])"
OPEN = f"() => document.querySelectorAll('{CLOSED}').forEach((one) => {{ one.open = true; }})"
TALLEST = 16_000
BARS = ".thumb, .pad, .begin-bar"
# Maps are there when the figures on them have come.
DRAWN = "() => [...document.querySelectorAll('[data-layer]')].every(one => one.childElementCount)"


@contextmanager
def window(
    browser: Browser, site: Site, width: int, height: int, scheme: str, door: str | None = None
) -> Iterator[Page]:
    """The game master's, or of who comes by another door, of one size and one palette."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    # A worker that is shared by pages does not feel that a page is offline.
    context.add_init_script("delete window.SharedWorker")
    page = context.new_page()
    page.goto(site.door if door is None else door)
    yield page
    context.close()


def take(page: Page, folder: Path, name: str) -> int:
    """What one sees first, and the whole page where it goes on below; returns how many pictures that is."""
    page.wait_for_timeout(SETTLING)
    page.screenshot(path=folder / f"{name}.png")
    if not page.evaluate(GOES_ON):
        return 1
    whole(page, folder / f"{name}-whole.png")
    return 2


def whole(page: Page, path: Path) -> None:
    """All of it; in a window as tall as it is where bars would lie over its middle and hide something."""
    page.evaluate("scrollTo(0, 0)")
    size = page.viewport_size
    if size and page.locator(BARS).count():
        page.set_viewport_size({"width": size["width"], "height": page.evaluate(HEIGHT)})
        page.wait_for_timeout(SETTLING)
    page.screenshot(path=path, full_page=True)
    if size:
        page.set_viewport_size(size)


def unfold(page: Page, folder: Path, name: str) -> int:
    """With all folds open, unless that is the length of a book."""
    if not page.locator(CLOSED).count():
        return 0
    page.evaluate(OPEN)
    if page.evaluate(HEIGHT) > TALLEST:
        return 0
    whole(page, folder / f"{name}-open.png")
    return 1


def others(site: Site) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    """The doors of those who are not the game master, and what they see: a stranger, and Saruman's player."""
    game = f"/c/{site.campaign}"
    yield (
        f"{site.url}/",
        (
            Shown("stranger-home", "/"),
            Shown("stranger-join", "/join"),
            Shown("stranger-master", "/master"),
            Shown("stranger-nowhere", "/nowhere"),
            Shown("stranger-console", f"{game}/console"),
            Shown("stranger-wrong-code", "/j/WRONG-CODE"),
        ),
    )
    yield (
        f"{site.url}/j/{site.codes['saruman']}",
        (
            Shown("commander-home", "/"),
            Shown("commander-seat", f"{game}/seat"),
            Shown("commander-forces", f"{game}/seat/forces"),
            Shown("commander-chart", f"{game}/seat/chart"),
            Shown("commander-fights", f"{game}/fights"),
            Shown("commander-forbidden", f"{game}/console"),
        ),
    )


def look_at(page: Page, site: Site, pages: tuple[Shown, ...], folder: Path, size: tuple[int, str]) -> int:
    """Take each of these pages; says how many pictures that is."""
    taken, (width, scheme) = 0, size
    for one in pages:
        page.goto(f"{site.url}{one.path}")
        page.wait_for_function(DRAWN)
        taken += take(page, folder, f"{one.name}-{width}-{scheme}")
        if size == FOLDS:
            taken += unfold(page, folder, f"{one.name}-{width}-{scheme}")
    return taken


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
                taken += look_at(page, site, site.pages, folder, (width, scheme))
            for door, pages in others(site):
                with window(browser, site, width, height, scheme, door) as page:
                    taken += look_at(page, site, pages, folder, (width, scheme))
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
