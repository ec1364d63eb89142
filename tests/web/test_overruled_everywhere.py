"""A result that was overruled is told nowhere as if it still held: every page that opens is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from werkzeug.routing import Rule

from assistant.campaign.chronicle import chronicle
from assistant.campaign.reports import reports
from tests.web.table import Visitor
from tests.web.test_desk import LURTZ

Come = Callable[..., Visitor]

WHY = "the horn was not heard"
RULED = f"It was a draw by the game master's ruling ({WHY})."
FIRST, THIRD = "uruk-hai-scout-1", "uruk-hai-scout-3"
ROLES = ("master", "assistant", "projector", "fellowship", "saruman", "rohan")
HELD = re.compile(r"[Gg]ood (?:won\b|wins \(OUT)")
"""As stories and logs tell it; charts tell by what good wins the war."""
AT_FIRST = re.compile(r"At first good won")
SAID = re.compile(r"ruled otherwise|ruling|Ruling|Overruled by")


def fought(master: Visitor) -> int:
    """Good has won at Amon Hen, by two scouts to Lurtz's leadership; gives back the number."""
    ends = {FIRST: "eliminated", "uruk-hai-scout-2": "eliminated"}
    done = master.post(f"contacts/{LURTZ}/report", ends=ends, winner="good")
    while "open" in (told := done.get_json()):
        at = told["open"]
        asked = {"answer": {"by": "app"}, "step": at["step"], "revision": at["revision"]}
        done = master.post(f"fights/{at['id']}/answers", **asked)
    return int(told["recorded"]["seq"])


def overrule(master: Visitor, seq: int, **ruling: Any) -> None:
    assert master.post(f"fought/{seq}/ruling", reason=WHY, **ruling).status_code == 200


@pytest.fixture
def overruled(come: Come) -> tuple[Visitor, int]:
    """Good's victory was no victory, and one of the slain had not been hit."""
    master = come("master")
    seq = fought(master)
    overrule(master, seq, winner="draw")
    overrule(master, seq, figures=[FIRST], condition="fit")
    return master, seq


def read(visitor: Visitor, page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", visitor.page(page).text)))


def test_before_a_ruling_everybody_reads_that_good_won(come: Come) -> None:
    fought(come("master"))
    for who in ROLES:
        assert "Good won" in read(come(who), "board" if who == "projector" else "fights")


def test_the_projector_tells_an_overruled_fight_as_it_was_ruled(
    come: Come, overruled: tuple[Visitor, int]
) -> None:
    said = read(come("projector"), "board")
    assert RULED in said
    assert "Evil lost one Uruk-hai Scout." in said
    assert HELD.search(said) is None


@pytest.mark.parametrize("who", [one for one in ROLES if one != "projector"])
def test_the_list_of_fights_tells_an_overruled_one_as_it_was_ruled(
    who: str, come: Come, overruled: tuple[Visitor, int]
) -> None:
    said = read(come(who), "fights")
    assert RULED in said
    assert f"The game master ruled otherwise: one Uruk-hai Scout is fit ({WHY})." in said
    assert HELD.search(said) is None


@pytest.mark.parametrize("who", ROLES)
def test_no_page_of_anybody_tells_the_first_result_as_if_it_held(
    who: str, come: Come, overruled: tuple[Visitor, int]
) -> None:
    visitor, seq = come(who), overruled[1]
    told = dict(pages(visitor, seq))
    assert {"board", f"fought/{seq}", "fights"} <= told.keys() or who == "projector"
    for name, text in told.items():
        left = AT_FIRST.sub("", text)
        assert HELD.search(left) is None or SAID.search(text), name


def pages(visitor: Visitor, seq: int) -> Iterator[tuple[str, str]]:
    """Every address of the game that opens for somebody, as it reads."""
    for rule in visitor.client.application.url_map.iter_rules():
        name = filled(rule, visitor.campaign, seq)
        if name is None or "GET" not in (rule.methods or ()):
            continue
        answer = visitor.client.get(name)
        if answer.status_code == 200 and answer.mimetype in ("text/html", "application/json"):
            page = name.removeprefix(f"/c/{visitor.campaign}/")
            yield page, re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", answer.text)))


def filled(rule: Rule, campaign: str, seq: int) -> str | None:
    """An address of this game and this fight; nothing where it asks for anything else, or never ends."""
    if not rule.rule.startswith(("/c/<campaign>", "/api/v1/campaigns/<campaign>")) or "events" in rule.rule:
        return None
    known = {"campaign": campaign, "seq": str(seq)}
    if not rule.arguments <= known.keys():
        return None
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: known[found[1]], rule.rule)


def test_the_page_of_the_fight_and_the_history_say_so_before_blow_by_blow(
    overruled: tuple[Visitor, int],
) -> None:
    master, seq = overruled
    for name in (f"fought/{seq}", "history", f"console?did={seq}"):
        assert f"Overruled by deed {seq + 1}: it was a draw ({WHY})." in read(master, name), name


def test_chronicle_and_report_tell_what_was_first_and_what_holds(overruled: tuple[Visitor, int]) -> None:
    master, seq = overruled
    at = master.at()
    (report,) = (one for one in reports(at.service, at.campaign) if one.deed == seq)
    assert "At first good won." in report.story
    assert f"The game master ruled otherwise: it was a draw ({WHY})." in report.story
    assert report.blows[0] == f"Overruled by deed {seq + 1}: it was a draw ({WHY})."
    book = " ".join(chronicle(at.service, at.campaign).lines())
    assert "At first good won." in book
    assert HELD.search(AT_FIRST.sub("", book)) is None
    assert f"it was a draw ({WHY})" in book


def test_a_ruling_that_is_undone_leaves_the_first_result(come: Come, overruled: tuple[Visitor, int]) -> None:
    master, seq = overruled
    for _ in range(2):
        assert master.post("undo").status_code == 200
    for who, page in (("projector", "board"), ("fellowship", "fights"), ("master", f"fought/{seq}")):
        said = read(come(who), page)
        assert "Good won." in said
        assert "by the game master's ruling" not in said


def test_of_two_rulings_the_later_holds(come: Come, overruled: tuple[Visitor, int]) -> None:
    master, seq = overruled
    overrule(master, seq, winner="evil")
    for who, page in (("projector", "board"), ("saruman", "fights")):
        said = read(come(who), page)
        assert f"Evil won by the game master's ruling ({WHY})." in said
        assert "draw" not in said
