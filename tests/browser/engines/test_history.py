"""The history of a long game: light to open and to bring up to date, however much of it is folded away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.engines.browsers import Engine
from tests.browser.engines.window import Window
from tests.browser.every_page import Site, running

LAPTOP = (1280, 800)
# Firefox lays folded things out one by one, as soon as anybody asks how large they are.
LAID_OUT = """return [...document.querySelectorAll("details:not([open]) > :not(summary)")]
  .filter((one) => one.getClientRects().length).length;"""
FOLDED = "return document.querySelectorAll('details:not([open]) > :not(summary)').length;"
DEEDS = "return document.querySelectorAll('.deed').length;"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A demo of its own: deeds are taken back in it."""
    folder: Path = tmp_path_factory.mktemp("history")
    with running(folder) as found:
        yield found


@pytest.fixture
def history(engine: Engine, site: Site) -> Window:
    """The game master's laptop, at the history."""
    window = engine.visit(*LAPTOP)
    window.open(site.door)
    window.open(f"{site.url}/c/{site.campaign}/history")
    window.is_live()
    return window


def test_nothing_that_is_folded_away_in_the_history_is_laid_out(history: Window) -> None:
    assert history.look(FOLDED) > 40
    assert history.look(LAID_OUT) == 0


def test_a_deed_is_taken_back_and_done_again_from_the_history(history: Window) -> None:
    deed = history.look("return document.querySelector('.deed:has([data-api$=undo])').value;")
    line = f".deed[value='{deed}']"
    history.tap(f"{line} [data-api$=undo]", "Undo")
    history.sees("(undone)", css=line)
    history.tap(f"{line} [data-api$=redo]", "Redo")
    history.until("return !document.querySelector(arguments[0]).textContent.includes('(undone)');", line)
    history.is_live()
