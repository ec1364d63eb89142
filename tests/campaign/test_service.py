"""The desk clerk: starting deeds, answering, taking back, calling off, and coming back to a fight."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.campaign.history import undo
from assistant.campaign.replay import replay
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Answer, Chosen, Request, Rolled
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Malformed, Stale
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from tests.campaign.deeds import begun, fight, finish, peace, triumph


def test_a_fight_begins_at_its_first_question(service: Service, campaign: Campaign, skirmish: Json) -> None:
    opened = begun(service, campaign, skirmish)
    assert (opened.step, opened.request.kind, opened.request.seat) == (0, "roll", "good")
    assert opened.title == "Éomer and 1 Rider of Rohan against 2 Orcs"
    assert service.ledger.campaign(campaign.id).head == 0


def test_the_last_answer_records_the_deed_and_ends_the_fight(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    entry = finish(service, begun(service, campaign, skirmish))
    assert entry.seq == 1
    assert service.ledger.pendings(campaign.id) == ()
    world = service.world(campaign)
    assert {figure.id: figure.condition for figure in world.figures.values()} == {
        "eomer": "fit",
        "r": "fit",
        "o1": "eliminated",
        "o2": "eliminated",
    }


def test_a_fight_step_by_step_is_recorded_as_the_same_fight_in_one_go(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    other = service.new("Other", {"scenario": "war-of-the-ring"}, key="other")
    slowly = finish(service, begun(service, campaign, skirmish))
    at_once = service.record(other, "fight", skirmish, triumph("good"), actor="gm", key="at-once")
    assert (slowly.facts, slowly.answers, slowly.log, slowly.title) == (
        at_once.facts,
        at_once.answers,
        at_once.log,
        at_once.title,
    )


def test_an_answer_to_an_earlier_step_is_stale_and_changes_nothing(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    moved = service.answer(opened.id, 0, Rolled((6,) * 4))
    with pytest.raises(Stale) as caught:
        service.answer(opened.id, 0, Rolled((1,) * 4))
    assert caught.value.code == "answered-already"
    assert service.resume(opened.id) == moved


def test_an_answer_from_the_future_is_stale_too(service: Service, campaign: Campaign, skirmish: Json) -> None:
    opened = begun(service, campaign, skirmish)
    with pytest.raises(Stale):
        service.answer(opened.id, 1, Rolled((6,) * 4))


@pytest.mark.parametrize("answer", [Rolled((6,)), Rolled((6, 6, 6, 7)), Chosen("full-move")])
def test_an_answer_that_does_not_fit_is_refused_and_the_question_stays(
    service: Service, campaign: Campaign, skirmish: Json, answer: Answer
) -> None:
    opened = begun(service, campaign, skirmish)
    with pytest.raises(Malformed):
        service.answer(opened.id, 0, answer)
    assert service.resume(opened.id) == opened


def test_an_answer_to_a_fight_that_is_over_is_stale(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    finish(service, opened)
    with pytest.raises(Stale):
        service.answer(opened.id, 0, Rolled((6,) * 4))


def test_the_same_answer_sent_again_is_answered_like_the_first_time(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    first = service.answer(opened.id, 0, Rolled((6,) * 4))
    assert service.answer(opened.id, 0, Rolled((6,) * 4)) == first
    assert service.resume(opened.id).step == 1


def test_the_last_answer_sent_again_finds_the_deed_it_recorded(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    at: Open | Entry = begun(service, campaign, skirmish)
    while isinstance(at, Open):
        last = (at.id, at.step, triumph("good")(at.request))
        at = service.answer(*last)
    assert service.answer(*last) == at
    assert service.ledger.campaign(campaign.id).head == 1


def test_an_undo_waits_for_a_deed_that_is_being_recorded(
    service: Service, campaign: Campaign, skirmish: Json, game: RingOfPower
) -> None:
    # While good rolls, somebody undoes the deed that brought the figures: it comes after, and is refused.
    service.record(campaign, "fight", skirmish, triumph("good"), actor="gm", key="first")
    again = fight(game, "eomer:eomer r:rider-of-rohan", "o3:orc o4:orc")
    refused: list[AssistantError] = []
    undoing: list[threading.Thread] = []

    def undo_it() -> None:
        try:
            undo(service, campaign, 1, actor="gm", key="undo")
        except AssistantError as error:
            refused.append(error)

    def answer(request: Request) -> Answer:
        if not undoing:
            undoing.append(threading.Thread(target=undo_it))
            undoing[0].start()
        return triumph("good")(request)

    service.record(campaign, "fight", again, answer, actor="gm", key="second")
    undoing[0].join()
    assert [error.code for error in refused] == ["built-upon"]
    assert all(one.difference is None for one in replay(service, campaign))


def test_of_many_who_answer_at_once_one_is_heard_and_the_others_are_told(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    heard: list[str] = []
    together = threading.Barrier(6)

    def tap(face: int) -> None:
        together.wait()
        try:
            service.answer(opened.id, 0, Rolled((face,) * 4))
            heard.append("taken")
        except Stale:
            heard.append("stale")

    taps = [threading.Thread(target=tap, args=(face,)) for face in range(1, 7)]
    for one in taps:
        one.start()
    for one in taps:
        one.join()
    assert sorted(heard) == ["stale"] * 5 + ["taken"]
    assert service.resume(opened.id).step == 1


def test_a_double_tap_on_begin_begins_once(service: Service, campaign: Campaign, skirmish: Json) -> None:
    assert begun(service, campaign, skirmish) == begun(service, campaign, skirmish)
    assert len(service.ledger.pendings(campaign.id)) == 1


def test_a_late_retry_of_begin_finds_the_fight_where_it_stands(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    moved = service.answer(opened.id, 0, Rolled((6,) * 4))
    assert begun(service, campaign, skirmish) == moved


def test_a_very_late_retry_of_begin_finds_the_deed_that_came_of_it(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    entry = finish(service, begun(service, campaign, skirmish))
    assert service.begin(campaign, "fight", skirmish, actor="gm", key="fight") == entry
    assert service.ledger.campaign(campaign.id).head == 1


def test_a_double_tap_on_record_records_once(service: Service, campaign: Campaign, skirmish: Json) -> None:
    first = service.record(campaign, "fight", skirmish, peace, actor="gm", key="same")
    second = service.record(campaign, "fight", skirmish, triumph("evil"), actor="gm", key="same")
    assert first == second
    assert service.ledger.campaign(campaign.id).head == 1


def test_a_double_tap_on_new_makes_one_campaign(service: Service, campaign: Campaign) -> None:
    assert service.new("Summer", {"scenario": "war-of-the-ring"}, key="new") == campaign
    assert len(service.summaries()) == 1


def test_a_step_taken_back_is_as_if_it_had_not_been_answered(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    first = service.answer(opened.id, 0, Rolled((6,) * 4))
    assert isinstance(first, Open)
    service.answer(opened.id, 1, Rolled((1,) * len(getattr(first.request, "dice", ()))))
    # Only the revision tells that somebody was there meanwhile.
    assert replace(service.take_back(opened.id), revision=first.revision) == first
    assert replace(service.take_back(opened.id), revision=opened.revision) == opened
    assert replace(service.take_back(opened.id), revision=opened.revision) == opened


def test_several_steps_are_taken_back_at_once_and_never_more_than_there_are(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    service.answer(opened.id, 0, Rolled((6,) * 4))
    assert replace(service.take_back(opened.id, 99), revision=opened.revision) == opened


def test_a_fight_called_off_leaves_nothing_and_frees_its_figures(
    service: Service, campaign: Campaign, skirmish: Json
) -> None:
    opened = begun(service, campaign, skirmish)
    service.call_off(opened.id)
    service.call_off(opened.id)
    assert service.world(campaign).figures == {}
    with pytest.raises(Stale):
        service.resume(opened.id)
    begun(service, campaign, skirmish, key="again")


def test_a_fight_under_way_survives_closing_and_reopening(
    database: Path, game: RingOfPower, skirmish: Json
) -> None:
    with Ledger.open(database, who="the evening") as ledger:
        service = Service(ledger, game)
        campaign = service.new("Summer", {}, key="new")
        moved = service.answer(begun(service, campaign, skirmish).id, 0, Rolled((6, 5, 4, 3)))
        assert isinstance(moved, Open)
    with Ledger.open(database, who="the morning") as ledger:
        service = Service(ledger, game)
        assert service.resume(moved.id) == moved
        assert finish(service, moved).seq == 1
