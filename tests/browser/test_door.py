"""Getting in, in Chromium: the demo, new campaigns, seats and phones, replaced codes, files, paper."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

from assistant.campaign.service import Service
from assistant.ledger.exchange import export_campaign
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from assistant.web import create_app
from assistant.web.keys import Keys
from assistant.web.limits import Limits
from assistant.web.server import Server, listen
from tests.browser.conftest import ADDRESSES
from tests.web.table import begun, code_of

KEYS = Keys(secret="a secret of the tests", passphrase="ABCD-EFGH-JKMN")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# What has just come under the finger does not take a tap at once.
SETTLED = 500
LAPTOP = {"viewport": {"width": 1280, "height": 900}}


@dataclass
class House:
    """The served War of the Ring, and those who come to its door."""

    service: Service
    server: Server
    visit: Callable[..., BrowserContext]

    def at(self, path: str = "/") -> str:
        return f"http://gm.lan:{self.server.port}{path}"

    def master(self, path: str = "/") -> Page:
        """The game master's laptop at a page."""
        page = self.visit(**LAPTOP).new_page()
        page.goto(self.at(f"/master?passphrase={KEYS.passphrase}"))
        page.goto(self.at(path))
        return page

    def phone(self) -> Page:
        """A phone that has not come in."""
        return self.visit(**PHONE).new_page()

    def come_in(self, page: Page, code: str) -> None:
        """Type a code on the first page."""
        page.goto(self.at())
        if page.get_by_text("Join with another code").is_visible():
            page.get_by_text("Join with another code").tap()
        page.get_by_label("The code of your seat").fill(code.lower().replace("-", " "))
        page.get_by_role("button", name="Come in").tap()


@pytest.fixture
def house(ledger: Ledger, war: RingOfPower, visit: Callable[..., BrowserContext]) -> Iterator[House]:
    """A server on a ledger of its own."""
    service = Service(ledger, war)
    with ExitStack() as running:
        app = create_app(service, addresses=ADDRESSES, keys=KEYS)
        server = Server(app, listen("127.0.0.1", 0))
        thread = threading.Thread(target=server.run)
        thread.start()
        running.callback(thread.join)
        running.callback(server.stop)
        yield House(service, server, visit)


@pytest.fixture
def trial(house: House) -> Campaign:
    """A ten-player game that has just begun."""
    return begun(house.service)


# ---- the demo ------------------------------------------------------------------------------------------


def test_the_demo_is_one_tap_away_on_a_phone(house: House) -> None:
    page = house.phone()
    page.goto(house.at())
    page.get_by_role("button", name="Try the demo").tap()
    page.wait_for_url("**/c/*/seats")
    expect(page.get_by_text("You are the game master of this demo")).to_be_visible()
    expect(page.locator(".topbar")).to_contain_text("Turn 9, movement")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open this seat in a new tab").first.tap()
    expect(opened.value.locator(".topbar")).to_contain_text("Fellowship of the Ring")
    page.get_by_role("link", name="To the console").tap()
    expect(page.get_by_text("Galadriel against Goblin King of Moria at Lothlórien").first).to_be_visible()


# ---- a new campaign ------------------------------------------------------------------------------------


def test_seats_are_proposed_while_one_types_and_the_game_begins(house: House) -> None:
    page = house.master("/new")
    seats = page.locator("#seats > li")
    expect(seats).to_have_count(10)
    page.get_by_label("Name", exact=True).fill("Spring convention")
    page.get_by_label("Name of player 1", exact=True).fill("Anna")
    page.get_by_label("Wish of player 1", exact=True).select_option("rohan")
    page.get_by_label("Dice of player 1", exact=True).select_option("by-hand")
    expect(seats.filter(has_text="Anna")).to_contain_text("Rohan · real dice")
    page.get_by_role("button", name="One player fewer").click()
    expect(seats).to_have_count(9)
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url("**/c/spring-convention/seats")
    expect(page.locator(".card").filter(has_text="Anna")).to_contain_text("real dice")
    world = house.service.world(house.service.campaign("spring-convention"))
    assert len(world.war.seats) == 9


