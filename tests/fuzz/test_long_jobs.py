"""The written list of long jobs: each is begun on a page that shows that it goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assistant.rules.game import RingOfPower
from tests.fuzz.asking import WEB
from tests.fuzz.hall import Hall
from tests.fuzz.long_jobs import AS_A_LAYER, BY_PARTS, CHECKING, IN_THE_BUTTON, IN_THE_TAB, IN_WORDS, LONG
from tests.fuzz.playing import run

BUSY = 'setAttribute("aria-busy", "true")'
DOES: dict[str, tuple[tuple[str, str], ...]] = {
    IN_THE_BUTTON: (("deeds.js", BUSY), ("screen.css", 'button[aria-busy="true"]::after')),
    BY_PARTS: (("deeds.js", BUSY), ("deeds.js", "while (answer.more)")),
    CHECKING: (("upload.js", BUSY), ("upload.js", 'button.textContent = "Checking…"')),
    IN_WORDS: (("odds.js", "Working it out…"),),
    AS_A_LAYER: (("layers.js", "layer.replaceChildren"),),
}
"""What in a script or style shows it; tests/browser/test_busy.py looks at a button that is tapped."""


@pytest.fixture(scope="module")
def hall(war: RingOfPower, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with the demo in its middle."""
    with run(tmp_path_factory.mktemp("hall"), war, 1) as at:
        yield at.hall


@pytest.mark.parametrize("endpoint", LONG)
def test_a_long_job_is_begun_where_the_list_says(endpoint: str, hall: Hall) -> None:
    one = LONG[endpoint]
    page = hall.master.client.get(one.page.replace("ID", hall.campaign.id))
    assert page.status_code == 200
    assert one.begins.replace("ID", hall.campaign.id) in page.get_data(as_text=True)
    assert endpoint in hall.app.view_functions


@pytest.mark.parametrize("endpoint", [name for name, one in LONG.items() if one.shown != IN_THE_TAB])
def test_a_long_job_shows_that_it_goes_on(endpoint: str) -> None:
    for file, what in DOES[LONG[endpoint].shown]:
        assert what in (WEB / "static" / file).read_text(encoding="utf-8")
