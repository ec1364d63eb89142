"""The browser's shared stream runs in the process of one of its tabs, and that process may crash."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import Error

from assistant.kernel.codec import encode
from assistant.rules.deeds.turning import GoOn
from tests.browser.players import PATIENCE, Evening, Screen, Visit, master


def go_on(evening: Evening) -> None:
    """Somebody elsewhere goes on to the next phase."""
    deed = GoOn(anyway=True)
    evening.service.begin(evening.at().campaign, deed.kind, encode(deed), actor="gm", key=uuid4().hex)


SLEEPING = """Object.defineProperty(document, "hidden", { get: () => window.sleeps ?? false });
window.sleep = (sleeps) => {
  window.sleeps = sleeps;
  document.dispatchEvent(new Event("visibilitychange"));
};"""


def two_tabs(evening: Evening, visit: Visit) -> tuple[Screen, Screen]:
    """Of one browser; the stream that they share runs in the process of the first."""
    first = master(visit, evening)
    first.page.context.add_init_script(SLEEPING)
    second = Screen(first.page.context.new_page(), evening, is_touched=False)
    second.open("/fights")
    return first, second


def crash(tab: Screen) -> None:
    with tab.page.expect_event("crash"), pytest.raises(Error):
        tab.page.goto("chrome://crash")


def test_a_tab_hears_of_deeds_after_the_first_tab_of_its_browser_has_crashed(
    evening: Evening, visit: Visit
) -> None:
    first, second = two_tabs(evening, visit)
    crash(first)
    second.page.bring_to_front()
    go_on(evening)
    second.page.locator("#topbar", has_text="movement").wait_for(timeout=PATIENCE)
    second.is_live()


def test_a_phone_that_slept_while_its_stream_was_ended_hears_again_when_it_wakes(
    evening: Evening, visit: Visit
) -> None:
    first, second = two_tabs(evening, visit)
    second.page.evaluate("sleep(true)")
    crash(first)
    second.page.bring_to_front()
    go_on(evening)
    second.page.evaluate("sleep(false)")
    second.page.locator("#topbar", has_text="movement").wait_for(timeout=PATIENCE)
    go_on(evening)
    second.page.locator("#topbar", has_text="combat").wait_for(timeout=PATIENCE)
    second.is_live()


def test_a_phone_that_wakes_keeps_the_stream_that_its_tabs_share(evening: Evening, visit: Visit) -> None:
    _, second = two_tabs(evening, visit)
    for sleeps in ("true", "false", "true", "false"):
        second.page.evaluate(f"sleep({sleeps})")
    go_on(evening)
    second.page.locator("#topbar", has_text="movement").wait_for(timeout=PATIENCE)
    assert second.page.evaluate("fetch('/health').then((answer) => answer.json())")["streams"] == 1
