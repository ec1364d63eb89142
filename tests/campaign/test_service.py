"""The desk clerk: starting deeds, answering, taking back, calling off, and coming back to a fight."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.campaign.history import replay, undo
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Answer, Chosen, Request, Rolled
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Illegal, Malformed, Stale
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from tests.campaign.deeds import fight, peace, triumph


def begun(service: Service, campaign: Campaign, setup: Json, key: str = "fight") -> Open:
    """A fight put under way, which must ask something."""
    opened = service.begin(campaign, "fight", setup, actor="gm", key=key)
    assert isinstance(opened, Open)
    return opened


def finish(service: Service, opened: Open) -> Entry:
    """Answer what is left so that good wins."""
    at: Open | Entry = opened
    while isinstance(at, Open):
        at = service.answer(at.id, at.step, triumph("good")(at.request))
    return at


@pytest.fixture
def skirmish(game: RingOfPower) -> Json:
    """Éomer and a rider against two orcs."""
    return fight(game, "eomer:eomer r:rider-of-rohan", "o1:orc o2:orc")


def test_a_fight_begins_at_its_first_question(service: Service, campaign: Campaign, skirmish: Json) -> None:
    opened = begun(service, campaign, skirmish)
    assert (opened.step, opened.request.kind, opened.request.seat) == (0, "roll", "good")
    assert opened.title == "Éomer and Rider of Rohan against 2 × Orc"
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


@pytest.mark.parametrize("shared", ["eomer:eomer", "r:rider-of-rohan"])
def test_a_second_fight_that_needs_a_busy_figure_is_refused_and_names_it(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json, shared: str
) -> None:
    begun(service, campaign, skirmish)
    setup = fight(game, shared, "o3:orc")
    name = shared.split(":")[0]
    with pytest.raises(Illegal, match=name) as caught:
        service.begin(campaign, "fight", setup, actor="gm", key="second")
    assert caught.value.code == "held"
    with pytest.raises(Illegal, match=name):
        service.record(campaign, "fight", setup, peace, actor="gm", key="third")


def test_two_fights_of_different_figures_go_on_side_by_side(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    first = begun(service, campaign, skirmish)
    second = begun(service, campaign, fight(game, "theoden:theoden", "o3:orc"), key="second")
    assert finish(service, second).seq == 1
    assert service.resume(first.id) == first
    assert finish(service, first).seq == 2
    assert len(service.world(campaign).figures) == 6


def test_the_fallen_cannot_fight_again(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    service.record(campaign, "fight", skirmish, triumph("good"), actor="gm", key="first")
    with pytest.raises(Illegal, match="o1 is eliminated and cannot fight") as caught:
        service.begin(campaign, "fight", fight(game, "eomer:eomer", "o1:orc"), actor="gm", key="second")
    assert caught.value.code == "cannot-fight"
    assert service.ledger.pendings(campaign.id) == ()


def test_a_wounded_hero_cannot_fight_again(service: Service, campaign: Campaign, game: RingOfPower) -> None:
    service.record(
        campaign,
        "fight",
        fight(game, "haldir:haldir", "t:troll"),
        triumph("evil"),
        actor="gm",
        key="first",
    )
    with pytest.raises(Illegal, match="haldir is wounded"):
        service.begin(campaign, "fight", fight(game, "haldir:haldir", "o:orc"), actor="gm", key="second")


def test_a_rider_unhorsed_comes_to_the_next_fight_on_foot(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    setup = fight(game, "r:rider-of-rohan", "o1:orc o2:orc")
    unhorsed = fight(game, "r:rider-of-rohan", "o3:uruk-hai")

    def one_blow(request: Request) -> Answer:
        if request.kind == "roll" and request.purpose == "attack" and request.seat == "evil":
            return Rolled((6, 1))
        return peace(request)

    service.record(campaign, "fight", setup, one_blow, actor="gm", key="first")
    assert service.world(campaign).figures["r"].mounted is False
    opened = begun(service, campaign, unhorsed, key="second")
    assert opened.request.kind == "roll"
    assert len(opened.request.dice) == 1


def test_an_id_that_is_someone_else_is_refused(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    service.record(campaign, "fight", skirmish, peace, actor="gm", key="first")
    with pytest.raises(Illegal, match="r is already on the table as rider-of-rohan of good") as caught:
        service.begin(campaign, "fight", fight(game, "r:eowyn", "o3:orc"), actor="gm", key="second")
    assert caught.value.code == "another-figure"


@pytest.mark.parametrize(
    ("kind", "setup"),
    [
        ("dance", {}),
        ("fight", None),
        ("fight", {}),
        ("fight", {"good": 1, "evil": 2}),
        ("house-rule", {"rule": "CON-067"}),
        ("house-rule", {"rule": "CON-999", "reading": "x"}),
        ("house-rule", {"rule": "CON-067", "reading": "sometimes"}),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_recorded(
    service: Service, campaign: Campaign, kind: str, setup: Json
) -> None:
    with pytest.raises(AssistantError):
        service.begin(campaign, kind, setup, actor="gm", key="k")
    with pytest.raises(AssistantError):
        service.record(campaign, kind, setup, peace, actor="gm", key="k")
    assert service.ledger.campaign(campaign.id).head == 0
    assert service.ledger.pendings(campaign.id) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"site": {"place": "gondolin"}},
        {"house_rules": {"CON-999": "x"}},
        {"house_rules": {"CON-067": "sometimes"}},
        {"duels": [["nobody", "o1"]]},
        {"wizardry": {"nobody": {"dice": 1}}},
        {"twice": True},
        {"nobody": True},
    ],
)
def test_a_fight_declared_past_the_battle_file_is_checked_too(
    service: Service, campaign: Campaign, skirmish: Json, change: dict[str, Json]
) -> None:
    # A page or a program may hand the clerk a setup that no battle file could hold.
    assert isinstance(skirmish, dict)
    good = skirmish["good"]
    assert isinstance(good, dict)
    assert isinstance(good["figures"], list)
    setup: dict[str, Json] = {**skirmish}
    match next(iter(change)):
        case "twice":
            setup["good"] = {**good, "figures": [*good["figures"], good["figures"][0]]}
        case "nobody":
            setup["good"] = {**good, "figures": []}
        case "duels" | "wizardry":
            setup["good"] = {**good, **change}
        case _:
            setup |= change
    with pytest.raises(AssistantError):
        service.begin(campaign, "fight", setup, actor="gm", key="k")
    assert service.ledger.pendings(campaign.id) == ()


def test_a_new_campaign_with_an_unknown_house_rule_is_refused(service: Service) -> None:
    with pytest.raises(Illegal, match="CON-999"):
        service.new("Winter", {"house_rules": {"CON-999": "x"}}, key="winter")
    assert service.summaries() == ()


def test_the_list_of_campaigns_tells_deeds_and_open_fights(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    service.record(campaign, "fight", skirmish, triumph("good"), actor="gm", key="first")
    begun(service, campaign, fight(game, "theoden:theoden", "o3:orc"), key="second")
    (summary,) = service.summaries()
    assert (summary.name, summary.scenario, summary.deeds, summary.open_fights) == (
        "Summer",
        "war-of-the-ring",
        1,
        1,
    )
    assert summary.last_title == "Éomer and Rider of Rohan against 2 × Orc"
