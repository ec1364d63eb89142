"""The first page in a real browser: it fits, everyone can read it, and it keeps itself up to date."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page, expect

from assistant.ledger.records import Campaign, Entry
from assistant.web.server import Server
from tests.browser.players import KEYS

Serve = Callable[..., Server]
Stop = Callable[[Server], None]
Visit = Callable[..., BrowserContext]
Record = Callable[..., Entry]

PHONE, LAPTOP = (360, 740), (1280, 800)
WITHOUT_SHARING = "delete window.SharedWorker"
SECONDS = 15_000


def url(server: Server, host: str = "127.0.0.1") -> str:
    return f"http://{host}:{server.port}/"


def door(server: Server, host: str = "127.0.0.1") -> str:
    """The way in for the game master, who is told on the first page what was done last."""
    return f"{url(server, host)}master?passphrase={KEYS.passphrase}"


def expect_state(page: Page, words: str) -> None:
    """The connection says so; losing and finding a server may take some seconds."""
    expect(page.get_by_role("status")).to_have_text(words, timeout=SECONDS)


def expect_live(page: Page) -> None:
    expect_state(page, "Live")


def expect_deed(page: Page, title: str) -> None:
    expect(page.locator(".campaign-deed").filter(has_text=title)).to_be_visible(timeout=SECONDS)


def violations(page: Page) -> list[str]:
    """What axe finds wrong, as readable lines."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['help']}: {node['html']}" for one in found for node in one["nodes"]]


