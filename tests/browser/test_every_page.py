"""Every page, at phone and laptop size, light and dark: it fits, is readable, and keeps to this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page

from tests.browser.every_page import Site, running

Visit = Callable[..., BrowserContext]
SIZES = {"phone": (360, 740), "laptop": (1440, 900)}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo, served."""
    folder: Path = tmp_path_factory.mktemp("site")
    with running(folder) as served:
        yield served


def serious(page: Page) -> list[str]:
    """What axe finds wrong, as readable lines."""
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
        beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if beyond > 0:
            troubles.append(f"{one.name} is {beyond} pixels too wide")
        troubles += [f"{one.name}: {fault}" for fault in serious(page)]
    assert "\n".join(troubles) == ""
