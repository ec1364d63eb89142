"""Moments that no address leads to, for pictures: the keypad, a rule, a hand-out, a retreat, lost contact."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from tests.browser.every_page import Site

MOST_STEPS = 80
# Good rolls sixes and evil ones, so that there is a loser who retreats, every time.
FACES = {"good": 6, "evil": 1}


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment in a fight: a name for its picture, the step at which it comes, and what is done there."""

    name: str
    step: str
    then: Callable[[Page], None]


def type_some(page: Page) -> None:
    """Real dice, the first handful half typed."""
    page.get_by_role("button", name="Type the faces of real dice").click()
    for face in (6, 2, 4, 1, 5):
        page.locator(f"#step [data-face='{face}']").click()


def give_some(page: Page) -> None:
    """Hits given out by hand, one so far."""
    page.get_by_role("button", name="Give them out yourself").click()
    page.locator("#step [data-share=give]").first.click()


def look(page: Page) -> None:
    """As it comes."""


def lose_contact(page: Page) -> None:
    """The laptop is out of reach, and the page has noticed."""
    page.locator("#connection[data-state=live]").wait_for()
    page.context.set_offline(True)
    page.locator("#lost").wait_for(state="visible")


def look_up(page: Page) -> None:
    """A rule over the page."""
    page.locator("#step-title a").click()
    page.locator(".lookup").get_by_text("Rulebook line").wait_for()


SCENES = (
    Scene("keypad", "Strike", type_some),
    Scene("looked-up", "Strike", look_up),
    Scene("lost-contact", "Strike", lose_contact),
    Scene("hand-out", "Give out the hits", give_some),
    Scene("retreat", "Retreat", look),
)


def scenes(site: Site, browser: Browser) -> Iterator[Scene]:
    """Each in its turn; the fight of the demo stands at its step while a picture is taken."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.door)
    for scene in SCENES:
        go_to(page, site, scene.step)
        yield scene
    context.close()


def go_to(page: Page, site: Site, step: str) -> None:
    """Answer for everybody until that is asked."""
    for _ in range(MOST_STEPS):
        page.goto(fight_of(site))
        if page.locator("#step-title").inner_text() == step:
            return
        answer(page, site)
    raise AssertionError(f"nobody was asked: {step}")


def fight_of(site: Site) -> str:
    """The address of the fight under way."""
    return site.url + next(one.path for one in site.pages if one.name == "desk-fight")


def answer(page: Page, site: Site) -> None:
    """As good would have it: its dice are sixes, the enemy's ones, and everything else as proposed."""
    asked = page.locator("#step")
    rows = page.locator("#step [data-handful]").all()
    dice = sum(len(json.loads(row.get_attribute("data-dice") or "[]")) for row in rows)
    given = page.locator("#step [data-answer]").first.get_attribute("data-answer")
    told = json.loads(given or "{}")
    if dice:
        side = "good" if page.locator("#step.side-edge-good").count() else "evil"
        told = {"by": "hand", "faces": [FACES[side]] * dice}
    body = {
        "answer": told,
        "step": int(asked.get_attribute("data-step") or 0),
        "revision": int(asked.get_attribute("data-revision") or 0),
        "key": f"scene-{asked.get_attribute('data-revision')}-{told.get('by', 'chosen')}",
    }
    path = asked.get_attribute("data-answers")
    done = page.request.post(f"{site.url}{path}", data=body, headers={"Origin": site.url})
    assert done.ok, done.text()


def show(page: Page, site: Site, scene: Scene) -> None:
    """Bring a window of the game master to the scene."""
    page.goto(fight_of(site))
    if page.locator("#for-them").count():
        page.locator("#for-them > summary").click()
    scene.then(page)
