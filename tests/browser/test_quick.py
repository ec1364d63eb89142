"""A quick fight in the browser, and a battle typed in after it was fought on the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from assistant.kernel.ids import FigureId
from tests.browser.fighting import PHONE, SETTLED, FightTable, pick


@pytest.fixture
def guest(at: FightTable) -> Page:
    """Somebody who has joined nothing, with Éomer and riders picked against Uruk-hai."""
    page = at.page(**PHONE)
    page.goto(f"{at.url}/quick")
    for side, typed in ((0, "eomer"), (0, "rider of rohan"), (1, "uruk-hai")):
        field = page.get_by_label("Add a figure").nth(side)
        field.fill(typed)
        field.press("Enter")
    return page


def test_anyone_picks_two_sides_and_sees_the_odds_change(guest: Page) -> None:
    odds = guest.locator("[data-odds] p").first
    expect(odds).to_contain_text("· evil")
    before = odds.inner_text()
    guest.get_by_label("Uruk-hai", exact=True).fill("30")
    expect(odds).not_to_have_text(before)
    expect(guest.locator("[data-side=evil] [data-count]")).to_have_text("30")


def test_a_number_before_a_name_is_how_many_come_and_a_slip_finds_whom_it_means(guest: Page) -> None:
    good, evil = guest.get_by_label("Add a figure").all()
    evil.fill("12 feral")
    evil.press("Enter")
    expect(guest.get_by_label("Feral Uruk-hai", exact=True)).to_have_value("12")
    good.fill("Aragron")
    expect(guest.get_by_text("Nobody is called so. Do you mean:")).to_be_visible()
    guest.get_by_role("button", name="Aragorn", exact=True).click()
    expect(guest.locator("[data-side=good] [data-profile=aragorn]")).to_be_visible()


def test_a_place_brings_its_ground_and_its_walls(guest: Page) -> None:
    guest.get_by_label("At", exact=True).select_option("Moria")
    expect(guest.get_by_label("Terrain")).to_have_value("caves")
    guest.get_by_label("At", exact=True).select_option("Helm's Deep")
    expect(guest.get_by_label("Terrain")).to_have_value("clear")
    expect(guest.get_by_label("Walls are held by")).to_have_value("good")


def test_a_quick_fight_survives_a_reload_and_comes_to_its_end(guest: Page) -> None:
    guest.get_by_role("button", name="Fight").tap()
    expect(guest.locator("#step")).to_contain_text("Strike")
    guest.wait_for_timeout(SETTLED)
    guest.get_by_role("button", name="Roll").tap()
    expect(guest.locator(".last .die").first).to_be_visible()
    guest.reload()
    expect(guest.locator(".last .die").first).to_be_visible()
    guest.wait_for_timeout(SETTLED)
    guest.get_by_role("button", name="Take back the last answer").tap()
    expect(guest.locator(".last .die")).to_have_count(0)
    guest.wait_for_timeout(SETTLED)
    guest.get_by_role("button", name="Let the app fight it out").tap()
    expect(guest.locator("#outcome")).to_contain_text("Éomer and six Riders of Rohan met six Uruk-hai")
    guest.wait_for_timeout(SETTLED)
    guest.get_by_role("button", name="Change who fights").tap()
    expect(guest.locator("#setup")).to_be_visible()


def test_real_dice_are_typed_in_a_quick_fight_too(guest: Page) -> None:
    guest.get_by_label("Dice").select_option("hand")
    guest.get_by_role("button", name="Fight").tap()
    expect(guest.locator("#step")).to_contain_text("Strike")
    guest.wait_for_timeout(SETTLED)
    guest.keyboard.type("66")
    guest.get_by_role("button", name="App rolls the rest").tap()
    expect(guest.locator(".last .die.by-hand")).to_have_count(2)


def test_those_near_a_helper_are_counted_and_fight_so(at: FightTable) -> None:
    page = at.page(**PHONE)
    page.goto(f"{at.url}/quick")
    pick(page, 0, "Elrond", "Armored Elf", "Arwen")
    pick(page, 1, "Uruk-hai")
    page.get_by_label("of them within 2 inches of Elrond").fill("2")
    page.get_by_label("within 2 inches of Elrond", exact=True).check()
    # Three stand elsewhere, and a reload remembers it.
    page.get_by_label("Armored Elf", exact=True).fill("5")
    page.reload()
    expect(page.get_by_label("of them within 2 inches of Elrond")).to_have_value("2")
    expect(page.get_by_label("within 2 inches of Elrond", exact=True)).to_be_checked()
    page.get_by_role("button", name="Fight").tap()
    expect(page.locator("#step")).to_contain_text("Wizardry")
    page.wait_for_timeout(SETTLED)
    page.get_by_role("button", name="Let the app fight it out").tap()
    log = page.locator(".log")
    expect(log).to_contain_text("2 Armored Elves: 1 die at 3+; defense 4+ [failures rolled again: elven lore")
    expect(log).to_contain_text("3 Armored Elves: 1 die at 3+; defense 4+.")
    expect(page.locator("#outcome")).to_be_visible()
    page.wait_for_timeout(SETTLED)
    page.get_by_role("button", name="Change who fights").tap()
    page.get_by_role("button", name="Leave out Elrond").tap()
    expect(page.get_by_label("of them within 2 inches of Elrond")).to_have_count(0)


def test_a_fight_of_nobody_is_refused_beside_the_button(at: FightTable) -> None:
    page = at.page(**PHONE)
    page.goto(f"{at.url}/quick")
    page.get_by_role("button", name="Fight").tap()
    expect(page.locator("#setup .trouble-here")).to_have_text("Pick at least one figure for each side.")


def test_a_battle_is_typed_in_as_one_form(at: FightTable) -> None:
    master = at.come("master")
    at.open(master, f"contacts/{at.contact}/report")
    master.get_by_label("Brand", exact=True).select_option("wounded")
    master.get_by_label("Easterling Foot fell").first.fill("3")
    master.get_by_label("Who won").select_option("good")
    master.get_by_role("button", name="Record this battle").click()
    expect(master.locator(".story")).to_contain_text("Good won.")
    world = at.service.world(at.campaign)
    assert world.figures[FigureId("brand")].condition == "wounded"
    fallen = [one.id for one in world.figures.values() if one.condition == "eliminated"]
    assert len(fallen) == 3


def test_a_battle_won_against_the_numbers_asks_for_the_reason(at: FightTable) -> None:
    master = at.come("master")
    at.open(master, f"contacts/{at.contact}/report")
    master.get_by_label("Brand", exact=True).select_option("eliminated")
    master.get_by_label("Who won").select_option("good")
    expect(master.get_by_label("Why the table has it so")).to_be_hidden()
    master.get_by_role("button", name="Record this battle").click()
    expect(master.locator("#report .trouble-here")).to_contain_text("By these losses evil won")
    master.get_by_label("Why the table has it so").fill("They ran")
    master.get_by_role("button", name="Record this battle").click()
    expect(master.locator(".story")).to_contain_text("Good won.")


def test_nobody_is_typed_in_as_fallen_and_come_through_as_well(at: FightTable) -> None:
    master = at.come("master")
    at.open(master, f"contacts/{at.contact}/report")
    row = master.locator(".row", has=master.get_by_label("of 3 Easterling Kataphracts fell"))
    row.get_by_label("of 3 Easterling Kataphracts fell").fill("3")
    row.get_by_label("lost their mounts and came through").fill("3")
    master.get_by_label("Who won").select_option("good")
    wrong = row.get_by_role("alert")
    expect(wrong).to_have_text("All 3 fell, so nobody is left who lost a mount and came through.")
    master.get_by_role("button", name="Record this battle").click()
    assert at.contact in at.service.world(at.campaign).war.contacts
    row.get_by_label("of 3 Easterling Kataphracts fell").fill("2")
    expect(wrong).to_have_text("2 of 3 fell, so at most 1 lost a mount and came through.")
    row.get_by_label("lost their mounts and came through").fill("1")
    expect(wrong).to_be_hidden()
    master.get_by_role("button", name="Record this battle").click()
    expect(master.locator(".story")).to_contain_text("Good won.")


def test_a_battle_without_a_winner_is_not_sent(at: FightTable) -> None:
    master = at.come("master")
    at.open(master, f"contacts/{at.contact}/report")
    master.get_by_role("button", name="Record this battle").click()
    assert at.contact in at.service.world(at.campaign).war.contacts
