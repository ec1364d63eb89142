"""A thumb on a phone of 360 pixels: what it hits is as large as it is, and one tap does what it says."""

from __future__ import annotations

from tests.browser.players import Evening, Visit, phone

LEAST = 48
SMALL = """(wanted) => [...document.querySelectorAll(wanted)].filter((one) => one.checkVisibility())
  .map((one) => ({ words: one.textContent.trim().slice(0, 30), box: one.getBoundingClientRect() }))
  .filter(({ box }) => Math.round(box.width) < LEAST || Math.round(box.height) < LEAST)
  .map(({ words, box }) => `${words}: ${box.width} x ${box.height}`)""".replace("LEAST", str(LEAST))
TARGETS = (
    ".brand, .tabs a, .due-actions .button, .rule-tap, .rules-fold > summary, .why summary, .thumb .button"
)


def test_what_is_tapped_on_a_phone_is_as_large_as_a_thumb(evening: Evening, visit: Visit) -> None:
    dora = phone(visit, evening, "Dora")
    assert dora.page.locator(".rule-tap").count() > 0
    assert dora.page.evaluate(SMALL, TARGETS) == []
    dora.open("/seat/forces")
    dora.force("Faramir")
    assert dora.page.evaluate(SMALL, TARGETS) == []


def test_the_app_rolls_at_one_tap_though_faces_were_typed(evening: Evening, visit: Visit) -> None:
    anna = phone(visit, evening, "Anna")
    anna.tap(anna.page.get_by_role("link", name="Fight", exact=True))
    anna.sees("· evil")
    anna.tap("Fight")
    anna.sees("It is your turn to answer.")
    anna.is_live()
    anna.tap("Type the faces of real dice")
    anna.tap(anna.page.locator("[data-face='6']"))
    anna.tap("Let the app roll all 4 dice")
    anna.sees("Waiting for Carl")
