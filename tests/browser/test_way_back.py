"""The game master goes back from a damaged database with a tick and a tap, at the same address."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from assistant.rules.game import RingOfPower
from tests.web.serving import played, served
from tests.web.test_rescue import damaged


def test_the_newest_sound_backup_is_put_in_place_with_a_tick_and_a_tap(
    tmp_path: Path, war: RingOfPower, page: Page
) -> None:
    played(tmp_path, war)
    damaged(tmp_path / "campaigns.sqlite", "a flipped bit in a fact")
    with served(tmp_path) as server:
        here = f"http://127.0.0.1:{server.port}"
        page.goto(f"{here}/master?passphrase={server.passphrase}")
        page.goto(f"{here}/c/trial/console")
        page.get_by_role("link", name="The way back, for the game master").click()
        expect(page.get_by_role("heading", name="The database is damaged")).to_be_visible()
        expect(page.get_by_text("Everything recorded before is safe")).to_have_count(0)
        # What is wrong, the way back and the way out stand apart, and so do the columns.
        wrong, back = (page.locator("section.entry").nth(number).bounding_box() for number in (0, 1))
        leave = page.get_by_role("link", name="To the start").bounding_box()
        assert wrong is not None
        assert back is not None
        assert leave is not None
        assert back["y"] - wrong["y"] - wrong["height"] >= 8
        assert leave["y"] - back["y"] - back["height"] >= 8
        cell = page.locator("th").first
        assert cell.evaluate("cell => parseFloat(getComputedStyle(cell).paddingRight)") >= 8
        page.get_by_role("button", name="Put the backup in place").click()
        # Nothing is done before the box is ticked.
        assert page.url == f"{here}/rescue"
        page.get_by_role("checkbox").check()
        page.get_by_role("button", name="Put the backup in place").click()
        page.wait_for_url(f"{here}/")
        expect(page.get_by_text("The database is damaged")).to_have_count(0)
        page.goto(f"{here}/c/trial/console")
        expect(page.get_by_text("Turn 3").first).to_be_visible()