def test_everything_typed_survives_a_refusal_and_a_reload(house: House) -> None:
    page = house.master("/new")
    page.get_by_label("Name of player 1", exact=True).fill("Anna")
    page.get_by_label("Name of player 2", exact=True).fill("anna")
    expect(page.locator("#seats-trouble")).to_contain_text("Two players are called Anna")
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#trouble")).to_contain_text("Two players are called Anna")
    page.get_by_label("Name of player 2", exact=True).fill("Ben")
    page.get_by_label("How many play").fill("12")
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#trouble")).to_contain_text("A campaign needs a name")
    page.reload()
    expect(page.get_by_label("Name of player 1", exact=True)).to_have_value("Anna")
    expect(page.get_by_label("Name of player 2", exact=True)).to_have_value("Ben")
    expect(page.locator("#seats > li")).to_have_count(12)
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url("**/c/spring/seats")


def test_a_house_rule_is_found_changed_summed_up_and_put_back(house: House) -> None:
    page = house.master("/new")
    page.get_by_label("Find a house rule").fill("fell beasts from when")
    rules = page.locator(".house:visible")
    expect(rules).to_have_count(1)
    rules.get_by_role("radio").nth(1).check()
    changed = page.locator("#changed > li")
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text("Fell beasts: from when")
    page.get_by_role("button", name="Fell beasts: from when: as it stands").click()
    expect(changed).to_have_count(0)
    rules.get_by_role("radio").nth(1).check()
    page.get_by_label("Name", exact=True).fill("Beasts")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url("**/c/beasts/seats")
    world = house.service.world(house.service.campaign("beasts"))
    assert list(world.house_rules) == ["CON-068"]


def test_two_taps_on_begin_make_one_campaign(house: House) -> None:
    page = house.master("/new")
    page.get_by_label("Name", exact=True).fill("Once")
    page.get_by_role("button", name="Begin the game").dblclick()
    page.wait_for_url("**/c/once/seats")
    assert [one.name for one in house.service.ledger.campaigns()] == ["Once"]


# ---- phones and seats ----------------------------------------------------------------------------------


def test_a_phone_comes_in_is_shown_as_connected_and_is_out_when_the_seat_is_issued_anew(
    house: House, trial: Campaign
) -> None:
    laptop, phone = house.master(f"/c/{trial.id}/seats"), house.phone()
    card = laptop.locator(".card").filter(has_text="Rohan")
    expect(card).to_contain_text("Not connected")
    house.come_in(phone, code_of(house.service, trial, "rohan"))
    expect(phone.locator(".topbar")).to_contain_text("Rohan")
    phone.reload()
    expect(phone.locator(".topbar")).to_contain_text("Rohan")
    expect(card.locator(".presence")).to_have_text("Connected")
    card.locator("summary").click()
    card.get_by_role("button", name="Give out a new code").click()
    expect(
        phone.get_by_text("Your seat has a new code, so this phone is no longer in the game.")
    ).to_be_visible()
    fresh = code_of(house.service, trial, "rohan")
    expect(card.locator(".code")).to_have_text(fresh)
    phone.get_by_label("The code of your seat").fill(fresh)
    phone.get_by_role("button", name="Come in").tap()
    expect(phone.locator(".topbar")).to_contain_text("Rohan")


def test_one_phone_holds_two_seats_and_finds_both_on_the_first_page(house: House, trial: Campaign) -> None:
    phone = house.phone()
    house.come_in(phone, code_of(house.service, trial, "rohan"))
    phone.wait_for_url("**/seat")
    house.come_in(phone, code_of(house.service, trial, "saruman"))
    phone.wait_for_url("**/seat")
    phone.goto(house.at(f"/c/{trial.id}/seat?as=saruman"))
    expect(phone.locator(".topbar")).to_contain_text("Saruman")
    phone.goto(house.at(f"/c/{trial.id}/seat?as=rohan"))
    expect(phone.locator(".topbar")).to_contain_text("Rohan")
    phone.goto(house.at())
    expect(phone.locator(".mine")).to_contain_text("Bot 4, Bot 6")