def streams(server: Server) -> int:
    with urlopen(url(server) + "health") as answer:
        return int(json.load(answer)["streams"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [PHONE, LAPTOP])
@pytest.mark.parametrize("filled", [True, False], ids=["campaigns", "none"])
def test_the_page_fits_and_everyone_can_read_it(
    filled: bool,
    width: int,
    height: int,
    scheme: str,
    serve: Serve,
    visit: Visit,
    request: pytest.FixtureRequest,
) -> None:
    if filled:
        request.getfixturevalue("campaign")
    page = visit(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(url(serve()))
    expect_live(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert violations(page) == []
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_error_page_is_as_readable(scheme: str, serve: Serve, visit: Visit) -> None:
    page = visit(viewport={"width": 360, "height": 740}, color_scheme=scheme).new_page()
    page.goto(url(serve()) + "nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page at this address.")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []
    page.get_by_role("link", name="To the start").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ring of Power")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_new_deed_shows_up_without_a_reload(
    scheme: str, serve: Serve, visit: Visit, campaign: Campaign, record: Record
) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce").new_page()
    page.goto(door(serve()))
    expect_live(page)
    page.evaluate("window.isTheSamePage = true")
    record(campaign, "The Ring goes south")
    expect_deed(page, "The Ring goes south")
    expect(page.locator(".figure")).to_have_text("2")
    expect(page.locator("#news")).to_have_text("Summer convention: The Ring goes south")
    assert page.evaluate("window.isTheSamePage") is True
    assert violations(page) == []


def test_it_works_on_the_address_that_phones_use(
    serve: Serve, page: Page, campaign: Campaign, record: Record
) -> None:
    page.goto(door(serve(), "gm.lan"))
    assert page.evaluate("window.isSecureContext") is False
    expect_live(page)
    record(campaign, "The Ring goes south")
    expect_deed(page, "The Ring goes south")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_lost_server_is_said_and_the_page_catches_up_by_itself(
    scheme: str, serve: Serve, stop: Stop, visit: Visit, campaign: Campaign, record: Record
) -> None:
    server = serve()
    page = visit(viewport={"width": 360, "height": 740}, color_scheme=scheme).new_page()
    page.goto(door(server))
    expect_live(page)
    expect(page.locator("#lost")).to_be_hidden()
    stop(server)
    expect_state(page, "Reconnecting…")
    expect(page.locator("#lost")).to_contain_text("does not answer")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []
    record(campaign, "Meanwhile the Ring goes south")
    serve(server.port)
    expect_live(page)
    expect(page.locator("#lost")).to_be_hidden()
    expect_deed(page, "Meanwhile the Ring goes south")


def test_a_campaign_made_while_the_server_was_stopped_shows_up(
    serve: Serve, stop: Stop, page: Page, request: pytest.FixtureRequest
) -> None:
    server = serve()
    page.goto(url(server))
    expect_live(page)
    expect(page.get_by_role("heading", name="No campaign yet")).to_be_visible()
    stop(server)
    expect_state(page, "Reconnecting…")
    request.getfixturevalue("campaign")
    serve(server.port)
    expect(page.get_by_role("heading", name="Summer convention")).to_be_visible(timeout=SECONDS)


def test_with_all_places_taken_the_page_asks_instead(
    serve: Serve, page: Page, campaign: Campaign, record: Record
) -> None:
    page.goto(door(serve(most=0)))
    expect_state(page, "Updates every few seconds")
    record(campaign, "The Ring goes south")
    expect_deed(page, "The Ring goes south")


def test_all_tabs_of_a_browser_share_one_stream(
    serve: Serve, visit: Visit, campaign: Campaign, record: Record
) -> None:
    server, context = serve(), visit()
    pages = [context.new_page() for _ in range(7)]
    for page in pages:
        page.goto(door(server))
        expect_live(page)
    assert streams(server) == 1
    record(campaign, "The Ring goes south")
    for page in pages:
        expect_deed(page, "The Ring goes south")


def test_without_sharing_a_page_has_its_own_stream_while_it_is_in_sight(
    serve: Serve, visit: Visit, campaign: Campaign, record: Record
) -> None:
    server, context = serve(look=0.05), visit()
    context.add_init_script(WITHOUT_SHARING)
    context.add_init_script(
        "Object.defineProperty(document, 'hidden', {get: () => window.isAway ?? false});"
        "window.look = (away) => {"
        "  window.isAway = away; document.dispatchEvent(new Event('visibilitychange'));"
        "}"
    )
    page = context.new_page()
    page.goto(door(server))
    expect_live(page)
    assert streams(server) == 1
    page.evaluate("look(true)")
    page.wait_for_function("async () => (await (await fetch('/health')).json()).streams === 0")
    record(campaign, "Unseen, the Ring goes south")
    page.evaluate("look(false)")
    expect_deed(page, "Unseen, the Ring goes south")
    record(campaign, "The Ring goes east")
    expect_deed(page, "The Ring goes east")


def test_two_windows_with_the_same_name_do_not_push_each_other_out(
    serve: Serve, visit: Visit, campaign: Campaign, record: Record
) -> None:
    server, context = serve(), visit()
    context.add_init_script(WITHOUT_SHARING)
    context.add_init_script("sessionStorage.setItem('assistant-client', 'twin')")
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(door(server))
    pages[0].wait_for_function("async () => (await (await fetch('/health')).json()).streams === 2")
    record(campaign, "The Ring goes south")
    for page in pages:
        expect_deed(page, "The Ring goes south")
        expect_live(page)


def test_a_page_of_an_older_version_reloads_itself(
    serve: Serve, page: Page, campaign: Campaign, record: Record
) -> None:
    page.goto(door(serve()))
    expect_live(page)
    page.evaluate("document.documentElement.dataset.version = 'older'")
    with page.expect_navigation():
        record(campaign, "The Ring goes south")
    expect_deed(page, "The Ring goes south")


def test_the_network_is_chosen_with_the_keyboard_and_shows_one_code(serve: Serve, page: Page) -> None:
    page.goto(url(serve()))
    codes = page.get_by_role("img", name="QR code for")
    expect(codes).to_have_count(1)
    page.locator("summary").nth(1).focus()
    page.keyboard.press("Enter")
    expect(codes).to_have_count(1)
    expect(codes).to_have_accessible_name("QR code for http://10.0.4.7:8090/")


def test_without_scripts_the_page_says_that_it_stands_still(
    serve: Serve, visit: Visit, campaign: Campaign
) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(url(serve()))
    expect(page.get_by_text("does not update by itself")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.get_by_role("heading", name="Summer convention")).to_be_visible()


def test_nothing_moves_for_those_who_ask_for_less_motion(
    serve: Serve, visit: Visit, campaign: Campaign
) -> None:
    page = visit(reduced_motion="reduce").new_page()
    page.goto(url(serve()))
    duration = "getComputedStyle(document.querySelector('.campaign')).transitionDuration"
    assert page.evaluate(duration) == "0s"
