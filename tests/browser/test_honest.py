"""Live and honest: lost contact, old pages, double taps, two at once, seats that change hands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.fight_out import fight_out
from tests.browser.players import PATIENCE, PHONE, Evening, Screen, Visit, master, phone, watched

GONDOR = "Gondor Foot at Minas Tirith"
WITHOUT_SHARING = "delete window.SharedWorker"
Hold = Callable[[Screen, str], list[Route]]


@pytest.fixture
def hold() -> Hold:
    """Keeps a phone's requests in the air until the test lets them go on."""

    def start(screen: Screen, pattern: str) -> list[Route]:
        held: list[Route] = []
        screen.page.route(pattern, lambda route: held.append(route))
        return held

    return start


def deeds(evening: Evening) -> int:
    return evening.at().seen


def opening_fight(anna: Screen, carl: Screen) -> None:
    """Anna and Carl at the first question of the first fight; it is Anna's."""
    carl.tap(carl.page.get_by_role("link", name="Fight", exact=True))
    carl.sees("· evil")
    carl.tap("Fight")
    carl.sees("Waiting for Anna")
    anna.tap(anna.page.get_by_role("link", name="To your fight"))
    anna.sees("It is your turn to answer.")


def to_movement(laptop: Screen) -> None:
    stage = laptop.page.locator(".stage-go")
    # What the rules demand and nobody saw to is told first; these players leave it.
    if (owed := stage.locator("summary")).is_visible():
        laptop.tap(owed)
    laptop.tap(stage.locator("[data-deed=go-on]"))
    expect(laptop.page.locator("#topbar")).to_contain_text("movement", timeout=PATIENCE)


# ---- contact lost and found ----------------------------------------------------------------------------


def test_a_phone_without_contact_says_so_takes_no_entry_keeps_what_was_typed_and_catches_up(
    evening: Evening, visit: Visit
) -> None:
    laptop, dora = master(visit, evening), phone(visit, evening, "Dora")
    dora.open("/seat/forces")
    force = dora.force("Denethor")
    dora.tap(force.get_by_text("Split the force"))
    name = force.get_by_label("Name of the new force")
    name.fill("Guard of the citadel")
    force.locator("form[data-deed=divide]").get_by_label("Gondor Foot").fill("2")
    evening.stop()
    for screen in (dora, laptop):
        screen.is_lost()
    was = deeds(evening)
    dora.tap(force.get_by_role("button", name="Split off"))
    expect(force.locator("form[data-deed=divide] .trouble-here")).to_contain_text("Not sent")
    expect(name).to_have_value("Guard of the citadel")
    evening.start()
    dora.is_live()
    expect(force.locator("form[data-deed=divide] .trouble-here")).to_contain_text("Contact is back")
    assert deeds(evening) == was
    to_movement(laptop)
    expect(dora.page.locator("#topbar")).to_contain_text("movement", timeout=PATIENCE)
    expect(name).to_have_value("Guard of the citadel")
    dora.tap(force.get_by_role("button", name="Split off"))
    dora.sees("Guard of the citadel")
    laptop.sees("Guard of the citadel")


def test_a_phone_without_contact_keeps_its_page_and_opens_the_next_when_it_is_back(
    evening: Evening, visit: Visit
) -> None:
    dora = phone(visit, evening, "Dora")
    dora.open("/seat/forces")
    evening.stop()
    dora.is_lost()
    tab = dora.page.get_by_role("link", name="Coming")
    tab.tap()
    dora.is_told("that page opens when it is back")
    assert dora.page.url.endswith("/seat/forces")
    evening.start()
    dora.is_live()
    dora.tap(tab)
    dora.page.wait_for_url("**/seat/coming")


