"""The moments of a fight that no address leads to are as readable as any page, and fit on a phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.every_page import running
from tests.browser.pictures import SCHEMES, window
from tests.browser.scenes import SCENES, scenes, show
from tests.browser.test_every_page import serious

PHONE = (360, 740)


def test_keypad_hand_out_retreat_and_lost_contact_can_be_read_on_a_phone_by_day_and_night(
    browser: Browser, tmp_path: Path
) -> None:
    troubles, seen = list[str](), list[str]()
    with running(tmp_path) as site:
        for scene in scenes(site, browser):
            seen.append(scene.name)
            for scheme in SCHEMES:
                with window(browser, site, *PHONE, scheme) as page:
                    show(page, site, scene)
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    troubles += [f"{scene.name} is too wide"] * (wide > 0)
                    troubles += [f"{scene.name}, {scheme}: {fault}" for fault in serious(page)]
    assert seen == [one.name for one in SCENES]
    assert "\n".join(troubles) == ""
