"""Whatever is shown says for whom it is: sheets, live news, and what was done and is under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from assistant.printing.sheets_blank import blanks
from assistant.printing.sheets_game import OF_A_GAME
from assistant.printing.sheets_list import FOR_ALL
from assistant.rules.game import RingOfPower
from assistant.web.access import RANK
from assistant.web.papers import NAMES, OF_THIS_GAME, Press
from assistant.web.routes import MESSAGES, SHEETS
from assistant.web.stream import event
from tests.web.hidden import QUESTIONS
from tests.web.secret import FELLOWSHIP
from tests.web.table import Visitor
from tests.web.twins import HIDDEN_DEED, Game, at_noon, games, make_past

Come = Callable[..., Visitor]
FIGHTS = {"battle", "reported-battle", "fight", "reported-fight"}
OF_KHAMUL = "neighbours lake-town dwarves-2-brand khamul-59-orc-1"


def test_every_sheet_says_for_whom_it_is(war: RingOfPower) -> None:
    spare = {one.name for one in blanks(Press(war).material((), (), None))}
    assert set(SHEETS) == {*NAMES, *OF_THIS_GAME} == {*FOR_ALL, *spare, *OF_A_GAME}


@pytest.mark.parametrize("who", ["rohan", "assistant", "master"])
def test_each_sheet_is_printed_for_those_alone_for_whom_it_is(who: str, come: Come) -> None:
    visitor, rank = come(who), {"rohan": 2, "assistant": 3, "master": 4}[who]
    page = visitor.page("papers").text
    for name, least in SHEETS.items():
        is_for_them = RANK[least] <= rank
        assert (f"papers/{name}.pdf" in page) == is_for_them
        if not is_for_them:
            assert visitor.page(f"papers/{name}.pdf").status_code == 403


def test_a_sheet_of_which_nothing_is_said_is_the_game_masters_alone(
    come: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(SHEETS, "blank-roster")
    for who in ("rohan", "assistant"):
        visitor = come(who)
        assert visitor.page("papers/blank-roster.pdf").status_code == 403
        assert "blank-roster" not in visitor.page("papers").text
    assert come("master").page("papers/blank-roster.pdf").status_code == 200


def test_live_news_tell_nothing_that_is_not_declared() -> None:
    said = event("deed", {"campaign": "spring", "seq": 3, "title": "Sam bears the Ring"})
    assert said == 'event: deed\ndata: {"campaign": "spring", "seq": 3}\n\n'
    with pytest.raises(KeyError):
        event("secret", {"bearer": "sam"})
    assert {field for fields in MESSAGES.values() for field in fields} == {
        "campaign", "seq", "heads", "position", "why",
    }  # fmt: skip


# ---- what was done, and what is under way ----


@pytest.fixture(scope="module")
def asked(war: RingOfPower, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A game with a long past, in which the Fellowship is asked something."""
    with ExitStack() as opened:
        opened.enter_context(at_noon())
        past = make_past(tmp_path_factory.mktemp("past"), war)
        tell = QUESTIONS["whether Gollum is tamed"].tell
        (game,) = opened.enter_context(games(past, Press(war), tmp_path_factory.mktemp("game"), [tell]))
        yield game


@pytest.mark.parametrize("who", ["seat-7", "seat-6", FELLOWSHIP])
def test_of_what_was_done_a_seat_reads_fights_and_its_own_deeds(who: str, asked: Game) -> None:
    visitor = asked.come(who)
    seat = asked.come().at().world.war.seats[who]
    entries = asked.service.entries(asked.service.campaign(visitor.campaign))
    for one in entries:
        is_theirs = one.actor == seat.player or f"seat {who}" in " ".join(one.who)
        found = visitor.page(f"fought/{one.seq}").status_code
        assert found == (200 if one.kind in FIGHTS or is_theirs else 404), (one.seq, one.kind, one.actor)
    assert visitor.page(f"fought/{len(entries) + 1}").text == visitor.page("fought/0").text.replace(
        "fight 0", f"fight {len(entries) + 1}"
    )


def test_whoever_is_not_asked_is_not_told_what_is_under_way(asked: Game) -> None:
    title = asked.service.ledger.pending(HIDDEN_DEED).title
    api = f"/api/v1/campaigns/{asked.come().campaign}"
    for who, knows in (("projector", False), ("seat-7", False), (FELLOWSHIP, True), ("master", True)):
        visitor = asked.come(who)
        state = visitor.client.get(api).get_json()
        assert (title in [one["title"] for one in state["fights"]]) == knows
        if who != "projector":
            assert (HIDDEN_DEED in visitor.page("fights").text) == knows
            found = visitor.client.get(f"{api}/fights/{HIDDEN_DEED}")
            missing = visitor.client.get(f"{api}/fights/no-such-deed")
            assert (found.data == missing.data) == (not knows)


@pytest.mark.parametrize("seen", [0, 57, 154, 276])
def test_what_was_due_for_others_in_the_past_is_told_to_nobody_who_says_they_looked_then(
    seen: int, asked: Game
) -> None:
    late = asked.come("seat-2").do("heed", seen=seen, reminder=OF_KHAMUL, how="done").get_json()
    assert late["error"] == {
        "code": "changed-meanwhile",
        "kind": "stale",
        "sentence": "While you were looking, somebody changed what this is about.",
        "do": "Here is how it stands now.",
    }