def test_wrong_codes_are_refused_in_words_and_then_wait(house: House, trial: Campaign) -> None:
    phone = house.phone()
    phone.goto(house.at("/join"))
    for _ in range(Limits().wrong_codes + 1):
        phone.get_by_label("The code of your seat").fill("AAAA-AAAA")
        with phone.expect_response("**/join"):
            phone.get_by_role("button", name="Come in").tap()
        expect(phone.get_by_role("alert")).to_be_visible()
    expect(phone.get_by_role("alert")).to_contain_text("Too many wrong codes were tried.")


def test_a_code_is_shown_large_for_those_who_stand_around(house: House, trial: Campaign) -> None:
    laptop = house.master(f"/c/{trial.id}/seats")
    laptop.get_by_role("button", name="QR code of Bot 6, show it large").click()
    dialog = laptop.get_by_role("dialog", name="Bot 6")
    expect(dialog).to_contain_text(code_of(house.service, trial, "rohan"))
    box = dialog.locator("svg").bounding_box()
    assert box is not None
    assert box["width"] > 300
    laptop.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_an_assistant_is_added_for_one_table_and_taken_away(house: House, trial: Campaign) -> None:
    laptop = house.master(f"/c/{trial.id}/seats")
    laptop.get_by_label("Name of an assistant").fill("Greta")
    laptop.get_by_label("Helps at").select_option("north")
    laptop.get_by_role("button", name="Add an assistant").click()
    card = laptop.locator(".card").filter(has_text="Greta")
    expect(card).to_contain_text("Helps at the North table")
    laptop.wait_for_timeout(SETTLED)
    card.locator("summary").click()
    card.get_by_role("button", name="Take the code away").click()
    expect(card).to_have_count(0)


def test_the_cards_are_printed_on_one_sheet_with_every_code(house: House, trial: Campaign) -> None:
    laptop = house.master(f"/c/{trial.id}/seats/cards")
    printed = PdfReader(BytesIO(laptop.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == 1
    text = printed.pages[0].extract_text()
    for one in house.service.ledger.passes(trial.id):
        assert one.code in text
    assert "Back to the seats" not in text
    width, height = printed.pages[0].mediabox[2:]
    assert (round(float(width)), round(float(height))) == (595, 842)


# ---- files ---------------------------------------------------------------------------------------------


def test_a_wrong_file_is_refused_in_a_sentence_and_the_right_one_taken_in(
    house: House, trial: Campaign, tmp_path: Path
) -> None:
    wrong, right = tmp_path / "holiday.jsonl", tmp_path / "trial.jsonl"
    wrong.write_bytes(b"\x89PNG not a campaign")
    with right.open("wb") as file:
        export_campaign(house.service.ledger, trial.id, file)
    laptop = house.master("/restore")
    laptop.get_by_label("A backup (").set_input_files(wrong)
    form = laptop.locator("#upload")
    form.get_by_role("button", name="Restore it").click()
    expect(form.locator(".trouble-here")).to_contain_text("holiday.jsonl is not a sound export")
    laptop.get_by_label("A backup (").set_input_files(right)
    form.get_by_role("button", name="Restore it").click()
    expect(laptop.locator("#taken")).to_contain_text("Trial is here already, just as in the file")
    laptop.get_by_role("button", name="Restore it").last.click()
    expect(laptop.locator("#taken")).to_contain_text("Trial")
    laptop.get_by_role("link", name="Open").first.click()
    laptop.wait_for_url("**/console")


def test_a_what_if_copy_is_made_from_the_first_page(house: House, trial: Campaign) -> None:
    laptop = house.master()
    laptop.get_by_text("What if …").click()
    laptop.get_by_label("Name of the copy").fill("Boromir lives")
    laptop.get_by_role("button", name="Make the copy").click()
    laptop.wait_for_url("**/c/boromir-lives/console*")
    expect(laptop.get_by_text("This is the copy")).to_be_visible()
    assert house.service.campaign("boromir-lives").head == 1
