"""The big screen: it follows what the game master lets everybody see, and nobody touches it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.players import Evening, Visit, master, projector


def test_the_standings_come_and_go_on_the_joined_projector_as_the_game_master_wishes(
    evening: Evening, visit: Visit
) -> None:
    laptop, big = master(visit, evening), projector(visit, evening)
    big.sees("Waited for")
    big.sees_not("Standings")
    laptop.tap("Show the standings on the projector")
    laptop.is_told("The projector shows the standings.")
    # The console stays where it is, and the screen on the wall follows by itself.
    assert laptop.page.url.endswith("/console")
    expect(big.page.locator(".board-waiting h2")).to_have_text("Standings")
    expect(big.page.locator(".board-waiting ol li").first).to_be_visible()
    laptop.tap("Take the standings off the projector")
    big.sees_not("Standings")
    big.sees("Waited for")
