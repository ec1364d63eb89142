"""Hits that somebody was giving out when another answered: they are told who did, and what counted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from assistant.kernel.asking import Allocate, Roll, Rolled
from tests.browser.fighting import SETTLED, FightTable, expect_live, expect_turn


@pytest.fixture
def dwarves(at: FightTable) -> Page:
    """They are to give out hits, and have laid out the first by hand."""
    page = at.come("dwarves")
    at.open(page, f"contacts/{at.contact}")
    page.get_by_role("button", name="Fight").tap()
    expect(page.locator("#step")).to_be_visible()
    expect_live(page)
    while not isinstance(asked := at.asked(), Allocate) or asked.seat not in ("dwarves", "good"):
        # Many hits, and nobody is saved.
        face = 6 if asked.purpose == "attack" else 1
        at.answer(Rolled((face,) * len(asked.dice)) if isinstance(asked, Roll) else None)
    expect(page.locator("[data-sharing]")).to_be_visible()
    expect_turn(page)
    page.get_by_role("button", name="Give them out yourself").tap()
    page.locator("#step [data-share=give]").first.tap()
    return page


def laid_out(page: Page) -> str:
    """1 to Brand."""
    first = page.locator("#step .taker").first
    says, several = first.get_attribute("data-says"), "," in (first.get_attribute("data-takers") or "")
    return f"1 {'among' if several else 'to'} {says}"


def put_away(page: Page, told: Locator) -> None:
    page.wait_for_timeout(SETTLED)
    told.get_by_role("button", name="Put it away").tap()
    expect(told).to_be_hidden()


def test_hits_that_were_laid_out_while_another_answered_are_told_of_with_who_did_and_what_counted(
    at: FightTable, dwarves: Page
) -> None:
    mine = laid_out(dwarves)
    asked = at.asked()
    assert isinstance(asked, Allocate)
    at.answer()
    told = dwarves.locator("#overtaken")
    expect(told).to_be_in_viewport()
    expect(told).to_contain_text("The game master answered first. What counted: ")
    expect(told).to_contain_text(f"What you had laid out did not count: {mine}.")
    put_away(dwarves, told)


def test_a_proposal_that_nobody_touched_is_not_told_of(at: FightTable, dwarves: Page) -> None:
    dwarves.get_by_role("button", name="As proposed").tap()
    at.answer()
    expect(dwarves.locator("[data-sharing]")).to_have_count(0)
    expect(dwarves.locator("#overtaken")).to_be_hidden()


def test_hits_that_were_laid_out_when_the_question_was_taken_back_are_said_to_be_so(
    at: FightTable, dwarves: Page
) -> None:
    (pending,) = at.service.ledger.pendings(at.campaign.id)
    at.service.take_back(pending.id)
    told = dwarves.locator("#overtaken")
    expect(told).to_contain_text("The question was taken back. What you had laid out did not count: ")


def test_hits_that_were_laid_out_when_another_ended_the_fight_are_told_of_at_its_end(
    at: FightTable, dwarves: Page
) -> None:
    mine = laid_out(dwarves)
    at.finish()
    told = dwarves.locator("[data-overtaken]")
    expect(told).to_contain_text("gave the last answer.")
    expect(told).to_contain_text(f"What you had laid out did not count: {mine}.")
    put_away(dwarves, told)
