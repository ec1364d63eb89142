"""Playing a fight on two phones: whoever is asked answers, one with real dice and one with the app's."""

from __future__ import annotations

import re

from playwright.sync_api import Error, expect

from tests.browser.players import PATIENCE, Screen

MINE = "It is your turn to answer."
# What a screen shows when the last answer has come through: the next question, or how it came out.
READY, OVER = "#step:not([aria-busy])", ".story"
MOST_STEPS, MOST_DICE = 60, 200
LOOKS, BETWEEN = 150, 100
# Which question a screen stands at, if it is not on its way to another.
WHERE = """() => document.querySelector(".story") ? "over"
    : document.querySelector("#step:not([aria-busy])")?.dataset.revision"""
# What lies on the table: good and poor faces, so that both come to something.
FACES = "5261346"
SEND = re.compile(r"^Send$")


def fight_out(*players: Screen) -> None:
    """Until it is told how it came out, on every screen."""
    for _ in range(MOST_STEPS):
        if (asked := whose(*players)) is None:
            break
        answer(asked)
    for screen in players:
        expect(screen.page.locator(OVER)).to_be_visible(timeout=PATIENCE)


def whose(*players: Screen) -> Screen | None:
    """Who is asked now; nobody when the fight is over."""
    for _ in range(LOOKS):
        seen = [where(screen) for screen in players]
        # All look at the same question, or at the end of it.
        if seen[0] and len(set(seen)) == 1:
            if seen[0] == "over":
                return None
            if asked := next((one for one in players if one.page.get_by_text(MINE).is_visible()), None):
                return asked
        players[0].page.wait_for_timeout(BETWEEN)
    raise AssertionError(f"nobody is asked: {[one.page.locator('#fight').inner_text() for one in players]}")


def where(screen: Screen) -> str | None:
    """Which question a screen stands at; none while it goes to another page."""
    try:
        found: str | None = screen.page.evaluate(WHERE)
    except Error:
        return None
    return found


def answer(screen: Screen) -> None:
    """What the step asks for: the app's dice, the keypad, an option, or what is proposed."""
    step = screen.page.locator("#step")
    revision = step.get_attribute("data-revision")
    if screen.page.locator(".keypad").is_visible():
        type_dice(screen)
        screen.tap(screen.button(SEND))
    else:
        screen.tap(step.locator(".option").first)
    screen.page.locator(f"{READY}:not([data-revision='{revision}']), {OVER}").wait_for()


def type_dice(screen: Screen) -> None:
    """One key for each die, until all lie there."""
    for number in range(MOST_DICE):
        if screen.button(SEND).is_enabled():
            return
        screen.tap(screen.page.locator(f"[data-face='{FACES[number % len(FACES)]}']"))
