"""The big screen: it follows what the game master lets everybody see, and nobody touches it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from assistant.kernel.codec import Json, encode
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.standing import side_of
from assistant.rules.war import Force
from tests.browser.players import PATIENCE, Evening, Visit, master, projector


def test_the_standings_come_and_go_on_the_joined_projector_as_the_game_master_wishes(
    evening: Evening, visit: Visit
) -> None:
    laptop, big = master(visit, evening), projector(visit, evening)
    big.sees("Waited for")
    big.sees_not("Standings")
    laptop.tap("Show the standings on the projector")
    laptop.is_told("The projector shows the standings.")
    # The console stays where it is, and the screen on the wall follows by itself.
    assert laptop.page.url.endswith("/console")
    expect(big.page.locator(".board-waiting h2")).to_have_text("Standings")
    expect(big.page.locator(".board-waiting ol li").first).to_be_visible()
    laptop.tap("Take the standings off the projector")
    big.sees_not("Standings")
    big.sees("Waited for")


@pytest.mark.parametrize(("wide", "high"), [(1440, 900), (1920, 1080)])
def test_the_tables_fill_the_wall_from_side_to_side_and_nothing_needs_scrolling(
    evening: Evening, visit: Visit, wide: int, high: int
) -> None:
    big = projector(visit, evening)
    big.page.set_viewport_size({"width": wide, "height": high})
    big.sees("Waited for")
    tables = [big.page.locator(f".board-{one}").bounding_box() for one in ("north", "south")]
    shown = [one for one in tables if one]
    assert len(shown) == 2
    assert sum(one["width"] for one in shown) > 0.9 * wide
    # Both at one scale: 12 feet and 8 feet wide, the same 6 feet high.
    assert shown[0]["height"] == pytest.approx(shown[1]["height"], rel=0.01)
    assert big.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for part in ("turn", "bases", "waiting"):
        whole = "e => e.scrollHeight <= e.clientHeight + 1 && e.getBoundingClientRect().bottom <= innerHeight"
        assert big.page.locator(f".board-{part}").evaluate(whole), part


def declare_wars(evening: Evening) -> None:
    """All three wars, so that nothing on the wall is short."""
    at = evening.at()
    for event in ("war-of-saruman", "war-of-the-north", "war-of-the-ring"):
        setup: Json = {
            "kind": "settle-event",
            "event": event,
            "happened": True,
            "reason": "as the table says",
        }
        evening.service.begin(at.campaign, "settle-event", setup, actor="somebody", key=f"war {event}")


WALLS = [(1280, 640), (1280, 720), (1440, 800), (1440, 900), (1920, 950), (1920, 1080)]


@pytest.mark.parametrize(("wide", "high"), WALLS)
def test_everybody_who_is_waited_for_stands_whole_on_the_wall(
    evening: Evening, visit: Visit, wide: int, high: int
) -> None:
    declare_wars(evening)
    at = evening.at()
    # Sulladan's hosts have not come yet, so nobody waits for him.
    seated = [one for seat in at.world.war.seats.values() for one in seat.commanders]
    everyone = [one for one in seated if one != "sulladan"]
    done = everyone[: len(everyone) // 3 + 1]
    setup: Json = {"kind": "say-done", "commanders": [*done]}
    evening.service.begin(at.campaign, "say-done", setup, actor="somebody", key="a third is done")
    big = projector(visit, evening)
    big.page.set_viewport_size({"width": wide, "height": high})
    waited = big.page.locator(".board-waiting li")
    expect(waited).to_have_count(len(everyone) - len(done))
    for one in waited.all():
        assert one.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight"), one.inner_text()


@pytest.mark.parametrize(("wide", "high"), [(1280, 720), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("how", [{"how": "time"}, {"how": "agreement", "winner": "good"}])
def test_at_the_end_the_verdict_and_all_the_standings_stand_whole_on_the_wall(
    evening: Evening, visit: Visit, wide: int, high: int, how: dict[str, Json]
) -> None:
    declare_wars(evening)
    at = evening.at()
    ends: Json = {"kind": "end-game", **how}
    evening.service.begin(at.campaign, "end-game", ends, actor="somebody", key="the end")
    big = projector(visit, evening)
    big.page.set_viewport_size({"width": wide, "height": high})
    big.sees("The game is over")
    # Nine minions, each with their points.
    rows = big.page.locator(".board-waiting li:visible")
    expect(rows).to_have_count(9)
    for one in [*rows.all(), big.page.locator(".said-big"), *big.page.locator(".board-bases li").all()]:
        assert one.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight"), one.inner_text()
    for one in rows.all():
        assert one.evaluate("e => e.scrollWidth <= e.clientWidth"), one.inner_text()


def test_names_for_which_a_wall_has_no_room_are_counted(evening: Evening, visit: Visit) -> None:
    laptop, big = master(visit, evening), projector(visit, evening)
    laptop.tap("Show the standings on the projector")
    big.page.set_viewport_size({"width": 1280, "height": 560})
    more = big.page.locator(".board-waiting li", has_text=re.compile(r"^and \d+ more$"))
    expect(more).to_be_visible()
    assert more.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight")
    shown = big.page.locator(".board-waiting li:visible").count() - 1
    hidden = big.page.locator(".board-waiting li[hidden]").count()
    expect(more).to_have_text(f"and {hidden} more")
    assert shown > 0
    big.page.set_viewport_size({"width": 1280, "height": 1200})
    expect(more).to_have_count(0)
    expect(big.page.locator(".board-waiting li:visible")).to_have_count(shown + hidden)


def test_the_minutes_go_on_by_themselves_and_nobody_is_asked(evening: Evening, visit: Visit) -> None:
    big, asked = projector(visit, evening), list[str]()
    so_far = big.page.locator(".board-clock > [data-in-time] > [data-so-far]")
    expect(so_far).to_have_text(re.compile(r"^\d+ minutes?$"))
    big.page.on("request", lambda request: asked.append(request.url))
    # An hour and 35 minutes later by the browser's own clock.
    big.page.evaluate("""() => { const now = Date.now; Date.now = () => now() + 95 * 60_000; }""")
    expect(so_far).to_have_text(re.compile(r"^1 h 3\d$"), timeout=7_000)
    # After two hours without a deed nobody plays, and what was played is what lay before.
    big.page.evaluate("""() => { const now = Date.now; Date.now = () => now() + 30 * 60_000; }""")
    expect(so_far).to_have_text(re.compile(r"^\d minutes?$"), timeout=7_000)
    expect(big.page.locator(".board-clock > [data-in-time]").first).to_contain_text("played")
    # A typeface that is still on its way tells nothing of the game.
    assert [one for one in asked if not re.search("/heads|/stream|[.]woff", one)] == []


def test_a_turn_that_runs_over_is_said_to_on_the_wall(evening: Evening, visit: Visit) -> None:
    at = evening.at()
    for number in range(3):
        setup: Json = {"kind": "go-on", "anyway": True}
        evening.service.begin(at.campaign, "go-on", setup, actor="somebody", key=f"on {number} of three")
    big = projector(visit, evening)
    turn = big.page.locator(".board-clock")
    expect(turn).to_contain_text("At this pace turn")
    expect(turn.locator("[data-over-time]")).to_be_hidden()
    big.page.evaluate("""() => { const now = Date.now; Date.now = () => now() + 35 * 60_000; }""")
    expect(turn.locator("[data-over-time]")).to_contain_text(
        "Longer than the others: 35 minutes played so far", timeout=7_000
    )
    expect(turn.locator("[data-in-time]").first).to_be_hidden()


def fight_everywhere(evening: Evening, most: int) -> int:
    """Forces of both sides meet and begin to fight, as many as there are; how many fights that makes."""
    at = evening.at()
    while at.world.war.phase != "combat":
        setup: Json = {"kind": "go-on", "anyway": True}
        evening.service.begin(at.campaign, "go-on", setup, actor="somebody", key=f"on from {at.seen}")
        at = evening.at()
    free: dict[str, list[Force]] = {"good": [], "evil": []}
    for force in at.world.war.forces.values():
        if at.world.war.contact_of(force.id) is None and len(force.figures) > 4:
            free.get(side_of(at.kit, at.world, force), []).append(force)
    for good, evil in list(zip(free["good"], free["evil"], strict=False))[:most]:
        met: Json = {
            "kind": "meet",
            "good": [good.id],
            "evil": [evil.id],
            "place": good.place,
            "overruled": "x",
        }
        evening.service.begin(at.campaign, "meet", met, actor="somebody", key=f"meet {good.id}")
    world = evening.at().world
    for contact in world.war.contacts.values():
        battle = Battle(contact.id, proposed(at.kit, world, contact))
        evening.service.begin(
            at.campaign, "battle", encode(battle), actor="somebody", key=f"fight {contact.id}"
        )
    return len(world.war.contacts)


@pytest.mark.parametrize("lacking", ["nothing", "Array.prototype.toReversed"])
def test_many_fights_at_once_are_told_shortly_or_come_in_turn_and_none_is_cut(
    evening: Evening, visit: Visit, lacking: str
) -> None:
    big = projector(visit, evening)
    # The browser of a television may be years old.
    big.page.add_init_script(f"delete globalThis.{lacking};")
    big.page.set_viewport_size({"width": 1440, "height": 900})
    fights = fight_everywhere(evening, 7)
    big.page.clock.install()
    big.page.reload()
    shown = big.page.locator(".board-fights article")
    expect(shown).to_have_count(fights, timeout=PATIENCE)
    seen = set[str]()
    for _ in range(fights):
        assert big.page.locator(".board-fights").evaluate("e => e.scrollHeight <= e.clientHeight + 1")
        seen |= {one.inner_text() for one in shown.locator("h3:visible").all()}
        big.page.clock.fast_forward(8_100)
    assert len(seen) == fights