def test_a_phone_out_of_range_says_so_and_comes_back_while_the_others_play_on(
    evening: Evening, visit: Visit
) -> None:
    laptop, context = master(visit, evening), visit(**PHONE)
    context.add_init_script(WITHOUT_SHARING)
    dora = watched(context, evening)
    dora.page.goto(f"{evening.url}/j/{evening.codes['Dora']}")
    dora.is_live()
    context.set_offline(True)
    dora.is_lost()
    laptop.is_live()
    laptop.tap(laptop.due(GONDOR).get_by_role("button", name="Place"))
    laptop.is_told("Minas Tirith")
    context.set_offline(False)
    dora.is_live()
    expect(dora.due(GONDOR)).to_have_count(0, timeout=PATIENCE)


def test_a_server_that_stops_in_the_middle_of_a_fight_is_back_at_the_same_question(
    evening: Evening, visit: Visit
) -> None:
    anna, carl = phone(visit, evening, "Anna"), phone(visit, evening, "Carl")
    opening_fight(anna, carl)
    anna.tap(anna.button("Type the faces of real dice"))
    for face in ("6", "2"):
        anna.tap(anna.page.locator(f"[data-face='{face}']"))
    evening.stop()
    for screen in (anna, carl):
        screen.is_lost()
    evening.start()
    for screen in (anna, carl):
        screen.is_live()
    # What lay typed before the cut lies there still.
    expect(anna.page.locator("#step .typed .die")).to_have_count(2)
    fight_out(anna, carl)


# ---- two at once ---------------------------------------------------------------------------------------


def test_a_double_tap_counts_once(evening: Evening, visit: Visit) -> None:
    dora, was = phone(visit, evening, "Dora"), deeds(evening)
    place = dora.due(GONDOR).get_by_role("button", name="Place")
    place.evaluate("(button) => { button.click(); button.click(); }")
    dora.is_told("Minas Tirith")
    expect(dora.due(GONDOR)).to_have_count(0, timeout=PATIENCE)
    assert deeds(evening) == was + 1


def test_an_answer_that_got_lost_on_its_way_back_counts_once_when_it_is_sent_again(
    evening: Evening, visit: Visit
) -> None:
    dora, was = phone(visit, evening, "Dora"), deeds(evening)
    # The first reply does not arrive, though what it answers did.
    dora.page.evaluate("""() => {
        const reach = window.fetch;
        window.fetch = async (path, ...sent) => {
            const answer = await reach(path, ...sent);
            if (!String(path).endsWith("/deeds")) return answer;
            window.fetch = reach;
            throw new TypeError("lost");
        };
    }""")
    # Held back, so that the page does not learn of it by the stream before the second tap.
    dora.page.route("**/seat", lambda route: None)
    place = dora.due(GONDOR).get_by_role("button", name="Place")
    dora.tap(place)
    dora.is_told("did not answer")
    with dora.page.expect_response("**/deeds") as again:
        dora.tap(place)
    assert again.value.status == 200
    assert deeds(evening) == was + 1


def test_of_two_who_answer_at_once_one_wins_and_the_other_is_told_and_shown(
    evening: Evening, visit: Visit, hold: Hold
) -> None:
    anna, carl, laptop = phone(visit, evening, "Anna"), phone(visit, evening, "Carl"), master(visit, evening)
    opening_fight(anna, carl)
    laptop.page.goto(anna.page.url)
    laptop.tap(laptop.page.get_by_text("Answer for them"))
    in_the_air = hold(anna, "**/answers")
    anna.tap(anna.page.locator("#step .option").first)
    laptop.tap(laptop.page.locator("#step .option").first)
    laptop.sees("Strike")
    assert len(in_the_air) == 1
    in_the_air[0].continue_()
    anna.is_told("answered")
    anna.sees("Strike")
    expect(anna.page.locator("#step:not([aria-busy])")).to_be_visible()


