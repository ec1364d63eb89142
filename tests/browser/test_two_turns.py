"""Two turns of the War of the Ring, played by a game master and four phones, as at the venue."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.fight_out import fight_out
from tests.browser.players import PATIENCE, PHONE, Evening, Screen, Visit, master, phone, projector, watched


def test_two_turns_are_played_by_a_game_master_and_four_phones(evening: Evening, visit: Visit) -> None:
    laptop, board = master(visit, evening), projector(visit, evening)
    anna, carl, dora = (phone(visit, evening, one) for one in ("Anna", "Carl", "Dora"))
    ben = join_by_typing(visit, evening, "Ben")
    phones = (anna, ben, carl, dora)

    board.sees("Turn 1 begins")
    the_fellowship_breaks_up(anna, carl, board)
    new_figures_are_placed(laptop, anna, dora)
    war_is_declared(carl, board)
    all_are_done(laptop, phones, "movement")
    board.sees("Turn 1 movement")

    forces_march(anna, dora, laptop)
    saruman_meets_theodred(carl, anna, board)
    all_are_done(laptop, phones, "combat")
    the_fords_are_fought_for(carl, anna, board)
    all_are_done(laptop, phones, "turn 2")

    board.sees("Turn 2 begins")
    laptop.tap(laptop.button("Place all"))
    laptop.is_told("arrivals placed")
    for following in ("movement", "combat", "turn 3"):
        all_are_done(laptop, phones, following)
    board.sees("Turn 3 begins")
    assert evening.at().world.war.turn == 3


def join_by_typing(visit: Visit, evening: Evening, player: str) -> Screen:
    """The code as people type it: small letters, no hyphen."""
    screen = watched(visit(**PHONE), evening)
    screen.page.goto(f"{evening.url}/join")
    screen.page.get_by_label("The code of your seat").fill(evening.codes[player].lower().replace("-", " "))
    screen.tap("Come in")
    screen.is_live()
    return screen


def the_fellowship_breaks_up(anna: Screen, carl: Screen, board: Screen) -> None:
    """The fight that comes before everything else; Carl's dice are real."""
    carl.tap(carl.page.get_by_role("link", name="Fight", exact=True))
    carl.sees("of 12 Uruk-hai Scouts")
    carl.sees("· evil")
    carl.tap("Fight")
    board.sees("Boromir")
    anna.tap(anna.page.get_by_role("link", name="To your fight"))
    fight_out(anna, carl)
    for screen in (anna, carl):
        screen.sees("rolled by hand")
    board.sees("Amon Hen")
    for screen in (anna, carl):
        screen.open()


def new_figures_are_placed(laptop: Screen, anna: Screen, dora: Screen) -> None:
    """Two by their commanders, the rest by the game master in one go."""
    due = anna.due("Wood Elf at Lothlórien")
    due.get_by_label("Where").select_option(label="Lothlórien")
    anna.tap(due.get_by_role("button", name="Place"))
    anna.is_told("Lothlórien")
    dora.tap(dora.due("Gondor Foot at Minas Tirith").get_by_role("button", name="Place"))
    dora.is_told("Minas Tirith")
    expect(laptop.due("Gondor Foot at Minas Tirith")).to_have_count(0, timeout=PATIENCE)
    laptop.tap(laptop.button("Place all"))
    laptop.is_told("arrivals placed")
    expect(dora.due("Gondor Foot at Pelargir")).to_have_count(0, timeout=PATIENCE)


def war_is_declared(carl: Screen, board: Screen) -> None:
    war = carl.due("Declare the War of Saruman")
    # So much comes of it that one tap is not enough.
    carl.tap(war.locator(".sure > summary"))
    carl.tap(war.get_by_role("button", name="Declare"))
    board.sees("War of Saruman")


def all_are_done(laptop: Screen, phones: tuple[Screen, ...], following: str) -> None:
    """Everybody says so on the phone; then the game master goes on."""
    for screen in phones:
        screen.open()
        screen.tap(screen.page.locator("#thumb button"))
        expect(screen.button("Not done after all")).to_be_visible(timeout=PATIENCE)
    laptop.sees_not("waited for")
    stage = laptop.page.locator(".stage-go")
    expect(stage).to_have_text(re.compile(f"^\\s*On to {following}"), timeout=PATIENCE)
    # What the rules demand and nobody saw to is told first; these players leave it.
    if (owed := stage.locator("summary")).is_visible():
        laptop.tap(owed)
    laptop.tap(stage.locator("[data-deed=go-on]"))
    expect(laptop.page.locator("#topbar")).to_contain_text(following, ignore_case=True, timeout=PATIENCE)


def forces_march(anna: Screen, dora: Screen, laptop: Screen) -> None:
    """One march too far is taken back at once by who made it."""
    anna.open("/seat/forces")
    anna.march("Armored Elves of Edhellond", "Dol Amroth")
    anna.is_told("Dol Amroth")
    dora.open("/seat/forces")
    dora.march("Faramir", "Osgiliath")
    dora.is_told("Osgiliath")
    laptop.sees("Faramir to Osgiliath")
    dora.tap(dora.page.locator("#said").get_by_role("button", name="Undo"))
    dora.is_told("Undo")
    laptop.sees("(undone)")
    expect(dora.force("Faramir").get_by_role("button", name="March", exact=True)).to_be_visible()


def saruman_meets_theodred(carl: Screen, anna: Screen, board: Screen) -> None:
    carl.open("/seat/forces")
    carl.march("Saruman", "Fords of Isen")
    carl.is_told("Fords of Isen")
    there = carl.force("Saruman")
    there.get_by_label("An enemy within 1 inch").select_option(label="Théodred")
    carl.tap(there.get_by_role("button", name="They have met"))
    anna.open("/seat")
    anna.sees("at Fords of Isen")
    board.sees("About to fight")


def the_fords_are_fought_for(carl: Screen, anna: Screen, board: Screen) -> None:
    carl.open("/fights")
    carl.tap(carl.page.get_by_role("link", name="Théodred"))
    carl.sees("· evil")
    carl.tap("Fight")
    anna.open("/seat")
    anna.tap(anna.page.get_by_role("link", name="To your fight"))
    fight_out(anna, carl)
    board.sees("Théodred")
