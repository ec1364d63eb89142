"""A whole fight on two phones: one types real dice on its keypad, the other lets the app roll."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from assistant.rules.game import RingOfPower
from tests.browser.engines.browsers import Engine
from tests.browser.engines.window import Window, wait_for
from tests.browser.fighting import FightTable, Prepared, fight_table

PHONE = (390, 844)
MOST_STEPS, MOST_DICE = 60, 60
ON_A_BUSY_DESK = 45
"""Seconds until two phones have caught up with each other, where other tests keep both processors busy."""
# Good and poor faces, so that both sides come to something.
FACES = "5261346"
MINE, THEIRS, OVER = "mine", "theirs", "over"
# Which question a phone stands at, and whether it may answer; nothing while it is on its way to another.
WHERE = """if (document.querySelector(".story")) return ["over", ""];
const step = document.querySelector("#step:not([aria-busy])");
return step && [step.querySelector(".now") ? "mine" : "theirs", step.dataset.revision];"""
HOW_IT_IS = """return [document.getElementById("connection")?.dataset.state, document.hidden,
document.querySelector("#step")?.dataset.revision, location.pathname].join(" ");"""
WAITS_FOR_DICE = "return document.querySelector('.pad')?.checkVisibility() ?? false;"
CAN_SEND = "return !document.querySelector('[data-typed=send]').disabled;"
GONE_ON = "return document.querySelector('.story, #step:not([data-revision=\"' + arguments[0] + '\"])');"
WIDE = "return document.documentElement.scrollWidth - innerWidth;"


@pytest.fixture
def at(prepared: Prepared, tmp_path: Path, war: RingOfPower) -> Iterator[FightTable]:
    """Brand's men of Dale, who roll real dice, in contact with the Easterlings."""
    with fight_table(prepared, tmp_path, war, nobody) as table:
        yield table


def nobody(**_: object) -> BrowserContext:
    raise AssertionError("here people come with other browsers")


def come(engine: Engine, at: FightTable, who: str, *, beside: bool = False) -> Window:
    """A commander's phone."""
    phone = engine.visit(*PHONE, beside=beside)
    phone.open(f"http://127.0.0.1:{at.server.port}/j/{at.codes[who]}")
    phone.is_live()
    return phone


def fight_out(*phones: Window) -> list[str]:
    """Until every phone tells how it came out; how each question was answered."""
    answered: list[str] = []
    for _ in range(MOST_STEPS):
        places = both_stand(phones)
        if places[0] == OVER:
            break
        answered.append(answer(phones[places.index(MINE)]))
    return answered


def both_stand(phones: tuple[Window, ...]) -> list[str]:
    """Whose turn it is; if they never meet, what each of them shows is told."""
    try:
        found: list[str] = wait_for(
            lambda: same_place(phones), "both phones stand at the same question", patience=ON_A_BUSY_DESK
        )
    except AssertionError as late:
        for number, phone in enumerate(phones, start=1):
            late.add_note(f"phone {number}: {phone.look(HOW_IT_IS)}")
        raise
    return found


def same_place(phones: tuple[Window, ...]) -> list[str] | None:
    """Whose turn it is, once all of them show the same question, or the end of it."""
    seen = [phone.look(WHERE) for phone in phones]
    if not all(seen) or len({revision for _, revision in seen}) > 1:
        return None
    places = [place for place, _ in seen]
    return places if MINE in places or set(places) == {OVER} else None


def answer(phone: Window) -> str:
    """Type dice if the phone asks for them; else take what is offered first."""
    revision = phone.look("return document.getElementById('step').dataset.revision;")
    typed = phone.look(WAITS_FOR_DICE)
    if typed:
        type_dice(phone)
        phone.tap("[data-typed=send]")
        how = "typed"
    else:
        how = phone.look("return document.querySelector('#step .option').textContent;").strip()
        phone.tap("#step .option")
    phone.until(GONE_ON, revision)
    return how


def type_dice(phone: Window) -> None:
    """One key for each die, until all lie there."""
    for number in range(MOST_DICE):
        if phone.look(CAN_SEND):
            return
        phone.tap(f"[data-face='{FACES[number % len(FACES)]}']")


def test_a_whole_fight_with_real_dice_on_one_phone_and_the_apps_on_the_other(
    engine: Engine, at: FightTable
) -> None:
    dwarves = come(engine, at, "dwarves")
    easterlings = come(engine, at, "easterling-king", beside=True)
    dwarves.open(f"http://127.0.0.1:{at.server.port}/c/{at.campaign.id}/contacts/{at.contact}")
    dwarves.sees("· evil", css="[data-odds]")
    dwarves.tap("button", "Fight")
    dwarves.until("return document.getElementById('step');")
    easterlings.open(dwarves.look("return location.href;"))
    answered = fight_out(dwarves, easterlings)
    assert answered.count("typed") > 1
    assert any(one.startswith("Roll") for one in answered)
    for phone in (dwarves, easterlings):
        phone.sees("Brand", css=".story")
        phone.sees("rolled by hand")
        phone.sees("rolled by the app")
        assert phone.look(WIDE) <= 0
