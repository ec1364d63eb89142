"""Two prepare the same fight: one begins it, and the other is told who did, and shown the fight."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.fighting import SETTLED, FightTable, expect_live

FIGHT = re.compile(r"/fights/[0-9a-f]+$")


def at_the_contact(at: FightTable, who: str) -> Page:
    page = at.come(who)
    at.open(page, f"contacts/{at.contact}")
    return page


def player_of(at: FightTable, commander: str) -> str:
    seats = at.service.world(at.campaign).war.seats.values()
    return str(next(seat.player for seat in seats if commander in seat.commanders))


def test_who_prepared_a_fight_is_told_who_has_begun_it(at: FightTable) -> None:
    good, evil = at_the_contact(at, "dwarves"), at_the_contact(at, "easterling-king")
    evil.get_by_label("Beside deep water").check()
    good.get_by_role("button", name="Fight", exact=True).tap()
    expect(evil).to_have_url(FIGHT)
    said = f"{player_of(at, 'dwarves')} has begun this fight; what you had typed did not count."
    expect(evil.locator("#said")).to_have_text(said)
    # Whoever began it themselves hears nothing of the kind.
    expect(good).to_have_url(FIGHT)
    expect_live(good)
    expect(good.locator("#said")).to_be_hidden()


def test_who_taps_at_the_same_moment_and_comes_second_is_told_so_too(at: FightTable) -> None:
    good, evil = at_the_contact(at, "dwarves"), at_the_contact(at, "easterling-king")
    held = list[Route]()
    evil.route("**/fight", lambda route: held.append(route))
    evil.get_by_role("button", name="Fight", exact=True).tap()
    good.get_by_role("button", name="Fight", exact=True).tap()
    expect(good).to_have_url(FIGHT)
    evil.wait_for_timeout(SETTLED)
    held[0].continue_()
    expect(evil).to_have_url(FIGHT)
    expect(evil.locator("#said")).to_have_text(f"{player_of(at, 'dwarves')} has begun this fight.")


def test_who_looks_without_having_typed_anything_just_sees_the_fight(at: FightTable) -> None:
    good, evil = at_the_contact(at, "dwarves"), at_the_contact(at, "easterling-king")
    good.get_by_role("button", name="Fight", exact=True).tap()
    expect(evil).to_have_url(FIGHT)
    expect_live(evil)
    expect(evil.locator("#said")).to_be_hidden()
