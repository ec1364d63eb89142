"""Nothing changes under a finger, and what somebody opened, typed or read stays."""

from __future__ import annotations

import json

from playwright.sync_api import Route, expect

from assistant.campaign.desk import answer
from assistant.campaign.permissions import MASTER
from assistant.campaign.service import Open
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


def remove(evening: Evening, figure: str) -> None:
    """Somebody else says that a figure is gone."""
    setup: Json = {"kind": "adjust", "figures": [figure], "condition": "eliminated", "reason": "as seen"}
    evening.service.begin(evening.at().campaign, "adjust", setup, actor="somebody", key=f"gone {figure}")


def test_who_was_chosen_in_a_list_stays_chosen_when_others_leave_the_list(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    laptop.open("/by-hand")
    listed = laptop.page.locator("#bearer")
    listed.evaluate("list => list.closest('details')?.setAttribute('open', '')")
    before, chosen = (
        str(one) for one in listed.evaluate("list => [list.options[1].value, list.options[4].value]")
    )
    listed.select_option(chosen)
    remove(evening, before)
    expect(listed.locator(f"option[value='{before}']")).to_have_count(0, timeout=PATIENCE)
    expect(listed).to_have_value(chosen)
    # Who is gone is chosen no more, and nobody else instead.
    remove(evening, chosen)
    laptop.is_told("can no longer be chosen here")
    expect(listed).to_have_value("")


def test_a_list_that_nobody_touched_says_nothing_when_what_it_showed_is_gone(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    laptop.open("/by-hand")
    listed = laptop.page.locator("#bearer")
    listed.evaluate("list => list.options[0].remove()")
    first, second = (
        str(one) for one in listed.evaluate("list => [list.options[0].value, list.options[1].value]")
    )
    # Nobody is the first choice again after the first change, and it still shows whom it showed.
    remove(evening, second)
    expect(listed.locator(f"option[value='{second}']")).to_have_count(0, timeout=PATIENCE)
    expect(listed).to_have_value(first)
    remove(evening, first)
    expect(listed.locator(f"option[value='{first}']")).to_have_count(0, timeout=PATIENCE)
    expect(listed).to_have_value("")
    assert "can no longer be chosen" not in laptop.page.inner_text("body")


def test_what_came_under_a_finger_that_rested_for_long_takes_no_tap(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    row = laptop.due(GONDOR)
    box = row.locator("button").first.bounding_box()
    assert box is not None
    laptop.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    laptop.page.mouse.down()
    place(evening, "men-of-minas-tirith@1")
    expect(row).to_have_count(0, timeout=PATIENCE)
    laptop.page.wait_for_timeout(600)  # what came has stood there for longer than a page takes to settle
    before = evening.at().seen
    laptop.page.mouse.up()
    laptop.page.wait_for_timeout(500)
    assert evening.at().seen == before
    assert laptop.page.url.endswith("/console")


def test_a_press_whose_end_never_comes_does_not_hold_the_page_back(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    down = """(button) => document.body.dispatchEvent(
        new PointerEvent("pointerdown", {bubbles: true, pointerId: 7, button}))"""
    # The menu of the right button takes its release; so does a window that comes in front.
    laptop.page.evaluate(down, 2)
    laptop.page.evaluate(down, 0)
    laptop.page.evaluate("() => window.dispatchEvent(new Event('blur'))")
    place(evening, "men-of-minas-tirith@1")
    expect(laptop.due(GONDOR)).to_have_count(0, timeout=5_000)


def test_a_finger_that_rests_on_the_screen_holds_the_page_back_for_some_seconds_only(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    laptop.page.mouse.move(700, 5)
    laptop.page.mouse.down()
    place(evening, "men-of-minas-tirith@1")
    expect(laptop.due(GONDOR)).to_have_count(0, timeout=PATIENCE)


def pressed_at_once(laptop: Screen, key: str) -> None:
    """A key at the very moment at which the page has changed."""
    laptop.page.evaluate(
        """(key) => document.addEventListener("refreshed", () => {
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            document.documentElement.dataset.pressed = "yes";
        }, {once: true})""",
        key,
    )


def go_on(evening: Evening) -> None:
    """Somebody else goes on to the next phase."""
    at = evening.at()
    setup: Json = {"kind": "go-on", "anyway": True}
    evening.service.begin(at.campaign, "go-on", setup, actor="somebody", key=f"on from {at.seen}")


def see_to(evening: Evening, kind: str, setup: dict[str, Json]) -> None:
    """Somebody else sees to something that is due, as the app proposes."""
    at = evening.at()
    key = f"see to {at.seen}"
    done = evening.service.begin(at.campaign, kind, {"kind": kind, **setup}, actor="somebody", key=key)
    while isinstance(done, Open):
        step, revision = done.step, done.revision
        done = answer(at, MASTER, done.id, {"by": "app"}, step=step, revision=revision, actor="somebody")


def test_the_key_for_the_next_phase_does_not_end_a_phase_that_has_just_begun(
    evening: Evening, visit: Visit
) -> None:
    laptop, was = master(visit, evening), evening.at().seen
    pressed_at_once(laptop, "n")
    go_on(evening)
    laptop.page.locator("html[data-pressed]").wait_for(state="attached")
    expect(laptop.page.locator("#said")).to_contain_text("has only just come here")
    assert evening.at().seen == was + 1


def test_the_key_for_the_first_thing_due_does_not_act_on_the_one_that_has_just_become_first(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    first = laptop.page.locator(".pane-due .due .button").first
    # Others see to what stands before the first arrival.
    while first.get_attribute("data-deed") != "arrive":
        shown = first.get_attribute("data-setup") or "{}"
        see_to(evening, first.get_attribute("data-deed") or "", json.loads(shown))
        expect(first).not_to_have_attribute("data-setup", shown, timeout=PATIENCE)
    was, shown = evening.at().seen, json.loads(first.get_attribute("data-setup") or "{}")
    pressed_at_once(laptop, "p")
    place(evening, shown["arrival"])
    laptop.page.locator("html[data-pressed]").wait_for(state="attached")
    expect(laptop.page.locator("#said")).to_contain_text("has only just come here")
    assert evening.at().seen == was + 1


def test_the_button_says_which_phase_it_ends(evening: Evening, visit: Visit) -> None:
    """A page that has not heard yet: the server knows what was meant."""
    laptop = master(visit, evening)
    button = laptop.page.locator(".stage-go [data-deed=go-on]").first
    setup = button.get_attribute("data-setup") or ""
    war = evening.at().world.war
    assert f'"phase": "{war.phase}"' in setup
    assert f'"turn": {war.turn}' in setup


def test_a_form_that_was_edited_after_a_lost_answer_is_another_command(
    evening: Evening, visit: Visit
) -> None:
    laptop, keys = master(visit, evening), list[str]()
    laptop.open("/keeping")
    form = laptop.page.locator("form[data-api$=backups]")

    def lose(route: Route) -> None:
        keys.append(json.loads(route.request.post_data or "{}")["key"])
        route.abort()

    laptop.page.route("**/backups", lose)
    for note in ("before", "before", "after"):
        form.locator("input").first.fill(note)
        form.get_by_role("button").click()
        expect(form.locator(".trouble-here")).to_contain_text("did not answer", timeout=PATIENCE)
    assert keys[0] == keys[1] != keys[2]
