"""What happened is said where somebody looks, and nothing moves for it: notices, undos, overtaken dice."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.players import PATIENCE, Evening, Visit, master, phone

IN_SIGHT = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= document.querySelector(".topbar").offsetHeight - 1 && bottom <= innerHeight;
}"""
COVERED = """(wanted) => {
  const notice = document.getElementById("lost").getBoundingClientRect();
  return wanted.filter((one) => {
    const { top, bottom } = document.querySelector(one).getBoundingClientRect();
    return top < notice.bottom && bottom > notice.top;
  });
}"""
TOP_OF_TITLE = "document.getElementById('due-title').getBoundingClientRect().top"


def test_nothing_moves_when_contact_is_lost_and_when_it_is_back(evening: Evening, visit: Visit) -> None:
    dora = phone(visit, evening, "Dora")
    before = dora.page.evaluate(TOP_OF_TITLE)
    evening.stop()
    dora.is_lost()
    assert dora.page.evaluate(TOP_OF_TITLE) == before
    evening.start()
    dora.is_live()
    expect(dora.page.locator("#lost")).to_be_hidden(timeout=PATIENCE)
    assert dora.page.evaluate(TOP_OF_TITLE) == before


def test_without_contact_the_question_and_the_button_can_still_be_read_on_a_phone(
    evening: Evening, visit: Visit
) -> None:
    dora = phone(visit, evening, "Dora")
    evening.stop()
    dora.is_lost()
    assert dora.page.evaluate(COVERED, ["#due-title", ".tabs", "#thumb button"]) == []


def test_without_contact_the_last_line_of_the_page_can_be_scrolled_clear_of_the_notice(
    evening: Evening, visit: Visit
) -> None:
    dora = phone(visit, evening, "Dora")
    evening.stop()
    dora.is_lost()
    dora.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert dora.page.evaluate(COVERED, ["main > :last-child"]) == []


def test_a_laptop_that_answers_and_cannot_show_the_page_is_not_called_lost(
    evening: Evening, visit: Visit
) -> None:
    laptop, dora = master(visit, evening), phone(visit, evening, "Dora")
    dora.page.route("**/seat", lambda route: route.fulfill(status=500, body="no"))
    laptop.page.keyboard.press("a")
    notice = dora.page.locator("#lost")
    expect(notice.get_by_text("Something is wrong on the game master's laptop")).to_be_visible(
        timeout=PATIENCE
    )
    expect(notice.locator("[data-of=lost]")).to_be_hidden()
    dora.tap(dora.page.locator("#thumb button"))
    dora.is_told("Not sent: something is wrong")
    dora.page.unroute("**/seat")
    expect(notice).to_be_hidden(timeout=PATIENCE)
    expect(dora.button("Not done after all")).to_be_visible(timeout=PATIENCE)


def test_who_did_a_deed_is_told_when_the_game_master_undoes_it_by_its_name(
    evening: Evening, visit: Visit
) -> None:
    laptop, carl = master(visit, evening), phone(visit, evening, "Carl")
    carl.tap(carl.button("Done with turn start"))
    undo = laptop.page.locator("[data-shortcut=u]")
    expect(undo).to_contain_text("done with turn start", timeout=PATIENCE)
    laptop.tap(undo)
    carl.is_told("The game master undid what you did")
    expect(carl.button("Done with turn start")).to_be_visible()
    laptop.is_told("Undo 2:")


def test_dice_that_were_overtaken_are_told_of_in_sight(evening: Evening, visit: Visit) -> None:
    anna, laptop = phone(visit, evening, "Anna"), master(visit, evening)
    anna.tap(anna.page.get_by_role("link", name="Fight", exact=True))
    anna.sees("· evil")
    anna.tap("Fight")
    anna.sees("It is your turn to answer.")
    anna.is_live()
    anna.tap("Type the faces of real dice")
    for face in ("6", "2"):
        anna.tap(anna.page.locator(f"[data-face='{face}']"))
    anna.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    laptop.open(anna.page.url.partition(f"/c/{evening.campaign}")[2])
    laptop.tap(laptop.page.get_by_text("Answer for them"))
    laptop.tap(laptop.page.locator("#for-them [data-answer]").first)
    told = anna.page.locator("#overtaken")
    expect(told).to_be_visible(timeout=PATIENCE)
    assert told.locator("strong").evaluate(IN_SIGHT)