def test_a_march_on_an_old_page_is_refused_in_a_sentence_and_the_page_shows_how_it_stands(
    evening: Evening, visit: Visit, hold: Hold
) -> None:
    laptop = master(visit, evening)
    to_movement(laptop)
    first, second = phone(visit, evening, "Dora"), phone(visit, evening, "Dora")
    for screen in (first, second):
        screen.open("/seat/forces")
    in_the_air = hold(second, "**/deeds")
    second.march("Faramir", "Pelargir")
    first.march("Faramir", "Osgiliath")
    first.is_told("Osgiliath")
    assert len(in_the_air) == 1
    in_the_air[0].continue_()
    second.is_told("While you were looking, Dora changed what this is about")
    second.sees("Osgiliath, 8")
    march = second.force("Faramir").get_by_role("button", name="March", exact=True)
    expect(march).to_have_count(0, timeout=PATIENCE)
    world = evening.at().world
    assert [one.place for one in world.war.forces.values() if one.name == "Faramir"] == ["osgiliath"]


# ---- seats ---------------------------------------------------------------------------------------------


def test_a_seat_issued_anew_puts_the_old_phone_out_and_tells_it_why(evening: Evening, visit: Visit) -> None:
    laptop, old = master(visit, evening), phone(visit, evening, "Dora")
    laptop.open("/seats")
    card = laptop.page.locator("li.card").filter(has_text="Dora")
    expect(card.locator(".presence")).to_have_text("Connected", timeout=PATIENCE)
    laptop.tap(card.get_by_text("Change"))
    laptop.tap(card.get_by_role("button", name="Give out a new code"))
    expect(card.locator(".code")).not_to_have_text(evening.codes["Dora"], timeout=PATIENCE)
    expect(old.page.get_by_role("heading", level=1)).to_contain_text("new code", timeout=PATIENCE)
    evening.codes["Dora"] = card.locator(".code").inner_text()
    phone(visit, evening, "Dora").sees("Gondor Foot")


def test_a_phone_that_joined_by_typing_is_counted_as_connected(evening: Evening, visit: Visit) -> None:
    ben = watched(visit(**PHONE), evening)
    ben.page.goto(evening.url)
    ben.page.get_by_label("The code of your seat").fill(evening.codes["Ben"])
    ben.tap("Come in")
    ben.is_live()
    laptop = master(visit, evening)
    laptop.open("/seats")
    expect(laptop.page.locator("li.card").filter(has_text="Ben")).to_contain_text(
        "Connected", timeout=PATIENCE
    )


def test_two_tabs_of_one_seat_both_follow_and_the_back_button_shows_how_it_stands_now(
    evening: Evening, visit: Visit
) -> None:
    dora, laptop = phone(visit, evening, "Dora"), master(visit, evening)
    other = Screen(dora.page.context.new_page(), evening)
    other.open("/seat")
    dora.tap(dora.page.get_by_role("link", name="Goals"))
    dora.page.wait_for_url("**/seat/goals")
    laptop.tap(laptop.due(GONDOR).get_by_role("button", name="Place"))
    expect(other.due(GONDOR)).to_have_count(0, timeout=PATIENCE)
    dora.page.go_back()
    dora.is_live()
    expect(dora.due("Gondor Foot at Pelargir")).to_be_visible()
    expect(dora.due(GONDOR)).to_have_count(0, timeout=PATIENCE)


def test_a_phone_that_slept_shows_how_it_stands_when_it_wakes(evening: Evening, visit: Visit) -> None:
    laptop, context = master(visit, evening), visit(**PHONE)
    context.add_init_script(WITHOUT_SHARING)
    context.add_init_script(
        "Object.defineProperty(document, 'hidden', {get: () => window.sleeps ?? false});"
        "window.sleep = (sleeps) => {"
        "  window.sleeps = sleeps; document.dispatchEvent(new Event('visibilitychange'));"
        "}"
    )
    dora = watched(context, evening)
    dora.page.goto(f"{evening.url}/j/{evening.codes['Dora']}")
    dora.is_live()
    dora.page.evaluate("sleep(true)")
    laptop.tap(laptop.due(GONDOR).get_by_role("button", name="Place"))
    laptop.is_told("Minas Tirith")
    expect(dora.due(GONDOR)).to_have_count(1)
    dora.page.evaluate("sleep(false)")
    expect(dora.due(GONDOR)).to_have_count(0, timeout=PATIENCE)
    assert re.search(r"/seat$", dora.page.url)
