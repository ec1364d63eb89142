"""One phone with two seats, and what a commander takes back: as hands do it."""

from __future__ import annotations

from playwright.sync_api import expect

from assistant.campaign.passes import reissue
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


BOXES = """() => {
  const [lost, replaced] = ["lost", "replaced"]
    .map((one) => document.getElementById(one).getBoundingClientRect());
  const words = document.querySelector("#lost [data-of=lost]");
  const { top, bottom, left, right } = words.getBoundingClientRect();
  const seen = [[left + 8, top + 2], [(left + right) / 2, (top + bottom) / 2], [left + 8, bottom - 2]]
    .every(([x, y]) => words.contains(document.elementFromPoint(x, y)));
  return { seen, wide: innerWidth, top: lost.top, apart: replaced.top - lost.bottom, foot: replaced.bottom };
}"""


def test_without_contact_a_phone_says_so_above_the_new_code_and_i_have_read_it_leaves_the_page_there(
    evening: Evening, visit: Visit
) -> None:
    carl = phone(visit, evening, "Carl")
    carl.page.set_viewport_size({"width": 360, "height": 640})
    carl.page.goto(f"{evening.url}/j/{evening.codes['Dora']}")
    carl.is_live()
    reissue(evening.service.ledger, evening.at().campaign, evening.codes["Dora"])
    carl.page.reload()
    notice = carl.page.locator("#replaced")
    expect(notice).to_be_visible(timeout=PATIENCE)
    carl.is_live()
    evening.stop()
    carl.is_lost()
    shown = carl.page.evaluate(BOXES)
    assert (shown["seen"], shown["wide"]) == (True, 360)
    assert shown["top"] >= 0
    assert abs(shown["apart"]) <= 1
    assert shown["foot"] <= 640
    address = carl.page.url
    carl.tap("I have read it")
    expect(notice.locator(".trouble-here")).to_contain_text("Not sent", timeout=PATIENCE)
    assert carl.page.url == address
    assert carl.page.evaluate(BOXES)["seen"]
    evening.start()
    carl.is_live()
    carl.tap("I have read it")
    expect(notice).to_be_hidden(timeout=PATIENCE)
    assert carl.page.url == address


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
