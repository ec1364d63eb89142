"""`python3 run.py screenshots`: every page as a picture, at three widths, to be looked at."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.every_page import running

WIDTHS = {360: 740, 768: 1024, 1440: 900}
SCHEMES = ("light", "dark")
# Maps are there when the figures on them have come.
DRAWN = "() => [...document.querySelectorAll('[data-layer]')].every(one => one.childElementCount)"


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
        for width, height in WIDTHS.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,  # type: ignore[arg-type]
                )
                page = context.new_page()
                page.goto(site.door)
                for one in site.pages:
                    page.goto(f"{site.url}{one.path}")
                    page.wait_for_function(DRAWN)
                    page.wait_for_timeout(150)
                    page.screenshot(path=folder / f"{one.name}-{width}-{scheme}.png")
                    taken += 1
                print(f"{width} pixels, {scheme}: {len(site.pages)} pages", file=sys.stderr)
                context.close()
    print(f"{taken} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "printouts/screenshots")))
