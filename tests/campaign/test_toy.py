"""Kernel, ledger and service know nothing of Ring of Power: a toy game runs on them just as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.campaign import history
from assistant.campaign.replay import replay
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Answer, Choose, Chosen, Request, Roll, Rolled
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import Seat
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from tests.campaign.toy import Board, toy


def blue_is_right(request: Request) -> Answer:
    """Blue guesses odd and the die shows three."""
    return Chosen("odd") if isinstance(request, Choose) else Rolled((3,))


@pytest.fixture
def clerk(tmp_path: Path) -> Iterator[Service]:
    """A desk clerk for the toy game."""
    with Ledger.open(tmp_path / "toys.sqlite", who="the tests") as ledger:
        yield Service(ledger, toy())


@pytest.fixture
def evening(clerk: Service) -> Campaign:
    """An evening of the toy game."""
    return clerk.new("An evening", {}, key="new")


def test_a_duel_is_walked_through_question_by_question(clerk: Service, evening: Campaign) -> None:
    begun = clerk.begin(evening, "duel", {"stake": 2}, actor="red", key="first")
    assert isinstance(begun, Open)
    assert (begun.request.seat, begun.step) == ("blue", 0)
    rolling = clerk.answer(begun.id, 0, Chosen("even"))
    assert isinstance(rolling, Open)
    assert isinstance(rolling.request, Roll)
    ended = clerk.answer(begun.id, 1, Rolled((5,)))
    assert isinstance(ended, Entry)
    assert ended.log == ["even against 5: red wins 2."]
    assert clerk.world(evening) == Board({"red": 2})


def test_a_duel_in_one_go_is_undone_redone_and_replayed(clerk: Service, evening: Campaign) -> None:
    clerk.record(evening, "duel", {"stake": 3}, blue_is_right, actor="red", key="first")
    assert clerk.world(evening) == Board({"blue": 3})
    history.undo(clerk, evening, None, actor="red", key="back")
    assert clerk.world(evening) == Board()
    history.redo(clerk, evening, None, actor="red", key="forth")
    assert clerk.world(evening) == Board({"blue": 3})
    assert [again.difference for again in replay(clerk, evening)] == [None]


def test_an_undo_names_the_later_duel_in_its_way(clerk: Service, evening: Campaign) -> None:
    for key in ("first", "second"):
        clerk.record(evening, "duel", {"stake": 1}, blue_is_right, actor="red", key=key)
    with pytest.raises(Illegal, match=r"Deed 2 \(A duel\) came later and changed blue"):
        history.undo(clerk, evening, 1, actor="red", key="back")


def test_a_second_duel_at_once_is_refused(clerk: Service, evening: Campaign) -> None:
    clerk.begin(evening, "duel", {"stake": 2}, actor="red", key="first")
    with pytest.raises(Illegal, match='red is still needed in "A duel"'):
        clerk.begin(evening, "duel", {"stake": 2}, actor="red", key="second")


def test_a_gift_asks_nothing_and_is_recorded_at_once(clerk: Service, evening: Campaign) -> None:
    given = clerk.begin(evening, "gift", {"stake": 5}, actor="red", key="gift")
    assert isinstance(given, Entry)
    assert clerk.begin(evening, "gift", {"stake": 5}, actor="red", key="gift") == given
    assert clerk.world(evening) == Board({"red": 5})


def test_what_asks_nothing_may_not_use_a_busy_seat_either(clerk: Service, evening: Campaign) -> None:
    clerk.begin(evening, "duel", {"stake": 2}, actor="red", key="first")
    with pytest.raises(Illegal, match=r'red is still needed in ".*", which is not over'):
        clerk.begin(evening, "gift", {"stake": 5}, actor="red", key="gift")


def test_each_seat_sees_its_own(clerk: Service, evening: Campaign) -> None:
    clerk.record(evening, "duel", {"stake": 3}, blue_is_right, actor="red", key="first")
    world = clerk.world(evening)
    assert clerk.game.view(world, Seat("blue")) == {"mine": 3}
    assert clerk.game.view(world, Seat("red")) == {"mine": 0}


def test_a_campaign_of_the_real_game_is_not_opened_as_a_toy(clerk: Service) -> None:
    clerk.ledger.create("Real", "ring-of-power", {}, key="real")
    with pytest.raises(Illegal, match="another game, ring-of-power"):
        clerk.campaign("Real")
