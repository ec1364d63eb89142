"""Answers that counted though their replies were lost: nobody is told of dice that did not count."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from tests.browser.fighting import (
    SETTLED,
    FightTable,
    dice_of,
    expect_turn,
    see_through,
    type_faces,
)

PATIENCE = 200


def lose_replies(page: Page, times: int) -> Counter[str]:
    """What a page sends arrives, and the first so many replies to it do not; counted by key."""
    tries: Counter[str] = Counter()

    def answer(route: Route) -> None:
        key = str((route.request.post_data_json or {})["key"])
        tries[key] += 1
        # Only browsers know the laptop by its name.
        sent = route.request
        headers = {**sent.all_headers(), "host": urlsplit(sent.url).netloc}
        reply = route.fetch(url=sent.url.replace("gm.lan", "127.0.0.1"), headers=headers)
        assert reply.status == 200
        if tries[key] <= times:
            route.abort()
        else:
            route.fulfill(response=reply)

    page.route("**/answers", answer)
    return tries


def begin(at: FightTable) -> tuple[Page, Page]:
    dwarves, easterlings = at.come("dwarves"), at.come("easterling-king")
    at.open(dwarves, f"contacts/{at.contact}")
    dwarves.get_by_role("button", name="Fight").tap()
    easterlings.goto(dwarves.url)
    expect_turn(dwarves)
    return dwarves, easterlings


def test_dice_whose_reply_was_lost_counted_and_nobody_says_otherwise(at: FightTable) -> None:
    dwarves, easterlings = begin(at)
    tries = lose_replies(dwarves, 3)
    number = dice_of(dwarves)
    type_faces(dwarves, "5" * number)
    dwarves.get_by_role("button", name="Send", exact=True).tap()
    expect(dwarves.locator("#step")).to_contain_text("Waiting for")
    expect_turn(easterlings)
    expect(easterlings.locator(".last .die.by-hand")).to_have_count(number)
    # The reply that came at last: the same key each time, one answer, and no word of another's.
    for _ in range(PATIENCE):
        if 4 not in tries.values():
            dwarves.wait_for_timeout(50)
    dwarves.wait_for_timeout(SETTLED)
    expect(dwarves.locator("#overtaken")).to_be_hidden()
    assert [*tries.values()] == [4]
    assert at.step() == 1
    expect(dwarves.locator("#step .trouble-here")).to_be_hidden()


def test_a_whole_fight_of_lost_replies_comes_to_its_end_and_every_answer_counts_once(at: FightTable) -> None:
    people = begin(at)
    counted = [lose_replies(page, 2) for page in people]
    see_through([*people])
    entry = at.service.ledger.entries(at.campaign.id)[-1]
    assert sum(len(tries) for tries in counted) == len(entry.answers)
    for page in people:
        expect(page.locator(".story")).to_contain_text("Brand")
        expect(page.locator("[data-overtaken]")).to_be_hidden()


def test_who_was_overtaken_while_the_replies_were_lost_is_told_when_the_server_says_so(
    at: FightTable,
) -> None:
    dwarves, _ = begin(at)
    master = at.come("master")
    master.goto(dwarves.url)
    master.get_by_text("Answer for them").click()
    type_faces(dwarves, "352")
    tries: list[Route] = []
    dwarves.route("**/answers", lambda route: route.continue_() if tries else tries.append(route))
    dwarves.get_by_role("button", name="App rolls the rest").tap()
    master.wait_for_timeout(SETTLED)
    master.get_by_role("button", name="App rolls all").click()
    expect(dwarves.locator("#step")).to_contain_text("Waiting for")
    # The page shows that the question is over, and does not know yet whose answer it was.
    expect(dwarves.locator("#overtaken")).to_be_hidden()
    tries[0].abort()
    lost = dwarves.locator("#overtaken")
    expect(lost).to_contain_text("The game master answered first.")
    expect(lost).to_be_visible()
    assert [one.get_attribute("aria-label") for one in lost.locator(".die").all()] == ["3", "5", "2"]
    assert at.step() == 1
