"""A fight on two phones and a laptop: one side types real dice, the other lets the app roll."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.fighting import (
    SETTLED,
    FightTable,
    dice_of,
    expect_turn,
    see_through,
    type_faces,
)


@pytest.fixture
def begun(at: FightTable) -> tuple[Page, Page]:
    """The fight begun from the dwarves' phone, with the Easterlings looking at it too."""
    dwarves, easterlings = at.come("dwarves"), at.come("easterling-king")
    at.open(dwarves, f"contacts/{at.contact}")
    dwarves.get_by_role("button", name="Fight").tap()
    expect(dwarves.locator("#step")).to_be_visible()
    easterlings.goto(dwarves.url)
    return dwarves, easterlings


def test_a_fight_from_the_participants_to_its_story(at: FightTable) -> None:
    dwarves, easterlings = at.come("dwarves"), at.come("easterling-king")
    at.open(dwarves, "fights")
    dwarves.get_by_role("link", name="Brand").tap()
    expect(dwarves.locator("[data-odds]")).to_contain_text("· evil")
    dwarves.get_by_role("button", name="Fight").tap()
    expect(dwarves.locator("#step")).to_be_visible()
    at.open(easterlings, "fights")
    easterlings.get_by_role("link", name="Waiting for").first.tap()
    see_through([dwarves, easterlings])
    for page in (dwarves, easterlings):
        expect(page.locator(".story")).to_contain_text("Brand")
        expect(page.locator("main")).to_contain_text("rolled by hand")
        expect(page.locator("main")).to_contain_text("rolled by the app")


def test_odds_follow_what_is_typed(at: FightTable) -> None:
    dwarves = at.come("dwarves")
    at.open(dwarves, f"contacts/{at.contact}")
    odds = dwarves.locator("[data-odds] p").first
    expect(odds).to_contain_text("· evil")
    before = odds.inner_text()
    dwarves.locator("[data-side=evil] input[type=number]").first.fill("1")
    expect(odds).not_to_have_text(before)
    expect(dwarves.locator("[data-side=evil] [data-count]")).not_to_have_text("16 in reach")


@pytest.mark.parametrize("typed", ["99", "-1", "3.5"])
def test_no_odds_are_worked_out_for_a_number_that_cannot_be(at: FightTable, typed: str) -> None:
    dwarves = at.come("dwarves")
    at.open(dwarves, f"contacts/{at.contact}")
    expect(dwarves.locator("[data-odds]")).to_contain_text("· evil")
    dwarves.locator("[data-side=evil] [data-in-reach][type=number]").first.fill(typed)
    expect(dwarves.locator("[data-odds]")).to_contain_text(
        f"{typed} is not possible. Type a whole number from 0 to"
    )
    expect(dwarves.locator("[data-bar]")).to_be_hidden()


def test_the_way_back_from_a_fight_is_as_large_as_a_thumb(begun: tuple[Page, Page]) -> None:
    box = begun[0].get_by_role("link", name="Fights", exact=True).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44


