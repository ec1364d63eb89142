"""Typing real dice on a phone: keys, faces and Send stay in sight, however many dice there are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fighting import LAPTOP, PHONE, SETTLED, FightTable, is_whole, pick

ACROSS = {"viewport": {"width": 740, "height": 360}, "has_touch": True}
ONE_HANDFUL = {"Dwarf Warrior": 13}
# Mounted men roll two dice each: 22 in all, for 2, 3, 4 and 5 or more.
FOUR_HANDFULS = {"Knight of Dol Amroth": 3, "Rider of Rohan": 2, "Dwarf Warrior": 8, "Dog": 4}
CROWD = {"Dwarf Warrior": 60}


def strike(at: FightTable, good: dict[str, int], **window: object) -> Page:
    """These strike at six Uruk-hai, and somebody holds real dice."""
    page = at.page(**window)
    page.goto(f"{at.url}/quick")
    for side, names in enumerate((good, {"Uruk-hai": 6})):
        for name, number in names.items():
            pick(page, side, name)
            page.get_by_label(name, exact=True).fill(str(number))
    page.get_by_label("Dice").select_option("hand")
    page.get_by_role("button", name="Fight").tap()
    expect(page.locator("#step")).to_contain_text("Strike")
    page.wait_for_timeout(SETTLED)
    return page


def expect_pad_in_sight(page: Page) -> None:
    """Every key, what is asked, the place of the next face or of the last one, and the buttons below."""
    for part in page.locator("[data-face], .typing-now, .pad [data-typed]").all():
        assert is_whole(page, part), part
    row = page.locator(".typed li.is-now" if page.locator(".typed li.is-now").count() else ".typed li").last
    blank = row.locator(".blank").first
    assert is_whole(page, blank if blank.count() else row.locator(".die").last)


@pytest.mark.parametrize(
    ("good", "handfuls", "number", "window"),
    [
        (ONE_HANDFUL, 1, 13, PHONE),
        (FOUR_HANDFULS, 4, 22, PHONE),
        (CROWD, 1, 60, PHONE),
        (FOUR_HANDFULS, 4, 22, ACROSS),
    ],
    ids=("thirteen dice", "four handfuls", "sixty dice", "four handfuls, held across"),
)
def test_the_keypad_lies_whole_under_the_thumb_from_the_first_die_to_the_last(
    at: FightTable, good: dict[str, int], handfuls: int, number: int, window: dict[str, object]
) -> None:
    page = strike(at, good, **window)
    expect(page.locator("[data-handful]")).to_have_count(handfuls)
    first_key = page.locator("[data-face='1']").bounding_box()
    for at_die in range(number):
        if at_die % 5 == 0:
            expect_pad_in_sight(page)
        page.locator(f"[data-face='{at_die % 6 + 1}']").tap()
    expect(page.locator(".typing-now")).to_contain_text("Look once more, then send.")
    expect_pad_in_sight(page)
    # No key has moved under the thumb meanwhile.
    assert page.locator("[data-face='1']").bounding_box() == first_key
    page.get_by_role("button", name="Send", exact=True).tap()
    expect(page.locator(".last .die.by-hand")).to_have_count(number)


def test_places_for_the_next_dice_are_drawn_as_long_as_any_are_left(at: FightTable) -> None:
    page = strike(at, {"Dwarf Warrior": 10}, **PHONE)
    expect(page.locator(".typed .blank")).to_have_count(10)
    page.keyboard.type("1234561")
    expect(page.locator(".typed .die")).to_have_count(7)
    expect(page.locator(".typed .blank")).to_have_count(3)


def test_everything_else_on_the_page_can_still_be_read_above_the_keypad(at: FightTable) -> None:
    page = strike(at, FOUR_HANDFULS, **PHONE)
    last = page.get_by_role("button", name="Change who fights")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(SETTLED)
    assert is_whole(page, last)
    all_of_them = page.get_by_role("button", name="App rolls all 22")
    all_of_them.click()
    # One tap, and they are rolled: the next question is another.
    expect(all_of_them).to_have_count(0)


def test_the_app_rolls_all_until_a_face_is_typed_and_the_rest_from_then_on(at: FightTable) -> None:
    page = strike(at, {"Dwarf Warrior": 10}, **PHONE)
    whole = page.get_by_role("button", name="App rolls all 10 and sends")
    rest = page.get_by_role("button", name="App rolls the rest and sends")
    expect(whole).to_have_count(1)
    expect(rest).to_have_count(0)
    page.keyboard.type("4")
    expect(rest).to_have_count(1)
    # Who would rather forget what was typed can do so with one tap.
    expect(page.get_by_role("button", name="Let the app roll all 10 dice")).to_be_visible()


EDGES = """() => [".dice", ".blank:nth-last-child(2)", ".more"].map((what) => {
  const { top, right } = document.querySelector(`.typed ${what}`).getBoundingClientRect();
  return [top, right];
})"""


def test_a_row_of_dice_is_filled_before_it_is_said_how_many_more_there_are(at: FightTable) -> None:
    page = strike(at, {"Dwarf Warrior": 40}, **PHONE)
    shown = page.locator(".typed .blank").count()
    expect(page.locator(".typed .more")).to_have_text(f"+{40 - shown}")
    (_, end), (above, blank), (top, more) = page.evaluate(EDGES)
    # The mark stands in the row of the last die, and no other would have had room beside it.
    assert abs(top - above) < 10
    assert blank < more
    assert end - more < more - blank


CLOSE = 24


@pytest.mark.parametrize(
    "window", [PHONE, ACROSS, {**LAPTOP, "has_touch": True}], ids=("upright", "across", "wide")
)
def test_what_sends_at_once_lies_where_no_thumb_slips_onto_it_from_a_key(
    at: FightTable, window: dict[str, object]
) -> None:
    page = strike(at, {"Dwarf Warrior": 10}, **window)
    page.keyboard.type("4")
    sends = page.get_by_role("button", name="App rolls the rest and sends").bounding_box()
    assert sends is not None
    for key in page.locator(".pad [data-face], .pad [data-typed]:not([data-typed=rest])").all():
        box = key.bounding_box()
        assert box is not None
        across = max(sends["x"] - box["x"] - box["width"], box["x"] - sends["x"] - sends["width"])
        along = max(sends["y"] - box["y"] - box["height"], box["y"] - sends["y"] - sends["height"])
        assert max(across, along) >= CLOSE, key
