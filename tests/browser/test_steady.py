"""Nothing changes under a finger, and what somebody opened, typed or read stays."""

from __future__ import annotations

from playwright.sync_api import expect

from assistant.kernel.codec import Json
from tests.browser.players import PATIENCE, Evening, Screen, Visit, master, phone

GONDOR = "Gondor Foot at Minas Tirith"


def place(evening: Evening, arrival: str) -> None:
    """Somebody else brings figures on."""
    at = evening.at()
    setup: Json = {"kind": "arrive", "arrival": arrival}
    evening.service.begin(at.campaign, "arrive", setup, actor="somebody", key=f"place {arrival}")


def is_this_page(url: str, screen: Screen) -> bool:
    return url == screen.page.url


def test_while_a_finger_is_down_nothing_changes_and_afterwards_everything_does(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    due = laptop.due(GONDOR)
    due.hover()
    laptop.page.mouse.down()
    with laptop.page.expect_response(lambda answer: is_this_page(answer.url, laptop)) as fetched:
        place(evening, "men-of-minas-tirith@1")
    fetched.value.finished()
    # The page knows how it stands, and holds back.
    expect(due).to_have_count(1)
    laptop.page.mouse.up()
    expect(due).to_have_count(0, timeout=PATIENCE)


def test_what_has_just_come_under_the_finger_takes_no_tap(evening: Evening, visit: Visit) -> None:
    laptop, was = master(visit, evening), evening.at().seen
    # Somebody taps the first button of the list at the very moment at which the one before it goes.
    laptop.page.evaluate("""() => document.addEventListener("refreshed", () => {
        document.querySelector(".dues [data-deed=arrive]").dispatchEvent(
            new MouseEvent("click", {bubbles: true, cancelable: true, detail: 1}));
        document.documentElement.dataset.tapped = "yes";
    }, {once: true})""")
    first = laptop.page.locator(".dues [data-deed=arrive]").first
    shown = first.get_attribute("data-setup") or ""
    place(evening, shown.split('"')[3])
    laptop.page.locator("html[data-tapped]").wait_for(state="attached")
    assert evening.at().seen == was + 1


def test_what_was_opened_typed_and_focused_stays_when_others_change_the_page(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    laptop.tap(laptop.page.locator("[data-pane=mays] > summary"))
    finder = laptop.page.get_by_label("Find a force")
    finder.fill("gond")
    finder.press("End")
    place(evening, "men-of-minas-tirith@1")
    expect(laptop.due(GONDOR)).to_have_count(0, timeout=PATIENCE)
    expect(laptop.page.locator("[data-pane=mays]")).to_have_attribute("open", "")
    expect(finder).to_have_value("gond")
    expect(finder).to_be_focused()
    laptop.page.keyboard.type("or")
    expect(finder).to_have_value("gondor")


def test_a_choice_made_in_a_form_and_a_refusal_beside_it_stay_when_others_change_the_page(
    evening: Evening, visit: Visit
) -> None:
    dora = phone(visit, evening, "Dora")
    dora.open("/seat/forces")
    force = dora.force("Denethor")
    dora.tap(force.get_by_text("Split the force"))
    form = force.locator("form[data-deed=divide]")
    dora.tap(form.get_by_role("button", name="Split off"))
    trouble = form.locator(".trouble-here")
    expect(trouble).not_to_be_empty()
    said = trouble.inner_text()
    form.get_by_label("Name of the new force").fill("Guard")
    place(evening, "men-of-minas-tirith@1")
    expect(force).to_contain_text("16", timeout=PATIENCE)
    expect(trouble).to_have_text(said)
    expect(form.get_by_label("Name of the new force")).to_have_value("Guard")
    expect(form).to_be_visible()