def test_typed_dice_are_still_there_after_a_reload_and_the_last_is_taken_away(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, _ = begun
    expect_turn(dwarves)
    type_faces(dwarves, "365")
    dwarves.reload()
    expect(dwarves.locator(".typed .die")).to_have_count(3)
    dwarves.get_by_role("button", name="Back: take the last face away").tap()
    expect(dwarves.locator(".typed .die")).to_have_count(2)
    dwarves.keyboard.press("2")
    expect(dwarves.locator(".typed .die")).to_have_count(3)
    assert at.step() == 0


def test_the_keypad_moves_on_by_itself_and_sends_only_when_told(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, easterlings = begun
    expect_turn(dwarves)
    number = dice_of(dwarves)
    send = dwarves.get_by_role("button", name="Send", exact=True)
    type_faces(dwarves, "6" * (number - 1))
    expect(send).to_be_disabled()
    type_faces(dwarves, "6")
    expect(dwarves.locator(".typing-now")).to_contain_text(f"All {number} typed, {number} good")
    assert at.step() == 0
    send.tap()
    expect(dwarves.locator("#step")).to_contain_text("Waiting for")
    # The other phone has followed by itself, and shows the dice.
    expect_turn(easterlings)
    expect(easterlings.locator(".last .die.is-good")).to_have_count(number)


def test_the_app_rolls_the_rest_of_a_handful_that_was_begun_by_hand(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, _ = begun
    expect_turn(dwarves)
    number = dice_of(dwarves)
    type_faces(dwarves, "66")
    dwarves.get_by_role("button", name="App rolls the rest").tap()
    expect(dwarves.locator("#step")).to_contain_text("Waiting for")
    expect(dwarves.locator(".last .die.by-hand")).to_have_count(2)
    expect(dwarves.locator(".last .die")).to_have_count(number)


def test_a_double_tap_rolls_once(begun: tuple[Page, Page], at: FightTable) -> None:
    dwarves, easterlings = begun
    expect_turn(dwarves)
    dwarves.get_by_role("button", name="App rolls all").dblclick()
    expect_turn(easterlings)
    easterlings.get_by_role("button", name="Roll").dblclick()
    expect(easterlings.locator("#step")).to_contain_text("Waiting for")
    easterlings.wait_for_timeout(SETTLED)
    assert at.step() == 2
    expect(easterlings.locator("#said")).to_be_hidden()


def test_of_two_who_answer_at_once_one_wins_and_the_other_is_told_and_shown(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, _ = begun
    master = at.come("master")
    master.goto(dwarves.url)
    master.get_by_text("Answer for them").click()
    master.wait_for_timeout(SETTLED)
    expect_turn(dwarves)
    type_faces(dwarves, "1")
    # The phone's answer is still on its way when the game master's arrives.
    held: list[Route] = []
    dwarves.route("**/answers", lambda route: held.append(route))
    dwarves.get_by_role("button", name="App rolls the rest").tap()
    master.get_by_role("button", name="App rolls all").click()
    expect(master.locator("#step")).to_have_attribute("data-step", "1")
    with dwarves.expect_response("**/answers") as late:
        held[0].continue_()
    assert late.value.status == 409
    expect(dwarves.locator("#said")).to_contain_text("Someone answered this question")
    expect(dwarves.locator("#step")).to_contain_text("Waiting for")
    assert at.step() == 1


def test_dice_that_were_typed_while_another_answered_stay_in_sight_until_put_away(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, easterlings = begun
    master = at.come("master")
    master.goto(dwarves.url)
    expect_turn(dwarves)
    type_faces(dwarves, "352")
    # Still typed after a reload, and still told of.
    dwarves.reload()
    expect_turn(dwarves)
    master.get_by_text("Answer for them").click()
    master.get_by_role("button", name="App rolls all").click()
    lost = dwarves.locator("#overtaken")
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("The game master answered first. What counted: ")
    expect(lost).to_contain_text("What you had typed did not count:")
    assert [one.get_attribute("aria-label") for one in lost.locator(".die").all()] == ["3", "5", "2"]
    expect_turn(easterlings)
    easterlings.get_by_role("button", name="Roll").tap()
    expect(dwarves.locator("#step")).not_to_have_attribute("data-step", "1")
    expect(lost).to_be_visible()
    dwarves.wait_for_timeout(SETTLED)
    lost.get_by_role("button", name="Put it away").tap()
    expect(lost).to_be_hidden()


def test_dice_that_were_typed_when_another_ended_the_fight_are_told_of_at_its_end(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, _ = begun
    expect_turn(dwarves)
    type_faces(dwarves, "352")
    at.finish()
    lost = dwarves.locator("[data-overtaken]")
    expect(lost).to_contain_text("What you had typed did not count: 3, 5, 2.")
    dwarves.wait_for_timeout(SETTLED)
    lost.get_by_role("button", name="Put it away").tap()
    expect(lost).to_be_hidden()
    # Told once.
    dwarves.reload()
    expect(lost).to_be_hidden()


def test_the_game_master_takes_dice_back_and_everybody_stands_at_the_question_again(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, easterlings = begun
    master = at.come("master")
    master.goto(dwarves.url)
    expect_turn(dwarves)
    dwarves.get_by_role("button", name="App rolls all").tap()
    expect_turn(easterlings)
    expect(dwarves.get_by_role("button", name="Take back")).to_have_count(0)
    master.wait_for_timeout(SETTLED)
    master.get_by_role("button", name="Take back: strike").click()
    expect_turn(dwarves)
    expect(easterlings.locator("#step")).to_contain_text("Waiting for")
    assert at.step() == 0


def test_hits_are_given_out_by_tapping_and_what_is_not_allowed_is_said_beside_it(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, easterlings = begun
    expect_turn(dwarves)
    type_faces(dwarves, "6" * dice_of(dwarves))
    dwarves.get_by_role("button", name="Send", exact=True).tap()
    expect_turn(easterlings)
    easterlings.get_by_role("button", name="Roll").tap()
    sharing = dwarves.locator("[data-sharing]")
    while not sharing.count() and not easterlings.locator("[data-sharing]").count():
        dwarves.wait_for_timeout(50)
    who = dwarves if sharing.count() else easterlings
    who.wait_for_timeout(SETTLED)
    who.get_by_role("button", name="Give them out yourself").tap()
    first, send = (
        who.locator(".taker").first,
        who.get_by_role("button", name="Give them out like this", exact=True),
    )
    while send.is_disabled():
        first.locator("[data-share=give]").tap()
    revision = who.locator("#step").get_attribute("data-revision")
    send.tap()
    expect(who.locator("#step .trouble-here")).to_contain_text("cannot take a second while")
    first.locator("[data-share=less]").tap()
    expect(send).to_be_disabled()
    # What was wrong with it is over once it is changed.
    expect(who.locator("#step .trouble-here")).to_be_hidden()
    who.get_by_role("button", name="As proposed").tap()
    who.get_by_role("button", name="Yes, give them out like this").tap()
    expect(who.locator(f"#step[data-revision='{revision}']")).to_have_count(0)


def test_a_fight_that_is_called_off_leads_everyone_back_to_the_list(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, easterlings = begun
    master = at.come("master")
    master.goto(dwarves.url)
    master.get_by_text("Call this fight off").click()
    master.get_by_role("button", name="Call it off").click()
    for page in (master, dwarves, easterlings):
        expect(page.locator("main")).to_contain_text("No fight is under way.")


def test_a_phone_without_contact_sends_nothing_and_keeps_the_dice_that_were_typed(
    begun: tuple[Page, Page], at: FightTable
) -> None:
    dwarves, easterlings = begun
    expect_turn(dwarves)
    number = dice_of(dwarves)
    type_faces(dwarves, "5" * number)
    # Every request fails, as when the laptop is out of reach; the stream falls silent by itself.
    dwarves.context.route("**/*", lambda route: route.abort())
    send = dwarves.get_by_role("button", name="Send", exact=True)
    send.tap()
    expect(dwarves.locator("#step .trouble-here")).to_contain_text("laptop")
    expect(dwarves.locator(".typed .die")).to_have_count(number)
    assert at.step() == 0
    dwarves.context.unroute("**/*")
    send.tap()
    expect_turn(easterlings)
    assert at.step() == 1
