"""What an address says has bounds: it is refused in a sentence, and costs nobody else anything."""

from __future__ import annotations

import cProfile
import dataclasses
import pstats
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from assistant.kernel.errors import Malformed
from assistant.packs.catalogue import search
from assistant.web.bounds import SocketBounds
from assistant.web.hub import StreamSettings
from assistant.web.limits import Limits, limits_of, named, screens_in
from tests.web.conftest import KEYS
from tests.web.table import Visitor

Come = Callable[..., Visitor]
OWN = {"Origin": "http://localhost"}
LONG = "e " * 101
PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"


@pytest.mark.parametrize(
    "path",
    ["/rules?find={}", "/terms?find={}", "/rules?about={}", "/master?campaign={}", "/stream?campaign={}"],
)
def test_what_is_looked_for_is_no_longer_than_a_sentence(path: str, client: FlaskClient) -> None:
    assert client.get(path.format("e" * 200)).status_code in (200, 302, 404)
    refused = client.get(path.format("e" * 201), headers={"Accept": "application/json"})
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (400, "too-long")


@pytest.mark.parametrize("page", ["history?find={}", "by-hand?find={}", "by-hand?commander={}", "seat?as={}"])
def test_pages_of_a_game_have_the_same_bound(page: str, come: Come) -> None:
    refused = come("master").page(page.format("a" * 201))
    assert (refused.status_code, "there is room for 200" in refused.text) == (400, True)


@pytest.mark.parametrize("path", ["/static/x/{}", "/rules/{}", "/terms/{}", "/maps/{}/south.svg", "/j/{}"])
def test_no_page_has_a_name_of_more_than_two_hundred_letters(path: str, client: FlaskClient) -> None:
    assert client.get(path.format("x" * 300)).status_code == 404


def test_a_page_to_come_back_to_may_be_longer_but_not_endless(client: FlaskClient) -> None:
    wanted = "/c/spring/history?find=" + "a" * 200
    said = {"passphrase": KEYS.passphrase, "next": wanted}
    assert client.post("/master", data=said, headers=OWN).headers["Location"] == wanted
    said["next"] = "/c/spring/history?find=" + "a" * 2000
    assert client.post("/master", data=said, headers=OWN).headers["Location"] == "/"


def test_a_word_that_is_said_again_and_again_is_looked_for_once() -> None:
    assert search("elite " * 30) == search("elite")


def test_terms_are_found_in_a_blink_when_they_are_looked_for_again(come: Come, profiled: Any) -> None:
    client = come().client
    client.get("/terms", query_string={"find": "e"})
    assert profiled(lambda: client.get("/terms", query_string={"find": LONG[:200]}), "normalize") < 10


@pytest.fixture
def profiled() -> Callable[[Callable[[], object], str], int]:
    """How often a function of this name was called while something was done."""

    def count(work: Callable[[], object], name: str) -> int:
        profile = cProfile.Profile()
        profile.runcall(work)
        stats: Any = pstats.Stats(profile)
        return sum(row[1] for (_, _, called), row in stats.stats.items() if name in called)

    return count


# ---- settings -----------------------------------------------------------------------------------------


def test_limits_are_the_usual_ones_but_for_those_that_are_said() -> None:
    assert limits_of([]) == (Limits(), SocketBounds())
    said = ["deeds-per-minute=240", "demos=5", "idle-seconds=90"]
    assert limits_of(said) == (Limits(deeds_per_minute=240, demos=5), SocketBounds(idle_seconds=90))


def test_a_limit_that_is_not_there_or_no_number_is_refused_with_what_is_meant() -> None:
    with pytest.raises(Malformed, match='There is no limit called "deed-per-minute"'):
        limits_of(["deed-per-minute=10"])
    for said in ("demos=0", "demos=-1", "demos=many", "demos", "demos=1.5", "demos=" + "9" * 5000):
        with pytest.raises(Malformed, match="must be a whole number"):
            limits_of([said])


def test_every_limit_stands_on_its_page_with_its_usual_number() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("### Limits")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([a-z-]+)` \| ([\d,]+) \|", section, flags=re.MULTILINE)
    usual = {
        named(one.name): one.default for kind in (Limits, SocketBounds) for one in dataclasses.fields(kind)
    }
    assert {name: int(number.replace(",", "")) for name, number in listed} == usual


def test_live_screens_are_as_many_as_the_limits_say() -> None:
    assert screens_in(Limits()) == StreamSettings()
    assert screens_in(limits_of(["live-screens=7"])[0]).most == 7
