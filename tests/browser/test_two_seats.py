"""One phone with two seats, and what a commander takes back: as hands do it."""

from __future__ import annotations

from playwright.sync_api import expect

from assistant.kernel.codec import encode
from assistant.ledger.records import Actor
from assistant.rules.deeds.meeting import Meet, Part
from tests.browser.players import PATIENCE, Evening, Visit, master, phone


def test_a_phone_that_loses_one_of_two_seats_says_so_at_once_and_plays_on(
    evening: Evening, visit: Visit
) -> None:
    laptop, carl = master(visit, evening), phone(visit, evening, "Carl")
    carl.page.goto(f"{evening.url}/j/{evening.codes['Dora']}")
    heading = carl.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Carl and Dora", timeout=PATIENCE)
    carl.is_live()
    laptop.open("/seats")
    card = laptop.page.locator("li.card").filter(has_text="Dora")
    laptop.tap(card.get_by_text("Change"))
    laptop.tap(card.get_by_role("button", name="Give out a new code"))
    notice = carl.page.locator("#replaced")
    expect(notice).to_contain_text("The seat of Dora has a new code", timeout=PATIENCE)
    expect(notice).to_be_visible()
    expect(heading).not_to_contain_text("Dora")
    carl.tap("I have read it")
    expect(notice).to_be_hidden(timeout=PATIENCE)
    carl.is_live()
    expect(heading).not_to_contain_text("Dora")


def test_who_said_that_forces_met_says_on_the_page_of_the_contact_that_they_do_not_fight(
    evening: Evening, visit: Visit
) -> None:
    at = evening.at()
    first = next(iter(at.world.war.contacts.values()))
    anna = next(one for one in at.world.war.seats.values() if one.player == "Anna")
    part, meet = Part(first.id, "too far apart"), Meet(first.good, first.evil, first.place)
    evening.service.begin(at.campaign, part.kind, encode(part), actor="gm", key="parted")
    who = Actor("Anna", (f"seat {anna.id}",))
    evening.service.begin(at.campaign, meet.kind, encode(meet), actor=who, key="met")
    (again,) = evening.at().world.war.contacts
    screen = phone(visit, evening, "Anna")
    screen.open(f"/contacts/{again}")
    screen.tap(screen.page.get_by_text("They do not fight after all"))
    screen.tap("No fight")
    expect(screen.page).to_have_url(f"{evening.url}/c/{evening.campaign}/fights", timeout=PATIENCE)
    assert not evening.at().world.war.contacts
