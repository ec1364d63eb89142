"""On a phone the one thing to do now lies at the foot of the screen, whatever was rolled before it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fighting import LAPTOP, PHONE, SETTLED, FightTable, is_whole, pick

ACROSS = {"viewport": {"width": 740, "height": 360}, "has_touch": True}
THUMB = 48


def begin(at: FightTable, good: dict[str, int], evil: dict[str, int], **window: object) -> Page:
    """A quick fight in which the app rolls, at its first question."""
    page = at.page(**window)
    page.goto(f"{at.url}/quick")
    for side, names in enumerate((good, evil)):
        for name, number in names.items():
            pick(page, side, name)
            if number > 1:
                page.get_by_label(name, exact=True).fill(str(number))
    page.get_by_role("button", name="Fight").tap()
    expect(page.locator("#step")).to_be_visible()
    return page


def answer(page: Page) -> None:
    """Tap the first answer under the thumb, and wait for what comes of it."""
    told, asked = page.locator("#log li").count(), page.locator("#step").inner_text()
    page.wait_for_timeout(SETTLED)
    page.locator(".answers [data-answer]:visible, .options [data-answer]:visible").first.tap()
    page.wait_for_function(
        """([told, asked]) => document.querySelectorAll("#log li").length !== told
        || document.querySelector("#step")?.innerText !== asked""",
        arg=[told, asked],
    )


@pytest.mark.parametrize("window", [PHONE, ACROSS], ids=("upright", "held across"))
def test_whatever_is_asked_its_answer_lies_whole_under_the_thumb(
    at: FightTable, window: dict[str, object]
) -> None:
    page = begin(at, {"Dwarf Warrior": 60, "Gandalf the White": 1}, {"Uruk-hai": 50, "Saruman": 1}, **window)
    kinds = set[str]()
    while page.locator("#step").count():
        kinds.add(page.locator("#step-title").inner_text())
        few = page.locator("#step .options [data-answer]").count() <= 4
        for one in page.locator(".answers [data-answer]:visible").all() if few else ():
            assert is_whole(page, one), page.locator("#step").inner_text()
            box = one.bounding_box()
            assert box is not None
            assert box["height"] >= THUMB
        answer(page)
    assert {"Strike", "Give out the hits", "Defend"} <= kinds
    assert kinds & {"A duel of wizards", "Wizardry"}


def test_a_big_handful_is_one_line_by_its_faces_and_unfolds_to_every_die(at: FightTable) -> None:
    page = begin(at, {"Dwarf Warrior": 40}, {"Uruk-hai": 6}, **PHONE)
    answer(page)
    thrown = page.locator(".last .thrown")
    expect(thrown.locator("summary")).to_contain_text("Good to hit, 4+: 40 dice, ")
    counted = [int(one.inner_text().strip("×")) for one in thrown.locator(".tally > span").all()]
    assert sum(counted) == 40
    box = thrown.bounding_box()
    assert box is not None
    assert box["height"] < 90
    expect(thrown.locator(".die").first).to_be_hidden()
    page.wait_for_timeout(SETTLED)
    thrown.locator("summary").tap()
    expect(thrown.locator(".die").first).to_be_visible()
    assert thrown.locator(".die").count() == 40


def test_a_small_handful_shows_its_dice_at_once(at: FightTable) -> None:
    page = begin(at, {"Dwarf Warrior": 10}, {"Uruk-hai": 6}, **PHONE)
    answer(page)
    expect(page.locator(".last .die:visible")).to_have_count(10)


def test_on_a_wide_screen_the_answers_stand_below_their_question(at: FightTable) -> None:
    page = begin(at, {"Dwarf Warrior": 6}, {"Uruk-hai": 6}, **LAPTOP, has_touch=True)
    roll = page.get_by_role("button", name="Roll 6 dice")
    step = page.locator("#step").bounding_box()
    box = roll.bounding_box()
    assert step is not None
    assert box is not None
    assert step["y"] < box["y"] < step["y"] + step["height"]
